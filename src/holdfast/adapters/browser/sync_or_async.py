"""One body for both of Playwright's interfaces: the sync one answers, the async one is awaited.

What talks to the browser is written once, as coroutines that ask for each answer with ``ready``.
With sync objects nothing ever has to wait inside, and ``run_now`` runs such a coroutine to its end.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from playwright.async_api import CDPSession as AsyncSession
from playwright.async_api import ElementHandle as AsyncElement
from playwright.async_api import Frame as AsyncFrame
from playwright.async_api import JSHandle as AsyncHandle
from playwright.async_api import Page as AsyncPage
from playwright.sync_api import CDPSession as SyncSession
from playwright.sync_api import ElementHandle as SyncElement
from playwright.sync_api import Frame as SyncFrame
from playwright.sync_api import JSHandle as SyncHandle
from playwright.sync_api import Page as SyncPage

if TYPE_CHECKING:
    from collections.abc import Awaitable, Coroutine

AnyPage: TypeAlias = SyncPage | AsyncPage
AnyFrame: TypeAlias = SyncFrame | AsyncFrame
AnyElement: TypeAlias = SyncElement | AsyncElement
AnyHandle: TypeAlias = SyncHandle | AsyncHandle
AnySession: TypeAlias = SyncSession | AsyncSession

T = TypeVar("T")


async def ready(answer: Awaitable[T] | T) -> T:
    """Return the answer, awaited if it is still to come."""
    return await answer if inspect.isawaitable(answer) else answer


def run_now(work: Coroutine[Any, Any, T]) -> T:
    """Return what the coroutine returns; it must talk to the sync interface only."""
    try:
        work.send(None)
    except StopIteration as end:
        return cast("T", end.value)
    work.close()
    raise RuntimeError("a sync call had to wait: sync and async objects of Playwright were mixed")
