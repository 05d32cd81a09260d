"""Capturing: makes a snapshot of a live page, and leaves nothing behind in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from holdfast.errors import UsageError

if TYPE_CHECKING:
    from playwright.async_api import Page as AsyncPage
    from playwright.sync_api import Page

    from holdfast.model.snapshot import Snapshot


def capture(page: Page, *, closed_roots: bool = False) -> Snapshot:
    """Return a page of Playwright as it is now, with open shadow roots, all frames, and boxes.

    ``closed_roots``: enter closed shadow roots as well (Chromium only). Raises ``CaptureFailed``.
    """
    from holdfast.ports import run_now

    return run_now(_capture(page, closed_roots=closed_roots))


async def capture_async(page: AsyncPage, *, closed_roots: bool = False) -> Snapshot:
    """Return the same as ``capture``, for a page of Playwright's async interface."""
    return await _capture(page, closed_roots=closed_roots)


async def _capture(page: Any, *, closed_roots: bool) -> Snapshot:
    if not hasattr(page, "_impl_obj"):
        raise UsageError(
            f"wanted a page of Playwright to capture, got {type(page).__name__[:80]!r}\n"
            "  next: give the page itself; for HTML that is saved already, holdfast.parse"
        )
    from holdfast.adapters.browser.tab import Tab

    tab = Tab(page)
    try:
        return await tab.capture(closed_roots=closed_roots)
    finally:
        await tab.leave()
