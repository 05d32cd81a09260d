"""Recordings as tests with Selenium: the lines of each step, worked out by hand."""

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.app.export.selenium_lines import ACTIONS, PAGE, WAIT, a_step, code, found
from tests.unit.app.export.steps import SHOP, a_recording, plain

from holdfast.app.export.editor_text import PLACES_CURSOR
from holdfast.app.export.selenium_code import write_selenium
from holdfast.app.export.selenium_steps import NO_KEY, SET_VALUE, until
from holdfast.model.conversion import Fate
from holdfast.model.recording import (
    STANDS_FOR,
    UNDER_LABEL,
    WAS,
    AssertCheck,
    Effect,
    EffectKind,
    MouseButton,
    Pointer,
    Step,
    StepAction,
)
from holdfast.model.snapshot import Point, Size
from holdfast.selectors.describe import describe
from holdfast.testing import a_page


def test_a_test_worked_out_by_hand() -> None:
    steps = (
        a_step(StepAction.TYPE, "#m", 1, value="${PIN}"),
        a_step(StepAction.CLICK, "#save", 2),
        a_step(StepAction.ASSERT, "#save", 3, check=AssertCheck.VISIBLE),
    )
    exported = write_selenium(a_recording(*steps, name="Buy a stove!", viewport=Size(800, 600)))
    assert (
        exported.text
        == """\
# Exported by Holdfast from the recording 'Buy a stove!'.
# Run it with: pytest --base-url https://shop.example

import os

from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import WebDriverWait


def set_viewport(driver: WebDriver, width: int, height: int) -> None:
    \"""Make the window as large as it must be for a page of this size.\"""
    outer = driver.get_window_size()
    across, down = driver.execute_script("return [innerWidth, innerHeight]")
    frame = outer["width"] - across, outer["height"] - down
    driver.set_window_size(width + frame[0], height + frame[1])


def test_buy_a_stove(driver: WebDriver, base_url: str) -> None:
    driver.implicitly_wait(10)
    set_viewport(driver, 800, 600)
    driver.get(base_url + "/")
    field = driver.find_element(By.ID, "m")
    field.clear()
    field.send_keys(os.environ["PIN"])
    driver.find_element(By.ID, "save").click()
    WebDriverWait(driver, 10).until(
        lambda _: driver.find_element(By.ID, "save").is_displayed()
    )
"""
    )
    assert [(told.fate, told.why) for told in exported.account] == [
        (Fate.TAKEN, "set PIN in the environment"),
        (Fate.TAKEN, ""),
        (Fate.TAKEN, ""),
    ]


SHIFT_HELD = f"{ACTIONS}.key_down(Keys.SHIFT)"


