"""The suite's own async page, by plain pytest-asyncio."""

import os
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright, expect

from holdfast.adapters.browser.launch import launch_options

TIMEOUT_MS = float(os.environ.get("SHOP_TIMEOUT_MS", "10000"))
expect.set_options(timeout=TIMEOUT_MS / 3)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**launch_options())
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    page = await browser.new_page(base_url=os.environ["SHOP_URL"])
    page.set_default_timeout(TIMEOUT_MS)
    yield page
    await page.close()
