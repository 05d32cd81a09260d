"""CSS selectors: short ones as people write them, and the long path that always works."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from holdfast.model.placeholders import MASK
from holdfast.model.snapshot import Node
from holdfast.page.keys import TEST_ID_ATTRIBUTES, has_tracking
from holdfast.page.stability import is_generated, is_positional, is_state_class, stable_classes
from holdfast.page.tables import LONGEST_VALUE, Tables, Trait

# Attributes worth asking for, those that people choose with the most care first.
_TELLING = (
    "name", "aria-label", "for", "href", "value", "alt", "title", "placeholder", "action",
    "aria-controls", "role",
    "type",
)  # fmt: skip
# Written by scripts while the page is used, not by the page's author.
_VOLATILE = re.compile(r"data-(?:v-|reactid|react|state|index|idx|pos|n-head|aria|focus|time|ts)")
_LANDMARKS = frozenset({"main", "nav", "header", "footer", "aside", "form", "dialog", "search"})
_IDENTIFIER = re.compile(r"-?[^\W\d][\w-]*\Z")
_TAG = re.compile(r"[a-z][a-z0-9-]*\Z")
_ATTRIBUTE = re.compile(r"[a-z_][a-z0-9_-]*\Z")
_MOST_CLASSES = 4  # of one element that are tried
_MOST_ATTRIBUTES = 6
_FARTHEST_SCOPE = 12  # levels above the element at which a scope is still one that people see


def quote(text: str) -> str:
    """Return the text as a CSS string."""
    escaped = "".join(
        f"\\{ord(letter):x} " if letter < " " or letter == "\x7f" else letter
        for letter in text.replace("\\", "\\\\").replace('"', '\\"')
    )
    return f'"{escaped}"'


def write_trait(trait: Trait) -> str:
    """Return the piece of a selector that asks for one trait."""
    if trait.kind == "tag":
        return trait.name
    if trait.kind == "class":
        plain = _IDENTIFIER.match(trait.name)
        return f".{trait.name}" if plain else f"[class~={quote(trait.name)}]"
    if trait.name == "id" and _IDENTIFIER.match(trait.value):
        return f"#{trait.value}"
    return f"[{trait.name}={quote(trait.value)}]"


def write_compound(traits: Sequence[Trait]) -> str:
    """Return the selector for one element that has all the traits."""
    return "".join(map(write_trait, traits))


def id_trait(node: Node) -> Trait | None:
    """Return the id as a trait, None when there is none that a person wrote."""
    value = node.get("id")
    return Trait("attribute", "id", value) if is_quotable(value) else None


def test_id_trait(node: Node) -> Trait | None:
    """Return the test id as a trait, None when there is none that a person wrote."""
    for name in TEST_ID_ATTRIBUTES:
        if is_quotable(value := node.get(name)):
            return Trait("attribute", name, value)
    return None


def is_quotable(value: str) -> bool:
    """Return whether a value may stand in a selector: short, readable, written by a person."""
    return _is_writable(value) and not is_generated(value)


def _is_writable(value: str) -> bool:
    # A backslash would have to be escaped, and nobody would read that.
    writable = 0 < len(value) <= LONGEST_VALUE and value.isprintable() and "\\" not in value
    return writable and MASK not in value


def attribute_traits(node: Node) -> list[Trait]:
    """Return the attributes worth asking for, best first."""
    given = node.snapshot.attributes[node.index]
    own = [name for name in given if name.startswith("data-") and not _VOLATILE.match(name)]
    own = [name for name in own if name not in TEST_ID_ATTRIBUTES]
    traits = [
        Trait("attribute", name, given[name])
        for name in (*_TELLING, *own)
        if name in given and _is_telling(name, given[name])
    ]
    return traits[:_MOST_ATTRIBUTES]


def _is_telling(name: str, value: str) -> bool:
    if name == "value" or name.startswith("data-"):
        return is_quotable(value) and not is_positional(value) and bool(_ATTRIBUTE.match(name))
    if name == "href" and (value.startswith(("#", "javascript:")) or len(value) == 1):
        return False
    if name in {"href", "action"}:  # an address may well hold a number
        return _is_writable(value) and not has_tracking(value)
    return is_quotable(value)


def class_traits(node: Node) -> list[Trait]:
    """Return the classes worth asking for, in the order they are written."""
    lasting = [name for name in stable_classes(node) if not is_state_class(name)]
    return [Trait("class", name) for name in lasting if _is_writable(name)][:_MOST_CLASSES]


def tag_trait(node: Node) -> Trait | None:
    """Return the tag as a trait, None for one that CSS would have to escape."""
    return Trait("tag", node.tag) if _TAG.match(node.tag) else None


def _iter_compounds(node: Node) -> Iterator[tuple[Trait, ...]]:
    """Yield what could be asked of one element, the shortest and most meaningful first."""
    tag, classes, attributes = tag_trait(node), class_traits(node), attribute_traits(node)
    lead = (tag,) if tag else ()
    for trait in classes:
        yield (trait,)
    for trait in attributes:
        yield (*lead, trait)
    if tag:
        yield (tag,)
        for trait in classes:
            yield (tag, trait)
    yield from combinations(classes, 2)
    for first, second in combinations(attributes, 2):
        yield (*lead, first, second)
    for trait in classes:
        for other in attributes:
            yield (*lead, trait, other)


def find_short_css(page: Tables, node: Node) -> str | None:
    """Return a short selector that finds only this node, None when there is none.

    Alone if possible, else inside the nearest ancestor that is itself easy to name.
    """
    compounds = list(_iter_compounds(node))
    # A bare tag that happens to be the only one of its kind says little: it comes with a scope.
    for traits in compounds:
        if (len(traits) > 1 or traits[0].kind != "tag" or node.tag in _LANDMARKS) and page.is_only(
            node.index, traits
        ):
            return write_compound(traits)
    for scope, written in iter_scopes(page, node):
        for traits in compounds:
            if page.is_only(node.index, traits, scope):
                return f"{written} {write_compound(traits)}"
    lone = tag_trait(node)
    return node.tag if lone and page.is_only(node.index, (lone,)) else None


def iter_scopes(page: Tables, node: Node) -> Iterator[tuple[int, str]]:
    """Yield the ancestors that are easy to name, nearest first, each with its selector."""
    frame = node.frame
    for level, around in enumerate(node.iter_ancestors()):
        if level >= _FARTHEST_SCOPE or around.frame != frame:
            return
        if (written := _scope_selector(page, around)) is not None:
            yield around.index, written


def _scope_selector(page: Tables, node: Node) -> str | None:
    """Return how a container is named on the whole page; kept, as many elements share it."""
    if node.index not in page.scopes:
        page.scopes[node.index] = _name_scope(page, node)
    return page.scopes[node.index]


def _name_scope(page: Tables, node: Node) -> str | None:
    named = [id_trait(node), test_id_trait(node)]
    tag = tag_trait(node)
    if tag and node.tag in _LANDMARKS:
        named.append(tag)
    singles = [(trait,) for trait in named if trait] + [(t,) for t in class_traits(node)]
    pairs = [(tag, trait) for trait in attribute_traits(node)] if tag else []
    for traits in (*singles, *pairs):
        if page.is_only(node.index, traits):
            return write_compound(traits)
    return None


def attribute_compound(node: Node) -> tuple[Trait, ...]:
    """Return tag and the three most telling attributes, unique or not; () without attributes."""
    attributes, tag = attribute_traits(node)[:3], tag_trait(node)
    return (*((tag,) if tag else ()), *attributes) if attributes else ()


def css_path(page: Tables, node: Node) -> str:
    """Return the path from the nearest ancestor that is easy to name, else from the top.

    It counts siblings, so it finds only this node, and breaks when one is added before it.
    """
    steps: list[str] = []
    here: Node | None = node
    while here is not None:
        if here is not node and (scope := _scope_selector(page, here)) is not None:
            steps.append(scope)
            break
        parent = here.parent
        inside = parent is not None and parent.frame == here.frame
        steps.append(_step(here, parent if inside else None))
        here = parent if inside else None
    return " > ".join(reversed(steps))


def _step(node: Node, parent: Node | None) -> str:
    tag = node.tag if _TAG.match(node.tag) else "*"
    if parent is None:
        return tag
    tags, siblings = node.snapshot.tags, node.snapshot.children[parent.index]
    scopes = node.snapshot.scope_of
    if scopes is not None:  # a shadow root beside what stands in its slots
        siblings = tuple(i for i in siblings if scopes[i] == scopes[node.index])
    if tag == "*":
        return f"*:nth-child({siblings.index(node.index) + 1})"
    alike = [i for i in siblings if tags[i] == tag]
    return tag if len(alike) == 1 else f"{tag}:nth-of-type({alike.index(node.index) + 1})"
