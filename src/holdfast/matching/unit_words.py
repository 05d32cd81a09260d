"""Unit words: what each element says by its label, its code, its row, its region, and around it."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
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


# What is compared of an element as numbers; a text is 0 when it is empty.
CODES = (
    "label",
    "page_name",  # the last part of its address
    "folder",  # what stands before that
    "row",  # the element that is its row, -1 for none
    "region",
    "speaks",  # its label has words
    "silent",  # it has no words and no pictures
    "numbered",  # it names records
)


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
    row_words: Words  # what its row says beside it
    region_words: Words
    names: Words  # all that it is called by
    shortcuts: Words  # the keys that press it
    numbers: Words  # of the records that it names
    codes: tuple[int, ...]  # a number for each of CODES

    @property
    def row(self) -> int:
        """Return the element that is its row, -1 for none."""
        return self.codes[CODES.index("row")]


class UnitReader:
    """Reads the units of one page, each once."""

    def __init__(self, page: PageColumns) -> None:
        self.page = page
        self._units: dict[int, Unit] = {}
        self._parts = PageParts(page)
        # Every unit asks for these.
        self._attributes, self._parents = page.snapshot.attributes, page.snapshot.parents
        self._ends, self._text = page.snapshot.index.ends, page.snapshot.index.text
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
            having, found = np.flatnonzero(values), np.zeros(len(values), np.int64)
            _, at, counts = np.unique(values[having], return_inverse=True, return_counts=True)
            found[having] = counts[at]
            counted.append(found)
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
        page, attributes = self.page, self._attributes[index]
        label, written = self._label(index), _written_on(attributes)
        words = tokens_of(label)
        end = self._ends[index]
        icons = icons_of(page.snapshot, index, end) if end - index <= _SMALL else frozenset()
        folder = page_name = asked = ""
        if "href" in attributes:
            folder, _, page_name = page.hrefs[index].rstrip("/").rpartition("/")
            asked = attributes["href"].partition("?")[2]
        row, beside = self._parts.row(index, label)
        region = self._parts.region(self._parents[index])
        code = _code_words(written, page_name, asked, icons)
        names, shortcuts = names_and_shortcuts(page, index)
        numbers = record_numbers(attributes, label)
        return Unit(
            label,
            words,
            code,
            _both(words, code),
            tuple(sorted(icons)) if icons else (),
            written.classes,
            written.others,
            tokens_of(self._before(index)),
            self._heading(index),
            beside,
            self._parts.region_words(region),
            names,
            shortcuts,
            numbers,
            (
                hash(label),
                hash(page_name),
                hash(folder),
                row,
                region,
                bool(words),
                not words and not icons,
                bool(numbers),
            ),
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
        start = self._text.starts[index]
        return self._text.page[max(0, start - 3 * _BEFORE) : start].strip()[-_BEFORE:]

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
# Of attributes that are remembered: characters, and how many. Nobody keeps whole pictures.
_LONGEST_KEPT, _MOST_KEPT = 600, 24
_KNOWN_ELSEWHERE = frozenset({"id", "class", "href", "name", "type", "style"})


class _Written(NamedTuple):
    """What the attributes of an element say, its address left out."""

    classes: Words
    others: Words  # attributes that nothing else asks for
    code: Words  # the words in the values of those that say what a thing is for
    class_words: Words
    all_code: Words  # of both, if nothing else is said in code


def _written_on(attributes: Mapping[str, str]) -> _Written:
    """Return what attributes say; rows, cards and menus are written alike throughout a page."""
    given = tuple([item for item in attributes.items() if item[0] != "href"])
    is_long = sum(map(len, attributes.values())) > _LONGEST_KEPT or len(given) > _MOST_KEPT
    return _read_written(given) if is_long else _kept_written(given)


def _read_written(given: tuple[tuple[str, str], ...]) -> _Written:
    attributes = dict(given)
    kept = kept_attributes(attributes)
    classes = tuple(dict.fromkeys(attributes.get("class", "").split()))
    others = tuple(f"{name}={kept[name]}" for name in kept if name not in _KNOWN_ELSEWHERE)
    code = _telling(attributes[name] for name in _CODE if name in attributes)
    spoken = tuple(chain.from_iterable(map(code_tokens_of, filter(is_stable_class, classes))))
    return _Written(classes, others, code, spoken, _cut(code + spoken))


_kept_written = lru_cache(maxsize=8192)(_read_written)


def _code_words(written: _Written, page_name: str, asked: str, icons: frozenset[str]) -> Words:
    """Return the words in an element's attributes, address, icons and classes."""
    if not (page_name or asked or icons):
        return written.all_code
    signs = sorted(icon for icon in icons if " " not in icon)
    return _cut(written.code + _telling([page_name, asked, *signs]) + written.class_words)


@lru_cache(maxsize=8192)
def _both(words: Words, code: Words) -> Words:
    """Return label and code together, each word once."""
    return tuple(dict.fromkeys(words + code))


def _cut(words: Words) -> Words:
    return tuple(dict.fromkeys(words))[:_MOST_CODE]


def _telling(names: Iterable[str]) -> Words:
    """Return the words in names that a person wrote."""
    found = [name[:60] for name in names if name and not is_generated(name)]
    return tuple(chain.from_iterable(map(code_tokens_of, found)))