@pytest.mark.parametrize(
    ("step", "line"),
    [
        pytest.param(
            a_step(StepAction.CLICK, "#save", modifiers=("Control", "Shift")),
            f"{ACTIONS}.key_down(Keys.CONTROL).key_down(Keys.SHIFT).click({found('save')})"
            ".key_up(Keys.CONTROL).key_up(Keys.SHIFT).perform()",
            id="click-with-keys",
        ),
        pytest.param(
            a_step(StepAction.CLICK, "#save", button=MouseButton.RIGHT),
            f"{ACTIONS}.context_click({found('save')}).perform()",
            id="right",
        ),
        pytest.param(
            a_step(StepAction.CLICK, "#save", button=MouseButton.RIGHT, modifiers=("Alt",)),
            f"{ACTIONS}.key_down(Keys.ALT).context_click({found('save')})"
            ".key_up(Keys.ALT).perform()",
            id="right-with-a-key",
        ),
        pytest.param(
            a_step(StepAction.DBLCLICK, "#save"),
            f"{ACTIONS}.double_click({found('save')}).perform()",
            id="twice",
        ),
        pytest.param(
            a_step(StepAction.DBLCLICK, "#save", modifiers=("Shift",)),
            f"{SHIFT_HELD}.double_click({found('save')}).key_up(Keys.SHIFT).perform()",
            id="twice-with-a-key",
        ),
        # Selenium counts from the middle: of 200 by 100 that is 100, 50.
        pytest.param(
            a_step(StepAction.CLICK, "#sign", point=Point(30, 70)),
            f"{ACTIONS}.move_to_element_with_offset({found('sign')}, -70, 20).click().perform()",
            id="drawn-on",
        ),
        pytest.param(
            a_step(StepAction.CLICK, "#sign", point=Point(30, 70), modifiers=("Shift",)),
            f"{SHIFT_HELD}.move_to_element_with_offset({found('sign')}, -70, 20).click()"
            ".key_up(Keys.SHIFT).perform()",
            id="drawn-on-with-a-key",
        ),
        pytest.param(
            a_step(StepAction.DBLCLICK, "#sign", point=Point(30, 70)),
            f"{ACTIONS}.move_to_element_with_offset({found('sign')}, -70, 20)"
            ".double_click().perform()",
            id="drawn-on-twice",
        ),
        pytest.param(
            a_step(StepAction.CLICK, "#sign", point=Point(30, 70), button=MouseButton.RIGHT),
            f"{ACTIONS}.move_to_element_with_offset({found('sign')}, -70, 20)"
            ".context_click().perform()",
            id="drawn-on-right",
        ),
        pytest.param(
            a_step(StepAction.CLICK, "#sign"),
            f"{found('sign')}.click()",
            id="drawn-on-nobody-knows-where",
        ),
        pytest.param(
            a_step(StepAction.CLICK, "#tasks", point=Point(0, 20), extra={PLACES_CURSOR: True}),
            f"{found('tasks')}.click()",
            id="nobody-measured-where-it-stands",
        ),
        pytest.param(
            a_step(StepAction.CLICK, "#save", point=Point(3, 4)),
            f"{found('save')}.click()",
            id="where-in-a-button-is-no-matter",
        ),
        pytest.param(
            a_step(StepAction.CLICK, "#editor", point=Point(0, 20), extra={PLACES_CURSOR: True}),
            f"{ACTIONS}.move_to_element_with_offset({found('editor')}, -150, 0).click().perform()",
            id="where-in-an-editor-is",
        ),
        pytest.param(
            a_step(StepAction.HOVER, "#save"),
            f"{ACTIONS}.move_to_element({found('save')}).perform()",
            id="hover",
        ),
        pytest.param(a_step(StepAction.SUBMIT, "#m"), f"{found('m')}.submit()", id="submit"),
        pytest.param(
            a_step(StepAction.NAVIGATE, value=f"{SHOP}2"), 'driver.get(base_url + "/2")', id="go"
        ),
        pytest.param(
            a_step(StepAction.NAVIGATE, value="https://else.example/"),
            'driver.get("https://else.example/")',
            id="go-elsewhere",
        ),
        pytest.param(
            a_step(StepAction.SCROLL, point=Point(0, 300)),
            'driver.execute_script("scrollTo(0, 300)")',
            id="scroll-the-page",
        ),
        pytest.param(
            a_step(StepAction.SCROLL, "#tasks", point=Point(0, 2.5)),
            f'driver.execute_script("arguments[0].scrollTo(0, 2.5)", {found("tasks")})',
            id="scroll-a-list",
        ),
        pytest.param(a_step(StepAction.WAIT, value="250"), "time.sleep(0.25)", id="wait"),
        pytest.param(a_step(StepAction.WAIT, value="2.5"), "time.sleep(0.0025)", id="short-wait"),
        pytest.param(
            a_step(StepAction.PRESS, "#m", value="Enter"),
            f"{found('m')}.send_keys(Keys.ENTER)",
            id="key",
        ),
        pytest.param(
            a_step(StepAction.PRESS, "#gift", value="Space"),
            f"{found('gift')}.send_keys(Keys.SPACE)",
            id="space-as-other-programs-spell-it",
        ),
        pytest.param(
            a_step(StepAction.PRESS, value="Control+Shift+k"),
            'driver.switch_to.active_element.send_keys(Keys.CONTROL + Keys.SHIFT + "k")',
            id="keys-on-the-page",
        ),
        pytest.param(
            a_step(StepAction.PRESS, value="Control++"),
            'driver.switch_to.active_element.send_keys(Keys.CONTROL + "+")',
            id="plus-with-a-key",
        ),
        pytest.param(
            a_step(StepAction.PRESS, value="+"),
            'driver.switch_to.active_element.send_keys("+")',
            id="plus",
        ),
        pytest.param(
            a_step(StepAction.UPLOAD, "#m", values=("a.png", "b.png")),
            f'{found("m")}.send_keys(os.path.abspath("a.png") + "\\n" + os.path.abspath("b.png"))',
            id="files",
        ),
        pytest.param(
            a_step(StepAction.UPLOAD, "#m", values=()),
            f'driver.execute_script({SET_VALUE!r}, {found("m")}, "")',
            id="files-taken-away",
        ),
        pytest.param(
            a_step(StepAction.UPLOAD, "#m", value="a.png"),
            f'{found("m")}.send_keys(os.path.abspath("a.png"))',
            id="one-file",
        ),
        pytest.param(
            a_step(StepAction.SELECT, "#size", value="M"),
            f'Select({found("size")}).select_by_visible_text("M")',
            id="select",
        ),
        pytest.param(
            a_step(StepAction.TYPE, "#day", value="2026-03-01"),
            f'driver.execute_script({SET_VALUE!r}, {found("day")}, "2026-03-01")',
            id="a-day-is-picked",
        ),
    ],
)
def test_the_line_of_a_step(step: Step, line: str) -> None:
    assert code(step)[-1:] == plain(line)
    assert write_selenium(a_recording(step)).account[0].fate is Fate.TAKEN


