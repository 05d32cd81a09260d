"""What each kind of step does on a stage, what it looks at, and what it is not allowed to do."""

from pathlib import Path
from typing import Any

import pytest
from tests.unit.app.paper_browser import (
    SHOP,
    PaperPage,
    PaperStage,
    PaperTime,
    RunSettings,
    Values,
    a_step,
    a_store,
    replayed,
)

from holdfast.app.permissions import Permissions
from holdfast.app.steps import LONGEST_WAIT_MS, journey_name, opens_tab, title_of
from holdfast.deciding.origins import SecretOrigins
from holdfast.errors import UsageError
from holdfast.model.recording import AssertCheck, MouseButton, Pointer, Step, StepAction
from holdfast.model.replay_result import StepOutcome, StepResult
from holdfast.model.snapshot import Point

BODY = """<h1>Cart</h1><label>Email <input id="mail"></label>
<label>Password <input id="word" type="password"></label>
<button id="go">Send it</button><ul><li>Tea<li>Milk</ul><p id="sum">Sum:
 7 EUR</p><p id="secret" hidden>hidden</p><input type="file" id="bill" aria-label="Bill">
<div id="box" aria-label="Box" role="img"></div><hr>"""


def a_stage(time: PaperTime, body: str = BODY, **more: str) -> PaperStage:
    return PaperStage({"": body, **more}, time=time)


def last(stage: PaperStage, *steps: Step, **given: object) -> StepResult:
    return replayed(stage, *steps, **given).steps[-1]


def checked(stage: PaperStage, check: str, css: str | None, value: str | None = None) -> StepResult:
    return last(stage, a_step("assert", css, BODY, check=check, value=value))


# ------------------------------------------------------------------------------- without an element


def test_keys_and_scrolling_go_to_the_page_itself(time: PaperTime) -> None:
    stage = a_stage(time)
    replayed(stage, a_step("press", value="Control+a"), a_step("scroll", point=Point(0, 250)))
    assert stage.done[1:] == [("press", "Control+a"), ("scroll", "0", "250")]


def test_a_scroll_to_nowhere_goes_to_the_top(time: PaperTime) -> None:
    stage = a_stage(time)
    replayed(stage, a_step("scroll"))
    assert stage.done[-1] == ("scroll", "0", "0")


def test_a_wait_waits_as_long_as_it_says(time: PaperTime) -> None:
    assert last(a_stage(time), a_step("wait", value="1500")).outcome is StepOutcome.DONE
    assert time.seconds == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        pytest.param("9e9", LONGEST_WAIT_MS / 1000, id="longer than a minute"),
        pytest.param("-5", 0.0, id="less than nothing"),
    ],
)
def test_no_recording_makes_a_run_wait_for_ever(
    time: PaperTime, value: str, seconds: float
) -> None:
    last(a_stage(time), a_step("wait", value=value))
    assert time.seconds == pytest.approx(seconds)


def test_a_wait_for_no_number_fails(time: PaperTime) -> None:
    seen = last(a_stage(time), a_step("wait", value="a while"))
    assert seen.outcome is StepOutcome.FAILED
    assert seen.reason == "a wait needs milliseconds, got 'a while'"


@pytest.mark.parametrize("action", ["click", "type", "select", "hover", "submit", "upload"])
def test_what_needs_an_element_fails_without_one(time: PaperTime, action: str) -> None:
    seen = last(a_stage(time), a_step(action))
    assert (seen.outcome, seen.reason) == (
        StepOutcome.FAILED,
        f"a step {action!r} needs an element",
    )


def test_a_tab_of_ones_own_is_opened_and_gone_on_in(time: PaperTime) -> None:
    stage = a_stage(time)
    replayed(stage, a_step("newTab", tab=1), a_step("navigate", value=SHOP, tab=1))
    assert stage.done[1:] == [("open tab",), ("open", SHOP)]


