"""Selectors that people would write for an element; each finds nothing else on its page."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from holdfast.page.tables import Tables, tables_of
from holdfast.selectors import playwright_code as code
from holdfast.selectors.css import (
    css_path,
    find_short_css,
    iter_scopes,
    test_id_trait,
    write_compound,
    write_trait,
)
from holdfast.selectors.naming import (
    SelectorKind,
    Semantics,
    Words,
    dom_traits,
    semantics_of,
    words_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from holdfast.model.snapshot import Node

_DISPUTED_TAGS = frozenset({"summary", "details"})
_FARTHEST_LABEL = 20  # levels; a label around a field is near


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


def selectors_of(node: Node) -> tuple[Selector, ...]:
    """Return the selectors that find this node and no other on its page, most readable first.

    There is always at least one: the last is the fragile path, given when nothing else is unique.
    """
    page = tables_of(node.snapshot)
    frames = frames_of(node)
    found = sorted(_iter_unique(page, node, frames), key=lambda selector: _ORDER[selector.kind])
    if not found:
        path = css_path(page, node)
        found = [_css_selector(SelectorKind.PATH, path, path, frames, is_fragile=True)]
    return tuple(found)


_ORDER = {kind: place for place, kind in enumerate(SelectorKind)}


def _iter_unique(page: Tables, node: Node, frames: tuple[str, ...]) -> Iterator[Selector]:
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
    page: Tables, node: Node, meaning: Semantics, frames: tuple[str, ...]
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


def _found_as_itself(page: Tables, node: Node, words: Words) -> bool:
    """Return whether a browser, too, finds the node by the words, and nothing hidden besides."""
    if words.kind is SelectorKind.TEXT:
        return page.with_content(node.frame, words.value) == [node.index]
    if words.kind is SelectorKind.LABEL:
        return _is_labelled(page, node, words.value)
    return True


def _is_labelled(page: Tables, node: Node, label: str) -> bool:
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


def frames_of(node: Node) -> tuple[str, ...]:
    """Return the selectors of the frames around a node, outermost first."""
    snapshot = node.snapshot
    if snapshot.scope_of is None:
        return ()
    page = tables_of(snapshot)
    owners = [
        snapshot.nodes[owner]
        for owner in snapshot.scope_path(node.index)
        if snapshot.tags[owner] in {"iframe", "frame"}
    ]
    return tuple(_frame_css(page, owner) for owner in owners)


def _frame_css(page: Tables, owner: Node) -> str:
    for _, traits in dom_traits(owner):
        if page.is_only(owner.index, traits):
            return write_compound(traits)
    return find_short_css(page, owner) or css_path(page, owner)
