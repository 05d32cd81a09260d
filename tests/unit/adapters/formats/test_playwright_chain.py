"""What Playwright's programs print for their acts is read as text; nothing else is taken for it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.adapters.formats.agent_acts import AgentAct, SecretName
from holdfast.adapters.formats.playwright_chain import read_acts
from holdfast.adapters.formats.playwright_mcp import (
    is_call,
    iter_acts,
    name_of,
    read_session,
    result_of,
)
from holdfast.errors import ForeignFormat
from holdfast.model.recording import AssertCheck, MouseButton, Pointer, StepAction

BUTTON = "page.locator('#a')"


def act_of(line: str) -> AgentAct:
    (act,) = read_acts(line)
    return act


def selectors(chain: str) -> tuple[str, ...]:
    """Return where a chain of locators leads, part by part."""
    pointer = act_of(f"await page.{chain}.click();").pointer
    assert pointer is not None
    return pointer.selectors[0]


@pytest.mark.parametrize(
    ("chain", "parts"),
    [
        ("getByRole('button')", ("role/button/",)),
        ("getByRole('button', { name: 'Save' })", ("role/button/Save",)),
        ("getByRole('button', { name: 'Save', exact: true })", ('aria/Save[role="button"]',)),
        # A name with a bracket could be read as the role's.
        ("getByRole('button', { name: 'a[b]', exact: true })", ("role/button/a[b]",)),
        ("getByLabel('Mail')", ("role//Mail",)),
        ("getByText('Total')", ("text/Total",)),
        ("getByTestId('pay')", ('[data-testid="pay"]',)),
        ("getByPlaceholder('Mail')", ('[placeholder*="Mail" i]',)),
        ("getByPlaceholder('Mail', { exact: true })", ('[placeholder="Mail"]',)),
        ("getByAltText('a\"b')", ('[alt*="a\\"b" i]',)),
        ("getByTitle('Help')", ('[title*="Help" i]',)),
        ("locator('#a > b')", ("#a > b",)),
        ("locator('xpath=//b')", ("xpath///b",)),
        ("locator('//b')", ("xpath///b",)),
        ("getByRole('row').filter({ hasText: 'Ann' })", ("role/row/", "with/Ann")),
        ("getByText('a').nth(2)", ("text/a", "nth/2")),
        ("getByText('a').first()", ("text/a", "nth/0")),
        ("getByText('a').last()", ("text/a", "nth/-1")),
    ],
)
def test_a_chain_of_locators(chain: str, parts: tuple[str, ...]) -> None:
    assert selectors(chain) == parts


@pytest.mark.parametrize(
    "chain", ["frameLocator('#f').getByText('a')", "locator('#f').contentFrame().getByText('a')"]
)
def test_a_frame_is_entered(chain: str) -> None:
    pointer = Pointer(selectors=(("text/a",),), frames=("#f",), only=True)
    assert act_of(f"page.{chain}.click()").pointer == pointer


@pytest.mark.parametrize(
    ("line", "action", "value"),
    [
        ("page.goto('https://a.example/')", StepAction.NAVIGATE, "https://a.example/"),
        ("page.keyboard.press('Enter')", StepAction.PRESS, "Enter"),
        (f"{BUTTON}.dblclick()", StepAction.DBLCLICK, None),
        (f"{BUTTON}.hover()", StepAction.HOVER, None),
        (f"{BUTTON}.check()", StepAction.CHECK, None),
        (f"{BUTTON}.uncheck()", StepAction.UNCHECK, None),
        (f"{BUTTON}.setChecked(true)", StepAction.CHECK, None),
        (f"{BUTTON}.setChecked(false)", StepAction.UNCHECK, None),
        (f"{BUTTON}.fill('x')", StepAction.TYPE, "x"),
        (f"{BUTTON}.pressSequentially('x')", StepAction.TYPE, "x"),
        (f"{BUTTON}.press('Tab')", StepAction.PRESS, "Tab"),
        (f"{BUTTON}.selectOption('S')", StepAction.SELECT, "S"),
        (f"{BUTTON}.selectOption(['S'])", StepAction.SELECT, "S"),
    ],
)
def test_an_act(line: str, action: StepAction, value: str | None) -> None:
    act = act_of(f"await {line};")
    assert (act.action, act.value) == (action, value)


@pytest.mark.parametrize("call", ["click", "dblclick"])
def test_the_button_of_a_click_is_kept(call: str) -> None:
    assert act_of(f"{BUTTON}.{call}({{ button: 'right' }})").button is MouseButton.RIGHT
    assert act_of(f"{BUTTON}.{call}({{ delay: 5, modifiers: [] }})").button is MouseButton.LEFT


def test_a_drag_knows_both_ends() -> None:
    act = act_of(f"{BUTTON}.dragTo(page.getByText('Bin'));")
    assert act.to_pointer == Pointer(selectors=(("text/Bin",),), only=True)


def test_a_secret_is_read_by_its_name() -> None:
    act = act_of(f"{BUTTON}.fill(process.env['PIN']);")
    assert (act.value, type(act.value)) == ("PIN", SecretName)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(f"{BUTTON}.click(); await page.locator('#b').click();", id="two-acts"),
        pytest.param(f"{BUTTON}.click(), page.locator('#b').click()", id="two-acts-by-a-comma"),
        pytest.param(f"{BUTTON}.click() {{", id="something-behind-it"),
        pytest.param(f"{BUTTON}.click({{ modifiers: ['Shift'] }})", id="keys-held"),
        pytest.param(f"{BUTTON}.dblclick({{ modifiers: ['Shift'] }})", id="keys-held-twice"),
        pytest.param(f"{BUTTON}.click({{ clickCount: 3 }})", id="three-times"),
        pytest.param(f"{BUTTON}.click({{ position: {{ x: 1, y: 2 }} }})", id="in-a-place"),
        pytest.param(f"{BUTTON}.click({{ button: 'fourth' }})", id="no-such-button"),
        pytest.param(f"{BUTTON}.selectOption(['S', 'M'])", id="several"),
        pytest.param(f"{BUTTON}.fill(5)", id="a-number-for-a-text"),
        pytest.param(f"{BUTTON}.fill()", id="nothing-for-a-text"),
        pytest.param(f"{BUTTON}.fill(process.env[])", id="a-secret-without-a-name"),
        pytest.param(f"{BUTTON}.fill(process.env[5])", id="a-number-for-a-name"),
        pytest.param(f"{BUTTON}.dragTo('x')", id="dragged-to-a-text"),
        pytest.param(f"{BUTTON}.evaluate('x')", id="no-such-act"),
        pytest.param("page.getByText('a').nth().click()", id="nth-of-none"),
        pytest.param("page.getByText('a').nth([1]).click()", id="nth-of-a-list"),
        pytest.param("page.getByRole('row', { checked: true }).click()", id="by-a-state"),
        pytest.param("page.getByRole('row', { name: 5 }).click()", id="a-number-for-words"),
        pytest.param("page.getByRole('row').filter({ hasText: 5 }).click()", id="number-in-a-row"),
        pytest.param("page.getByRole('row').filter({ has: 'x' }).click()", id="another-filter"),
        pytest.param("page.locator('a >> b').click()", id="chained-in-a-text"),
        pytest.param("page.locator('internal:x').click()", id="of-playwrights-own"),
        pytest.param("page.locator('#a').frameLocator('#f').locator('b').click()", id="in-parts"),
        pytest.param("page", id="no-act"),
        pytest.param("other.click()", id="not-on-the-page"),
        pytest.param("page.goto('https://a.example/", id="a-text-that-never-ends"),
        pytest.param("page.goto(/x/)", id="a-pattern"),
        pytest.param(f"page.goto({'[' * 15_000}", id="no-end-of-lists"),
        pytest.param(f"page.goto('{'x' * 20_000}')", id="too-long"),
    ],
)
def test_what_is_not_known_is_refused_as_a_whole(line: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_acts(f"await {line}")


def test_comments_and_empty_lines_are_nothing() -> None:
    assert read_acts("// a note\n\n  \n") == []
    assert len(read_acts(f"await {BUTTON}.hover();\n// then\nawait {BUTTON}.click();")) == 2


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"'it\'s'", "it's"),
        (r'"a\nb"', "a\nb"),
        (r"'\u00e4\xe4\u{e4}'", "äää"),
        (r"'\ud83d\ude00'", "😀"),
        (r"'\u{1f600}'", "😀"),
        (r"'\ud83d'", "\ufffd"),
        (r"`a`", "a"),
        (r"'\q'", "q"),
    ],
)
def test_texts_are_read_as_javascript_writes_them(written: str, read: str) -> None:
    assert act_of(f"{BUTTON}.fill({written})").value == read


@given(text=st.text(), escaped=st.booleans())
def test_every_text_is_read_as_it_was_written(text: str, escaped: bool) -> None:
    value = act_of(f"{BUTTON}.fill({json.dumps(text, ensure_ascii=escaped)})").value
    assert value == text


def test_a_text_may_hold_what_others_take_for_the_end_of_a_line() -> None:
    assert act_of(f"{BUTTON}.fill('a\u2028b\x85c')\r\n").value == "a\u2028b\x85c"


@given(st.text("page.locator('#a').click({:5}); [],\n/`\\$", max_size=60))
def test_no_line_does_anything_but_be_read_or_refused(line: str) -> None:
    try:
        acts = read_acts(line)
    except ValueError:
        return
    assert all(isinstance(act, AgentAct) for act in acts)


# ---------------------------------------------------------------------------------------- sessions


def told(tool: str, given: dict[str, object], result: dict[str, object]) -> AgentAct:
    (act,) = iter_acts(tool, given, result)
    return act


def test_what_only_looks_changes_nothing() -> None:
    act = told("browser_snapshot", {}, {"code": "anything"})
    assert (act.action, act.why) == (None, "")


@pytest.mark.parametrize("failed", [{"isError": True}, {"error": "not found"}])
def test_what_failed_for_the_agent_is_no_step(failed: dict[str, object]) -> None:
    act = told("browser_click", {}, {"code": f"await {BUTTON}.click();", **failed})
    assert (act.action, act.why) == (None, "it failed when the agent tried it")


@pytest.mark.parametrize(
    ("given", "action", "value", "check"),
    [
        ({"time": 1.5}, StepAction.WAIT, "1500", None),
        ({"text": "Paid"}, StepAction.ASSERT, None, AssertCheck.VISIBLE),
        ({"textGone": "Wait"}, StepAction.ASSERT, None, AssertCheck.HIDDEN),
        ({"text": ""}, None, None, None),
        ({}, None, None, None),
    ],
)
def test_what_an_agent_waits_for(
    given: dict[str, object],
    action: StepAction | None,
    value: str | None,
    check: AssertCheck | None,
) -> None:
    act = told("browser_wait_for", given, {})
    assert (act.action, act.value, act.check) == (action, value, check)
    assert bool(act.why) is (action is None)


def test_code_that_is_not_read_is_told_with_its_reason() -> None:
    act = told("browser_click", {}, {"code": f"await {BUTTON}.click({{ modifiers: ['Alt'] }});"})
    assert act.why == "its code is not taken over: a click with modifiers is not read"
    assert told("browser_click", {}, {}).why == "the log does not tell what code it ran"


def test_the_agent_s_name_for_the_element_is_kept() -> None:
    given: dict[str, object] = {"element": "Pay button"}
    act = told("mcp__playwright__browser_click", given, {"code": f"await {BUTTON}.click();"})
    assert (act.what, act.called, act.action) == ("browser_click", "Pay button", StepAction.CLICK)


@pytest.mark.parametrize(
    ("tool", "name", "is_ours"),
    [
        ("browser_click", "browser_click", True),
        ("mcp__playwright__browser_click", "browser_click", True),
        ("bash", "bash", False),
    ],
)
def test_a_tool_is_known_whatever_stands_before_it(tool: str, name: str, is_ours: bool) -> None:
    assert (name_of(tool), is_call(tool)) == (name, is_ours)


def test_an_answer_is_read_as_the_agent_saw_it() -> None:
    said = (
        "### Ran Playwright code\n```js\nawait page.goto('x');\n```\n- Page URL: https://a.example/"
    )
    assert result_of(said) == {
        "code": "await page.goto('x');",
        "page": "- Page URL: https://a.example/",
    }
    assert result_of("### Error\nnot found") == {"isError": True}


def test_a_session_is_read_call_by_call() -> None:
    block = "- Args\n```json\n{}\n```\n- Result\n```json\n{}\n```"
    code = json.dumps({"code": f"await {BUTTON}.click();"})
    log = (
        f"### Tool call: browser_click\n{block.format('{}', code)}\n"
        f"### Tool call: browser_snapshot\n{block.format('{}', '{}')}\n"
    )
    log = log.replace("- Result\n```json\n{}\n```", f"- Result\n```json\n{code}\n```", 1)
    assert [(act.what, act.action) for act in read_session(log)] == [
        ("browser_click", StepAction.CLICK),
        ("browser_snapshot", None),
    ]


@pytest.mark.parametrize("json_text", ["{", "[1]", "5"])
def test_a_damaged_session_is_told(json_text: str) -> None:
    log = f"### Tool call: browser_click\n- Args\n```json\n{json_text}\n```\n"
    with pytest.raises(ForeignFormat, match="browser_click"):
        read_session(log)
