"""Recordings as tests for pytest: readable, valid, and nothing in them is taken for code."""

import ast
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.app.export.steps import PAGE, SHOP, a_recording, a_step

from holdfast.app.export.pytest_code import write_pytest
from holdfast.app.export.pytest_layout import fit
from holdfast.app.export.pytest_values import value_code
from holdfast.app.export.selenium_code import write_selenium
from holdfast.model.conversion import Carried, Fate
from holdfast.model.recording import (
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
from holdfast.testing import a_framed_page

SAVE = describe(PAGE, "button")


def code(*steps: Step) -> list[str]:
    """Return the lines of the test that do the steps."""
    numbered = write_pytest(a_recording(*steps)).text.splitlines()
    return [line.removeprefix("    ") for line in numbered if line.startswith("    ")][1:]


def test_a_test_worked_out_by_hand() -> None:
    steps = (
        a_step(StepAction.TYPE, "#m", 1, value="ada@example.com"),
        a_step(StepAction.TYPE, "#m", 2, value="${PIN}"),
        a_step(StepAction.CLICK, "button", 3),
        a_step(StepAction.ASSERT, "button", 4, check=AssertCheck.VISIBLE),
    )
    exported = write_pytest(a_recording(*steps, name="Buy a stove!", viewport=Size(800, 600)))
    assert (
        exported.text
        == """\
# Exported by Holdfast from the recording 'Buy a stove!'.
# Run it with: pytest --base-url https://shop.example

import os

from playwright.sync_api import Page, expect


def test_buy_a_stove(page: Page) -> None:
    page.set_viewport_size({"width": 800, "height": 600})
    page.goto("/")
    page.get_by_role("textbox", name="Email", exact=True).fill("ada@example.com")
    page.get_by_role("textbox", name="Email", exact=True).fill(os.environ["PIN"])
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_visible()
"""
    )
    assert exported.account[1] == Carried(
        number=2, what="type", fate=Fate.TAKEN, why="set PIN in the environment", steps=("s2",)
    )


BUTTON = 'page.get_by_role("button", name="Save", exact=True)'


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (a_step(StepAction.NAVIGATE, value=f"{SHOP}2"), 'page.goto("/2")'),
        (a_step(StepAction.DBLCLICK, "button"), f"{BUTTON}.dblclick()"),
        (
            a_step(StepAction.CLICK, "button", button=MouseButton.RIGHT, modifiers=("Alt",)),
            f'{BUTTON}.click(button="right", modifiers=["Alt"])',
        ),
        (
            a_step(StepAction.CLICK, "#sign", point=Point(3, 4.5)),
            'page.locator("#sign").click(position={"x": 3, "y": 4.5})',
        ),
        (a_step(StepAction.HOVER, "button"), f"{BUTTON}.hover()"),
        (a_step(StepAction.PRESS, "button", value="Enter"), f'{BUTTON}.press("Enter")'),
        (a_step(StepAction.PRESS, value="Control+a"), 'page.keyboard.press("Control+a")'),
        (a_step(StepAction.SCROLL, point=Point(0, 300)), 'page.evaluate("scrollTo(0, 300)")'),
        (a_step(StepAction.WAIT, value="250"), "page.wait_for_timeout(250)"),
        (a_step(StepAction.CLOSE_TAB, tab=2), "page2.close()"),
        (a_step(StepAction.NEW_TAB, tab=1), "page1 = page.context.new_page()"),
        (
            a_step(StepAction.CHECK, "[aria-label=Gift]"),
            'page.get_by_role("checkbox", name="Gift", exact=True).check()',
        ),
        (
            a_step(StepAction.UNCHECK, "[aria-label=Gift]"),
            'page.get_by_role("checkbox", name="Gift", exact=True).uncheck()',
        ),
        (
            a_step(StepAction.SELECT, "select", value="S"),
            'page.get_by_role("combobox", name="Size", exact=True).select_option("S")',
        ),
        (
            a_step(StepAction.SELECT, "select", values=()),
            'page.get_by_role("combobox", name="Size", exact=True).select_option([])',
        ),
        (
            a_step(StepAction.UPLOAD, "button", values=("a.png", "b'.png")),
            f'{BUTTON}.set_input_files(["a.png", "b\'.png"])',
        ),
        (
            a_step(StepAction.ASSERT, "button", check=AssertCheck.TEXT, value='Say "hi"'),
            f"expect({BUTTON}).to_have_text('Say \"hi\"')",
        ),
        (
            a_step(StepAction.ASSERT, "#both", check=AssertCheck.TEXT, value="Shown"),
            'expect(page.locator("#both")).to_have_text("Shown", use_inner_text=True)',
        ),
        (
            a_step(StepAction.ASSERT, "button", check=AssertCheck.HIDDEN),
            f"expect({BUTTON}).to_be_hidden()",
        ),
        (
            a_step(StepAction.ASSERT, "button", check=AssertCheck.VALUE, value="7"),
            f'expect({BUTTON}).to_have_value("7")',
        ),
        (
            a_step(StepAction.ASSERT, "button", check=AssertCheck.COUNT, value="3"),
            f"expect({BUTTON}).to_have_count(3)",
        ),
        (
            a_step(StepAction.ASSERT, check=AssertCheck.URL, value=SHOP),
            'expect(page).to_have_url("/")',
        ),
    ],
)
def test_the_line_of_a_step(step: Step, line: str) -> None:
    exported = write_pytest(a_recording(step))
    text = exported.text.replace("(\n        ", "(").replace("\n    )", ")")
    assert f"\n    {line}\n" in text
    assert exported.account[0].fate is Fate.TAKEN


