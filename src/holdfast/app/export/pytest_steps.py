"""Pytest steps: write one step of a recording as lines of Python with Playwright."""

from dataclasses import dataclass, replace

from holdfast.app.export.editor_text import ADDED
from holdfast.app.export.pytest_effects import expectations, items_before
from holdfast.app.export.pytest_layout import INDENT
from holdfast.app.export.pytest_locators import PAGE, CodeLocator, locator_of, page_name
from holdfast.app.export.pytest_values import names_in, value_code
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.privacy import MASK
from holdfast.model.recording import UNDER_LABEL, AssertCheck, MouseButton, Step, StepAction
from holdfast.model.snapshot import Point
from holdfast.selectors.playwright_code import literal

SUBMIT = "element => (element.form ?? element).requestSubmit()"
FILES = "the file is looked for in the working directory"
MASKED = f"the address holds {MASK} for a secret: put that in"
CANVAS = "canvas"


@dataclass(frozen=True, slots=True, kw_only=True)
class StepCode:
    """The lines of a step, what is to be said about it, and why it was left out, if it was."""

    lines: tuple[str, ...] = ()
    after: tuple[str, ...] = ()  # what is expected then
    notes: tuple[str, ...] = ()
    left: str = ""

    @property
    def comments(self) -> tuple[str, ...]:
        """Return what the reader of the code must know."""
        return (f"# not taken over: {self.left}",) if self.left else ()


def code_of(step: Step, offer: Fingerprint | None = None) -> StepCode:
    """Return the code of one step; an ``offer`` must be there before it is done."""
    page = page_name(step.tab)
    found = locator_of(step.fingerprint, step.pointer)
    made = _without(step, page) if found is None else _on_element(step, page, found)
    values = [step.value or "", *(step.values or ())]
    names = dict.fromkeys(name for value in values for name in names_in(value))
    notes = [f"set {name} in the environment" for name in names]
    if found is not None and found.note and not made.left:
        notes.append(found.note)
    if _is_masked(step):
        notes.append(MASKED)
    element = "" if found is None else page + found.code.removeprefix(PAGE)
    if made.left:
        return replace(made, notes=(*made.notes, *notes))
    awaited = locator_of(offer, None)
    shown = [f"expect({page}{awaited.code.removeprefix(PAGE)}).to_be_visible()"] if awaited else []
    lines = (*shown, *items_before(step, page), *made.lines)
    after = tuple(expectations(step, page, element))
    return replace(made, lines=lines, after=after, notes=(*made.notes, *notes))


def _is_masked(step: Step) -> bool:
    is_address = step.action is StepAction.NAVIGATE or step.check is AssertCheck.URL
    return is_address and MASK in (step.value or step.url)


def _lines(*lines: str) -> StepCode:
    return StepCode(lines=lines)


def _left(why: str) -> StepCode:
    return StepCode(left=why)


# ------------------------------------------------------------------------------- without an element


def _without(step: Step, page: str) -> StepCode:
    value = value_code(step.value or "")
    if step.check is AssertCheck.URL:
        return _lines(f"expect({page}).to_have_url({value})")
    if step.action is StepAction.DIALOG:
        return _left("no step opens this dialog")
    lines = {
        StepAction.NAVIGATE: f"{page}.goto({value_code(step.value or step.url)})",
        StepAction.PRESS: f"{page}.keyboard.press({value})",
        StepAction.SCROLL: f"{page}.evaluate({literal(f'scrollTo({_place(step.point)})')})",
        StepAction.WAIT: f"{page}.wait_for_timeout({_milliseconds(step.value)})",
        StepAction.NEW_TAB: f"{page} = {PAGE}.context.new_page()",
        StepAction.CLOSE_TAB: f"{page}.close()",
    }
    if step.action not in lines:
        return _left(f"a step {step.action.value!r} needs an element")
    return _lines(lines[step.action])


# ---------------------------------------------------------------------------------- with an element


def _on_element(step: Step, page: str, found: CodeLocator) -> StepCode:
    element = page + found.code.removeprefix(PAGE)
    if step.action is StepAction.ASSERT:
        return _assert(step, element)
    if step.action is StepAction.DRAG:
        return _drag(step, page, element)
    if step.action is StepAction.UPLOAD:
        return StepCode(lines=(f"{element}.set_input_files({_values(step)})",), notes=(FILES,))
    if ADDED in step.extra:
        added = value_code(str(step.extra[ADDED]))
        emptied = [f"{element}.clear()"] * (step.extra[ADDED] == step.value)
        return _lines(*emptied, f"{element}.press_sequentially({added})")
    call = _call(step)
    if call is None:
        return _left(f"a step {step.action.value!r} has no code")
    return _lines(f"{element}.{call}")


