"""Units: says which elements of a page can be meant together, and what each is for.

Three sorts are looked for apart: what a person uses, what a person reads, and what only holds the
rest. What is used is known by what it does, not by its tag: redesigns turn links into buttons,
selects into listboxes, and both into elements that only a class or an attribute gives away.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from holdfast.matching.columns import Ints, PageColumns


class Sort(IntEnum):
    """What an element is to a person."""

    USED = 0
    READ = 1
    HOLDER = 2


class Purpose(IntEnum):
    """What is done with a used element; the same for all ways to build it."""

    PRESS = 0
    TEXT = 1
    CHECK = 2
    CHOOSE = 3
    NONE = 4


@dataclass(frozen=True)
class Units:
    """The sort and the purpose of every element of a page."""

    sorts: NDArray[np.int8]
    purposes: NDArray[np.int8]

    def pool(self, sort: Sort) -> Ints:
        """Return who can be meant by somebody who means one of a sort, in document order.

        What was only read may have become something to press; the other way round is rare.
        """
        if sort is Sort.READ:
            return np.flatnonzero(self.sorts != Sort.HOLDER)
        return np.flatnonzero(self.sorts == sort)


# As plain numbers: every element is asked.
_USED, _READ, _HOLDER = map(int, Sort)
_PRESS, _TEXT, _CHECK, _CHOOSE, _NONE = map(int, Purpose)
_CHECKS = frozenset({"checkbox", "radio", "switch"})
_CHOICES = frozenset({"select", "select-one", "select-multiple", "combobox", "listbox"})
_READ_TAGS = frozenset(
    "th td h1 h2 h3 h4 h5 h6 label li p legend caption dt dd b strong em code pre img iframe video "
    "canvas".split()
)
_OPTIONS = frozenset({"option", "optgroup"})  # part of their select
# Attributes and words in classes by which people make something usable without a tag for it.
_MAKES_USABLE = frozenset(
    "contenteditable tabindex aria-haspopup aria-expanded data-toggle data-bs-toggle onclick "
    "ng-click data-action data-href".split()
)
_USED_CLASS = re.compile(
    r"(?:^|[\s_-])(?:btn|button|opt|option|tab|toggle|chip|trigger|switch|checkbox|clickable|"
    r"dropdown-item|menu-item|menuitem)(?:$|[\s_-])",
    re.IGNORECASE,
)
_SMALL = 12  # elements; what holds more is no single control
_SHORT = 80  # characters


def sort_units(page: PageColumns) -> Units:
    """Return what every element of a page is."""
    shape = page.snapshot.index.shape
    sorts = np.where(page.own != 0, _READ, _HOLDER).astype(np.int8)
    sorts[shape.places_of(_READ_TAGS)] = _READ
    sorts[shape.places_of(_OPTIONS)] = _HOLDER
    purposes = np.full(len(page), _NONE, np.int8)
    for index, purpose in _used(page):
        sorts[index], purposes[index] = _USED, purpose
    return Units(sorts=sorts, purposes=purposes)


def _used(page: PageColumns) -> Iterator[tuple[int, int]]:
    """Yield the elements that are used, and what for, in document order."""
    tags, ends = page.snapshot.tags, page.snapshot.index.ends
    used_before = np.r_[0, np.cumsum(page.pressable)].tolist()
    inside = -1  # where the last used element ends
    for index in _perhaps_used(page):
        tag, attributes, end = tags[index], page.snapshot.attributes[index], ends[index]
        purpose = None
        if used_before[index] < used_before[index + 1]:
            purpose = _native(page.kinds[index], tag)
        elif (attributes or tag == "a") and tag != "th":
            lone = index >= inside and end - index <= _SMALL
            if lone and used_before[end] == used_before[index]:
                purpose = _made(page, index, tag, attributes)
            if attributes.get("role") == "radiogroup":
                yield index, _CHOOSE
                continue  # the choices inside are used one by one, too
        if purpose is not None:
            yield index, purpose
            inside = max(inside, end)


def _perhaps_used(page: PageColumns) -> list[int]:
    """Return the elements that a tag, an attribute or a class may make usable; most have none."""
    shape, columns = page.snapshot.index.shape, page.snapshot.index.columns
    found = set(np.flatnonzero(page.pressable).tolist())
    found.update(*(places for tag, places in shape.by_tag.items() if tag == "a" or "-" in tag))
    found.update(columns.places_of(_MAKES_USABLE), columns.table("role").get("radiogroup", ()))
    by_class = columns.table("class").items()
    found.update(*(places for value, places in by_class if _USED_CLASS.search(value)))
    return sorted(found.difference(shape.places_of(_OPTIONS)))


def _native(kind: str, tag: str) -> int | None:
    """Return what a link, a button or a field is for; None for what nobody sees."""
    field = kind.removeprefix("field:")
    if tag == "th" or (tag == "input" and field == "hidden"):
        return None
    if field == kind:
        return _PRESS
    if field in _CHECKS:
        return _CHECK
    return _CHOOSE if field in _CHOICES else _TEXT


def _made(page: PageColumns, index: int, tag: str, attributes: Mapping[str, str]) -> int | None:
    """Return what an element without a tag for it was made for; None if for nothing."""
    if attributes.get("contenteditable", "false") != "false":
        return _TEXT
    if tag == "a" or (
        not _MAKES_USABLE.isdisjoint(attributes) and attributes.get("tabindex") != "-1"
    ):
        return _PRESS
    if "-" in tag and "icon" not in tag and page.end[index] - index <= 4:
        return _by_tag(tag)
    if "class" in attributes and _USED_CLASS.search(attributes["class"]):
        text = page.snapshot.index
        length = text.text_ends[index] - text.text_starts[index]
        # An empty shell is what is left of a control, not one.
        is_empty = page.end[index] == index + 1 and page.label[index] == 0
        return _PRESS if length <= _SHORT and not is_empty else None
    return None


def _by_tag(tag: str) -> int:
    """Return what a custom element is for, by its name."""
    if "select" in tag:
        return _CHOOSE
    return _TEXT if "input" in tag or "field" in tag else _PRESS
