"""Highlighting: marks ranges of text on a live page, as an annotation program would."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from holdfast.adapters.browser.driver_errors import browser_errors
from holdfast.errors import CaptureFailed
from holdfast.ports import ready, run_now

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.async_api import Page as AsyncPage
    from playwright.sync_api import Page

    from holdfast.adapters.browser.sync_or_async import AnyPage

HIGHLIGHT_SOURCE = (files(__package__) / "injected" / "highlight.js").read_text(encoding="utf-8")
COLOUR = "#ffd54f"
End = tuple[str, int]  # the XPath of an element, and an offset in its text


def highlight(page: Page, ranges: Sequence[tuple[End, End]], colour: str = COLOUR) -> list[bool]:
    """Mark the ranges, and no others, without changing the page; return which were found."""
    return run_now(_highlight(page, ranges, colour))


async def highlight_async(
    page: AsyncPage, ranges: Sequence[tuple[End, End]], colour: str = COLOUR
) -> list[bool]:
    """Mark the ranges, and no others, without changing the page; return which were found."""
    return await _highlight(page, ranges, colour)


async def _highlight(page: AnyPage, ranges: Sequence[tuple[End, End]], colour: str) -> list[bool]:
    given = [[list(start), list(end)] for start, end in ranges]
    with browser_errors("highlighting quotes"):
        script = f"([ranges, colour]) => ({HIGHLIGHT_SOURCE})(ranges, colour)"
        asked = page.evaluate(script, [given, colour])
        found: list[bool] | None = await ready(asked)
    if found is None:
        raise CaptureFailed("highlighting quotes", "it has no CSS.highlights")
    return found
