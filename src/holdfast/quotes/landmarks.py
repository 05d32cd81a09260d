"""Landmarks: where a quote should stand by its old offset and by other quotes.

A text that grows by 500 characters has moved each of its places by 0 to 500. Quotes of the same
page that were found for certain cut the page into pieces for which the same is true, with smaller
numbers: the more quotes are anchored together, the better is known where each should be.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log
from typing import NamedTuple


class Landmark(NamedTuple):
    """The same place in the old text and in the new one, and where it ends in the new one."""

    old: int
    new: int
    end: int


# Characters by which a place may be off without any reason.
SLACK = 50


@dataclass(frozen=True, slots=True)
class Expectation:
    """Where a place is expected, and by how much that may be wrong."""

    middle: float
    width: float
    is_marked: bool  # other quotes were found, not only the ends of the text
    low: float = 0  # where the one before it ends
    high: float = inf  # and the one behind it begins
    changed: float | None = None  # how much longer or shorter the text is, as logarithm, if known

    def surprise(self, place: int) -> float:
        """Return 0 for the expected place, growing with the logarithm of the distance."""
        return log(1 + abs(place - self.middle) / (self.width + SLACK))

    def is_in_order(self, start: int, end: int) -> bool:
        """Return whether a range stands between the landmarks between which it stood."""
        return self.low <= start and end <= self.high


def expect(old: int, landmarks: Sequence[Landmark]) -> Expectation:
    """Return where an old offset is expected.

    The landmarks rise in both texts; the first and the last are the ends of the texts.
    """
    after = min(max(bisect_left(landmarks, (old, 0)), 1), len(landmarks) - 1)
    low, high = landmarks[after - 1], landmarks[after]
    share = (old - low.old) / (high.old - low.old) if high.old > low.old else 0.0
    grown = abs((high.new - low.new) - (high.old - low.old))
    middle = low.new + share * (high.new - low.new)
    return Expectation(middle, grown, len(landmarks) > 2, low.end, high.new)


def rising(places: Sequence[Landmark]) -> list[Landmark]:
    """Return the most of these places that rise together; moved passages are left out."""
    tails: list[int] = []  # smallest last new offset of a chain of each length
    last: list[int] = []  # which place that is
    before: list[int] = []
    ordered = sorted(set(places), key=lambda place: (place.old, -place.new))
    for index, (_, new, _) in enumerate(ordered):
        length = bisect_left(tails, new)
        before.append(last[length - 1] if length else -1)
        tails[length:] = [new, *tails[length + 1 :]]
        last[length:] = [index, *last[length + 1 :]]
    chain: list[Landmark] = []
    at = last[-1] if last else -1
    while at >= 0:
        chain.append(ordered[at])
        at = before[at]
    return chain[::-1]
