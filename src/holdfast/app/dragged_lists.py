"""Dragged lists: which item a drag moved, and the list that it ended in."""

from holdfast.model.fingerprint import Fingerprint
from holdfast.model.recording import EffectKind, Step
from holdfast.model.snapshot import Node
from holdfast.selectors.describe import describe

LONGEST_ITEM = 80  # more of the words of one was not recorded


def moved_item(step: Step) -> str | None:
    """Return what the moved item says, as the recorded order says it; None when it is not told."""
    if step.fingerprint is None:
        return None
    node = step.fingerprint.node
    around, items = (node, *node.iter_ancestors()), order_of(step)
    return next((item for one in around for item in items if _says(one, item)), None)


def stays_behind(step: Step, seen: tuple[str, ...]) -> bool:
    """Return whether a list is the one that the moved item was in when it was recorded."""
    moved = moved_item(step)
    if moved is None or step.fingerprint is None:
        return False
    node = step.fingerprint.node
    item = next(one for one in (node, *node.iter_ancestors()) if _says(one, moved))
    beside = () if item.parent is None else item.parent.children
    return any(_says(one, other) for one in beside for other in seen if other != moved)


def ordered_list(step: Step) -> Fingerprint | None:
    """Return the list whose order a drag changed; None where no list on its page is that one.

    It held before all that it holds afterwards, but for what was moved.
    """
    stayed = set(order_of(step)) - {moved_item(step)}
    for end in (one for one in (step.to, step.fingerprint) if one is not None):
        for node in (end.node, *end.node.iter_ancestors()):
            if _held(node, stayed):
                return describe(end.page, node.index)
    page = None if step.fingerprint is None else step.fingerprint.page
    held = [one.index for one in (page.nodes if page and stayed else ()) if _held(one, stayed)]
    return describe(page, held[0]) if page is not None and len(held) == 1 else None


def order_of(step: Step) -> tuple[str, ...]:
    """Return the items of the list that a drag ended in, as they stood then."""
    effect = step.effect
    if effect is None or effect.kind is not EffectKind.ORDER:
        return ()
    return effect.expected if isinstance(effect.expected, tuple) else ()


def _held(node: Node, items: set[str]) -> bool:
    if not items:
        return not node.children
    return all(any(_says(child, item) for child in node.children) for item in items)


def _says(node: Node, item: str) -> bool:
    """Return whether an element says what an item says, whatever room is between the words."""
    said, wanted = "".join(node.text.split()), "".join(item.split())
    return said.startswith(wanted) if len(item) >= LONGEST_ITEM else said == wanted
