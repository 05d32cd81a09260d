"""Healed locators: Playwright's pages and locators, of both interfaces, whose steps are healed.

They are Playwright's own classes with some methods replaced: everything else, ``expect()`` and type
checks included, is as it was. Each call that makes a locator notes what was written, and where.
"""

import re
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial, wraps
from types import ModuleType
from typing import Any
from urllib.parse import urljoin

import playwright.async_api as async_interface
import playwright.sync_api as sync_interface
from playwright._impl._impl_to_api_mapping import API_ATTR
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from holdfast.app.call_site import here
from holdfast.app.expression import MADE, write_call
from holdfast.app.written import Written
from holdfast.doors.playwright.assertions import asked_through
from holdfast.doors.playwright.calls import ACTS, PRESSES, READS, Call, asserted_by_reading
from holdfast.doors.playwright.extent import Extent
from holdfast.doors.playwright.suite_run import SuiteRun
from holdfast.errors import CaptureFailed
from holdfast.ports import ready, run_now

# Methods that make another locator.
MAKING = (
    "locator", "get_by_role", "get_by_test_id", "get_by_label", "get_by_placeholder",
    "get_by_text", "get_by_alt_text", "get_by_title", "frame_locator", "filter", "and_", "or_",
    "nth", "describe", "within",
)  # fmt: skip
# What does not wait asks whether there is an element, or how many: it is never healed, but asks
# for the one that was found again before; otherwise nothing healed could ever be seen to stay.
ASKING = ("count", "is_visible", "is_hidden")
# What waits for its element.
WAITING = {
    **dict.fromkeys(
        ("click", "dblclick", "tap", "check", "uncheck", "set_checked", "press", "drag_to"), PRESSES
    ),
    **dict.fromkeys(
        (
            "fill", "clear", "type", "press_sequentially", "select_option", "select_text",
            "set_input_files", "hover", "focus", "blur", "dispatch_event", "drop",
            "scroll_into_view_if_needed",
        ),
        ACTS,
    ),
    **dict.fromkeys(
        (
            "inner_text", "inner_html", "text_content", "get_attribute", "input_value",
            "is_checked", "is_disabled", "is_editable", "is_enabled", "bounding_box", "screenshot",
            "evaluate", "evaluate_handle", "element_handle", "aria_snapshot", "wait_for",
        ),
        READS,
    ),
}  # fmt: skip
# Of the page, by selector: the same as with a locator.
BY_SELECTOR = (
    "click", "dblclick", "tap", "check", "uncheck", "set_checked", "press", "fill", "type",
    "select_option", "set_input_files", "hover", "focus", "dispatch_event", "inner_text",
    "inner_html", "text_content", "get_attribute", "input_value", "is_checked", "is_disabled",
    "is_editable", "is_enabled", "is_visible", "is_hidden", "wait_for_selector",
)  # fmt: skip
TYPING = frozenset({"fill", "type", "press_sequentially"})
ACT_MS = 1_000.0  # for an act on an element that was just found
UNNOTICED_MS = 100.0  # what looking takes; a time-out that was given need not be changed for it
ABSENT = frozenset({"hidden", "detached"})
WAIT = "wait_for_selector"


def healing_page(page: Any, run: SuiteRun) -> Any:
    """Return the page with its locators healed; it is still the same page.

    Until the run ends, Playwright itself hands out ours wherever it would hand out its own:
    ``locator.page``, ``context.pages``, arguments of events.
    """
    plain = getattr(page, "holdfast_plain", page)
    interface = sync_interface if isinstance(plain, sync_interface.Page) else async_interface
    classes, written = _classes(interface), Written(plain, plain)
    run.noting.typed.opens(plain.url)
    made = None
    for kind, own in (("Frame", plain.main_frame), ("Page", plain)):
        own = getattr(own, "holdfast_plain", own)
        made = classes[kind](own._impl_obj)
        made.holdfast_run, made.holdfast_written, made.holdfast_plain = run, written, own
        setattr(own._impl_obj, API_ATTR, made)
        run.at_end.append(partial(_hand_out, own))
    return made


