"""An agent records a step in a running browser, the recording is replayed without it."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright
from tests.browser.conftest import Site
from tests.browser.test_replay_environment import running_chromium

from holdfast.adapters.browser.measurement import MEASURE_SOURCE
from holdfast.doors import mcp_tools
from holdfast.errors import EnvironmentFailure

pytestmark = pytest.mark.browser

# Asked for within the click: when that has ended, the server has heard of it.
PAY = "onclick=\"const r = new XMLHttpRequest(); r.open('GET', '/paid', false); r.send()\""
BEFORE = f"<title>Shop</title><h1>Basket</h1><button id=pay {PAY}>Pay now"
AFTER = f"<title>Shop</title><h1>Basket</h1><p><button class=x {PAY}>Pay now"


def aside(tool: Callable[..., dict[str, Any]], *given: str, **named: Any) -> dict[str, Any]:
    """Return a tool's answer from a thread: another test's browser is at work in this one."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(tool, *given, **named).result()


def open_tab(address: str, url: str) -> None:
    """Load a page in the running browser, and leave it there."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.connect_over_cdp(address)
        browser.contexts[0].new_page().goto(url)


@pytest.fixture
def running(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the DevTools address of a browser that shows the shop."""
    url = site.serve("/", BEFORE)
    with running_chromium(tmp_path_factory.mktemp("profile")) as (_, address):
        with ThreadPoolExecutor(max_workers=1) as pool:
            pool.submit(open_tab, address, url).result()
        yield address


def test_what_an_agent_records_is_replayed_on_the_changed_page(
    running: str, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = aside(mcp_tools.locate, target="#pay", old_html=BEFORE, browser_ws=running)
    assert found["found"]
    told = aside(mcp_tools.record_step, "pay.json", running, "#pay")
    assert told["steps"] == 1
    site.serve("/", AFTER)
    done = aside(mcp_tools.replay, "pay.json")
    assert done["passed"], done
    assert "/paid" in site.asked


def test_a_measurement_is_enough_for_the_new_page(page: Page) -> None:
    page.set_content(AFTER)
    world = page.evaluate_handle(MEASURE_SOURCE)
    measured = json.loads(world.evaluate("world => world.measure()"))
    found = aside(mcp_tools.locate, target="#pay", old_html=BEFORE, measurement=measured)
    assert found["found"]
    assert found["xpath"] == "/html/body/p/button"


def test_no_browser_at_the_address_is_said() -> None:
    with pytest.raises(EnvironmentFailure, match="no browser answers there"):
        aside(mcp_tools.locate, target="#pay", old_html=BEFORE, browser_ws="http://127.0.0.1:9")
