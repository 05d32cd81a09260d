"""Evidence: what speaks for one place of the page, as a few numbers; ``calibration`` weighs them.

What is said of the context is counted in characters and pieces, never as a share: one more that
agrees is worth the same at every place, so it cannot help a rival more than the place it agrees
with. That is what keeps the confidence from falling when more is known and agrees.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log
from typing import NamedTuple

import numpy as np
from rapidfuzz.distance import LCSseq

from holdfast.quotes.context import (
    iter_occurrences,
    longest_matching_prefix,
    longest_matching_suffix,
)
from holdfast.quotes.grams import GRAM, GramIndex, Places, hash_grams
from holdfast.quotes.needle import NEAR, STORED, Needle
from holdfast.quotes.normalise import Normalised, code_points
from holdfast.quotes.word_spans import WordAlignment

Range = tuple[int, int]
Piece = tuple[str, float]  # some characters, and what they say on this page

# Far from the quote four characters stand by chance too often, in more than a hundred.
FAR_GRAM = 8

COMMON_SHARE = 4096  # a piece that is every 4096th of the page says nothing about where
COMMON_LEAST = 64  # but on a short page, fewer hits than this are never too many
# Beyond some 2 000 characters texts are compared word by word: the time grows with the product.
LONG_PRODUCT = 4_000_000
_CONTEXT_WEIGHT = 0.5  # a character around the quote counts half of one in it
_SOFT = 6  # characters that may differ before that counts in full
# Context is looked for this much farther out than it stood: something may have been put between.
_SLACK = 20


@dataclass(frozen=True)
class QuotedPage:
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
        return GramIndex(self.normalised.codes)

    def occurrences(self, words: str) -> list[int]:
        """Return every place at which the words stand as they are."""
        pieces = hash_grams(code_points(words))
        if not len(pieces) or not self.grams.is_sorted:
            return list(iter_occurrences(self.text, words))
        rarest = int(self.grams.count(pieces).argmin())
        starts = (self.grams.places(int(pieces[rarest])) - rarest).tolist()
        return [at for at in starts if at >= 0 and self.text.startswith(words, at)]


class ContextSide(NamedTuple):
    """What agrees of the context on one side of a place, and what does not."""

    run: int  # characters from the quote outwards, without a gap
    edge: int  # of the three next to the quote, those that differ
    near: float  # what the pieces of the nearest 30 characters say that stand there, in nats
    far: float  # and those beyond
    near_missed: int  # pieces that do not
    far_missed: int


class QuoteEvidence(NamedTuple):
    """What can be read off one place, without its position."""

    likeness: float  # of the quote and the words there
    exact: bool
    surroundings: float  # characters of quote and near context for each that differs, as logarithm
    information: float  # how much the agreeing pieces of the quote say, in nats
    own: float  # share of the words of the quote that are its own here, not those of its context
    before: ContextSide
    after: ContextSide

    @property
    def run(self) -> int:
        """Return how many characters of context stand next to the place, on both sides."""
        return self.before.run + self.after.run


class QuoteComparison:
    """One needle held against one page; what was computed for one range serves the next."""

    def __init__(self, needle: Needle, page: QuotedPage) -> None:
        """Take the two; nothing is compared yet."""
        self.needle, self.page = needle, page
        self._before: dict[int, int] = {}
        self._after: dict[int, int] = {}
        self._agreement: dict[Range, float] = {}

    @cached_property
    def words(self) -> WordAlignment:
        """Return the words of the needle, to be laid against those of the page."""
        return WordAlignment(self.needle, self.page.text)

    @cached_property
    def _stored_counts(self) -> Places:
        """Return how often each piece that is stored stands on the page: all asked at once."""
        return self.page.grams.count(self.needle.stored_grams)

    @property
    def counts(self) -> Places:
        """Return how often each piece of the needle stands on the page."""
        return self._stored_counts[self.needle.near]

    @cached_property
    def hits(self) -> tuple[Places, Places]:
        """Return where the pieces of the needle stand, and which; common ones are left out."""
        most = max(COMMON_LEAST, len(self.page.text) // COMMON_SHARE)
        return self.page.grams.hits(self.needle.grams, self.counts, most)

    @cached_property
    def occurrences(self) -> list[int]:
        """Return every place at which the quote stands word for word."""
        return self.page.occurrences(self.needle.quote)

    def agreement(self, span: Range) -> float:
        """Return how many characters agree, minus those that do not; context counts half."""
        known = self._agreement.get(span)
        if known is None:
            start, end = span
            shared = shared_length(self.needle.quote, self.page.text[start:end])
            lost = end - start + len(self.needle.quote) - 2 * shared
            around = self._around_before(start) + self._around_after(end)
            known = self._agreement[span] = shared - lost + _CONTEXT_WEIGHT * around
        return known

    def _around_before(self, start: int) -> int:
        """Return the near context that agrees before a place: without a gap, and in order."""
        known = self._before.get(start)
        if known is None:
            wanted = self.needle.near_before
            there = self.page.text[max(0, start - len(wanted)) : start]
            known = longest_matching_suffix(there, wanted) + LCSseq.similarity(wanted, there)
            self._before[start] = known
        return known

    def _around_after(self, end: int) -> int:
        """Return the near context that agrees behind a place: without a gap, and in order."""
        known = self._after.get(end)
        if known is None:
            wanted = self.needle.near_after
            there = self.page.text[end : end + len(wanted)]
            known = longest_matching_prefix(there, wanted) + LCSseq.similarity(wanted, there)
            self._after[end] = known
        return known

    def weigh(self, span: Range) -> QuoteEvidence:
        """Return the evidence for one place."""
        start, end = span
        needle, text = self.needle, self.page.text
        there = text[start:end]
        shared = shared_length(needle.quote, there)
        differs = len(needle.quote) + len(there) - 2 * shared
        differs += 2 * self._lost_before(start) + 2 * self._lost_after(end)
        return QuoteEvidence(
            likeness=2 * shared / (len(needle.quote) + len(there)),
            exact=needle.quote == there,
            surroundings=log(2 * len(needle.text) / (differs + _SOFT)),
            information=self._information(span),
            own=self.words.share(span),
            before=self._before_side(start),
            after=self._after_side(end),
        )

    def _lost_before(self, start: int) -> int:
        """Return how much of the near context differs before a place."""
        there = self.page.text[max(0, start - NEAR) : start]
        return _lost(self.needle.near_before[::-1], there[::-1])

    def _lost_after(self, end: int) -> int:
        return _lost(self.needle.near_after, self.page.text[end : end + NEAR])

    def _before_side(self, start: int) -> ContextSide:
        text, wanted = self.page.text, self.needle.before
        there = text[max(0, start - len(wanted)) : start]
        close = text[max(0, start - NEAR - _SLACK) : start]
        wide = text[max(0, start - STORED - _SLACK) : start]
        run = longest_matching_suffix(there, wanted)
        return _side(run, len(wanted), self._pieces_before, (close, wide))

    def _after_side(self, end: int) -> ContextSide:
        text, wanted = self.page.text, self.needle.after
        there = text[end : end + len(wanted)]
        close, wide = text[end : end + NEAR + _SLACK], text[end : end + STORED + _SLACK]
        run = longest_matching_prefix(there, wanted)
        return _side(run, len(wanted), self._pieces_after, (close, wide))

    @cached_property
    def _pieces_before(self) -> tuple[list[Piece], list[Piece]]:
        """Return the pieces of the context, near and far, with what each says."""
        before, said = self.needle.before, self._said(0)
        near, far = max(0, len(before) - NEAR), max(0, len(before) - NEAR + FAR_GRAM - 1)
        return _pieces(before, said, GRAM)[near:], _pieces(before[:far], said, FAR_GRAM)

    @cached_property
    def _pieces_after(self) -> tuple[list[Piece], list[Piece]]:
        after = self.needle.after
        said = self._said(len(self.needle.before) + len(self.needle.quote))
        far = NEAR - FAR_GRAM + 1
        return _pieces(after[:NEAR], said, GRAM), _pieces(after[far:], said[far:], FAR_GRAM)

    def _said(self, start: int) -> list[float]:
        """Return what each four characters of what is stored say on this page, from one on."""
        counts = self._stored_counts[start:]
        said: list[float] = (np.log((len(self.page.text) + 1) / (counts + 1)) / GRAM).tolist()
        return said

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


def _pieces(context: str, said: list[float], length: int) -> list[Piece]:
    """Return the pieces of that length; each says what its first four characters say."""
    count = max(0, len(context) - length + 1)
    return [(context[at : at + length], worth) for at, worth in enumerate(said[:count])]


def _side(
    run: int, length: int, pieces: tuple[list[Piece], list[Piece]], windows: tuple[str, str]
) -> ContextSide:
    """Return the side of a place; a piece counts where its outer end lies, from the quote on."""
    (close, wide), (all_near, all_far), edge = windows, pieces, GRAM - 1
    near = [worth for piece, worth in all_near if piece in close]
    far = [worth for piece, worth in all_far if piece in wide]
    return ContextSide(
        run=run,
        edge=min(length, edge) - min(run, edge),
        near=sum(near),
        far=sum(far),
        near_missed=len(all_near) - len(near),
        far_missed=len(all_far) - len(far),
    )


@lru_cache(maxsize=1024)  # places that begin or end alike are weighed again and again
def _lost(wanted: str, there: str) -> int:
    """Return how many characters of a context are not there, in order, both from the quote on.

    It is the most that is lost on the way outwards: one more character that is stored can find
    no other that was lost, so that a rival never gains from it what the place does not.
    """
    if there.startswith(wanted):
        return 0
    places: dict[str, int] = {}
    for at, letter in enumerate(wanted):
        places[letter] = places.get(letter, 0) | 1 << at
    # The longest common subsequence of all beginnings at once: each bit that is still set is a
    # character that was not found (Hyyrö 2004).
    missing = whole = (1 << len(wanted)) - 1
    lost = 0
    for length, letter in enumerate(there[: len(wanted)], 1):
        found = missing & places.get(letter, 0)
        missing = (missing + found | missing - found) & whole
        lost = max(lost, (missing & (1 << length) - 1).bit_count())
    return max(lost, missing.bit_count())


def shared_length(one: str, two: str) -> int:
    """Return how many characters two texts share in order; of very long ones, about how many."""
    if len(one) * len(two) <= LONG_PRODUCT:
        return LCSseq.similarity(one, two)
    words, others = one.split(" "), two.split(" ")
    letters = (len(one) + len(two)) / (len(words) + len(others))
    return min(len(one), len(two), round(letters * LCSseq.similarity(words, others)))
