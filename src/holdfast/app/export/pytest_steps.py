"""Pytest steps: write one step of a recording as lines of Python with Playwright."""

from dataclasses import dataclass, replace

from holdfast.app.export.editor_text import ADDED, CHANGED, PLACES_CURSOR, EditedText, is_editor
from holdfast.app.export.helper_code import drag_line, mark_line, type_line
from holdfast.app.export.pytest_effects import expectations, items_before
from holdfast.app.export.pytest_layout import INDENT
from holdfast.app.export.pytest_locators import PAGE, CodeLocator, locator_of, page_name, write_css
from holdfast.app.export.pytest_values import names_in, value_code
from holdfast.app.locator_proof import write_locator
from holdfast.app.offers import Offer
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.placeholders import MASK
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

SUBMIT = "element => (element.form ?? element).requestSubmit()"
FILES = "the file is looked for in the working directory"
MASKED = f"the address holds {MASK} for a secret: put that in"
CANVAS = "canvas"
UNDRESSED = "all of its text is written anew: what is bold in it, or a link, is not any more"
_DIGITS = 9  # of a number of elements; Python reads no number of thousands
_DRESS = frozenset({"a", "b", "code", "em", "i", "mark", "s", "strong", "u"})


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


def code_of(step: Step, offer: Offer | None = None) -> StepCode:
    """Return the code of one step; an ``offer`` must be there, or gone, before it is done."""
    page = page_name(step.tab)
    found = locator_of(step.fingerprint, step.pointer)
    made = _without(step, page) if found is None else _on_element(step, page, found)
    notes = needs_names(step)
    if found is not None and found.note and not made.left:
        notes.append(found.note)
    notes += [*lacks_secret(step), *loses_dress(step)]
    element = "" if found is None else page + found.code.removeprefix(PAGE)
    if made.left:
        return replace(made, notes=(*made.notes, *notes))
    lines = (*_awaited(offer, page), *items_before(step, page), *made.lines)
    after = tuple(expectations(step, page, element))
    return replace(made, lines=lines, after=after, notes=(*made.notes, *notes))


def lacks_secret(step: Step) -> list[str]:
    """Return what is to be said of an address whose secret is in no recording."""
    is_address = step.action is StepAction.NAVIGATE or step.check is AssertCheck.URL
    return [MASKED] * (is_address and MASK in (step.value or step.url))


def loses_dress(step: Step) -> list[str]:
    """Return what is to be said of text in an editor that is not only added to."""
    node = None if step.fingerprint is None else step.fingerprint.node
    is_kept = ADDED in step.extra or CHANGED in step.extra
    if node is None or step.action is not StepAction.TYPE or is_kept:
        return []
    is_dressed = any(one.tag in _DRESS for one in node.iter_descendants())
    return [UNDRESSED] * (is_dressed and node.tag not in FIELD_TAGS)


def _awaited(offer: Offer | None, page: str) -> list[str]:
    if offer is None:
        return []
    code = write_css(offer.css, offer.element) if offer.css else write_locator(offer.element).code
    seen = "visible" if offer.is_shown else "hidden"
    return [f"expect({page}{code.removeprefix(PAGE)}).to_be_{seen}()"]


def code_lines(*lines: str) -> StepCode:
    """Return a step that became these lines."""
    return StepCode(lines=lines)


def left_out(why: str) -> StepCode:
    """Return a step that became no code."""
    return StepCode(left=why)


def needs_names(step: Step) -> list[str]:
    """Return what is to be set before the code of a step can run."""
    values = [step.value or "", *(step.values or ())]
    names = dict.fromkeys(name for value in values for name in names_in(value))
    return [f"set {name} in the environment" for name in names]


# ------------------------------------------------------------------------------- without an element


def _without(step: Step, page: str) -> StepCode:
    value = value_code(step.value or "")
    if step.check is AssertCheck.URL:
        return code_lines(f"expect({page}).to_have_url({value})")
    if step.action is StepAction.DIALOG:
        return left_out("no step opens this dialog")
    lines = {
        StepAction.NAVIGATE: f"{page}.goto({value_code(step.value or step.url)})",
        StepAction.PRESS: f"{page}.keyboard.press({value})",
        StepAction.SCROLL: f"{page}.evaluate({literal(f'scrollTo({place_code(step.point)})')})",
        StepAction.WAIT: f"{page}.wait_for_timeout({_milliseconds(step.value)})",
        StepAction.NEW_TAB: f"{page} = {PAGE}.context.new_page()",
        StepAction.CLOSE_TAB: f"{page}.close()",
    }
    if step.action not in lines:
        return left_out(f"a step {step.action.value!r} needs an element")
    return code_lines(lines[step.action])


