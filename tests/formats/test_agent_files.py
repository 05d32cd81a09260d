"""What agents did becomes recordings: read from files of the real programs, replayed, learned.

The session and the history were written by Playwright MCP 0.0.83 and browser-use 0.13 in the demo's
old shop (without their pictures of the page); the others follow the formats' public definitions.
"""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from holdfast.adapters.formats.playwright_chain import read_acts
from holdfast.adapters.formats.stagehand import pointer_to
from holdfast.app.learned_steps import with_learned
from holdfast.app.wiring import import_file
from holdfast.demo.server import AFTER, serve
from holdfast.doors.player import Player
from holdfast.errors import ForeignFormat
from holdfast.model.conversion import Fate, Imported
from holdfast.model.recording import StepAction
from holdfast.model.replay_result import StepOutcome

FILES = Path(__file__).parent / "agents"
NOW = datetime(2026, 1, 2, tzinfo=UTC)
SIGN_IN = [
    (StepAction.NAVIGATE, "http://127.0.0.1:8000/index.html"),
    (StepAction.TYPE, "ada@example.com"),
    (StepAction.TYPE, "${PASSWORD}"),
    (StepAction.CLICK, None),
]
COMPARED = [*SIGN_IN, (StepAction.CLICK, None)]


def read(path: Path) -> Imported:
    return import_file(path, now=NOW)


def done(imported: Imported) -> list[tuple[StepAction, str | None]]:
    return [(step.action, step.value) for step in imported.recording.steps]


def trajectory(*calls: tuple[str, dict[str, Any], Any, dict[str, Any]]) -> dict[str, Any]:
    """Return calls with their answers as an agent's program writes them."""
    steps = [
        {
            "step_id": number,
            "source": "agent",
            "message": "",
            "tool_calls": [
                {"tool_call_id": f"c{number}", "function_name": tool, "arguments": given, **more}
            ],
            "observation": {"results": [{"source_call_id": f"c{number}", "content": said}]},
        }
        for number, (tool, given, said, more) in enumerate(calls, 1)
    ]
    agent = {"name": "x", "version": "1"}
    return {"schema_version": "ATIF-v1.7", "session_id": "s", "agent": agent, "steps": steps}


def write(tmp_path: Path, document: object) -> Path:
    path = tmp_path / "file.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_a_history_of_browser_use() -> None:
    imported = read(FILES / "browser_use_history.json")
    assert done(imported) == COMPARED
    assert {one.fate for one in imported.account} == {Fate.TAKEN}


def test_a_session_of_playwright_mcp() -> None:
    imported = read(FILES / "playwright_mcp_session.md")
    assert done(imported)[: len(SIGN_IN)] == SIGN_IN
    row = next(step for step in imported.recording.steps if "row" in str(step.pointer))
    assert row.pointer is not None
    assert row.pointer.selectors == (("role/row/Gas stove, 2 burners 69.00", "role/button/"),)
    card = imported.recording.steps[-1]
    assert card.pointer is not None
    assert card.pointer.frames == ('iframe[name="card"]',)
    assert {one.fate for one in imported.account} == {Fate.TAKEN}


def test_a_cache_of_stagehand() -> None:
    imported = read(FILES / "stagehand_agent.json")
    assert [action for action, _ in done(imported)] == [action for action, _ in COMPARED]
    assert done(imported)[2][1] == "${SHOPPASSWORD}"
    assert imported.recording.start_url.endswith("/index.html")


def test_actions_of_stagehand_alone_and_in_its_history(tmp_path: Path) -> None:
    action = {"selector": "xpath=/html[1]/body[1]/button[1]", "description": "x", "method": "click"}
    for document in (
        [action],
        {"actions": [action], "success": True},
        {"data": [action], "metadata": {}},
        {"data": {"success": True, "actions": [action]}, "metadata": {}},
        [{"method": "act", "parameters": {}, "result": {"success": True, "actions": [action]}}],
        [{"method": "agent", "parameters": {}, "result": {"actions": [
            {"type": "screenshot"}, {"type": "fillForm", "fields": []},
            {"type": "act", "playwrightArguments": action}]}}],
    ):  # fmt: skip
        assert done(read(write(tmp_path, document))) == [(StepAction.CLICK, None)]


