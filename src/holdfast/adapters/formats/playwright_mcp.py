"""Playwright MCP: reads the log of a session (``--save-session``), and its calls elsewhere."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import orjson

from holdfast.adapters.formats.agent_acts import AgentAct
from holdfast.adapters.formats.playwright_chain import read_acts
from holdfast.errors import ForeignFormat
from holdfast.model.recording import AssertCheck, Pointer, StepAction

HEADING = "### Tool call: "
WANTED = "the log of a session of Playwright MCP (session.md)"
_CALL = re.compile(r"^### Tool call: (?P<tool>\S+)\s*$", re.MULTILINE)
_BLOCK = re.compile(
    r"^- (?P<name>Args|Result)\n```json\n(?P<json>.*?)\n```$", re.MULTILINE | re.DOTALL
)
_RAN = re.compile(r"### Ran Playwright code\n```js\n(?P<code>.*?)\n```", re.DOTALL)
_ADDRESS = re.compile(r"^- Page URL: (?P<url>\S+)", re.MULTILINE)
_LOOKING = frozenset(
    "snapshot take_screenshot console_messages network_requests network_request install resize "
    "close find start_tracing stop_tracing".split()
)
_PREFIX = "browser_"


def read_session(text: str) -> list[AgentAct]:
    """Return the acts of a session; raises ``ForeignFormat`` for a damaged log."""
    pieces = _CALL.split(text)
    acts: list[AgentAct] = []
    for tool, body in zip(pieces[1::2], pieces[2::2], strict=True):
        try:
            blocks = {found["name"]: orjson.loads(found["json"]) for found in _BLOCK.finditer(body)}
            given, result = dict(blocks.get("Args", {})), dict(blocks.get("Result", {}))
        except (TypeError, ValueError) as exc:
            raise ForeignFormat(WANTED, f"a damaged call of {tool[:40]!r}") from exc
        acts += iter_acts(tool, given, result)
    return acts


def is_call(tool: str) -> bool:
    """Return whether a tool is one of Playwright MCP, whatever stands before its name."""
    return name_of(tool).startswith(_PREFIX)


def name_of(tool: str) -> str:
    """Return the name of a tool without what clients put before it (``mcp__playwright__``)."""
    return tool[tool.rfind(_PREFIX) :] if _PREFIX in tool else tool


def result_of(said: str) -> dict[str, Any]:
    """Return what an answer says, read from its text as agents see it."""
    code, address = _RAN.search(said), _ADDRESS.search(said)
    told: dict[str, Any] = {} if code is None else {"code": code["code"]}
    told |= {} if address is None else {"page": address[0]}
    return told | ({"isError": True} if said.startswith("### Error") else {})


def iter_acts(tool: str, given: Mapping[str, Any], result: Mapping[str, Any]) -> Iterator[AgentAct]:
    """Yield what a call did, by the code that it printed; one that cannot be read says why."""
    name = name_of(tool)
    called = str(given.get("element", ""))
    if result.get("isError") or result.get("error"):
        yield AgentAct(what=name, why="it failed when the agent tried it")
    elif name.removeprefix(_PREFIX) in _LOOKING:
        yield AgentAct(what=name)
    elif name == "browser_wait_for":
        yield _wait(name, given)
    elif not isinstance(result.get("code"), str):
        yield AgentAct(what=name, why="the log does not tell what code it ran")
    else:
        yield from _read(name, result["code"], called)


def _read(name: str, code: str, called: str) -> Iterator[AgentAct]:
    try:
        acts = read_acts(code)
    except ValueError as exc:
        yield AgentAct(what=name, why=f"its code is not taken over: {exc}")
        return
    yield from (replace(act, what=name, called=called) for act in acts)


def _wait(name: str, given: Mapping[str, Any]) -> AgentAct:
    if isinstance(given.get("time"), int | float):
        milliseconds = str(int(1000 * given["time"]))
        return AgentAct(what=name, action=StepAction.WAIT, value=milliseconds)
    text, check = given.get("text"), AssertCheck.VISIBLE
    if text is None:
        text, check = given.get("textGone"), AssertCheck.HIDDEN
    if not isinstance(text, str) or not text:
        return AgentAct(what=name, why="it does not tell what it waited for")
    pointer = Pointer(selectors=((f"text/{text}",),))
    return AgentAct(what=name, action=StepAction.ASSERT, check=check, pointer=pointer)
