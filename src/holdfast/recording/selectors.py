"""Selectors that people would write for an element; each finds nothing else on its page."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING

from holdfast.recording import playwright_code as code
from holdfast.recording.css import (
    css_path,
    find_short_css,
    id_trait,
    is_quotable,
    iter_scopes,
    tag_trait,
    test_id_trait,
    write_compound,
    write_trait,
)
from holdfast.recording.page_index import (
    LABELLED_TAGS,
    LABELLING,
    LONGEST_VALUE,
    PageIndex,
    Trait,
    index_of,
)
from holdfast.signals.kinds import is_actionable
from holdfast.signals.stability import is_positional

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from holdfast.model.snapshot import Node

# Roles that say nothing about what an element is for.
EMPTY_ROLES = frozenset({"", "generic", "presentation", "none", "document", "rowgroup"})
_DISPUTED_TAGS = frozenset({"summary", "details"})
_FARTHEST_LABEL = 20  # levels; a label around a field is near
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
class Selector:
    """One way to write an element down.

    ``value`` is what is asked for (a name, a text, a CSS selector), ``css`` the same in CSS where
    that is possible, ``playwright`` the code to paste. A fragile one counts siblings: it holds
    only as long as nothing is added before the element.
    """

    kind: SelectorKind
    value: str
    playwright: str
    css: str | None = None
    is_fragile: bool = False


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


def selectors_of(node: Node) -> tuple[Selector, ...]:
    """Return the selectors that find this node and no other on its page, most readable first.

    There is always at least one: the last is the fragile path, given when nothing else is unique.
    """
    page = index_of(node.snapshot)
    frames = frames_of(node)
    found = sorted(_iter_unique(page, node, frames), key=lambda selector: _ORDER[selector.kind])
    if not found:
        path = css_path(page, node)
        found = [_css_selector(SelectorKind.PATH, path, path, frames, is_fragile=True)]
    return tuple(found)


_ORDER = {kind: place for place, kind in enumerate(SelectorKind)}


def _iter_unique(page: PageIndex, node: Node, frames: tuple[str, ...]) -> Iterator[Selector]:
    # Browsers do not agree with the specification on what these are.
    meanings = () if node.tag in _DISPUTED_TAGS else semantics_of(page, node)
    only = next((meaning for meaning in meanings if _is_telling(meaning)), None)
    if only is not None:
        yield _role_selector(only, frames)
    elif meanings and meanings[0].name:
        yield from _scoped_role(page, node, meanings[0], frames)
    for words in words_of(page, node):
        if words.count == 1 and _found_as_itself(page, node, words):
            yield _words_selector(node, words, frames)
    name_css = None
    for kind, traits in dom_traits(node):
        if page.is_only(node.index, traits):
            name_css = write_compound(traits)
            yield _css_selector(kind, traits[-1].value, name_css, frames)
    css = find_short_css(page, node)
    if css is not None and css != name_css:
        yield _css_selector(SelectorKind.CSS, css, css, frames)


def _is_telling(meaning: Semantics) -> bool:
    # Without a name, browsers do not give a form its role.
    return meaning.count == 1 and bool(meaning.name or meaning.role != "form")


def _role_selector(meaning: Semantics, frames: tuple[str, ...]) -> Selector:
    return Selector(
        kind=SelectorKind.ROLE if meaning.name else SelectorKind.BARE_ROLE,
        value=f"{meaning.role} {meaning.name}".strip(),
        playwright=code.in_frames(code.by_role(meaning.role, meaning.name, meaning.level), frames),
    )


def _scoped_role(
    page: PageIndex, node: Node, meaning: Semantics, frames: tuple[str, ...]
) -> Iterator[Selector]:
    """Yield role and name inside the nearest ancestor that makes them unique."""
    alike = page.with_role_and_name(node.frame, meaning.role, meaning.name)
    for scope, css in iter_scopes(page, node):
        if len(page.within(alike, scope)) == 1:
            call = code.inside(css, code.by_role(meaning.role, meaning.name))
            yield Selector(
                kind=SelectorKind.SCOPED_ROLE,
                value=f"{css}: {meaning.role} {meaning.name}",
                playwright=code.in_frames(call, frames),
            )
            return


def _words_selector(node: Node, words: Words, frames: tuple[str, ...]) -> Selector:
    css, call = None, ""
    if words.kind == SelectorKind.TEST_ID and (trait := test_id_trait(node)) is not None:
        css = write_trait(trait)
        call = code.by_test_id(trait.name, trait.value, css)
    call = call or code.by_words(words.kind, words.value)
    return Selector(
        kind=words.kind, value=words.value, playwright=code.in_frames(call, frames), css=css
    )


def _css_selector(
    kind: SelectorKind, value: str, css: str, frames: tuple[str, ...], *, is_fragile: bool = False
) -> Selector:
    playwright = code.in_frames(code.by_css(css), frames)
    return Selector(kind=kind, value=value, playwright=playwright, css=css, is_fragile=is_fragile)


def _found_as_itself(page: PageIndex, node: Node, words: Words) -> bool:
    """Return whether a browser, too, finds the node by the words, and nothing hidden besides."""
    if words.kind is SelectorKind.TEXT:
        return page.with_content(node.frame, words.value) == [node.index]
    if words.kind is SelectorKind.LABEL:
        return _is_labelled(page, node, words.value)
    return True


def _is_labelled(page: PageIndex, node: Node, label: str) -> bool:
    """Return whether one label says exactly this; a field's choices inside it count as its text."""
    given = node.snapshot.attributes[node.index]
    spoken = page.count_attribute(node.frame, "aria-label", label)  # by hidden elements too
    if given.get("aria-label") and "aria-labelledby" not in given:
        return spoken == 1
    labels = page.with_id(node.frame, given.get("aria-labelledby", ""))
    if "aria-labelledby" not in given:
        labels = [*page.labels_for(node.frame, given.get("id", "")), *_label_around(node)]
    return spoken == 0 and any(page.content_of(index) == label for index in labels)


