"""Unit words: what each element says by its label, its code, its row, its region, and around it."""

from bisect import bisect_left
from collections.abc import Mapping
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import numpy as np

from holdfast.matching.columns import Ints, PageColumns
from holdfast.matching.other_names import names_and_shortcuts, record_numbers
from holdfast.matching.page_parts import CELL_TAGS, PageParts, Words
from holdfast.matching.pairing import nearest_paired
from holdfast.matching.pictures import icons_of
from holdfast.matching.units import Purpose, Sort, Units, sort_units
from holdfast.matching.words import code_tokens_of, tokens_of
from holdfast.page.compact import kept_attributes
from holdfast.page.stability import is_generated, is_stable_class

KEYS = ("id", "name", "href", "label", "picture")

# As plain numbers: they are asked for often.
_PRESS, _, _CHECK, _CHOOSE, _NONE = map(int, Purpose)
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6 legend caption summary".split())
_CELL_STEPS = 4  # from a field to its cell, and from there to the table
# Where people write in code what a thing is for.
_CODE = (
    "id", "name", "placeholder", "title", "autocomplete", "data-testid", "data-test", "data-action",
    "data-name", "data-id", "aria-controls", "for", "formcontrolname", "data-field", "data-column",
    "data-key", "value", "data-command", "data-cmd", "data-qa", "data-cy", "data-test-id",
    "data-target", "data-bs-target", "icon", "label",
)  # fmt: skip
_OPTIONS = frozenset({"option", "optgroup"})
_MOST_CODE = 12  # words
_LABEL_BEFORE, _LABEL_AFTER = 8, 4  # elements between a field and the words beside it
_LONGEST_LABEL = 80
_BEFORE = 30  # characters of the text before an element


class Unit(NamedTuple):
    """What one element says."""

    label: str
    words: Words
    code: Words
    said: Words  # label and code together
    icons: Words
    classes: Words
    attributes: Words  # that nothing else asks for
    before: Words
    heading: Words
    row: int  # the element that is its row, -1 for none
    row_words: Words  # what its row says beside it
    region: int
    region_words: Words
    page_name: str  # the last part of its address
    names: Words  # all that it is called by
    shortcuts: Words  # the keys that press it
    numbers: Words  # of the records that it names


