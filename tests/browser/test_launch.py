"""The browser that is found starts and shows a page."""

import pytest
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_the_browser_that_is_found_shows_a_page(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<button>Pay</button>")
    assert page.get_by_role("button").inner_text() == "Pay"
    page.close()
