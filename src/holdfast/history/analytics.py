"""What the last decisions say about confidence itself: averages, calibration, trends, advice."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from holdfast.history.reliability_diagram import Reliability, ReliabilityGroup, measure_reliability
from holdfast.history.statistics import at_most_p, exact_upper_bound
from holdfast.model.records import Record, named
from holdfast.model.remembered import DecisionRow
from holdfast.model.thresholds import THRESHOLD_RANGES

LAST_DECISIONS = 1000
ENOUGH_OUTCOMES = 100  # with fewer, a bar of the diagram may be off by ten points from chance
TREND_POINTS = 5
# Lowest confidence -> the success rate it promises, in percent. Below 50 nothing is applied.
CALIBRATION_BUCKETS = ((90, 95), (80, 85), (70, 75), (60, 65), (50, 55))
# The chance to recommend a threshold that breaks its promise. Taking the lowest one whose
# *observed* error is small enough broke it in 33 to 51 % of simulations (docs/why/confidence.md).
DELTA = 0.1


class Trend(StrEnum):
    """The newer half of something against the older half."""

    IMPROVING = "improving"
    STABLE = "stable"
    DECLINING = "declining"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recommendation(Record):
    """A threshold for a wanted error rate; None when the data cannot support one."""

    wanted_error: float
    threshold: int | None = named("autoApply")
    outcomes: int
    failures: int
    bound: float | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfidenceAnalytics(Record):
    """Numbers over the last decisions; None where there is nothing to count.

    ``reliability`` is None under 100 outcomes, and ``note`` says so.
    """

    ALSO = ("avg_final_confidence",)

    decisions: int
    outcomes: int
    average_confidence: float | None = named("avgConfidence")
    average_ai_confidence: float | None = named("avgAIConfidence")
    calibration_score: float | None
    confidence_trend: Trend
    success_trend: Trend
    reliability: Reliability | None
    note: str | None

    @property
    def avg_final_confidence(self) -> float | None:
        """Return the same average again: the file format names both, and one is shown."""
        return self.average_confidence

    def trend_words(self) -> tuple[str, str]:
        """Return the trends of confidence and success as people are told them: none of a few."""
        counted = (self.confidence_trend, self.decisions), (self.success_trend, self.outcomes)
        confidence, success = (
            trend.value
            if count >= ENOUGH_OUTCOMES
            else f"not known yet ({count} of {ENOUGH_OUTCOMES})"
            for trend, count in counted
        )
        return confidence, success


def analyse(newest_first: Iterable[DecisionRow]) -> ConfidenceAnalytics:
    """Return the analytics of the newest 1 000 rows."""
    rows = list(islice(newest_first, LAST_DECISIONS))
    outcomes = known_outcomes(rows)
    enough = len(outcomes) >= ENOUGH_OUTCOMES
    return ConfidenceAnalytics(
        decisions=len(rows),
        outcomes=len(outcomes),
        average_confidence=_average([row.final_confidence for row in rows]),
        average_ai_confidence=_average([row.raw_ai_confidence for row in rows]),
        calibration_score=calibration_score(outcomes),
        confidence_trend=find_trend([row.final_confidence for row in rows]),
        success_trend=find_trend([100.0 * succeeded for _, succeeded in outcomes]),
        reliability=measure_reliability(group_outcomes(outcomes)) if enough else None,
        note=None if enough else _not_enough(len(outcomes)),
    )


def known_outcomes(rows: Iterable[DecisionRow]) -> list[tuple[int, bool]]:
    """Return confidence and success of the applied decisions whose outcome is known."""
    return [
        (row.final_confidence, row.succeeded)
        for row in rows
        if row.action.applies and row.succeeded is not None
    ]


def group_outcomes(outcomes: Iterable[tuple[int, bool]]) -> list[ReliabilityGroup]:
    """Return the outcomes by confidence, which is read as a chance in percent."""
    counts = [[0, 0] for _ in range(101)]
    for confidence, succeeded in outcomes:
        counts[confidence][0] += succeeded
        counts[confidence][1] += 1
    return [
        ReliabilityGroup(at / 100, good, total) for at, (good, total) in enumerate(counts) if total
    ]


def calibration_score(outcomes: Iterable[tuple[int, bool]]) -> float | None:
    """Return 100 less the mean gap between promised and real success, None without data.

    Five buckets from 50 up, each promising its middle, weighted by how many fell into it.
    """
    tallies = {floor: [0, 0] for floor, _ in CALIBRATION_BUCKETS}
    for confidence, succeeded in outcomes:
        floor = min(90, confidence // 10 * 10)
        if floor in tallies:
            tallies[floor][0] += succeeded
            tallies[floor][1] += 1
    total = sum(count for _, count in tallies.values())
    if not total:
        return None
    gaps = (
        abs(promised - 100 * tallies[floor][0] / tallies[floor][1]) * tallies[floor][1]
        for floor, promised in CALIBRATION_BUCKETS
        if tallies[floor][1]
    )
    return max(0.0, 100 - sum(gaps) / total)


def find_trend(newest_first: Sequence[float]) -> Trend:
    """Return how the newer half differs from the older; beyond 5 points it is a trend."""
    older = len(newest_first) // 2
    newer_mean = _average(newest_first[: len(newest_first) - older])
    older_mean = _average(newest_first[len(newest_first) - older :])
    if newer_mean is None or older_mean is None:
        return Trend.STABLE
    change = newer_mean - older_mean
    if abs(change) <= TREND_POINTS:
        return Trend.STABLE
    return Trend.IMPROVING if change > 0 else Trend.DECLINING


def recommend_threshold(
    outcomes: Iterable[tuple[int, bool]],
    wanted_error: float,
    lowest: int = THRESHOLD_RANGES["autoApply"][0],
) -> Recommendation:
    """Return the loosest threshold that keeps the wanted error rate, as far as data can tell.

    Goes from strict to loose and stops at the first threshold that fails the exact test: so the
    chance of a broken promise stays at 10 % however many thresholds are looked at. It starts
    where enough outcomes lie above to pass at all.
    """
    if not 0 < wanted_error < 1:
        raise ValueError(f"the wanted error rate must lie between 0 and 1, got {wanted_error}")
    groups = {round(100 * group.predicted): group for group in group_outcomes(outcomes)}
    needed = max(ENOUGH_OUTCOMES, outcomes_needed(wanted_error))
    best: tuple[int, int, int] | None = None
    total = failures = 0
    # Only confidences that were seen: about those in between the data say nothing.
    for threshold in sorted((seen for seen in groups if seen >= lowest), reverse=True):
        total += groups[threshold].outcomes
        failures += groups[threshold].outcomes - groups[threshold].successes
        if total < needed:
            continue
        if at_most_p(failures, total, wanted_error) > DELTA:
            break
        best = threshold, total, failures
    if best is None:
        return _unsupported(wanted_error, total, failures, needed)
    return _supported(wanted_error, *best)


def outcomes_needed(wanted_error: float) -> int:
    """Return how many outcomes without a single failure certify this error rate."""
    return math.ceil(math.log(DELTA) / math.log1p(-wanted_error))


def _supported(wanted: float, threshold: int, total: int, failures: int) -> Recommendation:
    bound = exact_upper_bound(failures, total, DELTA)
    return Recommendation(
        wanted_error=wanted,
        threshold=threshold,
        outcomes=total,
        failures=failures,
        bound=bound,
        reason=(
            f"from confidence {threshold} up {failures} of {total} healings failed; with 90 % "
            f"certainty that is at most {100 * bound:.1f} %. It holds for data like these."
        ),
    )


def _unsupported(wanted: float, total: int, failures: int, needed: int) -> Recommendation:
    if total < needed:
        reason = f"not enough data: {total} outcomes, at least {needed} are needed"
    else:
        reason = f"{failures} of {total} healings failed even at the strictest threshold"
    return Recommendation(
        wanted_error=wanted,
        threshold=None,
        outcomes=total,
        failures=failures,
        bound=None,
        reason=f"no threshold can be recommended for {100 * wanted:g} % errors: {reason}",
    )


def _not_enough(outcomes: int) -> str:
    return f"not enough data: {outcomes} outcomes are known, {ENOUGH_OUTCOMES} are needed"


def _average(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def analytics_to_json(
    numbers: ConfidenceAnalytics, advice: Recommendation, stored: Mapping[str, object] | None
) -> dict[str, object]:
    """Return the numbers, the recommended threshold, and the calibrator in use."""
    return {
        **numbers.to_json(),
        "recommendedThreshold": advice.to_json(),
        "calibrator": None if stored is None else dict(stored),
    }
