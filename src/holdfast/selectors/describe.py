"""Snapshot and target → fingerprint: every way to find the element that its page offers."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from holdfast.errors import TargetMissing
from holdfast.identity.document import to_data
from holdfast.identity.generate import generate
from holdfast.model.fingerprint import Fingerprint, IdentityMeaning
from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import BASE_WEIGHTS, JsonObject, LocatorStrategy, StrategyType
from holdfast.page.compact import compact
from holdfast.page.kinds import control_of
from holdfast.page.page_cache import once_per_page
from holdfast.page.tables import Tables, tables_of
from holdfast.selectors.css import (
    attribute_compound,
    class_traits,
    css_path,
    find_short_css,
    id_trait,
    test_id_trait,
    write_compound,
)
from holdfast.selectors.naming import SelectorKind, dom_traits, semantics_of, words_of
from holdfast.selectors.strategy_port import match_confidence
from holdfast.witnesses.visible_words import words_at

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMELESS_BASE = 0.80  # a role without a name: a kind of element, not an element
SIMILARITY_CONFIDENCE = 1.0  # on its own page the element is as similar to itself as can be
STATES = ("checked", "disabled", "expanded", "pressed", "selected", "required", "readonly")
# Attributes of HTML that mean a state, where it is not simply called the same.
_NATIVE_STATES = {"open": "expanded"}


def describe(
    snapshot: Snapshot,
    target: str | Node | int,
    *,
    meaning: IdentityMeaning = IdentityMeaning.CONTENT,
) -> Fingerprint:
    """Return the fingerprint of one element. Raises ``TargetMissing`` when it is none or several.

    ``target`` is a CSS selector, an XPath (begins with ``/`` or ``(``), a node, or its index.
    ``meaning`` tells whether this very thing is meant, or whatever stands in its place.
    """
    node = get_target(snapshot, target)
    return Fingerprint(
        page=snapshot if snapshot.is_compact else _compact_page(snapshot),
        target=node.index,
        strategies=strategies_for(node),
        meaning=meaning,
    )


def get_target(snapshot: Snapshot, target: str | Node | int) -> Node:
    """Return the one element that is meant; raises ``TargetMissing`` when none or several are."""
    if isinstance(target, str):
        found = _ask(snapshot, target.strip())
    elif isinstance(target, Node):
        found = [target] if target.snapshot is snapshot else []
    else:
        found = [snapshot.nodes[target]] if 0 <= target < len(snapshot) else []
    if len(found) != 1:
        raise TargetMissing(target if isinstance(target, str) else repr(target), len(found))
    return found[0]


def _ask(snapshot: Snapshot, selector: str) -> list[Node]:
    if not selector.startswith(("/", "(")):
        return snapshot.select(selector)
    # A plain path needs no tree of its own, and works for tags that XPath has no name for.
    plain = snapshot.find_xpath(selector)
    return snapshot.query_xpath(selector) if plain is None else [plain]


@once_per_page
def _compact_page(snapshot: Snapshot) -> Snapshot:
    """Return the page as it is stored; the same object for all fingerprints made on it."""
    return compact(snapshot)


def strategies_for(node: Node) -> tuple[LocatorStrategy, ...]:
    """Return every way to the element, the primary first: the most readable one that is unique."""
    page = tables_of(node.snapshot)
    selectors = [
        *_semantic(page, node),
        *_power(page, node),
        *_dom(page, node),
        *_css(page, node),
    ]
    primary = next((s for s in selectors if _is_unique(s)), None)
    if primary is not None:
        selectors.remove(primary)
        selectors.insert(0, primary)
    return (*selectors, *_placed(node), _identity(node), _similarity())


def _is_unique(strategy: LocatorStrategy) -> bool:
    return strategy.confidence >= BASE_WEIGHTS[strategy.type]


def _strategy(
    kind: StrategyType,
    count: int,
    *,
    selector: str | None = None,
    metadata: JsonObject | None = None,
) -> LocatorStrategy:
    return LocatorStrategy(
        type=kind,
        confidence=match_confidence(BASE_WEIGHTS[kind], count),
        selector=selector,
        metadata=MappingProxyType(dict(metadata or {})),
    )


def _semantic(page: Tables, node: Node) -> Iterator[LocatorStrategy]:
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
        strategy = _strategy(StrategyType.CDP_SEMANTIC, way.count, metadata=metadata)
        if way.name:
            yield strategy
        else:
            yield replace(strategy, confidence=match_confidence(NAMELESS_BASE, way.count))


def states_of(node: Node) -> dict[str, bool | str]:
    """Return the states that the element is in, as far as its markup says so."""
    given = node.snapshot.attributes[node.index]
    states: dict[str, bool | str] = {}
    for name in given:
        state = _NATIVE_STATES.get(name, name.removeprefix("aria-"))
        if state in STATES:
            written = given[name].strip().lower() if name.startswith("aria-") else "true"
            states[state] = {"true": True, "false": False}.get(written, written)
    return states


def _power(page: Tables, node: Node) -> Iterator[LocatorStrategy]:
    for words in words_of(page, node):
        if words.kind is SelectorKind.TEXT and _is_said_by_control(node):
            continue
        metadata = {"by": str(words.kind), "value": words.value}
        yield _strategy(StrategyType.CDP_POWER, words.count, metadata=metadata)


def _is_said_by_control(node: Node) -> bool:
    """Return whether the node only holds the text of a control: by its text, that is found."""
    control = node.snapshot.nodes[control_of(node.snapshot, node.index)]
    return control != node and control.text == node.text


def _dom(page: Tables, node: Node) -> Iterator[LocatorStrategy]:
    """Yield id, name, test id and a unique selector, each once."""
    compounds = [traits for _, traits in dom_traits(node)]
    if (test_id := test_id_trait(node)) is not None:
        compounds.append((test_id,))
    written = {write_compound(traits): page.count(node.frame, traits) for traits in compounds}
    if (css := find_short_css(page, node)) is not None:
        written.setdefault(css, 1)
    for selector, count in written.items():
        yield _strategy(StrategyType.DOM_SELECTOR, count, selector=selector)


def _css(page: Tables, node: Node) -> Iterator[LocatorStrategy]:
    """Yield the selector by attributes, then the path."""
    if traits := attribute_compound(node):
        count = page.count(node.frame, traits)
        yield _strategy(StrategyType.CSS_SELECTOR, count, selector=write_compound(traits))
    yield _strategy(StrategyType.CSS_SELECTOR, 1, selector=css_path(page, node))


def _placed(node: Node) -> Iterator[LocatorStrategy]:
    """Yield what goes by place: mouse, words to be read, coordinates; none without a box."""
    box = node.box
    if box is None or box.area <= 0:
        return
    snapshot = node.snapshot
    centre_x, centre_y = box.centre
    point = {"x": centre_x - snapshot.scroll.x, "y": centre_y - snapshot.scroll.y}
    seen: dict[str, object] = {"attributes": _looks(node)}
    if snapshot.viewport is not None:
        seen["viewport"] = snapshot.viewport._asdict()
    seen["scroll"] = snapshot.scroll._asdict()
    yield _strategy(StrategyType.EVIDENCE_SCORING, 1, metadata={"endpoint": point, **seen})
    if (words := words_at(snapshot, node.index)) is not None:
        yield _strategy(StrategyType.VISION_OCR, 1, metadata=words)
    yield _strategy(StrategyType.COORDINATES, 1, metadata={**point, "box": box._asdict(), **seen})


def _looks(node: Node) -> dict[str, object]:
    """Return tag, id and classes, as far as people wrote them."""
    looks: dict[str, object] = {"tagName": node.tag}
    if (own_id := id_trait(node)) is not None:
        looks["id"] = own_id.value
    if classes := [trait.name for trait in class_traits(node)]:
        looks["classList"] = classes
    return looks


def _identity(node: Node) -> LocatorStrategy:
    identity = generate(node.snapshot, node)
    return LocatorStrategy(
        type=StrategyType.DSL_IDENTITY,
        confidence=identity.meta.confidence,
        metadata=MappingProxyType({"dsl": to_data(identity)}),
    )


def _similarity() -> LocatorStrategy:
    return LocatorStrategy(type=StrategyType.SIMILARITY, confidence=SIMILARITY_CONFIDENCE)
