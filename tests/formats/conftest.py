"""A recording of the old shop, made once, and what runs exported tests."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.conftest import context, page, site

from holdfast.demo.server import BEFORE, serve
from holdfast.doors.recorder import Recorder
from holdfast.model.recording import Recording

__all__ = ["context", "page", "site"]

PASSWORD = "correct horse"
CONFTEST = """\
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from holdfast.adapters.browser.launch import launch_options


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Page:
    # What is going to fail need not be waited for.
    expect.set_options(timeout=500 if "wrong" in request.node.name else 10_000)
    base = re.search("--base-url (.+)", request.path.read_text(encoding="utf-8"))
    assert base is not None
    return browser.new_page(base_url=base[1])
"""
RunTests = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def shop() -> Iterator[str]:
    """Return the address of the old shop."""
    with serve(BEFORE) as url:
        yield url


@pytest.fixture(scope="session")
def shop_recording(browser: Browser, shop: str) -> Recording:
    """Return what somebody does who buys a stove: with a frame, a shadow root and a canvas."""
    context = browser.new_context(viewport={"width": 1180, "height": 760})
    try:
        page = context.new_page()
        with Recorder(context, name="Buy a stove", pictures=False) as recorder:
            page.goto(f"{shop}/index.html")
            _buy(page)
        return recorder.recording
    finally:
        context.close()


def _buy(page: Page) -> None:
    page.locator("#email").fill("ada@example.com")
    page.locator("#password").fill(PASSWORD)
    page.locator("#sign-in-button").click()
    page.locator("#q").fill("stove")
    page.locator("#search-button").click()
    page.locator("tr", has_text="Gas stove, 2 burners").get_by_role("button").click()
    page.locator("#cart").click()
    page.locator("#quantity").select_option("2")
    page.locator("#gift-wrap").check()
    page.locator("#go-checkout").click()
    page.locator("#full-name").fill("Ada Lovelace")
    page.locator("#street").fill("12 St James's Square")
    page.locator("#country").select_option("Austria")
    page.locator("#ship-express").check()
    page.locator("delivery-slot").get_by_text("Morning").click()
    page.frame_locator("iframe[name=card]").locator("#holder").fill("A. Lovelace")
    page.locator("#signature").click(position={"x": 216, "y": 34})
    page.locator("#show-terms").click()
    page.locator("#accept-terms").click()
    page.locator("#place-order").click()
    page.wait_for_url("**/thanks.html*")


@pytest.fixture
def run_tests(tmp_path: Path) -> RunTests:
    """Return what runs exported tests with pytest, in a folder of their own."""

    def run(conftest: str = CONFTEST, **environment: str) -> "subprocess.CompletedProcess[str]":
        (tmp_path / "conftest.py").write_text(conftest, encoding="utf-8")
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", "."],
            cwd=tmp_path,
            env={**os.environ, **environment, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            capture_output=True,
            text=True,
            check=False,
        )

    return run
