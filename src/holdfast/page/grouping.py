"""Grouping: which places have the same key."""

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

K = TypeVar("K")


def grouped(pairs: Iterable[tuple[K, int]]) -> dict[K, list[int]]:
    """Return the places by key, keys and places in the order in which they came."""
    groups: dict[K, list[int]] = defaultdict(list)
    for key, place in pairs:
        groups[key].append(place)
    return dict(groups)
