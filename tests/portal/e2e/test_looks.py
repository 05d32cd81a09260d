"""Every page, light and dark, narrow and wide: usable by all, small, and in the reader's zone."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Response, expect
from tests.portal.e2e.conftest import Portal, serving
from tests.portal.e2e.every_page import EVERY, OPEN_PAGES

from holdfast.model.healing import ReviewState

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]
AXE = Path(__file__).parents[1] / "vendor" / "axe-core" / "axe.min.js"
SMALL = 100 * 1024
THEMES = ("light", "dark")


@pytest.fixture(scope="module")
def running(shop_project: Path) -> Iterator[Portal]:
    """Return one portal for all tests here: they only look."""
    with serving(shop_project) as portal:
        yield portal


def address(portal: Portal, name: str) -> str:
    """Return where a page is."""
    healings = list(portal.store.iter_healings())
    waiting = next(one.number for one in healings if one.state is ReviewState.PENDING)
    answered = next(one.number for one in healings if one.state is ReviewState.ACCEPTED)
    return EVERY[name].format(healing=waiting, answered=answered)


@pytest.fixture
def look(running: Portal, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Return what opens any page, for a stranger where the page is for strangers."""
    made = []

    def open_page(name: str, **options: Any) -> Page:
        context = browser.new_context(base_url=running.url, **options)
        made.append(context)
        if name not in OPEN_PAGES:
            context.request.post("/login", form={"token": running.token_of("ann")})
        page = context.new_page()
        page.goto(address(running, name))
        return page

    yield open_page
    for context in made:
        context.close()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", EVERY)
def test_axe_finds_nothing_serious(look: Visit, name: str, theme: str) -> None:
    page = look(name, color_scheme=theme)
    page.evaluate(AXE.read_text("utf-8") + "; undefined")
    found = page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then(seen => seen.violations.map("
        "one => [one.impact, one.id, one.nodes.map(node => node.html.slice(0, 200)).slice(0, 3)]))"
    )
    assert [one for one in found if one[0] in {"serious", "critical", "moderate"}] == []


@pytest.mark.parametrize("width", [360, 1600])
@pytest.mark.parametrize("name", EVERY)
def test_nothing_sticks_out_and_nothing_is_blocked(look: Visit, name: str, width: int) -> None:
    told: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and "404" not in message.text:
            told.append(message.text)

    page = look("login" if name in OPEN_PAGES else name, viewport={"width": width, "height": 800})
    page.on("console", note)
    page.on("pageerror", lambda error: told.append(str(error)))
    page.reload()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert told == []


@pytest.mark.parametrize("name", EVERY)
def test_a_page_is_small(look: Visit, name: str) -> None:
    page = look(name)
    answers: list[Response] = []
    page.on("response", answers.append)
    page.reload(wait_until="networkidle")
    sizes = {
        answer.url: answer.request.sizes()["responseBodySize"]
        for answer in answers
        if answer.request.resource_type != "image"
    }
    assert sum(sizes.values()) <= SMALL, sizes


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
