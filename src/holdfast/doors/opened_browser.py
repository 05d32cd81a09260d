"""Opened browser: starts a Chromium or reaches a running one, with windows as recorded."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from holdfast.app.recorded_device import emulated
from holdfast.app.wiring import launch_options, read_bytes
from holdfast.errors import BrowserMissing
from holdfast.model.privacy import mask_url
from holdfast.model.recording import Recording

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Playwright


@contextmanager
def browser_context(
    recording: Recording,
    *,
    headed: bool = False,
    address: str | None = None,
    storage_state: Path | None = None,
) -> Iterator["BrowserContext"]:
    """Yield a new browser context with the recorded window's size; it is closed afterwards."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = open_browser(playwright, headed=headed, address=address)
        try:
            with new_context(browser, recording, storage_state) as context:
                yield context
        finally:
            close_quietly(browser)


def open_browser(
    playwright: "Playwright", *, headed: bool = False, address: str | None = None
) -> "Browser":
    """Return a browser, started here or running at a DevTools address."""
    from playwright.sync_api import Error

    try:
        if address:
            return playwright.chromium.connect_over_cdp(address)
        return playwright.chromium.launch(**launch_options(headed=headed))
    except Error as exc:
        raise _no_browser(exc.message.partition("\n")[0], address) from exc


@contextmanager
def new_context(
    browser: "Browser", recording: Recording, storage_state: Path | None = None
) -> Iterator["BrowserContext"]:
    """Yield a context without a past, or with a saved one; it is closed afterwards."""
    from playwright.sync_api import Error

    settings: dict[str, Any] = emulated(recording.extra)
    if recording.viewport is not None:
        width, height = recording.viewport
        settings["viewport"] = {"width": int(width), "height": int(height)}
    if storage_state is not None:
        read_bytes(storage_state)  # for its error: Playwright's does not say what to do
        settings["storage_state"] = str(storage_state)
    try:
        context = browser.new_context(**settings)
    except Error as exc:
        raise _no_browser(exc.message.partition("\n")[0], None) from exc
    try:
        yield context
    finally:
        close_quietly(context)


def _no_browser(told: str, address: str | None) -> BrowserMissing:
    if address is None:
        return BrowserMissing(f"the browser does not start: {told}\n  next: holdfast doctor")
    shown = mask_url(address)  # those of browser services hold a token
    told = told.replace(address, shown)
    return BrowserMissing(
        f"no browser answers at {shown[:80]!r}: {told}\n"
        "  next: start one with --remote-debugging-port=9222, and give http://127.0.0.1:9222"
    )


def close_quietly(opened: Any) -> None:
    """Close a context or a browser; one that died is closed already."""
    from playwright.sync_api import Error

    try:
        opened.close()
    except Error:
        return
