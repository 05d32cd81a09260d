"""DevTools in: makes our recording from one of the Chrome DevTools Recorder, step by step."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

import orjson

from holdfast.adapters.formats.devtools_keys import HeldKeys
from holdfast.adapters.formats.devtools_words import (
    OUR_STEP,
    URL_EXPRESSION,
    WAIT_EXPRESSION,
    looked_at,
    wanted_by,
)
from holdfast.adapters.formats.recording_draft import RecordingDraft
from holdfast.errors import ForeignFormat
from holdfast.model.conversion import Imported
from holdfast.model.json_fields import find_field, get_field
from holdfast.model.recording import AssertCheck, MouseButton, Pointer, Recording, Step, StepAction
from holdfast.model.recording_json import step_from_json
from holdfast.model.snapshot import Point, Size

Json = dict[str, Any]

_BUTTONS = {
    "primary": MouseButton.LEFT,
    "auxiliary": MouseButton.MIDDLE,
    "secondary": MouseButton.RIGHT,
}
_MAIN = "main"
_WANTED = "a recording of the Chrome DevTools Recorder"


def read_devtools(
    document: object, *, created_at: datetime, secrets: Sequence[str] = ()
) -> Imported:
    """Return the recording; raises ``ForeignFormat`` for a damaged or foreign one."""
    if not isinstance(document, dict):
        raise ForeignFormat(_WANTED, f"a {type(document).__name__}")
    try:
        title = get_field(document, "title", str)
        given = get_field(document, "steps", list)
    except ValueError as exc:
        raise ForeignFormat(_WANTED, f"something else ({exc})") from exc
    flow = _Flow(draft=RecordingDraft(secrets=secrets))
    for number, step in enumerate(given, 1):
        kind = step.get("type") if isinstance(step, dict) else None
        try:
            flow.read(number, step)
        except (TypeError, ValueError) as exc:
            told = f"a damaged one: step {number} ({str(kind)[:40]}): {exc}"
            raise ForeignFormat(_WANTED, told, "export it from DevTools again") from exc
    recording = Recording(
        name=title,
        start_url=flow.start_url,
        created_at=created_at,
        viewport=flow.viewport,
        steps=tuple(flow.draft.steps),
    )
    return Imported(recording=recording, account=tuple(flow.draft.account))


@dataclass(slots=True)
class _Flow:
    """What is known after the steps so far."""

    draft: RecordingDraft
    keys: HeldKeys = field(default_factory=HeldKeys)
    viewport: Size | None = None
    start_url: str = ""
    tabs: dict[str, int] = field(default_factory=lambda: {_MAIN: 0})  # by the address of each
    urls: dict[int, str] = field(default_factory=dict)  # where each tab is
    opened: int = 1
    empty: int | None = None  # a tab that was opened, and nothing done in it yet

    def read(self, number: int, given: object) -> None:
        """Take one step over, or say why not."""
        if not isinstance(given, dict):
            raise TypeError(f"a step must be an object, got {given!r:.80}")
        kind = get_field(given, "type", str)
        reader = READERS.get(kind)
        if reader is None:
            self.draft.note(f"no such step is known: {kind[:80]!r}")
        else:
            reader(self, given)
        self._arrive(given)
        key = find_field(given, "key", str)
        self.draft.close(number, f"{kind} {key}"[:40] if key else kind[:40])

    # ----------------------------------------------------------------------------- where it is done

    def tab_of(self, given: Json) -> int:
        """Return the tab that a step is done in; the first step in a new one enters it."""
        target = find_field(given, "target", str) or _MAIN
        if target not in self.tabs and self.empty is not None:
            self.tabs[target], self.empty = self.empty, None
        elif target not in self.tabs:
            self.tabs[target] = tab = self.opened
            self.urls[tab] = self.draft.address(target)
            self.opened += 1
            self.draft.add(StepAction.NEW_TAB, tab=tab, extra={"openedByPage": True})
        return self.tabs[target]

    def place(self, given: Json) -> Json:
        """Return tab and address of a step."""
        tab = self.tab_of(given)
        return {"tab": tab, "url": self.urls.get(tab, "")}

    def _arrive(self, given: Json) -> None:
        """Remember where a step led to."""
        target = find_field(given, "target", str) or _MAIN
        for event in find_field(given, "assertedEvents", list) or []:
            url = event.get("url") if isinstance(event, dict) else None
            if isinstance(url, str) and url and target in self.tabs:
                tab = self.tabs[target]
                self.urls[tab] = self.draft.address(url)
                if tab:
                    self.tabs[url] = tab


def _pointer(given: Json) -> Pointer:
    selectors = get_field(given, "selectors", list)
    if not selectors:
        raise ValueError("selectors is empty")
    return Pointer(selectors=tuple(map(_parts, selectors)), frames=_frames(given))


def _parts(selector: object) -> tuple[str, ...]:
    parts = selector if isinstance(selector, list) else [selector]
    if not parts or not all(isinstance(part, str) and part for part in parts):
        raise TypeError(f"a selector must be a text or a list of texts, got {selector!r:.80}")
    return tuple(parts)


def _frames(given: Json) -> tuple[int, ...]:
    frames = find_field(given, "frame", list) or []
    if not all(isinstance(one, int) and not isinstance(one, bool) and one >= 0 for one in frames):
        raise TypeError(f"frame must be a list of numbers, got {frames!r:.80}")
    return tuple(frames)


# ---------------------------------------------------------------------------------- with an element


def _click(flow: _Flow, given: Json) -> None:
    point = Point(get_field(given, "offsetX", float), get_field(given, "offsetY", float))
    button = find_field(given, "button", str) or "primary"
    if button not in _BUTTONS:
        flow.draft.note(f"the mouse button {button[:40]!r} has no step")
        return
    for key in ("duration", "deviceType"):
        value = given.get(key)
        if value is not None and value != "mouse":
            flow.draft.note(f"{key} {value!r:.40} is not kept")
    double = given["type"] == "doubleClick"
    pointer = _pointer(given)
    place = flow.place(given)
    flow.draft.add(
        StepAction.DBLCLICK if double else StepAction.CLICK,
        pointer=pointer,
        point=point,
        button=_BUTTONS[button],
        modifiers=flow.keys.take(),
        **place,
    )


def _hover(flow: _Flow, given: Json) -> None:
    pointer = _pointer(given)
    flow.draft.add(StepAction.HOVER, pointer=pointer, **flow.place(given))


def _change(flow: _Flow, given: Json) -> None:
    pointer, value = _pointer(given), get_field(given, "value", str)
    kept = flow.draft.typed(pointer, value)
    flow.draft.add(StepAction.TYPE, pointer=pointer, value=kept, **flow.place(given))


def _scroll(flow: _Flow, given: Json) -> None:
    x, y = (find_field(given, axis, float) or 0.0 for axis in ("x", "y"))
    pointer = _pointer(given) if given.get("selectors") is not None else None
    if pointer is None and _frames(given):
        flow.draft.note("scrolling the page of a frame has no step")
        return
    flow.draft.add(StepAction.SCROLL, pointer=pointer, point=Point(x, y), **flow.place(given))


# ------------------------------------------------------------------------------- without an element


def _navigate(flow: _Flow, given: Json) -> None:
    url = flow.draft.address(get_field(given, "url", str))
    tab = flow.tab_of(given)
    flow.start_url = flow.start_url or url
    flow.urls[tab] = url
    if tab:
        flow.tabs[get_field(given, "url", str)] = tab
    flow.draft.add(StepAction.NAVIGATE, value=url, url=url, tab=tab)


def _close(flow: _Flow, given: Json) -> None:
    flow.draft.add(StepAction.CLOSE_TAB, tab=flow.tab_of(given))


def _set_viewport(flow: _Flow, given: Json) -> None:
    size = Size(get_field(given, "width", float), get_field(given, "height", float))
    if size.width < 1 or size.height < 1:
        raise ValueError(
            f"width and height must be at least 1, got {size.width:g}, {size.height:g}"
        )
    if flow.viewport is None and not flow.draft.steps:
        flow.viewport = size
        for key in ("isMobile", "hasTouch", "isLandscape"):
            if given.get(key) is True:
                flow.draft.note(f"{key} is not kept")
        flow.draft.keep()
        return
    flow.draft.note("a recording has one size of its window, the first")


def _network(flow: _Flow, _: Json) -> None:
    flow.draft.note("Holdfast does not slow the network down")


# ---------------------------------------------------------------------------------------- asserting


def _wait_for_element(flow: _Flow, given: Json) -> None:
    pointer = _pointer(given)
    check, value = wanted_by(given)
    for key, kept in looked_at(given):
        if not kept:
            flow.draft.note(f"the {key[:60]} is not compared")
        else:
            check, value = kept
    if check is None:
        flow.draft.note(value)
        return
    if check is AssertCheck.VALUE:
        value = flow.draft.typed(pointer, value)
    expected = None if check in {AssertCheck.VISIBLE, AssertCheck.HIDDEN} else value
    place = flow.place(given)
    flow.draft.add(StepAction.ASSERT, pointer=pointer, check=check, value=expected, **place)


def _wait_for_expression(flow: _Flow, given: Json) -> None:
    """Take over the two expressions that we write ourselves; none is ever run."""
    expression = get_field(given, "expression", str).strip()
    if wait := WAIT_EXPRESSION.fullmatch(expression):
        flow.draft.add(StepAction.WAIT, value=wait[1], **flow.place(given))
    elif address := URL_EXPRESSION.fullmatch(expression):
        url, check = flow.draft.address(orjson.loads(address[1])), AssertCheck.URL
        flow.draft.add(StepAction.ASSERT, check=check, value=url, **flow.place(given))
    else:
        flow.draft.note("a script; Holdfast runs none that stands in a file")


def _custom(flow: _Flow, given: Json) -> None:
    name = get_field(given, "name", str)
    parameters = given.get("parameters")
    if name != OUR_STEP or not isinstance(parameters, dict):
        flow.draft.note(f"a step of somebody's own: {name[:80]!r}")
        return
    _restore(flow, step_from_json({**parameters, "id": "kept"}))


def _restore(flow: _Flow, step: Step) -> None:
    if step.action is StepAction.NEW_TAB:
        flow.empty, flow.opened = step.tab, max(flow.opened, step.tab + 1)
    added = flow.draft.add(step.action, check=step.check)
    flow.draft.replace_last(replace(step, id=added.id))


# --------------------------------------------------------------------------------------------- keys


def _key_down(flow: _Flow, given: Json) -> None:
    key = get_field(given, "key", str)
    pressed = flow.keys.press(key)
    if pressed is None:
        flow.draft.keep()  # it is held for what comes next
        return
    step = flow.draft.add(StepAction.PRESS, value=pressed, **flow.place(given))
    flow.keys.down[key] = step.id


def _key_up(flow: _Flow, given: Json) -> None:
    key = get_field(given, "key", str)
    released = flow.keys.release(key)
    if released.alone:
        flow.draft.add(StepAction.PRESS, value=key, **flow.place(given))
    elif released.was_down:
        flow.draft.keep(of=released.step)
    else:
        flow.draft.note("no keyDown came before it")


READERS: Mapping[str, Callable[[_Flow, Json], None]] = {
    "navigate": _navigate,
    "click": _click,
    "doubleClick": _click,
    "hover": _hover,
    "change": _change,
    "scroll": _scroll,
    "close": _close,
    "setViewport": _set_viewport,
    "emulateNetworkConditions": _network,
    "waitForElement": _wait_for_element,
    "waitForExpression": _wait_for_expression,
    "customStep": _custom,
    "keyDown": _key_down,
    "keyUp": _key_up,
}
