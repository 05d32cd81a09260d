"""Identity words: say what an identity describes, and why it was not found."""

from dataclasses import replace

from holdfast.identity.match import Level, Query, WantedNode, iter_matches
from holdfast.identity.semantics import Kind
from holdfast.identity.voices import Voices, look_tokens
from holdfast.model.element_identity import Identity, IdentityNode


def describe_target(identity: Identity) -> str:
    """Return what is looked for, as a person would say it."""
    target = identity.target
    text = target.semantics.text
    name = text.normalized if text else target.semantics.label or target.semantics.id
    return f"<{target.tag[:80]}> {name[:80]!r}" if name else f"<{target.tag[:80]}>"


def why_missing(index: Voices, identity: Identity, query: Query) -> str:
    """Return how far the phases came: how many elements look right, how many are named right."""
    if not query.levels[0].answer.nodes:
        return f"no element answers to its anchor <{identity.anchor.tag[:80]}>"
    looks = Query(
        levels=tuple(_look(index, node) for node in (identity.anchor, *identity.path)),
        wanted=WantedNode(answer=_look(index, identity.target).answer),
        frame=query.frame,
    )
    alike = sum(1 for _ in iter_matches(index, looks))
    wordless = replace(query, wanted=WantedNode(answer=query.wanted.answer))
    named = sum(1 for _ in iter_matches(index, wordless))
    return f"{alike} elements have its looks and way, {named} its attributes, none its words too"


def _look(index: Voices, node: IdentityNode) -> Level:
    return Level(answer=index.with_tokens(look_tokens(Kind(node.tag, node.semantics))))
