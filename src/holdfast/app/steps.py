"""Acts of steps: what each kind of step does once its element is known."""

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from urllib.parse import urlsplit, urlunsplit

from holdfast.app.permissions import Permissions
from holdfast.app.values import Values, secret_names
from holdfast.engine import find_primary
from holdfast.errors import ActFailed, ActRefused, EffectMissing
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.origin import origin_of
from holdfast.model.recording import AssertCheck, MouseButton, Step, StepAction
from holdfast.model.replay_result import DialogAnswer, same_words
from holdfast.model.snapshot import Point
from holdfast.page.keys import label_of
from holdfast.ports import LiveTarget, Stage
from holdfast.selectors.writing import frames_of

ASSERT_TIMEOUT_MS = 5_000.0  # what a page is to show may take a moment
POLL_MS = 100.0
LONGEST_WAIT_MS = 60_000.0
OPENED_BY_PAGE = "openedByPage"  # in a newTab step: a click opened it, not the person
# Only these can do something that cannot be undone.
PRESSING = frozenset(
    {
        StepAction.CLICK,
        StepAction.DBLCLICK,
        StepAction.PRESS,
        StepAction.SUBMIT,
        StepAction.DRAG,
    }
)
# These change nothing on a site: a run that has done no more may be done anew.
LOOKING = frozenset(
    {
        StepAction.NAVIGATE,
        StepAction.SCROLL,
        StepAction.HOVER,
        StepAction.WAIT,
        StepAction.ASSERT,
        StepAction.NEW_TAB,
        StepAction.CLOSE_TAB,
    }
)
# Done twice, these leave the same as done once.
REPEATABLE = frozenset({StepAction.TYPE, StepAction.SELECT})
_OPENING_KEYS = frozenset({"Control", "Meta", "Shift"})
_VERBS = {
    StepAction.DBLCLICK: "double-click",
    StepAction.TYPE: "type into",
    StepAction.SELECT: "choose in",
    StepAction.NAVIGATE: "open",
    StepAction.UPLOAD: "upload to",
    StepAction.NEW_TAB: "new tab",
    StepAction.CLOSE_TAB: "close tab",
}


def opens_tab(step: Step | None) -> bool:
    """Return whether the mouse itself opens a tab or a window: no page has to ask for it."""
    if step is None or step.action is not StepAction.CLICK:
        return False
    return step.button is MouseButton.MIDDLE or not _OPENING_KEYS.isdisjoint(step.modifiers)


def title_of(step: Step) -> str:
    """Return what the step does, in a few words; never what is typed."""
    verb = _VERBS.get(step.action, step.action.value)
    if step.check is not None:
        verb = f"assert {step.check.value}"
    if step.fingerprint is not None:
        label = label_of(step.fingerprint.page, step.fingerprint.target)
        return f"{verb} {label!r}" if label else f"{verb} <{step.fingerprint.node.tag}>"
    if step.pointer is not None:
        return f"{verb} {step.pointer.selectors[0][-1]}"
    if step.action is StepAction.NAVIGATE:
        return f"open {urlsplit(step.value or step.url).path or '/'}"
    return f"{verb} {step.value}" if step.action is StepAction.PRESS else verb


def journey_name(steps: Sequence[Step]) -> str:
    """Return what a journey is called: what was done first in it, and last."""
    titles = [title_of(step).replace("'", "") for step in steps if step.fingerprint is not None]
    ends = dict.fromkeys([*titles[:1], *titles[-1:]])
    return " and ".join(ends) or "recording"


