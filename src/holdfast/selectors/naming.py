"""What an element can be called by: role and name, words, id; and how many are called the same."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from holdfast.page.kinds import is_actionable
from holdfast.page.stability import is_positional
from holdfast.page.tables import (
    LABELLED_TAGS,
    LABELLING,
    LONGEST_VALUE,
    Tables,
    Trait,
)
from holdfast.selectors.css import id_trait, is_quotable, tag_trait, test_id_trait

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from holdfast.model.snapshot import Node

# Roles that say nothing about what an element is for.
EMPTY_ROLES = frozenset({"", "generic", "presentation", "none", "document", "rowgroup"})
_BUTTON_TYPES = frozenset({"submit", "button", "reset", "image", "hidden"})
# Their text is what was typed, or a list of choices.
_TEXTLESS_TAGS = frozenset({"input", "textarea", "select", "option", "html", "body", "head"})


class SelectorKind(StrEnum):
    """What a selector goes by, in the order in which people should prefer them."""

    ROLE = "role"
    TEST_ID = "testId"
    LABEL = "label"
    PLACEHOLDER = "placeholder"
    TEXT = "text"
    ALT = "alt"
    TITLE = "title"
    ID = "id"
    NAME = "name"
    SCOPED_ROLE = "scopedRole"
    BARE_ROLE = "bareRole"
    CSS = "css"
    PATH = "path"


@dataclass(frozen=True, slots=True, kw_only=True)
class Semantics:
    """Role, name and heading level to find an element by, and how many elements have them."""

    role: str
    name: str
    level: int | None
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Words to find an element by, of which kind they are, and how many elements have them."""

    kind: SelectorKind
    value: str
    count: int


def semantics_of(page: Tables, node: Node) -> Sequence[Semantics]:
    """Return role with name, then with heading level, then alone; none for what has no role."""
    role, name, frame = node.role, node.name, node.frame
    if role in EMPTY_ROLES or not page.is_exposed(node.index):
        return ()
    ways = []
    if name and len(name) <= LONGEST_VALUE:
        alike = page.with_role_and_name(frame, role, name)
        ways.append(Semantics(role=role, name=name, level=None, count=len(alike)))
        if (level := heading_level(node)) is not None:
            count = sum(heading_level(node.snapshot.nodes[i]) == level for i in alike)
            ways.append(Semantics(role=role, name=name, level=level, count=count))
    alone = len(page.with_role(frame, role))
    return (*ways, Semantics(role=role, name="", level=None, count=alone))


def heading_level(node: Node) -> int | None:
    """Return the level of a heading, None for everything else."""
    if node.role != "heading":
        return None
    written = node.get("aria-level") or node.tag.removeprefix("h")
    return int(written) if written.isdecimal() and len(written) < 4 and int(written) else None


def words_of(page: Tables, node: Node) -> Iterator[Words]:
    """Yield the test id and the words that stand on, in or beside the node, with their counts."""
    frame = node.frame
    if (trait := test_id_trait(node)) is not None and not is_positional(trait.value):
        alike = page.with_test_id(frame, trait.value)
        yield Words(kind=SelectorKind.TEST_ID, value=trait.value, count=len(alike))
    if label := find_label(node):
        alike = page.with_label(frame, label)
        yield Words(kind=SelectorKind.LABEL, value=label, count=len(alike))
    yield from _worded(page, node, SelectorKind.PLACEHOLDER)
    if is_readable(text := _text_to_quote(node)):
        alike = page.with_text(frame, text)
        yield Words(kind=SelectorKind.TEXT, value=text, count=max(len(alike), 1))
    yield from _worded(page, node, SelectorKind.ALT)
    yield from _worded(page, node, SelectorKind.TITLE)


def _worded(page: Tables, node: Node, kind: SelectorKind) -> Iterator[Words]:
    value = " ".join(node.get(kind).split())
    if is_readable(value):
        yield Words(kind=kind, value=value, count=len(page.with_words(node.frame, kind, value)))


def _text_to_quote(node: Node) -> str:
    """Return the text that a person would point at; "" for what is only put together of parts."""
    if node.tag in _TEXTLESS_TAGS or not (
        node.own_text or is_actionable(node.snapshot, node.index)
    ):
        return ""
    outline, index = node.snapshot.index, node.index
    # A long text is not worth collapsing only to find it too long.
    is_short = outline.text_ends[index] - outline.text_starts[index] <= 4 * LONGEST_VALUE
    return node.text if is_short else ""


def is_readable(text: str) -> bool:
    """Return whether a text is there, and short enough to be quoted."""
    return 0 < len(text) <= LONGEST_VALUE


def find_label(node: Node) -> str | None:
    """Return the label of a field, or the aria-label of anything; None without one."""
    name = node.name
    if not is_readable(name):
        return None
    given = node.snapshot.attributes[node.index]
    if not LABELLING.isdisjoint(given):
        return name
    if node.tag not in LABELLED_TAGS or node.tag == "button":
        return None
    if node.tag == "input" and given.get("type", "").lower() in _BUTTON_TYPES:
        return None
    # Without a label, title and placeholder stand in for it; they are found by their own names.
    stand_ins = {" ".join(given.get(key, "").split()) for key in ("title", "placeholder")}
    return None if name in stand_ins else name


def dom_traits(node: Node) -> Iterator[tuple[SelectorKind, tuple[Trait, ...]]]:
    """Yield the id, and the name attribute with its tag, where a person wrote them."""
    if (trait := id_trait(node)) is not None:
        yield SelectorKind.ID, (trait,)
    if is_quotable(name := node.get("name")):
        tag = tag_trait(node)
        yield SelectorKind.NAME, (*((tag,) if tag else ()), Trait("attribute", "name", name))
