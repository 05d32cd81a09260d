"""What a person can do with an element: press it, fill it in, or read it."""

from holdfast.model.snapshot import Snapshot
from holdfast.page.index import PageIndex

PRESS = "press"  # links and buttons are one kind: redesigns swap them freely
_PRESS_ROLES = frozenset(
    {"button", "link", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "treeitem", "option"}
)
_FIELD_ROLES = frozenset(
    {"checkbox", "radio", "switch", "combobox", "listbox", "textbox", "searchbox", "slider",
     "spinbutton"}
)  # fmt: skip
FIELD_TAGS = frozenset({"input", "select", "textarea"})
_BUTTON_TYPES = frozenset({"submit", "button", "reset", "image"})
_FIELD = "field:"
_OWN = frozenset({"title", "aria-label"})  # what is called otherwise than what it is in


def kind_of(snapshot: Snapshot | PageIndex, index: int) -> str:
    """Return "press", "field:" and which, or the tag of an element that is only read."""
    tag, role = snapshot.tags[index], snapshot.role_of(index)
    if tag in FIELD_TAGS:
        kind = snapshot.attributes[index].get("type", "text" if tag == "input" else tag).lower()
        return PRESS if tag == "input" and kind in _BUTTON_TYPES else f"{_FIELD}{kind}"
    if role in _PRESS_ROLES or tag == "summary":
        return PRESS
    return f"{_FIELD}{role}" if role in _FIELD_ROLES else tag


def is_field(kind: str) -> bool:
    """Return whether a kind is that of something to fill in."""
    return kind.startswith(_FIELD)


def is_actionable(snapshot: Snapshot, index: int) -> bool:
    """Return whether a person can press the element or fill it in."""
    kind = kind_of(snapshot, index)
    return kind == PRESS or is_field(kind)


def control_of(snapshot: Snapshot, index: int) -> int:
    """Return the control that an element is part of: the icon's button; itself if there is none.

    What a field is made of can be more than a part of it: the mark that takes a chosen thing away.
    """
    here, is_own = index, False
    while here >= 0:
        if is_actionable(snapshot, here):
            return index if is_own and is_field(kind_of(snapshot, here)) else here
        is_own = is_own or snapshot.tags[here] == "li" or bool(_OWN & {*snapshot.attributes[here]})
        here = snapshot.parents[here]
    return index