def test_a_dialog_is_answered_before_it_opens() -> None:
    click = a_step(StepAction.CLICK, "button", 1)
    dialog = Step(id="s2", action=StepAction.DIALOG, accept=True, value="Ada")
    assert code(click, dialog) == [
        'page.once("dialog", lambda dialog: dialog.accept("Ada"))',
        'with page.expect_event("dialog"):',
        f"    {BUTTON}.click()",
    ]
    no = Step(id="s2", action=StepAction.DIALOG, accept=False)
    assert code(click, no)[0] == 'page.once("dialog", lambda dialog: dialog.dismiss())'


MAIL = 'page.get_by_role("textbox", name="Email", exact=True)'


@pytest.mark.parametrize(
    ("action", "css", "kind", "expected", "line"),
    [
        ("type", "#m", "value", "", f'expect({MAIL}).to_have_value("")'),
        ("type", "#m", "value", "x", f'expect({MAIL}).to_have_value("x")'),
        ("type", "#m", "value", "${PASSWORD}", f'{MAIL}.fill("x")'),
        ("click", "button", "url", f"{SHOP}cart", 'expect(page).to_have_url("/cart")'),
        (
            "click",
            "button",
            "url",
            f"{SHOP}orders/4711?new=1",
            'expect(page).to_have_url(re.compile("/orders/[^/?#]+"))',
        ),
        (
            "uncheck",
            "[aria-label=Gift]",
            "checked",
            False,
            'page.get_by_role("checkbox", name="Gift", exact=True).uncheck()',
        ),
        (
            "click",
            "button",
            "download",
            "list.csv",
            'assert download.value.suggested_filename == "list.csv"',
        ),
    ],
)
def test_what_a_step_did_is_expected(
    action: str, css: str, kind: str, expected: str | bool, line: str
) -> None:
    effect = Effect(kind=EffectKind(kind), expected=expected)
    written = code(a_step(StepAction(action), css, value="x", effect=effect))
    assert "".join(written).replace(" ", "").endswith(line.replace(" ", ""))


def test_a_question_with_numbers_is_agreed_to_by_its_words() -> None:
    click = a_step(StepAction.CLICK, "button")
    dialog = Step(id="s2", action=StepAction.DIALOG, accept=True, message="Delete 3 of 7?")
    answer = 'page.once("dialog", lambda dialog: agree(dialog, "Delete 3 of 7?"))'
    assert answer in code(click, dialog)
    assert 'assert same_words(asked.value.message, "Delete 3 of 7?")' in code(click, dialog)


def test_a_test_runs_on_the_recorded_device() -> None:
    device = {"name": "Pixel", "isMobile": True, "userAgent": "Mobile", "hasTouch": "no"}
    recording = replace(a_recording(viewport=Size(400, 800)), extra={"device": device})
    marked = '@pytest.mark.browser_context_args(user_agent="Mobile", is_mobile=True)'
    assert "import pytest\nfrom playwright" in write_pytest(recording).text
    assert f"{marked}\ndef test_" in write_pytest(recording).text
    selenium = write_selenium(recording).text
    assert '"setUserAgentOverride", userAgent="Mobile"' in selenium
    assert "width=400,\n" in selenium
    assert "mobile=True,\n" in selenium


def test_a_second_dialog_is_told_to_be_left() -> None:
    dialogs = [Step(id=f"s{n}", action=StepAction.DIALOG, accept=True) for n in (2, 3)]
    exported = write_pytest(a_recording(a_step(StepAction.CLICK, "button"), *dialogs))
    assert [told.fate for told in exported.account] == [Fate.TAKEN, Fate.TAKEN, Fate.LEFT]
    assert "# not taken over: step 3" in exported.text


def test_a_tab_that_opens_is_waited_for_with_the_click() -> None:
    steps = (
        a_step(StepAction.CLICK, "button", 1),
        Step(id="s2", action=StepAction.NEW_TAB, tab=1, extra={"openedByPage": True}),
        a_step(StepAction.CLICK, "button", 3, tab=1),
    )
    assert code(*steps) == [
        "with page.expect_popup() as popup1:",
        f"    {BUTTON}.click()",
        "page1 = popup1.value",
        f"{BUTTON.replace('page', 'page1')}.click()",
    ]


