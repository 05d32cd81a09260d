"""Healenium's formula, written anew from its published facts: path, tag, id, text, classes.

Every way from the root to a leaf of the new page is compared with the recorded element's way by
the longest common subsequence of tags and ids; the elements at the end of such a way are scored.
The best one is taken from 0.6 on, its default. What is fixed is the points, of 350: 100 for the
way, 100 for the tag, 50 for the id, 40 for the classes, 30 for the text, 30 for other attributes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lxml import etree
from rapidfuzz.distance import LCSseq, Levenshtein

from benchmarks.opponents.page import Boxes, read_page

Answer = tuple[str | None, float | None]
_WAY, _TAG, _ID, _CLASSES, _TEXT, _OTHERS = 100, 100, 50, 40, 30, 30
_MOST = _WAY + _TAG + _ID + _CLASSES + _TEXT + _OTHERS
_CAP = 0.6
_LONG_WAY, _SHARED = 5, 0.7  # a longer way must be shared by this much, or it counts for nothing
_TEXTS_DIFFER, _WORDS_DIFFER = 0.3, 0.75  # of the longer text: beyond that they have nothing alike


@dataclass(frozen=True)
class _Element:
    """What is compared of an element."""

    tag: str
    id: str
    classes: frozenset[str]
    others: Mapping[str, str]
    text: str


def relocate(
    old_html: str, new_html: str, target: str, old_boxes: Boxes | None, new_boxes: Boxes | None
) -> Answer:
    """Return the element with the most points from the cap on, and its score."""
    del old_boxes, new_boxes  # it reads the markup alone
    old, new = read_page(old_html).by_path, read_page(new_html).by_path
    wanted = _read(old[target])
    way = _way(old[target])
    best, found = 0.0, None
    paths = {node: path for path, node in new.items()}
    shared = _shared(way, new.values())
    longest = min(max(shared.values(), default=0), len(way))
    for node, common in shared.items():
        if longest <= _LONG_WAY or common / longest >= _SHARED:
            score = points(wanted, _read(node), common / longest) / _MOST
            if score > best:
                best, found = score, paths[node]
    return (found, round(100 * best, 2)) if best >= _CAP else (None, None)


def _shared(way: Sequence[str], elements: Iterable[etree._Element]) -> dict[etree._Element, int]:
    """Return the elements at the ends of ways, with how much of the wanted way they share."""
    found: dict[etree._Element, int] = {}
    for leaf in elements:
        if any(isinstance(child.tag, str) for child in leaf):
            continue
        line = [leaf, *leaf.iterancestors()][::-1]
        common = LCSseq.similarity(way, [_step(node) for node in line])
        for node in line[max(common - 1, 0) :]:
            found[node] = max(found.get(node, 0), common)
    return {node: common for node, common in found.items() if common}


def _way(node: etree._Element) -> list[str]:
    return [_step(each) for each in [node, *node.iterancestors()][::-1]]


def _step(node: etree._Element) -> str:
    return f"{node.tag!s}#{node.get('id', '')}"


def _read(node: etree._Element) -> _Element:
    texts = (" ".join(text.split()) for text in node.itertext(etree.Element, with_tail=True))
    return _Element(
        str(node.tag),
        node.get("id", ""),
        frozenset(node.get("class", "").split()),
        {str(name): str(v) for name, v in node.attrib.items() if name not in {"id", "class"}},
        "\n".join(texts),
    )


# ------------------------------------------------------------------------------------------ points


def points(wanted: _Element, seen: _Element, way: float) -> float:
    """Return the points of an element whose way is shared by this part."""
    names = wanted.others.keys() | seen.others.keys()
    others = [
        _alike(wanted.others[name], seen.others[name], _WORDS_DIFFER)
        if name in wanted.others and name in seen.others
        else 0.0
        for name in names
    ]
    return (
        _WAY * way
        + _TAG * (wanted.tag == seen.tag)
        + _ID * _alike(wanted.id, seen.id, _TEXTS_DIFFER)
        + _TEXT * _alike(wanted.text, seen.text, _TEXTS_DIFFER)
        + _CLASSES * _classes(wanted.classes, seen.classes)
        + _OTHERS * (sum(others) / len(others) if others else 1.0)
    )


def _classes(wanted: frozenset[str], seen: frozenset[str]) -> float:
    """Return the share of classes in common, and what the others have alike letter by letter."""
    every = wanted | seen
    if not every:
        return 1.0
    lost = wanted - seen
    left, right = (lost, seen) if lost else (wanted, seen - wanted)
    pairs = [_alike(one, other, _WORDS_DIFFER) for one in left for other in right]
    alike = sum(pairs) / len(pairs) if pairs else 0.0
    return len(wanted & seen) / len(every) + len(wanted ^ seen) * alike / len(every)


def _alike(one: str, other: str, most: float) -> float:
    longer = max(len(one), len(other))
    if not longer:
        return 1.0
    limit = int(longer * most + 1)
    distance = Levenshtein.distance(one.lower(), other.lower(), score_cutoff=limit)
    return 0.0 if distance > limit else (longer - distance) / longer
