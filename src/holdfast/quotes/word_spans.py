"""Word spans: the words of a quote and its near context, laid against those of a part of the page.

In order and word by word, as a reader compares two states of a sentence. That tells where a passage
begins and ends of which little stands as it stood, and whether words that are the quote's are its
own there, or belong to what stood around it.
"""

import re
from collections.abc import Iterable
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import LCSseq

from holdfast.quotes.context import longest_matching_prefix, longest_matching_suffix
from holdfast.quotes.needle import NEAR, Needle
from holdfast.quotes.word_edges import UNSPACED, drop_spaces, skip_spaces

_WORDS = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+|[^\w\s]")
# How far around a range words are looked for, whatever is stored of the context: twice as far as it
# reaches, because something may have been put between.
_AROUND = 2 * NEAR
# Context that stands next to a range tells that it ends there; a few letters do by chance.
BESIDE = 6
# Fewer letters of the quote than this beside a range stand there by chance.
WORD = 4
# Farther from its own words than this, what stands before the context replaced none of the quote's.
REPLACED = 40
# What a letter between two words takes from the letters of both; if it is more, they are apart.
GAP = 0.2
# Percent of the letters of a word that is the same one, misspelt or in another form.
ALIKE = 60.0


# Which word it is, and where it begins and ends on the page.
_Word = tuple[int, int, int]
_Stands = dict[int, tuple[int, int]]


class _Laid(NamedTuple):
    """What stands around a range: the words that quote and context share with it, and all."""

    matched: list[_Word]  # from the quote's first word on: those before it are negative
    found: list[_Word]  # the quote's own of these
    there: list[str]
    first: int  # of the words there, those in the range
    last: int


