"""The report for a period: how sure the decisions were, what was done, and how it went."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from holdfast.history.statistics import Rate, wilson
from holdfast.model.healing_decision import HealingAction
from holdfast.model.remembered import DecisionRow

HIGH_FROM, MEDIUM_HIGH_FROM, MEDIUM_LOW_FROM = 80, 60, 40
WEAKEST_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Distribution:
    """How many decisions fell into each band of confidence."""

    high: int
    medium_high: int
    medium_low: int
    low: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuracy:
    """How often applied healings succeeded; those without a known outcome are left out."""

    auto_applied: Rate
    flagged: Rate
    overall: Rate


@dataclass(frozen=True, slots=True, kw_only=True)
class WeakSpot:
    """A recording or an element whose healings often fail or are refused.

    ``label``: what people call it; its ``name`` when nothing better is known. ``trouble``: failed
    or not applied, of all decisions whose end is known.
    """

    name: str
    label: str
    decisions: int
    failed: int
    refused: int
    trouble: Rate
    average_confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfidenceReport:
    """What happened between two moments."""

    start: datetime
    end: datetime
    decisions: int
    distribution: Distribution
    actions: Mapping[HealingAction, int]
    accuracy: Accuracy
    weakest_recordings: tuple[WeakSpot, ...]
    weakest_elements: tuple[WeakSpot, ...]

    @property
    def applied(self) -> int:
        """Return how many healings were really used."""
        return sum(count for action, count in self.actions.items() if action.applies)


@dataclass(slots=True)
class _Spot:
    """Counts of one recording or element while rows go by."""

    decisions: int = 0
    succeeded: int = 0
    failed: int = 0
    refused: int = 0
    confidence: int = 0

    def add(self, row: DecisionRow, applied: bool) -> None:
        self.decisions += 1
        self.confidence += row.final_confidence
        if not applied:
            self.refused += 1
        elif row.outcome:
            self.succeeded += 1
        elif row.outcome is not None:
            self.failed += 1


@dataclass(slots=True)
class _Counts:
    """Everything the report needs, gathered in one pass."""

    by_confidence: list[int] = field(default_factory=lambda: [0] * 101)
    by_action: dict[HealingAction, int] = field(
        default_factory=lambda: dict.fromkeys(reversed(HealingAction), 0)
    )
    outcomes: dict[tuple[HealingAction, bool], int] = field(default_factory=dict)
    recordings: dict[str, _Spot] = field(default_factory=dict)
    elements: dict[str, _Spot] = field(default_factory=dict)

    def add(self, row: DecisionRow) -> None:
        self.by_confidence[row.final_confidence] += 1
        self.by_action[row.action] += 1
        applied = row.action in _APPLIED
        outcome = row.outcome
        if applied and outcome is not None:
            key = (row.action, outcome)
            self.outcomes[key] = self.outcomes.get(key, 0) + 1
        for name, spots in (
            (row.recording_id, self.recordings),
            (row.fingerprint_id, self.elements),
        ):
            if name is not None:
                spot = spots.get(name)
                if spot is None:
                    spot = spots[name] = _Spot()
                spot.add(row, applied)

    def rate(self, *actions: HealingAction) -> Rate:
        good = sum(self.outcomes.get((action, True), 0) for action in actions)
        bad = sum(self.outcomes.get((action, False), 0) for action in actions)
        return Rate(good, good + bad)


_APPLIED = frozenset(action for action in HealingAction if action.applies)


def build_report(rows: Iterable[DecisionRow], start: datetime, end: datetime) -> ConfidenceReport:
    """Return the report over rows of that period; the rows are read once and not kept."""
    counts = _Counts()
    for row in rows:
        counts.add(row)
    return ConfidenceReport(
        start=start,
        end=end,
        decisions=sum(counts.by_confidence),
        distribution=_distribution(counts.by_confidence),
        actions=counts.by_action,
        accuracy=Accuracy(
            auto_applied=counts.rate(HealingAction.AUTO_APPLY),
            flagged=counts.rate(HealingAction.APPLY_WITH_FLAG),
            overall=counts.rate(HealingAction.AUTO_APPLY, HealingAction.APPLY_WITH_FLAG),
        ),
        weakest_recordings=_weakest(counts.recordings),
        weakest_elements=_weakest(counts.elements),
    )


def with_labels(report: ConfidenceReport, labels: Mapping[str, str]) -> ConfidenceReport:
    """Return the report with its elements called by what they said; the key is the element."""
    named = (
        replace(spot, label=labels.get(spot.name, spot.name)) for spot in report.weakest_elements
    )
    return replace(report, weakest_elements=tuple(named))


def _distribution(by_confidence: list[int]) -> Distribution:
    return Distribution(
        high=sum(by_confidence[HIGH_FROM:]),
        medium_high=sum(by_confidence[MEDIUM_HIGH_FROM:HIGH_FROM]),
        medium_low=sum(by_confidence[MEDIUM_LOW_FROM:MEDIUM_HIGH_FROM]),
        low=sum(by_confidence[:MEDIUM_LOW_FROM]),
    )


def _weakest(spots: Mapping[str, _Spot]) -> tuple[WeakSpot, ...]:
    """Return the spots with trouble, surest trouble first: one failure of one proves little."""
    weak = [_weak_spot(name, spot) for name, spot in spots.items() if spot.failed or spot.refused]
    weak.sort(key=lambda spot: (-wilson(spot.trouble.successes, spot.trouble.total).low, spot.name))
    return tuple(weak[:WEAKEST_SHOWN])


def _weak_spot(name: str, spot: _Spot) -> WeakSpot:
    trouble = spot.failed + spot.refused
    return WeakSpot(
        name=name,
        label=name,
        decisions=spot.decisions,
        failed=spot.failed,
        refused=spot.refused,
        trouble=Rate(trouble, trouble + spot.succeeded),
        average_confidence=spot.confidence / spot.decisions,
    )