def _label_around(node: Node) -> list[int]:
    around = islice(node.iter_ancestors(), _FARTHEST_LABEL)
    return [above.index for above in around if above.tag == "label"][:1]


# ------------------------------------------------------------------------ what there is to go by


def semantics_of(page: PageIndex, node: Node) -> Sequence[Semantics]:
    """Return role with name, then with heading level, then alone; none for what has no role."""
    role, name, frame = node.role, node.name, node.frame
    if role in EMPTY_ROLES or node.index not in page.with_role(frame, role):
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


def words_of(page: PageIndex, node: Node) -> Iterator[Words]:
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


def _worded(page: PageIndex, node: Node, kind: SelectorKind) -> Iterator[Words]:
    value = " ".join(node.get(kind).split())
    if is_readable(value):
        yield Words(kind=kind, value=value, count=len(page.with_words(node.frame, kind, value)))


def _text_to_quote(node: Node) -> str:
    """Return the text that a person would point at; "" for what is only put together of parts."""
    if node.tag in _TEXTLESS_TAGS or not (
        node.own_text or is_actionable(node.snapshot, node.index)
    ):
        return ""
    outline, index = node.snapshot.outline, node.index
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


def frames_of(node: Node) -> tuple[str, ...]:
    """Return the selectors of the frames around a node, outermost first."""
    snapshot = node.snapshot
    if snapshot.scope_of is None:
        return ()
    page = index_of(snapshot)
    owners = [
        snapshot.nodes[owner]
        for owner in snapshot.scope_path(node.index)
        if snapshot.tags[owner] in {"iframe", "frame"}
    ]
    return tuple(_frame_css(page, owner) for owner in owners)


def _frame_css(page: PageIndex, owner: Node) -> str:
    for _, traits in dom_traits(owner):
        if page.is_only(owner.index, traits):
            return write_compound(traits)
    return find_short_css(page, owner) or css_path(page, owner)
