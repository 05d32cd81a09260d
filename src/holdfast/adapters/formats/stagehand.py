"""Stagehand: reads lists of its actions: those of act, observe, agents and history, and its caches.

Editions 2 to 4; since the fourth what act and observe return stands in ``data``.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from holdfast.adapters.formats.agent_acts import AgentAct, SecretName
from holdfast.errors import ForeignFormat
from holdfast.model.recording import Pointer, StepAction

WANTED = "a list of Stagehand's actions (JSON)"
_VARIABLE = re.compile(r"%(?P<name>\w{1,200})%")
_INTO_FRAME = re.compile(r"(?<=\])/(?=html\[1\])|(?<=frame)/(?=html\b)")
_METHODS = {
    "click": StepAction.CLICK,
    "tap": StepAction.CLICK,
    "doubleClick": StepAction.DBLCLICK,
    "hover": StepAction.HOVER,
    "fill": StepAction.TYPE,
    "type": StepAction.TYPE,
    "press": StepAction.PRESS,
    "selectOption": StepAction.SELECT,
    "selectOptionFromDropdown": StepAction.SELECT,
    "dragAndDrop": StepAction.DRAG,
}
_SCROLLING = frozenset(
    "scroll scrollTo scrollIntoView scrollByPixelOffset mouse.wheel nextChunk prevChunk".split()
)
# Kinds of an agent's steps that no other agent's tools are called.
AGENT_STEPS = frozenset({"goto", "act", "fillForm", "keys"})
_LOOKING = frozenset("scroll screenshot ariaTree extract think done search".split())
_FAILED = "it failed when the agent tried it"
_UNTOLD = "it does not tell what it did"


def is_stagehand(document: object) -> bool:
    """Return whether a document holds actions of Stagehand."""
    document = _unwrapped(document)
    if isinstance(document, list):
        return bool(document) and all(map(_is_entry, document))
    if not isinstance(document, dict):
        return False
    if isinstance(document.get("steps"), list) and "startUrl" in document:
        return "instruction" in document
    actions = document.get("actions")
    if not isinstance(actions, list) or not all(_is_action(a) or _is_step(a) for a in actions):
        return False
    return not actions or any(_is_action(a) or a["type"] in AGENT_STEPS for a in actions)


def _unwrapped(document: Any) -> Any:
    is_wrapped = isinstance(document, dict) and document.keys() == {"data", "metadata"}
    return document["data"] if is_wrapped else document


def _is_step(entry: object) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("type"), str)


def _is_action(entry: object) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("selector"), str)


def _is_entry(entry: object) -> bool:
    return _is_action(entry) or (
        isinstance(entry, dict) and "method" in entry and "parameters" in entry
    )


def read_stagehand(document: Any) -> list[AgentAct]:
    """Return the acts; raises ``ForeignFormat`` for a damaged document."""
    document = _unwrapped(document)
    try:
        if isinstance(document, list):
            return [act for entry in document for act in _iter_entry(entry)]
        if isinstance(document.get("steps"), list):
            return [act for step in document["steps"] for act in iter_step(step)]
        return list(_iter_result(document))
    except (AttributeError, LookupError, TypeError, ValueError) as exc:
        raise ForeignFormat(WANTED, f"a damaged one ({exc!r:.80})") from exc


def _iter_result(result: Mapping[str, Any]) -> Iterator[AgentAct]:
    """Yield what act or an agent answered, or what a cache of act holds."""
    if result.get("success") is False:
        yield AgentAct(what="act", why=_FAILED)
        return
    actions = result.get("actions")
    if not actions:
        yield AgentAct(what="act", why=_UNTOLD)
    for action in actions or ():
        if _is_action(action):
            yield _act(action, str(result.get("url") or ""))
        else:
            yield from iter_step(action)


def _iter_entry(entry: Mapping[str, Any]) -> Iterator[AgentAct]:
    """Yield what an entry of a history did, or an action that stands alone."""
    if _is_action(entry):
        yield _act(entry)
        return
    kind, given, result = entry["method"], entry["parameters"], entry.get("result")
    if kind == "navigate":
        yield AgentAct(what=kind, action=StepAction.NAVIGATE, value=str(given["url"]))
    elif kind in {"act", "agent"} and isinstance(result := _unwrapped(result), dict):
        yield from _iter_result(result)
    elif kind in {"extract", "observe"}:
        yield AgentAct(what=kind)
    else:
        yield AgentAct(what=str(kind), why="the history does not tell what it did")


def iter_step(step: Mapping[str, Any]) -> Iterator[AgentAct]:
    """Yield what a step of an agent does, in its cache, its answer or a call of a tool."""
    kind = str(step["type"])
    if step.get("success") is False:
        yield AgentAct(what=kind, why=_FAILED)
    elif kind == "goto":
        yield AgentAct(what=kind, action=StepAction.NAVIGATE, value=str(step["url"]))
    elif kind == "wait":
        yield AgentAct(what=kind, action=StepAction.WAIT, value=str(int(step["timeMs"])))
    elif kind == "keys":
        yield from _keys(kind, step["playwrightArguments"])
    elif kind in {"act", "fillForm"}:
        yield from _iter_acted(kind, step)
    else:
        yield AgentAct(what=kind, why="" if kind in _LOOKING else "there is no step for it")


def _iter_acted(kind: str, step: Mapping[str, Any]) -> Iterator[AgentAct]:
    given = step.get("actions") or step.get("observeResults") or step.get("playwrightArguments")
    if given:
        yield from (_act(action) for action in (given if isinstance(given, list) else [given]))
    elif kind == "fillForm" and not step.keys() & {"actions", "observeResults"}:
        yield AgentAct(what=kind)  # an agent's answer has its acts behind it
    else:
        yield AgentAct(what=kind, why=_UNTOLD)


def _keys(kind: str, given: Mapping[str, Any]) -> Iterator[AgentAct]:
    if given["method"] != "press":
        yield AgentAct(what=kind, why="it does not tell which field was typed into")
        return
    for _ in range(min(int(given.get("times", 1)), 100)):
        yield AgentAct(what=kind, action=StepAction.PRESS, value=str(given["keys"]))


def _act(action: Mapping[str, Any], url: str = "") -> AgentAct:
    method, given = str(action.get("method") or "click"), action.get("arguments") or []
    what, called = f"act {method}", str(action.get("description") or "")
    if method in _SCROLLING:
        return AgentAct(what=what)
    if method not in _METHODS:
        return AgentAct(what=what, why=f"there is no step for {method[:40]}")
    to = None
    if method == "dragAndDrop":
        to, given = pointer_to(str(given[0])), []
    return AgentAct(
        what=what,
        action=_METHODS[method],
        pointer=pointer_to(str(action["selector"])),
        to_pointer=to,
        value=_value(str(given[0])) if given and method not in {"click", "tap"} else None,
        called=called,
        url=url,
    )


def _value(text: str) -> str:
    variable = _VARIABLE.fullmatch(text)
    return text if variable is None else SecretName(variable["name"])


def pointer_to(selector: str) -> Pointer:
    """Return where a selector leads: an XPath that goes through frames, or CSS."""
    if not selector.startswith(("xpath=", "/")):
        return Pointer(selectors=((selector,),), only=True)
    *frames, last = _INTO_FRAME.split(selector.removeprefix("xpath="))
    led = [_rooted(piece) for piece in frames]
    return Pointer(selectors=((_rooted(last),),), frames=tuple(led), only=True)


def _rooted(path: str) -> str:
    return f"xpath/{path}" if path.startswith("/") else f"xpath//{path}"
