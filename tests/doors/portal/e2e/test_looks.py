"""Every page, light and dark, narrow and wide: usable by all, small, and in the reader's zone."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect
from tests.doors.portal.e2e.conftest import PATIENCE_MS, Portal, serving
from tests.doors.portal.e2e.every_page import EVERY, OPEN_PAGES, address

from holdfast.doors.report_page import report_page
from holdfast.history.analytics import analyse
from holdfast.history.report import build_report
from holdfast.model.healing_decision import HealingAction
from holdfast.model.remembered import DecisionRow
from holdfast.ports import JobQueue

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]
AXE = Path(__file__).parents[1] / "vendor" / "axe-core" / "axe.min.js"
SMALL = 100 * 1024
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")


@pytest.fixture(scope="module")
def running(shop_project: Path, shop_queue: JobQueue) -> Iterator[Portal]:
    """Return one portal for all tests here: they only look."""
    with serving(shop_project, shop_queue) as portal:
        yield portal


@pytest.fixture(scope="module")
def windows(running: Portal, browser: Browser) -> Iterator[dict[tuple[str, bool], BrowserContext]]:
    """Return browsers of one's own: light and dark, signed in and not."""
    made: dict[tuple[str, bool], BrowserContext] = {}
    for theme in THEMES:
        for known in (True, False):
            context = browser.new_context(base_url=running.url, color_scheme=theme)
            context.set_default_timeout(PATIENCE_MS)
            if known:
                context.request.post("/login", form={"token": running.token_of("ann")})
            made[theme, known] = context
    yield made
    for context in made.values():
        context.close()


@pytest.fixture
def look(running: Portal, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Return what opens a page in a window with its own settings."""
    made = []

    def open_page(name: str, **options: Any) -> Page:
        context = browser.new_context(base_url=running.url, **options)
        context.set_default_timeout(PATIENCE_MS)
        made.append(context)
        context.request.post("/login", form={"token": running.token_of("ann")})
        page = context.new_page()
        page.goto(address(running, name))
        return page

    yield open_page
    for context in made:
        context.close()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", EVERY)
def test_a_page_is_for_everybody(
    running: Portal, windows: dict[tuple[str, bool], BrowserContext], name: str, theme: str
) -> None:
    """One visit, four claims: nothing blocked, nothing sticks out, nothing serious, small."""
    told: list[str] = []
    page = windows[theme, name not in OPEN_PAGES].new_page()
    page.on("console", lambda message: told.append(message.text) if _is_bad(message) else None)
    page.on("pageerror", lambda error: told.append(str(error)))
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(address(running, name))
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert theme == "dark" or _violations(page) == []  # narrow: what is where, in either theme
    page.set_viewport_size({"width": 1600, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") == 1600
    assert _weight(page) <= SMALL
    assert _violations(page) == []
    assert told == []
    page.close()


def _is_bad(message: ConsoleMessage) -> bool:
    # What is missing on purpose is missing.
    return message.type == "error" and "404" not in message.text


def _weight(page: Page) -> int:
    """Return how many bytes came for the page, pictures left out."""
    return int(
        page.evaluate(
            """() => [...performance.getEntriesByType("navigation"),
                      ...performance.getEntriesByType("resource")]
                .filter(entry => !/\\.(png|svg)(\\?|$)/.test(entry.name))
                .reduce((sum, entry) => sum + entry.encodedBodySize, 0)"""
        )
    )


def _violations(page: Page) -> list[object]:
    """Return what keeps people from using the page: all but the smallest things."""
    page.evaluate(AXE.read_text("utf-8") + "; undefined")
    found = page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then(seen => seen.violations.map("
        "one => [one.impact, one.id, one.nodes.map(node => node.html.slice(0, 200)).slice(0, 3)]))"
    )
    return [one for one in found if one[0] in {"moderate", "serious", "critical"}]


@pytest.mark.parametrize("theme", THEMES)
def test_the_healing_report_is_for_everybody_on_a_telephone(browser: Browser, theme: Theme) -> None:
    did = (HealingAction.AUTO_APPLY, HealingAction.REJECT)
    rows = [DecisionRow(number, number, did[number % 2], True, "a", "b") for number in range(101)]
    day = datetime(2026, 3, 1, tzinfo=UTC)
    made = report_page(build_report(rows, day, day), analyse(rows), title="Healing report")
    page = browser.new_page(viewport={"width": 360, "height": 780}, color_scheme=theme)
    page.set_content(made)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert _violations(page) == []
    page.close()


def test_focus_is_seen(look: Visit) -> None:
    page = look("review")
    for _ in range(12):
        page.keyboard.press("Tab")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline not in {"none", ""}, page.evaluate("document.activeElement.outerHTML")


def test_times_are_told_in_the_readers_zone(look: Visit) -> None:
    told = [
        look("run", timezone_id=zone).locator(".head time").first.inner_text()
        for zone in ("Asia/Tokyo", "America/New_York")
    ]
    assert "17:48" in told[0]
    assert "03:48" in told[1]


def test_colours_follow_the_system_until_somebody_chooses(look: Visit) -> None:
    page = look("runs", color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.get_by_role("button", name="Use light colours").click()
    light = page.evaluate(ground)
    assert light != dark
    page.goto("/settings")
    assert page.evaluate(ground) == light
    expect(page.get_by_role("button", name="Use dark colours")).to_be_visible()


def test_the_report_has_curves_and_their_numbers(look: Visit) -> None:
    page = look("confidence")
    expect(page.locator(".curve canvas")).to_be_visible()
    page.get_by_text("The numbers").click()
    expect(page.locator("#trend-data tbody tr").first).to_be_visible()
