"""Steps of a recording as Playwright's calls: what is drawn, dragged, edited, counted, expected."""

from typing import Any

import pytest
from tests.unit.app.export.steps import SHOP, a_recording, body_of, plain
from tests.unit.app.export.steps import a_step as a_step_on

from holdfast.app.export.editor_text import CHANGED, PLACES_CURSOR, EditedText, with_additions
from holdfast.app.export.pytest_code import write_pytest
from holdfast.app.export.pytest_effects import address_pattern, counted_by, is_whole, list_of
from holdfast.model.conversion import Fate
from holdfast.model.recording import (
    STANDS_FOR,
    UNDER_LABEL,
    WAS,
    AssertCheck,
    Effect,
    EffectKind,
    Pointer,
    Step,
    StepAction,
)
from holdfast.model.snapshot import Point, Snapshot
from holdfast.selectors.describe import describe
from holdfast.testing import a_page

PAGE = a_page(
    """<input id="m"><input id="gift" type="checkbox"><select id="size"><option>S<option>M</select>
    <canvas id="sign"></canvas>
    <div id="editor" contenteditable><p id="inner">Dear <b>Ann</b></p></div>
    <ul id="tasks"><li id="one">Buy</li><li id="two">Pay</li></ul>
    <table><tbody id="rows"><tr><td><button id="drop">x</button></td></tr></tbody></table>
    <div id="drawn">words<textarea id="unseen"></textarea></div>
    <div id="switch" role="switch" aria-checked="false">Light</div><form id="f"></form>""",
    boxes={"#sign": (10, 10, 200, 100)},
)


def a_step(
    action: StepAction, css: str | None = None, number: int = 1, page: Snapshot = PAGE, **given: Any
) -> Step:
    return a_step_on(action, css, number, page, **given)


def code(*steps: Step) -> list[str]:
    """Return the lines of the test that do the steps."""
    return body_of(write_pytest(a_recording(*steps)).text)[1:]


SAID = {"one": "Buy", "two": "Pay", "drawn": "words"}


def by_id(name: str) -> str:
    """Return how an element is found: by its words if it says any."""
    if name in SAID:
        return f'page.get_by_text("{SAID[name]}", exact=True)'
    return f'page.locator("#{name}")'


TWO = describe(PAGE, "#two")
PATH = ((1.0, 2.0, 0.0), (30.0, 40.0, 50.0), (60.0, 40.5, 90.0))


