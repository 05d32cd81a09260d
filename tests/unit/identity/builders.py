"""Short ways to say what a test needs."""

from dataclasses import replace

from holdfast.adapters.html import parse
from holdfast.identity import generate
from holdfast.model.element_identity import (
    AnchorNode,
    Constraint,
    FallbackRules,
    Identity,
    IdentityMeta,
    IdentityNode,
    NodeSemantics,
    OnMissing,
    TextContent,
)
from holdfast.model.snapshot import Snapshot


def a_page(body: str) -> Snapshot:
    """Return a page with this body."""
    return parse(f"<html><head><title>t</title></head><body>{body}</body></html>")


def identity_of(page: Snapshot, css: str) -> Identity:
    """Return the identity of the first element that a selector finds."""
    return generate(page, page.select(css)[0])


def index_of(page: Snapshot, css: str) -> int:
    """Return the index of the first element that a selector finds."""
    return page.select(css)[0].index


def a_text(text: str) -> TextContent:
    """Return a text that was written without needless white space."""
    return TextContent(raw=text, normalized=text)


def an_identity(
    *,
    anchor: str = "form",
    path: tuple[str, ...] = (),
    target: str = "button",
    text: str = "",
    constraints: tuple[Constraint, ...] = (),
    on_missing: OnMissing = OnMissing.ANCHOR_ONLY,
    max_depth: int = 3,
) -> Identity:
    """Return an identity of bare tags, written by hand."""
    semantics = NodeSemantics(text=a_text(text) if text else None)
    return Identity(
        anchor=AnchorNode(tag=anchor, score=0.5),
        path=tuple(IdentityNode(tag=tag, score=0.5) for tag in path),
        target=IdentityNode(tag=target, score=0.5, semantics=semantics),
        constraints=constraints,
        fallback=FallbackRules(on_missing=on_missing, max_depth=max_depth),
        meta=IdentityMeta(confidence=0.5),
    )


def falling_back(identity: Identity, on_missing: OnMissing, max_depth: int = 3) -> Identity:
    """Return the identity with another fallback."""
    return replace(identity, fallback=FallbackRules(on_missing=on_missing, max_depth=max_depth))