@pytest.mark.parametrize(
    ("held", "lines"),
    [
        ((), ["mouse.perform()"]),
        # Keys wait while the wheel goes down and up; otherwise they are let go at once.
        (
            ("Shift",),
            ["mouse.w3c_actions.key_action.pause()"] * 2 + ["mouse.key_up(Keys.SHIFT).perform()"],
        ),
    ],
)
def test_a_click_with_the_wheel(held: tuple[str, ...], lines: list[str]) -> None:
    step = a_step(StepAction.CLICK, "#save", button=MouseButton.MIDDLE, modifiers=held)
    first, second, *others = code(step)
    assert first.endswith(f".move_to_element({found('save').replace(chr(34), chr(39))})")
    assert second == "mouse.w3c_actions.pointer_action.click(button=1)"
    assert others == lines


@pytest.mark.parametrize(
    ("step", "lines"),
    [
        pytest.param(
            a_step(StepAction.TYPE, "#m", value=""),
            ['field.send_keys(Keys.CONTROL + "a")', "field.send_keys(Keys.DELETE)"],
            id="emptied-so-that-the-page-hears-of-it",
        ),
        pytest.param(
            a_step(StepAction.TYPE, "#note", value="a\nb"),
            ["field.clear()", 'field.send_keys("a" + Keys.SHIFT + Keys.ENTER + Keys.NULL + "b")'],
            id="enter-would-send-it",
        ),
        pytest.param(
            a_step(StepAction.TYPE, "#editor", value="Hello"),
            ['field.send_keys(Keys.CONTROL + "a")', 'field.send_keys("Hello")'],
            id="an-editor-is-not-cleared",
        ),
        pytest.param(
            a_step(StepAction.TYPE, "#editor", value=""),
            ['field.send_keys(Keys.CONTROL + "a")', "field.send_keys(Keys.DELETE)"],
            id="an-editor-is-emptied",
        ),
        # Of "Dear Ann" the letters 5 to 8 become "Bob".
        pytest.param(
            a_step(StepAction.TYPE, "#editor", value="Dear Bob", extra={WAS: "Dear Ann"}),
            ["mark(field, 5, 8, later=True)", 'field.send_keys("Bob")'],
            id="the-rest-of-an-editor-stays",
        ),
        pytest.param(
            a_step(StepAction.TYPE, "#editor", value="Dear", extra={WAS: "Dear Ann"}),
            ["mark(field, 4, 8, later=True)", "field.send_keys(Keys.DELETE)"],
            id="a-part-of-an-editor-goes",
        ),
    ],
)
def test_what_is_typed(step: Step, lines: list[str]) -> None:
    name = "field = driver.find_element(By.ID, '{}')"
    (first, *others) = code(step)
    assert step.fingerprint is not None
    assert first == name.format(step.fingerprint.node.get("id"))
    assert others == plain(*lines)


