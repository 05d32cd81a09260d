"""DevTools out: writes a recording for the Chrome DevTools Recorder, step by step."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import orjson

from holdfast.adapters.formats.devtools_keys import iter_key_steps
from holdfast.adapters.formats.devtools_selectors import point_at
from holdfast.adapters.formats.devtools_words import OUR_STEP, url_expression, wait_expression
from holdfast.model.conversion import Carried, Exported, Fate
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.foreign_locators import OURS, split_part
from holdfast.model.recording import (
    STANDS_FOR,
    AssertCheck,
    MouseButton,
    Pointer,
    Recording,
    Step,
    StepAction,
)
from holdfast.model.recording_json import step_to_json
from holdfast.model.snapshot import Point, Size

Json = dict[str, Any]

NO_STEP = "DevTools has no such step: it is kept as a customStep, which does nothing there"
PLACEHOLDER = "the value is a placeholder: put the real one in before DevTools replays it"
SOMEWHERE = Point(1.0, 1.0)  # on any element, when nothing is known of its size
_BUTTONS = {
    MouseButton.LEFT: "primary",
    MouseButton.MIDDLE: "auxiliary",
    MouseButton.RIGHT: "secondary",
}


def write_devtools(recording: Recording) -> Exported:
    """Return the recording as the JSON that DevTools imports."""
    writer = _Writer(recording)
    steps = [*writer.iter_opening()]
    for number, step in enumerate(recording.steps, 1):
        steps += writer.write(number, step)
    data = {"title": recording.name, "steps": steps}
    text = orjson.dumps(data, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode()
    return Exported(text=text, account=tuple(writer.account))


@dataclass(slots=True)
class _Writer:
    """Writes step by step, and what became of each."""

    recording: Recording
    account: list[Carried] = field(default_factory=list)
    _notes: list[str] = field(default_factory=list)
    _is_left: bool = False
    _urls: dict[int, str] = field(default_factory=dict)  # where each tab is

    def iter_opening(self) -> Iterator[Json]:
        """Yield what comes before the steps: the window, and the page that is begun on."""
        size, steps = self.recording.viewport, self.recording.steps
        if size is not None:
            yield _viewport(size)
        if not steps or steps[0].action is not StepAction.NAVIGATE:
            yield {"type": "navigate", "target": "main", "url": self.recording.start_url}

    def write(self, number: int, step: Step) -> list[Json]:
        """Return the steps that stand for one of ours."""
        written = [*self._iter_steps(step)]
        if written:
            written[-1] |= self._arrival(number, step)
        fate = Fate.LEFT if self._is_left else Fate.IN_PART if self._notes else Fate.TAKEN
        what = step.action.value if step.check is None else f"assert {step.check.value}"
        why = "; ".join(self._notes)
        self.account.append(Carried(number=number, what=what, fate=fate, why=why, steps=(step.id,)))
        self._notes, self._is_left = [], False
        return written

    def _arrival(self, number: int, step: Step) -> Json:
        """Return that the step leads to another page, if the next one is done there."""
        if step.action not in _LEADING or self._is_left:
            return {}
        later = [s for s in self.recording.steps[number:] if s.tab == step.tab and s.url]
        following = later[0] if later else None
        if following is None or not step.url or following.url == step.url:
            return {}
        if following.action is StepAction.NAVIGATE:
            return {}
        return {"assertedEvents": [{"type": "navigation", "url": following.url}]}

    def _iter_steps(self, step: Step) -> Iterator[Json]:
        pointer = step.pointer if step.fingerprint is None else point_at(step.fingerprint)
        place = self._place(step)
        if pointer is not None and not self._is_sayable(pointer):
            yield self._ours(step, "DevTools has no words for where its element is")
        elif step.action is StepAction.ASSERT:
            yield from self._assert(step, pointer, place)
        elif pointer is not None and step.action in _ON_ELEMENTS:
            yield from self._on_element(step, _at(pointer) | place)
        elif step.action is StepAction.SCROLL:
            yield _scroll(step) | (_at(pointer) if pointer is not None else {}) | place
        else:
            yield from self._without(step, pointer, place)

    def _place(self, step: Step) -> Json:
        """Return the tab of a step: DevTools knows all but the first by their address."""
        before = self._urls.get(step.tab, step.url)
        self._urls[step.tab] = step.url or before
        is_leaving = step.action in {StepAction.NAVIGATE, StepAction.CLOSE_TAB}
        address = before if is_leaving else step.url
        return {"target": address if step.tab and address else "main"}

    def _is_sayable(self, pointer: Pointer) -> bool:
        kinds = {split_part(part)[0] for selector in pointer.selectors for part in selector}
        return kinds.isdisjoint(OURS) and all(isinstance(one, int) for one in pointer.frames)

    # ------------------------------------------------------------------------------ on an element

    def _on_element(self, step: Step, at: Json) -> Iterator[Json]:
        match step.action:
            case StepAction.TYPE if STANDS_FOR in step.extra:
                yield self._ours(step, "keys that a hidden field takes for an editor have no step")
            case StepAction.TYPE:
                yield {"type": "change", "value": self._typed(step.value or ""), **at}
            case StepAction.SELECT:
                yield from self._select(step, at)
            case StepAction.HOVER:
                yield {"type": "hover", **at}
            case _:
                yield from self._click(step, at)

    def _select(self, step: Step, at: Json) -> Iterator[Json]:
        if step.value is None:
            yield self._ours(step, "several options have no step")
            return
        yield {"type": "change", "value": self._typed(_option_value(step)), **at}

    def _click(self, step: Step, at: Json) -> Iterator[Json]:
        kind = "doubleClick" if step.action is StepAction.DBLCLICK else "click"
        point = _inside(step.fingerprint, step.point)
        click: Json = {"type": kind, "offsetX": point.x, "offsetY": point.y, **at}
        if step.button is not MouseButton.LEFT:
            click["button"] = _BUTTONS[step.button]
        yield from ({"type": "keyDown", "key": key} for key in step.modifiers)
        yield click
        yield from ({"type": "keyUp", "key": key} for key in reversed(step.modifiers))

    # --------------------------------------------------------------------------- without an element

    def _without(self, step: Step, pointer: Pointer | None, place: Json) -> Iterator[Json]:
        match step.action:
            case StepAction.NAVIGATE:
                yield {"type": "navigate", "url": self._named(step.value or step.url), **place}
            case StepAction.PRESS:
                if pointer is not None:
                    self._notes.append("the keys go to what has the focus")
                yield from ({**key, **place} for key in iter_key_steps(step.value or ""))
            case StepAction.CLOSE_TAB:
                yield {"type": "close", **place}
            case StepAction.WAIT:
                expression = wait_expression(_milliseconds(step.value))
                yield {"type": "waitForExpression", "expression": expression, **place}
            case StepAction.NEW_TAB if step.extra.get("openedByPage") is True:
                return  # the steps that are done in it say where
            case _:
                yield self._ours(step, NO_STEP)

    def _typed(self, value: str) -> str:
        if "${" in value:
            self._notes.append(PLACEHOLDER)
        return self._named(value)

    def _named(self, value: str) -> str:
        if "{{" in value and PLACEHOLDER not in self._notes:
            self._notes.append(PLACEHOLDER)
        return value

    def _ours(self, step: Step, why: str) -> Json:
        """Return a step of our own that brings the step back when it is imported."""
        self._notes.append(why)
        self._is_left = True
        pointer = step.pointer if step.fingerprint is None else point_at(step.fingerprint)
        end = step.to_pointer if step.to is None else point_at(step.to)
        data = step_to_json(replace(step, pointer=pointer, to_pointer=end))
        return {"type": "customStep", "name": OUR_STEP, "parameters": _without_id(data)}

    # ---------------------------------------------------------------------------------- assertions

    def _assert(self, step: Step, pointer: Pointer | None, place: Json) -> Iterator[Json]:
        if step.check is AssertCheck.URL:
            expression = url_expression(self._named(step.value or ""))
            yield {"type": "waitForExpression", "expression": expression, **place}
        elif pointer is None:
            yield self._ours(step, NO_STEP)
        else:
            wanted = self._wanted(step.check, self._typed(step.value or ""))
            yield {"type": "waitForElement", **_at(pointer), **place, **wanted}

    def _wanted(self, check: AssertCheck | None, value: str) -> Json:
        match check:
            case AssertCheck.HIDDEN:
                return {"visible": False}
            case AssertCheck.COUNT:
                return {"operator": "==", "count": int(value) if value.isdecimal() else 0}
            case AssertCheck.TEXT:
                return {"properties": {"innerText": value}}
            case AssertCheck.VALUE:
                return {"properties": {"value": value}}
            case _:
                return {}


_ON_ELEMENTS = frozenset(
    {
        StepAction.CLICK,
        StepAction.DBLCLICK,
        StepAction.CHECK,
        StepAction.UNCHECK,
        StepAction.TYPE,
        StepAction.SELECT,
        StepAction.HOVER,
    }
)
# A page is left by what is pressed; that a field leads elsewhere would be a guess.
_LEADING = frozenset({StepAction.CLICK, StepAction.DBLCLICK, StepAction.PRESS, StepAction.NAVIGATE})


def _at(pointer: Pointer) -> Json:
    written = [part[0] if len(part) == 1 else list(part) for part in pointer.selectors]
    return {"selectors": written} | ({"frame": list(pointer.frames)} if pointer.frames else {})


def _scroll(step: Step) -> Json:
    place = step.point or Point(0, 0)
    return {"type": "scroll", "x": place.x, "y": place.y}


def _viewport(size: Size) -> Json:
    return {
        "type": "setViewport",
        "width": int(size.width),
        "height": int(size.height),
        "deviceScaleFactor": 1,
        "isMobile": False,
        "hasTouch": False,
        "isLandscape": False,
    }


def _inside(fingerprint: Fingerprint | None, point: Point | None) -> Point:
    """Return where to click: the recorded place if that is on the element, else its middle."""
    box = None if fingerprint is None else fingerprint.node.box
    if box is None:
        return point or SOMEWHERE
    if point is not None and 0 <= point.x <= box.width and 0 <= point.y <= box.height:
        return point
    return Point(round(box.width / 2, 2), round(box.height / 2, 2))


def _option_value(step: Step) -> str:
    """Return the value of the option whose label was chosen, as far as the page tells it."""
    label = step.value or ""
    inner = () if step.fingerprint is None else step.fingerprint.node.iter_descendants()
    options = [node for node in inner if node.tag == "option"]
    return next((o.get("value", label) for o in options if o.text == label), label)


def _milliseconds(value: str | None) -> str:
    try:
        return f"{max(0.0, float(value or 0)):g}"
    except ValueError:
        return "0"


def _without_id(data: Json) -> Json:
    return {key: value for key, value in data.items() if key != "id"}
