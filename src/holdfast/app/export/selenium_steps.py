"""Selenium steps: write one step of a recording as lines of Python with Selenium."""

import re
from collections.abc import Callable, Mapping, Sequence

from holdfast.app.export.editor_text import ADDED, CHANGED, PLACES_CURSOR, EditedText
from holdfast.app.export.helper_code import drag_line, mark_line
from holdfast.app.export.pytest_layout import INDENT, LONGEST_LINE
from holdfast.app.export.pytest_steps import (
    FILES,
    StepCode,
    code_lines,
    is_drawn_on,
    left_out,
    place_code,
)
from holdfast.app.export.pytest_values import value_code
from holdfast.app.export.selenium_elements import DRIVER, SeleniumElement, element_of
from holdfast.model.recording import (
    STANDS_FOR,
    UNDER_LABEL,
    AssertCheck,
    MouseButton,
    Step,
    StepAction,
)
from holdfast.model.snapshot import Point
from holdfast.page.kinds import FIELD_TAGS
from holdfast.selectors.playwright_code import literal

ACTIONS = f"ActionChains({DRIVER})"
WAIT = f"WebDriverWait({DRIVER}, 10).until"
PRESS = f'{DRIVER}.execute_script("arguments[0].click()", {{}})'
# Boxes and sliders that no key fills in one way: their value is set as their own picker does it.
SET_VALUE = (
    "arguments[0].value = arguments[1]; for (const type of ['input', 'change']) "
    "arguments[0].dispatchEvent(new Event(type, {bubbles: true}))"
)
PICKED = frozenset({"range", "color", "date", "time", "datetime-local", "month", "week"})
NO_KEY = "a key that Selenium has no name for"
# ArrowUp is Keys.ARROW_UP, and so with all of them.
_KEYS = {
    key: re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key).upper()
    for key in (
        "Control Meta Alt Shift Enter Escape Tab Space Backspace Delete Insert Home End PageUp "
        "PageDown ArrowUp ArrowDown ArrowLeft ArrowRight F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12"
    ).split()
}


def address_code(url: str) -> str:
    """Return an address as code: a path belongs to the base URL."""
    return f"base_url + {value_code(url)}" if url.startswith("/") else value_code(url)


def until(seen: str, wanted: str = "") -> list[str]:
    """Return the lines that wait until something is seen, looked for anew each time."""
    asked = f"{seen} == {wanted}" if wanted else seen
    line = f"{WAIT}(lambda _: {asked})"
    if len(f"{INDENT * 2}lambda _: {asked}") <= LONGEST_LINE:
        return [line]
    fits = len(f"{INDENT * 3}{asked}") <= LONGEST_LINE or not wanted
    body = [asked] if fits else [seen, f"== {wanted}"]
    inner = [f"{INDENT * 2}{one}" for one in body]
    return [f"{WAIT}(", f"{INDENT}lambda _: (", *inner, f"{INDENT})", ")"]


def without_element(step: Step) -> StepCode:
    """Return the code of a step on the page as a whole."""
    value = step.value or ""
    if step.check is AssertCheck.URL:
        return code_lines(f"{WAIT}(ec.url_to_be({address_code(value)}))")
    match step.action:
        case StepAction.NAVIGATE:
            return code_lines(f"{DRIVER}.get({address_code(value or step.url)})")
        case StepAction.PRESS:
            return _keys(f"{DRIVER}.switch_to.active_element", value)
        case StepAction.SCROLL:
            return code_lines(
                f"{DRIVER}.execute_script({literal(f'scrollTo({place_code(step.point)})')})"
            )
        case StepAction.WAIT if value.replace(".", "", 1).isdecimal():
            return code_lines(f"time.sleep({float(value) / 1000:g})")
        case _:
            return left_out(f"a step {step.action.value!r} needs an element")


def on_element(step: Step, found: SeleniumElement) -> StepCode:
    """Return the code of a step on an element."""
    if step.check is not None:
        return _assert(step, found)
    write = _WRITTEN.get(step.action)
    if write is None:
        return left_out(f"a step {step.action.value!r} has no code")
    return write(step, found.code)


def _press(step: Step, element: str) -> StepCode:
    if STANDS_FOR in step.extra or _loses_caret(step, element):
        return _relayed(element, _chained(step.value or ""))
    return _keys(element, step.value or "")


def _scroll(step: Step, element: str) -> StepCode:
    scroll = literal(f"arguments[0].scrollTo({place_code(step.point)})")
    return code_lines(f"{DRIVER}.execute_script({scroll}, {element})")


def _upload(step: Step, element: str) -> StepCode:
    names = [step.value or ""] if step.values is None else step.values
    if not names:
        return code_lines(f'{DRIVER}.execute_script({literal(SET_VALUE)}, {element}, "")')
    paths = ' + "\\n" + '.join(f"os.path.abspath({value_code(name)})" for name in names)
    return StepCode(lines=(f"{element}.send_keys({paths})",), notes=(FILES,))


