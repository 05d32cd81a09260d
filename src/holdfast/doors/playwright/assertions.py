"""Assertions: Playwright's own ``expect()`` on healed locators.

``expect()`` takes the object inside a locator and asks that. Here it is one of the same class whose
one question is answered with healing. Assertions that something is absent are passed on as they
are; that something is not so fails for an element that is not there, so it is healed as well.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any, NamedTuple

import greenlet  # type: ignore[import-untyped]  # Playwright brings it, without types
from playwright.sync_api import Error as PlaywrightError

from holdfast.app.written import Written
from holdfast.doors.playwright.calls import READS, Call, asserted_by
from holdfast.doors.playwright.extent import Extent
from holdfast.doors.playwright.suite_run import SuiteRun
from holdfast.errors import HoldfastError
from holdfast.ports import run_now

# Absent, or how many: an element that is not there is an answer.
COUNT = "to.have.count"
LISTED = ".array"
NEVER_HEALED = frozenset({COUNT, "to.be.hidden", "to.be.detached"})
# Their opposite is met by an element that is not there.
MET_BY_ABSENCE = frozenset({"to.be.visible", "to.be.attached", "to.be.in.viewport"})
DEFAULT_TIMEOUT_MS = 5_000.0
INFINITE_MS = 1e9
ONE_LOOK_MS = 50.0  # Playwright looks once before it looks at the clock

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


class _Question(NamedTuple):
    """One assertion: asked of the object inside a locator."""

    call: Call
    inner: Any
    ask: Ask
    is_not: bool
    is_list: bool

    def is_met(self, answer: Json) -> bool:
        """Return whether the page shows what is expected."""
        return bool(answer["matches"]) is not self.is_not


def _is_list(expression: str, options: Json) -> bool:
    """Return whether several elements are asked for: how many, or what each of them says."""
    expected = "expectedNumber" if expression == COUNT else "expectedText"
    return expression.endswith((COUNT, LISTED)) and bool(options.get(expected))


def _asks_for_absence(expression: str, *, is_not: bool) -> bool:
    """Return whether an element that is not there is an answer; so it is with lists."""
    absent = NEVER_HEALED | MET_BY_ABSENCE if is_not else NEVER_HEALED
    return expression in absent or expression.endswith(LISTED)


class _Asking:
    """What is between ``expect()`` and one locator."""

    def __init__(self, written: Written, run: SuiteRun, is_sync: bool) -> None:
        self.written, self.run, self.is_sync = written, run, is_sync

    async def expect(self, inner: Any, expression: str, options: Json, ask: Ask) -> Json:
        """Return what Playwright says of the element, found again if need be."""
        is_not, argument = bool(options.get("isNot")), options.get("expressionArg")
        words = f"expect {'not ' if is_not else ''}{expression.replace('.', ' ')}"
        timeout = float(options.get("timeout") or DEFAULT_TIMEOUT_MS)
        asserted = asserted_by(expression, argument)
        call = self.run.begin(self.written, words, READS, asserted, timeout)
        question = _Question(call, inner, ask, is_not, _is_list(expression, options))
        if question.is_list and not is_not:
            answer = await self._list(question)
        elif _asks_for_absence(expression, is_not=is_not):
            found = await self._apart(self.run.here.found_before(self.written))
            answer = await ask(inner if found is self.written.plain else found._impl_obj, timeout)
        elif self.run.settings.extent is Extent.HEAL:
            answer = await self._heal(question)
        else:
            answer = await self._observe(question)
        error = None if question.is_met(answer) else "the page does not show what is expected"
        self.run.end(call, error)
        return answer

    async def _observe(self, question: "_Question") -> Json:
        call = question.call
        answer = await question.ask(question.inner, call.left_ms(1.0))
        if question.is_met(answer):
            await self._apart(self.run.note(self.written))
        else:
            self._tell(answer, await self._apart(self.run.suggest(call)))
        return answer

    async def _heal(self, question: "_Question") -> Json:
        call, ask = question.call, question.ask
        answer = await ask(question.inner, min(call.left_ms(1.0), self.run.settings.heal_after_ms))
        if question.is_met(answer):
            await self._apart(self.run.note(self.written))
            return answer
        healed = await self._apart(self._find(question))
        if healed is not None:
            return await ask(healed._impl_obj, call.left_ms(ONE_LOOK_MS))
        if call.left_ms(0.0):
            answer = await ask(question.inner, call.left_ms(ONE_LOOK_MS))
        if not question.is_met(answer):
            self._tell(answer, self.run.refusal(self.written))
        return answer

    async def _list(self, question: "_Question") -> Json:
        """Return what Playwright says of a list; of one that was seen before, as it is now."""
        call, heals = question.call, self.run.settings.extent is Extent.HEAL
        first = min(call.left_ms(1.0), self.run.settings.heal_after_ms if heals else INFINITE_MS)
        answer = await question.ask(question.inner, first)
        if question.is_met(answer):
            await self._apart(self.run.note_list(self.written))
            return answer
        healed = await self._apart(self._find(question)) if heals else None
        if healed is not None or call.left_ms(0.0):
            inner = question.inner if healed is None else healed._impl_obj
            answer = await question.ask(inner, call.left_ms(ONE_LOOK_MS))
        if not question.is_met(answer):
            self._tell(answer, self.run.refusal(self.written))
        return answer

    async def _find(self, question: "_Question") -> Any | None:
        """Return a healed locator, None when it finds something, or when that is refused."""
        try:
            if question.is_list:
                return await self.run.find_list(question.call)
            return await self.run.find_again(question.call)
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
