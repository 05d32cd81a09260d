"""A page as arrays: for every element what it is, what it is called, where it points, where it is.

Values are kept as hashes: two elements agree when the numbers agree, 0 means that there is nothing
to compare. The strings themselves stay in the snapshot, for the few places that look closer.
Hidden elements speak here as visible ones do: a closed menu is the same menu.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from holdfast.matching.pictures import icons_of
from holdfast.model.snapshot import Snapshot
from holdfast.page.keys import TEST_ID_ATTRIBUTES, address_of
from holdfast.page.kinds import PRESS, is_field, kind_of
from holdfast.page.stability import is_generated, is_stable_class

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption", "summary"})
# A stored page keeps the first 100 characters of a text, so no more than these are compared.
_LONGEST_TEXT = 80
_STRETCH = 160  # characters of page text to read for them
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
    def usable(self) -> Ints:
        """Return the elements that a person can press or fill in."""
        return np.flatnonzero(self.pressable)

    @cached_property
    def rows_read(self) -> dict[int, str]:
        """Return what stands beside elements, as far as somebody asked."""
        return {}

    def is_alone(self, index: int) -> bool:
        """Return whether no other element of its sort has the same label."""
        same = (self.label == self.label[index]) & (self.pressable == self.pressable[index])
        return self.label[index] == 0 or int(same.sum()) == 1

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
    """Return the columns of a page; one pass over its elements."""
    shown = np.fromiter(page.visibility, np.bool_, len(page))
    small = page.laid_open
    outline = small.outline
    count = len(small)
    kinds, texts = _kinds(small), _beginnings(small)
    ids, fields, types, hrefs, classes = _written(small)
    labels = _labels(small, texts)
    own = [""] * count
    for index, text in outline.own_texts.items():
        own[index] = text[:_LONGEST_TEXT].casefold()
    is_used = {kind: kind == PRESS or is_field(kind) for kind in set(kinds)}
    return PageColumns(
        snapshot=small,
        shown=shown,
        kinds=tuple(kinds),
        hrefs=tuple(hrefs),
        labels=tuple(labels),
        tag=_hashes(small.tags),
        kind=_hashes(kinds),
        id=_hashes(ids),
        name=_hashes(fields),
        type=_hashes(types),
        href=_hashes(hrefs),
        label=_label_hashes(labels, texts, kinds),
        picture=_pictures(small, texts, kinds),
        own=_hashes(own),
        text=_hashes(texts),
        classes=_hashes(classes),
        parent=np.array(small.parents, np.int64),
        end=np.array(outline.ends, np.int64),
        depth=np.array(outline.depths, np.int64),
        pressable=np.fromiter(map(is_used.__getitem__, kinds), np.bool_, count),
        boxes=_boxes(small),
    )


def _kinds(page: Snapshot) -> list[str]:
    """Return the kind of every element: there are few, so each is worked out once."""
    types = [attribute.get("type") for attribute in page.attributes]
    sorts = list(zip(page.tags, page.roles, types, strict=True))
    first = {sort: index for index, sort in reversed(list(enumerate(sorts)))}
    known = {sort: kind_of(page, index) for sort, index in first.items()}
    return [known[sort] for sort in sorts]


def _written(page: Snapshot) -> tuple[list[str], ...]:
    """Return what the attributes say: key, field name, type, address, classes of every element."""
    count = len(page)
    ids, fields, types, hrefs, classes = ([""] * count for _ in range(5))
    for index, attribute in enumerate(page.attributes):
        if not attribute:
            continue
        if "id" in attribute or not _TEST_IDS.isdisjoint(attribute):
            ids[index] = stable_key(attribute)
        if "class" in attribute:
            classes[index] = _stable_classes(attribute["class"])
        if "href" in attribute:
            hrefs[index] = address_of(attribute["href"]).casefold()
        if "name" in attribute:
            fields[index] = attribute["name"]
        if "type" in attribute:
            types[index] = attribute["type"]
    return ids, fields, types, hrefs, classes


def _labels(page: Snapshot, texts: list[str]) -> list[str]:
    """Return what every element is called: by its accessible name, its text, or an attribute."""
    labels = []
    known: dict[str, str] = {"": ""}  # what is around an element often says the same
    for name, text, attributes in zip(page.names, texts, page.attributes, strict=True):
        label = name or text or (_called(attributes) if attributes else "")
        short = known.get(label)
        if short is None:
            short = known[label] = plain(label[:_LONGEST_TEXT])
        # What is not said but only stands in for a picture, as alt="...", names nothing.
        labels.append(short if text or not short or _WORD.search(short) else "")
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


def _pictures(page: Snapshot, texts: list[str], kinds: list[str]) -> Ints:
    """Return as hashes what controls without words show."""
    ends = page.outline.ends
    shown = np.zeros(len(page), np.int64)
    wordless = [i for i, text in enumerate(texts) if not text]
    for index in wordless:
        if kinds[index] == PRESS and (found := icons_of(page, index, ends[index])):
            shown[index] = hash(" ".join(sorted(found)))
    return shown


def _beginnings(page: Snapshot) -> list[str]:
    """Return the beginning of every subtree's text, as ``beginning`` does for one."""
    outline = page.outline
    text = outline.page_text
    texts, same, last = [], "", (0, 0)
    for place in zip(outline.text_starts, outline.text_ends, strict=True):
        if place != last:  # what is wrapped says what its wrapper says
            start, end = last = place
            words = text[start : end if end - start < _STRETCH else start + _STRETCH].split()
            same = " ".join(words)[:_LONGEST_TEXT].casefold() if words else ""
        texts.append(same)
    return texts


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
    if not attributes:
        return ""
    for name in _CALLED_BY:
        if name in attributes and (value := " ".join(attributes[name].split())):
            return value
    return ""


def beginning(page: Snapshot, index: int) -> str:
    """Return the beginning of a subtree's text; all of it would cost depth times length."""
    start, end = page.outline.text_starts[index], page.outline.text_ends[index]
    if start == end:
        return ""
    stretch = page.outline.page_text[start : min(end, start + _STRETCH)]
    return " ".join(stretch.split())[:_LONGEST_TEXT].casefold()


def _hashes(values: tuple[str, ...] | list[str]) -> Ints:
    # The hash of "" is 0; equal texts have equal hashes within a process, which is all that counts.
    return np.fromiter(map(hash, values), np.int64, len(values))


def _label_hashes(labels: list[str], texts: list[str], kinds: list[str]) -> Ints:
    """Return the labels as hashes; a control that only shows a picture is not one that says it.

    A row's text button and the arrow beside it often carry the same accessible name.
    """
    said = [
        f"{label}\n" if label and not text and kind == PRESS else label
        for label, text, kind in zip(labels, texts, kinds, strict=True)
    ]
    return _hashes(said)


def _boxes(page: Snapshot) -> Floats | None:
    if page.boxes is None:
        return None
    missing = (float("nan"),) * 4
    return np.array([missing if box is None else box for box in page.boxes], np.float64)
