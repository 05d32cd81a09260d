"""Describe: makes the fingerprint of an element, with every way to it that its page offers."""

from collections.abc import Iterator

from holdfast.errors import TargetMissing
from holdfast.model.fingerprint import Fingerprint, IdentityMeaning
from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import BASE_WEIGHTS, LocatorStrategy, StrategyType
from holdfast.page.compact import compact
from holdfast.page.metadata import words_at
from holdfast.page.page_cache import once_per_page
from holdfast.page.strategy_port import recorded
from holdfast.page.tables import tables_of
from holdfast.selectors import identity_selector, markup, power, semantic
from holdfast.selectors.css import class_traits, id_trait
from holdfast.selectors.given import find_given
from holdfast.selectors.writing import code_of, frames_of, selectors_of


def describe(
    snapshot: Snapshot,
    target: str | Node | int,
    *,
    meaning: IdentityMeaning = IdentityMeaning.CONTENT,
) -> Fingerprint:
    """Return the fingerprint of one element. Raises ``TargetMissing`` when it is none or several.

    ``target`` is a selector as people write it (see ``find_given``), a node, or its index.
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
        found = find_given(snapshot, target)
    elif isinstance(target, Node):
        found = [target] if target.snapshot is snapshot else []
    else:
        found = [snapshot.nodes[target]] if 0 <= target < len(snapshot) else []
    if len(found) != 1:
        raise TargetMissing(target if isinstance(target, str) else repr(target), len(found))
    return found[0]


@once_per_page
def _compact_page(snapshot: Snapshot) -> Snapshot:
    """Return the page as it is stored; the same object for all fingerprints made on it."""
    return compact(snapshot)


def strategies_for(node: Node) -> tuple[LocatorStrategy, ...]:
    """Return every way to the element, the primary first: the most readable one that is unique."""
    page, frames = tables_of(node.snapshot), frames_of(node)
    selectors = [one for kind in (semantic, power, markup) for one in kind.describe(page, node)]
    unique = [one for one in selectors if one.confidence >= BASE_WEIGHTS[one.type]]
    coded = {code_of(one, frames): one for one in reversed(unique)}
    written = (coded.get(selector.playwright) for selector in selectors_of(node))
    primary = next(filter(None, written), unique[0] if unique else None)
    if primary is not None:
        selectors.remove(primary)
        selectors.insert(0, primary)
    return (*selectors, *_placed(node), identity_selector.describe(node), _SIMILARITY)


# On its own page the element is as similar to itself as can be.
_SIMILARITY = LocatorStrategy(type=StrategyType.SIMILARITY, confidence=1.0)


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
    yield recorded(StrategyType.EVIDENCE_SCORING, 1, metadata={"endpoint": point, **seen})
    if (words := words_at(snapshot, node.index)) is not None:
        yield recorded(StrategyType.VISION_OCR, 1, metadata=words)
    yield recorded(StrategyType.COORDINATES, 1, metadata={**point, "box": box._asdict(), **seen})


def _looks(node: Node) -> dict[str, object]:
    """Return tag, id and classes, as far as people wrote them."""
    looks: dict[str, object] = {"tagName": node.tag}
    if (own_id := id_trait(node)) is not None:
        looks["id"] = own_id.value
    if classes := [trait.name for trait in class_traits(node)]:
        looks["classList"] = classes
    return looks
