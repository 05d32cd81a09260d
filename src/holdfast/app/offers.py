"""Offers: what a page puts forward while somebody types, for a key to choose from."""

from holdfast.model.fingerprint import Fingerprint
from holdfast.model.recording import Step, StepAction
from holdfast.model.snapshot import Node
from holdfast.selectors.describe import describe

CHOOSING_KEYS = frozenset({"ArrowDown", "ArrowUp", "Enter"})
OFFERED = frozenset({"option", "menuitem", "listitem", "treeitem"})


def find_offer(earlier: Step, step: Step) -> Fingerprint | None:
    """Return the first thing that came between typing and a key; None where nothing did.

    A key that is pressed before it is there chooses nothing, or something else.
    """
    if earlier.action is not StepAction.TYPE or step.action is not StepAction.PRESS:
        return None
    typed, pressed = earlier.fingerprint, step.fingerprint
    if typed is None or pressed is None or step.value not in CHOOSING_KEYS:
        return None
    if (earlier.tab, earlier.url) != (step.tab, step.url):
        return None
    before = {(node.role, node.text) for node in typed.page.nodes if node.is_visible}
    for node in pressed.page.nodes:
        kind = node.role, node.text
        if node.role in OFFERED and node.text and node.is_visible and kind not in before:
            return describe(pressed.page, _said_by(node).index)
    return None


def _said_by(node: Node) -> Node:
    """Return the innermost element that says all that an item says: it is found by its words."""
    inner = next((one for one in node.children if one.text == node.text), None)
    return node if inner is None else _said_by(inner)
