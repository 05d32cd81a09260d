"""CSS on saved pages, asked of a browser too: both find the same elements."""

import pytest
from playwright.sync_api import Page
from tests.unit.page.test_css_match import ASKED, FORM

pytestmark = pytest.mark.browser


def test_browsers_find_what_is_expected_of_saved_pages(page: Page) -> None:
    page.set_content(f"<!doctype html><html><body>{FORM}</body></html>")
    ids = "asked => [...document.querySelectorAll(asked)].map(one => one.id).join(' ')"
    assert {selector: page.evaluate(ids, selector) for selector in ASKED} == ASKED
