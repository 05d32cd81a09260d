"""Builders for tests, ours and those of your own strategies: a page, a strategy, a fingerprint."""

from collections.abc import Mapping

from holdfast.adapters.html import parse
from holdfast.model.fingerprint import Fingerprint, IdentityMeaning
from holdfast.model.snapshot import Snapshot
from holdfast.model.strategy import BASE_WEIGHTS, NOTHING, JsonObject, LocatorStrategy, StrategyType

__all__ = ["a_fingerprint", "a_page", "a_strategy"]

Place = tuple[float, float, float, float]  # x, y, width, height


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
