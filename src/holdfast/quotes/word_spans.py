"""Word spans: the words of a quote and its near context, laid against those of a part of the page.

In order and word by word, as a reader compares two states of a sentence. That tells where a passage
begins and ends of which little stands as it stood, and whether words that are the quote's are its
own there, or belong to what stood around it.
"""

import re
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

from rapidfuzz.distance import LCSseq

from holdfast.quotes.needle import NEAR, Needle
from holdfast.quotes.word_edges import UNSPACED, drop_spaces, skip_spaces

_WORDS = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+|[^\w\s]")
# How far around a range words are looked for, whatever is stored of the context: twice as far as it
# reaches, because something may have been put between.
_AROUND = 2 * NEAR


class _Laid(NamedTuple):
    """What stands around a range: words of the quote, where each begins and ends; all words."""

    found: list[tuple[int, int, int]]
    foreign: list[tuple[int, int, int]]  # the same of the context: -1 before the quote, 1 behind it
    there: list[str]
    first: int  # of the words there, those in the range
    last: int
    agreeing: int  # words of quote and context that stand there in order


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
        found: list[tuple[int, int, int]] = []
        foreign: list[tuple[int, int, int]] = []
        agreeing = 0
        for step in LCSseq.opcodes(words, there):
            if step.tag == "equal":
                agreeing += step.src_end - step.src_start
                shift = step.dest_start - step.src_start
                for word in range(step.src_start, step.src_end):
                    if first <= word < last:
                        found.append((word - first, *matches[word + shift]))
                    else:
                        foreign.append((-1 if word < first else 1, *matches[word + shift]))
        inner, outer = len(parts[0]), len(parts[0]) + len(parts[1])
        self._laid[span] = laid = _Laid(found, foreign, there, inner, outer, agreeing)
        return laid

    def ends(self, span: tuple[int, int]) -> tuple[int, int] | None:
        """Return from where to where the quote's words stand around a range; None if nowhere."""
        found = self._lay(span).found
        return (found[0][1], found[-1][2]) if found else None

    def own_part(self, span: tuple[int, int]) -> tuple[int, int]:
        """Return a range without what is not the quote's at its ends.

        Words of its context do not belong to it, nor does anything before its first word or behind
        its last one, where those stand.
        """
        start, end = span
        laid, words = self._lay(span), len(self._letters) - 1
        if laid.found and laid.found[0][0] == 0:
            start = max(start, laid.found[0][1])
        if laid.found and laid.found[-1][0] == words - 1:
            end = min(end, laid.found[-1][2])
        for side, begins, ends in laid.foreign:
            if side < 0 and start < ends <= end:
                start = skip_spaces(self.text, ends)
            elif side > 0 and start <= begins < end:
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
        return inside / (last - first) if inside and inside + around >= laid.agreeing else 0.0


def _split(text: str) -> list[str]:
    return _WORDS.findall(text.lower())


def _spans(text: str, low: int, high: int) -> list[tuple[int, int]]:
    """Return where the words of a part begin and end; one that lies across an end is cut."""
    return [match.span() for match in _WORDS.finditer(text, low, high)]
