"""A page as arrays: for every element what it is, what it is called, where it points, where it is.

Values are kept as hashes: two elements agree when the numbers agree, 0 means that there is nothing
to compare. The strings themselves stay in the snapshot, for the few places that look closer.
Hidden elements speak here as visible ones do: a closed menu is the same menu.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from holdfast.matching.pictures import icons_of
from holdfast.model.snapshot import Snapshot
from holdfast.page.index import PageIndex
from holdfast.page.keys import TEST_ID_ATTRIBUTES, address_of
from holdfast.page.kinds import FIELD_TAGS, PRESS, is_field, kind_of
from holdfast.page.stability import is_generated, is_stable_class

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption", "summary"})
# A stored page keeps the first 100 characters of a text, so no more than these are compared.
_LONGEST_TEXT = 80
_CALLED_BY = ("aria-label", "title", "placeholder", "alt", "value")


@dataclass(frozen=True)
class PageColumns:
    """One page, ready to be matched; index i speaks of element i of the snapshot."""

    snapshot: Snapshot  # laid open: everything counts as shown
    shown: Flags
    kinds: tuple[str, ...]
    hrefs: tuple[str, ...]
    labels: tuple[str, ...]
    tag: Ints
    kind: Ints
    id: Ints
    name: Ints
    type: Ints
    href: Ints
    label: Ints
    picture: Ints  # what a control shows that says nothing
    own: Ints
    text: Ints
    classes: Ints
    parent: Ints
    end: Ints
    depth: Ints
    pressable: Flags  # a link, a button or a field: something a person uses
    boxes: Floats | None  # x, y, width, height; nan where unknown

    def __len__(self) -> int:
        return len(self.kinds)

    @cached_property
    def size(self) -> Ints:
        """Return how many elements each subtree has."""
        return self.end - np.arange(len(self), dtype=np.int64)

    @cached_property
    def look(self) -> Ints:
        """Return tag and classes as one number: elements that look alike have the same."""
        with np.errstate(over="ignore"):
            return self.tag * np.int64(0x9E3779B97F4A7C1 | 1) ^ self.classes

    @cached_property
    def by_parent(self) -> Ints:
        """Return the elements family by family, each in document order."""
        return np.argsort(self.parent, kind="stable")

    @cached_property
    def known(self) -> Mapping[str, Ints]:
        """Return the labels and the addresses that the page knows, sorted."""
        return {"label": np.unique(self.label), "href": np.unique(self.href)}

    def knows(self, column: str, values: Ints) -> Flags:
        """Return which of the values are among the page's own labels or addresses."""
        known = self.known[column]
        place = np.minimum(np.searchsorted(known, values), len(known) - 1)
        return np.asarray(known[place] == values)

    @cached_property
    def sibling(self) -> Ints:
        """Return each element's place among its parent's children."""
        order = self.by_parent
        parents = self.parent[order]
        first = np.r_[True, parents[1:] != parents[:-1]]
        starts = np.flatnonzero(first)
        place = np.empty(len(self), np.int64)
        place[order] = np.arange(len(self)) - np.repeat(starts, np.diff(np.r_[starts, len(self)]))
        return place

    @cached_property
    def siblings(self) -> Ints:
        """Return how many children each element's parent has."""
        return np.bincount(self.parent + 1, minlength=len(self) + 1)[self.parent + 1]

    @cached_property
    def heading(self) -> Ints:
        """Return the text of the nearest heading above each element, as a hash."""
        tags = self.snapshot.tags
        is_heading = np.fromiter((tag in _HEADINGS for tag in tags), np.bool_, len(self))
        last = np.maximum.accumulate(np.where(is_heading, np.arange(len(self)), -1))
        return np.where(last >= 0, self.text[np.maximum(last, 0)], 0)


def read_columns(page: Snapshot) -> PageColumns:
    """Return the columns of a page, from its index."""
    opened = page.laid_open
    small, count = opened.index, len(page)
    shape = small.shape
    kinds, texts = _kinds(small), small.text.beginnings(_LONGEST_TEXT)
    labels, wordless = _labels(small, texts), _wordless(texts, kinds)
    hrefs = _spread(count, *_by_value(small, "href", _folded_address), "")
    is_used = {kind: kind == PRESS or is_field(kind) for kind in set(kinds)}
    own = small.own_texts
    return PageColumns(
        snapshot=opened,
        shown=np.fromiter(page.index.shown, np.bool_, count),
        kinds=tuple(kinds),
        hrefs=tuple(hrefs),
        labels=tuple(labels),
        tag=_hashes(small.tags),
        kind=_hashes(kinds),
        id=_sparse(count, *_keys(small)),
        name=_sparse(count, *small.columns.column("name")),
        type=_sparse(count, *small.columns.column("type")),
        href=_hashes(hrefs),
        label=_label_hashes(labels, wordless),
        picture=_pictures(opened, wordless),
        own=_sparse(count, [*own], [text[:_LONGEST_TEXT].casefold() for text in own.values()]),
        text=_hashes(texts),
        classes=_sparse(count, *_by_value(small, "class", _stable_classes)),
        parent=shape.parent,
        end=shape.end,
        depth=shape.depth,
        pressable=np.fromiter(map(is_used.__getitem__, kinds), np.bool_, count),
        boxes=_boxes(page),
    )


def _kinds(page: PageIndex) -> list[str]:
    """Return the kind of every element: there are few, so each is worked out once."""
    roles, kinds = page.roles, list(page.tags)  # what is only read is of its tag's kind
    for tag, places in page.shape.by_tag.items():
        known: dict[str, str] = {}
        for index in places:
            if tag in FIELD_TAGS:  # here the type decides, too
                kinds[index] = kind_of(page, index)
            elif (role := roles[index]) not in known:
                known[role] = kinds[index] = kind_of(page, index)
            else:
                kinds[index] = known[role]
    return kinds