class UnitReader:
    """Reads the units of one page, each once."""

    def __init__(self, page: PageColumns) -> None:
        self.page = page
        self._units: dict[int, Unit] = {}
        self._parts = PageParts(page)
        self._heading_words: dict[int, Words] = {}

    @cached_property
    def units(self) -> Units:
        """Return the sort and purpose of every element."""
        return sort_units(self.page)

    @cached_property
    def _purposes(self) -> list[int]:
        purposes: list[int] = self.units.purposes.tolist()
        return purposes

    @cached_property
    def pools(self) -> dict[Sort, Ints]:
        """Return for each sort who can be meant."""
        return {sort: self.units.pool(sort) for sort in Sort}

    @cached_property
    def key_counts(self) -> Ints:
        """Return how many elements of the page have each one's key, a row for each key."""
        counted = []
        for key in KEYS:
            values = getattr(self.page, key)
            _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
            counted.append(counts[places] * (values != 0))
        return np.stack(counted)

    @cached_property
    def ids_above(self) -> Ints:
        """Return the nearest id above each element that a person wrote, as a number; 0 for none."""
        above = nearest_paired(self.page.parent, self.page.id != 0)
        return np.where(above >= 0, self.page.id[np.maximum(above, 0)], 0)

    def read(self, index: int) -> Unit:
        """Return what an element says."""
        unit = self._units.get(index)
        if unit is None:
            unit = self._units[index] = self._read(index)
        return unit

    def _read(self, index: int) -> Unit:
        page = self.page
        label = self._label(index)
        words = tokens_of(label)
        end = page.snapshot.index.ends[index]
        icons = icons_of(page.snapshot, index, end) if end - index <= _SMALL else frozenset()
        page_name = page.hrefs[index].rstrip("/").rpartition("/")[2]
        row, beside = self._parts.row(index, label)
        region = self._parts.region(page.snapshot.parents[index])
        attributes = page.snapshot.attributes[index]
        classes = tuple(dict.fromkeys(attributes.get("class", "").split()))
        code = _code_words(attributes, classes, icons, page_name)
        names, shortcuts = names_and_shortcuts(page, index)
        return Unit(
            label=label,
            words=words,
            code=code,
            said=tuple(dict.fromkeys((*words, *code))),
            icons=tuple(sorted(icons)),
            classes=classes,
            attributes=_other_attributes(attributes),
            before=tokens_of(self._before(index)),
            heading=self._heading(index),
            row=row,
            row_words=beside,
            region=region,
            region_words=self._parts.region_words(region),
            page_name=page_name,
            names=names,
            shortcuts=shortcuts,
            numbers=record_numbers(attributes, label),
        )

    # ------------------------------------------------------------------------------------ label

    def _label(self, index: int) -> str:
        """Return what people call it: for a field without a name, the words beside it."""
        page, purpose = self.page, self._purposes[index]
        label = page.labels[index]
        if purpose == _NONE:
            return (page.snapshot.index.own_texts.get(index, "") or label)[
                :_LONGEST_LABEL
            ].casefold()
        if purpose == _PRESS:
            return label
        typed = page.snapshot.attributes[index].get("value", "").casefold()
        options = purpose == _CHOOSE and not page.snapshot.names[index]
        return self._beside(index, purpose) if not label or label == typed or options else label

    def _beside(self, index: int, purpose: int) -> str:
        """Return the nearest words: above in a table, after a check box, before other fields."""
        end = int(self.page.end[index])
        if purpose != _CHECK and (header := self._column_header(index)):
            return header[:_LONGEST_LABEL].casefold()
        places = [*range(index - 1, max(-1, index - 1 - _LABEL_BEFORE), -1)]
        if purpose == _CHECK:
            places = [*range(end, min(len(self.page), end + _LABEL_AFTER)), *places]
        own, tags = self.page.snapshot.index.own_texts, self.page.snapshot.tags
        found = (own[i] for i in places if i in own and tags[i] not in _OPTIONS)
        return next(found, "")[:_LONGEST_LABEL].casefold()

    def _column_header(self, index: int) -> str:
        """Return what stands over the column of a table that a field is in, "" for nothing."""
        cell = self._above(index, CELL_TAGS)
        table = self._above(cell, frozenset({"table"}))
        if table < 0:
            return ""
        page, tags = self.page, self.page.snapshot.tags
        first = next((i for i in range(table, cell) if tags[i] == "th"), cell)
        row = int(page.parent[first])
        if row == page.parent[cell] or first != row + 1:
            return ""
        at = first
        for _ in range(int(page.sibling[cell])):
            at = int(page.end[at])
        return (
            self._parts.text(at, _LONGEST_LABEL) if at < page.end[row] and tags[at] == "th" else ""
        )

    def _above(self, index: int, tags: frozenset[str]) -> int:
        """Return the nearest element above that has one of the tags, -1 if it is far."""
        for _ in range(_CELL_STEPS):
            index = int(self.page.parent[index]) if index >= 0 else -1
            if index >= 0 and self.page.snapshot.tags[index] in tags:
                return index
        return -1

    def _before(self, index: int) -> str:
        text = self.page.snapshot.index.text
        start = text.starts[index]
        return " ".join(text.page[max(0, start - 3 * _BEFORE) : start].split())[-_BEFORE:]

    # --------------------------------------------------------------------------------- headings

    @cached_property
    def _headings(self) -> list[int]:
        page = self.page.snapshot.index
        by_role = page.columns.table("role").get("heading", ())
        return sorted({*page.shape.places_of(_HEADINGS), *by_role})

    def _heading(self, index: int) -> Words:
        place = bisect_left(self._headings, index) - 1
        if place < 0:
            return ()
        heading = self._headings[place]
        if heading not in self._heading_words:
            self._heading_words[heading] = tokens_of(self._parts.text(heading, _LONGEST_LABEL))
        return self._heading_words[heading]


_SMALL = 12  # elements of a control whose pictures are looked at
_KNOWN_ELSEWHERE = frozenset({"id", "class", "href", "name", "type", "style"})


def _other_attributes(attributes: Mapping[str, str]) -> Words:
    kept = kept_attributes(attributes)
    return tuple(f"{name}={kept[name]}" for name in kept if name not in _KNOWN_ELSEWHERE)


def _code_words(
    attributes: Mapping[str, str], classes: Words, icons: frozenset[str], page_name: str
) -> Words:
    """Return the words in an element's attributes, classes, address and icons."""
    values = [attributes[name] for name in _CODE if name in attributes]
    asked = attributes.get("href", "").partition("?")[2]
    names = [*values, page_name, asked, *sorted(icon for icon in icons if " " not in icon)]
    found = [name[:60] for name in names if name and not is_generated(name)]
    found += filter(is_stable_class, classes)
    return tuple(dict.fromkeys(chain.from_iterable(map(code_tokens_of, found))))[:_MOST_CODE]
