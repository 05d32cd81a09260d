"""browser-use: reads the history that its agent saves (``AgentHistoryList.save_to_file``)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from holdfast.adapters.formats.agent_acts import AgentAct, SecretName
from holdfast.errors import ForeignFormat
from holdfast.model.recording import Pointer, StepAction

WANTED = "a history of browser-use (JSON)"
_SECRET = re.compile(r"<secret>(?P<name>[^<]{1,200})</secret>")
# Written by people or by a program for good; classes, styles and states are not.
_TELLING = ("id", "name", "data-testid", "aria-label", "placeholder", "type", "href", "role")
_WEAK = frozenset({"type", "role"})  # many elements have these
_ON_ELEMENTS = {
    "click": StepAction.CLICK,
    "click_element": StepAction.CLICK,
    "click_element_by_index": StepAction.CLICK,
    "input": StepAction.TYPE,
    "input_text": StepAction.TYPE,
    "select_dropdown": StepAction.SELECT,
    "select_dropdown_option": StepAction.SELECT,
    "upload_file": StepAction.UPLOAD,
}
_OPENING = frozenset({"navigate", "go_to_url"})
_SIMPLE = {
    **dict.fromkeys(_OPENING, (StepAction.NAVIGATE, "url")),
    "wait": (StepAction.WAIT, "seconds"),
    "send_keys": (StepAction.PRESS, "keys"),
}
_LOOKING = frozenset(
    "done extract extract_structured_data screenshot search_page find_elements dropdown_options "
    "get_dropdown_options read_file write_file replace_file save_as_pdf find_text scroll".split()
)


def read_history(document: Mapping[str, Any]) -> list[AgentAct]:
    """Return the acts of a history; raises ``ForeignFormat`` for a damaged one."""
    acts: list[AgentAct] = []
    try:
        for item in document["history"]:
            acts += _iter_item(item)
    except (AttributeError, LookupError, TypeError, ValueError) as exc:
        raise ForeignFormat(WANTED, f"a damaged one ({exc!r:.80})") from exc
    return acts


def _iter_item(item: Mapping[str, Any]) -> Iterator[AgentAct]:
    output, state = item.get("model_output") or {}, item.get("state") or {}
    elements: Sequence[Any] = state.get("interacted_element") or ()
    results: Sequence[Any] = item.get("result") or ()
    for place, action in enumerate(output.get("action") or ()):
        element = elements[place] if place < len(elements) else None
        result = results[place] if place < len(results) else None
        for name, given in action.items():
            yield act_of(name, given or {}, element, result, url=str(state.get("url") or ""))


def act_of(
    name: str,
    given: Mapping[str, Any],
    element: Mapping[str, Any] | None,
    result: Mapping[str, Any] | None,
    *,
    url: str = "",
) -> AgentAct:
    """Return one action; one that failed, or has no element, is told and left out."""
    if name in _LOOKING:
        return AgentAct(what=name)
    if result is None or result.get("error"):
        why = "it failed when the agent tried it" if result else "the agent did not come to it"
        return AgentAct(what=name, why=why)
    if name in _ON_ELEMENTS:
        return _on_element(name, given, element, url)
    simple = _SIMPLE.get(name)
    if simple is None:
        return AgentAct(what=name, why="there is no step for it")
    action, key = simple
    value = str(1000 * int(given.get(key, 3))) if name == "wait" else str(given[key])
    return AgentAct(what=name, action=action, value=value, url="" if name in _OPENING else url)


def _on_element(
    name: str, given: Mapping[str, Any], element: Mapping[str, Any] | None, url: str
) -> AgentAct:
    pointer = None if element is None else pointer_to(element)
    if element is None or pointer is None:
        return AgentAct(what=name, why="the history does not tell which element it was")
    value = given.get("path" if name == "upload_file" else "text")
    return AgentAct(
        what=name,
        action=_ON_ELEMENTS[name],
        pointer=pointer,
        value=None if value is None else _value(str(value)),
        called=str(element.get("ax_name") or ""),
        url=url,
    )


def _value(text: str) -> str:
    secret = _SECRET.fullmatch(text.strip())
    return text if secret is None else SecretName(secret["name"])


def pointer_to(element: Mapping[str, Any]) -> Pointer | None:
    """Return where an element was: at its place if it has its attributes, or by these alone."""
    tag = str(element.get("node_name") or "*").lower()
    given = element.get("attributes") or {}
    told = [(name, str(given[name])) for name in _TELLING if given.get(name)]
    selectors: list[tuple[str, ...]] = []
    path = str(element.get("x_path") or "").strip("/")
    if path.startswith("html"):
        conditions = "".join(f"[@{name}={_quoted(value)}]" for name, value in told)
        selectors.append((f"xpath//{path}{conditions}",))
    if any(name not in _WEAK for name, _ in told):
        conditions = "".join(f"[@{name}={_quoted(value)}]" for name, value in told)
        selectors.append((f"xpath///{tag}{conditions}",))
    words = " ".join(str(element.get("ax_name") or "").split())
    if words and not set("[]\"'()\\") & set(words):
        selectors.append((f"aria/{words}",))
    return Pointer(selectors=tuple(selectors), only=True) if selectors else None


def _quoted(value: str) -> str:
    """Return a text for XPath, which has no escapes: one with both quotes is put together."""
    if '"' not in value:
        return f'"{value}"'
    pieces = (f'"{piece}"' for piece in value.split('"'))
    return "concat(" + """, '"', """.join(pieces) + ")"