def test_what_follows_in_an_editor_is_typed_alone() -> None:
    steps = [a_step(StepAction.TYPE, "#editor", n, value=v) for n, v in ((1, "Hi"), (2, "Hi you"))]
    assert code(*steps)[-2:] == plain(f"field = {found('editor')}", 'field.send_keys(" you")')


@pytest.mark.parametrize(
    ("step", "sent"),
    [
        (a_step(StepAction.PRESS, "#m", value="Control+b", extra={STANDS_FOR: 1}),
         '.key_down(Keys.CONTROL).send_keys("b").key_up(Keys.CONTROL)'),
        (a_step(StepAction.PRESS, "#m", value="Enter", extra={STANDS_FOR: 1}),
         ".send_keys(Keys.ENTER)"),
        (a_step(StepAction.TYPE, "#m", value="a\nb", extra={STANDS_FOR: 1}),
         '.send_keys("a", Keys.ENTER, "b")'),
    ],
)  # fmt: skip
def test_keys_go_to_a_field_that_nobody_sees_by_the_focus(step: Step, sent: str) -> None:
    focused = f'driver.execute_script("arguments[0].focus()", {found("m")})'
    assert code(step) == plain(focused, f"{ACTIONS}{sent}.perform()")


@pytest.mark.parametrize("extra", [{}, {STANDS_FOR: 1}])
@pytest.mark.parametrize("keys", ["LaunchMail", "Control+LaunchMail"])
def test_a_key_that_selenium_cannot_name_is_told(keys: str, extra: dict[str, object]) -> None:
    exported = write_selenium(a_recording(a_step(StepAction.PRESS, "#m", value=keys, extra=extra)))
    assert (exported.account[0].fate, exported.account[0].why) == (Fate.LEFT, NO_KEY)
    assert f"    # not taken over: {NO_KEY}\n" in exported.text
    assert "LaunchMail" not in exported.text


@pytest.mark.parametrize(
    ("action", "extra", "lines"),
    [
        (StepAction.CHECK, {}, ["if not box.is_selected():", "    box.click()"]),
        (StepAction.UNCHECK, {}, ["if box.is_selected():", "    box.click()"]),
        (
            StepAction.CHECK,
            {UNDER_LABEL: "covered"},
            ["if not box.is_selected():", '    driver.execute_script("arguments[0].click()", box)'],
        ),
    ],
)
def test_a_box_is_ticked_only_where_it_is_not(
    action: StepAction, extra: dict[str, object], lines: list[str]
) -> None:
    assert code(a_step(action, "#gift", extra=extra)) == plain(f"box = {found('gift')}", *lines)


def test_of_several_options_only_the_recorded_ones_stay_chosen() -> None:
    assert code(a_step(StepAction.SELECT, "#many", values=("A", "B"))) == plain(
        f"options = Select({found('many')})",
        "options.deselect_all()",
        'options.select_by_visible_text("A")',
        'options.select_by_visible_text("B")',
    )


TWO = describe(PAGE, "#two")
PATH = ((1.0, 2.0, 0.0), (30.0, 40.0, 50.0))


