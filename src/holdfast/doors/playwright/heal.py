"""`holdfast.heal`: any page of Playwright or driver of Selenium, whose elements are found again."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from holdfast.app.wiring import load_project
from holdfast.doors.playwright.extent import HEAL_AFTER_MS, Extent, HealSettings, read_extent
from holdfast.doors.playwright.suite import Suite
from holdfast.errors import UsageError, naming_extras
from holdfast.model.thresholds import Mode

if TYPE_CHECKING:
    from playwright.async_api import Page as AsyncPage
    from playwright.sync_api import Page
    from selenium.webdriver.remote.webdriver import WebDriver

    AnyPage = TypeVar("AnyPage", Page, AsyncPage, WebDriver)
else:
    AnyPage = TypeVar("AnyPage")


def heal(  # noqa: PLR0913 - all but the page have a default
    page: AnyPage,
    *,
    extent: Extent | str = Extent.HEAL,
    heal_after_ms: float = HEAL_AFTER_MS,
    mode: Mode | str | None = None,
    allow_risky: bool = False,
    root: Path | str | None = None,
) -> AnyPage:
    """Return the same page with locators that find their elements again after a change.

    Works with pages of Playwright's sync and async interface; what comes back is of the same class.
    A driver of Selenium comes back itself: what it is asked for is found again from then on.
    Elements are fingerprinted in ``.holdfast`` when the page is closed without an error on its way.
    ``root`` is the project's folder, by default the one around the current folder. ``extent`` off
    returns the very page or driver that was given.
    """
    chosen = extent if isinstance(extent, Extent) else read_extent(extent, "extent")
    if chosen is Extent.OFF:
        return page
    if not is_page(page) and not is_driver(page):
        raise UsageError(
            f"heal() wants a page of Playwright or a driver of Selenium, "
            f"got {type(page).__name__[:80]!r}\n"
            "  next: give it the page itself, of playwright.sync_api or playwright.async_api, "
            "or the driver"
        )
    folder = load_project(None if root is None else Path(root)).root
    settings = HealSettings(
        root=folder,
        extent=chosen,
        heal_after_ms=heal_after_ms,
        mode=None if mode is None else Mode(mode),
        allow_risky=allow_risky,
    )
    made: AnyPage
    made, _ = start_run(page, Suite(folder), settings, ends_with_it=True)
    return made


def is_page(thing: object) -> bool:
    """Return whether it is a page of Playwright."""
    return hasattr(thing, "_impl_obj")


def is_driver(thing: object) -> bool:
    """Return whether it is a driver of Selenium."""
    return hasattr(thing, "locator_converter") and hasattr(thing, "execute")


def start_run(
    thing: Any, suite: Suite, settings: HealSettings, *, name: str = "", ends_with_it: bool = False
) -> tuple[Any, Any]:
    """Return the page or driver, healed from now on, and its run; loads what drives it."""
    with naming_extras():
        if is_driver(thing):
            from holdfast.doors.selenium.driver_run import DriverRun

            return thing, DriverRun(
                suite=suite,
                settings=settings,
                name=name,
                driver=thing,
                ends_with_driver=ends_with_it,
            )
        from holdfast.doors.playwright.locators import healing_page
        from holdfast.doors.playwright.suite_run import SuiteRun

    run = SuiteRun(suite=suite, settings=settings, name=name, ends_with_page=ends_with_it)
    return healing_page(thing, run), run