def test_a_tab_that_the_page_opened_is_entered_and_not_opened_again(time: PaperTime) -> None:
    stage = a_stage(time)
    stage.then["Send it"] = lambda here: here._tabs.append(PaperPage(time, SHOP, BODY))
    opened = a_step("newTab", tab=1, extra={"openedByPage": True})
    seen = replayed(stage, a_step("click", "#go", BODY), opened)
    assert seen.passed
    assert ("open tab",) not in stage.done


def test_a_tab_that_is_not_there_fails_its_step(time: PaperTime) -> None:
    seen = last(a_stage(time), a_step("click", "#go", BODY, tab=3))
    assert (seen.outcome, seen.reason) == (StepOutcome.FAILED, "there is no tab 3")


def test_a_tab_is_closed_by_its_number(time: PaperTime) -> None:
    stage = a_stage(time)
    replayed(stage, a_step("newTab", tab=1), a_step("closeTab", tab=1))
    assert stage.done[-1] == ("close tab", "1")


# -------------------------------------------------------------------------------------- where it is


def test_the_site_can_be_another_one_than_the_recorded(time: PaperTime) -> None:
    stage = PaperStage({"https://test.example/cart?a=1": BODY}, time=time)
    start = a_step("navigate", value=f"{SHOP}cart?a=1")
    seen = replayed(stage, start, settings=RunSettings(base_url="https://test.example/"))
    assert stage.done == [("open", "https://test.example/cart?a=1")]
    assert seen.passed


def test_an_address_of_another_site_stays_what_it_is(time: PaperTime) -> None:
    stage = PaperStage({"https://other.example/": BODY, "https://test.example/": BODY}, time=time)
    steps = a_step("navigate", value=SHOP), a_step("navigate", value="https://other.example/")
    replayed(stage, *steps, settings=RunSettings(base_url="https://test.example"))
    assert stage.done == [("open", "https://test.example/"), ("open", "https://other.example/")]


@pytest.mark.parametrize("url", ["file:///etc/passwd", "javascript:alert(1)", "data:text/html,x"])
def test_a_recording_opens_web_addresses_only(time: PaperTime, url: str) -> None:
    stage = a_stage(time)
    seen = last(stage, a_step("navigate", value=url))
    assert seen.outcome is StepOutcome.REFUSED
    assert "http and https addresses only" in seen.reason
    assert stage.done == []


def test_files_are_opened_when_the_user_allows_it(time: PaperTime) -> None:
    stage = PaperStage({"file:///shop.html": BODY}, time=time)
    allowed = RunSettings(permissions=Permissions(file_addresses=True))
    replayed(stage, a_step("navigate", value="file:///shop.html"), settings=allowed)
    assert stage.done == [("open", "file:///shop.html")]


# ------------------------------------------------------------------------------------------- values


def test_variables_are_filled_in_once(time: PaperTime) -> None:
    stage = a_stage(time)
    typed = a_step("type", "#mail", BODY, value="{{who}}@{{where}}")
    values = Values(variables={"who": "{{where}}", "where": "example.org"})
    replayed(stage, typed, values=values)
    assert stage.done[-1] == ("type", "Email", "{{where}}@example.org")


def test_an_unknown_name_is_told_before_anything_is_opened(time: PaperTime) -> None:
    stage = a_stage(time)
    with pytest.raises(UsageError, match="needs the variable 'who'"):
        replayed(stage, a_step("type", "#mail", BODY, value="{{who}}"))
    assert stage.done == []


ONLY_HERE = Permissions(origins=SecretOrigins(recorded={"WORD": "https://shop.example"}))
SECRET = Values(secrets={"WORD": "hunter22"})
TYPED = a_step("type", "#word", BODY, value="${WORD}")


def test_a_secret_is_typed_where_it_belongs_and_told_nowhere(time: PaperTime) -> None:
    stage = a_stage(time, BODY.replace("Send it", "Send hunter22"))
    steps = TYPED, a_step("click", "#go", BODY)
    replay = replayed(stage, *steps, values=SECRET, settings=RunSettings(permissions=ONLY_HERE))
    assert ("type", "Password", "hunter22") in stage.done
    assert replay.steps[-1].decision is not None, "the button is another one by its words"
    assert "hunter22" not in repr(replay)


