"""ATIF: reads the trajectory of an agent (Agent Trajectory Interchange Format), call by call.

What the calls are is read as the agents wrote them: those of Playwright MCP by the code in their
answers, those of Stagehand by the actions in them, those of browser-use by ``interacted_element``.
What was left to another agent is read where its trajectory stands in the same file.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from holdfast.adapters.formats.agent_acts import AgentAct
from holdfast.adapters.formats.browser_use import act_of
from holdfast.adapters.formats.playwright_mcp import is_call, iter_acts, result_of
from holdfast.adapters.formats.stagehand import AGENT_STEPS, is_stagehand, iter_step, read_stagehand
from holdfast.errors import ForeignFormat

WANTED = "a trajectory (ATIF)"
_ELEMENT = "interacted_element"


def is_trajectory(document: object) -> bool:
    """Return whether a document says that it is one."""
    return isinstance(document, dict) and str(document.get("schema_version", "")).startswith(
        "ATIF-"
    )


def read_trajectory(document: Mapping[str, Any]) -> list[AgentAct]:
    """Return the acts of a trajectory; raises ``ForeignFormat`` for a damaged one."""
    try:
        return list(_iter_acts(document))
    except (AttributeError, LookupError, TypeError, ValueError) as exc:
        raise ForeignFormat(WANTED, f"a damaged one ({exc!r:.80})") from exc


def _iter_acts(document: Mapping[str, Any]) -> Iterator[AgentAct]:
    others = {one.get("trajectory_id"): one for one in document.get("subagent_trajectories") or ()}
    for step in document["steps"]:
        yield from _iter_step(step, others)


def _iter_step(
    step: Mapping[str, Any], others: dict[str | None, Mapping[str, Any]]
) -> Iterator[AgentAct]:
    answers: dict[str, Mapping[str, Any]] = {
        str(result.get("source_call_id")): result
        for result in (step.get("observation") or {}).get("results") or ()
    }
    extra = step.get("extra") or {}
    for place, call in enumerate(step.get("tool_calls") or ()):
        answer = answers.get(str(call.get("tool_call_id")), {})
        if refs := answer.get("subagent_trajectory_ref"):
            for ref in refs:
                if (other := others.pop(ref.get("trajectory_id"), None)) is not None:  # once each
                    yield from _iter_acts(other)
                else:
                    yield AgentAct(what=str(call["function_name"]), why="it is in another file")
            continue
        yield from _iter_call(call, answer, _element(place, call, answer, extra))


def _iter_call(
    call: Mapping[str, Any], answer: Mapping[str, Any], element: Mapping[str, Any] | None
) -> Iterator[AgentAct]:
    tool, given = str(call["function_name"]), call.get("arguments") or {}
    said = _text(answer.get("content"))
    if is_call(tool):
        yield from iter_acts(tool, given, result_of(said))
        return
    told = _json(said)
    if is_stagehand(given) or is_stagehand(told):
        yield from read_stagehand(given if is_stagehand(given) else told)
        return
    if tool in AGENT_STEPS:
        yield from iter_step({"type": tool, **given, **(told if isinstance(told, dict) else {})})
        return
    result = {"error": told["error"]} if isinstance(told, dict) and told.get("error") else {"": ""}
    yield act_of(tool.rpartition("__")[2], given, element, result)


def _element(
    place: int, call: Mapping[str, Any], answer: Mapping[str, Any], extra: Mapping[str, Any]
) -> Mapping[str, Any] | None:
    for holder in (call.get("extra"), answer.get("extra"), extra):
        found = (holder or {}).get(_ELEMENT)
        if isinstance(found, list):
            found = found[place] if place < len(found) else None
        if isinstance(found, dict):
            return found
    return None


def _text(content: object) -> str:
    """Return the words of an answer: a text, or parts of which some are texts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "\n".join(str(one.get("text", "")) for one in parts if isinstance(one, dict))


def _json(said: str) -> Any:
    try:
        return orjson.loads(said)
    except orjson.JSONDecodeError:
        return None