@pytest.mark.parametrize(
    ("step", "lines"),
    [
        pytest.param(
            a_step(StepAction.DRAG, "#one", to=TWO),
            [f"{ACTIONS}.drag_and_drop({found('one')}, {found('two')}).perform()"],
            id="onto",
        ),
        pytest.param(
            a_step(StepAction.DRAG, "#one", delta=Point(10, -20)),
            [f"{ACTIONS}.drag_and_drop_by_offset({found('one')}, 10, -20).perform()"],
            id="by-a-distance",
        ),
        pytest.param(
            a_step(StepAction.DRAG, "#one", path=PATH),
            [f"drag({found('one')}, [(1, 2), (30, 40)])"],
            id="along-a-way",
        ),
        # The last place is in the element that it is dropped on.
        pytest.param(
            a_step(StepAction.DRAG, "#one", path=PATH, to=TWO, point=Point(5, 6)),
            [f"drag({found('one')}, [(1, 2), (5, 6)], {found('two')})"],
            id="along-a-way-onto",
        ),
        pytest.param(
            a_step(StepAction.DRAG, "#sign", path=(*PATH, (30.4, 90.0, 80.0))),
            [
                f"mouse = {ACTIONS}.move_to_element_with_offset({found('sign')}, -99, -48)",
                "mouse.click_and_hold()",
                "mouse.move_by_offset(29, 38)",
                "mouse.move_by_offset(0, 50)",
                "mouse.release().perform()",
            ],
            id="drawn",
        ),
    ],
)
def test_what_is_dragged(step: Step, lines: list[str]) -> None:
    assert code(step) == plain(*lines)


@given(st.lists(st.tuples(*[st.floats(-500, 500)] * 2), min_size=2, max_size=12))
def test_a_drawn_line_ends_where_it_was_recorded_to_the_pixel(
    places: list[tuple[float, float]],
) -> None:
    step = a_step(StepAction.DRAG, "#sign", path=tuple((x, y, 0.0) for x, y in places))
    moves = [line for line in code(step) if "move_by_offset" in line]
    gone = [ast.literal_eval(line.removeprefix("mouse.move_by_offset")) for line in moves]
    (x, y), (end_x, end_y) = places[0], places[-1]
    assert sum(one for one, _ in gone) == round(end_x) - round(x)
    assert sum(one for _, one in gone) == round(end_y) - round(y)


@pytest.mark.parametrize(
    ("check", "value", "asked"),
    [
        (AssertCheck.VISIBLE, None, f"{found('save')}.is_displayed()"),
        (
            AssertCheck.HIDDEN,
            None,
            'not any(one.is_displayed() for one in driver.find_elements(By.ID, "save"))',
        ),
        (AssertCheck.VALUE, "7", f'{found("save")}.get_property("value") == "7"'),
        (AssertCheck.COUNT, "3", 'len(driver.find_elements(By.ID, "save")) == int("3")'),
        (AssertCheck.TEXT, "Save it", f'" ".join({found("save")}.text.split()) == "Save it"'),
    ],
)
def test_what_is_asserted_is_waited_for(check: AssertCheck, value: str | None, asked: str) -> None:
    step = a_step(StepAction.ASSERT, "#save", check=check, value=value)
    assert code(step) == plain(f"WebDriverWait(driver, 10).until(lambda _: {asked})")


def test_an_asserted_address_belongs_to_the_base() -> None:
    step = a_step(StepAction.ASSERT, check=AssertCheck.URL, value=f"{SHOP}cart")
    assert code(step) == plain('WebDriverWait(driver, 10).until(ec.url_to_be(base_url + "/cart"))')


@pytest.mark.parametrize(
    ("letters", "lines"),
    # 88 in a line, less 8 of indent and the 10 of "lambda _: ".
    [(70, 1), (71, 5)],
)
def test_a_question_that_fits_stays_on_its_line(letters: int, lines: int) -> None:
    assert len(until("a" * letters)) == lines


def test_a_long_question_is_broken_where_it_compares() -> None:
    long = "a" * 80
    assert until(long, "b") == [
        "WebDriverWait(driver, 10).until(", "    lambda _: (", f"        {long}", "        == b",
        "    )", ")",
    ]  # fmt: skip


