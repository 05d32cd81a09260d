"""Boosters and penalties: what makes a score surer or less sure than the sum of its factors."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from holdfast.model.healing_decision import ConfidenceFactors

HIGHEST = 100
LOWEST = 0


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A named number of points, and when it is due."""

    name: str
    points: int
    is_due: Callable[[ConfidenceFactors], bool]


BOOSTERS = (
    Adjustment("exact_label_match", 5, lambda seen: seen.label_similarity == 100),
    Adjustment("unique_selector", 5, lambda seen: seen.selector_uniqueness == 100),
    # The strongest sign there is: the same healing worked nine times in ten.
    Adjustment("high_cache_success", 10, lambda seen: seen.cache_success_rate >= 90),
    Adjustment("same_position", 5, lambda seen: seen.position_proximity == 100),
)
PENALTIES = (
    Adjustment("type_mismatch", 15, lambda seen: seen.type_similarity < 50),
    Adjustment("far_from_expected", 10, lambda seen: seen.position_proximity < 50),
    # The most costly one: with many matches, which of them is clicked is chance.
    Adjustment("ambiguous_selector", 20, lambda seen: seen.selector_uniqueness < 50),
    # 0 is no history, and no history is no fault.
    Adjustment("poor_cache_history", 15, lambda seen: 0 < seen.cache_success_rate < 50),
)


def apply_boosters(score: int, factors: ConfidenceFactors) -> tuple[int, tuple[str, ...]]:
    """Return the score with all boosters that are due, at most 100, and their names."""
    due = _due(BOOSTERS, factors)
    return min(HIGHEST, score + sum(booster.points for booster in due)), _names(due)


def apply_penalties(score: int, factors: ConfidenceFactors) -> tuple[int, tuple[str, ...]]:
    """Return the score less all penalties that are due, at least 0, and their names."""
    due = _due(PENALTIES, factors)
    return max(LOWEST, score - sum(penalty.points for penalty in due)), _names(due)


def _due(table: Sequence[Adjustment], factors: ConfidenceFactors) -> list[Adjustment]:
    return [adjustment for adjustment in table if adjustment.is_due(factors)]


def _names(due: Sequence[Adjustment]) -> tuple[str, ...]:
    return tuple(adjustment.name for adjustment in due)