def test_a_secret_goes_to_no_other_origin(time: PaperTime) -> None:
    stage = PaperStage({"https://evil.example/": BODY}, time=time)
    steps = a_step("navigate", value="https://evil.example/"), TYPED
    settings = RunSettings(permissions=ONLY_HERE)
    replay = replayed(stage, *steps, values=SECRET, settings=settings)
    assert replay.steps[-1].outcome is StepOutcome.REFUSED
    assert "hunter22" not in repr(stage.acts)
    assert "hunter22" not in repr(replay)


def test_a_secret_is_never_pressed_as_keys(time: PaperTime) -> None:
    stage = a_stage(time)
    settings = RunSettings(permissions=ONLY_HERE)
    seen = last(stage, a_step("press", value="${WORD}"), values=SECRET, settings=settings)
    assert seen.outcome is StepOutcome.REFUSED
    assert seen.reason == "the secret 'WORD' is typed into elements only"


def test_a_run_with_secrets_is_not_traced(time: PaperTime) -> None:
    stage = a_stage(time)
    settings = RunSettings(trace="t.zip", permissions=ONLY_HERE)
    replayed(stage, TYPED, values=SECRET, settings=settings)
    assert ("trace",) not in stage.done
    assert stage.traces == []


def test_no_picture_is_taken_of_a_step_with_a_secret(time: PaperTime) -> None:
    body = BODY.replace("Email", "Your email")
    settings = RunSettings(permissions=ONLY_HERE)
    for value, pictured in (("ann", ["Your email"]), ("${WORD}", [])):
        stage = a_stage(time, body)
        step = a_step("type", "#mail", BODY, value=value)
        given = {"values": SECRET, "settings": settings, "store": a_store()}
        assert last(stage, step, **given).decision is not None
        assert stage.page.pictured == pictured


def test_a_file_is_uploaded_from_its_folder_alone(time: PaperTime, tmp_path: Path) -> None:
    (tmp_path / "bill.pdf").write_bytes(b"%PDF")
    settings = RunSettings(permissions=Permissions(folders=(str(tmp_path),)))
    stage = a_stage(time)
    replayed(stage, a_step("upload", "#bill", BODY, value="bill.pdf"), settings=settings)
    assert stage.done[-1] == ("upload", "Bill", str(tmp_path / "bill.pdf"))
    outside = last(
        a_stage(time), a_step("upload", "#bill", BODY, value="../bill.pdf"), settings=settings
    )
    assert outside.outcome is StepOutcome.REFUSED


def test_an_upload_of_nothing_empties_the_field(time: PaperTime) -> None:
    stage = a_stage(time)
    replayed(stage, a_step("upload", "#bill", BODY, values=()))
    assert stage.done[-1] == ("upload", "Bill")


# --------------------------------------------------------------------------------------- assertions


@pytest.mark.parametrize(
    ("check", "css", "value"),
    [
        pytest.param("visible", "#go", None, id="it is to be seen"),
        pytest.param("hidden", "#secret", None, id="it is hidden"),
        pytest.param("text", "#sum", "Sum: 7   EUR", id="white space does not count"),
        pytest.param("count", "#go", "1", id="how many"),
        pytest.param("url", None, SHOP, id="where"),
    ],
)
def test_an_assertion_that_is_true_holds(
    time: PaperTime, check: str, css: str | None, value: str | None
) -> None:
    assert checked(a_stage(time), check, css, value).outcome.is_good
    assert time.seconds == 0.0


@pytest.mark.parametrize(
    ("check", "css", "value", "told"),
    [
        pytest.param(
            "text", "#sum", "Sum: 8 EUR",
            "the text is not the recorded one 'Sum: 8 EUR', but it is 'Sum: 7 EUR'", id="text",
        ),
        pytest.param(
            "hidden", "#go", None,
            "being visible is not the recorded one 'no', but it is 'yes'", id="hidden",
        ),
        pytest.param(
            "count", "#go", "2", "the number is not the recorded one '2', but it is '1'",
            id="count",
        ),
        pytest.param(
            "url", None, f"{SHOP}thanks",
            f"the address is not the recorded one '{SHOP}thanks', but it is '{SHOP}'", id="url",
        ),
    ],
)  # fmt: skip
def test_an_assertion_that_stays_false_fails_after_five_seconds(
    time: PaperTime, check: str, css: str | None, value: str | None, told: str
) -> None:
    seen = checked(a_stage(time), check, css, value)
    assert (seen.outcome, seen.reason) == (StepOutcome.FAILED, told)
    assert time.seconds == pytest.approx(5.0)


