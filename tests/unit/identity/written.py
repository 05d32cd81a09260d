"""Identities with every kind of content, for property tests."""

from types import MappingProxyType

from hypothesis import strategies as st

from holdfast.identity.constraints import MODES, POSITIONS
from holdfast.model.element_identity import (
    AnchorNode,
    Constraint,
    ConstraintType,
    FallbackRules,
    Identity,
    IdentityMeta,
    IdentityNode,
    InnerNode,
    NodeSemantics,
    OnMissing,
    Parameter,
    SvgFingerprint,
    TextContent,
)

HOSTILE = st.sampled_from(
    [
        '"',
        "\\",
        '\\"',
        "]",
        "[a=b]",
        ")*0.5 // b ! none(0) = 1",
        "\n",
        "\r\n\t",
        "\u2028\u2029\x85\x0b\x0c\x1c\x7f",
        "\x00",
        "日本語",
        "עברית",
        "👍🏽",
        "e\u0301",
        "\ufeff",
        " ",
        ":has(",
        "//",
        "holdfast/1.0 ",
    ]
)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | HOSTILE
names = texts.filter(bool)
scores = st.floats(0, 1, allow_nan=False)


def semantics(has: st.SearchStrategy[tuple[InnerNode, ...]]) -> st.SearchStrategy[NodeSemantics]:
    """Return a strategy for what a node means."""
    return st.builds(
        NodeSemantics,
        id=texts,
        role=texts,
        classes=st.sets(names, max_size=2).map(lambda given: tuple(sorted(given))),
        attributes=st.dictionaries(names, texts, max_size=2).map(
            lambda given: tuple(sorted(given.items()))
        ),
        label=texts,
        text=st.none() | st.builds(TextContent, raw=texts, normalized=texts),
        svg=st.none()
        | st.builds(SvgFingerprint, shape=texts, draws=texts, title=texts, role=texts),
        contains=st.lists(texts, max_size=2).map(tuple),
        has=has,
    )


def _frozen(params: dict[str, Parameter]) -> MappingProxyType[str, Parameter]:
    return MappingProxyType(params)


inner_nodes = st.builds(InnerNode, tag=names, semantics=semantics(st.just(())))
full = semantics(st.lists(inner_nodes, max_size=2).map(tuple))
nodes = st.builds(IdentityNode, tag=names, score=scores, semantics=full)
anchors = st.builds(AnchorNode, tag=names, score=scores, semantics=full, degraded=st.booleans())
_params: dict[ConstraintType, st.SearchStrategy[dict[str, Parameter]]] = {
    ConstraintType.UNIQUENESS: st.fixed_dictionaries({"mode": st.sampled_from(MODES)}),
    ConstraintType.VISIBILITY: st.just({}),
    ConstraintType.TEXT_PROXIMITY: st.fixed_dictionaries(
        {"reference": texts, "maxDistance": st.integers(0, 99)}
    ),
    ConstraintType.POSITION: st.fixed_dictionaries({"strategy": st.sampled_from(POSITIONS)}),
}
constraints = st.sampled_from(list(ConstraintType)).flatmap(
    lambda kind: st.builds(
        Constraint,
        type=st.just(kind),
        priority=st.integers(-100, 1000),
        params=_params[kind].map(_frozen),
    )
)
metas = st.builds(
    IdentityMeta,
    confidence=scores,
    degraded=st.just(False),
    added_nodes=st.integers(0, 9),
) | st.builds(
    IdentityMeta,
    confidence=scores,
    degraded=st.just(True),
    degradation_reason=names,
    added_nodes=st.integers(0, 9),
)


def identities() -> st.SearchStrategy[Identity]:
    """Return a strategy for whole identities."""
    return st.builds(
        Identity,
        anchor=anchors,
        path=st.lists(nodes, max_size=2).map(tuple),
        target=nodes,
        constraints=st.lists(constraints, max_size=2).map(tuple),
        fallback=st.builds(
            FallbackRules, on_missing=st.sampled_from(OnMissing), max_depth=st.integers(0, 99)
        ),
        meta=metas,
    )
