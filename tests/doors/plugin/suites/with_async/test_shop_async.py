"""An async suite; its tests ask for ``healing_page``."""

import re

import pytest
from playwright.async_api import Page, expect

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_signing_in(healing_page: Page) -> None:
    page = healing_page
    await page.goto("/index.html")
    await page.locator("#email").fill("ada@example.com")
    await page.locator("#password").fill("correct horse battery staple")
    await page.locator("#sign-in-button").click()
    await expect(page).to_have_url(re.compile("products"))


async def test_buying_a_stove(healing_page: Page) -> None:
    page = healing_page
    await page.goto("/products.html")
    await page.locator("tr").filter(has_text="Gas stove, 1 burner").locator(".add").click()
    await expect(page.get_by_text("Gas stove, 1 burner is in your cart.")).to_be_visible()
    await page.locator("#cart").click()
    await expect(page.locator("#quantity")).to_be_visible()


async def test_the_country(healing_page: Page) -> None:
    page = healing_page
    await page.goto("/checkout.html")
    await page.locator("#country").select_option(label="Switzerland")
    assert await page.locator("#country").input_value() == "ch"


async def test_ordering(healing_page: Page) -> None:
    page = healing_page
    await page.goto("/checkout.html")
    await page.locator("#show-terms").click()
    await page.locator("#accept-terms").click()
    await page.locator("#place-order").click()
    await expect(page.locator("h1")).to_have_text("Thank you for your order")


async def test_removed_comparing(healing_page: Page) -> None:
    page = healing_page
    await page.goto("/products.html")
    await expect(page.locator("#compare")).to_be_visible()
    await page.locator("#compare").click()