class WordAlignment:
    """The words of one needle, to be laid against parts of one text."""

    def __init__(self, needle: Needle, text: str) -> None:
        """Take the two; nothing is compared yet."""
        self.needle, self.text = needle, text
        self._laid: dict[tuple[int, int], _Laid] = {}

    @cached_property
    def _words(self) -> tuple[list[str], int, int]:
        """Return the words of context and quote, and which are the quote's."""
        needle = self.needle
        before, quote = _split(needle.near_before), _split(needle.quote)
        after = _split(needle.near_after)
        return before + quote + after, len(before), len(before) + len(quote)

    @cached_property
    def _letters(self) -> list[int]:
        """Return how many letters the words of the quote have, up to each."""
        words, first, last = self._words
        return [0, *accumulate(map(len, words[first:last]))]

    @property
    def _count(self) -> int:
        """Return how many words the quote has."""
        return len(self._letters) - 1

    def _lay(self, span: tuple[int, int]) -> _Laid:
        """Return where the words of the quote stand around a range of the page."""
        known = self._laid.get(span)
        if known is not None:
            return known
        words, first, last = self._words
        cuts = (max(0, span[0] - _AROUND), *span, span[1] + _AROUND)
        parts = [_spans(self.text, *ends) for ends in pairwise(cuts)]
        matches = parts[0] + parts[1] + parts[2]
        there = [self.text[begins:ends].lower() for begins, ends in matches]
        matched = [
            (word - first, *matches[word + step.dest_start - step.src_start])
            for step in LCSseq.opcodes(words, there)
            if step.tag == "equal"
            for word in range(step.src_start, step.src_end)
        ]
        found = [word for word in matched if 0 <= word[0] < last - first]
        inner, outer = len(parts[0]), len(parts[0]) + len(parts[1])
        self._laid[span] = laid = _Laid(matched, found, there, inner, outer)
        return laid

    def ends(self, span: tuple[int, int]) -> tuple[int, int] | None:
        """Return from where to where the quote's words stand around a range; None if nowhere."""
        found = self._lay(span).found
        return (found[0][1], found[-1][2]) if found else None

    def own_part(self, span: tuple[int, int]) -> tuple[int, int]:
        """Return a range without what is not the quote's at its ends.

        An end at which the context stands stays. Another is moved to the nearest word that is the
        quote's, or to the context if that is not far: what stands between was put in its place.
        """
        laid = self._lay(span)
        start, end = self._without_context(span, laid)
        kept = [word for word in laid.found if start <= word[1] and word[2] <= end]
        if not kept:
            return start, end
        if _letters(laid.found) - _letters(kept) >= WORD:
            kept = laid.found
        first, last = (
            _core(kept) if self.needle.before and self.needle.after else (kept[0], kept[-1])
        )
        stands = {word: (begins, ends) for word, begins, ends in laid.matched}
        if start > span[0] or not self._is_context_before(start):
            start = self._begin(first, min(start, first[1]), stands)
        if end < span[1] or not self._is_context_behind(end):
            end = self._stop(last, max(end, last[2]), stands)
        return start, end

    def _is_context_before(self, start: int) -> bool:
        there = self.text[max(0, start - BESIDE) : start]
        return longest_matching_suffix(there, self.needle.before) == BESIDE

    def _is_context_behind(self, end: int) -> bool:
        there = self.text[end : end + BESIDE]
        return longest_matching_prefix(there, self.needle.after) == BESIDE

    def _begin(self, first: _Word, start: int, stands: _Stands) -> int:
        """Return where a range begins that begins with a word of the quote, or in its place."""
        word, begins = self._with_alike(first[0], first[1], start, -1)
        close = stands.get(-1, (0, -REPLACED))[1]
        if word == 0 or not self.needle.before:
            return begins if word == 0 else start
        is_replaced = 0 <= begins - close < REPLACED and _is_context(stands, range(-NEAR, 0))
        return skip_spaces(self.text, close) if is_replaced else begins

    def _stop(self, last: _Word, end: int, stands: _Stands) -> int:
        """Return where a range ends that ends with a word of the quote, or in its place."""
        word, ends = self._with_alike(last[0], last[2], end, 1)
        close = stands.get(self._count, (ends + REPLACED, 0))[0]
        if word == self._count - 1 or not self.needle.after:
            return ends if word == self._count - 1 else end
        behind = range(self._count, self._count + NEAR)
        is_replaced = 0 <= close - ends < REPLACED and _is_context(stands, behind)
        return drop_spaces(self.text, close) if is_replaced else ends

    def _with_alike(self, word: int, edge: int, limit: int, step: int) -> tuple[int, int]:
        """Return the outermost word and its edge when misspelt neighbours are the quote's, too."""
        words, first, last = self._words
        there = _spans(self.text, min(edge, limit), max(edge, limit))[::step]
        for begins, ends in there:
            known = first + word + step
            alike = first <= known < last and fuzz.ratio(
                words[known], self.text[begins:ends].lower(), score_cutoff=ALIKE
            )
            if not alike:
                break
            word, edge = word + step, begins if step < 0 else ends
        return word, edge

    def _without_context(self, span: tuple[int, int], laid: _Laid) -> tuple[int, int]:
        """Return a range without words at its ends that are the context's."""
        start, end = span
        for word, begins, ends in laid.matched:
            if word < 0 and start < ends <= end:
                start = skip_spaces(self.text, ends)
            elif word >= self._count and start <= begins < end:
                end = drop_spaces(self.text, begins)
        return (start, end) if start < end else span

    def share(self, span: tuple[int, int]) -> float:
        """Return which share of the quote's words is its own in a range, by their letters.

        Words that would rather be those of the context are not. Where the range is as good a place
        for them as any, all that stand there are.
        """
        if self.text.startswith(self.needle.text, max(0, span[0] - self.needle.start)):
            return 1.0
        letters, laid = self._letters, self._lay(span)
        own = sum(
            letters[word + 1] - letters[word]
            for word, begins, ends in laid.found
            if span[0] <= begins and ends <= span[1]
        )
        share = own / letters[-1] if letters[-1] else 0.0
        return share if share == 1.0 else max(share, self._forced(laid))

    def _forced(self, laid: _Laid) -> float:
        """Return the share of words in the range if no other reading agrees in more words."""
        words, first, last = self._words
        there, inner, outer = laid.there, laid.first, laid.last
        inside = LCSseq.similarity(words[first:last], there[inner:outer])
        around = LCSseq.similarity(words[:first], there[:inner])
        around += LCSseq.similarity(words[last:], there[outer:])
        return inside / (last - first) if inside and inside + around >= len(laid.matched) else 0.0


def _is_context(stands: _Stands, words: range) -> bool:
    """Return whether more of the context stands there than a few letters."""
    return _letters((word, *stands[word]) for word in words if word in stands) > BESIDE


def _letters(words: Iterable[_Word]) -> int:
    return sum(ends - begins for _, begins, ends in words)


def _core(words: list[_Word]) -> tuple[_Word, _Word]:
    """Return the first and the last of the words that stand together."""
    best, core = -1.0, (words[0], words[-1])
    for at, first in enumerate(words):
        total, end = 0.0, first[1]
        for word in words[at:]:
            total += word[2] - word[1] - GAP * (word[1] - end)
            end = word[2]
            if total > best:
                best, core = total, (first, word)
    return core


def _split(text: str) -> list[str]:
    return _WORDS.findall(text.lower())


def _spans(text: str, low: int, high: int) -> list[tuple[int, int]]:
    """Return where the words of a part begin and end; one that lies across an end is cut."""
    return [match.span() for match in _WORDS.finditer(text, low, high)]
