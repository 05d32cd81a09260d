"""Every element of every page of our own making: found again, whatever the layout does."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.unit.identity.changed_pages import CHANGES, Change, shuffled, wrapped
from tests.unit.identity.twins import is_twin

from holdfast.adapters.html import parse
from holdfast.identity import from_json, from_string, generate, resolve, to_json, to_string
from holdfast.identity.semantics import Kind, describe_kind
from holdfast.identity.voices import look_tokens, voices_of
from holdfast.model.element_identity import Identity, IdentityNode, ResolutionStatus
from holdfast.model.snapshot import Node, Snapshot

FOLDER = Path(__file__).parents[2] / "baselines" / "identity"
PAGES = {path.stem: parse(path.read_bytes()) for path in sorted(FOLDER.glob("*.html"))}
ALL_PAGES = pytest.mark.parametrize("page", [pytest.param(p, id=n) for n, p in PAGES.items()])


def elements(page: Snapshot) -> Iterator[tuple[Node, Identity]]:
    for node in page.nodes:
        yield node, generate(page, node)


def test_there_are_pages() -> None:
    assert len(PAGES) >= 5


@ALL_PAGES
def test_an_element_is_found_again_or_has_a_twin_that_nothing_tells_apart(page: Snapshot) -> None:
    for node, made in elements(page):
        found = resolve(made, page)
        if found.status is ResolutionStatus.SUCCESS:
            assert found.node == node.index
            continue
        assert found.status is ResolutionStatus.AMBIGUOUS
        assert node.index in found.candidates
        others = (page.nodes[other] for other in found.candidates if other != node.index)
        assert any(is_twin(node, other) for other in others), node


@ALL_PAGES
def test_generating_twice_gives_the_same_bytes(page: Snapshot) -> None:
    copy = parse(_markup_of(page))
    for node, made in elements(page):
        assert to_json(generate(page, node)) == to_json(made)
        assert to_json(generate(copy, node.index)) == to_json(made)


def _markup_of(page: Snapshot) -> bytes:
    name = next(name for name, kept in PAGES.items() if kept is page)
    return (FOLDER / f"{name}.html").read_bytes()


@pytest.mark.parametrize("change", CHANGES)
@ALL_PAGES
@pytest.mark.parametrize("seed", range(3))
def test_layout_order_and_style_do_not_change_an_identity(
    page: Snapshot, change: Change, seed: int
) -> None:
    changed = change(page, Random(seed))
    for node, made in elements(page):
        if _may_change(node, made):
            continue
        assert to_json(generate(changed.page, changed.now[node.index])) == to_json(made)


def _may_change(node: Node, made: Identity) -> bool:
    """Return whether more than the shortest way was needed, or the target is a wrapper itself."""
    is_plain = not describe_kind(node.tag, node.attributes).is_meaningful
    return made.meta.degraded or made.meta.added_nodes > 0 or bool(made.constraints) or is_plain


@ALL_PAGES
def test_an_old_identity_finds_its_element_on_the_changed_page(page: Snapshot) -> None:
    changed = shuffled(page, Random(5))
    changed_twice = wrapped(changed.page, Random(5))
    for node, made in elements(page):
        if not _may_change(node, made):
            now = changed_twice.now[changed.now[node.index]]
            assert resolve(made, changed_twice.page).node == now


@ALL_PAGES
def test_json_and_line_read_back_as_the_same_identity(page: Snapshot) -> None:
    for _, made in elements(page):
        assert from_json(to_json(made)) == made
        assert from_string(to_string(made)) == made


@ALL_PAGES
def test_an_identity_is_small(page: Snapshot) -> None:
    sizes = sorted(len(to_json(made).encode()) for _, made in elements(page))
    assert sizes[int(0.95 * len(sizes))] <= 2048


@ALL_PAGES
def test_the_index_narrows_as_a_css_selector_does(page: Snapshot) -> None:
    index = voices_of(page)
    for node in page.nodes:
        kind = index.kind(node.index)
        answer = index.with_tokens(look_tokens(kind))
        css = [found.index for found in page.select(_css(kind))]
        assert list(answer.nodes) == css


def _css(kind: Kind) -> str:
    node = IdentityNode(tag=kind.tag, score=0.5, semantics=kind.semantics)
    parts = [node.tag]
    parts += [f"#{node.semantics.id}"] if node.semantics.id else []
    parts += [f".{name}" for name in node.semantics.classes]
    parts += [f'[role="{node.semantics.role}"]'] if node.semantics.role else []
    return "".join(parts)
