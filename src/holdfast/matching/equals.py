"""Equals: shares the probability among candidates that only their order tells apart."""

import numpy as np

from holdfast.matching.columns import PageColumns

# What one candidate may have that another has not.
_OWN = ("kind", "label", "text", "id", "name", "type", "href", "picture", "classes", "heading")
_AROUND = ("tag", "text", "id", "href", "depth")  # of what it stands in, up to where they meet


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


def lookalikes(page: PageColumns, candidates: list[int]) -> frozenset[int]:
    """Return the candidates that are called and used like the first of them, it included."""
    pool = np.array(candidates, np.int64)
    same = (page.kind[pool] == page.kind[pool[:1]]) & (page.label[pool] == page.label[pool[:1]])
    return frozenset(pool[same].tolist())


def equals_of(page: PageColumns, candidates: list[int], best: int) -> list[int]:
    """Return the candidates that have all that one has, and stand in what is the same."""
    pool = np.array([index for index in candidates if index != best], np.int64)
    for name in _OWN:
        column = getattr(page, name)
        pool = pool[column[pool] == column[best]]
    return [int(index) for index in pool if _stand_alike(page, best, int(index))]


def _stand_alike(page: PageColumns, one: int, other: int) -> bool:
    """Return whether all that the two stand in is the same, up to what both stand in."""
    while one != other:
        if any(getattr(page, name)[one] != getattr(page, name)[other] for name in _AROUND):
            return False
        one, other = int(page.parent[one]), int(page.parent[other])
        if one < 0 or other < 0:
            return False
    return True
