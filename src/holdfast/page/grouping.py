"""Grouping: which places have the same key."""

from collections import defaultdict
from collections.abc import Iterable


def grouped(pairs: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    """Return the places by key, keys and places in the order in which they came."""
    groups: dict[str, list[int]] = defaultdict(list)
    for key, place in pairs:
        groups[key].append(place)
    return dict(groups)
