"""The browser that is found starts and shows a page."""

import pytest
from playwright.sync_api import sync_playwright

from holdfast.adapters.browser.launch import get_browser, launch_arguments

pytestmark = pytest.mark.browser


def test_the_browser_that_is_found_shows_a_page() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=get_browser().path, args=launch_arguments()
        )
        page = browser.new_page()
        page.set_content("<button>Pay</button>")
        assert page.get_by_role("button").inner_text() == "Pay"
        browser.close()
