"""Builders for tests, ours and those of your own strategies: a page, a strategy, a fingerprint."""

from collections.abc import Mapping
from typing import TypeAlias

from holdfast.adapters.html import parse
from holdfast.model.build import build_snapshot
from holdfast.model.fingerprint import Fingerprint, IdentityMeaning
from holdfast.model.snapshot import Scope, Snapshot, TextRun
from holdfast.model.strategy import BASE_WEIGHTS, NOTHING, JsonObject, LocatorStrategy, StrategyType

__all__ = ["Place", "a_fingerprint", "a_framed_page", "a_page", "a_strategy"]

Place: TypeAlias = tuple[float, float, float, float]  # x, y, width, height


def a_page(
    body: str,
    *,
    boxes: Mapping[str, Place] | None = None,
    viewport: tuple[float, float] | None = None,
) -> Snapshot:
    """Return the snapshot of a page with this body; ``boxes`` gives places by CSS selector."""
    html = f"<!doctype html><html><body>{body}</body></html>"
    page = parse(html, viewport=viewport)
    if boxes is None:
        return page
    places = {
        node.xpath: {"x": x, "y": y, "w": width, "h": height}
        for selector, (x, y, width, height) in boxes.items()
        for node in page.select(selector)
    }
    return parse(html, viewport=viewport, boxes=places)


def a_framed_page(body: str, frames: Mapping[str, str], *, kind: str = "frame") -> Snapshot:
    """Return a page with documents inside: ``frames`` gives the body of each by its frame's CSS.

    With ``kind`` "shadow" the elements named are hosts, and what is given is in their shadow root.
    """
    outer = a_page(body)
    inner = {outer.select(css)[0].index: a_page(html) for css, html in frames.items()}
    tags: list[str] = []
    parents: list[int] = []
    attributes: list[Mapping[str, str]] = []
    runs: list[TextRun] = []
    scope_of: list[int] = []
    scopes = [Scope("document", -1, outer.url)]

    def add(page: Snapshot, below: int, scope: int) -> None:
        place: dict[int, int] = {-1: below}
        pending = iter([*page.runs, TextRun(-1, len(page) + 1, "")])
        run = next(pending)
        for index in range(len(page) + 1):
            while run.at == index:
                runs.append(TextRun(place[run.owner], len(tags), run.text))
                run = next(pending)
            if index == len(page):
                break
            place[index] = len(tags)
            tags.append(page.tags[index])
            parents.append(place[page.parents[index]])
            attributes.append(page.attributes[index])
            scope_of.append(scope)
            if page is outer and index in inner:
                scopes.append(Scope(kind, place[index], f"https://example.org/{len(scopes)}"))
                add(inner[index], place[index], len(scopes) - 1)

    add(outer, -1, 0)
    return build_snapshot(
        tags=tags,
        parents=parents,
        attributes=attributes,
        runs=runs,
        scope_of=scope_of,
        scopes=scopes,
    )


def a_strategy(
    kind: StrategyType | str,
    metadata: JsonObject = NOTHING,
    *,
    selector: str | None = None,
    confidence: float | None = None,
) -> LocatorStrategy:
    """Return a recorded strategy, worth its base weight unless told otherwise."""
    type_ = StrategyType(kind)
    worth = BASE_WEIGHTS.get(type_, 0.8) if confidence is None else confidence
    return LocatorStrategy(type=type_, confidence=worth, selector=selector, metadata=metadata)


def a_fingerprint(
    page: Snapshot,
    css: str,
    *strategies: LocatorStrategy,
    meaning: IdentityMeaning = IdentityMeaning.CONTENT,
) -> Fingerprint:
    """Return the fingerprint of the only element that a CSS selector finds."""
    (node,) = page.select(css)
    return Fingerprint(page=page, target=node.index, strategies=strategies, meaning=meaning)