@dataclass(slots=True)
class StepDoer:
    """Does steps on a stage."""

    stage: Stage
    values: Values
    recorded_origin: str = ""
    base_url: str | None = None
    permissions: Permissions = field(default_factory=Permissions)

    def look_ahead(self, step: Step, coming: Sequence[Step]) -> None:
        """Prepare for the dialogs that this step is going to open: the page waits for answers."""
        if step.action is not StepAction.DIALOG:
            dialogs = takewhile(lambda one: one.action is StepAction.DIALOG, coming)
            self.stage.expect_dialogs([self._answer_of(one) for one in dialogs])

    def _answer_of(self, dialog: Step) -> DialogAnswer:
        text = None if dialog.value is None else self._fill_here(dialog.value)
        # A popup may ask in the page's place.
        secret = bool(secret_names([dialog.value or ""]))
        return DialogAnswer(
            message=dialog.message,
            accept=dialog.accept is not False,
            text=text,
            origin=origin_of(self.stage.page.url) if secret else None,
        )

    async def do(
        self, step: Step, target: LiveTarget | None = None, end: LiveTarget | None = None
    ) -> None:
        """Do the step, ``end`` being where a drag goes; raises ``ActFailed``."""
        if step.action is StepAction.ASSERT:
            await self._check(step, target)
        elif target is not None:
            await self._act_on(step, target, end)
        else:
            await self._act(step)

    # ------------------------------------------------------------------------- without an element

    async def _act(self, step: Step) -> None:
        value = step.value or ""
        match step.action:
            case StepAction.NAVIGATE:
                await self._navigate(value or step.url)
            case StepAction.PRESS:
                await self.stage.press(self._keys(value))
            case StepAction.SCROLL:
                await self.stage.scroll(*(step.point or Point(0, 0)))
            case StepAction.CLOSE_TAB:
                await self.stage.close_tab(step.tab)
            case StepAction.WAIT:
                await self.stage.page.pause(_milliseconds(self.values.fill_variables(value)))
            case StepAction.NEW_TAB:
                await self._enter_new_tab(step)
            case StepAction.DIALOG:
                await self._check_dialog(step)
            case _:
                raise ActFailed(f"a step {step.action.value!r} needs an element")

    async def _check_dialog(self, step: Step) -> None:
        """Wait for the dialog, which is answered as it opens; raises ``EffectMissing``."""
        deadline = time.monotonic() + ASSERT_TIMEOUT_MS / 1000
        while (said := self.stage.take_dialog()) is None:
            if time.monotonic() >= deadline:
                raise EffectMissing("dialog", repr(step.message or "")[:80], "none")
            await self.stage.page.pause(POLL_MS)
        if step.message is not None and not same_words(step.message, said):
            raise EffectMissing("dialog", repr(step.message)[:80], repr(said)[:80])

    async def _navigate(self, written: str) -> None:
        url = self.rebase(self.values.fill(written))
        self.permissions.check_address(url)
        self.permissions.check_secrets(secret_names([written]), url)
        await self.stage.navigate(url)

    def _fill_here(self, written: str) -> str:
        """Return a text for the page itself, filled in; raises ``ActRefused``."""
        self.permissions.check_secrets(secret_names([written]), self.stage.page.url)
        return self.values.fill(written)

    def _keys(self, written: str) -> str:
        """Return the keys to press; raises ``ActRefused`` for a secret: the focus is anywhere."""
        if names := secret_names([written]):
            raise ActRefused(f"the secret {names[0]!r} is typed into elements only")
        return self.values.fill(written)

    async def _enter_new_tab(self, step: Step) -> None:
        if step.extra.get(OPENED_BY_PAGE) is True:
            await self.stage.enter_tab(step.tab)
        else:
            await self.stage.open_tab()

    def rebase(self, url: str) -> str:
        """Return the address on the site that is replayed, if it was on the recorded one."""
        if self.base_url is None or not self.recorded_origin:
            return url
        if origin_of(url) != self.recorded_origin:
            return url
        parts = urlsplit(url)
        return self.base_url.rstrip("/") + urlunsplit(parts._replace(scheme="", netloc=""))

    # ---------------------------------------------------------------------------- with an element

    async def _act_on(self, step: Step, target: LiveTarget, end: LiveTarget | None) -> None:
        if step.action is StepAction.DRAG:
            await self.stage.drag(target, end, step)
            return
        given = step.values if step.values is not None else (step.value or "",)
        if step.action is StepAction.UPLOAD:
            names = map(self.values.fill_variables, filter(None, given))
            await self.stage.perform(step, target, [*map(self.permissions.find_file, names)])
            return
        if secrets := secret_names(given):
            # The very element: what a page puts in its place meanwhile gets nothing.
            target = await target.pinned()
            self.permissions.check_secrets(secrets, await target.document_url())
        await self.stage.perform(step, target, [self.values.fill(value) for value in given])

    # -------------------------------------------------------------------------------------- checks

    async def _check(self, step: Step, target: LiveTarget | None) -> None:
        wanted = "" if step.value is None else self.values.fill(step.value)
        private = bool(secret_names([step.value or ""]))
        match step.check:
            case AssertCheck.URL:
                await self._until(self._url, self.rebase(wanted), "the address", secret=private)
            case AssertCheck.COUNT:
                await self._until(lambda: self._count(step.fingerprint), wanted, "the number")
            case AssertCheck.HIDDEN:
                await self._until(lambda: self._is_seen(target), "no", "being visible")
            case _ if target is None:
                raise ActFailed("an assertion needs an element")
            case AssertCheck.VISIBLE:
                await self._until(lambda: self._is_seen(target), "yes", "being visible")
            case AssertCheck.TEXT:
                text = " ".join(wanted.split())
                await self._until(lambda: self._text(target), text, "the text", secret=private)
            case _:
                await self._until(
                    lambda: self.stage.value_of(target), wanted, "the value", secret=True
                )

    async def _until(
        self, ask: Callable[[], Awaitable[str]], wanted: str, what: str, *, secret: bool = False
    ) -> None:
        """Wait until the page answers what is wanted; raises ``ActFailed`` when it does not."""
        deadline = time.monotonic() + ASSERT_TIMEOUT_MS / 1000
        while (seen := await ask()) != wanted:
            if time.monotonic() >= deadline:
                told = "" if secret else f" {wanted[:80]!r}, but it is {seen[:80]!r}"
                raise ActFailed(f"{what} is not the recorded one{told}")
            await self.stage.page.pause(POLL_MS)

    async def _url(self) -> str:
        return self.stage.page.url

    async def _count(self, fingerprint: Fingerprint | None) -> str:
        primary = None if fingerprint is None else find_primary(fingerprint)
        if fingerprint is None or primary is None:
            raise ActFailed("a count needs a selector that finds the elements")
        seen, _ = await self.stage.page.glimpse(primary, frames_of(fingerprint.node))
        return str(seen.count)

    async def _is_seen(self, target: LiveTarget | None) -> str:
        if target is None:
            return "no"
        return "yes" if await self.stage.is_seen(target) else "no"

    async def _text(self, target: LiveTarget) -> str:
        return " ".join((await self.stage.text_of(target)).split())


def _milliseconds(text: str) -> float:
    try:
        return min(LONGEST_WAIT_MS, max(0.0, float(text)))
    except ValueError as exc:
        raise ActFailed(f"a wait needs milliseconds, got {text[:80]!r}") from exc
