"""Confidence page: the report on confidence, for a period and a recording."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Query
from fastapi.responses import Response
from markupsafe import Markup

from holdfast.doors.portal.desk import CurrentDesk
from holdfast.doors.portal.pages.drawings import DrawnColumn, stacked_columns
from holdfast.doors.portal.pages.figures import (
    Figure,
    FigureBar,
    FigureInterval,
    bars,
    digits,
    percent,
    thousands,
    whisker,
)
from holdfast.doors.portal.pages.page_rendering import Shown, render, with_query
from holdfast.doors.portal.pages.shown_words import ACTIONS, Link, recording_href
from holdfast.doors.portal.views import ReportView
from holdfast.doors.report_page.charts import reliability_chart
from holdfast.history.report import ConfidenceReport, WeakSpot
from holdfast.model.archive import Bucket, DecisionFilter
from holdfast.model.healing_decision import HealingAction

router = APIRouter()

HERE = "/confidence"
USUAL_DAYS = 30
PERIODS = (7, 30, 90, 365)
LONGEST = timedelta(days=3660)
WANTED_ERROR = 5.0
BANDS = (("80 to 100", "good"), ("60 to 79", "fair"), ("40 to 59", "weak"), ("0 to 39", "poor"))
CAVEAT = (
    "The promise holds only for pages like those it was learned on. A redesign makes it old: "
    "look again after some hundred new outcomes."
)
DIAGONAL = (
    "On the dashed line a confidence of 80 means 80 successes in 100. Lines are 95 % intervals; "
    "a larger point stands for more outcomes."
)


class ConfidenceQuery(NamedTuple):
    """What was asked for, as the form shows it."""

    start: date
    end: date
    recording: str
    error: str


@router.get("/confidence")
def show_confidence(
    desk: CurrentDesk,
    start: Annotated[str, Query(alias="from")] = "",
    end: Annotated[str, Query(alias="to")] = "",
    recording: str = "",
    error: str = "",
) -> Response:
    """Show how sure the decisions of a period were, and how far that can be trusted."""
    asked, problem = _read(start, end, recording, error, desk.now.date())
    wanted = DecisionFilter(
        start=datetime.combine(asked.start, time.min, UTC),
        end=datetime.combine(asked.end, time.max, UTC),
        recording_id=recording or None,
    )
    view = desk.report(wanted, wanted_error=float(asked.error) / 100)
    names = desk.recording_names()
    shown = _shown(view, asked, names, problem, desk.now.date())
    return render(desk, "confidence.html", here=HERE, view=shown)


def _read(
    start: str, end: str, recording: str, error: str, today: date
) -> tuple[ConfidenceQuery, str]:
    """Return what was asked for; nonsense becomes the usual, and is said."""
    usual = ConfidenceQuery(
        today - timedelta(days=USUAL_DAYS - 1), today, recording, f"{WANTED_ERROR:g}"
    )
    try:
        last = date.fromisoformat(end) if end else usual.end
        first = date.fromisoformat(start) if start else last - timedelta(days=USUAL_DAYS - 1)
        wanted = float(error or WANTED_ERROR)
    except (ValueError, OverflowError):  # the first day that there is has none before it
        return usual, "The period or the error rate could not be read; this is the usual one."
    if not timedelta() <= last - first <= LONGEST:
        return usual, "The period ends before it begins, or is longer than ten years."
    if not 0.1 <= wanted <= 50:
        return usual, "The wanted share of errors must lie between 0.1 and 50 %."
    return ConfidenceQuery(first, last, recording, f"{wanted:g}"), ""


def _shown(
    view: ReportView,
    asked: ConfidenceQuery,
    names: tuple[tuple[str, str], ...],
    problem: str,
    today: date,
) -> Shown:
    report, analytics = view.report, view.analytics
    drawn = analytics.reliability
    confidence, success = analytics.trend_words()
    return Shown(
        filter=asked,
        periods=tuple(_period(days, today, asked) for days in PERIODS),
        recordings=names,
        problem=problem,
        decisions=report.decisions,
        figures=tuple(_figures(view)),
        advice=view.recommendations,
        bands=_bands(report),
        actions=_actions(report),
        legend=tuple(ACTIONS.values()),
        columns=stacked_columns("Decisions over time", _columns(view.over_time)),
        step="week" if (asked.end - asked.start).days > 60 else "day",
        trend=(
            f"Of the last {analytics.decisions} decisions the newer half is compared with the "
            f"older: confidence is {confidence}, success is {success}."
        ),
        days=tuple(_moment(bucket) for bucket in view.over_time),
        accuracy=tuple(_accuracy(report)),
        reliability=Markup() if drawn is None else reliability_chart(drawn),
        reliability_words=analytics.note or "" if drawn is None else DIAGONAL,
        recommended=view.advice,
        caveat=CAVEAT,
        weakest=(
            Shown(
                title="Weakest elements",
                first="element",
                rows=tuple(map(_element, report.weakest_elements)),
            ),
            Shown(
                title="Weakest recordings",
                first="recording",
                rows=tuple(_recording(spot, names) for spot in report.weakest_recordings),
            ),
        ),
    )


def _period(days: int, today: date, asked: ConfidenceQuery) -> Link:
    start = today - timedelta(days=days - 1)
    changes = {"from": start, "to": today, "recording": asked.recording, "error": asked.error}
    return Link("a year" if days == 365 else f"{days} days", with_query(HERE, **changes))


def _figures(view: ReportView) -> list[Figure]:
    report, analytics = view.report, view.analytics
    score = analytics.calibration_score
    error = None if analytics.reliability is None else analytics.reliability.ece
    return [
        Figure(thousands(report.decisions), "decisions"),
        Figure(thousands(report.applied), "used"),
        Figure(percent(report.accuracy.overall.share), "of known outcomes succeeded"),
        Figure(digits(score, 0), "calibration score, of 100"),
        Figure(digits(error, 3), "expected calibration error"),
    ]


def _bands(report: ConfidenceReport) -> tuple[FigureBar, ...]:
    seen = report.distribution
    counts = (seen.high, seen.medium_high, seen.medium_low, seen.low)
    return bars([(words, tone, count) for (words, tone), count in zip(BANDS, counts, strict=True)])


def _actions(report: ConfidenceReport) -> tuple[FigureBar, ...]:
    return bars(
        [(said.words, said.tone, report.actions[action]) for action, said in ACTIONS.items()]
    )


def _columns(buckets: Sequence[Bucket]) -> list[DrawnColumn]:
    return [
        DrawnColumn(
            datetime.combine(bucket.start, time.min, UTC),
            [(said.tone, bucket.counts.get(action, 0)) for action, said in ACTIONS.items()],
        )
        for bucket in buckets
    ]


def _moment(bucket: Bucket) -> Shown:
    return Shown(
        at=datetime.combine(bucket.start, time(12), UTC),
        confidence=bucket.average_confidence if bucket.decisions else None,
        success=100 * bucket.successes / bucket.outcomes if bucket.outcomes else None,
    )


def _accuracy(report: ConfidenceReport) -> list[FigureInterval]:
    return [
        whisker(ACTIONS[HealingAction.AUTO_APPLY].words, report.accuracy.auto_applied),
        whisker(ACTIONS[HealingAction.APPLY_WITH_FLAG].words, report.accuracy.flagged),
        whisker("both", report.accuracy.overall),
    ]


def _element(spot: WeakSpot) -> Shown:
    return _spot(spot, spot.label, "", with_query("/review", state="all", text=spot.label))


def _recording(spot: WeakSpot, names: Sequence[tuple[str, str]]) -> Shown:
    known = dict(names)
    return _spot(spot, known.get(spot.name, spot.name), spot.name, recording_href(spot.name))


def _spot(spot: WeakSpot, name: str, below: str, href: str) -> Shown:
    sure = round(spot.average_confidence)
    return Shown(
        name=name,
        below=below,
        href=href,
        decisions=spot.decisions,
        failed=spot.failed,
        refused=spot.refused,
        confidence=sure,
    )
