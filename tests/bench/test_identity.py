"""Identities over real pages: every element is found again, unless nothing tells it apart."""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from tests.unit.identity.changed_pages import CHANGES, Change
from tests.unit.identity.twins import is_twin

from holdfast.adapters.html import parse
from holdfast.identity import from_string, generate, resolve, to_json, to_string
from holdfast.identity.semantics import describe_kind
from holdfast.model.element_identity import Identity, ResolutionStatus
from holdfast.model.snapshot import Node, Snapshot

pytestmark = pytest.mark.bench

MOST_PAGES = 44  # the smallest of each source first, so that no source is left out
LARGEST = 700  # elements; larger pages are measured by hand
INTERACTIVE_TAGS = frozenset("a button input select textarea summary option label".split())
INTERACTIVE_ROLES = frozenset(
    "button link tab menuitem checkbox radio switch option textbox combobox".split()
)


@pytest.fixture(scope="module")
def pages(bench_root: Path) -> Sequence[Snapshot]:
    """Return at least 40 pages, from every source."""
    folder = bench_root / "relocate" / "pages"
    by_size = sorted(folder.rglob("*.html"), key=lambda path: path.stat().st_size)
    ranks, seen = dict[Path, int](), Counter[str]()
    for path in by_size:
        source = path.relative_to(folder).parts[0]
        ranks[path] = seen[source]
        seen[source] += 1
    chosen = sorted(by_size, key=lambda path: (ranks[path], str(path)))
    parsed = (parse(path.read_bytes()) for path in chosen)
    small = [page for page in parsed if len(page) <= LARGEST][:MOST_PAGES]
    assert len(small) >= 40
    return small


@pytest.fixture(scope="module")
def described(pages: Sequence[Snapshot]) -> Sequence[tuple[Node, Identity]]:
    """Return every element of these pages with its identity."""
    return [(node, generate(page, node)) for page in pages for node in page.nodes]


def is_interactive(node: Node) -> bool:
    return node.tag in INTERACTIVE_TAGS or node.get("role") in INTERACTIVE_ROLES


def outcome(node: Node, made: Identity) -> str:
    found = resolve(made, node.snapshot)
    if found.status is ResolutionStatus.SUCCESS:
        return "found" if found.node == node.index else "wrong"
    if found.status is not ResolutionStatus.AMBIGUOUS or node.index not in found.candidates:
        return "lost"
    others = (node.snapshot.nodes[other] for other in found.candidates if other != node.index)
    return "twin" if any(is_twin(node, other) for other in others) else "confused"


def test_an_element_is_found_again_or_has_a_twin(
    described: Sequence[tuple[Node, Identity]],
) -> None:
    counts = Counter[tuple[str, bool]]()
    for node, made in described:
        counts[outcome(node, made), is_interactive(node)] += 1
    every = {kind: counts[kind, True] + counts[kind, False] for kind, _ in counts}
    acting = {kind: number for (kind, is_acting), number in counts.items() if is_acting}
    sys.stdout.write(f"\nevery element: {every}\ninteractive: {acting}\n")
    assert not every.get("wrong")
    assert not every.get("lost")
    # Those that something tells apart: all that act, and nearly all of the others.
    assert acting["found"] / (acting["found"] + acting.get("confused", 0)) >= 0.99
    assert every["found"] / (every["found"] + every.get("confused", 0)) >= 0.99


def test_an_identity_is_at_most_two_kilobytes(
    described: Sequence[tuple[Node, Identity]],
) -> None:
    sizes = sorted(len(to_json(made).encode()) for _, made in described)
    assert sizes[int(0.95 * len(sizes))] <= 2048


def test_generating_twice_gives_the_same_bytes(
    described: Sequence[tuple[Node, Identity]],
) -> None:
    for node, made in described[::5]:
        assert to_json(generate(node.snapshot, node)) == to_json(made)


def test_the_line_reads_back_as_the_same_identity(
    described: Sequence[tuple[Node, Identity]],
) -> None:
    for _, made in described:
        assert from_string(to_string(made)) == made


@pytest.mark.parametrize("change", CHANGES)
def test_layout_order_and_style_do_not_change_an_identity(
    pages: Sequence[Snapshot], described: Sequence[tuple[Node, Identity]], change: Change
) -> None:
    changed = {id(page): change(page, Random(len(page))) for page in pages}
    different = compared = 0
    for node, made in described[::3]:
        if _needed_more_than_the_shortest_way(node, made):
            continue
        now = changed[id(node.snapshot)]
        compared += 1
        different += to_json(generate(now.page, now.now[node.index])) != to_json(made)
    assert compared > 1000
    assert different == 0


def _needed_more_than_the_shortest_way(node: Node, made: Identity) -> bool:
    is_plain = not describe_kind(node.tag, node.attributes).is_meaningful
    return made.meta.degraded or made.meta.added_nodes > 0 or bool(made.constraints) or is_plain
