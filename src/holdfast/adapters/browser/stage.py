"""The browser of a replay: its tabs, what steps do in them, and the trace of it."""

from __future__ import annotations

import asyncio
import inspect
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error as PlaywrightError

from holdfast.adapters.browser import acting
from holdfast.adapters.browser.calling import ready
from holdfast.adapters.browser.live import LiveTab, Target
from holdfast.errors import ActFailed, CaptureFailed

if TYPE_CHECKING:
    from collections.abc import Iterator

NEW_TAB_TIMEOUT_MS = 5_000
NAVIGATION_TIMEOUT_MS = 30_000
POLL_MS = 50
_DEAD = ("target page, context or browser has been closed", "target crashed", "browser has been")


class Stage:
    """A browser context, sync or async; the methods are coroutines in both cases."""

    def __init__(self, context: Any, page: Any) -> None:
        self.context = context
        self._tabs: dict[Any, LiveTab] = {}
        self._current = page
        self._dialogs: list[tuple[bool, str | None]] = []
        self._seen = set(context.pages)
        context.on("dialog", self._answer)

    @property
    def page(self) -> LiveTab:
        """Return the tab that steps act in."""
        if self._current not in self._tabs:
            self._tabs[self._current] = LiveTab(self._current)
        return self._tabs[self._current]

    # ------------------------------------------------------------------------------------- tabs

    async def switch_to_new_tab(self) -> None:
        """Go on in the tab that was opened last; wait for it if need be."""
        deadline = time.monotonic() + NEW_TAB_TIMEOUT_MS / 1000
        while not (new := [page for page in self.context.pages if page not in self._seen]):
            if time.monotonic() >= deadline:
                raise ActFailed("no new tab was opened")
            await ready(self._current.wait_for_timeout(POLL_MS))
        self._seen.update(new)
        self._current = new[-1]
        with _failures("waiting for the new tab"):
            await ready(self._current.wait_for_load_state("domcontentloaded"))

    async def close_tab(self) -> None:
        """Close the tab and go on in the one before it."""
        with _failures("closing the tab"):
            if not self._current.is_closed():
                await ready(self._current.close())
        left = [page for page in self.context.pages if page is not self._current]
        if not left:
            raise ActFailed("that was the last tab")
        self._current = left[-1]

    async def navigate(self, url: str) -> None:
        """Open an address."""
        with _failures(f"opening {url[:80]!r}"):
            await ready(self._current.goto(url, timeout=NAVIGATION_TIMEOUT_MS))

    async def scroll(self, x: float, y: float) -> None:
        """Scroll the page to a place."""
        with _failures("scrolling"):
            await ready(self._current.evaluate("place => scrollTo(...place)", [x, y]))

    async def press(self, keys: str) -> None:
        """Press a key or a combination, whatever has the focus."""
        with _failures(f"pressing {keys[:80]!r}"):
            await ready(self._current.keyboard.press(keys))

    # ---------------------------------------------------------------------------------- dialogs

    def expect_dialog(self, *, accept: bool, text: str | None) -> None:
        """Answer the next dialog of the page like this."""
        self._dialogs.append((accept, text))

    def _answer(self, dialog: Any) -> None:
        accept, text = self._dialogs.pop(0) if self._dialogs else (False, None)
        answer = dialog.accept(text) if accept and text is not None else None
        if answer is None:
            answer = dialog.accept() if accept else dialog.dismiss()
        if inspect.isawaitable(answer):
            asyncio.ensure_future(answer)  # noqa: RUF006 - the page waits for it, nobody else does

    # -------------------------------------------------------------------------------- one element

    async def perform(self, action: str, target: Target, value: str) -> None:
        """Do with an element what the action says; raises ``ActFailed``."""
        with _failures(f"doing {action!r}"):
            await _ACTS[action](target, value)

    async def drag(self, target: Target, x: float, y: float) -> None:
        """Drag an element by a distance."""
        with _failures("dragging"):
            await acting.drag(self._current, target, x, y)

    async def text_of(self, target: Target) -> str:
        """Return what an element says."""
        with _failures("reading an element"):
            return await acting.text_of(target)

    async def value_of(self, target: Target) -> str:
        """Return what is in a field."""
        with _failures("reading a field"):
            return await acting.value_of(target)

    # -------------------------------------------------------------------------------------- trace

    async def start_trace(self) -> None:
        """Begin to keep what the browser does."""
        with _failures("starting a trace"):
            await ready(self.context.tracing.start(screenshots=True, snapshots=True))

    async def stop_trace(self, path: str | None) -> None:
        """Write the trace to a file, or forget it."""
        with _failures("writing the trace"):
            await ready(self.context.tracing.stop(path=path))


async def _double_click(target: Target, _: str) -> None:
    await acting.click(target, times=2)


async def _click(target: Target, _: str) -> None:
    await acting.click(target)


async def _hover(target: Target, _: str) -> None:
    await acting.hover(target)


async def _select(target: Target, value: str) -> None:
    await acting.select(target, value.split("\n"))


async def _check(target: Target, _: str) -> None:
    await acting.check(target, on=True)


async def _uncheck(target: Target, _: str) -> None:
    await acting.check(target, on=False)


async def _upload(target: Target, value: str) -> None:
    await acting.upload(target, value.split("\n"))


async def _submit(target: Target, _: str) -> None:
    await acting.submit(target)


_ACTS = {
    "click": _click,
    "dblclick": _double_click,
    "hover": _hover,
    "type": acting.write,
    "select": _select,
    "check": _check,
    "uncheck": _uncheck,
    "press": acting.press,
    "upload": _upload,
    "submit": _submit,
}


@contextmanager
def _failures(doing: str) -> Iterator[None]:
    """Re-raise the driver's errors as ours: the act did not work, or the browser is gone."""
    try:
        yield
    except PlaywrightError as exc:
        told = exc.message.strip().partition("\n")[0]
        if any(word in exc.message.lower() for word in _DEAD):
            raise CaptureFailed(doing, told) from exc
        raise ActFailed(f"{doing} did not work: {told}") from exc
