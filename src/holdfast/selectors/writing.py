"""Writing: gives the selectors that people would write for an element, unique on its page."""

from holdfast.model.snapshot import Node
from holdfast.model.strategy import LocatorStrategy, StrategyType
from holdfast.page.metadata import find_text, read_text
from holdfast.page.tables import Tables, tables_of
from holdfast.selectors import markup, power, semantic
from holdfast.selectors import playwright_code as code
from holdfast.selectors.anchored import Anchor
from holdfast.selectors.css import css_path, find_short_css, write_compound
from holdfast.selectors.markup import dom_traits
from holdfast.selectors.selector import Selector, SelectorKind, css_selector


def selectors_of(node: Node) -> tuple[Selector, ...]:
    """Return the selectors that find this node and no other on its page, most readable first.

    There is always at least one: the last is the fragile path, given when nothing else is unique.
    """
    page, frames = tables_of(node.snapshot), frames_of(node)
    written = [one for kind in (semantic, power, markup) for one in kind.write(page, node, frames)]
    if not written:
        path = css_path(page, node)
        return (css_selector(SelectorKind.PATH, path, path, frames, is_fragile=True),)
    return tuple(sorted(written, key=lambda selector: _ORDER[selector.kind]))


_ORDER = {kind: place for place, kind in enumerate(SelectorKind)}


def code_of(strategy: LocatorStrategy, frames: tuple[str, ...]) -> str:
    """Return a recorded selector (by role, words or CSS) as code to paste.

    Raises ``ValueError`` for a damaged one: what a file says becomes code only as text or number.
    """
    metadata = strategy.metadata
    if strategy.type is StrategyType.CDP_SEMANTIC:
        anchor, heard = Anchor.read(metadata), semantic.heard(metadata)
        role, name = read_text(heard, "role"), find_text(heard, "name") or ""
        call = code.by_role(role, name, semantic.read_level(metadata))
        return code.in_frames(f"{anchor.call()}.{call}" if anchor else call, frames)
    if strategy.type is not StrategyType.CDP_POWER:
        return code.in_frames(code.by_css(strategy.selector or ""), frames)
    by, value = read_text(metadata, "by"), read_text(metadata, "value")
    call = f"get_by_test_id({code.literal(value)})" if by == "testId" else code.by_words(by, value)
    return code.in_frames(call, frames)


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
