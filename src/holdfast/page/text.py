"""The text of a page: what a person reads, as one string in which every element owns a stretch.

Borders of blocks and line breaks are white space, hidden text and scripts are left out. There are
two strings: ``page`` with all white space collapsed, which answers nearly every question by cutting
out a stretch; and ``written`` with white space as it stands between the pieces, for names, which
put words of images and labels between them.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from holdfast.model.runs import TextRuns
from holdfast.page.grouping import grouped
from holdfast.page.shape import Ints, Shape
from holdfast.page.visibility import UNSHOWN_TAGS

# What stands in these is not language, was typed by somebody, or is for browsers of long ago.
WORDLESS_TAGS = frozenset(
    "script style textarea template noscript iframe video audio canvas object".split()
)
# Text on either side of these flows on without a break.
INLINE_TAGS = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark meter nobr "
    "output progress q rb rp rt ruby s samp small span strike strong sub sup time tt u var wbr "
    "tspan img svg picture map area iframe object embed video audio canvas".split()
)
# Longer texts are prose; nobody records them as a label.
LONGEST_FOLDED = 1000
Flags = NDArray[np.bool_]


class Pieces:
    """The texts of a page one by one, with what does not depend on who is shown."""

    def __init__(
        self,
        shape: Shape,
        runs: TextRuns,
        wordless: Collection[int],
        apart: Mapping[int, bool] | None = None,
    ) -> None:
        self.shape, self.runs, self._apart = shape, runs, apart or {}
        count, texts = len(shape.tags), runs.texts
        self.owners = np.fromiter(runs.owners, np.int64, len(runs))
        self.places = np.fromiter(runs.places, np.int64, len(runs))
        # Texts at one place come from the inside out.
        self._order = self.places * (count + 1) + (count - self.owners)
        self._check_order()
        self.is_blank = np.fromiter(map(str.isspace, texts), np.bool_, len(runs))
        worded = np.ones(count + 1, np.bool_)
        worded[[*wordless, count]] = False  # the last one stands for no owner
        said = np.flatnonzero(worded[self.owners] & ~self.is_blank)
        self.numbers = [number for number in said.tolist() if texts[number]]
        self.words = [" ".join(texts[number].split()) for number in self.numbers]

    def _check_order(self) -> None:
        ends = np.append(self.shape.end, len(self.shape.tags))
        is_open = (self.owners < self.places) & (self.places <= ends[self.owners])
        if not is_open.all() or (np.diff(self._order) < 0).any():
            raise ValueError("elements or texts are not in document order")

    @cached_property
    def own(self) -> Mapping[int, str]:
        """Return the text of the elements that have some of their own, white space collapsed."""
        own: dict[int, str] = {}
        owners = self.runs.owners
        for number, words in zip(self.numbers, self.words, strict=True):
            owner = owners[number]
            own[owner] = f"{own[owner]} {words}" if owner in own else words
        return own

    @cached_property
    def is_block(self) -> Flags:
        """Return which elements stand apart from the text around them."""
        shape, count = self.shape, len(self.shape.tags)
        block = np.ones(count, np.bool_)
        block[shape.places_of(INLINE_TAGS - UNSHOWN_TAGS)] = False
        block[list(self._apart)] = list(self._apart.values())  # as a browser measured it
        return block

    @cached_property
    def is_silent(self) -> Flags:
        """Return which elements are in one whose text is never page text."""
        silent = np.zeros(len(self.shape.tags), np.bool_)
        for index in self.shape.places_of(UNSHOWN_TAGS):
            silent[index : self.shape.ends[index]] = True
        return silent

    @cached_property
    def blocks_before(self) -> Ints:
        """Return how many blocks start before each element, and in all."""
        return np.append(0, np.cumsum(self.is_block))

    @cached_property
    def blocks_around(self) -> Ints:
        """Return how many blocks are around each element, itself counted; 0 around no element."""
        return np.append(self.shape.around(self.is_block), 0)

    @cached_property
    def borders_before(self) -> Ints:
        """Return how many borders of blocks stand before each text."""
        return np.asarray(
            2 * self.blocks_before[self.places] - self.blocks_around[self.owners], np.int64
        )

    @cached_property
    def before_start(self) -> Ints:
        """Return how many texts stand before each element."""
        return np.searchsorted(self.places, np.arange(len(self.shape.tags)), "right")

    @cached_property
    def before_end(self) -> Ints:
        """Return how many texts stand before the end of each element."""
        count = len(self.shape.tags)
        own = self.shape.end * (count + 1) + (count - np.arange(count))
        return np.searchsorted(self._order, own, "right")


class PageText:
    """The text that is shown."""

    def __init__(self, pieces: Pieces, shown: Sequence[bool]) -> None:
        self._pieces = pieces
        voice = np.append(np.fromiter(shown, np.bool_, len(shown)) & ~pieces.is_silent, False)
        self._voice = voice[pieces.owners]
        self._put_together()

    def _put_together(self) -> None:
        pieces, texts = self._pieces, self._pieces.runs.texts
        numbers = np.fromiter(pieces.numbers, np.int64, len(pieces.numbers))
        heard = self._voice[numbers]
        numbers = numbers[heard]
        words = [w for w, is_heard in zip(pieces.words, heard.tolist(), strict=True) if is_heard]
        lengths = np.fromiter(map(len, words), np.int64, len(words))
        leads, trails = np.zeros((2, len(words)), np.bool_)
        written = [texts[number] for number in numbers.tolist()]
        # Most texts have no white space around them, and are as long as their words.
        longer = np.fromiter(map(len, written), np.int64, len(words)) > lengths
        for place in np.flatnonzero(longer).tolist():
            text = written[place]
            leads[place], trails[place] = text[0].isspace(), text[-1].isspace()
        spaces = pieces.borders_before + np.cumsum(pieces.is_blank)
        is_apart = leads.copy()
        is_apart[1:] |= trails[:-1] | (np.diff(spaces[numbers]) > 0)
        is_apart[:1] = False
        gaps = [" " if apart else "" for apart in is_apart.tolist()]
        self.page = "".join(chain.from_iterable(zip(gaps, words, strict=True)))
        stops = np.cumsum(is_apart + lengths)
        self._place(numbers, stops - lengths, stops)

    def _place(self, numbers: Ints, starts: Ints, stops: Ints) -> None:
        """Set where each element's stretch starts and ends."""
        pieces = self._pieces
        is_word = np.zeros(len(pieces.runs) + 1, np.int64)
        is_word[numbers + 1] = 1
        before = np.cumsum(is_word)
        first, last = before[pieces.before_start], before[pieces.before_end]
        starts = np.append(starts, len(self.page))[first]
        ends = np.where(first < last, np.append(0, stops)[last], starts)
        self.start, self.end = starts, ends
        self.starts: list[int] = starts.tolist()
        self.ends: list[int] = ends.tolist()

    @property
    def is_block(self) -> Flags:
        """Return which elements stand apart from the text around them."""
        return self._pieces.is_block

    def of(self, index: int) -> str:
        """Return the text of one subtree."""
        return self.page[self.starts[index] : self.ends[index]]

    @cached_property
    def folded(self) -> str | None:
        """Return the page's text without capitals; None if that changes where things stand."""
        folded = self.page.casefold()
        return folded if len(folded) == len(self.page) else None

    def places_of(self, text: str) -> list[int]:
        """Return the elements whose text is exactly this."""
        return [i for i in self._as_long_as(text) if self.of(i) == text]

    def _as_long_as(self, text: str) -> list[int]:
        return _list(np.flatnonzero(self.end - self.start == len(text))) if text else []

    def places_of_folded(self, text: str) -> Sequence[int]:
        """Return the elements whose text, without capitals, is exactly this."""
        if (page := self.folded) is None:
            return self._by_folded.get(text, ())
        starts, ends = self.starts, self.ends
        return [i for i in self._as_long_as(text) if page[starts[i] : ends[i]] == text]

    @cached_property
    def _by_folded(self) -> Mapping[str, list[int]]:
        texts = self.beginnings(LONGEST_FOLDED)
        return grouped(zip(texts, range(len(texts)), strict=True))

    def beginnings(self, longest: int) -> list[str]:
        """Return the beginning of every subtree's text, without capitals."""
        stops = np.minimum(self.end, self.start + longest).tolist()
        stretches = zip(self.starts, stops, strict=True)
        if (text := self.folded) is not None:
            return [text[start:stop] for start, stop in stretches]
        return [self.page[start:stop].casefold() for start, stop in stretches]

    # ------------------------------------------------------------------ white space as it stands

    @cached_property
    def written(self) -> str:
        """Return the text with white space as it was written, a space for each border."""
        pieces = self._pieces
        gaps = np.diff(pieces.borders_before, prepend=0).tolist()
        said = zip(pieces.runs.texts, pieces.is_blank.tolist(), self._voice.tolist(), strict=True)
        shown = [" " if blank else text if heard else "" for text, blank, heard in said]
        borders = [" " * gap for gap in gaps]
        return "".join(chain.from_iterable(zip(borders, shown, strict=True)))

    @cached_property
    def _lengths_before(self) -> Ints:
        pieces = self._pieces
        lengths = np.fromiter(map(len, pieces.runs.texts), np.int64, len(pieces.runs))
        lengths = np.where(pieces.is_blank, 1, lengths * self._voice)
        return np.append(0, np.cumsum(lengths))

    @cached_property
    def written_starts(self) -> list[int]:
        """Return where each element's stretch of ``written`` starts."""
        pieces = self._pieces
        before = pieces.blocks_before[:-1]
        borders = 2 * before + pieces.is_block - pieces.blocks_around[pieces.shape.parent]
        return _list(self._lengths_before[pieces.before_start] + borders)

    @cached_property
    def written_ends(self) -> list[int]:
        """Return where each element's stretch of ``written`` ends."""
        pieces = self._pieces
        borders = 2 * pieces.blocks_before[pieces.shape.end] - pieces.blocks_around[:-1]
        return _list(self._lengths_before[pieces.before_end] + borders)


def _list(numbers: Ints) -> list[int]:
    listed: list[int] = numbers.tolist()
    return listed
