"""Calibration: from evidence to probability, a weighted sum for each place, "gone" beside them.

The places of a page and "the passage is gone" share one probability: each place gets
exp(sum of weight x feature), "gone" gets exp(0), divided by the total. So two places that look
alike take from each other, and a lone weak place loses against "gone".

Each weight has the sign that its meaning demands, and no feature can help a rival more than the
place it speaks for: the confidence never falls when more agrees (docs/why/quotes.md).
"""

from collections.abc import Mapping, Sequence
from math import exp, log
from operator import mul
from types import MappingProxyType
from typing import NamedTuple

from holdfast.quotes.evidence import QuoteEvidence, Range
from holdfast.quotes.landmarks import Expectation

# From this probability on a quote is anchored; below it is an orphan with a near miss: what is as
# likely wrong as right is not shown as if it were right. Words that stand on the page word for
# word are taken a little earlier, more so if they stand there once: an orphan whose words can be
# read is no service.
ANCHOR_AT, ANCHOR_EXACT_AT, ANCHOR_ONLY_AT = 0.6, 0.55, 0.45
# Surprise of a place when nobody knows where the quote stood: the mean of right places.
UNKNOWN_SURPRISE = 0.24
# Rivals are as good as a place if they are not worse by more than this in likeness and in context.
RIVAL_LIKENESS, RIVAL_RUN = 0.02, 6
# How much a small difference counts: (1 + s) / (lost + s), so that no likeness is infinite.
SOFT = 0.2
# A passage of which less than half is left is gone; the share is known within some percent.
LITTLE, HALF = 0.4, 0.55
# A text that is longer by half, or much shorter, has changed all over; beyond that the length tells
# no more, and one that was stored wrongly must not make everything sure.
CHANGED_MOST = 0.5
# When nobody knows how long the text was: the mean of the documents that were fitted to.
UNKNOWN_CHANGE = 0.1
# Fitted with `holdfast bench fit-quotes`; what each project says when it is left out of the fit is
# in docs/benchmarks-quotes.md. Change them only by a new fit.
WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "constant": -8.9838,  # most places are not the one
        "likeness": 1.117,  # of the words there
        "surroundings": 1.8124,  # quote and near context as one text
        "information": 0.033,  # rare words say more than common ones
        "own": 1.6902,  # words that are the quote's own there, not its context's
        "mostly own": 3.9154,  # at least half of them
        "near": 0.034,  # what the pieces of the context say that stand near
        "far": 0.0048,  # and those beyond 30 characters
        "edge": -0.0609,  # context that does not agree: the next three characters
        "near missed": -0.05,  # pieces near
        "far missed": -0.0031,  # and beyond
        "surprise": -1.8566,  # distance from where it should stand
        "closest": 0.8865,  # no place that is as good stands nearer
        "together": 1.2085,  # other quotes of the page tell where it should stand
        "surprise together": -0.951,  # then a distance says more
        "out of order": -1.5287,  # others that stood before it stand behind it now, or the reverse
        "text changed": 3.4808,  # much is new in it: less of the context must stand
    }
)
# The signs: these may be anything, those speak against a place, all others for it. Context that
# does not agree shares characters with any text by chance; its pieces must cost more than that.
FREE = frozenset({"constant", "together"})
AGAINST = frozenset(
    {"edge", "near missed", "far missed", "surprise", "surprise together", "out of order"}
)
LEAST: Mapping[str, float] = MappingProxyType({"near missed": 0.05, "far missed": 0.002})


class QuotePlace(NamedTuple):
    """A range of the comparable text, the evidence for it, and the range in the raw text."""

    span: Range
    evidence: QuoteEvidence
    raw: Range


class Judgement(NamedTuple):
    """What is believed of the places: a probability for each, and that it is none of them."""

    probabilities: tuple[float, ...]
    gone: float

    def times(self, share: float) -> "Judgement":
        """Return that every place is less likely by this share, and "gone" more."""
        chances = tuple(share * chance for chance in self.probabilities)
        return Judgement(chances, 1.0 - sum(chances))


