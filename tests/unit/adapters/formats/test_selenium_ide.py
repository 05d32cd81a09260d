"""Tests of Selenium IDE: every command is taken over, or the reason is told."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.adapters.formats.selenium_ide import read_side
from holdfast.adapters.formats.selenium_locators import read_locator
from holdfast.adapters.formats.selenium_words import ACTS, split_keys
from holdfast.adapters.recording_files import check_recording
from holdfast.errors import ForeignFormat, UsageError
from holdfast.model.conversion import Carried, Fate, Imported
from holdfast.model.recording import AssertCheck, Pointer, Step, StepAction
from holdfast.model.recording_json import recording_to_json
from holdfast.model.saved import write_document
from holdfast.model.snapshot import Point, Size
from holdfast.testing import a_page

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
SHOP = "https://shop.example"
SAVE = Pointer(selectors=(('[id="save"]',),))
Line = tuple[str, ...]


def a_project(*lines: Line | dict[str, Any], **more: Any) -> dict[str, Any]:
    commands = [
        line
        if isinstance(line, dict)
        else dict(zip(("command", "target", "value"), (*line, "", ""), strict=False))
        for line in lines
    ]
    test = {"id": "1", "name": "buy", "commands": commands}
    return {"id": "0", "version": "2.0", "name": "shop", "url": SHOP, "tests": [test], **more}


def imported(*lines: Line | dict[str, Any], **given: Any) -> Imported:
    return read_side(a_project(*lines), created_at=NOON, **given)


def only(*line: str) -> tuple[Step | None, Carried]:
    result = imported(line)
    assert len(result.recording.steps) < 2
    return (result.recording.steps[0] if result.recording.steps else None), result.account[0]


def test_a_test_worked_out_by_hand() -> None:
    click = {
        "command": "click",
        "target": "id=save",
        "targets": [["id=save", "id"], ["css=#save", "css:finder"], ["xpath=//b", "xpath"]],
        "value": "",
    }
    result = imported(("open", "/cart?a=1"), ("setWindowSize", "800x600"), click)
    recording = result.recording
    assert (recording.name, recording.start_url) == ("buy", f"{SHOP}/cart?a=1")
    assert recording.viewport == Size(800, 600)
    page = f"{SHOP}/cart?a=1"
    assert recording.steps == (
        Step(id="s1", action=StepAction.NAVIGATE, url=page, value=page),
        Step(
            id="s2",
            action=StepAction.CLICK,
            url=page,
            pointer=Pointer(selectors=(('[id="save"]',), ("#save",), ("xpath///b",))),
        ),
    )
    assert [told.fate for told in result.account] == [Fate.TAKEN] * 3


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (("doubleClick", "id=save"), {"action": "dblclick"}),
        (("clickAt", "id=save", "3,4"), {"action": "click", "point": Point(3, 4)}),
        (("mouseOver", "id=save"), {"action": "hover"}),
        (("check", "id=save"), {"action": "check"}),
        (("uncheck", "id=save"), {"action": "uncheck"}),
        (("submit", "id=save"), {"action": "submit"}),
        (("type", "id=save", "Ä'\""), {"action": "type", "value": "Ä'\""}),
        (("editContent", "id=save", "x"), {"action": "type", "value": "x"}),
        (("sendKeys", "id=save", "x"), {"action": "type", "value": "x"}),
        (("sendKeys", "id=save", "${KEY_ENTER}"), {"action": "press", "value": "Enter"}),
        (("select", "id=save", "label=Two"), {"action": "select", "value": "Two"}),
        (("select", "id=save", "value=2"), {"action": "select", "value": "2"}),
        (("select", "id=save", "a=b"), {"action": "select", "value": "a=b"}),
        (("pause", "250"), {"action": "wait", "value": "250"}),
        (("close",), {"action": "closeTab"}),
        (("assertText", "id=save", "Hi"), {"check": AssertCheck.TEXT, "value": "Hi"}),
        (("waitForText", "id=save", "Hi"), {"check": AssertCheck.TEXT, "value": "Hi"}),
        (("assertValue", "id=save", "7"), {"check": AssertCheck.VALUE, "value": "7"}),
        (("waitForElementVisible", "id=save", "30000"), {"check": AssertCheck.VISIBLE}),
        (("waitForElementNotVisible", "id=save"), {"check": AssertCheck.HIDDEN}),
        (("assertElementNotPresent", "id=save"), {"check": AssertCheck.COUNT, "value": "0"}),
        (("waitForElementNotPresent", "id=save"), {"check": AssertCheck.COUNT, "value": "0"}),
    ],
)
def test_what_a_command_becomes(line: Line, wanted: dict[str, Any]) -> None:
    step, told = only(*line)
    assert step is not None
    assert {key: getattr(step, key) for key in wanted} == wanted
    assert step.pointer in {SAVE, None}
    assert told.fate is Fate.TAKEN


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (("runScript", "alert(1)"), "a script"),
        (("executeScript", "return 1", "x"), "a script"),
        (("executeAsyncScript", "1"), "a script"),
        (("storeText", "id=save", "x"), "--var"),
        (("storeJson", "{}", "x"), "a script"),
        (("echo", "hello"), "changes nothing"),
        (("mouseOut", "id=save"), "moves of the mouse"),
        (("assertTitle", "Shop"), "of this kind has no step"),
        (("assertNotText", "id=save", "x"), "of this kind has no step"),
        (("verifyChecked", "id=save"), "of this kind has no step"),
        (("addSelection", "id=save", "label=x"), "one of several options"),
        (("select", "id=save", "index=2"), "by its index"),
        (("run", "login"), "another test"),
        (("selectWindow", "title=Help"), "which window"),
        (("click", "ui=mystery()"), "no such locator"),
        (("click", ""), "no such locator"),
        (("sendKeys", "id=save", "${KEY_TAB}more"), "text after them"),
        (("sendKeys", "id=save", "${KEY_WARP}"), "a key that is not known"),
        (("pause", "soon"), "milliseconds"),
        (("setWindowSize", "wide"), "1280x800"),
        (("//click", "id=save"), "switched off"),
        (("",), "only a comment"),
        (("beamUp",), "no such command is known: 'beamUp'"),
    ],
)
def test_what_is_left_behind_has_its_reason(line: Line, why: str) -> None:
    step, told = only(*line)
    assert step is None
    assert told.fate is Fate.LEFT
    assert why in told.why


def test_a_condition_and_all_that_depends_on_it_are_left_behind() -> None:
    result = imported(
        ("if", "${x}"), ("click", "id=a"), ("while", "1"), ("end",), ("end",), ("click", "id=b")
    )
    assert [step.pointer for step in result.recording.steps] == [
        Pointer(selectors=(('[id="b"]',),))
    ]
    assert [told.fate is Fate.LEFT for told in result.account] == [True] * 5 + [False]


def test_a_soft_assertion_says_that_it_is_a_hard_one_here() -> None:
    step, told = only("verifyText", "id=save", "Hi")
    assert step is not None
    assert (told.fate, "verify" in told.why) == (Fate.IN_PART, True)


def test_keys_after_text_are_pressed_in_the_field() -> None:
    steps = imported(("sendKeys", "id=save", "ab${KEY_ENTER}")).recording.steps
    assert [(s.action.value, s.value) for s in steps] == [("type", "ab"), ("press", "Enter")]


def test_a_key_that_is_held_goes_with_what_follows() -> None:
    assert split_keys("${KEY_CTRL}ac") == ("", ("Control+a", "Control+c"))
    assert split_keys("x${KEY_SHIFT}${KEY_TAB}") == ("x", ("Shift+Tab",))


def test_what_is_stored_is_put_in_and_what_is_read_becomes_a_variable() -> None:
    lines = [("store", "Ada", "who"), ("type", "id=save", "${who} ${when}")]
    result = imported(*lines)
    assert result.recording.steps[0].value == "Ada {{when}}"
    assert "--var when=" in result.account[1].why


def test_where_a_click_leads_is_not_known() -> None:
    steps = imported(
        ("open", "/"), ("click", "id=a"), ("click", "id=b"), ("open", "/2")
    ).recording.steps
    assert [step.url for step in steps] == [f"{SHOP}/", f"{SHOP}/", "", f"{SHOP}/2"]


@pytest.mark.parametrize("stored", [True, False])
def test_secrets_are_not_written(stored: bool) -> None:
    typed = ("type", "name=user_password", "${pw}" if stored else "hunter2")
    result = imported(*([("store", "hunter2", "pw")] if stored else []), typed)
    assert result.recording.steps[0].value == "${USER_PASSWORD}"
    assert "hunter2" not in repr(result)


def test_frames_are_entered_and_left() -> None:
    lines = [
        ("selectFrame", "index=0"), ("click", "id=save"),
        ("selectFrame", "name=inner"), ("click", "id=save"),
        ("selectFrame", "relative=parent"), ("click", "id=save"),
        ("selectFrame", "relative=top"), ("click", "id=save"),
    ]  # fmt: skip
    result = imported(*lines)
    pointers = [step.pointer for step in result.recording.steps]
    assert [pointer.frames for pointer in pointers if pointer is not None] == [
        (0,),
        (0, '[name="inner"]'),
        (0,),
        (),
    ]
    assert {told.fate for told in result.account} == {Fate.TAKEN}


def test_windows_are_entered_by_their_handles() -> None:
    opening = {
        "command": "click", "target": "id=save", "value": "",
        "opensWindow": True, "windowHandleName": "win1",
    }  # fmt: skip
    result = imported(
        ("storeWindowHandle", "root"),
        opening,
        ("selectWindow", "handle=${win1}"),
        ("click", "id=save"),
        ("close",),
        ("selectWindow", "handle=${root}"),
        ("click", "id=save"),
    )
    assert [(s.action.value, s.tab) for s in result.recording.steps] == [
        ("click", 0),
        ("newTab", 1),
        ("click", 1),
        ("closeTab", 1),
        ("click", 0),
    ]


@pytest.mark.parametrize(
    ("lines", "accept", "value", "message"),
    [
        ([("chooseOkOnNextConfirmation",), ("click", "id=save")], True, None, None),
        ([("chooseCancelOnNextConfirmation",), ("click", "id=save")], False, None, None),
        ([("answerOnNextPrompt", "Ada"), ("click", "id=save")], True, "Ada", None),
        (
            [
                ("click", "id=save"),
                ("assertConfirmation", "Sure?"),
                ("webdriverChooseOkOnVisibleConfirmation",),
            ],
            True,
            None,
            "Sure?",
        ),
        ([("click", "id=save"), ("assertAlert", "Saved")], True, None, "Saved"),
        (
            [("click", "id=save"), ("webdriverAnswerOnVisiblePrompt", "Ada")],
            True,
            "Ada",
            None,
        ),
        (
            [
                ("chooseOkOnNextConfirmation",),
                ("click", "id=save"),
                ("assertConfirmation", "Sure?"),
            ],
            True,
            None,
            "Sure?",
        ),
    ],
)
def test_dialogs_are_answered_right_after_what_opens_them(
    lines: list[Line], accept: bool, value: str | None, message: str | None
) -> None:
    click, dialog = imported(*lines).recording.steps
    assert (click.action, dialog.action) == (StepAction.CLICK, StepAction.DIALOG)
    assert (dialog.accept, dialog.value, dialog.message) == (accept, value, message)


def test_a_drag_knows_both_its_ends() -> None:
    step, _ = only("dragAndDropToObject", "id=save", "css=.bin")
    assert step is not None
    assert step.action is StepAction.DRAG
    assert step.to_pointer == Pointer(selectors=((".bin",),))


@pytest.mark.parametrize(
    ("locator", "finds"),
    [
        ("id=a'b", "one"),
        ("name=q", "two"),
        ("css=p > a", "three"),
        ("xpath=//*[@name='q']", "two"),
        ("//p/a", "three"),
        ("(//b)[2]", "two"),
        ('linkText=He said "it\'s"', "three"),
        ('link=exact:He said "it\'s"', "three"),
        ("partialLinkText=said", "three"),
        ("class=big", "two"),
        ("tagName=a", "three"),
        ("identifier=q", "two"),
    ],
)
def test_locators_find_what_selenium_finds(locator: str, finds: str) -> None:
    page = a_page(
        """<b id="a'b" title="one"></b><b name="q" class="x big" title="two"></b>"""
        """<p><a title="three">He said "it's"</a></p>"""
    )
    selector = read_locator(locator)
    assert selector is not None
    found = (
        page.query_xpath(selector.removeprefix("xpath/"))
        if selector.startswith("xpath/")
        else page.select(selector)
    )
    assert [node.get("title") for node in found] == [finds]


def test_several_tests_need_a_name() -> None:
    project = a_project(("open", "/"))
    project["tests"].append({"name": "other", "commands": []})
    with pytest.raises(UsageError, match=r"2 tests, several: 'buy', 'other'"):
        read_side(project, created_at=NOON)
    with pytest.raises(UsageError, match="no 'x' among them"):
        read_side(project, created_at=NOON, test="x")
    assert read_side(project, created_at=NOON, test="other").recording.name == "other"


@pytest.mark.parametrize(
    "document",
    [
        [],
        {"tests": {}},
        {"tests": []},
        {"tests": [7]},
        {"tests": [{"name": "a"}]},
        {"tests": [{"name": "a", "commands": [7]}]},
        {"tests": [{"name": "a", "commands": [{"command": 7}]}]},
        {"tests": [{"name": "a", "commands": [{"target": "x"}]}]},
    ],
)
def test_a_damaged_project_is_refused(document: object) -> None:
    with pytest.raises(ForeignFormat, match="Selenium IDE"):
        read_side(document, created_at=NOON)


commands = st.sampled_from(
    [*ACTS, "open", "type", "sendKeys", "select", "pause", "selectFrame", "store", "if", "end",
     "close", "assertText", "verifyElementPresent", "assertAlert", "answerOnNextPrompt",
     "dragAndDropToObject", "selectWindow", "setWindowSize", "other", ""]
)  # fmt: skip
texts = st.sampled_from(["id=a", "", "index=1", "${x}", "800x600", "250", "css=é"]) | st.text(
    max_size=8
)


@given(st.lists(st.tuples(commands, texts, texts), max_size=6))
@settings(max_examples=60)
def test_whatever_stands_in_a_test_it_becomes_a_valid_recording(lines: list[Line]) -> None:
    result = imported(*lines)
    assert [told.number for told in result.account] == list(range(1, len(lines) + 1))
    assert all(told.why for told in result.account if told.fate is not Fate.TAKEN)
    assert check_recording(write_document(recording_to_json(result.recording))) == []
