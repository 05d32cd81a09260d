"""browser-use's real agent in the shop, with a scripted model and Holdfast's memory.

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
from browser_use import Agent, BrowserProfile, BrowserSession
from browser_use.llm.views import ChatInvokeCompletion, ChatInvokeUsage
from playwright.async_api import Page, async_playwright

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


class ScriptedModel:
    """Answers what it is told to, and counts how often it is asked."""

    model = provider = name = model_name = "scripted"
    _verified_api_keys = True

    def __init__(self, script: list[dict[str, dict[str, Any]]]) -> None:
        self.script, self.calls, self.asked = list(script), 0, ""

    async def ainvoke(self, messages: list[Any], output_format: Any = None, **_: Any) -> Any:
        self.calls += 1
        self.asked = "\n".join(message.text for message in messages)
        state = self.asked[self.asked.rfind("<browser_state>") :]
        wanted = self.script.pop(0) if self.script else DONE
        action = {
            name: {
                key: _index(state, str(value)) if key == "index" else value
                for key, value in given.items()
            }
            for name, given in wanted.items()
        }
        said = {"evaluation_previous_goal": "", "memory": "", "next_goal": "", "action": [action]}
        usage = ChatInvokeUsage(
            prompt_tokens=1000,
            prompt_cached_tokens=0,
            prompt_cache_creation_tokens=0,
            prompt_image_tokens=0,
            completion_tokens=50,
            total_tokens=1050,
        )
        return ChatInvokeCompletion(
            completion=output_format.model_validate({"thinking": "", **said}), usage=usage
        )


def _index(state: str, asked: str) -> int:
    """Return the index of the first line that says this, after one that says what comes before."""
    lines = iter(state.splitlines())
    for part in asked.split("/"):
        line = next((one for one in lines if part in one), "")
    found = re.search(r"\[(\d+)\]", line)
    assert found is not None, f"{asked} is not in {state}"
    return int(found[1])


def an_agent(script: list[dict[str, dict[str, Any]]], address: str) -> tuple[Agent, ScriptedModel]:
    model = ScriptedModel(script)
    profile = BrowserProfile(cdp_url=address, keep_alive=True, enable_default_extensions=False)
    session = BrowserSession(browser_profile=profile)
    agent = Agent(
        task="buy a stove", llm=model, browser_session=session, use_vision=False, use_judge=False
    )
    return agent, model


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
            agent, model = an_agent(script, address)
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