def features(places: Sequence[QuotePlace], expected: Expectation | None) -> list[list[float]]:
    """Return one row of numbers for each place, in the order of ``WEIGHTS``."""
    surprises = [
        UNKNOWN_SURPRISE if expected is None else expected.surprise(place.raw[0])
        for place in places
    ]
    together = float(expected is not None and expected.is_marked)
    return [
        [
            *_of_place(place.evidence),
            surprise,
            float(_is_closest(index, places, surprises)),
            together,
            together * surprise,
            float(expected is not None and not expected.is_in_order(*place.raw)),
            _change(expected),
        ]
        for index, (place, surprise) in enumerate(zip(places, surprises, strict=True))
    ]


def _change(expected: Expectation | None) -> float:
    """Return how much the text changed in length, as far as that tells anything."""
    if expected is None or expected.changed is None:
        return UNKNOWN_CHANGE
    return min(expected.changed, CHANGED_MOST)


def _of_place(seen: QuoteEvidence) -> list[float]:
    """Return what speaks for a place whatever stands elsewhere."""
    before, after = seen.before, seen.after
    return [
        1.0,
        _closeness(seen.likeness),
        seen.surroundings,
        seen.information,
        seen.own,
        _mostly(seen.own),
        before.near + after.near,
        before.far + after.far,
        float(before.edge + after.edge),
        float(before.near_missed + after.near_missed),
        float(before.far_missed + after.far_missed),
    ]


def _mostly(own: float) -> float:
    """Return 0 for clearly less than half of the words, 1 for half: less than that is gone."""
    return min(max((own - LITTLE) / (HALF - LITTLE), 0.0), 1.0)


def _closeness(likeness: float) -> float:
    """Return 0 for nothing alike, growing to the same; the first difference costs most."""
    return log((1 + SOFT) / (1 - likeness + SOFT))


def _is_closest(index: int, places: Sequence[QuotePlace], surprises: Sequence[float]) -> bool:
    """Return whether no other place that is as good stands nearer to where it should."""
    own = places[index].evidence
    return not any(
        surprise <= surprises[index]
        and place.evidence.likeness >= own.likeness - RIVAL_LIKENESS
        and place.evidence.run >= own.run - RIVAL_RUN
        for other, (place, surprise) in enumerate(zip(places, surprises, strict=True))
        if other != index
    )


def judge(
    places: Sequence[QuotePlace],
    expected: Expectation | None,
    weights: Sequence[float] = tuple(WEIGHTS.values()),
) -> Judgement:
    """Return how likely each place is the quote's, given where it is expected."""
    sums = [sum(map(mul, weights, row)) for row in features(places, expected)]
    top = max(0.0, *sums) if sums else 0.0
    others = _variants(places, sums)
    parts = [0.0 if index in others else exp(value - top) for index, value in enumerate(sums)]
    gone = exp(-top)
    total = sum(parts) + gone
    return Judgement(tuple(part / total for part in parts), gone / total)


def _variants(places: Sequence[QuotePlace], sums: Sequence[float]) -> set[int]:
    """Return which places are other readings of a better one: they share words, or touch.

    Such places are no rivals; either says that the quote is here.
    """
    order = sorted(range(len(sums)), key=lambda index: (-sums[index], index))
    return {
        index
        for rank, index in enumerate(order)
        if any(_is_same_place(places[index], places[better]) for better in order[:rank])
    }


def _is_same_place(one: QuotePlace, two: QuotePlace) -> bool:
    """Return whether two ranges are readings of one place; two exact ones are twins."""
    (start, end), (other_start, other_end) = one.span, two.span
    touches = start <= other_end and other_start <= end
    return touches and not (one.evidence.exact and two.evidence.exact)
