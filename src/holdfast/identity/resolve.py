"""Resolve: goes from an identity to the element on a page, in five phases.

1. Elements with the right tag, id, role and classes, below nodes of the right looks.
2. Of these, the ones with the right attributes, text and drawing.
3. One is left: found. None: see below. Several:
4. constraints choose, highest priority first, until one is left.
5. The result says which of these it was.

Phases 1 and 2 are one question to the page's index; they are told apart only to explain a failure.
None: first the text may differ by two letters; then the way may have changed, and the target is
looked for near its anchor; then ``onMissing`` says what comes back.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from holdfast.identity.constraints import MAX_DISTANCE, choose, text_distance
from holdfast.identity.fallback import instead_of_target, look_near_anchor
from holdfast.identity.identity_words import describe_target, why_missing
from holdfast.identity.match import Level, Query, WantedNode, iter_matches
from holdfast.identity.scores import (
    CONSTRAINED_BONUS,
    DEGRADED_BONUS,
    UNIQUE_BONUS,
    identity_confidence,
)
from holdfast.identity.semantics import Kind
from holdfast.identity.voices import Answer, Voices, all_tokens, voices_of
from holdfast.model.element_identity import (
    Identity,
    IdentityNode,
    InnerNode,
    Resolution,
    ResolutionStatus,
)
from holdfast.model.snapshot import Snapshot

PATH_CHANGED = "path-changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """The elements that answer, and what had to be overlooked for them to answer."""

    nodes: Sequence[int]
    bonus: float = UNIQUE_BONUS
    warnings: tuple[str, ...] = ()
    degradation_reason: str = ""


def resolve(identity: Identity, snapshot: Snapshot, *, frame: int = 0) -> Resolution:
    """Return where an identity is on a page; what is not found is said in the result, never raised.

    ``frame`` is the document to look in; a match never crosses into another.
    """
    index = voices_of(snapshot)
    query = query_of(index, identity, frame)
    found = _exactly(index, query) or _nearly(index, query)
    if found is None:
        found = _elsewhere(index, identity, query)
    if found is None:
        return instead_of_target(index, identity, query, why_missing(index, identity, query))
    return _result(index, identity, query, found)


def query_of(index: Voices, identity: Identity, frame: int) -> Query:
    """Return an identity as a question to the page."""
    semantics = identity.target.semantics
    target = _level(index, identity.target)
    return Query(
        levels=tuple(_level(index, node) for node in (identity.anchor, *identity.path)),
        wanted=WantedNode(
            answer=target.answer,
            contains=target.contains,
            has=target.has,
            text=semantics.text.normalized if semantics.text else "",
            label=semantics.label,
            svg=semantics.svg,
        ),
        frame=frame,
    )


def _level(index: Voices, node: IdentityNode) -> Level:
    return Level(
        answer=_answer(index, node),
        contains=node.semantics.contains,
        has=tuple(_answer(index, inner) for inner in node.semantics.has),
    )


def _answer(index: Voices, node: IdentityNode | InnerNode) -> Answer:
    return index.with_tokens(all_tokens(Kind(node.tag, node.semantics)))


def _exactly(index: Voices, query: Query) -> _Found | None:
    nodes = list(iter_matches(index, query))
    return _Found(nodes=nodes) if nodes else None


def _nearly(index: Voices, query: Query) -> _Found | None:
    """Return the elements that answer in everything, but whose text differs by a letter or two."""
    text = query.wanted.text
    if not text:
        return None
    wordless = replace(query, wanted=replace(query.wanted, text=""))
    distances = {node: text_distance(index, node, text) for node in iter_matches(index, wordless)}
    # At least half of a short text must stand: "OK" is two letters away from every "No".
    nodes = [n for n, far in distances.items() if far <= MAX_DISTANCE and 2 * far < len(text)]
    if not nodes:
        return None
    warning = f"no element says {text[:80]!r}; taken for it: {_texts(index, nodes)}"
    return _Found(nodes=nodes, bonus=CONSTRAINED_BONUS, warnings=(warning,))


def _texts(index: Voices, nodes: Sequence[int]) -> str:
    return ", ".join(f"{(index.said_by(n) or index.seen_in(n))[:80]!r}" for n in nodes[:3])


def _elsewhere(index: Voices, identity: Identity, query: Query) -> _Found | None:
    nodes = look_near_anchor(index, identity, query)
    if not nodes:
        return None
    return _Found(
        nodes=nodes,
        bonus=DEGRADED_BONUS,
        warnings=("the way from the anchor to the target has changed",),
        degradation_reason=PATH_CHANGED,
    )


def _result(index: Voices, identity: Identity, query: Query, found: _Found) -> Resolution:
    """Return the result for elements that answer: the one, or those that are left."""
    choice = choose(index, query, found.nodes, identity.constraints)
    if not choice.nodes:
        reason = f"{len(found.nodes)} elements answer, and the constraints leave none of them"
        return instead_of_target(index, identity, query, reason)
    reasons = tuple(filter(None, (found.degradation_reason, choice.degradation_reason)))
    bonus = min(found.bonus, CONSTRAINED_BONUS) if choice.used else found.bonus
    is_degraded = bool(reasons) or identity.meta.degraded
    common = Resolution(
        status=ResolutionStatus.SUCCESS,
        identity=identity,
        warnings=found.warnings,
        degradation_reason=", ".join(reasons) or identity.meta.degradation_reason,
    )
    if len(choice.nodes) > 1:
        warning = f"{len(choice.nodes)} elements answer to {describe_target(identity)}"
        return replace(
            common,
            status=ResolutionStatus.AMBIGUOUS,
            candidates=choice.nodes,
            warnings=(*found.warnings, warning),
        )
    return replace(
        common,
        node=choice.nodes[0],
        candidates=choice.nodes,
        confidence=identity_confidence(
            identity.anchor.score,
            identity.path,
            identity.target.score,
            DEGRADED_BONUS if is_degraded else bonus,
        ),
    )
