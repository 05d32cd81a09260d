"""What of an element outlives a change of layout: the tags, classes, attributes that mean it."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from holdfast.model.element_identity import NodeSemantics
from holdfast.page.stability import is_generated, is_positional, is_stable_class, is_state_class

# Tags that mean something by themselves, by what they are for.
SECTION_TAGS = frozenset(
    "article aside details figcaption figure footer header main mark nav section summary "
    "time".split()
)
FORM_TAGS = frozenset(
    "button datalist fieldset form input label legend meter optgroup option output progress select "
    "textarea".split()
)
INTERACTIVE_TAGS = frozenset(
    "a audio video canvas embed iframe img map area object picture source track dialog menu".split()
)
TEXT_TAGS = frozenset("blockquote dd dl dt hr li ol ul p pre h1 h2 h3 h4 h5 h6".split())
TABLE_TAGS = frozenset("caption col colgroup table tbody td tfoot th thead tr".split())
SVG_TAGS = frozenset("svg path circle rect line polyline polygon ellipse g text use".split())
SEMANTIC_TAGS = SECTION_TAGS | FORM_TAGS | INTERACTIVE_TAGS | TEXT_TAGS | TABLE_TAGS | SVG_TAGS
# The page as a whole is never a step on the way; it is where the way begins if nothing else is.
PAGE_TAGS = frozenset({"html", "body"})

LONGEST_TEXT = 120  # more is prose: it is compared by its beginning
LONGEST_VALUE = 200  # a longer attribute value is data, not a name

# Written for people to read: kept as they are.
_READ_BY_PEOPLE = frozenset(
    "alt title placeholder label content aria-label aria-roledescription".split()
)
# Written for programs: kept unless a machine made the value.
_READ_BY_PROGRAMS = frozenset(
    "name for type method itemprop property http-equiv charset rel autocomplete scope lang "
    "hreflang media sizes kind srclang ng-model v-model formcontrolname".split()
)
_ADDRESSES = frozenset("href src action formaction poster xlink:href".split())
_VALUED_TAGS = frozenset({"input", "button", "option", "param", "data"})
# ARIA attributes that say what state a thing is in, how far it is, or the how-manieth it is.
_ARIA_IN_MOTION = frozenset(
    "aria-" + name
    for name in (
        "activedescendant atomic braillelabel busy checked colcount colindex colspan current "
        "disabled dropeffect expanded grabbed hidden invalid live posinset pressed relevant "
        "rowcount rowindex rowspan selected setsize sort valuemax valuemin valuenow valuetext"
    ).split()
)
_DATA_IN_MOTION = re.compile(
    r"data-(?:.*-)?(?:active|checked|col|count|height|i|idx|index|left|loaded|offset|open|order|pos|"
    r"position|reactid|reactroot|row|scroll|selected|state|status|style|time|timestamp|top|visible|"
    r"width|x|y)\Z"
)
_FLAGS = frozenset({"true", "false", "yes", "no", "on", "off"})
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Kind(NamedTuple):
    """Everything that elements of one kind have in common, apart from what they say."""

    tag: str
    semantics: NodeSemantics

    @property
    def is_meaningful(self) -> bool:
        """Return whether such a node is a step on the way; plain boxes are not."""
        if self.tag in PAGE_TAGS:
            return False
        return self.tag in SEMANTIC_TAGS or self.semantics != NOTHING_SAID


NOTHING_SAID = NodeSemantics()


def normalise(text: str) -> str:
    """Return the text trimmed, with every white space as one space."""
    return " ".join(text.split())


def is_writable(text: str) -> bool:
    """Return whether a text can stand in a file; half a character from a hostile page cannot."""
    return text.isascii() or _LONE_SURROGATE.search(text) is None


def describe_kind(tag: str, attributes: Mapping[str, str]) -> Kind:
    """Return what an element is, from its tag and attributes alone."""
    if not attributes:
        return Kind(tag, NOTHING_SAID)
    own_id = attributes.get("id", "")
    return Kind(
        tag,
        NodeSemantics(
            id=own_id if _is_stable_id(own_id) else "",
            role=_role(attributes),
            classes=_classes(attributes.get("class", "")),
            attributes=tuple(
                sorted(
                    (name, normalise(value))
                    for name, value in attributes.items()
                    if keeps_meaning(tag, name, value)
                )
            ),
        ),
    )


def has_meaning(name: str, value: str) -> bool:
    """Return whether an id or a class is one that a description goes by."""
    if name == "id":
        return _is_stable_id(value)
    return _is_lasting_class(value)


def _is_stable_id(own_id: str) -> bool:
    if not own_id or not is_writable(own_id):
        return False
    return not (is_generated(own_id) or is_positional(own_id))


def _role(attributes: Mapping[str, str]) -> str:
    roles = attributes.get("role", "").lower().split()
    return roles[0] if roles and is_writable(roles[0]) and len(roles[0]) <= LONGEST_VALUE else ""


def _classes(written: str) -> tuple[str, ...]:
    return tuple(sorted(filter(_is_lasting_class, set(written.split()))))


def _is_lasting_class(name: str) -> bool:
    return is_stable_class(name) and not is_state_class(name) and is_writable(name)


def keeps_meaning(tag: str, name: str, value: str) -> bool:
    """Return whether an attribute (other than id, class, role) says what the element is."""
    if not value.strip() or len(value) > LONGEST_VALUE or not is_writable(value):
        return False
    if name in _READ_BY_PEOPLE:
        return True
    if name in _ADDRESSES:
        return _is_stable_address(name, value)
    if name == "value":
        return tag in _VALUED_TAGS and (value.isdecimal() or not is_generated(value))
    if name in _READ_BY_PROGRAMS:
        return name == "type" or not is_generated(value)
    return _is_stable_aria(name, value) or _is_stable_data(name, value)


def _is_stable_address(name: str, value: str) -> bool:
    if value.startswith(("data:", "blob:")):
        return False
    address, _, fragment = value.partition("#")
    if fragment and is_generated(fragment):
        return False
    # Files carry the hash of their build in their name; a link's path names what it leads to.
    return name not in {"src", "poster"} or not is_generated(address.rpartition("/")[2] or "x")


def _is_stable_aria(name: str, value: str) -> bool:
    if not name.startswith("aria-") or name in _ARIA_IN_MOTION:
        return False
    return value.isdecimal() or not any(map(is_generated, value.split()))


def _is_stable_data(name: str, value: str) -> bool:
    """Return whether a data-* attribute was put there by a person, to stay."""
    if not name.startswith("data-") or not is_writable(name) or _DATA_IN_MOTION.match(name):
        return False
    if value.lower() in _FLAGS or value.lstrip()[:1] in {"{", "["} or is_positional(value):
        return False
    return not is_generated(value) and not is_generated(name[5:])