def test_an_assertion_waits_for_what_is_still_coming(time: PaperTime) -> None:
    stage = a_stage(time, thanks="<h1>Thanks</h1>")
    stage.page.soon += [lambda: stage.go(""), lambda: stage.go("thanks")]
    assert checked(stage, "url", None, f"{SHOP}thanks").outcome.is_good
    assert time.seconds == pytest.approx(0.2), "and no longer"


def test_a_value_that_is_wrong_is_not_told(time: PaperTime) -> None:
    stage = a_stage(time)
    stage.values["Email"] = "somebody@example.org"
    seen = checked(stage, "value", "#mail", "ann@example.org")
    assert seen.reason == "the value is not the recorded one"


def test_a_value_that_is_right_holds(time: PaperTime) -> None:
    stage = a_stage(time)
    stage.values["Email"] = "ann@example.org"
    assert checked(stage, "value", "#mail", "ann@example.org").outcome.is_good


def test_what_must_be_hidden_is_never_healed(time: PaperTime) -> None:
    stage = a_stage(time, BODY.replace('<button id="go">Send it</button>', ""))
    seen = checked(stage, "hidden", "#go")
    assert seen.outcome is StepOutcome.HELD
    assert seen.decision is None
    assert stage.page.captures == 0


def test_an_assertion_about_nothing_fails(time: PaperTime) -> None:
    seen = last(a_stage(time), a_step("assert", check="text", value="x"))
    assert (seen.outcome, seen.reason) == (StepOutcome.FAILED, "an assertion needs an element")


TWINS = "<button>Same</button><button>Same</button>"


def test_what_no_selector_finds_cannot_be_counted(time: PaperTime) -> None:
    step = a_step("assert", "button:last-child", TWINS, check="count", value="2")
    seen = last(a_stage(time, TWINS), step)
    assert seen.outcome is StepOutcome.FAILED
    assert seen.reason == "a count needs a selector that finds the elements"


# ------------------------------------------------------------------------------------------ dialogs

CLICK = a_step("click", "#go", BODY)
ASKED = a_step("dialog", message="Send 3 letters?", accept=True)


def asking(time: PaperTime, *questions: str) -> PaperStage:
    stage = a_stage(time)
    stage.then["Send it"] = lambda here: [here.asks(one) for one in questions]
    return stage


def test_a_dialog_is_answered_as_it_was(time: PaperTime) -> None:
    stage = asking(time, "Send 4 letters?")
    assert replayed(stage, CLICK, ASKED).passed
    assert stage.given == [("Send 4 letters?", True, None)], "numbers may differ"


def test_a_dialog_that_says_something_else_fails_its_step(time: PaperTime) -> None:
    stage = asking(time, "Delete everything?")
    seen = replayed(stage, CLICK, ASKED).steps[-1]
    assert seen.outcome is StepOutcome.FAILED
    assert seen.reason == "dialog 'Send 3 letters?' expected, 'Delete everything?' seen"
    assert seen.effect_seen is False
    assert stage.given == [("Delete everything?", False, None)]


def test_a_dialog_that_does_not_come_fails_after_five_seconds(time: PaperTime) -> None:
    seen = replayed(a_stage(time), CLICK, ASKED).steps[-1]
    assert seen.reason == "dialog 'Send 3 letters?' expected, none seen"
    assert time.seconds == pytest.approx(5.0)


def test_a_dialog_that_comes_late_is_waited_for(time: PaperTime) -> None:
    stage = a_stage(time)
    stage.page.soon.append(lambda: stage.asks("Send 3 letters?"))
    assert replayed(stage, CLICK, ASKED).passed


