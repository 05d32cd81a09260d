"""Records what happens in a browser's context, whoever does it: a person, or a program."""

from __future__ import annotations

import secrets as random
import time
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Self, cast

from playwright.async_api import BrowserContext as AsyncContext
from playwright.sync_api import Error as PlaywrightError

from holdfast.app.learned_steps import is_same_page
from holdfast.app.locator_proof import proved
from holdfast.app.permissions import declare_secrets
from holdfast.app.recorded_acts import Scene, as_kept, effect_of, mask_parameters, step_of
from holdfast.app.replay import TAB_STEPS
from holdfast.app.step_list import StepList
from holdfast.app.steps import journey_name, opens_tab
from holdfast.app.wiring import BINDING, AnyPage, Told, browser_errors, observer_script, prove
from holdfast.doors.recorded_tab import RecordedTab
from holdfast.doors.recorder_bar import NO_UNDO, RecorderBar
from holdfast.doors.recorder_dialogs import watch_dialogs
from holdfast.errors import UsageError
from holdfast.model.privacy import mask_url
from holdfast.model.recording import Effect, EffectKind, Recording, Step, StepAction
from holdfast.model.snapshot import Box, Size
from holdfast.page.url_pattern import url_pattern
from holdfast.ports import ready, run_now

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
    from os import PathLike
    from types import TracebackType

    from playwright.sync_api import BrowserContext

    from holdfast.model.fingerprint import Fingerprint
    from holdfast.model.snapshot import Snapshot

BLANK = "about:blank"
# These may lead elsewhere; of others, their element shows what they did.
_LEADING = frozenset({StepAction.CLICK, StepAction.DBLCLICK, StepAction.PRESS, StepAction.SUBMIT})
FLUSHES = 20  # times that the end waits for pictures that are still being taken
# Time for what was just done to be told: longer than the script waits for the change of a box.
_FLUSH = f"""() => new Promise(done => setTimeout(() => {{
  dispatchEvent(new Event("{BINDING}All")); setTimeout(done, 0);
}}, 50))"""