def test_a_question_too_long_for_one_line_fits_on_a_line_of_its_own() -> None:
    # 88 less 12 of indent and the 5 of " == b".
    assert len(until("a" * 71, "b")) == 5
    assert len(until("a" * 72, "b")) == 6
    assert len(until("a" * 100)) == 5


@pytest.mark.parametrize(
    ("step", "effect", "line"),
    [
        pytest.param(
            a_step(StepAction.CLICK, "#go"), Effect(kind=EffectKind.URL, expected=f"{SHOP}cart"),
            f'{WAIT}(ec.url_to_be(base_url + "/cart"))', id="address",
        ),
        pytest.param(
            a_step(StepAction.CLICK, "#go"),
            Effect(kind=EffectKind.URL, expected=f"{SHOP}orders/4711"),
            f'{WAIT}(ec.url_matches("/orders/[^/?#]+"))', id="address-with-a-number",
        ),
        pytest.param(
            a_step(StepAction.CLICK, "#save"),
            Effect(kind=EffectKind.DOWNLOAD, expected="list.csv"),
            f'{WAIT}(lambda _: any(one.name == "list.csv" for one in folder.iterdir()))',
            id="file",
        ),
        pytest.param(
            a_step(StepAction.CLICK, "#save"),
            Effect(kind=EffectKind.DOWNLOAD, expected="list-7.csv"),
            f'{WAIT}(lambda _: any(same_words(one.name, "list-7.csv") '
            "for one in folder.iterdir()))", id="file-with-a-number",
        ),
        pytest.param(
            a_step(StepAction.TYPE, "#m", value="x"), Effect(kind=EffectKind.VALUE, expected="x"),
            f'assert {found("m")}.get_property("value") == "x"', id="field",
        ),
        pytest.param(
            a_step(StepAction.TYPE, "#m", value="x"), Effect(kind=EffectKind.VALUE, expected="X"),
            f'{WAIT}(lambda _: {found("m")}.get_property("value") == "X")',
            id="field-that-the-page-writes",
        ),
        pytest.param(
            a_step(StepAction.TYPE, "#day", value="2026-03-01"),
            Effect(kind=EffectKind.VALUE, expected="2026-03-01"),
            f'{WAIT}(lambda _: {found("day")}.get_property("value") == "2026-03-01")', id="picked",
        ),
        pytest.param(
            a_step(StepAction.TYPE, "#editor", value="a\n\n b  c"),
            Effect(kind=EffectKind.VALUE, expected="a\n\n b  c"),
            'assert lines_of(field) == ["a", "", "b c"]', id="editor",
        ),
        pytest.param(
            a_step(StepAction.SELECT, "#size", value="M"),
            Effect(kind=EffectKind.SELECTED, expected=("M",)),
            f'{WAIT}(lambda _: chosen_in({found("size")}) == ["M"])', id="chosen",
        ),
        pytest.param(
            a_step(StepAction.CLICK, "#save"),
            Effect(kind=EffectKind.SELECTED, expected=("M", "L"), of="select#size"),
            f'{WAIT}(lambda _: chosen_in(driver.find_element(By.CSS_SELECTOR, "select#size"))'
            ' == ["M", "L"])', id="chosen-behind-it",
        ),
        pytest.param(
            a_step(StepAction.CHECK, "#gift"), Effect(kind=EffectKind.CHECKED, expected=True),
            f"assert {found('gift')}.is_selected()", id="ticked",
        ),
        pytest.param(
            a_step(StepAction.UNCHECK, "#gift"), Effect(kind=EffectKind.CHECKED, expected=False),
            f"assert not {found('gift')}.is_selected()", id="not-ticked",
        ),
        pytest.param(
            a_step(StepAction.CLICK, "#switch"), Effect(kind=EffectKind.CHECKED, expected=True),
            f'{WAIT}(lambda _: {found("switch")}.get_attribute("aria-checked") == "true")',
            id="switch",
        ),
        pytest.param(
            a_step(StepAction.CLICK, "#twenty"), Effect(kind=EffectKind.SELECTED, expected=True),
            f'{WAIT}(lambda _: all(one.get_attribute("aria-selected") == "true" '
            'for one in driver.find_elements(By.ID, "twenty")))', id="option-that-may-be-gone",
        ),
        pytest.param(
            a_step(StepAction.CLICK, "#one"), Effect(kind=EffectKind.COUNT, expected=-1),
            f'{WAIT}(lambda _: len({found("tasks")}.find_elements(By.XPATH, "./li")) == count - 1)',
            id="one-less",
        ),
        pytest.param(
            a_step(StepAction.CLICK, "#save"),
            Effect(kind=EffectKind.COUNT, expected=2, of="ul#tasks"),
            f'{WAIT}(lambda _: len(driver.find_elements(By.CSS_SELECTOR, "ul#tasks > li"))'
            " == count + 2)", id="two-more",
        ),
    ],
)  # fmt: skip
def test_what_a_step_did_is_expected(step: Step, effect: Effect, line: str) -> None:
    did = Step(
        id=step.id, action=step.action, fingerprint=step.fingerprint, value=step.value,
        effect=effect,
    )  # fmt: skip
    assert code(did)[-1:] == plain(line)