@pytest.mark.parametrize(
    ("step", "lines"),
    [
        pytest.param(
            a_step(StepAction.DRAG, "#one", path=PATH),
            [f"drag({by_id('one')}, [(1, 2), (30, 40), (60, 40.5)])"],
            id="along-a-way",
        ),
        pytest.param(
            a_step(StepAction.DRAG, "#one", path=PATH, to=TWO, point=Point(5, 6)),
            [f"drag({by_id('one')}, [(1, 2), (30, 40), (5, 6)], {by_id('two')})"],
            id="along-a-way-onto",
        ),
        pytest.param(
            a_step(StepAction.DRAG, "#one", to=TWO),
            [f"{by_id('one')}.drag_to({by_id('two')}, steps=20)"],
            id="onto",
        ),
        pytest.param(
            a_step(StepAction.DRAG, "#one", to_pointer=Pointer(selectors=(("#bin",),))),
            [f"{by_id('one')}.drag_to({by_id('bin')}, steps=20)"],
            id="onto-what-nobody-has-seen",
        ),
        pytest.param(
            a_step(StepAction.DRAG, "#sign", path=PATH),
            [
                f"{by_id('sign')}.hover()",
                f"box = {by_id('sign')}.bounding_box()",
                "assert box is not None",
                "x, y = 1, 2",
                'page.mouse.move(box["x"] + x, box["y"] + y)',
                "page.mouse.down()",
                "for x, y in [(30, 40), (60, 40.5)]:",
                '    page.mouse.move(box["x"] + x, box["y"] + y, steps=5)',
                "page.mouse.up()",
            ],
            id="drawn",
        ),
        pytest.param(
            a_step(StepAction.SUBMIT, "#f"),
            [f"{by_id('f')}.evaluate('element => (element.form ?? element).requestSubmit()')"],
            id="submit",
        ),
        pytest.param(
            a_step(StepAction.SCROLL, "#tasks", point=Point(0, 7)),
            [f"{by_id('tasks')}.evaluate('element => element.scrollTo(0, 7)')"],
            id="scroll",
        ),
        pytest.param(
            a_step(StepAction.CHECK, "#gift", extra={UNDER_LABEL: "covered"}),
            [f"{by_id('gift')}.check(force=True)"],
            id="under-its-label",
        ),
        pytest.param(
            a_step(StepAction.UNCHECK, "#gift", extra={UNDER_LABEL: "hidden"}),
            [f"{by_id('gift')}.dispatch_event('click')"],
            id="hidden-behind-its-label",
        ),
        pytest.param(
            a_step(StepAction.CLICK, "#inner", point=Point(3, 4), extra={PLACES_CURSOR: True}),
            [f'{by_id("inner")}.click(position={{"x": 3, "y": 4}})'],
            id="where-the-cursor-goes",
        ),
        pytest.param(
            a_step(StepAction.TYPE, "#unseen", value="a", extra={STANDS_FOR: 1}),
            [f"{by_id('unseen')}.press_sequentially('a')"],
            id="into-a-field-that-nobody-sees",
        ),
        pytest.param(
            a_step(StepAction.TYPE, "#m", value="a\nb"),
            [f"{by_id('m')}.fill('a\\nb')"],
            id="lines-into-a-field",
        ),
        pytest.param(
            a_step(StepAction.TYPE, "#editor", value="Dear Bob", extra={WAS: "Dear Ann"}),
            [f"mark({by_id('editor')}, 5, 8, later=True)",
             f"{by_id('editor')}.press_sequentially('Bob')"],
            id="a-part-of-an-editor",
        ),
        pytest.param(
            a_step(StepAction.TYPE, "#editor", value="Dear", extra={WAS: "Dear Ann"}),
            [f"mark({by_id('editor')}, 4, 8, later=True)", f"{by_id('editor')}.press('Delete')"],
            id="a-part-of-an-editor-goes",
        ),
        pytest.param(
            a_step(StepAction.ASSERT, "#one", check=AssertCheck.COUNT, value="{{many}}"),
            [f"expect({by_id('one')}).to_have_count(int(os.environ['VAR_MANY']))"],
            id="a-number-of-the-environment",
        ),
        pytest.param(
            a_step(StepAction.WAIT, value="-5"), ["page.wait_for_timeout(0)"], id="no-time"
        ),
        pytest.param(
            a_step(StepAction.WAIT, value="soon"), ["page.wait_for_timeout(0)"], id="no-number"
        ),
    ],
)  # fmt: skip
def test_the_lines_of_a_step(step: Step, lines: list[str]) -> None:
    assert code(step) == plain(*lines)


@pytest.mark.parametrize("check", [AssertCheck.TEXT, AssertCheck.VALUE, AssertCheck.COUNT])
def test_more_digits_than_python_reads_are_text(check: AssertCheck) -> None:
    step = a_step(StepAction.ASSERT, "#one", check=check, value="7" * 5000)
    assert "7" * 5000 in write_pytest(a_recording(step)).text


@pytest.mark.parametrize(
    "step",
    [
        a_step(StepAction.HOVER),
        Step(id="s1", action=StepAction.DIALOG, accept=True),
        a_step(StepAction.NAVIGATE, "#m"),
    ],
    ids=["no-element", "nothing-opens-it", "an-element-too-many"],
)
def test_a_step_that_makes_no_sense_is_left_and_told(step: Step) -> None:
    exported = write_pytest(a_recording(step))
    assert exported.account[0].fate is Fate.LEFT
    assert f"# not taken over: {exported.account[0].why}\n" in exported.text


def test_text_that_is_written_anew_loses_its_dress_and_that_is_told() -> None:
    anew = write_pytest(a_recording(a_step(StepAction.TYPE, "#editor", value="Hello")))
    assert "is not any more" in anew.account[0].why
    changed = a_step(StepAction.TYPE, "#editor", value="Dear Bob", extra={WAS: "Dear Ann"})
    assert write_pytest(a_recording(changed)).account[0].why == ""
    assert write_pytest(a_recording(a_step(StepAction.TYPE, "#m", value="x"))).account[0].why == ""


# ------------------------------------------------------------------------------------------ effects


def expected(step: Step) -> list[str]:
    """Return what is expected of a step: its lines but the first, which does it."""
    return code(step)[1:]


