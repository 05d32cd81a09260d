"""Deadlines: what a suite asks of a page on the side ends, though the page never answers.

The page is left alone: only the question is given up, and costs nothing where it is answered.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import greenlet  # type: ignore[import-untyped]  # Playwright brings it, without types

from holdfast.app.written import Written
from holdfast.doors.playwright.calls import Call
from holdfast.errors import CaptureFailed

P = ParamSpec("P")
S = TypeVar("S")
A = TypeVar("A", bound=Call | Written)
T = TypeVar("T")
ANSWER_MS = 30_000.0  # as long as Playwright itself waits: a test's page may compute for long
# By whether the page is sync: a test of the other kind is cancelled by whoever runs it.
_GIVEN_UP = {True: asyncio.CancelledError, False: TimeoutError}


def with_deadline(
    look: Callable[Concatenate[S, A, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, A, P], Coroutine[Any, Any, T]]:
    """Return a look at a page that ends; what a test itself waits for is the test's affair."""

    @wraps(look)
    async def looked(self: S, about: A, /, *given: P.args, **named: P.kwargs) -> T:
        page = about.written.page if isinstance(about, Call) else about.page
        async with _ending(page):
            return await look(self, about, *given, **named)

    return looked


@asynccontextmanager
async def _ending(page: Any) -> AsyncIterator[None]:
    """Raise ``CaptureFailed`` for a page that does not answer in time."""
    try:
        if hasattr(page, "_sync"):
            with _each_ends(page._loop):
                yield
        else:
            # All questions of a look together: nobody tells them apart here.
            async with asyncio.timeout(2 * ANSWER_MS / 1000):
                yield
    except _GIVEN_UP[hasattr(page, "_sync")] as exc:
        raise CaptureFailed("looking at the page", "it did not answer any more") from exc


@contextmanager
def _each_ends(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Give up each question that is not answered in time, of those asked here: each is a task."""
    theirs, here = loop.get_task_factory(), greenlet.getcurrent()

    def make(loop: Any, work: Any, **named: Any) -> Any:
        task: Any = (theirs or _task)(loop, work, **named)
        if greenlet.getcurrent() is here:  # not what the driver or somebody's listener does
            later = loop.call_later(ANSWER_MS / 1000, task.cancel)
            task.add_done_callback(lambda _: later.cancel())
        return task

    loop.set_task_factory(make)
    try:
        yield
    finally:
        loop.set_task_factory(theirs)


def _task(loop: Any, work: Any, **named: Any) -> Any:
    return asyncio.Task(work, loop=loop, **named)
