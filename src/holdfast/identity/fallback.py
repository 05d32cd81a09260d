"""When the target is not where it should be: where else to look, what comes back instead."""

from collections.abc import Iterator
from dataclasses import replace

from holdfast.identity.identity_words import describe_target
from holdfast.identity.match import Query, find_anchor, iter_matches, way_start
from holdfast.identity.semantics import Kind
from holdfast.identity.voices import Voices, all_tokens
from holdfast.model.element_identity import (
    Identity,
    NodeSemantics,
    OnMissing,
    Resolution,
    ResolutionStatus,
)

MISSING = "target-missing"
# What these attributes say is true of many: they name no element.
_COMMON_ATTRIBUTES = frozenset({"type", "rel", "method", "scope", "autocomplete", "lang"})


def look_near_anchor(index: Voices, identity: Identity, query: Query) -> list[int]:
    """Return the elements like the target within ``maxDepth`` levels below its anchor.

    Only where the way does not matter: the target must be told by itself, and no node of the way
    may have been needed to name it. "Edit" in the row of somebody who left is not "Edit" in the
    row that stands there now.
    """
    way = (identity.anchor, *identity.path)
    if not _names_itself(identity.target.semantics) or any(_is_named(n.semantics) for n in way[1:]):
        return []
    inside = (identity.anchor.semantics.contains, identity.anchor.semantics.has)
    if any(inside) or identity.constraints or identity.meta.added_nodes:
        return []
    short = replace(query, levels=query.levels[:1])
    depth = identity.fallback.max_depth
    return [n for n in iter_matches(index, short) if _levels_below(index, short, n) <= depth]


def _names_itself(semantics: NodeSemantics) -> bool:
    telling = any(name not in _COMMON_ATTRIBUTES for name, _ in semantics.attributes)
    return bool(semantics.id or semantics.text or semantics.label or telling)


def _is_named(semantics: NodeSemantics) -> bool:
    return bool(semantics.id or semantics.attributes or semantics.contains or semantics.has)


def _levels_below(index: Voices, query: Query, node: int) -> int:
    """Return how many meaningful levels an element stands below its anchor, itself included."""
    above = way_start(index, node)
    anchor = find_anchor(index, query.levels, above)
    return 1 + index.step_depth(above) - index.step_depth(anchor)


def instead_of_target(index: Voices, identity: Identity, query: Query, reason: str) -> Resolution:
    """Return what ``onMissing`` says, for a target that is not there."""
    missing = Resolution(
        status=ResolutionStatus.ERROR,
        identity=identity,
        warnings=("target not found",),
        degradation_reason=MISSING,
        error=f"wanted {describe_target(identity)}, {reason}",
    )
    match identity.fallback.on_missing:
        case OnMissing.STRICT:
            return missing
        case OnMissing.NONE:
            return replace(missing, status=ResolutionStatus.DEGRADED_FALLBACK)
        case OnMissing.ANCHOR_ONLY:
            return _anchor_only(index, query, missing)
        case OnMissing.ANCHOR_CHILDREN:
            return _anchor_children(index, query, missing)


def _anchors(index: Voices, query: Query) -> list[int]:
    level = query.levels[0]
    return [
        node
        for node in level.answer.nodes
        if index.frame(node) == query.frame and level.is_answered_by(index, node)
    ]


def _anchor_only(index: Voices, query: Query, missing: Resolution) -> Resolution:
    anchors = _anchors(index, query)
    if len(anchors) != 1:
        seen = f"{missing.error}; {len(anchors)} elements answer to its anchor"
        return replace(missing, error=seen)
    return replace(
        missing,
        status=ResolutionStatus.DEGRADED_FALLBACK,
        node=anchors[0],
        warnings=("target not found, returning its anchor",),
    )


def _anchor_children(index: Voices, query: Query, missing: Resolution) -> Resolution:
    """Return the child of the anchor that is most like the target, if there is one."""
    children = {c for anchor in _anchors(index, query) for c in _children(index, anchor)}
    likeness = {child: _likeness(index, child, missing.identity) for child in sorted(children)}
    most = max(likeness.values(), default=0)
    if most == 0:
        return replace(missing, error=f"{missing.error}; no child of its anchor is like it")
    best = tuple(child for child, score in likeness.items() if score == most)
    if len(best) > 1:
        warning = f"target not found, {len(best)} children of its anchor are like it"
        return replace(
            missing, status=ResolutionStatus.AMBIGUOUS, candidates=best, warnings=(warning,)
        )
    return replace(
        missing,
        status=ResolutionStatus.DEGRADED_FALLBACK,
        node=best[0],
        candidates=best,
        warnings=("target not found, returning the child of its anchor that is most like it",),
    )


def _children(index: Voices, anchor: int) -> Iterator[int]:
    """Yield the elements one meaningful level below; wrappers in between do not count."""
    child = anchor + 1
    while child < index.ends[anchor]:
        yield child
        child = index.ends[child] if index.is_step(child) else child + 1


def _likeness(index: Voices, child: int, identity: Identity) -> int:
    """Return how many traits of the target a child has; 0 for one with another tag."""
    target = identity.target
    if index.tags[child] != target.tag:
        return 0
    wanted = set(all_tokens(Kind(target.tag, target.semantics)))
    shared = len(wanted & set(all_tokens(index.kind(child))))
    text = target.semantics.text
    said = text is not None and text.normalized in (index.said_by(child), index.seen_in(child))
    return shared + said
