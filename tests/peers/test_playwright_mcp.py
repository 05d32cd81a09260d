"""The real @playwright/mcp, used by an agent whose model answers on loopback; its session imported.

Nothing here but the model's script is ours: the tools, the browser's acts and the log are its own.
"""

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from playwright.sync_api import Browser
from tests.npm_packages import install_packages
from tests.peers.model_server import serve_model, text_of

from holdfast.adapters.browser.launch import launch_options
from holdfast.app.wiring import import_file
from holdfast.demo.server import BEFORE, serve
from holdfast.doors.player import Player
from holdfast.model.conversion import Fate
from holdfast.model.recording import StepAction

pytestmark = [pytest.mark.browser, pytest.mark.node, pytest.mark.slow]

PACKAGE = b'{"private": true, "dependencies": {"@playwright/mcp": "0.0.83"}}'
PASSWORD = "correct horse"
NOW = datetime(2026, 1, 2, tzinfo=UTC)


def journey(url: str) -> list[tuple[str, dict[str, str]]]:
    """Return the tools that the model calls; a target is looked up by what its line says."""
    return [
        ("browser_navigate", {"url": f"{url}/index.html"}),
        ("browser_snapshot", {}),
        ("browser_type", {"target": 'textbox "Email', "text": "ada@example.com"}),
        ("browser_type", {"target": 'textbox "Password', "text": PASSWORD}),
        ("browser_click", {"target": 'button "Sign in'}),
        ("browser_snapshot", {}),
        ("browser_click", {"target": 'button "Compare products'}),
    ]


class Script:
    """What a model says, call by call: the next tool, then that it is done."""

    def __init__(self, acts: list[tuple[str, dict[str, str]]]) -> None:
        self.acts = list(acts)

    def __call__(self, asked: dict[str, Any]) -> dict[str, Any]:
        if not self.acts:
            return {"content": "it is done"}
        tool, given = self.acts.pop(0)
        assert tool in {one["function"]["name"] for one in asked["tools"]}
        if "target" in given:
            lines = text_of(asked).splitlines()
            line = next(one for one in reversed(lines) if given["target"] in one)
            (ref,) = re.findall(r"\[ref=(\w+)\]", line)
            given = {**given, "target": ref, "element": "it"}
        call = {"name": tool, "arguments": json.dumps(given)}
        return {"tool_calls": [{"id": "c", "type": "function", "function": call}]}


async def work(server: StdioServerParameters, model: str) -> None:
    """Ask the model what to do next and do it, until it says that it is done."""
    async with Client(stdio_client(server)) as client, httpx2.AsyncClient(timeout=60) as http:
        listed = (await client.list_tools()).tools
        tools = [{"type": "function", "function": {"name": tool.name}} for tool in listed]
        messages: list[dict[str, Any]] = [{"role": "user", "content": "compare products"}]
        while True:
            asked = {"model": "scripted", "messages": messages, "tools": tools}
            answer = (await http.post(f"{model}/chat/completions", json=asked)).json()
            said = answer["choices"][0]["message"]
            messages.append(said)
            if "tool_calls" not in said:
                return
            (call,) = (one["function"] for one in said["tool_calls"])
            done = await client.call_tool(call["name"], json.loads(call["arguments"]))
            told = "\n".join(getattr(part, "text", "") for part in done.content)
            assert not done.is_error, told
            messages.append({"role": "tool", "tool_call_id": "c", "content": told})


def test_its_session_is_imported_and_replayed_without_a_model(
    pytestconfig: pytest.Config, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = install_packages(pytestconfig, "playwright-mcp", PACKAGE)
    program = program / "node_modules" / "@playwright" / "mcp" / "cli.js"
    used = launch_options()
    out = tmp_path / "out"
    options = ["--headless", "--isolated", "--no-sandbox", "--save-session"]
    options += ["--executable-path", str(used["executable_path"]), "--output-dir", str(out)]
    server = StdioServerParameters(command="node", args=[str(program), *options], cwd=str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with serve(BEFORE) as shop:
        with serve_model(Script(journey(shop))) as model, ThreadPoolExecutor(1) as pool:
            pool.submit(lambda: asyncio.run(work(server, model.address))).result()
            assert model.calls == len(journey(shop)) + 1
        (session,) = out.glob("**/session.md")
        imported = import_file(session, now=NOW)
        assert {one.fate for one in imported.account} == {Fate.TAKEN}
        assert [(step.action, step.value) for step in imported.recording.steps] == [
            (StepAction.NAVIGATE, f"{shop}/index.html"),
            (StepAction.TYPE, "ada@example.com"),
            (StepAction.TYPE, "${PASSWORD}"),
            (StepAction.CLICK, None),
            (StepAction.CLICK, None),
        ]
        page = browser.new_page()
        player = Player(page, base_url=shop, secrets={"PASSWORD": PASSWORD}, reader=None)
        done = player.play(imported.recording)
        assert done.passed, [step for step in done.steps if not step.outcome.is_good]
        assert len(done.learned) == 4  # all but going there
        page.close()
