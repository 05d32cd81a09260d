"""Units: says which elements of a page can be meant together, and what each is for.

Three sorts are looked for apart: what a person uses, what a person reads, and what only holds the
rest. What is used is known by what it does, not by its tag: redesigns turn links into buttons,
selects into listboxes, and both into elements that only a class or an attribute gives away.
"""

import re
from collections.abc import Mapping
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


def sort_units(page: PageColumns) -> Units:  # noqa: C901  # one pass over every element
    """Return what every element of a page is; one pass."""
    sorts, purposes = [_HOLDER] * len(page), [_NONE] * len(page)
    ends = page.end.tolist()
    used_before = np.r_[0, np.cumsum(page.pressable)].tolist()
    own, pressable = (page.own != 0).tolist(), page.pressable.tolist()
    inside = -1  # where the last used element ends
    rows = zip(page.snapshot.tags, page.snapshot.attributes, strict=True)
    for index, (tag, attributes) in enumerate(rows):
        if tag in _OPTIONS:
            continue
        purpose = None
        if pressable[index]:
            purpose = _native(page.kinds[index], tag)
        elif (attributes or tag == "a") and tag != "th":
            end = ends[index]
            lone = index >= inside and end - index <= _SMALL
            if lone and used_before[end] == used_before[index]:
                purpose = _made(page, index, tag, attributes)
            if attributes.get("role") == "radiogroup":
                sorts[index], purposes[index] = _USED, _CHOOSE
                continue  # the choices inside are used one by one, too
        if purpose is not None:
            sorts[index], purposes[index] = _USED, purpose
            inside = max(inside, ends[index])
        elif own[index] or tag in _READ_TAGS:
            sorts[index] = _READ
    return Units(sorts=np.array(sorts, np.int8), purposes=np.array(purposes, np.int8))


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
