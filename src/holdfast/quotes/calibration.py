"""From evidence to probability: one weighted sum for each place, and "none of these" beside them.

The places of a page and "the passage is gone" share one probability: each place gets
exp(sum of weight x trait), "gone" gets exp(0), divided by the total. So two places that look alike
take from each other, and a lone weak place loses against "gone".
"""

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from types import MappingProxyType
from typing import NamedTuple

from holdfast.quotes.evidence import Evidence, Range, log_odds
from holdfast.quotes.landmarks import Expectation

# From this probability on a quote is anchored; below it is an orphan with a near miss: what is more
# likely wrong than right is not shown as if it were right. Words that stand on the page word for
# word, and once only, are taken a little earlier: an orphan whose words can be read is no service.
ANCHOR_AT, ANCHOR_EXACT_AT = 0.5, 0.4
# Surprise of a place when nobody knows where the quote stood: the mean of right places.
UNKNOWN_SURPRISE = 0.24
# Rivals are as good as a place if they are not worse by more than this in likeness and context.
RIVAL_LIKENESS, RIVAL_RUN = 0.02, 0.2

# Fitted with `holdfast bench fit-quotes` on four projects; what each project says when it is left
# out of the fit is in docs/benchmarks-quotes.md. Change them only by a new fit.
WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "constant": -6.319,  # most places are not the one
        "likeness": 1.23,  # of the words there, as log odds
        "run": 1.045,  # context that agrees from the quote outwards, the first characters most
        "surroundings": 2.385,  # quote and context as one text, as log odds
        "information": 0.924,  # rare words say more than common ones
        "exact": -0.923,  # times log length, for quotes that stand word for word
        "surprise": -2.124,  # distance from where it should stand
        "closest": 0.609,  # no place that is as good stands nearer
        "far": 1.319,  # the context beyond 30 characters, if it was stored
        "together": 0.519,  # other quotes of the page tell where it should stand
        "surprise_together": -0.954,  # then a distance says more
    }
)


class Place(NamedTuple):
    """A range of the comparable text, the evidence for it, and its offset in the raw text."""

    span: Range
    evidence: Evidence
    raw_start: int


class Judgement(NamedTuple):
    """What is believed of the places: a probability for each, and that it is none of them."""

    probabilities: tuple[float, ...]
    gone: float


def traits(places: Sequence[Place], length: int, expected: Expectation | None) -> list[list[float]]:
    """Return one row of numbers for each place, in the order of ``WEIGHTS``."""
    surprises = [
        UNKNOWN_SURPRISE if expected is None else expected.surprise(place.raw_start)
        for place in places
    ]
    together = float(expected is not None and expected.is_marked)
    return [
        [
            1.0,
            log_odds(place.evidence.likeness),
            sqrt(place.evidence.before) + sqrt(place.evidence.after),
            log_odds(place.evidence.surroundings),
            log(1 + place.evidence.information),
            log(length) if place.evidence.exact else 0.0,
            surprise,
            float(_is_closest(index, places, surprises)),
            0.0 if place.evidence.far is None else place.evidence.far - 0.5,
            together,
            together * surprise,
        ]
        for index, (place, surprise) in enumerate(zip(places, surprises, strict=True))
    ]


def _is_closest(index: int, places: Sequence[Place], surprises: Sequence[float]) -> bool:
    """Return whether no other place that is as good stands nearer to where it should."""
    own = places[index].evidence
    return not any(
        surprise <= surprises[index]
        and place.evidence.likeness >= own.likeness - RIVAL_LIKENESS
        and place.evidence.near_run >= own.near_run - RIVAL_RUN
        for other, (place, surprise) in enumerate(zip(places, surprises, strict=True))
        if other != index
    )


def judge(
    places: Sequence[Place],
    length: int,
    expected: Expectation | None,
    weights: Sequence[float] = tuple(WEIGHTS.values()),
) -> Judgement:
    """Return how likely each place is the quote's, given where it is expected."""
    sums = [
        sum(weight * trait for weight, trait in zip(weights, row, strict=True))
        for row in traits(places, length, expected)
    ]
    top = max(0.0, *sums) if sums else 0.0
    parts = [exp(value - top) for value in sums]
    gone = exp(-top)
    total = sum(parts) + gone
    return Judgement(tuple(part / total for part in parts), gone / total)