def _hand_out(plain: Any) -> None:
    setattr(plain._impl_obj, API_ATTR, plain)


@cache
def _classes(interface: ModuleType) -> dict[str, type]:
    """Return our classes for Playwright's, by name."""
    made: dict[str, type] = {}
    is_sync = interface is sync_interface
    for name in ("Page", "Frame", "Locator", "FrameLocator"):
        base = getattr(interface, name)
        members: dict[str, Any] = {
            key: _making(base, key, made) for key in MAKING if hasattr(base, key)
        }
        members |= {key: _made(base, key, made) for key in MADE if hasattr(base, key)}
        if name in {"Page", "Frame"}:
            members |= {"__eq__": _is_same, "__hash__": _hash}
            members |= {key: _by_selector(base, key, is_sync=is_sync) for key in BY_SELECTOR}
            members["goto"] = _opening(base)
        made[name] = type(name, (base,), members)  # errors name the class
    for key, does in WAITING.items():
        if hasattr(made["Locator"], key):
            setattr(made["Locator"], key, _waiting(made["Locator"], key, does, is_sync=is_sync))
    for key in ASKING:
        setattr(made["Locator"], key, _asking(made["Locator"], key, is_sync=is_sync))
    made["Locator"].all = _all(is_sync)  # type: ignore[attr-defined]
    made["Locator"].holdfast_expression = property(lambda self: self.holdfast_written.expression)  # type: ignore[attr-defined]
    made["Page"].keyboard = _keyboard(interface, is_sync=is_sync)  # type: ignore[attr-defined]
    made["Page"].close = _closing(made["Page"], is_sync=is_sync)  # type: ignore[attr-defined]
    return made


def _opening(base: type) -> Callable[..., Any]:
    """Return ``goto``, which notes where the test goes: secrets may be typed there."""
    theirs = base.goto  # type: ignore[attr-defined]

    @wraps(theirs)
    def goto(self: Any, url: str, **named: Any) -> Any:
        options = self.holdfast_written.page.context._impl_obj._options
        self.holdfast_run.noting.typed.opens(urljoin(options.get("baseURL") or "", url))
        return theirs(self, url, **named)

    return goto


def _keyboard(interface: ModuleType, *, is_sync: bool) -> property:
    """Return ``page.keyboard``, which notes what is typed into a field for secrets."""
    theirs, base = interface.Page.keyboard, interface.Keyboard

    def typing(name: str) -> Callable[..., Any]:
        own = getattr(base, name)

        async def type_keys(self: Any, text: str, **named: Any) -> Any:
            page = self.holdfast_page
            await page.holdfast_run.noting.types_keys(page.holdfast_plain, text)
            return await ready(own(self, text, **named))

        return wraps(own)(_as_called(type_keys, is_sync=is_sync))

    ours = type("Keyboard", (base,), {name: typing(name) for name in ("type", "insert_text")})

    def keyboard(self: Any) -> Any:
        made: Any = ours(theirs.fget(self)._impl_obj)
        made.holdfast_page = self
        return made

    return property(keyboard, doc=theirs.__doc__)


def _is_same(self: Any, other: object) -> bool:
    """Return whether it is the same page: ours, or Playwright's own."""
    return getattr(other, "_impl_obj", None) is self._impl_obj


def _hash(self: Any) -> int:
    return hash(self.holdfast_plain)


def _wrap(classes: dict[str, type], source: Any, made: Any, call: str) -> Any:
    """Return what Playwright made as one of ours."""
    kind = "FrameLocator" if type(made).__name__.endswith("FrameLocator") else "Locator"
    run: SuiteRun = source.holdfast_run
    written = source.holdfast_written.then(made, call, here())
    inner = made._impl_obj
    if kind == "Locator":
        is_sync = issubclass(classes["Locator"], sync_interface.Locator)
        inner = asked_through(inner, written, run, is_sync=is_sync)
    ours: Any = classes[kind](inner)
    ours.holdfast_run, ours.holdfast_written = run, written
    return ours


