"""`holdfast.heal`: any page of Playwright, with locators that find their elements again."""

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from holdfast.app.wiring import load_project
from holdfast.doors.playwright.extent import HEAL_AFTER_MS, Extent, HealSettings, read_extent
from holdfast.doors.playwright.locators import healing_page
from holdfast.doors.playwright.suite import Suite
from holdfast.doors.playwright.suite_run import SuiteRun
from holdfast.errors import UsageError
from holdfast.model.thresholds import Mode

if TYPE_CHECKING:
    from playwright.async_api import Page as AsyncPage
    from playwright.sync_api import Page

    AnyPage = TypeVar("AnyPage", Page, AsyncPage)
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
    Elements are fingerprinted in ``.holdfast`` when the page is closed without an error on its way.
    ``root`` is the project's folder, by default the one around the current folder. ``extent`` off
    returns the very page that was given.
    """
    chosen = extent if isinstance(extent, Extent) else read_extent(extent, "extent")
    if chosen is Extent.OFF:
        return page
    if not hasattr(page, "_impl_obj"):
        raise UsageError(
            f"heal() wants a page of Playwright, got {type(page).__name__[:80]!r}\n"
            "  next: give it the page itself, of playwright.sync_api or playwright.async_api"
        )
    folder = load_project(None if root is None else Path(root)).root
    settings = HealSettings(
        root=folder,
        extent=chosen,
        heal_after_ms=heal_after_ms,
        mode=None if mode is None else Mode(mode),
        allow_risky=allow_risky,
    )
    run = SuiteRun(suite=Suite(folder), settings=settings, ends_with_page=True)
    made: AnyPage = healing_page(page, run)
    return made