@pytest.mark.parametrize("start", [None, 5, ["https://a.example/"]])
def test_a_start_that_is_no_address_is_no_crash(tmp_path: Path, start: object) -> None:
    document = {"instruction": "buy", "startUrl": start, "steps": [{"type": "goto", "url": "x"}]}
    assert done(read(write(tmp_path, document))) == [(StepAction.NAVIGATE, "x")]


def test_what_failed_for_stagehand_or_is_not_told_is_left_out_and_said(tmp_path: Path) -> None:
    action = {"selector": "xpath=/html[1]/body[1]/button[1]", "description": "x", "method": "click"}
    failed = {"success": False, "actions": [action]}
    told = json.dumps(failed)
    for document in (
        failed,
        {"data": failed, "metadata": {}},
        trajectory(("act", {"action": "pay"}, told, {})),
        trajectory(("act", {"action": "pay"}, '{"success": true}', {})),
        [{"method": "act", "parameters": {}, "result": {"success": True, "actions": []}}],
    ):
        imported = read(write(tmp_path, document))
        assert [one.fate for one in imported.account] == [Fate.LEFT], document
        assert done(imported) == []


def test_what_was_left_to_another_agent_is_read_from_the_same_file(tmp_path: Path) -> None:
    other = {**trajectory(("goto", {"url": "http://shop.test/"}, "ok", {})), "trajectory_id": "b"}
    document = trajectory(("delegate", {}, "", {}), ("delegate", {}, "", {}))
    refs = [{"trajectory_id": "b"}, {"trajectory_path": "elsewhere.json"}]
    for step, ref in zip(document["steps"], refs, strict=True):
        step["observation"]["results"][0]["subagent_trajectory_ref"] = [ref]
    imported = read(write(tmp_path, {**document, "subagent_trajectories": [other]}))
    assert done(imported) == [(StepAction.NAVIGATE, "http://shop.test/")]
    assert imported.account[-1].why == "it is in another file"


def test_a_path_of_stagehand_goes_through_frames() -> None:
    led = pointer_to("xpath=/html[1]/body[1]/iframe[2]/html[1]/body[1]/input[1]")
    assert led.frames == ("xpath//html[1]/body[1]/iframe[2]",)
    assert led.selectors == (("xpath//html[1]/body[1]/input[1]",),)


def test_each_of_them_inside_a_trajectory(tmp_path: Path) -> None:
    element = json.loads((FILES / "browser_use_history.json").read_text(encoding="utf-8"))
    history = element["history"]
    email, clicked = (history[place]["state"]["interacted_element"][0] for place in (1, 3))
    code = "await page.getByRole('button', { name: 'Go' }).click();"
    ran = f"### Ran Playwright code\n```js\n{code}\n```"
    action = {"selector": "xpath=/html[1]/body[1]/a[1]", "method": "fill", "arguments": ["hello"]}
    document = trajectory(
        ("mcp__playwright__browser_click", {"element": "Go", "ref": "e1"}, ran, {}),
        ("act", {"instruction": "say hello"}, json.dumps({"actions": [action]}), {}),
        ("input", {"index": 2, "text": "ada"}, "Typed", {"extra": {"interacted_element": email}}),
        ("click", {"index": 4}, [{"type": "text", "text": "ok"}],
         {"extra": {"interacted_element": clicked}}),
        ("click", {"index": 5}, "Clicked", {}),
    )  # fmt: skip
    imported = read(write(tmp_path, document))
    assert done(imported) == [
        (StepAction.CLICK, None),
        (StepAction.TYPE, "hello"),
        (StepAction.TYPE, "ada"),
        (StepAction.CLICK, None),
    ]
    assert imported.account[-1].fate is Fate.LEFT
    assert "which element" in imported.account[-1].why


