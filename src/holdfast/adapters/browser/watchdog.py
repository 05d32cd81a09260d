"""Watchdog: sees to it that a page answers, so that no call into it waits for ever.

Playwright's calls that run a script have no time limit, and a page that never stops computing never
answers. So each page is asked now and then, on the side, whether it still answers; one that does
not is interrupted, and one that does so again is ended.
"""

import asyncio
import inspect
from collections.abc import Coroutine, Iterator
from typing import Any

from playwright.sync_api import Error as PlaywrightError

ANSWER_MS = 10_000.0  # a page that computes longer than this without a pause has hung
SLICE_MS = 250.0
PULSE_MS = 500.0
ATTACH_MS = 3_000.0
_GONE = (PlaywrightError, asyncio.TimeoutError, TimeoutError)


class Watchdog:
    """Watches all pages of a context, sync or async, from ``start`` to ``stop``; Chromium only.

    ``has_interrupted``: whether a page had to be interrupted since the step began.
    """

    def __init__(self, context: Any) -> None:
        self._context = context
        self._sessions: dict[Any, Any] = {}  # of pages and of frames that live elsewhere
        self._hung: dict[Any, int] = {}
        self._task: asyncio.Task[None] | None = None
        self.has_interrupted = False

    def start(self) -> None:
        """Begin to watch; does nothing where the driver has no loop to do so on."""
        loop = getattr(self._context, "_loop", None)
        if loop is not None and hasattr(self._context, "_impl_obj"):
            self._task = loop.create_task(self._watch())

    def stop(self) -> None:
        """Watch no more."""
        if self._task is not None:
            self._task.cancel()

    def begin_step(self) -> None:
        """Begin a new step: a page may hang once in each."""
        self._hung.clear()
        self.has_interrupted = False

    async def _watch(self) -> None:
        context = self._context._impl_obj
        pulses: dict[Any, asyncio.Task[None]] = {}
        try:
            while True:
                for target in _iter_targets(context):
                    if target not in pulses or pulses[target].done():
                        pulses[target] = asyncio.ensure_future(self._pulse(context, target))
                await asyncio.sleep(PULSE_MS / 1000)
        finally:
            for pulse in pulses.values():
                pulse.cancel()

    async def _pulse(self, context: Any, target: Any) -> None:
        """Ask one page, or a frame in a process of its own, whether it answers."""
        await self._attach(context, target)
        session = self._sessions[target]
        if session is None:
            return
        asked = _send(session, "Runtime.evaluate", {"expression": "0"})
        answer = asyncio.ensure_future(_quietly(asked, 2 * ANSWER_MS))
        # In slices: while this process computes, answers wait unread, and that is not the page.
        for _ in range(max(1, round(ANSWER_MS / SLICE_MS))):
            done, _waiting = await asyncio.wait([answer], timeout=SLICE_MS / 1000)
            if done:
                return  # also one that is closed: it need not be waited for
        await self._interrupt(session, target)

    async def _attach(self, context: Any, target: Any) -> None:
        if target not in self._sessions:
            self._sessions[target] = None  # one that cannot be watched is not tried again
            self._sessions[target] = await _quietly(context.new_cdp_session(target), ATTACH_MS)

    async def _interrupt(self, session: Any, target: Any) -> None:
        self.has_interrupted = True
        self._hung[target] = self._hung.get(target, 0) + 1
        # What the page computes is stopped at once; anything else waits until that has happened.
        orders = ["Page.crash"] * (self._hung[target] > 1) + ["Runtime.terminateExecution"]
        sent = (_quietly(_send(session, order, {}), ATTACH_MS) for order in orders)
        await asyncio.gather(*sent)


def _iter_targets(context: Any) -> Iterator[Any]:
    """Yield the pages and their inner frames; those of a page's own process are not watched."""
    for page in context.pages:
        yield page
        yield from page.frames[1:]


async def _quietly(work: Coroutine[Any, Any, Any], timeout_ms: float) -> Any:
    """Return what the work answers, None when it fails or takes too long."""
    try:
        return await asyncio.wait_for(work, timeout_ms / 1000)
    except _GONE:
        return None


def _send(session: Any, method: str, parameters: dict[str, object]) -> Coroutine[Any, Any, Any]:
    """Send to the driver's inner session, whose later versions take a time limit as well."""
    limits = [None] * ("timeout" in inspect.signature(session.send).parameters)
    sent: Coroutine[Any, Any, Any] = session.send(method, parameters, *limits)
    return sent
