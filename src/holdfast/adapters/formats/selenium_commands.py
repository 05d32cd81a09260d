"""Selenium commands: make steps from those of Selenium IDE, each in its own way."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from urllib.parse import urljoin

from holdfast.adapters.formats.selenium_flow import Command, Flow
from holdfast.adapters.formats.selenium_words import split_keys
from holdfast.model.recording import AssertCheck, StepAction
from holdfast.model.snapshot import Point, Size

_SIZE = re.compile(r"(\d{1,5})\s*x\s*(\d{1,5})")
_PLACE = re.compile(r"(-?\d{1,9}(?:\.\d{1,9})?)\s{0,9},\s{0,9}(-?\d{1,9}(?:\.\d{1,9})?)")


def act(flow: Flow, action: StepAction, command: Command) -> None:
    """Add what is done to an element and needs no value."""
    pointer = flow.pointer(command)
    if pointer is None:
        return
    place = _PLACE.fullmatch(command.value.strip()) if command.name.endswith("At") else None
    point = None if place is None else Point(float(place[1]), float(place[2]))
    flow.draft.add(action, pointer=pointer, point=point, **flow.place)


def assert_that(flow: Flow, check: AssertCheck, notes: Sequence[str], command: Command) -> None:
    """Add an assertion about an element."""
    pointer = flow.pointer(command)
    if pointer is None:
        return
    for note in notes:
        flow.draft.note(note)
    value: str | None = None
    if check is AssertCheck.COUNT:
        value = "0"
    elif check in {AssertCheck.TEXT, AssertCheck.VALUE}:
        value = flow.draft.typed(pointer, flow.fill(command.value), names_known=True)
    flow.draft.add(StepAction.ASSERT, check=check, pointer=pointer, value=value, **flow.place)


def _open(flow: Flow, command: Command) -> None:
    url = flow.draft.address(urljoin(flow.base, flow.fill(command.target)))
    flow.start_url = flow.start_url or url
    flow.url, flow.frames = url, ()
    flow.draft.add(StepAction.NAVIGATE, value=url, **flow.place)


def _type(flow: Flow, command: Command) -> None:
    pointer = flow.pointer(command)
    if pointer is not None:
        value = flow.draft.typed(pointer, flow.fill(command.value), names_known=True)
        flow.draft.add(StepAction.TYPE, pointer=pointer, value=value, **flow.place)


def _send_keys(flow: Flow, command: Command) -> None:
    split = split_keys(command.value)
    if split is None:
        flow.draft.note("keys with text after them, or a key that is not known")
        return
    pointer = flow.pointer(command)
    if pointer is None:
        return
    typed, keys = split
    if typed:
        value = flow.draft.typed(pointer, flow.fill(typed), names_known=True)
        flow.draft.add(StepAction.TYPE, pointer=pointer, value=value, **flow.place)
    for key in keys:
        flow.draft.add(StepAction.PRESS, pointer=pointer, value=key, **flow.place)


def _select(flow: Flow, command: Command) -> None:
    kind, sign, value = flow.fill(command.value).partition("=")
    if sign and kind in {"index", "id"}:
        flow.draft.note(f"an option by its {kind} has no step")
        return
    pointer = flow.pointer(command)
    if pointer is not None:
        chosen = value if sign and kind in {"label", "value"} else flow.fill(command.value)
        flow.draft.add(StepAction.SELECT, pointer=pointer, value=chosen.strip(), **flow.place)


def _drag(flow: Flow, command: Command) -> None:
    pointer = flow.pointer(command)
    end = flow.pointer(replace(command, target=command.value, alternatives=None))
    if pointer is not None and end is not None:
        flow.draft.add(StepAction.DRAG, pointer=pointer, to_pointer=end, **flow.place)


def _pause(flow: Flow, command: Command) -> None:
    given = (command.target or command.value).strip()
    if not given.isdecimal():
        flow.draft.note(f"a pause needs milliseconds, got {given[:40]!r}")
        return
    flow.draft.add(StepAction.WAIT, value=given, **flow.place)


def _set_window_size(flow: Flow, command: Command) -> None:
    size = _SIZE.fullmatch(command.target.strip())
    if size is None or not int(size[1]) or not int(size[2]):
        flow.draft.note(f"a size looks like 1280x800, got {command.target[:40]!r}")
    elif flow.viewport is not None:
        flow.draft.note("a recording has one size of its window, the first")
    else:
        flow.viewport = Size(float(size[1]), float(size[2]))
        flow.draft.keep()


def _store(flow: Flow, command: Command) -> None:
    flow.constants[command.value] = flow.fill(command.target)
    flow.draft.keep()


# ------------------------------------------------------------------------------- frames and windows


def _select_frame(flow: Flow, command: Command) -> None:
    kind, _, value = command.target.partition("=")
    if command.target == "relative=top":
        flow.frames = ()
    elif command.target == "relative=parent":
        flow.frames = flow.frames[:-1]
    elif kind == "index" and value.isdecimal():
        flow.frames = (*flow.frames, int(value))
    else:
        pointer = flow.pointer(command)
        if pointer is None:
            return
        flow.frames = (*flow.frames, pointer.selectors[0][0])
    flow.draft.keep()


def _store_window(flow: Flow, command: Command) -> None:
    flow.windows[command.target] = flow.tab
    flow.draft.keep()


def _select_window(flow: Flow, command: Command) -> None:
    handle = re.fullmatch(r"handle=\$\{(\w+)\}", command.target.strip())
    if handle is None or handle[1] not in flow.windows:
        flow.draft.note(f"which window that is, the file does not tell: {command.target[:40]!r}")
        return
    flow.tab, flow.frames = flow.windows[handle[1]], ()
    flow.draft.keep()


def _close(flow: Flow, _: Command) -> None:
    flow.draft.add(StepAction.CLOSE_TAB, tab=flow.tab)


# ------------------------------------------------------------------------------------------ dialogs


def _answer_next(flow: Flow, command: Command) -> None:
    prompted = flow.fill(command.target) if command.name.startswith("answer") else None
    flow.answer = {"accept": "Cancel" not in command.name, "value": prompted}
    flow.draft.keep()


def _answer_now(flow: Flow, command: Command) -> None:
    prompted = flow.fill(command.target) if "Answer" in command.name else None
    flow.dialog(accept="Cancel" not in command.name, value=prompted)


def _alert(flow: Flow, command: Command) -> None:
    flow.draft.note("what it says is kept, and not compared")
    flow.dialog(accept=True, message=flow.fill(command.target))


def _says(flow: Flow, command: Command) -> None:
    """Keep what a question says for the step that answers it, before or after."""
    said, steps = flow.fill(command.target), flow.draft.steps
    flow.draft.note("what it says is kept, and not compared")
    if steps and steps[-1].action is StepAction.DIALOG and steps[-1].message is None:
        flow.draft.replace_last(replace(steps[-1], message=said))
        flow.draft.keep(of=steps[-1].id)
    else:
        flow.message = said
        flow.draft.keep()


READERS: Mapping[str, Callable[[Flow, Command], None]] = {
    "open": _open,
    "type": _type,
    "editContent": _type,
    "sendKeys": _send_keys,
    "select": _select,
    "dragAndDropToObject": _drag,
    "pause": _pause,
    "setWindowSize": _set_window_size,
    "store": _store,
    "selectFrame": _select_frame,
    "selectWindow": _select_window,
    "storeWindowHandle": _store_window,
    "close": _close,
    "chooseOkOnNextConfirmation": _answer_next,
    "chooseCancelOnNextConfirmation": _answer_next,
    "chooseCancelOnNextPrompt": _answer_next,
    "answerOnNextPrompt": _answer_next,
    "webdriverChooseOkOnVisibleConfirmation": _answer_now,
    "webdriverChooseCancelOnVisibleConfirmation": _answer_now,
    "webdriverChooseCancelOnVisiblePrompt": _answer_now,
    "webdriverAnswerOnVisiblePrompt": _answer_now,
    "assertAlert": _alert,
    "verifyAlert": _alert,
    "assertConfirmation": _says,
    "assertPrompt": _says,
}
