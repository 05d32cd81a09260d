"""Holding at little cost: a selector that can find nothing but what looks as it was recorded.

Measuring an element and comparing it takes the page several turns. A recorded role and name,
narrowed by what must not contradict, refuses everything else by itself, so that counting what it
finds is enough. What does not pass is looked at in the long way, which is less strict.
"""

from holdfast.engine import find_primary
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.replay_result import Guard
from holdfast.model.strategy import StrategyType
from holdfast.page.keys import TEST_ID_ATTRIBUTES, label_of
from holdfast.selectors.css import is_quotable, quote
from holdfast.selectors.writing import frames_of

# The attributes that name an element or say what kind it is.
KEY_ATTRIBUTES = ("id", "name", "href", "type", "role", *TEST_ID_ATTRIBUTES)
VOID_TAGS = frozenset({"input", "img"})  # nothing can stand in them, and asking costs time


def find_guard(fingerprint: Fingerprint) -> Guard | None:
    """Return the guarded selector, None when the recorded one is not by role and name."""
    primary = find_primary(fingerprint)
    if primary is None or primary.type is not StrategyType.CDP_SEMANTIC:
        return None
    page, node = fingerprint.page, fingerprint.node
    name = primary.metadata.get("name")
    if not name or name != label_of(page, node.index) or not page.index.shown[node.index]:
        return None
    attributes = {key: node.get(key) for key in KEY_ATTRIBUTES if node.get(key)}
    if not node.tag.isalnum() or not all(map(is_quotable, attributes.values())):
        return None
    return Guard(
        strategy=primary,
        frames=frames_of(node),
        css=node.tag + "".join(_not_another(key, value) for key, value in attributes.items()),
        text=_text(fingerprint, str(name)),
    )


def _not_another(key: str, value: str) -> str:
    """Return the condition that an attribute is as recorded, or is not there at all."""
    return f":is([{key}={quote(value)}], :not([{key}]))"


def _text(fingerprint: Fingerprint, name: str) -> str | None:
    """Return the words that stand in the element itself, if they name it; None for any."""
    said = fingerprint.node.text
    if fingerprint.node.tag in VOID_TAGS:
        return None
    if not said:
        return ""
    return name if said == name else None
