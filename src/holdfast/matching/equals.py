"""Equals: shares the probability among candidates that only their order tells apart."""

import numpy as np

from holdfast.matching.columns import PageColumns
from holdfast.page.stability import is_generated, is_positional

# What one candidate may have that another has not.
_OWN = ("kind", "label", "text", "picture", "heading")
_AROUND = ("tag", "text", "depth")  # of what it stands in, up to where they meet
# Whose place it says, or how it looks just now.
_ORDERLY = frozenset({"style", "tabindex", "aria-posinset", "aria-rowindex", "aria-colindex"})
_SAME_SIZE = 4.0  # px that equals may differ in width and height


Ranked = tuple[tuple[int, float], ...]


def level(page: PageColumns, ranked: Ranked) -> Ranked:
    """Return the ranking in which the best candidate is no likelier than its equals.

    Order is no evidence where rows come and go; a witness may know which one it was.
    """
    if not ranked:
        return ranked
    best = ranked[0][0]
    alike = {best, *equals_of(page, [index for index, _ in ranked], best)}
    if len(alike) == 1:
        return ranked
    mean = sum(p for index, p in ranked if index in alike) / len(alike)
    shared = [(index, mean if index in alike else p) for index, p in ranked]
    return tuple(sorted(shared, key=lambda one: -one[1]))


def equals_of(page: PageColumns, candidates: list[int], best: int) -> list[int]:
    """Return the candidates that have all that one has, and stand in what is the same."""
    pool = np.array([index for index in candidates if index != best], np.int64)
    for name in _OWN:
        column = getattr(page, name)
        pool = pool[column[pool] == column[best]]
    return [int(index) for index in pool if _stand_alike(page, best, int(index))]


def _stand_alike(page: PageColumns, one: int, other: int) -> bool:
    """Return whether the two, and all that they stand in up to where they meet, are the same."""
    if page.boxes is not None:
        sizes = np.abs(page.boxes[one, 2:] - page.boxes[other, 2:])
        if (sizes > _SAME_SIZE).any():
            return False
    while one != other:
        if any(getattr(page, name)[one] != getattr(page, name)[other] for name in _AROUND):
            return False
        if _written(page, one) != _written(page, other):
            return False
        one, other = int(page.parent[one]), int(page.parent[other])
        if one < 0 or other < 0:
            return False
    return True


def _written(page: PageColumns, index: int) -> dict[str, str]:
    """Return what people wrote on an element: no numbers of rows, nothing that a machine made."""
    return {
        name: value
        for name, value in page.snapshot.attributes[index].items()
        if name not in _ORDERLY and not is_positional(value) and not is_generated(value)
    }
