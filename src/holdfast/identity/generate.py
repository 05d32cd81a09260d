"""From an element to its identity: the shortest description that finds this element and no other.

In this order, until the description is unique on its page: the nearest anchor and the meaningful
nodes below it; an anchor farther out; what is inside the target and inside the nodes on the way;
skipped wrappers, nearest to the target first; constraints. Each step asks the page's index, so the
cost follows the depth of the element and not the size of the page.
"""

from dataclasses import replace

from holdfast.errors import TargetMissing
from holdfast.identity.anchors import anchor_choices
from holdfast.identity.constraints import POSITION_USED, needed_constraints
from holdfast.identity.identity_draft import (
    IdentityDraft,
    narrow_by_content,
    narrow_by_wrappers,
    shortest_drafts,
)
from holdfast.identity.scores import (
    CONSTRAINED_BONUS,
    DEGRADED_BONUS,
    MAX_PATH_DEPTH,
    PAGE_ANCHOR_SCORE,
    UNIQUE_BONUS,
    anchor_score,
    identity_confidence,
    node_score,
)
from holdfast.identity.voices import Voices, voices_of
from holdfast.model.element_identity import (
    AnchorNode,
    Constraint,
    ConstraintType,
    Identity,
    IdentityMeta,
    IdentityNode,
    InnerNode,
    NodeSemantics,
)
from holdfast.model.snapshot import Node, Snapshot

NOT_UNIQUE = "not-unique"


def generate(snapshot: Snapshot, target: Node | int) -> Identity:
    """Return the identity of an element; the same bytes each time. Raises ``TargetMissing``."""
    node = target if isinstance(target, int) else target.index
    if not 0 <= node < len(snapshot):
        raise TargetMissing(f"element {node}", 0)
    index = voices_of(snapshot)
    return _written(_disambiguate(index, node))


def _disambiguate(index: Voices, target: int) -> IdentityDraft:
    """Return the shortest draft that leaves as few elements as the longest one."""
    drafts = shortest_drafts(index, target, anchor_choices(index, target))
    # The way from the farthest anchor says all that the others say: what it cannot tell apart,
    # none of them can.
    widest = max(drafts, key=lambda draft: draft.anchor.level)
    left = widest.matches()
    if len(left) > 1:
        widest, left = narrow_by_content(widest, left)
    if len(left) > 1:
        widest, left = narrow_by_wrappers(widest, left)
    for draft in drafts:
        shorter = draft.taking_from(widest)
        if len(shorter.steps) > MAX_PATH_DEPTH:
            continue
        if len(shorter.matches(len(left) + 1)) == len(left):
            return shorter
    return drafts[0]


# ------------------------------------------------------------------------------------- writing down


def _written(draft: IdentityDraft) -> Identity:
    """Return the identity that a draft amounts to, with the constraints it still needs."""
    index, query = draft.index, draft.query
    matches = draft.matches()
    constraints, left = needed_constraints(index, query, matches, draft.target)
    anchor = _anchor(draft)
    path = tuple(_node(draft, step) for step in draft.steps)
    target = _target(draft)
    reasons = _reasons(draft, constraints, left)
    bonus = CONSTRAINED_BONUS if constraints else UNIQUE_BONUS
    return Identity(
        anchor=anchor,
        path=path,
        target=target,
        constraints=constraints,
        meta=IdentityMeta(
            confidence=identity_confidence(
                anchor.score, path, target.score, DEGRADED_BONUS if reasons else bonus
            ),
            degraded=bool(reasons),
            degradation_reason=", ".join(reasons),
            added_nodes=len(draft.added),
        ),
    )


def _reasons(
    draft: IdentityDraft, constraints: tuple[Constraint, ...], left: tuple[int, ...]
) -> tuple[str, ...]:
    by_position = any(one.type is ConstraintType.POSITION for one in constraints)
    reasons = (
        draft.anchor.degraded,
        POSITION_USED if by_position else "",
        NOT_UNIQUE if len(left) > 1 else "",
    )
    return tuple(filter(None, reasons))


def _anchor(draft: IdentityDraft) -> AnchorNode:
    index, choice = draft.index, draft.anchor
    tag, semantics = index.kind(choice.node)
    if choice.is_page:
        return AnchorNode(tag=tag, score=PAGE_ANCHOR_SCORE, degraded=True)
    is_unique = index.like(choice.node).size == 1
    return AnchorNode(
        tag=tag,
        semantics=_full(draft, choice.node),
        score=anchor_score(tag, semantics, is_unique=is_unique, level=choice.level),
        degraded=bool(choice.degraded),
    )


def _node(draft: IdentityDraft, node: int) -> IdentityNode:
    full = _full(draft, node)
    return IdentityNode(tag=draft.index.tags[node], semantics=full, score=node_score(full))


def _target(draft: IdentityDraft) -> IdentityNode:
    full = replace(
        _full(draft, draft.target),
        label=draft.wanted.label,
        text=draft.index.text_content(draft.target),
        svg=draft.wanted.svg,
    )
    return IdentityNode(tag=draft.index.tags[draft.target], semantics=full, score=node_score(full))


def _full(draft: IdentityDraft, node: int) -> NodeSemantics:
    """Return what a node is and what must be inside it."""
    voices, inner = draft.inside(node)
    kinds = [draft.index.kinds[number] for number in inner]
    return replace(
        draft.index.kind(node).semantics,
        contains=voices,
        has=tuple(InnerNode(tag=kind.tag, semantics=kind.semantics) for kind in kinds),
    )
