"""Record window: the browser that a person's acts are recorded in, opened as the options say."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from holdfast.app.recorded_device import emulation_of
from holdfast.app.wiring import launch_options, read_bytes
from holdfast.errors import BrowserMissing, EnvironmentFailure, UsageError
from holdfast.model.privacy import mask_url

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

# What the browser says of an address that it cannot open, and what a person can do about it.
ADVICE = {
    "ERR_NAME_NOT_RESOLVED": "nobody knows this host; look at its spelling, or at the network",
    "ERR_CONNECTION_REFUSED": "nothing listens there; start the server, or look at the port",
    "ERR_CONNECTION_TIMED_OUT": "nothing answers there; look at the address, or at a firewall",
    "ERR_ADDRESS_UNREACHABLE": "nothing answers there; look at the address, or at the network",
    "ERR_SSL": "it does not speak https there; try http://",
    "ERR_CERT": "its certificate is not trusted here; try http://, or make it trusted",
    "ERR_UNSAFE_PORT": "browsers do not open this port; use another one",
    "ERR_EMPTY_RESPONSE": "it answers nothing; is it a web server, and does it want https?",
    "invalid URL": "it is no address; write it as https://shop.example.com/path",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowOptions:
    """How the window is opened: its size, what it pretends to be, what it knows already."""

    headless: bool = False
    viewport: str | None = None
    device: str | None = None
    browser_ws: str | None = None
    storage_state: Path | None = None
    emulated: dict[str, Any] = field(default_factory=dict)


@contextmanager
def open_window(options: WindowOptions) -> Iterator["BrowserContext"]:
    """Yield a context with a window; it is closed afterwards unless it was there before.

    What a device pretends to be is in the ``options.emulated`` from then on.
    """
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        settings = _settings(options, playwright)
        options.emulated.update(emulation_of(options.device or "", settings))
        try:
            browser = _browser(options, playwright)
            asked = options.viewport or options.device or options.storage_state
            own = options.browser_ws is None or not browser.contexts or asked is not None
            context = browser.new_context(**settings) if own else browser.contexts[0]
        except Error as exc:
            raise BrowserMissing(_no_browser(options, exc.message.partition("\n")[0])) from exc
        try:
            yield context
        finally:
            with suppress(Error):  # the person may have closed it
                browser.close()


def _no_browser(options: WindowOptions, told: str) -> str:
    if options.browser_ws is None:
        return f"the browser does not start: {told}\n  next: holdfast doctor"
    return (
        f"no browser answers at {mask_url(options.browser_ws)[:80]!r}: {told}\n"
        "  next: start one with --remote-debugging-port=9222, or look at the port"
    )


def _browser(options: WindowOptions, playwright: "Playwright") -> "Browser":
    if options.browser_ws is not None:
        return playwright.chromium.connect_over_cdp(options.browser_ws)
    # Ctrl-C is ours: what was recorded is written before the browser ends.
    started = launch_options(headed=not options.headless) | {"handle_sigint": False}
    return playwright.chromium.launch(**started)


def _settings(options: WindowOptions, playwright: "Playwright") -> dict[str, Any]:
    # Unless asked, the page is as large as the window: a person may change that.
    settings: dict[str, Any] = {} if options.headless else {"no_viewport": True}
    if options.device is not None:
        settings = dict(_device(options.device, playwright.devices))
    if options.viewport is not None:
        settings.pop("no_viewport", None)
        settings["viewport"] = _size(options.viewport)
    if options.storage_state is not None:
        read_bytes(options.storage_state)  # for its error: Playwright's does not say what to do
        settings["storage_state"] = str(options.storage_state)
    return settings


def _device(name: str, known: dict[str, Any]) -> dict[str, Any]:
    if name in known:
        device: dict[str, Any] = known[name]
        return {key: value for key, value in device.items() if key != "default_browser_type"}
    near = get_close_matches(name, known, n=3, cutoff=0.4) or ["iPhone 15", "Pixel 7"]
    raise UsageError(f"there is no device {name[:80]!r}\n  next: one of {', '.join(near)}")


def _size(text: str) -> dict[str, int]:
    wide, _, high = text.lower().partition("x")
    if not (wide.isdecimal() and high.isdecimal() and int(wide) and int(high)):
        raise UsageError(f"a viewport is WIDTHxHEIGHT, got {text[:80]!r}\n  next: 1280x720")
    return {"width": int(wide), "height": int(high)}


def visit(context: "BrowserContext", url: str) -> "Page":
    """Open an address in a new tab; raises with what to do where that fails."""
    from playwright.sync_api import Error

    page = context.new_page()
    # A dialog stays open until the person answers it.
    context.on("dialog", lambda _: None)
    try:
        page.goto(url)
    except Error as exc:
        told = exc.message.partition("\n")[0]
        advice = next((say for word, say in ADVICE.items() if word in told), "look at the address")
        shown = mask_url(url)[:80]
        raise EnvironmentFailure(
            f"cannot open {shown!r}: {told.partition(' at ')[0]}\n  next: {advice}"
        ) from exc
    return page