def test_what_failed_for_the_agent_is_left_out_and_said(tmp_path: Path) -> None:
    history = json.loads((FILES / "browser_use_history.json").read_text(encoding="utf-8"))
    history["history"][4]["result"][0]["error"] = "not found"
    imported = read(write(tmp_path, history))
    assert done(imported) == SIGN_IN
    assert "failed" in imported.account[4].why


@pytest.mark.parametrize(
    "document",
    [
        {"history": [1]},
        {"history": [{"model_output": {"action": [{"navigate": {}}]}, "result": [{"x": 1}]}]},
        {"schema_version": "ATIF-v1.7", "steps": [{"tool_calls": [{}]}]},
        {"startUrl": "", "instruction": "", "steps": [{}]},
        [{"selector": "a", "method": "dragAndDrop", "arguments": []}],
    ],
    ids=["history", "no address", "trajectory", "cache", "drag"],
)
def test_a_damaged_file_is_refused(tmp_path: Path, document: object) -> None:
    with pytest.raises(ForeignFormat):
        read(write(tmp_path, document))


@pytest.mark.parametrize(
    ("line", "selector"),
    [
        ("page.getByRole('button', { name: 'Save', exact: true }).click()",
         ('aria/Save[role="button"]',)),
        ("page.getByRole('listitem').filter({ hasText: 'Tent' }).getByRole('button').click()",
         ("role/listitem/", "with/Tent", "role/button/")),
        ("page.locator('#a').nth(2).dblclick()", ("#a", "nth/2")),
        ("page.getByTestId('go').hover()", ('[data-testid="go"]',)),
        (r"page.getByText('it\'s \u{1f600}').check()", ("text/it's 😀",)),
    ],
)  # fmt: skip
def test_lines_of_playwright_are_read(line: str, selector: tuple[str, ...]) -> None:
    (act,) = read_acts(f"// what it does\nawait {line};")
    assert act.pointer is not None
    assert act.pointer.selectors == (selector,)
    assert act.pointer.only


@pytest.mark.parametrize(
    "line",
    [
        "await page.evaluate('alert(1)');",
        "await page.getByRole('button', { name: /x/ }).click();",
        "await page.getByRole('button', { pressed: true }).click();",
        "await page.locator('a').filter({ has: page.locator('b') }).click();",
        "await page.getByRole('button').click({ modifiers: ['Shift'] });",
        "require('fs').rmSync('/')",
        "await page.getByRole(",
        r"await page.getByText('it\').click()",
        "await page.getByText('it\\",
    ],
)
def test_lines_that_are_not_known_are_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_acts(line)


def test_a_secret_that_the_agent_knew_by_name_stays_a_name() -> None:
    (act,) = read_acts("await page.getByLabel('Key').fill(process.env['API_KEY']);")
    assert (act.value, type(act.value).__name__) == ("API_KEY", "SecretName")


@pytest.mark.browser
@pytest.mark.slow
def test_a_session_is_replayed_learned_and_healed(
    browser: Browser, shop: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    recording = read(FILES / "playwright_mcp_session.md").recording
    page = browser.new_page()
    secrets = {"PASSWORD": "x", "VOUCHER_CODE": "WELCOME10", "NAME_ON_CARD": "A. Lovelace"}
    first = Player(page, base_url=shop, secrets=secrets, reader=None).play(recording)
    assert first.passed, [step for step in first.steps if not step.outcome.is_good]
    learned = with_learned(recording, first.learned)
    assert all(step.fingerprint for step in learned.steps if step.action is not StepAction.NAVIGATE)
    with serve(AFTER) as new:
        player = Player(page, base_url=new, secrets=secrets, reader=None, keep_going=True)
        again = replace(player, heal_after_ms=300.0).play(learned)
    refused = [step for step in again.steps if not step.outcome.is_good]
    # One was removed; one is drawn on a canvas now, and nobody reads pictures here.
    assert [step.title for step in refused] == ["click 'Compare products'", "click 'Apply voucher'"]
    assert again.count(StepOutcome.HEALED) > 5
    page.close()
