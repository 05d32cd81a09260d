"""Recommendations: say in sentences what to do about a report, with their numbers."""

from collections.abc import Callable

from holdfast.history.analytics import ENOUGH_OUTCOMES
from holdfast.history.report import ConfidenceReport, WeakSpot
from holdfast.history.statistics import Rate
from holdfast.model.healing_decision import HealingAction
from holdfast.model.records import plain, some

AUTO_TARGET = 0.95  # nobody looks at these, so they must nearly always be right
FLAG_TARGET = 0.80  # a person looks at these; one wrong in five is what reviewing can bear
ADVICE_FROM = 20  # fewer outcomes of one kind move no threshold, however bad they look
MANY = 0.5  # more than half of something is worth a sentence
WEAK_FROM = 5  # fewer decisions than this make no recording weak


def recommend(report: ConfidenceReport) -> tuple[str, ...]:
    """Return advice in sentences; what is only chance leads to none."""
    if not report.decisions:
        return ("No healing was decided in this period.",)
    about_thresholds = _said(report, _auto_too_bold, _flagged_too_bold, _flagged_too_careful)
    about_data = _said(report, _outcomes_unknown, _seldom_applied, _weakest_recording)
    if not about_thresholds:
        about_data += _said(report, _few_outcomes)
    advice = about_thresholds + about_data
    return tuple(advice) or (_all_is_well(report),)


def report_json(report: ConfidenceReport) -> dict[str, object]:
    """Return the report as plain data; accuracy in percent, None where no outcome is known."""
    accuracy = report.accuracy
    rates = {
        "autoApplySuccess": accuracy.auto_applied,
        "flaggedSuccess": accuracy.flagged,
        "overallSuccess": accuracy.overall,
    }
    return {
        "period": {"start": report.start.isoformat(), "end": report.end.isoformat()},
        "decisions": report.decisions,
        "distribution": plain(report.distribution),
        "actions": {
            "autoApplied": report.actions[HealingAction.AUTO_APPLY],
            "appliedFlagged": report.actions[HealingAction.APPLY_WITH_FLAG],
            "suggested": report.actions[HealingAction.SUGGEST_ONLY],
            "rejected": report.actions[HealingAction.REJECT],
        },
        "accuracy": {name: rate.to_json()["percent"] for name, rate in rates.items()},
        "accuracyIntervals": {name: rate.to_json() for name, rate in rates.items()},
        "weakestRecordings": [_spot_json(spot) for spot in report.weakest_recordings],
        "weakestElements": [_spot_json(spot) for spot in report.weakest_elements],
        "recommendations": list(recommend(report)),
    }


def _spot_json(spot: WeakSpot) -> dict[str, object]:
    average = round(spot.average_confidence, 1)
    return {**some(spot, "name label decisions failed refused"), "averageConfidence": average}


def _said(
    report: ConfidenceReport, *advisers: Callable[[ConfidenceReport], str | None]
) -> list[str]:
    sentences = (adviser(report) for adviser in advisers)
    return [sentence for sentence in sentences if sentence is not None]


def _auto_too_bold(report: ConfidenceReport) -> str | None:
    rate = report.accuracy.auto_applied
    if rate.total < ADVICE_FROM or rate.interval.high >= AUTO_TARGET:
        return None
    return (
        f"Healings that were not flagged succeeded in {_numbers(rate)}, surely less than "
        f"{_percent(AUTO_TARGET)}: raise autoApply, or choose the mode conservative."
    )


def _flagged_too_bold(report: ConfidenceReport) -> str | None:
    rate = report.accuracy.flagged
    if rate.total < ADVICE_FROM or rate.interval.high >= FLAG_TARGET:
        return None
    return (
        f"Flagged healings succeeded in {_numbers(rate)}, surely less than "
        f"{_percent(FLAG_TARGET)}: raise applyWithFlag, so that more of them are only suggested."
    )


def _flagged_too_careful(report: ConfidenceReport) -> str | None:
    rate = report.accuracy.flagged
    if rate.interval.low < AUTO_TARGET:
        return None
    return (
        f"Flagged healings succeeded in {_numbers(rate)}, surely more than "
        f"{_percent(AUTO_TARGET)}: lower autoApply, and fewer of them need a review."
    )


def _outcomes_unknown(report: ConfidenceReport) -> str | None:
    known, applied = report.accuracy.overall.total, report.applied
    unknown = applied - known
    if unknown <= MANY * applied:
        return None
    return (
        f"For {unknown} of {applied} applied healings no outcome is known; "
        f"the accuracy speaks of the other {known} only."
    )


def _seldom_applied(report: ConfidenceReport) -> str | None:
    refused = report.decisions - report.applied
    if refused <= MANY * report.decisions:
        return None
    return (
        f"{refused} of {report.decisions} decisions ({_percent(refused / report.decisions)}) "
        "were not applied: review the suggestions, or record those steps again."
    )


def _weakest_recording(report: ConfidenceReport) -> str | None:
    for spot in report.weakest_recordings[:1]:
        trouble, ended = spot.trouble.successes, spot.trouble.total
        if ended >= WEAK_FROM and trouble > MANY * ended:
            return (
                f"Recording {spot.name[:80]!r} is the weakest: {trouble} of {ended} healings "
                f"failed ({spot.failed}) or were not applied ({spot.refused}); record it again."
            )
    return None


def _few_outcomes(report: ConfidenceReport) -> str | None:
    known = report.accuracy.overall.total
    if known >= ENOUGH_OUTCOMES:
        return None
    return (
        f"Only {known} outcomes are known; leave the thresholds as they are "
        f"until there are {ENOUGH_OUTCOMES}."
    )


def _all_is_well(report: ConfidenceReport) -> str:
    return (
        f"Nothing calls for a change: applied healings succeeded in "
        f"{_numbers(report.accuracy.overall)}."
    )


def _numbers(rate: Rate) -> str:
    low, high = rate.interval
    share = rate.successes / rate.total
    return (
        f"{_percent(share)} ({rate.successes} of {rate.total}, "
        f"95 % interval {100 * low:.0f} to {100 * high:.0f} %)"
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
