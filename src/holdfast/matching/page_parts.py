"""Page parts: the rows and regions that elements stand in, and what they say beside them."""

import re
from functools import cached_property, lru_cache

import numpy as np

from holdfast.matching.columns import PageColumns

Words = tuple[str, ...]

_ROW_TAGS = frozenset({"tr", "li", "article"})
_ROW_ROLES = frozenset({"row", "listitem", "article"})
CELL_TAGS = frozenset({"td", "th"})  # they repeat, but the row is around them
_CELL_ROLES = frozenset({"cell", "gridcell", "columnheader", "rowheader"})
_REGION_TAGS = frozenset(
    "form dialog nav section fieldset header footer aside main table ul ol".split()
)
_REGION_ROLES = frozenset(
    "dialog alertdialog toolbar menu menubar tablist tabpanel navigation group region form search "
    "banner contentinfo complementary main table grid list listbox radiogroup".split()
)
_ROW_WORDS = 40
_LONGEST_ROW = 600  # characters; what says more is no row
_ROW_CONTROLS = 12  # what holds more is no row
_ROW_REPEATS = 3  # siblings that look alike are rows
_ROW_STEPS = 10  # upwards
_REGION_TEXT = 200  # characters of a region that are read


class PageParts:
    """The rows and regions of one page, each read once."""

    def __init__(self, page: PageColumns) -> None:
        self.page = page
        self._rows: dict[int, tuple[bool, int, Words]] = {}
        self._regions: dict[int, int] = {}
        self._region_words: dict[int, Words] = {-1: ()}
        self._parents, self._tags = page.snapshot.parents, page.snapshot.tags
        self._text, self._own = page.snapshot.index.text, page.snapshot.index.own_texts
        self._ends = page.snapshot.index.ends

    def text(self, index: int, most: int) -> str:
        """Return the beginning of what an element says."""
        text = self._text
        start, end = text.starts[index], text.ends[index]
        return text.page[start : min(end, start + most)]

    def _pieces(self, index: int, most: int) -> str:
        """Return the beginning of what an element says, that of each element inside apart.

        Cells and the lines of a card often have nothing between them but their place.
        """
        own, found, length = self._own, [], 0
        for place in range(index, self._ends[index]):
            if place in own:
                found.append(own[place])
                length += len(own[place]) + 1
                if length > most:
                    break
        return " ".join(found)[:most]

    def row(self, index: int, label: str) -> tuple[int, Words]:
        """Return the row that an element stands in, and what that says beside it."""
        parents, rows = self._parents, self._rows
        length = self._text.ends[index] - self._text.starts[index]
        above = index if self._tags[index] in _ROW_TAGS else parents[index]
        for _ in range(_ROW_STEPS):
            if above < 0:
                break
            is_row, said, words = rows[above] if above in rows else self._row_at(above)
            if said > _LONGEST_ROW:
                break
            if is_row and said > length + 2:
                mine = row_words(label)
                rest = tuple([word for word in words if word not in mine])
                if rest:
                    return above, rest
            above = parents[above]
        return -1, ()

    def _row_at(self, index: int) -> tuple[bool, int, Words]:
        """Return whether an element is a row, how much it says, and what."""
        said = self._text.ends[index] - self._text.starts[index]
        is_row = said <= _LONGEST_ROW and self._is_row(index)
        words = row_words(self._pieces(index, _LONGEST_ROW)) if is_row else ()
        self._rows[index] = is_row, said, words
        return self._rows[index]

    def _is_row(self, index: int) -> bool:
        used = self._used_before
        if used[self._ends[index]] - used[index] > _ROW_CONTROLS:
            return False
        role, tag = self.page.snapshot.attributes[index].get("role"), self._tags[index]
        if tag in _ROW_TAGS or role in _ROW_ROLES:
            return True
        is_cell = tag in CELL_TAGS or role in _CELL_ROLES
        return not is_cell and self._repeats[index] >= _ROW_REPEATS

    @cached_property
    def _used_before(self) -> list[int]:
        before: list[int] = np.r_[0, np.cumsum(self.page.pressable)].tolist()
        return before

    @cached_property
    def _repeats(self) -> list[int]:
        """Return how many siblings look like each element, itself included."""
        with np.errstate(over="ignore"):
            looks = self.page.parent * np.int64(1_000_003) ^ self.page.look
        _, places, counts = np.unique(looks, return_inverse=True, return_counts=True)
        repeats: list[int] = counts[places].tolist()
        return repeats

    # ---------------------------------------------------------------------------------- regions

    def region(self, index: int) -> int:
        """Return the nearest part of the page that stands for itself: a form, a dialog, a list."""
        if index in self._regions:
            return self._regions[index]
        tags, attributes = self._tags, self.page.snapshot.attributes
        way: list[int] = []
        while index >= 0 and index not in self._regions:
            way.append(index)
            if tags[index] in _REGION_TAGS or attributes[index].get("role") in _REGION_ROLES:
                break
            index = self._parents[index]
        found = self._regions.get(index, index)
        self._regions.update(dict.fromkeys(way, found))
        return found

    def region_words(self, region: int) -> Words:
        """Return what a region begins with."""
        if region not in self._region_words:
            attributes = self.page.snapshot.attributes[region]
            text = f"{attributes.get('aria-label', '')} {self._pieces(region, _REGION_TEXT)}"
            self._region_words[region] = row_words(text)
        return self._region_words[region]


_WORD = re.compile(r"[^\W\d_]+|\d+")


@lru_cache(maxsize=8192)
def row_words(text: str) -> Words:
    """Return the words and numbers of a stretch of text, each once."""
    return tuple(dict.fromkeys(_WORD.findall(text.casefold())))[:_ROW_WORDS]