def _making(base: type, name: str, classes: dict[str, type]) -> Callable[..., Any]:
    theirs = getattr(base, name)

    @wraps(theirs)
    def make(self: Any, *given: Any, **named: Any) -> Any:
        return _wrap(classes, self, theirs(self, *given, **named), write_call(name, given, named))

    return make


def _made(base: type, name: str, classes: dict[str, type]) -> property:
    theirs = getattr(base, name)

    def make(self: Any) -> Any:
        return _wrap(classes, self, theirs.fget(self), name)

    return property(make, doc=theirs.__doc__)


def _all(is_sync: bool) -> Callable[..., Any]:
    """Return ``all``: one locator for each element that is there now; never healed."""

    async def gather(self: Any) -> list[Any]:
        count = await ready(self.holdfast_written.plain.count())
        return [self.nth(place) for place in range(count)]

    return _as_called(gather, is_sync=is_sync)


def _asking(base: type, name: str, *, is_sync: bool) -> Callable[..., Any]:
    """Return a question that an element which is not there answers as well."""

    async def ask(self: Any, *given: Any, **named: Any) -> Any:
        __tracebackhide__ = True
        return await _Step(self.holdfast_run, self.holdfast_written, name, given, named).ask()

    return wraps(getattr(base, name))(_as_called(ask, is_sync=is_sync))


def _as_called(
    body: Callable[..., Coroutine[Any, Any, Any]], *, is_sync: bool
) -> Callable[..., Any]:
    if not is_sync:
        return body

    @wraps(body)
    def call(*given: Any, **named: Any) -> Any:
        __tracebackhide__ = True
        return run_now(body(*given, **named))

    return call


def _waiting(base: type, name: str, does: str, *, is_sync: bool) -> Callable[..., Any]:
    theirs = getattr(base, name)

    async def act(self: Any, *given: Any, **named: Any) -> Any:
        __tracebackhide__ = True
        step = _Step(self.holdfast_run, self.holdfast_written, name, given, named)
        if name == "wait_for" and (*given, named.get("state"))[-1] in ABSENT:
            return await step.ask()
        return await step.run(does)

    return wraps(theirs)(_as_called(act, is_sync=is_sync))


