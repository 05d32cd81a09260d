"""Page cache: what is worked out once per page and shared by all who ask."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, cast

from holdfast.model.snapshot import Snapshot

T = TypeVar("T")


def once_per_page(make: Callable[[Snapshot], T]) -> Callable[[Snapshot], T]:
    """Return the function with its answer kept as long as the page lives.

    The answer must not refer to the page, or only a search for garbage would find both.
    """

    @wraps(make)
    def answer(snapshot: Snapshot) -> T:
        kept = snapshot.kept
        if make not in kept:
            kept[make] = make(snapshot)
        return cast("T", kept[make])

    return answer