def test_items_are_counted_before_they_change() -> None:
    counted = Effect(kind=EffectKind.COUNT, expected=1)
    first, second, _ = code(a_step(StepAction.CLICK, "#one", effect=counted))
    items = f'{found("tasks")}.find_elements(By.XPATH, "./li")'
    assert [first, second] == plain(f"count = len({items})", f"{found('one')}.click()")


def test_a_folder_for_a_file_is_there_before_the_click() -> None:
    brought = Effect(kind=EffectKind.DOWNLOAD, expected="list.csv")
    exported = write_selenium(a_recording(a_step(StepAction.CLICK, "#save", effect=brought))).text
    assert "import tempfile\nfrom pathlib import Path\n" in exported
    click = exported.index(f"{found('save')}.click()")
    assert exported.index("folder = downloads_of(driver)") < click


@pytest.mark.parametrize("value", ["${PIN}", "a {{name}} b"])
def test_what_a_test_that_fails_would_print_of_a_secret_is_not_expected(value: str) -> None:
    held = Effect(kind=EffectKind.VALUE, expected=value)
    lines = code(a_step(StepAction.TYPE, "#m", value=value, effect=held))
    assert lines[-1].startswith("field.send_keys(")


def test_what_is_expected_of_a_step_that_was_left_is_left_with_it() -> None:
    went = Effect(kind=EffectKind.URL, expected=f"{SHOP}cart")
    step = a_step(StepAction.PRESS, "#m", value="LaunchMail", effect=went)
    assert "url_to_be" not in write_selenium(a_recording(step)).text


def test_a_dialog_is_answered_after_the_click_that_opens_it() -> None:
    asked = Step(
        id="s2", action=StepAction.DIALOG, accept=True, value="Ada", message="Delete 3 of 7?"
    )
    assert code(a_step(StepAction.CLICK, "#save"), asked) == plain(
        f"{found('save')}.click()",
        f"dialog = {WAIT}(ec.alert_is_present())",
        'assert same_words(dialog.text, "Delete 3 of 7?")',
        'dialog.send_keys("Ada")',
        "dialog.accept()",
    )
    no = Step(id="s2", action=StepAction.DIALOG, accept=False, message="Leave?")
    assert code(a_step(StepAction.CLICK, "#save"), no)[2:] == plain(
        'assert dialog.text == "Leave?"', "dialog.dismiss()"
    )


def test_tabs_that_a_page_opens_are_waited_for_and_entered() -> None:
    opened = Step(id="s2", action=StepAction.NEW_TAB, tab=1, extra={"openedByPage": True})
    steps = (
        a_step(StepAction.CLICK, "#go"),
        opened,
        a_step(StepAction.CLICK, "#save", 3, tab=1),
        a_step(StepAction.CLICK, "#one", 4),
    )
    assert code(*steps) == plain(
        "tabs = {0: driver.current_window_handle}",
        f"{found('go')}.click()",
        f"{WAIT}(lambda _: set(driver.window_handles) - {{*tabs.values()}})",
        "tabs[1] = ({*driver.window_handles} - {*tabs.values()}).pop()",
        "driver.switch_to.window(tabs[1])",
        f"{found('save')}.click()",
        "driver.switch_to.window(tabs[0])",
        f"{found('one')}.click()",
    )


