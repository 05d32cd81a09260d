"""Unit words: what each element says by its label, its code, its row, its region, and around it."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

import numpy as np

from holdfast.matching.columns import Ints, PageColumns
from holdfast.matching.other_names import names_and_shortcuts, record_numbers, shortcut_of
from holdfast.matching.page_parts import CELL_TAGS, PageParts, Words
from holdfast.matching.pairing import nearest_paired
from holdfast.matching.pictures import icons_of
from holdfast.matching.units import Purpose, Sort, Units, sort_units
from holdfast.matching.words import code_tokens_of, is_negated, tokens_of
from holdfast.page.compact import kept_attributes
from holdfast.page.stability import is_generated, is_stable_class

KEYS = ("id", "name", "href", "label", "picture")

# As plain numbers: they are asked for often.
_PRESS, _TEXT, _CHECK, _CHOOSE, _NONE = map(int, Purpose)
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6 legend caption summary".split())
_CELL_STEPS = 4  # from a field to its cell, and from there to the table
# Where people write in code what a thing is for.
_CODE = (
    "id", "name", "placeholder", "title", "autocomplete", "data-testid", "data-test", "data-action",
    "data-name", "data-id", "aria-controls", "for", "formcontrolname", "data-field", "data-column",
    "data-key", "value", "data-command", "data-cmd", "data-qa", "data-cy", "data-test-id",
    "data-target", "data-bs-target", "icon", "label",
)  # fmt: skip
_CODE_SET = frozenset(_CODE)
# Where code names what a thing is or does. What it is done to (data-id, aria-controls, data-target)
# is shared by all that is done to it: "Delete" and "Restore" of one user.
_COMMANDS = (
    "id", "name", "data-testid", "data-test", "data-action", "data-name", "data-field",
    "data-column", "data-command", "data-cmd", "data-qa", "data-cy", "data-test-id",
    "formcontrolname",
)  # fmt: skip
# Of the data attributes of the page's own making: those whose name says that they name an act.
_NAMING_ACTS = frozenset(
    "action act command cmd name key ref method handler operation op intent tool menu button "
    "btn control option opt curopt function func fn hook test testid qa cy l10n i18n".split()
)
_OWN_NAMES = frozenset({"ref", "action", "command", "field", "key", "col-id", "item-id"})
# What data attributes say of looks, states and who counts the clicks.
_NO_NAMES = frozenset(
    "track tracking analytics gtm ga ym event aos animation animate effect variant slot theme "
    "color size align placement position side orientation state toggle dismiss ride parent spy "
    "trigger type kind role style class layout template controller module component widget".split()
)
_IDENTIFIER = re.compile(r"#?[A-Za-z][\w.:/-]{2,40}\Z")
_SEGMENT = re.compile(r"[:./#]+")
_SHORTEST_COMMAND, _LONGEST_COMMAND = 3, 40
_LONGEST_NAME = 60  # characters of an attribute that are looked at
# What libraries write on many of their elements.
_NO_COMMANDS = frozenset(
    "true false none auto null undefined button link menu menuitem item input text icon image list "
    "row cell col column header footer body content container wrapper root main dropdown modal "
    "collapse tooltip popover tab tabs pill command open closed close active inactive checked "
    "unchecked selected top bottom left right center middle start end horizontal vertical small "
    "medium large default primary secondary dark light submit toggle value label title name "
    "field form group app page id key index".split()
)
# "Save your changes" says what "Save changes" says; "Shared by me" is not "Shared with me".
_ARTICLES = frozenset(
    "a an the your my our this der die das den dem ein eine einen ihr ihre ihren dein deine mein "
    "meine le la les un une des votre vos mon ma mes el los las una su sus tu tus il lo i gli o os "
    "as um uma seu sua het de een uw je".split()
)
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
    "negated",  # it says not to do what its other words say
    "told",  # its label without articles and whose it is
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
    commands: Words  # what the code calls it, or what it does
    spelled: Words  # its label, as code would write it
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
        words = tokens_of(self._without_key(index, label))
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
            written.commands,
            _spelled(label),
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
                is_negated(label[:_LONGEST_LABEL]),
                _told(label),
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
        is_no_name = options or (purpose == _TEXT and label == typed)
        return self._beside(index, purpose) if not label or is_no_name else label

    def _without_key(self, index: int, label: str) -> str:
        """Return the label of an entry of a menu without the key beside it: "Copy cell", "C"."""
        if not self._attributes[index].get("role", "").startswith("menuitem"):
            return label
        own, last = self.page.snapshot.index.own_texts, min(self._ends[index], index + _SMALL)
        said = [i for i in range(index, last) if i in own]
        if len(said) < 2 or not self._is_key(said[-1], own[said[-1]]):
            return label
        return " ".join(own[i] for i in said[:-1]).casefold()

    def _is_key(self, index: int, text: str) -> bool:
        """Return whether a text names keys to press; a size, a sign or a short word does not."""
        told = self._attributes[index].get("class", "")
        is_told = self.page.snapshot.tags[index] == "kbd" or bool(_OF_KEYS.search(told))
        return bool(shortcut_of(text)) or (is_told and len(text) <= _KEYS_LONG)

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
_KEYS_LONG = 16  # characters of the keys that are told beside an entry of a menu
_OF_KEYS = re.compile(r"(?i)shortcut|accel|hotkey|keybinding|keystroke")
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
    commands: Words


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
    told = [value for name, value in attributes.items() if _tells(name, value)]
    code = _telling([*(attributes[name] for name in _CODE if name in attributes), *told])
    spoken = tuple(chain.from_iterable(map(code_tokens_of, filter(is_stable_class, classes))))
    named = [attributes[name][:_LONGEST_NAME] for name in _COMMANDS if name in attributes]
    named += [value for name, value in attributes.items() if _names_an_act(name, value)]
    commands = tuple(dict.fromkeys(filter(None, map(_command, named))))
    return _Written(classes, others, code, spoken, _cut(code + spoken), commands)


def _tells(name: str, value: str) -> bool:
    """Return whether an attribute of the page's own making says in a word or two what it is for."""
    is_own = name.startswith("data-") or name in _OWN_NAMES
    if not is_own or name in _CODE_SET or not _IDENTIFIER.match(value):
        return False
    return _NO_NAMES.isdisjoint(name.split("-"))


def _names_an_act(name: str, value: str) -> bool:
    """Return whether an attribute of the page's own making names what a thing does."""
    return _tells(name, value) and not _NAMING_ACTS.isdisjoint(name.split("-"))


@lru_cache(maxsize=8192)
def _command(value: str) -> str:
    """Return an identifier as all code spells it, ``app:copy-cell`` as copycell; "" for none."""
    if is_generated(value):
        return ""
    return _spell(_SEGMENT.split(value.rstrip("/:.#"))[-1])


def _spell(text: str) -> str:
    """Return the letters and digits of a name, "" if they name nothing."""
    spelled = "".join(filter(str.isalnum, text.casefold()))
    is_a_name = _SHORTEST_COMMAND <= len(spelled) <= _LONGEST_COMMAND
    return spelled if is_a_name and not spelled.isdigit() and spelled not in _NO_COMMANDS else ""


@lru_cache(maxsize=8192)
def _told(label: str) -> int:
    """Return a number for a label without articles and possessives, 0 if nothing else is said."""
    told = [word for word in label.split() if word not in _ARTICLES]
    return hash(" ".join(told)) if told else 0


def _spelled(label: str) -> Words:
    """Return the label as code would write it, nothing for a long one."""
    spelled = _spell(label) if len(label) <= _LONGEST_NAME else ""
    return (spelled,) if spelled else ()


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
