"""Capturing: makes a snapshot of a live page, and leaves nothing behind in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from holdfast.errors import UsageError

if TYPE_CHECKING:
    from playwright.async_api import Page as AsyncPage
    from playwright.sync_api import Page
    from selenium.webdriver.remote.webdriver import WebDriver

    from holdfast.model.snapshot import Snapshot


def capture(page: Page | WebDriver, *, closed_roots: bool = False) -> Snapshot:
    """Return a page of Playwright as it is now, with open shadow roots, all frames, and boxes.

    Of a driver of Selenium: the frame that it is switched to, with the frames in it.
    ``closed_roots``: enter closed shadow roots as well (Playwright's Chromium only). Raises
    ``CaptureFailed``.
    """
    from holdfast.ports import run_now

    if hasattr(page, "locator_converter"):
        from holdfast.adapters.browser.selenium_tab import capture_all

        return capture_all(page)
    return run_now(_capture(page, closed_roots=closed_roots))


async def capture_async(page: AsyncPage, *, closed_roots: bool = False) -> Snapshot:
    """Return the same as ``capture``, for a page of Playwright's async interface."""
    return await _capture(page, closed_roots=closed_roots)


async def _capture(page: Any, *, closed_roots: bool) -> Snapshot:
    if not hasattr(page, "_impl_obj"):
        raise UsageError(
            "wanted a page of Playwright or a driver of Selenium to capture, "
            f"got {type(page).__name__[:80]!r}\n"
            "  next: give that itself; for HTML that is saved already, holdfast.parse"
        )
    from holdfast.adapters.browser.tab import Tab

    tab = Tab(page)
    try:
        return await tab.capture(closed_roots=closed_roots)
    finally:
        await tab.leave()
