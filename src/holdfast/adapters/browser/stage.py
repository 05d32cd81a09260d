"""The browser of a replay: its tabs, what steps do in them, and the trace of it."""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Error as PlaywrightError

from holdfast.adapters.browser import actions
from holdfast.adapters.browser.live import LiveTab, Target
from holdfast.adapters.browser.watchdog import Watchdog
from holdfast.errors import ActFailed, CaptureFailed, file_failure
from holdfast.model.origin import origin_of
from holdfast.model.recording import STANDS_FOR, UNDER_LABEL, EffectKind, Step, StepAction
from holdfast.model.replay_result import DialogAnswer, same_words
from holdfast.model.snapshot import Point
from holdfast.page.kinds import FIELD_TAGS
from holdfast.ports import LiveTarget, ready

NEW_TAB_TIMEOUT_MS = 5_000
NAVIGATION_TIMEOUT_MS = 30_000
POLL_MS = 50
QUESTIONS = frozenset({"confirm", "prompt"})  # an alert has one answer only
_DEAD = ("target page, context or browser has been closed", "target crashed", "browser has been")


class BrowserStage:
    """A browser context, sync or async; the methods are coroutines in both cases."""

    def __init__(self, context: Any, page: Any) -> None:
        self.context = context
        self._opened = [page]  # in the order they were opened
        self._tabs: dict[Any, LiveTab] = {}
        self._current = page
        self._answers: list[DialogAnswer] = []
        self._said: list[str] = []  # by dialogs that nobody has asked for yet
        self._declined: list[str] = []  # by questions that nobody had recorded
        self.downloads: list[str] = []
        page.on("download", self._note_download)
        self._watchdog = Watchdog(context)
        self._watchdog.start()
        context.on("page", self._add_tab)
        context.on("dialog", self._answer)

    def begin_step(self) -> None:
        """Begin to watch the page for a new step."""
        self._watchdog.begin_step()

    @property
    def was_interrupted(self) -> bool:
        """Return whether the page had to be interrupted in this step: it did not answer."""
        return self._watchdog.has_interrupted

    @property
    def is_open(self) -> bool:
        """Return whether the tab that steps act in is still there."""
        browser = self.context.browser
        is_connected = browser is None or browser.is_connected()
        return is_connected and not self.page.is_gone

    def leave(self) -> None:
        """Stop listening: the context is somebody else's."""
        self._watchdog.stop()
        self.context.remove_listener("page", self._add_tab)
        self.context.remove_listener("dialog", self._answer)
        for page in self._opened:
            page.remove_listener("download", self._note_download)

    def _add_tab(self, page: Any) -> None:
        self._opened.append(page)
        page.on("download", self._note_download)

    def _note_download(self, loaded: Any) -> None:
        self.downloads.append(loaded.suggested_filename)

    def forget_downloads(self) -> None:
        """Count downloads from now on."""
        self.downloads.clear()

    @property
    def page(self) -> LiveTab:
        """Return the tab that steps act in."""
        if self._current not in self._tabs:
            self._tabs[self._current] = LiveTab(self._current)
        return self._tabs[self._current]

    # ------------------------------------------------------------------------------------- tabs

    async def enter_tab(self, number: int) -> None:
        """Go on in a tab, counted in the order they were opened; wait for it if need be."""
        deadline = time.monotonic() + NEW_TAB_TIMEOUT_MS / 1000
        while number >= len(self._opened):
            if time.monotonic() >= deadline:
                raise ActFailed(f"tab {number + 1} was not opened")
            await self.page.pause(POLL_MS)
        if self._opened[number] is self._current:
            return
        self._current = self._opened[number]
        with _failures("entering a tab"):
            await ready(self._current.wait_for_load_state("domcontentloaded"))

    async def open_tab(self) -> None:
        """Open an empty tab and go on in it."""
        with _failures("opening a tab"):
            self._current = await ready(self.context.new_page())

    async def close_tab(self, number: int) -> None:
        """Close a tab."""
        with _failures("closing the tab"):
            if number < len(self._opened) and not self._opened[number].is_closed():
                await ready(self._opened[number].close())

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

    def expect_dialogs(self, dialogs: Sequence[DialogAnswer]) -> None:
        """Answer the coming dialogs like this, one after the other; forget those before."""
        self._answers, self._said = list(dialogs), []

    def take_dialog(self) -> str | None:
        """Return what the next dialog said that was opened since, None when none was."""
        return self._said.pop(0) if self._said else None

    def take_declined(self) -> str | None:
        """Return a question of the page that was not expected and so declined, None without one."""
        return self._declined.pop(0) if self._declined else None

    def _answer(self, dialog: Any) -> None:
        known = DialogAnswer(message=None, accept=dialog.type == "beforeunload")
        if dialog.type != "beforeunload":
            self._said.append(dialog.message)
            if not self._answers and dialog.type in QUESTIONS:
                self._declined.append(dialog.message)
            known = self._answers.pop(0) if self._answers else known
        # What is agreed to must be what was agreed to when it was recorded.
        asked = known.message is None or same_words(known.message, dialog.message)
        accept = known.accept and (asked or dialog.type == "alert") and _is_of(dialog, known.origin)
        # For a sync page the answer is given when this returns, for an async one it is under way.
        answer = dialog.accept(known.text or "") if accept else dialog.dismiss()
        if inspect.isawaitable(answer):
            asyncio.ensure_future(answer)  # noqa: RUF006 - the page waits for it, nobody else does

    # -------------------------------------------------------------------------------- one element

    async def perform(self, step: Step, target: LiveTarget, values: Sequence[str]) -> None:
        """Do with an element what the step says; raises ``ActFailed``."""
        with _failures(step.action.value):
            await _ACTS[step.action](_own(target), step, values)

    async def drag(self, source: LiveTarget, to: LiveTarget | None, step: Step) -> None:
        """Drag an element as a step says: along its way, or to its place in another element."""
        with _failures("drag"):
            await actions.drag(self._current, _own(source), None if to is None else _own(to), step)

    async def pin(self, target: LiveTarget) -> LiveTarget:
        """Return the very element that a target is now."""
        own = _own(target)
        if hasattr(own.handle, "owner_frame"):
            return own
        with _failures("looking at an element"):
            handle = await ready(own.handle.element_handle(timeout=own.patience_ms))
        return Target(handle, own.share, own.patience_ms)

    async def find_beside(self, target: LiveTarget, css: str) -> LiveTarget | None:
        """Return what a selector finds in the document of an element, None for nothing."""
        with _failures("looking at what is beside an element"):
            found = await actions.find_beside(_own(target), css)
        return None if found is None else Target(found)

    async def lists_around(self, source: LiveTarget, end: LiveTarget | None) -> LiveTarget:
        """Return the lists that a drag may move something in, as they are now."""
        with _failures("looking at a list"):
            onto = None if end is None else _own(end)
            return Target(await actions.lists_around(_own(source), onto))

    async def lists_before(self, target: LiveTarget) -> LiveTarget:
        """Return the lists that a click may add to or take from, as they are now."""
        with _failures("looking at lists"):
            return Target(await actions.lists_before(_own(target)))

    async def effect_on(
        self, target: LiveTarget, kind: EffectKind, *, drawn: bool = False
    ) -> str | bool | int | tuple[str, ...] | None:
        """Return what is to be seen on an element; None when it is gone, or there is nothing."""
        try:
            seen = await actions.effect_on(_own(target), "shown" if drawn else kind.value)
        except PlaywrightError:
            return None  # its page has moved on
        if isinstance(seen, list):
            return tuple(map(str, seen))
        return seen if isinstance(seen, str | bool | int) else None

    async def is_seen(self, target: LiveTarget) -> bool:
        """Return whether an element can be seen."""
        with _failures("looking at an element"):
            return bool(await ready(_own(target).handle.is_visible()))

    async def text_of(self, target: LiveTarget) -> str:
        """Return what an element says."""
        with _failures("reading an element"):
            return await actions.text_of(_own(target))

    async def value_of(self, target: LiveTarget) -> str:
        """Return what is in a field."""
        with _failures("reading a field"):
            return await actions.value_of(_own(target))

    # -------------------------------------------------------------------------------------- trace

    async def start_trace(self) -> None:
        """Begin to keep what the browser does."""
        with _failures("starting a trace"):
            await ready(self.context.tracing.start(screenshots=True, snapshots=True))

    async def stop_trace(self, path: str | None) -> None:
        """Write the trace to a file that is its owner's only, or forget it."""
        with _failures("writing the trace"):
            if path is not None:
                _make_private(Path(path))
            await ready(self.context.tracing.stop(path=path))


