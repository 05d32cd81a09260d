"""The shape of a page: where each subtree ends, how deep it is, who has which tag."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from holdfast.page.grouping import grouped

Ints = NDArray[np.int64]


class Shape:
    """Tags and parents, and what follows from them; index i speaks of element i.

    Raises ``ValueError`` when elements do not come in the order of a document.
    """

    def __init__(self, tags: Sequence[str], parents: Sequence[int]) -> None:
        self.tags, self.parents = tags, parents
        count = len(tags)
        sizes = [1] * (count + 1)  # one more, for what has no parent
        for index in range(count - 1, -1, -1):
            sizes[parents[index]] += sizes[index]
        self.parent: Ints = np.fromiter(parents, np.int64, count)
        self.end: Ints = np.arange(count) + np.fromiter(sizes, np.int64, count)
        inside = np.append(self.end, count)[self.parent]  # the last one is nobody's parent
        if (self.end > inside).any():
            raise ValueError("elements or texts are not in document order")
        self.ends: list[int] = self.end.tolist()

    @cached_property
    def depth(self) -> Ints:
        """Return how many elements stand around each."""
        return self.around(np.ones(len(self.tags), np.bool_)) - 1

    @cached_property
    def depths(self) -> list[int]:
        """Return how many elements stand around each."""
        depths: list[int] = self.depth.tolist()
        return depths

    def around(self, chosen: NDArray[np.bool_]) -> Ints:
        """Return how many of some elements are around each element, itself counted."""
        count = len(self.tags)
        closed = np.cumsum(np.bincount(self.end[chosen], minlength=count + 1))
        return np.asarray(np.cumsum(chosen) - closed[:count])

    @cached_property
    def by_tag(self) -> Mapping[str, list[int]]:
        """Return the elements by tag."""
        return grouped(zip(self.tags, range(len(self.tags)), strict=True))

    def places_of(self, tags: Iterable[str]) -> list[int]:
        """Return the elements with one of some tags, tag by tag."""
        known = self.by_tag
        return [index for tag in tags if tag in known for index in known[tag]]

    def iter_children(self, index: int) -> Iterator[int]:
        """Yield the elements directly inside one."""
        ends, child = self.ends, index + 1
        while child < ends[index]:
            yield child
            child = ends[child]

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """Return the elements directly inside each, in order."""
        below: list[list[int]] = [[] for _ in self.tags]
        for index, parent in enumerate(self.parents):
            if parent >= 0:
                below[parent].append(index)
        return tuple(map(tuple, below))