@pytest.mark.parametrize(
    ("step", "line"),
    [
        pytest.param(
            a_step(StepAction.TYPE, "#unseen", value="a", extra={STANDS_FOR: 1},
                   effect=Effect(kind=EffectKind.VALUE, expected="a")),
            f"expect({by_id('drawn')}).to_have_text('a', use_inner_text=True)",
            id="what-is-drawn-for-a-field",
        ),
        pytest.param(
            a_step(StepAction.CLICK, "#switch",
                   effect=Effect(kind=EffectKind.CHECKED, expected=True)),
            "expect(page.get_by_role('switch', name='Light', exact=True))"
            ".to_have_attribute('aria-checked', 'true')",
            id="a-switch",
        ),
    ],
)  # fmt: skip
def test_what_a_step_did_is_expected(step: Step, line: str) -> None:
    assert expected(step) == plain(line)


@pytest.mark.parametrize("of", ["", "select#behind"])
def test_what_is_chosen_is_looked_at_in_its_list(of: str) -> None:
    did = Effect(kind=EffectKind.SELECTED, expected=("S", "M"), of=of)
    assert expected(a_step(StepAction.SELECT, "#size", values=("S", "M"), effect=did)) == plain(
        f"options = page.locator('{of or '#size'}')",
        "expect(options.locator(':checked')).to_have_text(['S', 'M'])",
    )


@pytest.mark.parametrize(
    ("css", "change", "of", "items", "count"),
    [
        ("#one", -1, "", "page.locator('#tasks').locator('> li')", "count - 1"),
        ("#drop", 2, "", "page.locator('#rows').locator('> tr')", "count + 2"),
        ("#m", 1, "ul#tasks", "page.locator('ul#tasks > li')", "count + 1"),
        ("#m", 1, "tbody#rows", "page.locator('tbody#rows > tr')", "count + 1"),
    ],
)
def test_items_are_counted_before_and_after(
    css: str, change: int, of: str, items: str, count: str
) -> None:
    did = Effect(kind=EffectKind.COUNT, expected=change, of=of)
    first, second, _, last = code(a_step(StepAction.CLICK, css, effect=did))
    assert [first, second] == plain(f"items = {items}", "count = items.count()")
    assert [last] == plain(f"expect(items).to_have_count({count})")


def test_where_no_list_is_around_it_nothing_is_counted() -> None:
    did = Effect(kind=EffectKind.COUNT, expected=1)
    assert code(a_step(StepAction.CLICK, "#m", effect=did)) == plain(f"{by_id('m')}.click()")


@pytest.mark.parametrize(
    ("texts", "call"),
    [
        (("Pay", "Buy"), "to_have_text(['Pay', 'Buy'])"),
        # Of a long item only its beginning was recorded.
        (("Pay", "Buy", "x" * 80), f"to_contain_text(['Pay', 'Buy', '{'x' * 80}'])"),
    ],
)
def test_an_order_is_expected_of_the_list_that_was_dragged_in(
    texts: tuple[str, ...], call: str
) -> None:
    body = "".join(f"<li id=i{n}>{text}</li>" for n, text in enumerate(sorted(texts)))
    page = a_page(f"<ul id=tasks>{body}</ul>")
    did = Effect(kind=EffectKind.ORDER, expected=texts)
    drag = a_step(StepAction.DRAG, "#i0", page=page, to=describe(page, "#i1"), effect=did)
    assert code(drag)[-1:] == plain(f"expect(page.locator('#tasks').locator('> li')).{call}")


@pytest.mark.parametrize(("items", "whole"), [(0, False), (1, True), (99, True), (100, False)])
def test_only_of_a_list_that_was_recorded_as_a_whole_its_order_is_expected(
    items: int, whole: bool
) -> None:
    assert is_whole(("x",) * items) is whole


@pytest.mark.parametrize(
    ("css", "items"),
    [("tbody#a", "tbody#a > tr"), ("ul#a", "ul#a > li"), ("ol", "ol > li"), ("div#a", "div#a > *")],
)
def test_what_the_items_of_a_list_are(css: str, items: str) -> None:
    assert counted_by(css) == items


def test_a_step_without_such_an_effect_has_no_list() -> None:
    address = Effect(kind=EffectKind.URL, expected=SHOP)
    assert list_of(a_step(StepAction.CLICK, "#one")) is None
    assert list_of(a_step(StepAction.CLICK, "#one", effect=address)) is None


