"""Assertions: Playwright's own ``expect()`` on healed locators.

``expect()`` takes the object inside a locator and asks that. Here it is one of the same class whose
one question is answered with healing. Assertions that something is absent, is not so, or that count
are passed on as they are.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any

import greenlet  # type: ignore[import-untyped]  # Playwright brings it, without types
from playwright.sync_api import Error as PlaywrightError

from holdfast.app.written import Written
from holdfast.doors.playwright.calls import READS, Call
from holdfast.doors.playwright.extent import Extent
from holdfast.doors.playwright.suite_run import SuiteRun
from holdfast.errors import HoldfastError
from holdfast.ports import run_now

# Absent, or how many: an element that is not there is an answer.
NEVER_HEALED = frozenset({"to.have.count", "to.be.hidden", "to.be.detached"})
DEFAULT_TIMEOUT_MS = 5_000.0

Json = dict[str, Any]


def asked_through(inner: Any, written: Written, run: SuiteRun, *, is_sync: bool) -> Any:
    """Return the object inside a locator, with its assertions healed."""
    kind: Any = type(inner)
    if not hasattr(kind, "_expect"):
        return inner  # another Playwright: assertions are not healed there
    made: Any = object.__new__(_hooked(kind))
    made.__dict__.update(inner.__dict__)
    made.holdfast = _Asking(written, run, is_sync)
    return made


@cache
def _hooked(kind: Any) -> type:
    async def _expect(self: Any, expression: str, options: Json, *title: Any) -> Json:
        __tracebackhide__ = True

        async def ask(inner: Any, timeout: float) -> Json:
            answer: Json = await kind._expect(
                inner, expression, {**options, "timeout": timeout}, *title
            )
            return answer

        asking: _Asking = self.holdfast
        return await asking.expect(self, expression, options, ask)

    return type("HealedLocatorImpl", (kind,), {"_expect": _expect, "_api_impl_class": kind})


Ask = Callable[[Any, float], Coroutine[Any, Any, Json]]


class _Asking:
    """What is between ``expect()`` and one locator."""

    def __init__(self, written: Written, run: SuiteRun, is_sync: bool) -> None:
        self.written, self.run, self.is_sync = written, run, is_sync

    async def expect(self, inner: Any, expression: str, options: Json, ask: Ask) -> Json:
        """Return what Playwright says of the element, found again if need be."""
        timeout = float(options.get("timeout") or DEFAULT_TIMEOUT_MS)
        heals = not (
            expression in NEVER_HEALED or expression.endswith(".array") or options.get("isNot")
        )
        words = f"expect {'not ' if options.get('isNot') else ''}{expression.replace('.', ' ')}"
        call = self.run.begin(self.written, words, READS)
        if not heals:
            answer = await ask(inner, timeout)
        elif self.run.settings.extent is Extent.HEAL:
            answer = await self._heal(call, inner, timeout, ask)
        else:
            answer = await self._observe(call, inner, timeout, ask)
        is_met = bool(answer["matches"]) is not bool(options.get("isNot"))
        self.run.end(call, None if is_met else "the page does not show what is expected")
        return answer

    async def _observe(self, call: Call, inner: Any, timeout: float, ask: Ask) -> Json:
        answer = await ask(inner, timeout)
        if answer["matches"]:
            await self._apart(self.run.note(self.written))
        else:
            self._tell(answer, await self._apart(self.run.suggest(call)))
        return answer

    async def _heal(self, call: Call, inner: Any, timeout: float, ask: Ask) -> Json:
        first = min(timeout, self.run.settings.heal_after_ms)
        answer = await ask(inner, first)
        if answer["matches"]:
            await self._apart(self.run.note(self.written))
            return answer
        healed = await self._apart(self._find(call))
        if healed is not None:
            return await ask(healed._impl_obj, timeout)
        if timeout > first:
            answer = await ask(inner, timeout - first)
        if not answer["matches"]:
            self._tell(answer, self.run.refusal(self.written))
        return answer

    async def _find(self, call: Call) -> Any | None:
        """Return a healed locator, None when it finds something, or when that is refused."""
        try:
            return await self.run.find_again(call)
        except (HoldfastError, PlaywrightError):
            return None  # the page moves on, or is closed: Playwright's answer stands

    async def _apart(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Return what our own calls to the browser return.

        Inside a call of the sync interface they are made in a greenlet of their own, as Playwright
        does it for handlers of events.
        """
        if not self.is_sync:
            return await work
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def body() -> None:
            try:
                future.set_result(run_now(work))
            except Exception as exc:  # noqa: BLE001 - it is raised where it is awaited
                future.set_exception(exc)

        greenlet.greenlet(body).switch()
        return await future

    @staticmethod
    def _tell(answer: Json, told: str | None) -> None:
        """Add to the log that Playwright shows when an assertion fails."""
        if told:
            answer["log"] = [*(answer.get("log") or []), *told.splitlines()]
