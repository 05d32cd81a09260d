"""The suite's own async page, by plain pytest-asyncio."""

import os
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, async_playwright

from holdfast.adapters.browser.launch import launch_options


@pytest_asyncio.fixture
async def page(request: pytest.FixtureRequest) -> AsyncIterator[Page]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**launch_options())
        page = await browser.new_page(base_url=os.environ["SHOP_URL"])
        page.set_default_timeout(float(os.environ.get("SHOP_TIMEOUT_MS", "10000")))
        yield page
        await browser.close()