@pytest.mark.parametrize(
    ("url", "pattern"),
    [
        ("/cart", ""),
        ("/orders/4711", "/orders/[^/?#]+"),
        ("/cart?step=2", "/cart"),
        ("/a.b/4711", r"/a\.b/[^/?#]+"),
    ],
)
def test_of_an_address_only_what_stays_is_expected(url: str, pattern: str) -> None:
    assert address_pattern(url) == pattern


# ------------------------------------------------------------------------------------------ editors


def change_of(was: str, now: str) -> EditedText | None:
    """Return what a step changes in an editor; None where all is written anew."""
    step = a_step(StepAction.TYPE, "#editor", value=now, extra={WAS: was})
    made = with_additions(a_recording(step)).steps[0].extra.get(CHANGED)
    assert made is None or isinstance(made, EditedText)
    return made


@pytest.mark.parametrize(
    ("was", "now", "change"),
    [
        pytest.param("Dear Ann", "Dear Bob", (5, 8, "Bob", True), id="a-word"),
        pytest.param("Dear Ann", "Dear old Ann", (5, 5, "old ", False), id="put-between"),
        pytest.param("one\ntwo", "one\nten", (4, 6, "en", True), id="ends-of-lines-do-not-count"),
        pytest.param("one\ntwo", "one\nXtwo", (3, 3, "X", True), id="at-the-start-of-a-line"),
        pytest.param("one\ntwo", "oneX\ntwo", (3, 3, "X", False), id="at-the-end-of-a-line"),
        pytest.param("Dear Ann", "Hello", None, id="nothing-stays"),
        pytest.param("Dear", "Dear", None, id="nothing-changes"),
        pytest.param("a\nb", "ab", None, id="two-lines-become-one"),
        pytest.param("a\n\nb", "a\nx\nb", None, id="into-an-empty-line"),
        pytest.param("Dear Ann", "Dear ${PIN}", None, id="a-secret"),
    ],
)
def test_what_a_step_changes_in_an_editor(
    was: str, now: str, change: tuple[int, int, str, bool] | None
) -> None:
    assert change_of(was, now) == change


def test_after_a_key_in_the_editor_text_is_put_where_the_cursor_is() -> None:
    key = a_step(StepAction.PRESS, "#editor", 1, value="End")
    typed = a_step(StepAction.TYPE, "#editor", 2, value="Dear Ann!", extra={WAS: "Dear Ann"})
    assert code(key, typed)[-1:] == plain(f"{by_id('editor')}.press_sequentially('!')")
    elsewhere = a_step(StepAction.PRESS, "#m", 1, value="End")
    assert code(elsewhere, typed)[-1:] == plain(f"{by_id('editor')}.fill('Dear Ann!')")


def test_a_click_into_an_editor_that_is_typed_into_places_the_cursor() -> None:
    click = a_step(StepAction.CLICK, "#inner", 1, point=Point(3, 4))
    typed = a_step(StepAction.TYPE, "#editor", 2, value="x")
    other = a_step(StepAction.TYPE, "#m", 2, value="x")
    assert "position=" in code(click, typed)[0]
    assert "position=" not in code(click, other)[0]
    assert "position=" not in code(click)[0]


# ------------------------------------------------------------------------------------------ offers


def test_a_key_waits_for_what_it_chooses_from() -> None:
    typed = a_step(StepAction.TYPE, "#m", 1, page=a_page("<input id=m>"), value="Be")
    offering = a_page("<input id=m><ul role=listbox><li id=b role=option>Berlin</ul>")
    chosen = a_step(StepAction.PRESS, "#m", 2, page=offering, value="Enter")
    assert code(typed, chosen)[1].endswith(".to_be_visible()")
    back = a_step(StepAction.TYPE, "#m", 1, page=offering, value="Be")
    gone = a_step(StepAction.PRESS, "#m", 2, page=a_page("<input id=m>"), value="Enter")
    assert code(back, gone)[1].endswith(".to_be_hidden()")
    marking = a_page("<input id=m aria-activedescendant=berlin><p id=berlin>Berlin</p>")
    marked = a_step(StepAction.PRESS, "#m", 2, page=marking, value="Enter")
    assert code(typed, marked)[1] in plain(
        "expect(page.locator('[aria-activedescendant=\"berlin\"]')).to_be_visible()"
    )
