"""Experiments with thresholds: start, pause, resume, stop, watch."""

from collections.abc import Mapping
from typing import Annotated, NamedTuple
from urllib.parse import quote

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response

from holdfast.app.experimenting import ExperimentPlan
from holdfast.doors.portal.api.shapes import LARGEST
from holdfast.doors.portal.desk import CurrentDesk, Desk
from holdfast.doors.portal.pages.figures import NOTHING, digits, whisker
from holdfast.doors.portal.pages.forms import told
from holdfast.doors.portal.pages.page_rendering import Shown, render
from holdfast.doors.portal.pages.shown_words import STATUSES, Link
from holdfast.errors import HoldfastError, UsageError
from holdfast.history.experiments import Arm, ExperimentAnalysis
from holdfast.model.thresholds import (
    ExperimentStatus,
    ExperimentUnit,
    Mode,
    ThresholdExperiment,
    Thresholds,
)

router = APIRouter()

HERE = "/experiments"
ACTS: Mapping[str, ExperimentStatus] = {
    "pause": ExperimentStatus.PAUSED,
    "resume": ExperimentStatus.ACTIVE,
    "stop": ExperimentStatus.COMPLETED,
}
_OFFERED: Mapping[ExperimentStatus, tuple[Link, ...]] = {
    ExperimentStatus.ACTIVE: (Link("Pause", "pause"), Link("Stop for good", "stop")),
    ExperimentStatus.PAUSED: (Link("Resume", "resume"), Link("Stop for good", "stop")),
    ExperimentStatus.COMPLETED: (),
}
Sent = Annotated[str, Form()]


class Given(NamedTuple):
    """What the form holds."""

    name: str = ""
    control: str = Mode.BALANCED.value
    treatment: str = Mode.AGGRESSIVE.value
    allocation: str = "50"
    unit: str = "user"
    days: str = ""


class Test(NamedTuple):
    """A number of the comparison, and how to read it."""

    words: str
    below: str
    value: str


@router.get("/experiments")
def show_experiments(desk: CurrentDesk) -> Response:
    """Show all experiments, and a form for a new one."""
    return _list(desk, Given())


@router.post("/experiments")
def start(  # noqa: PLR0913, PLR0917 - one field of the form each
    desk: CurrentDesk,
    name: Sent = "",
    control: Sent = "",
    treatment: Sent = "",
    allocation: Sent = "50",
    unit: Sent = "user",
    days: Sent = "",
) -> Response:
    """Begin an experiment."""
    try:
        plan = ExperimentPlan(
            name=name,
            treatment=treatment.strip(),
            control=control.strip(),
            allocation=_number(allocation, "the share that is treated"),
            unit=ExperimentUnit.RUN if unit == "run" else ExperimentUnit.USER,
            days=int(_number(days, "the number of days")) if days.strip() else None,
        )
        made = desk.start_experiment(plan)
    except HoldfastError as exc:
        given = Given(name, control, treatment, allocation, unit, days)
        return _list(desk, given, **told(desk, exc))
    return RedirectResponse(_href(made), 303)


@router.get("/experiments/{experiment_id}")
def show_experiment(desk: CurrentDesk, experiment_id: str) -> Response:
    """Show what both arms have shown so far."""
    return _page(desk, experiment_id)


@router.post("/experiments/{experiment_id}/{act}")
def change(desk: CurrentDesk, experiment_id: str, act: str) -> Response:
    """Pause, resume or stop an experiment."""
    try:
        if act not in ACTS:
            raise UsageError(f"an experiment cannot {act[:80]!r}")
        changed = desk.change_experiment(experiment_id, ACTS[act])
    except HoldfastError as exc:
        return _page(desk, experiment_id, **told(desk, exc))
    return RedirectResponse(_href(changed), 303)


def _number(value: str, words: str) -> float:
    try:
        number = float(value)
    except ValueError as exc:
        raise UsageError(f"{words} must be a number, got {value[:80]!r}") from exc
    if not 0 <= number <= LARGEST:
        raise UsageError(f"{words} must be a number, got {value[:80]!r}")
    return number