def test_a_tab_of_ones_own_is_opened_and_closed() -> None:
    opened = Step(id="s1", action=StepAction.NEW_TAB, tab=1)
    closed = Step(id="s2", action=StepAction.CLOSE_TAB, tab=1)
    assert code(opened, closed) == plain(
        "tabs = {0: driver.current_window_handle}",
        'driver.switch_to.new_window("tab")',
        "tabs[1] = driver.current_window_handle",
        "driver.close()",
        "driver.switch_to.window(tabs.pop(1) and next(iter(tabs.values())))",
    )


def test_an_element_that_nobody_has_seen_is_left_until_it_is_learned() -> None:
    pointer = Pointer(selectors=(("#save",),))
    steps = (
        Step(id="s1", action=StepAction.CLICK, pointer=pointer),
        a_step(StepAction.DRAG, "#one", 2, to_pointer=pointer),
    )
    account = write_selenium(a_recording(*steps)).account
    assert [told.fate for told in account] == [Fate.LEFT, Fate.LEFT]
    assert all("--learn" in told.why for told in account)


@pytest.mark.parametrize(
    "step",
    [
        a_step(StepAction.NAVIGATE, value=f"{SHOP}?token=***"),
        a_step(StepAction.ASSERT, check=AssertCheck.URL, value=f"{SHOP}?token=***"),
    ],
)
def test_a_mask_in_an_address_is_told(step: Step) -> None:
    assert "put that in" in write_selenium(a_recording(step)).account[0].why


def test_a_key_waits_for_what_it_chooses_from() -> None:
    typed = a_step(StepAction.TYPE, "#m", 1, page=a_page("<input id=m>"), value="Be")
    offering = a_page("<input id=m><ul role=listbox><li id=b role=option>Berlin</ul>")
    chosen = a_step(StepAction.PRESS, "#m", 2, page=offering, value="Enter")
    assert code(typed, chosen)[3:] == plain(
        f"{WAIT}(lambda _: {found('b')}.is_displayed())", f"{found('m')}.send_keys(Keys.ENTER)"
    )
    gone = a_step(StepAction.PRESS, "#m", 2, page=a_page("<input id=m>"), value="Enter")
    typed = a_step(StepAction.TYPE, "#m", 1, page=offering, value="Be")
    assert code(typed, gone)[3:4] == plain(
        f"{WAIT}(lambda _: not any(one.is_displayed() for one in driver.find_elements(By.ID, 'b')))"
    )


texts = st.text(st.characters(codec="utf-8"), max_size=30)


@given(name=texts, value=texts, key=texts)
@settings(max_examples=60)
def test_whatever_stands_in_a_recording_it_stays_text(name: str, value: str, key: str) -> None:
    steps = (
        Step(id="s1", action=StepAction.NAVIGATE, value=value),
        a_step(StepAction.TYPE, "#m", 2, value=value),
        a_step(StepAction.PRESS, "#m", 3, value=key),
        a_step(StepAction.UPLOAD, "#m", 4, values=(value,)),
        a_step(StepAction.ASSERT, "#m", 5, check=AssertCheck.TEXT, value=value),
        Step(id="s6", action=StepAction.DIALOG, accept=True, value=value, message=value),
    )
    module = ast.parse(write_selenium(a_recording(*steps, name=name)).text)
    called = {node.id for node in ast.walk(module) if isinstance(node, ast.Name)}
    known = {"driver", "base_url", "field", "dialog", "os", "ec", "By", "Keys", "WebDriver"}
    own = {"WebDriverWait", "_", "same_words", "said", "wanted", "re", "str", "bool"}
    assert called <= known | own
