"""What is worked out once per page and shared by all who ask."""

import weakref
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from holdfast.model.snapshot import Snapshot

T = TypeVar("T")


def once_per_page(make: Callable[[Snapshot], T]) -> Callable[[Snapshot], T]:
    """Return the function with its answer kept as long as the page lives.

    Pages are told apart by being the same object: comparing two pages would cost more than most
    answers. The answer must not refer to the page, or neither would ever go away.
    """
    kept: dict[int, T] = {}

    @wraps(make)
    def answer(snapshot: Snapshot) -> T:
        key = id(snapshot)
        if key not in kept:
            kept[key] = make(snapshot)
            weakref.finalize(snapshot, kept.pop, key, None)
        return kept[key]

    return answer
