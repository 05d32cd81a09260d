"""Whether two elements can be told apart at all, worked out the slow way, without any index."""

from functools import lru_cache

from holdfast.identity.semantics import Kind, describe_kind
from holdfast.model.snapshot import Node


def is_twin(element: Node, other: Node) -> bool:
    """Return whether all that can be said of an element is true of the other one too."""
    if not _covers(element, other):
        return False
    around = iter(list(other.iter_ancestors()))
    return all(
        any(_covers(wanted, seen) for seen in around)
        for wanted in element.iter_ancestors()
        if not (wanted.contains(other) and not _is_needed(wanted))
    )


def _is_needed(node: Node) -> bool:
    return node.tag not in {"html", "body"}


def _covers(wanted: Node, seen: Node) -> bool:
    """Return whether a node has every trait of another, and everything inside it too."""
    if not _has_all(_kind(wanted), _kind(seen)) or not _voices(wanted) <= _voices(seen):
        return False
    inside = {_kind(node) for node in seen.iter_descendants()}
    return all(
        any(_has_all(kind, other) for other in inside)
        for kind in {_kind(node) for node in wanted.iter_descendants()}
    )


def _has_all(wanted: Kind, seen: Kind) -> bool:
    one, two = wanted.semantics, seen.semantics
    return (
        wanted.tag == seen.tag
        and one.id in ("", two.id)
        and one.role in ("", two.role)
        and set(one.classes) <= set(two.classes)
        and set(one.attributes) <= set(two.attributes)
    )


def _voices(node: Node) -> frozenset[str]:
    own = node.snapshot.index.own_texts
    inside = range(node.index, node.snapshot.index.ends[node.index])
    return frozenset(own[index] for index in inside if index in own)


@lru_cache(maxsize=65536)
def _kind(node: Node) -> Kind:
    return describe_kind(node.tag, node.snapshot.attributes[node.index])
