"""Which elements answer a description: of the right kind, and with a way up to the anchor."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from holdfast.identity.svg_shape import fingerprint_drawing
from holdfast.identity.voices import Answer, Voices
from holdfast.model.element_identity import SvgFingerprint

LEVELS_TRIED = 2  # innermost first: the rarest one is often the whole page
FEW = 4  # elements that are as good as one to look below
Spans: TypeAlias = list[tuple[int, int]]  # subtrees: first element, first one after
Known: TypeAlias = dict[tuple[int, int], int]  # element, levels still to go: the anchor


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """What one node must be, and what must be inside it."""

    answer: Answer
    contains: tuple[str, ...] = ()
    has: tuple[Answer, ...] = ()

    def is_answered_by(self, index: Voices, node: int) -> bool:
        """Return whether the element is of the right kind and holds what it must."""
        if node not in self.answer.members:
            return False
        if self.contains and not all(index.says(node, voice) for voice in self.contains):
            return False
        return not self.has or all(index.has(node, inner) for inner in self.has)


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedNode(Level):
    """What the target itself must be."""

    text: str = ""
    label: str = ""
    svg: SvgFingerprint | None = None

    def is_answered_by(self, index: Voices, node: int) -> bool:
        """Return whether the element is of the right kind and says and draws what it must."""
        if not Level.is_answered_by(self, index, node):
            return False
        if self.text and self.text not in (index.said_by(node), index.seen_in(node)):
            return False
        if self.label and index.labels.get(node) != self.label:
            return False
        return self.svg is None or fingerprint_drawing(index, node) == self.svg


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A whole description: the levels from the anchor inwards, and the target, in one document."""

    levels: tuple[Level, ...]
    wanted: WantedNode
    frame: int = 0


def iter_matches(index: Voices, query: Query) -> Iterator[int]:
    """Yield the elements that answer a description, in document order."""
    return iter_answering(index, query, _pool(index, query))


def iter_answering(index: Voices, query: Query, nodes: Iterable[int]) -> Iterator[int]:
    """Yield those of some elements that answer a description."""
    known: Known = {}
    for node in nodes:
        if index.frame(node) != query.frame or not query.wanted.is_answered_by(index, node):
            continue
        if find_anchor(index, query.levels, way_start(index, node), known) >= 0:
            yield node


def way_start(index: Voices, node: int) -> int:
    """Return where the way to the anchor begins: the parent, or the top of the page itself."""
    parent = index.parent(node)
    return node if parent < 0 else parent


def find_anchor(
    index: Voices, levels: Sequence[Level], start: int, known: Known | None = None
) -> int:
    """Return the nearest element that answers the outermost level, -1 if no way leads there.

    The way may pass elements that are not described: that is what makes wrappers harmless.
    ``known`` is what was found out on the way from other elements, and is added to.
    """
    known = {} if known is None else known
    left, node, passed = len(levels) - 1, start, list[tuple[int, int]]()
    anchor = -1
    while node >= 0:
        if (node, left) in known:
            anchor = known[node, left]
            break
        passed.append((node, left))
        if levels[left].is_answered_by(index, node):
            if left == 0:
                anchor = node
                break
            left -= 1
        node = index.parent(node)
    known.update(dict.fromkeys(passed, anchor))
    return anchor


def _pool(index: Voices, query: Query) -> Iterable[int]:
    """Return the elements to look at: whichever trait of the description is rarest."""
    named, size = _named_pool(index, query.wanted)
    spans = min(_narrow_spans(index, query.levels, size), key=_length, default=None)
    if spans is not None and _length(spans) < size:
        return (node for start, end in spans for node in range(start, end))
    return query.wanted.answer.nodes if named is None else named


def _named_pool(index: Voices, wanted: WantedNode) -> tuple[Sequence[int] | None, int]:
    """Return the elements with the target's label or text, if it has one, and how many they are."""
    if wanted.label:
        pool = index.by_label.get(wanted.label, ())
    elif wanted.text:
        pool = index.with_text(wanted.text)
    else:
        return None, wanted.answer.size
    return (pool, len(pool)) if len(pool) < wanted.answer.size else (None, wanted.answer.size)


def _narrow_spans(index: Voices, levels: Sequence[Level], worth: int) -> Iterator[Spans]:
    """Yield, for the rarest levels, the subtrees in which the target must be."""
    sizes = [_estimate(index, level) for level in levels]
    most = min(worth - 1, 2 * min(sizes) + FEW)
    inner_first = reversed(
        [level for level, size in zip(levels, sizes, strict=True) if size <= most]
    )
    for level in islice(inner_first, LEVELS_TRIED):
        spans: Spans = []
        for node in _level_nodes(index, level):
            if not spans or node >= spans[-1][1]:  # what lies inside the last one is covered
                spans.append((node, index.ends[node]))
        yield spans


def _length(spans: Spans) -> int:
    return sum(end - start for start, end in spans)


def _estimate(index: Voices, level: Level) -> int:
    heard = [len(index.voices.get(voice, ())) for voice in level.contains]
    return min([level.answer.size, *heard])


def _level_nodes(index: Voices, level: Level) -> Sequence[int]:
    if not level.contains or _estimate(index, level) == level.answer.size:
        return level.answer.nodes
    rarest = min(level.contains, key=lambda voice: len(index.voices.get(voice, ())))
    around = {
        node
        for owner in index.voices.get(rarest, ())
        for node in (owner, *index.iter_ancestors(owner))
        if node in level.answer.members
    }
    return sorted(around)