def _make_private(path: Path) -> None:
    """Make a file that only its owner may read, or take others' rights from one that is there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.chmod(0o600)
    except OSError as exc:
        raise file_failure("write", path, exc, "check its folder") from exc


def _is_of(dialog: Any, origin: str | None) -> bool:
    """Return whether a dialog is of a page of this origin; of any, if none is given."""
    return origin is None or (dialog.page is not None and origin_of(dialog.page.url) == origin)


def _own(target: LiveTarget) -> Target:
    assert isinstance(target, Target), "an element of another browser"
    return target


async def _click(target: Target, step: Step, _: Sequence[str]) -> None:
    times = 2 if step.action is StepAction.DBLCLICK else 1
    await actions.click(target, times=times, button=step.button.value, modifiers=step.modifiers)


async def _check(target: Target, step: Step, _: Sequence[str]) -> None:
    on, by_label = step.action is StepAction.CHECK, UNDER_LABEL in step.extra
    await actions.check(target, on=on, by_label=by_label)


async def _type(target: Target, step: Step, values: Sequence[str]) -> None:
    known = step.fingerprint
    is_field = known is None or known.node.tag in FIELD_TAGS
    write = actions.write if is_field else actions.edit
    await (actions.type_keys if STANDS_FOR in step.extra else write)(target, values[0])


_ACTS: Mapping[StepAction, Callable[[Target, Step, Sequence[str]], Awaitable[None]]] = {
    StepAction.CLICK: _click,
    StepAction.DBLCLICK: _click,
    StepAction.HOVER: lambda target, _, __: actions.hover(target),
    StepAction.TYPE: _type,
    StepAction.SELECT: lambda target, _, values: actions.select(target, values),
    StepAction.CHECK: _check,
    StepAction.UNCHECK: _check,
    StepAction.PRESS: lambda target, _, values: actions.press(target, values[0]),
    StepAction.UPLOAD: lambda target, _, values: actions.upload(target, values),
    StepAction.SUBMIT: lambda target, _, __: actions.submit(target),
    StepAction.SCROLL: lambda target, step, _: actions.scroll(target, step.point or Point(0, 0)),
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
        raise ActFailed(f"{doing}: {told}") from exc