def _call(step: Step) -> str | None:
    value = value_code(step.value or "")
    scroll = f"element => element.scrollTo({_place(step.point)})"
    calls = {
        StepAction.CLICK: f"click({_mouse(step)})",
        StepAction.DBLCLICK: f"dblclick({_mouse(step)})",
        StepAction.HOVER: "hover()",
        StepAction.TYPE: f"fill({value})",
        StepAction.PRESS: f"press({value})",
        StepAction.CHECK: _tick(step, "check"),
        StepAction.UNCHECK: _tick(step, "uncheck"),
        StepAction.SELECT: f"select_option({_values(step)})",
        StepAction.SUBMIT: f"evaluate({literal(SUBMIT)})",
        StepAction.SCROLL: f"evaluate({literal(scroll)})",
    }
    return calls.get(step.action)


def _tick(step: Step, call: str) -> str:
    """Return how a box is ticked that may lie under its own label, or be hidden behind it."""
    calls = {"covered": f"{call}(force=True)", "hidden": 'dispatch_event("click")'}
    return calls.get(str(step.extra.get(UNDER_LABEL)), f"{call}()")


def _values(step: Step) -> str:
    """Return the one value, or a list where there are several or none."""
    if step.values is None:
        return value_code(step.value or "")
    return f"[{', '.join(map(value_code, step.values))}]"


def _mouse(step: Step) -> str:
    """Return what a click says beside where: the button, the keys, the place in a picture."""
    said: list[str] = []
    if step.button is not MouseButton.LEFT:
        said.append(f"button={literal(step.button.value)}")
    if step.modifiers:
        said.append(f"modifiers=[{', '.join(map(literal, step.modifiers))}]")
    is_picture = step.fingerprint is not None and step.fingerprint.node.tag == CANVAS
    if is_picture and step.point is not None:
        said.append(f"position={_position(step.point)}")
    return ", ".join(said)


def _position(point: Point) -> str:
    return f'{{"x": {point.x:g}, "y": {point.y:g}}}'


def _place(point: Point | None) -> str:
    return f"{point.x:g}, {point.y:g}" if point is not None else "0, 0"


def _drag(step: Step, page: str, element: str) -> StepCode:
    end = locator_of(step.to, step.to_pointer)
    if end is not None:
        start = f", source_position={_position(Point(*step.path[0][:2]))}" if step.path else ""
        place = "" if step.point is None else f", target_position={_position(step.point)}"
        target = page + end.code.removeprefix(PAGE)
        return _lines(f"{element}.drag_to({target}{start}{place})")
    by = step.delta or Point(0, 0)
    across, down = 'box["x"] + box["width"] / 2', 'box["y"] + box["height"] / 2'
    moves = [f"{page}.mouse.move({across} + {by.x:g}, {down} + {by.y:g}, steps=2)"]
    starts: list[str] = []
    if step.path:
        first, *way = [f"{x:g}, {y:g}" for x, y, _ in step.path]
        move = f'{page}.mouse.move(box["x"] + x, box["y"] + y, steps=5)'
        moves = [f"for x, y in [({'), ('.join(way)})]:", INDENT + move]
        starts = [f"x, y = {first}", f'{page}.mouse.move(box["x"] + x, box["y"] + y)']
    return _lines(
        f"{element}.hover()",
        f"box = {element}.bounding_box()",
        "assert box is not None",
        *starts,
        f"{page}.mouse.down()",
        *moves,
        f"{page}.mouse.up()",
    )


def _assert(step: Step, element: str) -> StepCode:
    value = value_code(step.value or "")
    match step.check:
        case AssertCheck.VISIBLE:
            return _lines(f"expect({element}).to_be_visible()")
        case AssertCheck.HIDDEN:
            return _lines(f"expect({element}).to_be_hidden()")
        case AssertCheck.VALUE:
            return _lines(f"expect({element}).to_have_value({value})")
        case AssertCheck.COUNT:
            return _count(step, element)
        case _:
            # Playwright reads hidden words too, unless it is told not to.
            shown = ", use_inner_text=True" if _hides_words(step.fingerprint) else ""
            return _lines(f"expect({element}).to_have_text({value}{shown})")


def _count(step: Step, element: str) -> StepCode:
    number = (step.value or "").strip()
    if number.isdecimal():
        return _lines(f"expect({element}).to_have_count({int(number)})")
    return _lines(f"expect({element}).to_have_count(int({value_code(number)}))")


def _hides_words(fingerprint: Fingerprint | None) -> bool:
    if fingerprint is None:
        return False
    return any(not node.is_visible for node in fingerprint.node.iter_descendants())


def _milliseconds(value: str | None) -> str:
    try:
        return f"{max(0.0, float(value or 0)):g}"
    except ValueError:
        return "0"
