"""Deadlines: what a suite asks of a page on the side ends, though the page never answers."""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from holdfast.app.wiring import Watchdog
from holdfast.app.written import Written
from holdfast.doors.playwright.calls import Call
from holdfast.errors import CaptureFailed

P = ParamSpec("P")
S = TypeVar("S")
A = TypeVar("A", bound=Call | Written)
T = TypeVar("T")
ANSWER_MS = 30_000.0  # as long as Playwright itself waits: a test's page may compute for long
_KEPT = "_holdfast_watchdog"


def watchdog_of(page: Any) -> Watchdog:
    """Return who watches the pages of this one's context, one for all runs on it."""
    inner = page.context._impl_obj
    if not hasattr(inner, _KEPT):
        setattr(inner, _KEPT, Watchdog(page.context, ANSWER_MS))
    dog: Watchdog = getattr(inner, _KEPT)
    return dog


def with_deadline(
    look: Callable[Concatenate[S, A, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, A, P], Coroutine[Any, Any, T]]:
    """Return a look at a page that ends; what a test itself waits for is the test's affair."""

    @wraps(look)
    async def looked(self: S, about: A, /, *given: P.args, **named: P.kwargs) -> T:
        page = about.written.page if isinstance(about, Call) else about.page
        dog = watchdog_of(page)
        with dog.asking():
            seen = await look(self, about, *given, **named)
        if dog.has_interrupted:
            raise CaptureFailed("looking at the page", "it did not answer any more")
        return seen

    return looked