class Recorder:
    """Makes a recording of everything done in a context: ``with Recorder(context) as recorder:``.

    For an async context, ``async with``. Without a ``name`` it is called after what was done.
    ``secrets`` are fields whose content is never written,
    besides passwords, codes and cards: by name, id, label or CSS selector. ``on_step`` hears of
    each step, and again when it grows. While recording, Alt+1, Alt+2 and Alt+3 assert that what
    the mouse is on is visible, says what it says, or holds the value that it holds. ``bar`` puts
    a small bar into each window (Chromium) that shows the steps; where a person presses its Stop,
    ``is_stopped`` says so. With ``new_tabs`` the tabs that are open already are no part of it.
    ``extra`` is kept in the file.
    """

    def __init__(  # noqa: PLR0913 - settings, all by name
        self,
        context: BrowserContext | AsyncContext,
        *,
        name: str | None = None,
        secrets: Sequence[str] = (),
        pictures: bool = True,
        assert_keys: bool = True,
        bar: bool = False,
        new_tabs: bool = False,
        extra: Mapping[str, Any] | None = None,
        on_step: Callable[[Step], None] | None = None,
    ) -> None:
        self._context = context
        self._others: list[AnyPage] = [*context.pages] if new_tabs else []  # not listened to
        self._name, self._extra, self._on_step = name, extra or {}, on_step
        self._bar = RecorderBar(event=f"{BINDING}{random.token_hex(8)}" if bar else "")
        self._key = random.token_hex(16)
        self._heard: set[str] = set()  # signatures: a page that listens in cannot say it again
        self._script = observer_script(
            secrets,
            assert_keys=assert_keys,
            pictures=pictures,
            key=self._key,
            bar=self._bar.event,
        )
        self._pictures = pictures
        self._created_at = datetime.now(UTC).replace(microsecond=0)
        self._steps = StepList()
        self._tabs: list[RecordedTab] = []
        self._stored: list[Snapshot] = []
        self._step_of_act: dict[Hashable, str] = {}
        self._secret_names: set[str] = set()
        self._proved: set[str] = set()  # steps whose selectors were tried on the page
        self._start_url = ""
        self._viewport: Size | None = None
        self._is_on = False
        self._at_work = 0  # messages that are being dealt with
        self._on_page = self._page_handler()
        self.problems: list[str] = []

    # ------------------------------------------------------------------------------ start and stop

    def __enter__(self) -> Self:
        self._refuse(is_async=True)
        run_now(self._start())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        run_now(self._stop())

    async def __aenter__(self) -> Self:
        self._refuse(is_async=False)
        await self._start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stop()

    @property
    def recording(self) -> Recording:
        """Return what was recorded so far."""
        return Recording(
            name=self._name or journey_name(self._steps.steps),
            start_url=self._start_url,
            created_at=self._created_at,
            viewport=self._viewport,
            steps=self._steps.steps,
            secrets=declare_secrets(self._steps.steps),
            extra=self._extra,
        )

    @property
    def is_stopped(self) -> bool:
        """Return whether a person pressed Stop in the bar."""
        return self._bar.is_stopped

    def save(self, path: str | PathLike[str]) -> None:
        """Write what was recorded so far to a file, whole or not at all."""
        self.recording.save(path)

    def _refuse(self, *, is_async: bool) -> None:
        if isinstance(self._context, AsyncContext) is is_async:
            raise UsageError(
                "wanted a context of Playwright's other interface\n"
                "  next: use `async with` for an async context, `with` for a sync one"
            )

    async def _start(self) -> None:
        context: Any = self._context
        with browser_errors("starting to record"):
            await ready(context.expose_binding(BINDING, self._handler()))
            await ready(context.add_init_script(self._script))
            self._is_on = True
            for page in context.pages:
                if page in self._others:
                    continue
                await self._open(page)
                for frame in page.frames:
                    with suppress(PlaywrightError):
                        await ready(frame.evaluate(self._script))
            context.on("page", self._on_page)

    async def _stop(self) -> None:
        await self.flush()
        self._is_on = False  # what other tabs tell from now on is no part of it
        self._bar.is_stopped = True
        await self._show()
        self._context.remove_listener("page", self._on_page)

    def listen(self, *, on: bool) -> None:
        """Write down what is done from now on, or nothing until it is told to again."""
        self._is_on = on

    async def flush(self) -> None:
        """Wait until all that was done so far is written down."""
        for _ in range(FLUSHES):
            for tab in self._tabs:
                for frame in [] if tab.page.is_closed() else tab.page.frames:
                    with suppress(PlaywrightError):
                        await ready(frame.evaluate(_FLUSH))
            if not self._at_work:
                break

    def _handler(self) -> Callable[..., object]:
        """Return what the pages call: it answers at once, or with something to wait for."""

        def hear(source: dict[str, Any], message: str, page: str = "") -> object:
            return self._run(self._hear(source["page"], message, page))

        return hear

    def _page_handler(self) -> Callable[[Any], object]:
        def opened(page: AnyPage) -> object:
            return self._run(self._open(page))

        return opened

    def _run(self, work: Any) -> Awaitable[str] | str:
        if isinstance(self._context, AsyncContext):
            return self._guarded(work)
        return run_now(self._guarded(work))

    async def _guarded(self, work: Any) -> str:
        """Do the work; what goes wrong is noted, and the recording goes on."""
        self._at_work += 1
        try:
            return await work or ""
        except PlaywrightError as exc:
            self.problems.append(exc.message.partition("\n")[0])
        except Exception as exc:  # noqa: BLE001 - called by the driver, which would lose it
            self.problems.append(f"{type(exc).__name__}: {exc}")
        finally:
            self._at_work -= 1
        return ""

    # ----------------------------------------------------------------------------------------- tabs

    async def _is_another(self, page: AnyPage) -> bool:
        """Return whether a tab is not listened to, or was opened by one that is not."""
        if self._others and all(tab.page != page for tab in self._tabs):
            opener: AnyPage | None = await ready(cast("Any", page).opener())
            if opener in self._others and page not in self._others:
                self._others.append(page)
        return page in self._others

    async def _open(self, page: AnyPage) -> None:
        if await self._is_another(page):
            return
        tab = self._tab_of(page)
        if tab.number:
            await self._note_opener(tab)
        await watch_dialogs(page, lambda step: self._answered(tab, step))

    def _answered(self, tab: RecordedTab, dialog: Step) -> object:
        if self._is_listening:
            self._add(replace(dialog, tab=tab.number))
        return self._run(self._show())

    def _tab_of(self, page: AnyPage) -> RecordedTab:
        """Return the tab of a page; one that nobody told of yet is new."""
        known = next((tab for tab in self._tabs if tab.page == page), None)
        if known is not None:
            return known
        tab = RecordedTab(page, len(self._tabs), self._bar.event)
        self._tabs.append(tab)
        self._note_address(tab, page.url)
        window: Any = page  # its handlers may be awaited or not
        window.on("framenavigated", lambda frame: self._navigated(tab, frame))
        window.on("close", lambda _: self._closed(tab))
        window.on(
            "download",
            lambda loaded: self._led_to(tab, EffectKind.DOWNLOAD, loaded.suggested_filename),
        )
        if tab.number:
            self._add(Step(id="", action=StepAction.NEW_TAB, tab=tab.number))
        return tab

    async def _note_opener(self, tab: RecordedTab) -> None:
        opener: AnyPage | None = await ready(cast("Any", tab.page).opener())
        if self._bar.is_paused:
            return  # what the page opened it for is no step
        for before, step in pairwise((None, *self._steps.steps)):
            if step is None or step.action is not StepAction.NEW_TAB or step.tab != tab.number:
                continue
            if opener is not None or opens_tab(before):
                self._steps.amend(step.id, extra={"openedByPage": True})

    def _note_address(self, tab: RecordedTab, url: str) -> bool:
        """Return whether the address is the tab's first: where the recording, or it, begins."""
        if tab.has_address or url in ("", BLANK):
            return False
        tab.has_address = True
        if tab.number == 0:
            self._start_url = self._masked(url)
        return True

    def _navigated(self, tab: RecordedTab, frame: Any) -> object:
        if not self._is_on or frame != tab.page.main_frame or frame.url == BLANK:
            return None
        if self._note_address(tab, frame.url):
            return None
        if tab.arrive(time.time() * 1000):
            self._led_to(tab, EffectKind.URL, self._masked(frame.url))
        elif self._is_listening:
            self._add_address(tab)
        return self._run(self._show())

    def _add_address(self, tab: RecordedTab) -> None:
        to = self._masked(tab.page.url)
        self._add(Step(id="", action=StepAction.NAVIGATE, url=to, value=to, tab=tab.number))

    def _closed(self, tab: RecordedTab) -> object:
        if not self._is_on:
            return None
        self._add(Step(id="", action=StepAction.CLOSE_TAB, tab=tab.number))
        return self._run(self._show())

    def _masked(self, url: str) -> str:
        return mask_parameters(mask_url(url), self._secret_names)

    # ------------------------------------------------------------------------------------- messages

    @property
    def _is_listening(self) -> bool:
        return self._is_on and not self._bar.is_silent

    async def _hear(self, page: AnyPage, message: str, measured: str) -> str:
        """Take up a message; return what the bar wants of the next click in that frame."""
        is_ours = self._is_on and not await self._is_another(page)
        told = self._read(page, message, measured) if is_ours else None
        if told is None:
            return ""
        tab = self._tab_of(page)
        if told.kind == "pointing":
            await self._point(tab, told)
            return self._bar.asserting
        if told.kind in ("begin", "leaving", "around"):
            self._note_document(tab, told)
        elif told.kind == "effect":
            self._had_effect(tab, told)
        elif told.kind == "command":
            self._obey(told.data)
        elif self._is_listening:
            await self._acted(tab, told)
        if told.kind not in ("leaving", "around") and not (told.kind == "begin" and told.way):
            await self._show()
        return ""

    def _read(self, page: AnyPage, message: str, measured: str) -> Told | None:
        """Return what our script told, once; None for what a page made up, or says again."""
        told = Told.read(message, measured, self._key)
        if told is not None and told.signature not in self._heard:
            self._heard.add(told.signature)
            return told
        problem = f"{mask_url(page.url)[:200]} told of what nobody did: it was not listened to"
        if problem not in self.problems:
            self.problems.append(problem)
        return None

    def _note_document(self, tab: RecordedTab, told: Told) -> None:
        match told.kind:
            case "begin":
                tab.begin(told)
            case "leaving":
                tab.leave(told)
            case _:
                tab.surroundings.see(told.way, self._without_names(told))

    async def _point(self, tab: RecordedTab, told: Told) -> None:
        if self._pictures:
            await tab.point_at(told)
        await self._bar.mark(tab, told)

    async def _show(self) -> None:
        await self._bar.show(self._tabs, self._steps.steps)

    # ------------------------------------------------------------------------------------- the bar

    def _obey(self, wanted: dict[str, Any]) -> None:
        """Do what a person wants by the bar."""
        match wanted["command"]:
            case "pause":
                self._pause_or_resume()
            case "undo":
                self._undo()
            case "stop":
                self._bar.is_stopped = True
            case "point":
                self._bar.point(wanted["mode"])
            case _:
                self._bar.place = wanted["place"]

    def _pause_or_resume(self) -> None:
        """Stop listening or begin again: where a tab is elsewhere by then, that is a step."""
        here = {tab.number: tab.page.url for tab in self._tabs if not tab.page.is_closed()}
        bar, before = self._bar, self._bar.addresses
        bar.is_paused, bar.addresses, bar.asserting = not bar.is_paused, here, ""
        for tab in self._tabs if not bar.is_paused else ():
            if here.get(tab.number) not in (None, BLANK, before.get(tab.number)):
                self._add_address(tab)

    def _undo(self) -> None:
        """Forget the last step; tabs stay, for the numbers of the others count them."""
        last = self._steps.steps[-1:]
        can = [step for step in last if step.action not in TAB_STEPS]
        self._bar.note = NO_UNDO if last and not can else ""
        for step in can:
            self._steps.drop(step.id)

    def _without_names(self, told: Told) -> str:
        """Return the page that was told, without what secret fields were sent as in addresses."""
        self._secret_names.update(told.data.get("names", ()))
        return mask_parameters(told.page, self._secret_names)

    async def _acted(self, tab: RecordedTab, told: Told) -> None:
        page = self._without_names(told)
        if page:
            tab.surroundings.see(told.way, page)
        looked = tab.surroundings.look(told.way)
        if looked is None:
            return
        snapshot, placed = looked
        tab.acted_at = told.data["at"]
        self._bar.asserting = self._bar.note = ""
        # A phone lays out many a page wider than its window is.
        size = tab.page.viewport_size
        seen = snapshot.viewport if size is None else Size(size["width"], size["height"])
        self._viewport = self._viewport or seen
        scene = Scene(snapshot=snapshot, placed=placed, tab=tab.number)
        document, session = tab.document(told.way), told.data.get("session")
        step = self._add(
            self._sharing(step_of(told.data, scene)),
            element=(*document, told.data["element"]),
            session=None if session is None else (*document, session),
            at_ms=told.data["at"],
            opened=told.data.get("opened") is True,
        )
        self._step_of_act[(*document, told.data["number"])] = step.id
        await self._prove(tab, step, snapshot)
        if self._pictures and not told.data["blank"] and step.picture is None:
            await self._take_picture(tab, step, told, snapshot)

    async def _prove(self, tab: RecordedTab, step: Step, page: Snapshot) -> None:
        """Put the selector first that finds the element on the page as it is.

        What a click did can be quicker than we are: then it stays as it was told.
        """
        if step.fingerprint is None or step.id in self._proved or tab.page.is_closed():
            return
        self._proved.add(step.id)
        proof = await prove(tab.page, page.nodes[step.fingerprint.target])
        true = None if proof is None else await proved(proof, step.fingerprint)
        if true is not None:
            self._steps.amend(step.id, fingerprint=true)

    def _had_effect(self, tab: RecordedTab, told: Told) -> None:
        """Write down what an act did to its element."""
        known = self._step_of_act.get((*tab.document(told.way), told.data["number"]), "")
        step = self._steps.find(known)
        if step is not None:
            self._steps.amend(step.id, effect=effect_of(told.data["effect"], step))

    def _led_to(self, tab: RecordedTab, kind: EffectKind, expected: str) -> None:
        """Write down where the latest step of a tab led, unless its element shows what it did."""
        latest = next((one for one in reversed(self._steps.steps) if one.tab == tab.number), None)
        if latest is None or latest.action not in _LEADING or not self._is_listening:
            return
        if kind is not EffectKind.URL or url_pattern(expected) != url_pattern(latest.url):
            self._steps.amend(latest.id, effect=Effect(kind=kind, expected=expected))

    def _sharing(self, step: Step) -> Step:
        """Return the step with pages that are stored already instead of equal new ones."""
        return replace(step, fingerprint=self._shared(step.fingerprint), to=self._shared(step.to))

    def _shared(self, fingerprint: Fingerprint | None) -> Fingerprint | None:
        if fingerprint is None:
            return None
        fingerprint = as_kept(fingerprint)
        page = fingerprint.page
        stored = next((known for known in self._stored if is_same_page(known, page)), None)
        if stored is None:
            self._stored.append(page)
            return fingerprint
        return replace(fingerprint, page=stored)

    async def _take_picture(self, tab: RecordedTab, step: Step, told: Told, page: Snapshot) -> None:
        box = None if step.fingerprint is None else page.nodes[step.fingerprint.target].box
        if box is None:
            return
        picture = tab.find_picture((told.way, told.data["control"]))
        if picture is None:
            corner = (box.x - page.scroll.x, box.y - page.scroll.y)
            picture = await tab.draw(Box(*corner, box.width, box.height), told.data["ratio"])
        if picture is not None:
            self._steps.amend(step.id, picture=picture)

    def _add(self, step: Step, **known: Any) -> Step:
        added = self._steps.add(step, **known)
        if self._on_step is not None:
            self._on_step(added)
        return added
