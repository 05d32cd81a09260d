"""The suite's own set-up; the fixture ``page`` is all that Holdfast adds."""

import os
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from holdfast.adapters.browser.launch import launch_options

TIMEOUT_MS = float(os.environ.get("SHOP_TIMEOUT_MS", "10000"))
expect.set_options(timeout=TIMEOUT_MS / 3)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, **launch_options()}


@pytest.fixture
def page(page: Page, context: BrowserContext, holdfast_heal: Callable[[Page], Page]) -> Page:
    page.set_default_timeout(TIMEOUT_MS)
    return holdfast_heal(page)
