"""What is shown, as far as the markup says: without a browser nobody measured it."""

import re
from collections.abc import Mapping, Sequence

from holdfast.page.attributes import AttributeColumns
from holdfast.page.shape import Shape

Attributes = Mapping[str, str]

# Nothing inside these is ever shown as text of the page.
UNSHOWN_TAGS = frozenset(
    "head script style template noscript title meta link base param source track datalist "
    "noframes noembed rp desc metadata defs symbol".split()
)
_HIDING_TAGS = UNSHOWN_TAGS | {"dialog", "details", "audio", "input"}
_HIDING_ATTRIBUTES = frozenset({"hidden", "style", "popover"})
_STYLES = re.compile(
    r"(?:^|;)\s*(display|visibility|content-visibility)\s*:\s*([\w-]+)", re.IGNORECASE
)
_UNSEEN = frozenset(
    {("display", "none"), ("visibility", "hidden"), ("visibility", "collapse"),
     ("content-visibility", "hidden")}
)  # fmt: skip


def shown_by_markup(
    shape: Shape, attributes: Sequence[Attributes], columns: AttributeColumns
) -> list[bool]:
    """Return which elements are shown, as far as tags and attributes tell."""
    tags, ends = shape.tags, shape.ends
    shown = [True] * len(tags)
    suspects = {*columns.places_of(_HIDING_ATTRIBUTES), *shape.places_of(_HIDING_TAGS)}
    for index in sorted(suspects):
        if not shown[index]:
            continue
        if is_hidden_by_markup(tags[index], attributes[index]):
            hide(shown, index, ends[index])
        elif tags[index] == "details" and is_closed(attributes[index]):
            for child in shape.iter_children(index):
                if tags[child] != "summary":
                    hide(shown, child, ends[child])
    return shown


def hide(shown: list[bool], start: int, end: int) -> None:
    """Mark a stretch of elements as not shown."""
    shown[start:end] = [False] * (end - start)


def is_closed(attributes: Attributes) -> bool:
    """Return whether a details or dialog with these attributes is closed."""
    return "open" not in attributes


def is_hidden_by_markup(tag: str, attributes: Attributes) -> bool:
    """Return whether the element's own tag and attributes hide it, without any style sheet."""
    if tag in UNSHOWN_TAGS or (tag == "input" and attributes.get("type", "").lower() == "hidden"):
        return True
    if tag == "audio":
        return "controls" not in attributes
    styles = dict(_STYLES.findall(attributes["style"].lower())) if "style" in attributes else {}
    if not _UNSEEN.isdisjoint(styles.items()):
        return True
    if "display" in styles:  # a style wins over what browsers do by themselves
        return False
    return (
        "hidden" in attributes
        or "popover" in attributes
        or (tag == "dialog" and is_closed(attributes))
    )