def _href(experiment: ThresholdExperiment) -> str:
    return f"/experiments/{quote(experiment.id, safe='')}"


def _list(desk: Desk, given: Given, *, problem: str = "", status: int = 200) -> Response:
    known = tuple(desk.store.iter_experiments())
    active = [one.name for one in known if one.status is ExperimentStatus.ACTIVE]
    view = Shown(
        rows=tuple(_shown(one) for one in known),
        active=f"“{active[0]}” is active: pause or stop it first." if active else "",
        problem=problem,
        given=given,
        modes=tuple(mode.value for mode in Mode),
    )
    return render(desk, "experiments.html", here=HERE, view=view, status=status)


def _shown(one: ThresholdExperiment) -> Shown:
    return Shown(
        href=_href(one),
        name=one.name,
        status=STATUSES[one.status],
        control=str(one.control),
        treatment=str(one.treatment),
        treated=f"{one.allocation:g} % of {one.unit.value}s",
        start=one.start_date,
    )


def _page(desk: Desk, experiment_id: str, *, problem: str = "", status: int = 200) -> Response:
    found = desk.experiment(experiment_id)
    one, seen = found.experiment, found.analysis
    view = Shown(
        id=one.id,
        name=one.name,
        href=_href(one),
        described=_described(one),
        status=STATUSES[one.status],
        acts=_OFFERED[one.status],
        problem=problem,
        is_watched=one.status is ExperimentStatus.ACTIVE,
        alarm=_alarm(one, seen),
        arms=(
            _arm("Control", one.control, seen.control),
            _arm("Treatment", one.treatment, seen.treatment),
        ),
        units=f"{one.unit.value}s",
        whiskers=(
            whisker("Control", seen.control.success),
            whisker("Treatment", seen.treatment.success),
        ),
        tests=tuple(_tests(seen)),
    )
    return render(desk, "experiment.html", here=HERE, view=view, status=status)


def _described(one: ThresholdExperiment) -> str:
    end = "" if one.end_date is None else f", until {one.end_date.date()}"
    return (
        f"{one.allocation:g} % of {one.unit.value}s get {one.treatment} instead of {one.control}, "
        f"since {one.start_date.date()}{end}."
    )


def _alarm(one: ThresholdExperiment, seen: ExperimentAnalysis) -> str:
    if not seen.sample_ratio_alarm or seen.sample_ratio_p is None:
        return ""
    return (
        f"{seen.control.units} and {seen.treatment.units} {one.unit.value}s, though "
        f"{one.allocation:g} % were to be treated: chance makes that with a probability of "
        f"{seen.sample_ratio_p:.6f}. Trust nothing here before you know why."
    )


def _arm(words: str, thresholds: Thresholds, arm: Arm) -> Shown:
    share, (low, high) = arm.success.share, arm.success.interval
    average = arm.average_confidence
    return Shown(
        words=words,
        thresholds=str(thresholds),
        rate=NOTHING if share is None else f"{100 * share:.1f} %",
        interval="no outcome yet" if share is None else f"{100 * low:.0f} to {100 * high:.0f} %",
        outcomes=arm.success.total,
        decisions=arm.count,
        units=arm.units,
        confidence=digits(average, 1),
    )


def _tests(seen: ExperimentAnalysis) -> list[Test]:
    known = seen.control.success.total and seen.treatment.success.total
    low, high = seen.difference
    difference = f"{100 * low:+.1f} to {100 * high:+.1f}".replace("-", "\N{MINUS SIGN}")
    ratio = seen.sample_ratio_p
    return [
        Test("Difference", "95 % interval, in points", difference if known else NOTHING),
        Test(
            "Whenever you look",
            "always-valid p: good for as many looks as you like",
            f"{seen.always_valid_p:.4f}",
        ),
        Test(
            "At the planned end",
            f"p of the {seen.test.value} test: good for one look only",
            f"{seen.p_value:.4f}",
        ),
        Test(
            "Sample ratio",
            "chance of arms at least this uneven; an alarm below 0.001",
            digits(ratio, 4),
        ),
    ]
