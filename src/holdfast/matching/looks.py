"""Single looks at an element: words, classes, icons, surroundings; and how two of them agree."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from holdfast.matching.columns import Floats, Ints, PageColumns
from holdfast.matching.pictures import icons_of
from holdfast.page.compact import kept_attributes
from holdfast.page.keys import TEST_ID_ATTRIBUTES

_AROUND = 40  # characters of text read before and after an element
_LONGEST_PATH = 30  # steps upwards; deeper pages are hostile ones


def size_ratio(values: Ints | Floats, wanted: float) -> Floats:
    larger = np.maximum(values, wanted)
    return np.where(larger > 0, np.minimum(values, wanted) / np.maximum(larger, 1e-9), 0.0)


def jaccard(mine: frozenset[str], other: frozenset[str]) -> float:
    union = len(mine | other)
    return len(mine & other) / union if union and mine and other else 0.0


def words(label: str) -> frozenset[str]:
    return frozenset(word for word in _WORD.findall(label) if len(word) > 2)


_WORD = re.compile(r"\w+")


def overlap(mine: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of the shorter side's words that the other side has, too."""
    shorter = min(len(mine), len(other))
    return len(mine & other) / shorter if shorter else 0.0


def page_name(href: str) -> str:
    """Return the last part of an address, which outlives a move to another folder."""
    return href.rstrip("/").rpartition("/")[2]


def is_test_id(page: PageColumns, index: int) -> bool:
    """Return whether an element's id is one that people gave it for tests."""
    return not page.snapshot.attributes[index].keys().isdisjoint(TEST_ID_ATTRIBUTES)


def class_set(page: PageColumns, index: int) -> frozenset[str]:
    if index < 0:
        return frozenset()
    return _class_set(page.snapshot.attributes[index].get("class", ""))


@lru_cache(maxsize=4096)
def _class_set(attribute: str) -> frozenset[str]:
    return frozenset(attribute.split())


_KNOWN_ELSEWHERE = frozenset({"id", "class", "href", "name", "type", "style"})


def attribute_set(page: PageColumns, index: int) -> frozenset[str]:
    attributes = kept_attributes(page.snapshot.attributes[index])
    return frozenset(f"{k}={v}" for k, v in attributes.items() if k not in _KNOWN_ELSEWHERE)


def attribute_names(attributes: frozenset[str]) -> frozenset[str]:
    """Return the names alone of an attribute set."""
    return frozenset(part.partition("=")[0] for part in attributes)


def icons(page: PageColumns, index: int) -> frozenset[str]:
    """Return what an element shows beside its words."""
    return icons_of(page.snapshot, index, int(page.end[index]))


def text_around(page: PageColumns, index: int) -> tuple[str, str]:
    outline = page.snapshot.index
    text, start, end = outline.page_text, outline.text_starts[index], outline.text_ends[index]
    before = " ".join(text[max(0, start - 3 * _AROUND) : start].split())[-_AROUND:]
    after = " ".join(text[end : end + 3 * _AROUND].split())[:_AROUND]
    return before.casefold(), after.casefold()


def paths_of_tags(page: PageColumns, places: Iterable[int]) -> list[str]:
    """Return the tags from each element upwards; elements of one family share the way up."""
    tags, parents = page.snapshot.tags, page.snapshot.parents
    above: dict[int, str] = {}
    paths = []
    for index in places:
        parent = parents[index]
        if parent not in above:
            above[parent] = _way_up(tags, parents, parent)
        paths.append(tags[index] + above[parent])
    return paths


def _way_up(tags: Sequence[str], parents: Sequence[int], index: int) -> str:
    steps = [""]
    while index >= 0 and len(steps) < _LONGEST_PATH:
        steps.append(tags[index])
        index = parents[index]
    return "/".join(steps)


def how_many(values: Ints, wanted: Ints) -> Ints:
    """Return how often each wanted number stands among sorted values."""
    right = np.searchsorted(values, wanted, side="right")
    return np.asarray(right - np.searchsorted(values, wanted, side="left"))


def ancestor_id(page: PageColumns, index: int) -> int:
    """Return the nearest stable id above an element, as a hash; 0 for none."""
    index = int(page.parent[index])
    while index >= 0:
        if page.id[index]:
            return int(page.id[index])
        index = int(page.parent[index])
    return 0


def bottom(page: PageColumns) -> float:
    assert page.boxes is not None
    lowest = page.boxes[0, 1] + page.boxes[0, 3]
    return float(lowest) if np.isfinite(lowest) else 0.0


def beside(page: PageColumns, places: Ints) -> Ints:
    """Return the elements of the same sort next before and next after each place, -1 for none."""
    sort = page.usable if page.pressable[places[0]] else np.flatnonzero(~page.pressable)
    if not len(sort):
        return np.full((2, len(places)), -1)
    before = np.searchsorted(sort, places) - 1
    after = np.searchsorted(sort, places, side="right")
    return np.stack([
        np.where(before >= 0, sort[np.maximum(before, 0)], -1),
        np.where(after < len(sort), sort[np.minimum(after, len(sort) - 1)], -1),
    ])  # fmt: skip
