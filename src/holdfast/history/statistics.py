"""Statistics: counts for reports and experiments, exact where the counts are small."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

Z_95 = 1.959963984540054  # both tails together hold 5 %


class Interval(NamedTuple):
    """A lower and an upper bound."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Rate:
    """So many successes of so many outcomes."""

    successes: int
    total: int

    @property
    def share(self) -> float | None:
        """Return the success rate from 0 to 1, None without outcomes."""
        return self.successes / self.total if self.total else None

    @property
    def interval(self) -> Interval:
        """Return the 95 % Wilson interval; everything from 0 to 1 without outcomes."""
        return wilson(self.successes, self.total)

    def to_json(self) -> dict[str, float | int | None]:
        """Return plain data, the rate and its interval in percent."""
        low, high = self.interval
        return {
            "successes": self.successes,
            "outcomes": self.total,
            "percent": None if self.share is None else round(100 * self.share, 2),
            "low": round(100 * low, 2),
            "high": round(100 * high, 2),
        }


def wilson(successes: int, total: int, z: float = Z_95) -> Interval:
    """Return Wilson's interval of a share; everything from 0 to 1 without outcomes."""
    if total == 0:
        return Interval(0.0, 1.0)
    share = successes / total
    centre = share + z * z / (2 * total)
    spread = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    # At the ends the bound is exactly 0 or 1; binary dust must not push it beyond.
    return Interval(max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale))


def difference_interval(one: Rate, other: Rate) -> Interval:
    """Return Newcombe's 95 % interval of ``one`` minus ``other``; -1 to 1 without outcomes."""
    if one.share is None or other.share is None:
        return Interval(-1.0, 1.0)
    difference = one.share - other.share
    below = math.hypot(one.share - one.interval.low, other.interval.high - other.share)
    above = math.hypot(one.interval.high - one.share, other.share - other.interval.low)
    return Interval(difference - below, difference + above)


def two_sided_normal_p(z: float) -> float:
    """Return the chance of a standard normal value at least this far from 0."""
    return math.erfc(abs(z) / math.sqrt(2))


def chi_square_p(statistic: float) -> float:
    """Return the chance of a chi-square value (one degree of freedom) at least this large."""
    return math.erfc(math.sqrt(statistic / 2))


def at_most_p(failures: int, total: int, error_rate: float) -> float:
    """Return the chance of at most so many failures if each happens with ``error_rate``."""
    if failures >= total:
        return 1.0
    if error_rate in (0.0, 1.0):
        return 1.0 - error_rate
    steps = np.arange(1, failures + 1)
    # log C(n, k) grows from k to k + 1 by log((n - k) / (k + 1)).
    choices = np.concatenate(([0.0], np.cumsum(np.log((total - steps + 1) / steps))))
    count = np.arange(failures + 1)
    logs = choices + count * math.log(error_rate) + (total - count) * math.log1p(-error_rate)
    return min(1.0, float(np.exp(logs).sum()))


def exact_upper_bound(failures: int, total: int, delta: float) -> float:
    """Return the error rate that is exceeded with a chance of at most ``delta``; 1 without data.

    Clopper and Pearson's one-sided bound: the rate at which so few failures have chance delta.
    """
    if failures >= total:
        return 1.0
    low, high = failures / total, 1.0
    for _ in range(60):  # halves the interval far below what a double can tell apart
        middle = (low + high) / 2
        if at_most_p(failures, total, middle) > delta:
            low = middle
        else:
            high = middle
    return high


def two_proportion_z(one: Rate, other: Rate) -> float:
    """Return the z value of ``one`` minus ``other`` with pooled variance; 0 without variance."""
    total = one.total + other.total
    pooled = (one.successes + other.successes) / total if total else 0.0
    if one.share is None or other.share is None or pooled in (0.0, 1.0):
        return 0.0
    error = math.sqrt(pooled * (1 - pooled) * (1 / one.total + 1 / other.total))
    return (one.share - other.share) / error


def fisher_p(one: Rate, other: Rate) -> float:
    """Return Fisher's exact two-sided p: all tables that are no likelier than the one seen."""
    successes, total = one.successes + other.successes, one.total + other.total
    lowest, highest = max(0, successes - other.total), min(successes, one.total)

    def log_chance(count: int) -> float:
        return (
            _log_choose(one.total, count)
            + _log_choose(other.total, successes - count)
            - _log_choose(total, successes)
        )

    # Tables of equal chance count, also when rounding puts one a hair above.
    seen = log_chance(one.successes) + 1e-7
    chances = (log_chance(count) for count in range(lowest, highest + 1))
    return min(1.0, math.fsum(math.exp(chance) for chance in chances if chance <= seen))


def _log_choose(total: int, count: int) -> float:
    return math.lgamma(total + 1) - math.lgamma(count + 1) - math.lgamma(total - count + 1)