def _click(step: Step, element: str) -> StepCode:
    node = None if step.fingerprint is None else step.fingerprint.node
    is_placed = PLACES_CURSOR in step.extra or is_drawn_on(step)
    at = ""
    if is_placed and node is not None and node.box is not None and step.point:
        at = f"{step.point.x - node.box.width / 2:.0f}, {step.point.y - node.box.height / 2:.0f}"
    is_plain = step.action is StepAction.CLICK and step.button is MouseButton.LEFT
    if is_plain and not step.modifiers and not at:
        # chromedriver cannot tell where a link in a shadow root is.
        in_root = node is not None and node.tag == "a" and ".shadow_root" in element
        return code_lines(PRESS.format(element) if in_root else f"{element}.click()")
    moved = f"move_to_element_with_offset({element}, {at})" if at else f"move_to_element({element})"
    held = [f"Keys.{_KEYS[key]}" for key in step.modifiers]
    down, up = ("".join(f".{do}({key})" for key in held) for do in ("key_down", "key_up"))
    if step.button is MouseButton.MIDDLE:
        meanwhile = ["mouse.w3c_actions.key_action.pause()"] * 2  # it goes down and up
        return code_lines(
            f"mouse = {ACTIONS}{down}.{moved}",
            "mouse.w3c_actions.pointer_action.click(button=1)",
            *meanwhile * bool(up),
            f"mouse{up}.perform()",
        )
    kind = "context_click" if step.button is MouseButton.RIGHT else "click"
    kind = "double_click" if step.action is StepAction.DBLCLICK else kind
    press = f"{moved}.{kind}()" if at else f"{kind}({element})"
    return code_lines(f"{ACTIONS}{down}.{press}{up}.perform()")


def is_picked(step: Step) -> bool:
    """Return whether a field is set by a picker of its own, and not by keys."""
    kind = "" if step.fingerprint is None else step.fingerprint.node.get("type")
    return kind.lower() in PICKED


def is_field(step: Step) -> bool:
    """Return whether something is typed into a field, and not edited in place."""
    return step.fingerprint is None or step.fingerprint.node.tag in FIELD_TAGS


def _loses_caret(step: Step, element: str) -> bool:
    """Return whether Selenium moves the caret before it types: it sees no focus in a shadow root.

    So it puts the caret at the end of an editor there, each time.
    """
    return not is_field(step) and ".shadow_root" in element


def _relayed(element: str, sent: str | None) -> StepCode:
    """Return how keys are pressed by a field that nobody sees: Selenium types into none such."""
    if sent is None:
        return left_out(NO_KEY)
    focused = f'{DRIVER}.execute_script("arguments[0].focus()", {element})'
    return code_lines(focused, f"{ACTIONS}{sent}.perform()")


def _chained(keys: str) -> str | None:
    """Return how a key or a combination is pressed, whatever has the focus; None: no such key."""
    *held, key = _parts(keys)
    named = [_named(one) for one in (*held, key)]
    if None in named:
        return None
    down = "".join(f".key_down({one})" for one in named[:-1])
    up = "".join(f".key_up({one})" for one in reversed(named[:-1]))
    return f"{down}.send_keys({named[-1]}){up}"


def _parts(keys: str) -> list[str]:
    *held, key = keys.rsplit("+", 1) if keys[-2:] != "++" else (keys[:-2], "+")
    return [*(one for part in held for one in part.split("+") if one), key or "+"]


def _named(key: str) -> str | None:
    if key in _KEYS:
        return f"Keys.{_KEYS[key]}"
    return literal(key) if len(key) == 1 else None


def _type(step: Step, element: str) -> StepCode:
    value = value_code(step.value or "")
    if STANDS_FOR in step.extra:
        lines = [value_code(line) for line in (step.value or "").split("\n")]
        return _relayed(element, f".send_keys({', Keys.ENTER, '.join(lines)})")
    if is_picked(step):
        return code_lines(f"{DRIVER}.execute_script({literal(SET_VALUE)}, {element}, {value})")
    if not is_field(step):  # clear() would take its paragraphs away, too
        change: EditedText | None = step.extra.get(CHANGED)
        added = step.extra.get(ADDED, step.value) if change is None else change.text
        marked = ['field.send_keys(Keys.CONTROL + "a")'] * (added == step.value)
        marked = marked if change is None else [mark_line("field", change)]
        if _loses_caret(step, element):
            return _into_shadowed_editor(element, marked, str(added))
        return code_lines(f"field = {element}", *marked, _into_editor(str(added)))
    if not step.value:  # clear() alone is no input that a page hears of
        emptied = ('field.send_keys(Keys.CONTROL + "a")', "field.send_keys(Keys.DELETE)")
        return code_lines(f"field = {element}", *emptied)
    # Enter may send what is in it; with Shift it is the end of a line everywhere.
    lines = [value_code(line) for line in step.value.split("\n")]
    sent = " + Keys.SHIFT + Keys.ENTER + Keys.NULL + ".join(lines)
    return code_lines(f"field = {element}", "field.clear()", f"field.send_keys({sent})")


