"""DevTools selectors: write an element's selectors and frames as that recorder does."""

from collections.abc import Iterator

from holdfast.model.fingerprint import Fingerprint
from holdfast.model.foreign_locators import write_aria
from holdfast.model.recording import Pointer
from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import BASE_WEIGHTS, LocatorStrategy, StrategyType

MOST_SELECTORS = 4  # each is tried at once when DevTools replays; more only cost
_HAIR = 1e-9
_BY_CSS = frozenset({StrategyType.DOM_SELECTOR, StrategyType.CSS_SELECTOR})


def point_at(fingerprint: Fingerprint) -> Pointer:
    """Return the selectors that found the element, and nothing else, where it was recorded."""
    node = fingerprint.node
    selectors: list[tuple[str, ...]] = []
    for strategy in fingerprint.strategies:
        written = _write(strategy, node)
        if written is not None and (written,) not in selectors:
            selectors.append((written,))
    path = _path(node)
    kept = [*selectors[: MOST_SELECTORS - 1], *([] if path in selectors else [path])]
    return Pointer(selectors=tuple(kept), frames=tuple(_frames(node)))


def _write(strategy: LocatorStrategy, node: Node) -> str | None:
    """Return a unique way as a selector; None for others, and where there are no words for it.

    All selectors of a step are tried at once, so one that finds something else is a wrong click.
    """
    if strategy.confidence < BASE_WEIGHTS.get(strategy.type, 2.0) - _HAIR:
        return None
    if strategy.type is StrategyType.CDP_SEMANTIC:
        said = strategy.metadata
        # The level of a heading cannot be said, and may be what makes it the only one.
        if "level" in said:
            return None
        return write_aria(str(said.get("name", "")), str(said.get("role", "")))
    if strategy.type in _BY_CSS and strategy.selector and not strategy.selector.startswith("/"):
        return _write_css(strategy.selector, node)
    return None


def _write_css(css: str, node: Node) -> str | None:
    if not _is_in_shadow(node):
        return css
    # A selector over several elements does not cross the border of a shadow root.
    return None if any(sign in css for sign in " >+~,") else f"pierce/{css}"


def _is_in_shadow(node: Node) -> bool:
    snapshot = node.snapshot
    scope = 0 if snapshot.scope_of is None else snapshot.scope_of[node.index]
    return scope != snapshot.frame_of(node.index)


def _path(node: Node) -> tuple[str, ...]:
    """Return the way down to an element, a part for each shadow root around it."""
    steps: list[str] = []
    current: Node | None = node
    scope = _scope_of(node.snapshot, node.index)
    while current is not None and _scope_of(node.snapshot, current.index) == scope:
        steps.append(_step(current))
        current = current.parent
    part = " > ".join(reversed(steps))
    is_shadow = scope != node.snapshot.frame_of(node.index)
    return (*_path(current), part) if is_shadow and current is not None else (part,)


def _step(node: Node) -> str:
    siblings = [other for other in _family(node) if other.tag == node.tag]
    if len(siblings) == 1:
        return node.tag
    return f"{node.tag}:nth-of-type({siblings.index(node) + 1})"


def _family(node: Node) -> list[Node]:
    if node.parent is None:
        return [node]
    scope = _scope_of(node.snapshot, node.index)
    return [
        other for other in node.parent.children if _scope_of(node.snapshot, other.index) == scope
    ]


def _scope_of(snapshot: Snapshot, index: int) -> int:
    return 0 if snapshot.scope_of is None else snapshot.scope_of[index]


def _frames(node: Node) -> Iterator[int]:
    """Yield which frame to enter, among those of each document, from the outside."""
    snapshot = node.snapshot
    owners = [index for index in snapshot.scope_path(node.index) if _is_frame(snapshot, index)]
    for owner in owners:
        beside = sorted(
            scope.owner
            for scope in snapshot.scopes
            if scope.kind == "frame" and snapshot.frame_of(scope.owner) == snapshot.frame_of(owner)
        )
        yield beside.index(owner)


def _is_frame(snapshot: Snapshot, index: int) -> bool:
    return any(scope.owner == index and scope.kind == "frame" for scope in snapshot.scopes)