def _by_value(
    page: PageIndex, name: str, read: Callable[[str], str]
) -> tuple[Sequence[int], list[str]]:
    """Return who has an attribute, and what is read from its value: each value is read once."""
    places, values = page.columns.column(name)
    known = {value: read(value) for value in set(values)}
    return places, list(map(known.__getitem__, values))


def _spread(count: int, places: Sequence[int], values: Sequence[str], nothing: str) -> list[str]:
    """Return a value for every element."""
    spread = [nothing] * count
    for place, value in zip(places, values, strict=True):
        spread[place] = value
    return spread


def _sparse(count: int, places: Sequence[int], values: Sequence[str]) -> Ints:
    """Return the hashes of the values where they stand, 0 everywhere else."""
    column = np.zeros(count, np.int64)
    column[np.fromiter(places, np.int64, len(places))] = _hashes(values)
    return column


def _keys(page: PageIndex) -> tuple[list[int], list[str]]:
    """Return the elements that have a key, and it."""
    places = page.columns.places_of(("id", *TEST_ID_ATTRIBUTES))
    return places, [stable_key(page.attributes[place]) for place in places]


def _folded_address(href: str) -> str:
    return address_of(href).casefold()


def _labels(page: PageIndex, texts: list[str]) -> list[str]:
    """Return what every element is called: by its accessible name, its text, or an attribute."""
    said = [name or text for name, text in zip(page.names, texts, strict=True)]
    for index in page.columns.places_of(_CALLED_BY):
        if not said[index]:
            said[index] = _called(page.attributes[index])
    # What is around an element often says the same.
    known = {label: plain(label[:_LONGEST_TEXT]) for label in set(said)}
    labels = [known[label] for label in said]
    # What is not said but only stands in for a picture, as alt="...", names nothing.
    empty = {
        label
        for label in set(known.values())
        if label and not label[0].isalnum() and not _WORD.search(label)
    }
    if empty:
        for index, label in enumerate(labels):
            if label in empty and not texts[index]:
                labels[index] = ""
    return labels


def plain(label: str) -> str:
    """Return a label in comparable form: no capitals, no accents, no arrows or colons at its ends.

    What consists of signs alone stays as it is: some buttons are called ``+``.
    """
    if not label.isascii():
        letters = unicodedata.normalize("NFKD", label)
        label = "".join(c for c in letters if not _is_unseen(c))
    label = label.casefold()
    if label and not (label[0].isalnum() and label[-1].isalnum()):
        label = _ENDS.sub("", label) or label
    return label


def _is_unseen(letter: str) -> bool:
    """Return whether it is an accent on its own, or a mark without width."""
    return "\u0300" <= letter <= "\u036f" or unicodedata.category(letter) == "Cf"


_WORD = re.compile(r"[^\W_]")
# Not what begins "_.map", ".zip" or "$": those are names.
_DECORATION = "\\s»«›‹→←↑↓⟶▸▾▼▶►◄•·|:…*"  # noqa: RUF001 - they are meant
_ENDS = re.compile(f"^[{_DECORATION}]+|[{_DECORATION}]+$")


def _wordless(texts: list[str], kinds: list[str]) -> list[int]:
    """Return the controls that say nothing."""
    return [i for i, text in enumerate(texts) if not text and kinds[i] == PRESS]


def _pictures(page: Snapshot, wordless: Iterable[int]) -> Ints:
    """Return as hashes what controls without words show."""
    ends = page.index.ends
    shown = np.zeros(len(page), np.int64)
    for index in wordless:
        if found := icons_of(page, index, ends[index]):
            shown[index] = hash(" ".join(sorted(found)))
    return shown


def stable_key(attributes: Mapping[str, str]) -> str:
    """Return the test id or id that a person wrote, "" if there is none."""
    if not _TEST_IDS.isdisjoint(attributes):
        name = next(name for name in TEST_ID_ATTRIBUTES if name in attributes)
        return f"{name}={attributes[name]}"
    value = attributes.get("id", "")
    return "" if not value or is_generated(value) else value


_TEST_IDS = frozenset(TEST_ID_ATTRIBUTES)


@lru_cache(maxsize=8192)
def _stable_classes(attribute: str) -> str:
    return " ".join(sorted({name for name in attribute.split() if is_stable_class(name)}))


def _called(attributes: Mapping[str, str]) -> str:
    for name in _CALLED_BY:
        if name in attributes and (value := " ".join(attributes[name].split())):
            return value
    return ""


def beginning(page: Snapshot, index: int) -> str:
    """Return the beginning of a subtree's text; all of it would cost depth times length."""
    text = page.index.text
    start, end = text.starts[index], text.ends[index]
    return text.page[start : min(end, start + _LONGEST_TEXT)].casefold()


def _hashes(values: Sequence[str]) -> Ints:
    # The hash of "" is 0; equal texts have equal hashes within a process, which is all that counts.
    return np.fromiter(map(hash, values), np.int64, len(values))


def _label_hashes(labels: list[str], wordless: Iterable[int]) -> Ints:
    """Return the labels as hashes; a control that only shows a picture is not one that says it.

    A row's text button and the arrow beside it often carry the same accessible name.
    """
    hashes = _hashes(labels)
    for index in wordless:
        if labels[index]:
            hashes[index] = hash(f"{labels[index]}\n")
    return hashes


def _boxes(page: Snapshot) -> Floats | None:
    if page.boxes is None:
        return None
    missing = (float("nan"),) * 4
    return np.array([missing if box is None else box for box in page.boxes], np.float64)
