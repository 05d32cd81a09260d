"""Offers: what a page puts forward while somebody types, for a key to choose from."""

from typing import NamedTuple

from holdfast.model.fingerprint import Fingerprint
from holdfast.model.recording import Step, StepAction
from holdfast.model.snapshot import Node, Snapshot
from holdfast.page.stability import is_generated
from holdfast.selectors.describe import describe

CHOOSING_KEYS = frozenset({"ArrowDown", "ArrowUp", "Enter"})
MARKED = "aria-activedescendant"
OFFERED = frozenset({"option", "menuitem", "listitem", "treeitem"})


class Offer(NamedTuple):
    """What came while somebody typed, or went; ``css``: the field says that it is marked."""

    element: Fingerprint
    is_shown: bool = True
    css: str = ""


def find_offer(earlier: Step, step: Step) -> Offer | None:
    """Return what is marked once something was typed, or came, or went; None for nothing.

    A key that is pressed before that chooses nothing, or something else.
    """
    if earlier.action is not StepAction.TYPE or step.action is not StepAction.PRESS:
        return None
    typed, pressed = earlier.fingerprint, step.fingerprint
    if typed is None or pressed is None or step.value not in CHOOSING_KEYS:
        return None
    if (earlier.tab, earlier.url) != (step.tab, step.url):
        return None
    marked = pressed.node.get(MARKED)
    if marked and not is_generated(marked) and marked != typed.node.get(MARKED):
        return Offer(pressed, css=f'[{MARKED}="{marked}"]')
    came, went = _new_in(pressed.page, typed.page), _new_in(typed.page, pressed.page)
    if came is not None:
        return Offer(came)
    return None if went is None else Offer(went, is_shown=False)


def _new_in(page: Snapshot, other: Snapshot) -> Fingerprint | None:
    """Return the first thing to choose that one page offers, and the other does not."""
    known = {(node.role, node.text) for node in other.nodes if node.is_visible}
    for node in page.nodes:
        is_offered = node.role in OFFERED and node.text and node.is_visible
        if is_offered and (node.role, node.text) not in known:
            return describe(page, _said_by(node).index)
    return None


def _said_by(node: Node) -> Node:
    """Return the innermost element that says all that an item says: it is found by its words."""
    inner = next((one for one in node.children if one.text == node.text), None)
    return node if inner is None else _said_by(inner)
