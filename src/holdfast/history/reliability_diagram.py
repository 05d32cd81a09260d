"""How far a predicted chance can be believed: reliability diagram, ECE, Brier score."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from holdfast.history.statistics import Interval, wilson
from holdfast.model.records import Record, named, plain

BINS = 10  # of equal width; with some hundred outcomes finer ones are mostly noise


class ReliabilityGroup(NamedTuple):
    """Outcomes that share one predicted chance (0 to 1)."""

    predicted: float
    successes: int
    outcomes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReliabilityBin(Record):
    """One bar of the diagram: what was predicted and what came true."""

    low: float = named("from")
    high: float = named("to")
    count: int
    predicted: float
    observed: float
    interval: Interval = named(None)

    def to_json(self) -> dict[str, float]:
        """Return plain data; low and high are the interval's."""
        return {**Record.to_json(self), **plain(self.interval)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reliability:
    """The diagram (bins without outcomes left out) and two numbers that sum it up.

    ``ece``: mean distance of predicted and observed. ``brier``: mean squared error of each one.
    """

    outcomes: int
    bins: tuple[ReliabilityBin, ...]
    ece: float
    brier: float


def measure_reliability(groups: Iterable[ReliabilityGroup]) -> Reliability | None:
    """Return the reliability of predicted chances, None without outcomes."""
    known = [group for group in groups if group.outcomes]
    total = sum(group.outcomes for group in known)
    if not total:
        return None
    bins = tuple(
        _draw_bin(at, [group for group in known if _bin_of(group.predicted) == at])
        for at in sorted({_bin_of(group.predicted) for group in known})
    )
    error = sum(bar.count * abs(bar.predicted - bar.observed) for bar in bins)
    squares = sum(
        group.successes * (1 - group.predicted) ** 2
        + (group.outcomes - group.successes) * group.predicted**2
        for group in known
    )
    return Reliability(outcomes=total, bins=bins, ece=error / total, brier=squares / total)


def _bin_of(predicted: float) -> int:
    # 0.7 * 10 may fall a hair short of 7; a chance of 1 belongs to the last bin.
    return min(BINS - 1, int(predicted * BINS + 1e-9))


def _draw_bin(at: int, groups: list[ReliabilityGroup]) -> ReliabilityBin:
    count = sum(group.outcomes for group in groups)
    successes = sum(group.successes for group in groups)
    return ReliabilityBin(
        low=at / BINS,
        high=(at + 1) / BINS,
        count=count,
        predicted=sum(group.predicted * group.outcomes for group in groups) / count,
        observed=successes / count,
        interval=wilson(successes, count),
    )
