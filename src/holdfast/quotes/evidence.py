"""What speaks for one place of the page, as a few numbers; the weights are in ``calibration``."""

from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import NamedTuple

import numpy as np
from rapidfuzz.distance import LCSseq

from holdfast.quotes.context import (
    SCORED_CONTEXT,
    iter_occurrences,
    longest_matching_prefix,
    longest_matching_suffix,
)
from holdfast.quotes.grams import GRAM, GramIndex, Places
from holdfast.quotes.needle import Needle
from holdfast.quotes.normalise import Normalised

Range = tuple[int, int]

# How far an agreement can count: (0 + s)/(1 + s) and (1 + s)/(0 + s), so neither end is infinite.
_SOFT = 0.02
# Beyond some 2 000 characters texts are compared word by word: the time grows with the product.
LONG_PRODUCT = 4_000_000
_CONTEXT_WEIGHT = 0.5  # a character around the quote counts half of one in it


@dataclass(frozen=True)
class Page:
    """A page's text in comparable form, indexed when it is first searched."""

    normalised: Normalised

    @property
    def text(self) -> str:
        """Return the comparable text."""
        return self.normalised.text

    def raw_span(self, span: Range) -> Range:
        """Return the original offsets of a range."""
        return self.normalised.raw_start(span[0]), self.normalised.raw_end(span[1])

    @cached_property
    def grams(self) -> GramIndex:
        """Return where its pieces stand."""
        return GramIndex.of(self.normalised.codes)


class Evidence(NamedTuple):
    """What can be read off one place, without its position."""

    likeness: float  # of the quote and the words there
    exact: bool
    surroundings: float  # likeness of context + quote + context, as one text
    before: float  # share of the context that agrees from the quote outwards, without a gap
    after: float
    information: float  # how much the agreeing pieces of the quote say, in nats
    far: float | None  # likeness of the stored context beyond the near one, None if there is none

    @property
    def near_run(self) -> float:
        """Return the shares of both sides together: 0 to 2."""
        return self.before + self.after


class Comparison:
    """One needle held against one page; what was computed for one range serves the next."""

    def __init__(self, needle: Needle, page: Page) -> None:
        """Take the two; nothing is compared yet."""
        self.needle, self.page = needle, page
        self._before: dict[int, tuple[int, int]] = {}
        self._after: dict[int, tuple[int, int]] = {}
        self._agreement: dict[Range, float] = {}

    @cached_property
    def counts(self) -> Places:
        """Return how often each piece of the needle stands on the page."""
        return self.page.grams.count(self.needle.grams)

    def occurrences(self) -> list[int]:
        """Return every place at which the quote stands word for word."""
        needle, page = self.needle, self.page
        within = self.counts[needle.inside]
        if not len(within):
            return list(iter_occurrences(page.text, needle.quote))
        rarest = int(within.argmin())
        starts = page.grams.places(int(needle.grams[needle.start + rarest])) - rarest
        return [at for at in starts.tolist() if at >= 0 and page.text.startswith(needle.quote, at)]

    def before(self, start: int) -> tuple[int, int]:
        """Return the context that agrees before a place: without a gap; that and in order."""
        known = self._before.get(start)
        if known is None:
            wanted = self.needle.before
            there = self.page.text[max(0, start - len(wanted)) : start]
            run, shared = longest_matching_suffix(there, wanted), LCSseq.similarity(wanted, there)
            known = self._before[start] = run, run + shared
        return known

    def after(self, end: int) -> tuple[int, int]:
        """Return the context that agrees behind a place: without a gap; that and in order."""
        known = self._after.get(end)
        if known is None:
            wanted = self.needle.after
            there = self.page.text[end : end + len(wanted)]
            run, shared = longest_matching_prefix(there, wanted), LCSseq.similarity(wanted, there)
            known = self._after[end] = run, run + shared
        return known

    def agreement(self, span: Range) -> float:
        """Return how many characters agree, minus those that do not; context counts half."""
        known = self._agreement.get(span)
        if known is None:
            start, end = span
            shared = shared_length(self.needle.quote, self.page.text[start:end])
            around = self.before(start)[1] + self.after(end)[1]
            lost = end - start + len(self.needle.quote) - 2 * shared
            known = self._agreement[span] = shared - lost + _CONTEXT_WEIGHT * around
        return known

    def weigh(self, span: Range) -> Evidence:
        """Return the evidence for one place."""
        start, end = span
        needle, text = self.needle, self.page.text
        there = text[start:end]
        around = text[max(0, start - len(needle.before)) : end + len(needle.after)]
        return Evidence(
            likeness=likeness(needle.quote, there),
            exact=needle.quote == there,
            surroundings=_surroundings(needle, around),
            before=_share(self.before(start)[0], needle.before),
            after=_share(self.after(end)[0], needle.after),
            information=self._information(span),
            far=_far(needle, self.page, span),
        )

    @cached_property
    def _worth(self) -> dict[int, float]:
        """Return how unlikely each piece of the quote is on this page: rare words say more."""
        grams, counts = self.needle.grams[self.needle.inside], self.counts[self.needle.inside]
        worth = np.log((len(self.page.text) + 1) / (counts + 1)) / GRAM
        total: dict[int, float] = {}
        for gram, value in zip(grams.tolist(), worth.tolist(), strict=True):
            total[gram] = total.get(gram, 0.0) + value
        return total

    def _information(self, span: Range) -> float:
        """Return what the pieces of the quote say that also stand there."""
        there = self.page.grams.hashes[span[0] : max(span[0], span[1] - GRAM + 1)]
        known = set(there.tolist())
        return sum(value for gram, value in self._worth.items() if gram in known)


def likeness(one: str, two: str) -> float:
    """Return twice the characters they share in order, over the characters of both."""
    return 2 * shared_length(one, two) / (len(one) + len(two)) if one or two else 1.0


def shared_length(one: str, two: str) -> int:
    """Return how many characters two texts share in order; of very long ones, about how many."""
    if len(one) * len(two) <= LONG_PRODUCT:
        return LCSseq.similarity(one, two)
    words, others = one.split(" "), two.split(" ")
    letters = (len(one) + len(two)) / (len(words) + len(others))
    return min(len(one), len(two), round(letters * LCSseq.similarity(words, others)))


def _surroundings(needle: Needle, around: str) -> float:
    """Return the likeness of the needle and the words there; context not stored is half alike."""
    missing = 2 * SCORED_CONTEXT - len(needle.before) - len(needle.after)
    shared = shared_length(needle.text, around)
    return (2 * shared + missing) / (len(needle.text) + len(around) + 2 * missing)


def _share(length: int, context: str) -> float:
    """Return the agreeing share of a context; where there is none, that of a doubtful one."""
    return length / len(context) if context else 0.5


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