def test_a_tab_that_nothing_opens_is_looked_for() -> None:
    assert code(a_step(StepAction.PRESS, value="a", tab=2)) == [
        "page2 = page.context.pages[2]",
        'page2.keyboard.press("a")',
    ]


def test_a_mask_in_an_address_is_told() -> None:
    step = a_step(StepAction.NAVIGATE, value=f"{SHOP}?token=***")
    assert "put that in" in write_pytest(a_recording(step)).account[0].why


def test_frames_are_entered() -> None:
    page = a_framed_page("<iframe name='card'></iframe>", {"iframe": "<button>Pay</button>"})
    (button,) = [node for node in page.nodes if node.tag == "button"]
    step = Step(id="s1", action=StepAction.CLICK, fingerprint=describe(page, button))
    assert "".join(code(step)).replace(" ", "") == (
        "page.frame_locator('iframe[name=\"card\"]')"
        '.get_by_role("button",name="Pay",exact=True).click()'
    )


def test_a_drag_by_a_distance_uses_the_mouse() -> None:
    lines = code(a_step(StepAction.DRAG, "button", delta=Point(10, -20)))
    assert lines[0] == f"{BUTTON}.hover()"
    assert lines[3] == "page.mouse.down()"
    assert "+ 10, " in lines[5]


def test_a_drag_to_an_element_names_both() -> None:
    assert code(a_step(StepAction.DRAG, "button", to=SAVE, point=Point(1, 2))) == [
        f"{BUTTON}.drag_to(",
        f"    {BUTTON},",
        '    target_position={"x": 1, "y": 2},',
        "    steps=20,",
        ")",
    ]


@pytest.mark.parametrize(
    ("selectors", "frames", "wanted"),
    [
        ((("aria/Save",), ('aria/Save[role="button"]',)), (), BUTTON),
        ((("aria/Save",), ("#s",)), (), 'page.locator("#s")'),
        ((("aria/Save",),), (), 'page.get_by_label("Save")'),
        ((("xpath///b",), ("text/Sa",)), (), 'page.get_by_text("Sa")'),
        ((("xpath///b",),), (), 'page.locator("xpath=//b")'),
        ((("my-host", "b"),), (), 'page.locator("my-host").locator("b")'),
        ((("#s",),), (1,), 'page.frame_locator("iframe").nth(1).locator("#s")'),
        ((("#s",),), ("#f",), 'page.frame_locator("#f").locator("#s")'),
    ],
)
def test_elements_that_nobody_has_seen(
    selectors: tuple[tuple[str, ...], ...], frames: tuple[int | str, ...], wanted: str
) -> None:
    pointer = Pointer(selectors=selectors, frames=frames)
    exported = write_pytest(a_recording(Step(id="s1", action=StepAction.CLICK, pointer=pointer)))
    assert f"    {wanted}.click()" in exported.text
    assert "--learn" in exported.account[0].why


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("", '""'),
        ("plain", '"plain"'),
        ("{{user}}", 'os.environ["VAR_USER"]'),
        ("{{ a.b-c }}", 'os.environ["VAR_A_B_C"]'),
        ("a ${PIN} b", '"a " + os.environ["PIN"] + " b"'),
        ("\u202eevil", '"\\u202eevil"'),
    ],
)
def test_values_come_from_the_environment(value: str, wanted: str) -> None:
    assert value_code(value) == wanted


def test_long_lines_are_broken_where_formatters_break_them() -> None:
    short = '    page.get_by_role("button", name="Save", exact=True).click()'
    assert fit(short) == [short]
    name = "a" * 40
    assert fit(f'    page.get_by_role("button", name="{name}, (b)", exact=True).click()') == [
        "    page.get_by_role(",
        f'        "button", name="{name}, (b)", exact=True',
        "    ).click()",
    ]
    endless = f'"{"x" * 100}"'
    assert fit(f"    page.goto({endless})") == ["    page.goto(", f"        {endless}", "    )"]


texts = st.text(st.characters(codec="utf-8"), max_size=30)


@given(name=texts, value=texts, selector=texts.filter(bool))
@settings(max_examples=80)
def test_whatever_stands_in_a_recording_it_stays_text(name: str, value: str, selector: str) -> None:
    pointer = Pointer(selectors=((selector,),))
    steps = (
        Step(id="s1", action=StepAction.NAVIGATE, value=value),
        Step(id="s2", action=StepAction.TYPE, pointer=pointer, value=value),
        Step(id="s3", action=StepAction.DIALOG, accept=True, value=value),
    )
    module = ast.parse(write_pytest(a_recording(*steps, name=name)).text)
    assert [type(node) for node in module.body[-2:]] == [ast.ImportFrom, ast.FunctionDef]
    called = {node.id for node in ast.walk(module) if isinstance(node, ast.Name)}
    assert called <= {"page", "Page", "os", "dialog"}
