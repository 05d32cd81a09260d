"""Sides: the units of two pages that meet, with what several features ask of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import attrgetter

import numpy as np

from holdfast.matching.columns import Flags, Floats, Ints, PageColumns
from holdfast.matching.overlap import Bag, Letters, Matrix, Vocabulary, have_in_common
from holdfast.matching.unit_words import CODES, Unit, UnitReader
from holdfast.matching.units import Purpose
from holdfast.matching.view import PageView

# What is the same on both sides or not: columns of the page, and what was read of the units.
_OF_THE_PAGE = ("tag", "kind", "type", "id", "name", "href", "classes")
_READ = ("purpose", "id above", "said label", "page name", "folder")
_COMPARED = {name: place for place, name in enumerate((*_OF_THE_PAGE, *_READ))}
_SPEAKING = (int(Purpose.PRESS), int(Purpose.NONE))  # fields say nothing themselves
_SHOWN = frozenset({"canvas", "img", "svg", "video", "audio", "iframe", "object", "embed"})


@dataclass(frozen=True)
class Side:
    """The units of one page that are looked at together, in document order."""

    reader: UnitReader
    at: Ints

    @property
    def page(self) -> PageColumns:
        """Return the page that they stand on."""
        return self.reader.page

    def column(self, name: str) -> Ints:
        """Return one column of the page, for the units alone."""
        return np.asarray(getattr(self.page, name)[self.at])

    @cached_property
    def units(self) -> list[Unit]:
        """Return what the units say."""
        return [self.reader.read(index) for index in self.at.tolist()]

    def words(self, kind: str) -> list[Bag]:
        """Return one kind of words of all units."""
        return list(map(attrgetter(kind), self.units))

    @cached_property
    def codes(self) -> dict[str, Ints]:
        """Return what was read of the units as numbers."""
        read = np.fromiter(chain.from_iterable(unit.codes for unit in self.units), np.int64)
        columns = np.ascontiguousarray(read.reshape(-1, len(CODES)).T)
        return dict(zip(CODES, columns, strict=True))

    @cached_property
    def compared(self) -> Ints:
        """Return the columns whose values are the same or not, a row for each of ``_COMPARED``."""
        read = [self.column(name) for name in _OF_THE_PAGE]
        purposes, above = self.reader.units.purposes[self.at], self.reader.ids_above[self.at]
        texts = [self.codes[name] for name in ("label", "page_name", "folder")]
        return np.array([*read, purposes + 1, above, *texts])  # 0 stands for nothing

    @cached_property
    def shells(self) -> Flags:
        """Return which units hold, say and show nothing, and are no fields.

        An element of the page's own making keeps to itself what it shows.
        """
        silent = (self.column("label") == 0) & (self.column("picture") == 0)
        alone = silent & (self.column("size") == 1)
        if not alone.any():
            return np.asarray(alone)
        speaking = np.isin(self.reader.units.purposes[self.at], _SPEAKING)
        tags = self.page.snapshot.tags
        told = (tags[index] for index in self.at.tolist())
        shown = np.fromiter((tag in _SHOWN or "-" in tag for tag in told), np.bool_)
        return np.asarray(alone & speaking & ~shown)

    @cached_property
    def boxes(self) -> Floats | None:
        """Return where the units stand; None when nobody measured."""
        return None if self.page.boxes is None else self.page.boxes[self.at]


class Sides:
    """Old units against new ones."""

    def __init__(self, view: PageView, old: Side, new: Side) -> None:
        self.view, self.old, self.new = view, old, new

    @property
    def both(self) -> tuple[Side, Side]:
        """Return the old side and the new one."""
        return self.old, self.new

    @property
    def shape(self) -> tuple[int, int]:
        """Return how many units there are on either side."""
        return len(self.old.at), len(self.new.at)

    @cached_property
    def _same(self) -> Matrix:
        old, new = self.old.compared, self.new.compared
        same = (old[:, :, None] == new[:, None]) & (old != 0)[:, :, None]
        return np.asarray(same, np.float32)

    def same(self, column: str) -> Matrix:
        """Return where a column says the same; nothing is the same as nothing."""
        return np.asarray(self._same[_COMPARED[column]])

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Return the words of both sides whose meaning counts."""
        return Vocabulary(*self._words("words", "code", "said", "heading"))

    @cached_property
    def letters(self) -> Letters:
        """Return the words of both sides that count to the letter."""
        kinds = ("before", "row_words", "region_words", "classes", "attributes")
        return Letters(*self._words(*kinds))

    def shared(self, kind: str) -> Matrix:
        """Return where one of what both sides have is the same."""
        return have_in_common(self.old.words(kind), self.new.words(kind))

    def _words(self, *kinds: str) -> Iterator[dict[str, list[Bag]]]:
        return ({kind: side.words(kind) for kind in kinds} for side in self.both)

    @cached_property
    def same_label(self) -> Matrix:
        """Return where the labels are the same."""
        return self.same("said label")

    @cached_property
    def same_names(self) -> Matrix:
        """Return where one of all names is the same."""
        return self.shared("names")

    @cached_property
    def same_numbers(self) -> Matrix:
        """Return where a number of a record is the same."""
        return self.shared("numbers")

    @cached_property
    def same_icons(self) -> Matrix:
        """Return where a sign or a picture is the same."""
        return self.shared("icons")

    @cached_property
    def same_commands(self) -> Matrix:
        """Return where the code calls both the same."""
        return self.shared("commands")

    @cached_property
    def label_words(self) -> tuple[Matrix, Matrix]:
        """Return how much the labels say of each other."""
        said = self.vocabulary
        ways = said.forward("words", "words"), said.backward("words", "words")
        return np.maximum(ways[0], self.same_label), np.maximum(ways[1], self.same_label)

    @cached_property
    def row_words(self) -> Matrix:
        """Return how much of the rows' words are the same."""
        return self.letters.word_for_word("row_words")

    @cached_property
    def has_row(self) -> tuple[Flags, Flags]:
        """Return which units stand in a row that says something."""
        return self.old.codes["row"] >= 0, self.new.codes["row"] >= 0

    def both_are(self, code: str) -> Matrix:
        """Return where something holds of both, as 1."""
        old, new = (side.codes[code] for side in self.both)
        return np.asarray(old[:, None] & new, np.float32)

    @cached_property
    def paired(self) -> Flags:
        """Return where the pairing of the pages put the units."""
        return np.asarray(self.view.image[self.old.at][:, None] == self.new.at[None])

    def paired_by(self, strength: int) -> Matrix:
        """Return where the pairing put the units, if it did so by the given means."""
        by = self.view.strength[self.old.at] == strength
        return np.asarray(self.paired & by[:, None], np.float32)

    @cached_property
    def shown(self) -> tuple[Flags, Flags]:
        """Return which units are shown."""
        return self.old.page.shown[self.old.at], self.new.page.shown[self.new.at]

    def on_screen(self, compare: Callable[[Floats, Floats], Floats]) -> Matrix:
        """Return how well the boxes agree; 0 where one of them is not seen."""
        old, new = self.old.boxes, self.new.boxes
        if old is None or new is None:
            return np.zeros(self.shape, np.float32)
        seen = self.shown[0][:, None] & self.shown[1][None]
        found = compare(old[:, None, :], new[None, :, :])
        return np.asarray(np.nan_to_num(found) * seen, np.float32)