# ---------------------------------------------------------------------------------- with an element


def _on_element(step: Step, page: str, found: CodeLocator) -> StepCode:
    element = page + found.code.removeprefix(PAGE)
    if step.action is StepAction.ASSERT:
        return _assert(step, element)
    if step.action is StepAction.DRAG:
        return _drag(step, page, element)
    if step.action is StepAction.UPLOAD:
        return StepCode(lines=(f"{element}.set_input_files({_values(step)})",), notes=(FILES,))
    if keyed := _keyed(step, element):
        return code_lines(*keyed)
    call = _call(step)
    if call is None:
        return left_out(f"a step {step.action.value!r} has no code")
    return code_lines(f"{element}.{call}")


def _keyed(step: Step, element: str) -> list[str]:
    """Return how text is typed where the cursor is, or where it is put; none: all is filled in."""
    if step.action is not StepAction.TYPE:
        return []
    if STANDS_FOR in step.extra:
        return [f"{element}.press_sequentially({value_code(step.value or '')})"]
    if ADDED in step.extra:
        emptied = [f"{element}.clear()"] * (step.extra[ADDED] == step.value)
        return [*emptied, type_line(element, str(step.extra[ADDED]))]
    change: EditedText | None = step.extra.get(CHANGED)
    if change is None:
        by_lines = "\n" in (step.value or "") and is_editor(step)  # filled in, they can become one
        typed = [f"{element}.clear()", type_line(element, step.value or "")]
        return typed * by_lines
    put = type_line(element, change.text) if change.text else f'{element}.press("Delete")'
    return [mark_line(element, change), put]


def _call(step: Step) -> str | None:
    value = value_code(step.value or "")
    scroll = f"element => element.scrollTo({place_code(step.point)})"
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
    if (is_drawn_on(step) or PLACES_CURSOR in step.extra) and step.point is not None:
        said.append(f'position={{"x": {step.point.x:g}, "y": {step.point.y:g}}}')
    return ", ".join(said)


def is_drawn_on(step: Step) -> bool:
    """Return whether a step acts in a picture, where only places count."""
    return step.fingerprint is not None and step.fingerprint.node.tag == CANVAS


def place_code(point: Point | None) -> str:
    """Return where to scroll to, as two arguments."""
    return f"{point.x:g}, {point.y:g}" if point is not None else "0, 0"


def _drag(step: Step, page: str, element: str) -> StepCode:
    end = locator_of(step.to, step.to_pointer)
    onto = None if end is None else page + end.code.removeprefix(PAGE)
    if step.path and not is_drawn_on(step):
        return code_lines(drag_line(step, element, onto))
    if onto is not None:
        at = (
            f', target_position={{"x": {step.point.x:g}, "y": {step.point.y:g}}}'
            if step.point
            else ""
        )
        return code_lines(f"{element}.drag_to({onto}{at}, steps=20)")
    by = step.delta or Point(0, 0)
    across, down = 'box["x"] + box["width"] / 2', 'box["y"] + box["height"] / 2'
    moves = [f"{page}.mouse.move({across} + {by.x:g}, {down} + {by.y:g}, steps=2)"]
    starts: list[str] = []
    if step.path:
        first, *way = [f"{x:g}, {y:g}" for x, y, _ in step.path]
        move = f'{page}.mouse.move(box["x"] + x, box["y"] + y, steps=5)'
        moves = [f"for x, y in [({'), ('.join(way)})]:", INDENT + move]
        starts = [f"x, y = {first}", f'{page}.mouse.move(box["x"] + x, box["y"] + y)']
    return code_lines(
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
    number = (step.value or "").strip()
    is_plain = number.isdecimal() and len(number) <= _DIGITS
    count = int(number) if is_plain else f"int({value_code(number)})"
    # Playwright reads hidden words too, unless it is told not to.
    shown = ", use_inner_text=True" if _hides_words(step.fingerprint) else ""
    expected = {
        AssertCheck.VISIBLE: "be_visible()",
        AssertCheck.HIDDEN: "be_hidden()",
        AssertCheck.VALUE: f"have_value({value})",
        AssertCheck.COUNT: f"have_count({count})",
    }.get(step.check or AssertCheck.TEXT, f"have_text({value}{shown})")
    return code_lines(f"expect({element}).to_{expected}")


def _hides_words(fingerprint: Fingerprint | None) -> bool:
    if fingerprint is None:
        return False
    return any(not node.is_visible for node in fingerprint.node.iter_descendants())


def _milliseconds(value: str | None) -> str:
    try:
        return f"{max(0.0, float(value or 0)):g}"
    except ValueError:
        return "0"
