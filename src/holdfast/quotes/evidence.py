"""What speaks for one place of the page, as a few numbers; the weights are in ``calibration``."""

from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import NamedTuple

import numpy as np
from rapidfuzz.distance import LCSseq

from holdfast.quotes.context import longest_matching_prefix, longest_matching_suffix
from holdfast.quotes.grams import GRAM, GramIndex, hash_grams
from holdfast.quotes.needle import Needle
from holdfast.quotes.normalise import Normalised

Range = tuple[int, int]

# How far an agreement can count: (0 + s)/(1 + s) and (1 + s)/(0 + s), so neither end is infinite.
_SOFT = 0.02
_CONTEXT_WEIGHT = 0.5  # a character around the quote counts half of one in it


@dataclass(frozen=True)
class Page:
    """A page's text in comparable form, indexed when it is first searched."""

    normalised: Normalised

    @property
    def text(self) -> str:
        """Return the comparable text."""
        return self.normalised.text

    @cached_property
    def grams(self) -> GramIndex:
        """Return where its pieces stand."""
        return GramIndex.of(self.normalised.codes)


class Evidence(NamedTuple):
    """What can be read off one place, without its position: all but ``near_run`` within 0…1."""

    likeness: float  # of the quote and the words there
    exact: bool
    surroundings: float  # likeness of context + quote + context, as one text
    near_run: float  # share of the context that agrees from the quote outwards, both sides: 0…2
    information: float  # how much the agreeing pieces of the quote say, in nats
    far: float | None  # likeness of the stored context beyond the near one, None if there is none


def agreement(needle: Needle, page: Page, span: Range) -> float:
    """Return how many characters agree, minus those that do not; context counts half."""
    start, end = span
    text, quote = page.text, needle.quote
    before = text[max(0, start - len(needle.before)) : start]
    after = text[end : end + len(needle.after)]
    shared = LCSseq.similarity(quote, text[start:end])
    around = LCSseq.similarity(needle.before, before) + LCSseq.similarity(needle.after, after)
    around += longest_matching_suffix(before, needle.before)
    around += longest_matching_prefix(after, needle.after)
    return 3 * shared - (end - start) - len(quote) + _CONTEXT_WEIGHT * around


def weigh(needle: Needle, page: Page, span: Range) -> Evidence:
    """Return the evidence for one place."""
    start, end = span
    text, there = page.text, page.text[start:end]
    before = text[max(0, start - len(needle.before)) : start]
    after = text[end : end + len(needle.after)]
    return Evidence(
        likeness=likeness(needle.quote, there),
        exact=needle.quote == there,
        surroundings=likeness(needle.text, before + there + after),
        near_run=_share(longest_matching_suffix(before, needle.before), needle.before)
        + _share(longest_matching_prefix(after, needle.after), needle.after),
        information=_information(needle, page, span),
        far=_far(needle, page, span),
    )


def likeness(one: str, two: str) -> float:
    """Return twice the characters they share in order, over the characters of both."""
    return 2 * LCSseq.similarity(one, two) / (len(one) + len(two)) if one or two else 1.0


def _share(length: int, context: str) -> float:
    """Return the agreeing share of a context; where there is none, that of a doubtful one."""
    return length / len(context) if context else 0.5


def _information(needle: Needle, page: Page, span: Range) -> float:
    """Return how unlikely the quote's agreeing pieces are on this page: rare words say more."""
    grams = needle.grams[needle.start : max(needle.start, needle.end - GRAM + 1)]
    if not len(grams):
        return 0.0
    there = hash_grams(page.normalised.codes[span[0] : span[1]])
    agreeing = grams[np.isin(grams, there)]
    counts = page.grams.count(agreeing)
    return float(np.log((len(page.text) + 1) / (counts + 1)).sum()) / GRAM


def _far(needle: Needle, page: Page, span: Range) -> float | None:
    """Return the likeness of the context beyond the near one."""
    if not needle.far_before and not needle.far_after:
        return None
    left = max(0, span[0] - len(needle.before))
    right = span[1] + len(needle.after)
    before = page.text[max(0, left - len(needle.far_before)) : left]
    after = page.text[right : right + len(needle.far_after)]
    shared = LCSseq.similarity(needle.far_before, before)
    shared += LCSseq.similarity(needle.far_after, after)
    whole = len(needle.far_before) + len(before) + len(needle.far_after) + len(after)
    return 2 * shared / whole if whole else None


def log_odds(share: float) -> float:
    """Return the softened log odds of a share."""
    return log((share + _SOFT) / (1 - share + _SOFT))