def _into_editor(text: str) -> str:
    if "\n" in text:
        return f"type_lines(field, {value_code(text)})"
    return f"field.send_keys({value_code(text) if text else 'Keys.DELETE'})"


def _into_shadowed_editor(element: str, marked: Sequence[str], text: str) -> StepCode:
    """Return how an editor is written into that Selenium does not know to have the focus."""
    lines = [value_code(line) for line in text.split("\n")] if text else ["Keys.DELETE"]
    focused = f'{DRIVER}.execute_script("arguments[0].focus()", field)'
    sent = f"{ACTIONS}.send_keys({', Keys.ENTER, '.join(lines)}).perform()"
    return code_lines(f"field = {element}", focused, *marked, sent)


def _keys(element: str, keys: str) -> StepCode:
    named = [_named(part) for part in _parts(keys)]
    if None in named:
        return left_out(NO_KEY)
    return code_lines(f"{element}.send_keys({' + '.join(map(str, named))})")


def _tick(step: Step, element: str) -> StepCode:
    no = "not " if step.action is StepAction.CHECK else ""
    press = PRESS.format("box") if UNDER_LABEL in step.extra else "box.click()"
    return code_lines(f"box = {element}", f"if {no}box.is_selected():", f"    {press}")


def _select(step: Step, element: str) -> StepCode:
    if step.values is None:
        return code_lines(
            f"Select({element}).select_by_visible_text({value_code(step.value or '')})"
        )
    chosen = [f"options.select_by_visible_text({value_code(one)})" for one in step.values]
    return code_lines(f"options = Select({element})", "options.deselect_all()", *chosen)


def _drag(step: Step, element: str) -> StepCode:
    node = None if step.fingerprint is None else step.fingerprint.node
    onto = None if step.to is None else element_of(step.to).code
    if step.path and not is_drawn_on(step):
        return code_lines(drag_line(step, element, onto))
    if onto is not None:
        return code_lines(f"{ACTIONS}.drag_and_drop({element}, {onto}).perform()")
    if not step.path or node is None or node.box is None:
        by = step.delta or Point(0, 0)
        return code_lines(
            f"{ACTIONS}.drag_and_drop_by_offset({element}, {by.x:.0f}, {by.y:.0f}).perform()"
        )
    (x, y, _), *way = step.path
    start = f"{x - node.box.width / 2:.0f}, {y - node.box.height / 2:.0f}"
    lines = [
        f"mouse = {ACTIONS}.move_to_element_with_offset({element}, {start})",
        "mouse.click_and_hold()",
    ]
    for to_x, to_y, _ in way:
        lines.append(f"mouse.move_by_offset({round(to_x) - round(x)}, {round(to_y) - round(y)})")
        x, y = to_x, to_y
    return code_lines(*lines, "mouse.release().perform()")


def _assert(step: Step, found: SeleniumElement) -> StepCode:
    value = value_code(step.value or "")
    match step.check:
        case AssertCheck.VISIBLE:
            seen, value = f"{found.code}.is_displayed()", ""
        case AssertCheck.HIDDEN:
            seen, value = f"not any(one.is_displayed() for one in {found.many})", ""
        case AssertCheck.VALUE:
            seen = f'{found.code}.get_property("value")'
        case AssertCheck.COUNT:
            seen, value = f"len({found.many})", f"int({value})"
        case AssertCheck.TEXT:
            seen = f'" ".join({found.code}.text.split())'
        case _:
            return left_out(f"a step {step.action.value!r} has no code")
    return code_lines(*until(seen, value))


_WRITTEN: Mapping[StepAction, Callable[[Step, str], StepCode]] = {
    StepAction.CLICK: _click,
    StepAction.DBLCLICK: _click,
    StepAction.HOVER: lambda _, element: code_lines(
        f"{ACTIONS}.move_to_element({element}).perform()"
    ),
    StepAction.TYPE: _type,
    StepAction.PRESS: _press,
    StepAction.CHECK: _tick,
    StepAction.UNCHECK: _tick,
    StepAction.SELECT: _select,
    StepAction.SUBMIT: lambda _, element: code_lines(f"{element}.submit()"),
    StepAction.SCROLL: _scroll,
    StepAction.UPLOAD: _upload,
    StepAction.DRAG: _drag,
}