def test_a_question_that_nobody_recorded_is_declined_and_told(time: PaperTime) -> None:
    seen = replayed(asking(time, "Are you sure?"), CLICK).steps[-1]
    assert seen.outcome is StepOutcome.FAILED
    assert seen.reason == "dialog none expected, 'Are you sure?' (declined) seen"


def test_a_prompt_gets_the_text_that_was_given_it(time: PaperTime) -> None:
    stage = asking(time, "Your name?")
    named = a_step("dialog", message="Your name?", value="{{who}}", accept=True)
    replayed(stage, CLICK, named, values=Values(variables={"who": "Ann"}))
    assert stage.given == [("Your name?", True, "Ann")]


def test_a_prompt_that_gets_a_secret_must_be_of_the_page_itself(time: PaperTime) -> None:
    stage = asking(time, "Password?")
    told = a_step("dialog", message="Password?", value="${WORD}", accept=True)
    expected: list[str | None] = []
    stage.then["Send it"] = lambda here: expected.extend(one.origin for one in here.answers)
    replayed(stage, CLICK, told, values=SECRET, settings=RunSettings(permissions=ONLY_HERE))
    assert expected == ["https://shop.example"]


# ----------------------------------------------------------------------------------------- in words


@pytest.mark.parametrize(
    ("step", "title"),
    [
        pytest.param(a_step("click", "#go", BODY), "click 'Send it'", id="by its label"),
        pytest.param(a_step("dblclick", "#go", BODY), "double-click 'Send it'", id="twice"),
        pytest.param(
            a_step("type", "#mail", BODY, value="ann"), "type into 'Email'", id="not what is typed"
        ),
        pytest.param(a_step("click", "hr", BODY), "click <hr>", id="without a label"),
        pytest.param(a_step("navigate", value=f"{SHOP}a/b?c=1"), "open /a/b", id="a page"),
        pytest.param(a_step("navigate", value="https://shop.example"), "open /", id="the front"),
        pytest.param(a_step("press", value="Enter"), "press Enter", id="a key"),
        pytest.param(a_step("wait", value="100"), "wait", id="nothing else"),
        pytest.param(a_step("newTab"), "new tab", id="a tab"),
        pytest.param(
            Step(id="a", action=StepAction.ASSERT, check=AssertCheck.URL, value="x"),
            "assert url",
            id="an assertion",
        ),
        pytest.param(
            a_step("click", pointer=Pointer(selectors=(("#host", "#inner"), ("text/Go",)))),
            "click #inner",
            id="what is only pointed at",
        ),
    ],
)  # fmt: skip
def test_a_step_is_told_in_a_few_words(step: Step, title: str) -> None:
    assert title_of(step) == title


def test_a_journey_is_called_by_its_first_and_its_last_act() -> None:
    steps = [
        a_step("navigate", value=SHOP),
        a_step("type", "#mail", BODY, value="x"),
        a_step("hover", "#go", BODY),
        a_step("click", "#go", BODY),
    ]
    assert journey_name(steps) == "type into Email and click Send it"
    assert journey_name(steps[-1:]) == "click Send it"
    assert journey_name(steps[:1]) == "recording"


@pytest.mark.parametrize(
    ("given", "opens"),
    [
        pytest.param({"button": MouseButton.MIDDLE}, True, id="the wheel"),
        pytest.param({"modifiers": ("Control",)}, True, id="with Control"),
        pytest.param({"modifiers": ("Shift",)}, True, id="with Shift"),
        pytest.param({"modifiers": ("Alt",)}, False, id="with Alt"),
        pytest.param({"button": MouseButton.RIGHT}, False, id="a menu"),
        pytest.param({}, False, id="a plain click"),
    ],
)
def test_some_clicks_open_a_tab_by_themselves(given: dict[str, Any], opens: bool) -> None:
    assert opens_tab(a_step("click", "#go", BODY, **given)) is opens
    assert not opens_tab(a_step("hover", "#go", BODY, **given))