@dataclass(frozen=True, slots=True)
class _Step:
    """One call on a locator that waits for its element."""

    healed_run: SuiteRun
    written: Written
    name: str
    given: tuple[Any, ...]
    named: dict[str, Any]
    own: Callable[..., Any] | None = None  # the page's own method, for one that takes a selector

    async def do(self, locator: Any, **timed: float) -> Any:
        """Return what Playwright's own method returns."""
        __tracebackhide__ = True
        named = {**self.named, **timed}
        if self.name in TYPING:
            text = self.given[0] if self.given else self.named.get("value", self.named.get("text"))
            await self.healed_run.types(self.written, locator, text)
        if self.own is not None and locator is self.written.plain:
            return await ready(self.own(*self.given, **named))
        named.pop("strict", None)
        if self.name == WAIT:
            await ready(locator.wait_for(*self.given, **named))
            is_gone = named.get("state") in ABSENT
            return None if is_gone else await ready(locator.element_handle())
        return await ready(getattr(locator, self.name)(*self.given, **named))

    async def ask(self) -> Any:
        """Return the same for what may be absent; what was healed before is asked for instead."""
        __tracebackhide__ = True
        return await self.do(await self.healed_run.here.found_before(self.written))

    async def run(self, does: str) -> Any:
        """Return the same, with the element found again if it is lost and that may be."""
        __tracebackhide__ = True
        asserted = asserted_by_reading(self.name, self.given, self.named)
        settings = self.written.page._impl_obj._timeout_settings
        timeout = settings.timeout(self.named.get("timeout")) or None
        call = self.healed_run.begin(self.written, self.name, does, asserted, timeout)
        heals = self.healed_run.settings.extent is Extent.HEAL
        try:
            answer = await (self._heal(call) if heals else self._observe(call))
        except Exception as exc:
            self.healed_run.end(call, str(exc).partition("\n")[0])
            raise
        self.healed_run.end(call)
        return answer

    async def _observe(self, call: Call) -> Any:
        __tracebackhide__ = True
        await self.healed_run.note_in_time(call)
        try:
            return await self.do(self.written.plain, **self._left(call, 1.0))
        except PlaywrightTimeout as exc:
            _tell(exc, call, await self.healed_run.suggest(call))
            raise

    async def _heal(self, call: Call) -> Any:
        __tracebackhide__ = True
        locator = self.written.plain
        with suppress(CaptureFailed):  # a page that does not answer: Playwright waits for it
            locator = await self.healed_run.find(call)
        if locator is self.written.plain:
            return await self._as_written(call)
        return await self.do(locator, **self._left(call, ACT_MS))

    async def _as_written(self, call: Call) -> Any:
        """Return what Playwright does; it need not wait long for what was looked for in vain."""
        __tracebackhide__ = True
        left = self._left(call, 1.0)
        if self.healed_run.is_lost(self.written) and self.named.get("timeout") is None:
            left = {"timeout": min(left.get("timeout", ACT_MS), ACT_MS)}
        try:
            return await self.do(self.written.plain, **left)
        except PlaywrightError as exc:
            _tell(exc, call, self.healed_run.refusal(self.written))
            raise

    def _left(self, call: Call, at_least: float) -> dict[str, float]:
        """Return the time that is left for Playwright, if some was used up by waiting before."""
        used = call.timeout_ms is not None and call.waited_ms > UNNOTICED_MS
        return {"timeout": call.left_ms(at_least)} if used else {}


def _tell(exc: PlaywrightError, call: Call, told: str | None) -> None:
    """Add what is known to an error; the time that it names is the one that was given."""
    if isinstance(exc, PlaywrightTimeout) and call.timeout_ms is not None:
        named = f"Timeout {call.timeout_ms:g}ms exceeded"
        exc._message = re.sub(r"Timeout [\d.]+ms exceeded", named, exc.message, count=1)
        exc.args = (exc._message,)
    if told:
        exc.add_note(told)


def _by_selector(base: type, name: str, *, is_sync: bool) -> Callable[..., Any]:
    """Return a method of the page that finds by selector: the first element, unless strict."""
    theirs = getattr(base, name)

    @wraps(theirs)
    def act(self: Any, selector: str, *given: Any, **named: Any) -> Any:
        __tracebackhide__ = True
        own = partial(theirs, self.holdfast_plain, selector)
        written = self.locator(selector).holdfast_written
        if not named.get("strict"):
            written = replace(written, plain=written.plain.first)
        step = _Step(self.holdfast_run, written, name, given, named, own)
        may_be_absent = name in ASKING or (name == WAIT and named.get("state") in ABSENT)
        run = step.ask() if may_be_absent else step.run(WAITING.get(name, READS))
        return run_now(run) if is_sync else run

    return act


def _closing(base: type, *, is_sync: bool) -> Callable[..., Any]:
    """Return ``close``, which also ends the run; green, unless an error is on its way."""
    theirs = getattr(base, "close")  # noqa: B009 - a name that only this class has

    async def close(self: Any, **named: Any) -> Any:
        import sys

        self.holdfast_run.close(passed=sys.exc_info()[1] is None)
        return await ready(theirs(self, **named))

    return wraps(theirs)(_as_called(close, is_sync=is_sync))
