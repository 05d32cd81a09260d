"""cdp_semantic: finds by ARIA role and accessible name, as assistive technology and Playwright do.

Metadata: ``role``, and optionally ``name``, ``level`` (of a heading), ``states``, and ``within``
(the row, dialog or region in which it is the only one). ``heard`` is the role and name that
Playwright gives the element where they are others than ours: locators are written with them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import (
    BASE_WEIGHTS,
    JsonObject,
    LocatorStrategy,
    StrategyEvaluationResult,
    StrategyType,
)
from holdfast.page.metadata import find_text, read_frame, read_text
from holdfast.page.roles import SHAPES
from holdfast.page.strategy_port import failures_as_results, prefer_shown, recorded, result_of
from holdfast.page.tables import LONGEST_VALUE, Tables, fold, tables_of
from holdfast.page.wording import quote
from holdfast.selectors import playwright_code as code
from holdfast.selectors.anchored import WITHIN, Anchor, find_anchor
from holdfast.selectors.selector import Selector, SelectorKind

BASE = BASE_WEIGHTS[StrategyType.CDP_SEMANTIC]
NAMELESS_BASE = 0.80  # a role alone is a kind of element, not an element

HEARD = "heard"

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
    level, states = read_level(metadata), _read_states(metadata)
    of_role = tables_of(snapshot).by_role.get(role, ())
    named = [i for i in _named(snapshot, role, name) if snapshot.frame_of(i) == frame]
    matches = _of_level(snapshot, named, level)
    if (anchor := Anchor.read(metadata)) is not None:
        matches = anchor.find_inside(tables_of(snapshot), frame, matches)
    if not matches:
        return StrategyEvaluationResult.failure(strategy, _nothing(role, name, len(of_role)))
    matches = _in_states(snapshot, prefer_shown(snapshot, matches), states)
    return result_of(strategy, snapshot, matches, BASE if name.strip() else NAMELESS_BASE)


def selects(strategy: LocatorStrategy, node: Node) -> bool:
    """Return whether the node has the recorded role, name and level."""
    metadata = strategy.metadata
    if node.role != read_text(metadata, "role").strip().lower():
        return False
    name, level = find_text(metadata, "name") or "", read_level(metadata)
    return (
        node.snapshot.index.exposed[node.index]
        and (not name.strip() or fold(node.name) == fold(name))
        and (level is None or heading_level(node) == level)
        and _is_anchored(metadata, node)
    )


def _is_anchored(metadata: JsonObject, node: Node) -> bool:
    anchor, page = Anchor.read(metadata), tables_of(node.snapshot)
    return anchor is None or bool(anchor.find_inside(page, node.frame, [node.index]))


def say(strategy: LocatorStrategy) -> str:
    """Return the role and the name in words."""
    named = strategy.metadata.get("name")
    told = f"same role {quote(strategy.metadata.get('role', ''))}"
    told = f"{told} named {quote(named)}" if named else told
    anchor = Anchor.read(strategy.metadata)
    return told if anchor is None else f"{told} in the {anchor.say()}"


def heard(metadata: JsonObject) -> JsonObject:
    """Return role and name as Playwright hears them: recorded where they differ from ours."""
    return metadata.get(HEARD) or metadata


def _named(snapshot: Snapshot, role: str, name: str) -> Sequence[int]:
    """Return the elements of that role and name; letter for letter, or else in another case."""
    page, wanted = tables_of(snapshot), " ".join(name.split())
    of_role, names = page.by_role.get(role, ()), snapshot.names
    if not wanted:
        return of_role
    exact = [index for index in of_role if names[index] == wanted]
    return exact or page.by_folded_name(role).get(fold(wanted), ())


def _of_level(snapshot: Snapshot, matches: Sequence[int], level: int | None) -> Sequence[int]:
    if level is None:
        return matches
    return [index for index in matches if heading_level(snapshot.nodes[index]) == level]


def _in_states(
    snapshot: Snapshot, matches: Sequence[int], states: Mapping[str, str]
) -> Sequence[int]:
    """Return those in the recorded states; a state changes in use, so it only chooses."""
    if len(matches) < 2 or not states:
        return matches
    same = [
        index
        for index in matches
        if all(state_of(snapshot.attributes[index], s) == value for s, value in states.items())
    ]
    return same or matches


def state_of(attributes: Mapping[str, str], state: str) -> str:
    """Return a state as the markup says it: true, false, mixed."""
    written = attributes.get(f"aria-{state}", "").strip().lower()
    return written or ("true" if STATES[state] in attributes else "false")


def read_level(metadata: JsonObject) -> int | None:
    """Return the level of a heading, None when it has none; raises ``ValueError``."""
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


# -------------------------------------------------------------------------- describing and writing

# Roles that say nothing about what an element is for.
EMPTY_ROLES = frozenset({"", "generic", "presentation", "none", "document", "rowgroup"})
# Browsers do not agree with the specification on what these are.
_DISPUTED_TAGS = frozenset({"summary", "details", "g", "image"}) | SHAPES
# Playwright does not know these: get_by_role would find nothing.
_UNKNOWN_ROLES = ("doc-", "graphics-", "sectionheader", "sectionfooter", "suggestion")


@dataclass(frozen=True, slots=True, kw_only=True)
class Semantics:
    """Role, name and heading level to find an element by, and how many elements have them."""

    role: str
    name: str
    level: int | None
    count: int


def semantics_of(page: Tables, node: Node) -> Sequence[Semantics]:
    """Return role with name, then with heading level, then alone; none for what has no role."""
    role, name, frame = node.role, node.name, node.frame
    if role in EMPTY_ROLES or not page.is_exposed(node.index):
        return ()
    ways = []
    if name and len(name) <= LONGEST_VALUE:
        alike = page.with_role_and_name(frame, role, name)
        ways.append(Semantics(role=role, name=name, level=None, count=len(alike)))
        if (level := heading_level(node)) is not None:
            count = sum(heading_level(node.snapshot.nodes[i]) == level for i in alike)
            ways.append(Semantics(role=role, name=name, level=level, count=count))
    alone = len(page.with_role(frame, role))
    return (*ways, Semantics(role=role, name="", level=None, count=alone))


def heading_level(node: Node) -> int | None:
    """Return the level of a heading, None for everything else."""
    if node.role != "heading":
        return None
    written = node.get("aria-level") or node.tag.removeprefix("h")
    return int(written) if written.isdecimal() and len(written) < 4 and int(written) else None


def describe(page: Tables, node: Node) -> Iterator[LocatorStrategy]:
    """Yield role and name, the most precise there is; none for what has no role."""
    ways = semantics_of(page, node)
    named = [way for way in ways if way.name]
    for way in named[-1:] or ways[-1:]:
        metadata: dict[str, object] = {"role": way.role}
        if way.name:
            metadata["name"] = way.name
        if way.level is not None:
            metadata["level"] = way.level
        if states := states_of(node):
            metadata["states"] = states
        base = BASE if way.name else NAMELESS_BASE
        yield recorded(StrategyType.CDP_SEMANTIC, way.count, metadata=metadata, base=base)
        if way.count > 1 and (anchor := find_anchor(page, node, _alike(page, node, way))):
            anchored = {**metadata, WITHIN: anchor.to_json()}
            yield recorded(StrategyType.CDP_SEMANTIC, 1, metadata=anchored)


def _alike(page: Tables, node: Node, way: Semantics) -> Sequence[int]:
    """Return the elements that are found like this one."""
    if not way.name:
        return page.with_role(node.frame, way.role)
    alike = page.with_role_and_name(node.frame, way.role, way.name)
    return _of_level(node.snapshot, alike, way.level)


def states_of(node: Node) -> dict[str, bool | str]:
    """Return the states that the element is in, as far as its markup says so."""
    given = node.snapshot.attributes[node.index]
    states: dict[str, bool | str] = {}
    for state, native in STATES.items():
        if f"aria-{state}" in given:
            written = given[f"aria-{state}"].strip().lower()
            states[state] = {"true": True, "false": False}.get(written, written)
        elif native in given:
            states[state] = True
    return states


def write(page: Tables, node: Node, frames: tuple[str, ...]) -> Iterator[Selector]:
    """Yield role and name if they are unique, else inside the nearest ancestor that makes them."""
    is_disputed = node.tag in _DISPUTED_TAGS or node.role.startswith(_UNKNOWN_ROLES)
    meanings = () if is_disputed else semantics_of(page, node)
    only = next((meaning for meaning in meanings if _is_telling(meaning)), None)
    if only is not None:
        yield _role_selector(only, frames)
    elif meanings:
        yield from _scoped_role(page, node, meanings[0], frames)


def _is_telling(meaning: Semantics) -> bool:
    # Without a name, browsers do not give a form its role.
    return meaning.count == 1 and bool(meaning.name or meaning.role != "form")


def _role_selector(meaning: Semantics, frames: tuple[str, ...]) -> Selector:
    return Selector(
        kind=SelectorKind.ROLE if meaning.name else SelectorKind.BARE_ROLE,
        value=f"{meaning.role} {meaning.name}".strip(),
        playwright=code.in_frames(code.by_role(meaning.role, meaning.name, meaning.level), frames),
    )


def _scoped_role(
    page: Tables, node: Node, meaning: Semantics, frames: tuple[str, ...]
) -> Iterator[Selector]:
    """Yield role and name inside the nearest anchor or ancestor that makes them unique."""
    if (anchor := find_anchor(page, node, _alike(page, node, meaning))) is None:
        return
    call = f"{anchor.call()}.{code.by_role(meaning.role, meaning.name, meaning.level)}"
    yield Selector(
        kind=SelectorKind.SCOPED_ROLE,
        value=f"{anchor.say()}: {meaning.role} {meaning.name}".strip(),
        playwright=code.in_frames(call, frames),
    )
