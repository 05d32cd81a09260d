"""cdp_semantic: finds by ARIA role and accessible name, as assistive technology and Playwright do.

Metadata: ``role``, and optionally ``name``, ``level`` (of a heading) and ``states``.
"""

from collections.abc import Mapping, Sequence

from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import (
    BASE_WEIGHTS,
    JsonObject,
    LocatorStrategy,
    StrategyEvaluationResult,
    StrategyType,
)
from holdfast.page.tables import fold, tables_of
from holdfast.selectors.metadata import find_text, read_frame, read_text
from holdfast.selectors.strategy_port import failures_as_results, prefer_shown, result_of
from holdfast.selectors.wording import quote

BASE = BASE_WEIGHTS[StrategyType.CDP_SEMANTIC]
NAMELESS_BASE = 0.80  # a role alone is a kind of element, not an element

# State -> the HTML attribute that means it without ARIA.
STATES: Mapping[str, str] = {
    "checked": "checked",
    "disabled": "disabled",
    "expanded": "open",
    "pressed": "",
    "selected": "selected",
    "required": "required",
    "readonly": "readonly",
}


@failures_as_results
def evaluate(strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
    """Return the elements with the recorded role and name."""
    metadata, frame = strategy.metadata, read_frame(strategy.metadata)
    role, name = read_text(metadata, "role").strip().lower(), find_text(metadata, "name") or ""
    level, states = _read_level(metadata), _read_states(metadata)
    of_role = tables_of(snapshot).by_role.get(role, ())
    named = [i for i in _named(snapshot, of_role, name) if snapshot.frame_of(i) == frame]
    matches = _of_level(snapshot, named, level)
    if not matches:
        return StrategyEvaluationResult.failure(strategy, _nothing(role, name, len(of_role)))
    matches = _in_states(snapshot, prefer_shown(snapshot, matches), states)
    return result_of(strategy, snapshot, matches, BASE if name.strip() else NAMELESS_BASE)


def selects(strategy: LocatorStrategy, node: Node) -> bool:
    """Return whether the node has the recorded role, name and level."""
    metadata, snapshot = strategy.metadata, node.snapshot
    role, name = read_text(metadata, "role").strip().lower(), find_text(metadata, "name") or ""
    level = _read_level(metadata)
    return (
        node.role == role
        and snapshot.index.exposed[node.index]
        and (not name.strip() or fold(node.name) == fold(name))
        and (level is None or _level_of(snapshot, node.index) == level)
    )


def say(strategy: LocatorStrategy) -> str:
    """Return the role and the name in words."""
    named = strategy.metadata.get("name")
    told = f"same role {quote(strategy.metadata.get('role', ''))}"
    return f"{told} named {quote(named)}" if named else told


def _named(snapshot: Snapshot, of_role: Sequence[int], name: str) -> Sequence[int]:
    """Return the elements of that name; letter for letter, or else in another case."""
    wanted, names = " ".join(name.split()), snapshot.names
    if not wanted:
        return of_role
    exact = [index for index in of_role if names[index] == wanted]
    folded = fold(wanted)
    return exact or [index for index in of_role if fold(names[index]) == folded]


def _of_level(snapshot: Snapshot, matches: Sequence[int], level: int | None) -> Sequence[int]:
    if level is None:
        return matches
    return [index for index in matches if _level_of(snapshot, index) == level]


def _level_of(snapshot: Snapshot, index: int) -> int | None:
    written = snapshot.attributes[index].get("aria-level", "")
    tag = snapshot.tags[index]
    digits = written if written.isdecimal() else tag[1:] if tag[:1] == "h" else ""
    return int(digits) if digits.isdecimal() and len(digits) < 4 else None


def _in_states(
    snapshot: Snapshot, matches: Sequence[int], states: Mapping[str, str]
) -> Sequence[int]:
    """Return those in the recorded states; a state changes in use, so it only chooses."""
    if len(matches) < 2 or not states:
        return matches
    same = [
        index
        for index in matches
        if all(_state_of(snapshot.attributes[index], s) == value for s, value in states.items())
    ]
    return same or matches


def _state_of(attributes: Mapping[str, str], state: str) -> str:
    written = attributes.get(f"aria-{state}", "").strip().lower()
    return written or ("true" if STATES[state] in attributes else "false")


def _read_level(metadata: JsonObject) -> int | None:
    level = metadata.get("level")
    if level is None:
        return None
    if not isinstance(level, int) or isinstance(level, bool) or not 1 <= level <= 999:
        raise ValueError(f"level must be that of a heading, got {str(level)[:80]}")
    return level


def _read_states(metadata: JsonObject) -> Mapping[str, str]:
    states = metadata.get("states")
    if states is None:
        return {}
    if not isinstance(states, Mapping):
        raise ValueError("states must be an object such as {checked: true}")
    for state, value in states.items():
        if state not in STATES or not isinstance(value, bool | str):
            raise ValueError(f"states must name known states, got {str(state)[:80]!r}")
    return {state: str(value).lower() for state, value in states.items()}


def _nothing(role: str, name: str, of_role: int) -> str:
    wanted = f"no {role[:80]!r} named {name[:80]!r}" if name.strip() else f"no {role[:80]!r}"
    return f"{wanted}; the page has {of_role} of that role"
