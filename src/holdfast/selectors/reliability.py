"""Reliability: what about an element can be relied on, and what its author could do about it."""

from collections.abc import Iterator
from dataclasses import dataclass

from holdfast.model.snapshot import Node
from holdfast.page.keys import TEST_ID_ATTRIBUTES
from holdfast.page.stability import is_generated, is_positional, is_state_class, is_utility_class
from holdfast.page.tables import LONGEST_VALUE, Tables, tables_of
from holdfast.selectors.power import find_label
from holdfast.selectors.selector import SelectorKind
from holdfast.selectors.writing import selectors_of

_KEYS = ("id", "name", *TEST_ID_ATTRIBUTES)
_WORDS = ("aria-label", "placeholder", "alt", "title")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One thing that an element could be known by; ``why`` says why not, "" when it could."""

    what: str
    value: str
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectorAdvice:
    """What is stable about an element, what is not, and what to beware of."""

    stable: tuple[Mark, ...]
    unstable: tuple[Mark, ...]
    warnings: tuple[str, ...]


def advise(node: Node) -> SelectorAdvice:
    """Return what can be relied on in this element, judged on its own page."""
    marks = list(_iter_marks(node))
    unstable = tuple(mark for mark in marks if mark.why)
    return SelectorAdvice(
        stable=tuple(mark for mark in marks if not mark.why),
        unstable=unstable,
        warnings=tuple(_iter_warnings(node, unstable)),
    )


def _iter_marks(node: Node) -> Iterator[Mark]:
    page = tables_of(node.snapshot)
    for name in _KEYS:
        if value := node.get(name):
            yield Mark(what=name, value=value, why=_doubt(page, node, name, value))
    for name in dict.fromkeys(node.classes):
        yield Mark(what="class", value=name, why=_class_doubt(name))
    if label := find_label(node):
        yield Mark(what="label", value=label)
    for name in _WORDS:
        if value := " ".join(node.get(name).split()):
            yield Mark(what=name, value=value[:LONGEST_VALUE])
    if 0 < len(text := node.text) <= LONGEST_VALUE:
        yield Mark(what="text", value=text)


def _doubt(page: Tables, node: Node, name: str, value: str) -> str:
    if is_generated(value):
        return "made by a machine"
    if is_positional(value):
        return "only says which one in a row it is"
    if name == "id" and page.count_attribute(node.frame, "id", value) > 1:
        return "several elements have it"
    return ""


def _class_doubt(name: str) -> str:
    if is_utility_class(name):
        return "only styles"
    if is_generated(name):
        return "made by a machine"
    return "says what state it is in now" if is_state_class(name) else ""


def _iter_warnings(node: Node, unstable: tuple[Mark, ...]) -> Iterator[str]:
    best = selectors_of(node)[0]
    if best.is_fragile:
        yield (
            "no selector is unique: nothing but its place among its siblings tells this element "
            "from others; a test id (data-testid) would"
        )
    elif best.kind in {SelectorKind.CSS, SelectorKind.BARE_ROLE}:
        yield (
            "nothing that a person reads tells it from others: an accessible name or a test id "
            "would outlast a redesign"
        )
    for mark in unstable:
        if mark.what == "class":
            continue
        if mark.why.startswith("made"):
            yield f"the {mark.what} {mark.value[:80]!r} is made by a machine: it will not stay"
        elif mark.why.startswith("several"):
            yield f"the id {mark.value[:80]!r} is not unique: several elements have it"
    if not node.is_visible:
        yield "it is hidden on this page: a person could not use it"
