"""browser-use's real agent in the shop, with a model on loopback and Holdfast's memory.

Run in a venv of its own: shop_agent.py OLD NEW EXECUTABLE ARGS. Prints what each run needed.
"""

import asyncio
import json
import os
import re
import socket
import sys
import tempfile
from typing import Any

os.environ.update(
    ANONYMIZED_TELEMETRY="false", BROWSER_USE_CLOUD_SYNC="false", BROWSER_USE_SETUP_LOGGING="false"
)
# Only now: it reads the environment when it is imported.
from browser_use import Agent, BrowserProfile, BrowserSession, ChatOpenAI
from playwright.async_api import Page, async_playwright
from tests.peers.model_server import serve_model, text_of

from holdfast import Player, StepOutcome, cached

PASSWORD = "correct horse"
DONE = {"done": {"text": "it is done", "success": True}}


def journey(url: str) -> list[dict[str, dict[str, Any]]]:
    """Return what the model answers, call by call; an index is looked up by what its line says."""
    return [
        {"navigate": {"url": f"{url}/index.html"}},
        {"input": {"index": "id=email", "text": "ada@example.com"}},
        {"input": {"index": "type=password", "text": PASSWORD}},
        {"click": {"index": "<button"}},
        {"click": {"index": "id=compare"}},
        {"input": {"index": "type=search", "text": "stove"}},
        {"click": {"index": "id=search-button"}},
        {"click": {"index": "2 burners/<button"}},
        {"click": {"index": "id=cart"}},
        {"click": {"index": "type=checkbox"}},
        {"click": {"index": "id=go-checkout"}},
        {"input": {"index": "id=full-name", "text": "Ada Lovelace"}},
        {"input": {"index": "id=street", "text": "12 St James's Square"}},
        DONE,
    ]


class Script:
    """What a model says, call by call: the next act, on the element that it sees."""

    def __init__(self, acts: list[dict[str, dict[str, Any]]]) -> None:
        self.acts = list(acts)

    def __call__(self, asked: dict[str, Any]) -> dict[str, Any]:
        text = text_of(asked)
        state = text[text.rfind("<browser_state>") :]
        wanted = self.acts.pop(0) if self.acts else DONE
        action = {
            name: {
                key: _index(state, str(value)) if key == "index" else value
                for key, value in given.items()
            }
            for name, given in wanted.items()
        }
        said = {"evaluation_previous_goal": "", "memory": "", "next_goal": "", "action": [action]}
        return {"content": json.dumps({"thinking": "", **said})}


def _index(state: str, asked: str) -> int:
    """Return the index of the first line that says this, after one that says what comes before."""
    lines = iter(state.splitlines())
    for part in asked.split("/"):
        line = next((one for one in lines if part in one), "")
    found = re.search(r"\[(\d+)\]", line)
    assert found is not None, f"{asked} is not in {state}"
    return int(found[1])


def an_agent(model: str, address: str) -> Agent:
    """Return an agent that asks the model at one address and uses the browser at the other."""
    profile = BrowserProfile(cdp_url=address, keep_alive=True, enable_default_extensions=False)
    return Agent(
        task="buy a stove",
        llm=ChatOpenAI(model="scripted", base_url=model, api_key="none"),
        browser_session=BrowserSession(browser_profile=profile),
        use_vision=False,
        use_judge=False,
    )


async def main(old: str, new: str, executable: str, *arguments: str) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            tempfile.mkdtemp(),
            executable_path=executable,
            args=[*arguments, f"--remote-debugging-port={port}"],
            viewport={"width": 1180, "height": 760},
        )
        page: Page = context.pages[0]
        address = f"http://127.0.0.1:{port}"
        told = []
        for script, base_url in ((journey(old), None), ([], new)):
            with serve_model(Script(script)) as model:
                agent = an_agent(model.address, address)
                player = Player(
                    page,
                    base_url=base_url,
                    secrets={"PASSWORD": PASSWORD},
                    heal_after_ms=300.0,
                    reader=None,
                )
                done = await cached(agent, key="stove", page=player).run_async()
            steps = () if done.replay is None else done.replay.steps
            healed = [one for one in steps if one.outcome is StepOutcome.HEALED]
            told.append(
                {
                    "passed": done.passed,
                    "reason": done.reason,
                    "steps": done.steps,
                    "replayed": done.replayed,
                    "handed": [one.title for one in done.handed],
                    "modelCalls": done.model_calls,
                    "asked": model.calls,
                    "tokens": done.tokens,
                    "tokensSaved": done.tokens_saved,
                    "healed": {one.was: one.now for one in healed},
                    "url": page.url,
                    "wasTold": "Compare products" in model.asked,
                }
            )
            await agent.browser_session.stop()
        await context.close()
    print(json.dumps(told))  # noqa: T201 - its answer


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
