"""A plain suite: every test opens a page and goes by ids, as most suites do."""

import re

from playwright.sync_api import Page, expect


def test_signing_in_leads_to_the_products(page: Page) -> None:
    page.goto("/index.html")
    page.locator("#email").fill("ada@example.com")
    page.locator("#password").fill("correct horse battery staple")
    page.locator("#sign-in-button").click()
    expect(page).to_have_url(re.compile("products"))


def test_a_forgotten_password_leads_to_help(page: Page) -> None:
    page.goto("/index.html")
    page.get_by_role("link", name="Forgot your password?").click()
    expect(page.locator("h1")).to_have_text("Help")


def test_searching_hides_other_products(page: Page) -> None:
    page.goto("/products.html")
    page.fill("#q", "stove")
    page.click("#search-button")
    expect(page.get_by_text("Trail tent, 2 persons")).to_be_hidden()
    expect(page.get_by_text("Wood stove, folding")).to_be_visible()


def test_the_search_field_is_there_and_empty(page: Page) -> None:
    page.goto("/products.html")
    assert page.locator("#q").input_value() == ""


def test_a_product_goes_into_the_cart(page: Page) -> None:
    page.goto("/products.html")
    page.locator("tr", has_text="Gas stove, 2 burners").get_by_role("button").click()
    expect(page.get_by_text("Gas stove, 2 burners is in your cart.")).to_be_visible()


def test_the_cart_is_one_click_away(page: Page) -> None:
    page.goto("/products.html")
    page.locator("#cart").click()
    expect(page).to_have_url(re.compile("cart"))


def test_two_stoves(page: Page) -> None:
    page.goto("/cart.html")
    page.locator("#quantity").select_option("2")
    expect(page.locator("#quantity")).to_have_value("2")


def test_a_gift_is_wrapped(page: Page) -> None:
    page.goto("/cart.html")
    page.locator("#gift-wrap").check()
    expect(page.locator("#gift-wrap")).to_be_checked()


def test_a_voucher_can_be_typed(page: Page) -> None:
    page.goto("/cart.html")
    page.locator("#voucher-box input").fill("WELCOME10")
    expect(page.locator("#voucher")).to_have_value("WELCOME10")


def test_a_voucher_is_applied(page: Page) -> None:
    page.goto("/cart.html")
    page.locator("#voucher").fill("WELCOME10")
    page.locator("#apply-voucher").click()
    expect(page.get_by_text("Voucher applied: 10 % off.")).to_be_visible()


def test_the_cart_leads_to_checkout(page: Page) -> None:
    page.goto("/cart.html")
    page.locator("a#go-checkout.btn").click()
    expect(page).to_have_url(re.compile("checkout"))


def test_an_address_is_typed(page: Page) -> None:
    page.goto("/checkout.html")
    page.locator("#full-name").fill("Ada Lovelace")
    page.locator("#street").fill("12 St James's Square")
    page.locator("#country").select_option(label="Austria")
    expect(page.locator("#full-name")).to_have_value("Ada Lovelace")
    expect(page.locator("#country")).to_have_value("at")


def test_express_delivery(page: Page) -> None:
    page.goto("/checkout.html")
    page.locator("#ship-express").check()
    assert page.locator("#ship-express").is_checked()


def test_a_slot_is_chosen(page: Page) -> None:
    page.goto("/checkout.html")
    page.locator("delivery-slot").get_by_text("Morning").click()
    slot = page.locator("delivery-slot").get_by_text("Morning")
    expect(slot).to_have_attribute("aria-pressed", "true")


def test_the_name_on_the_card(page: Page) -> None:
    page.goto("/checkout.html")
    page.frame_locator("iframe[name=card]").locator("#holder").fill("A. Lovelace")


def test_the_terms_are_accepted(page: Page) -> None:
    page.goto("/checkout.html")
    page.locator("#show-terms").click()
    page.locator("#accept-terms").click()
    expect(page.locator("#terms-dialog")).to_be_hidden()


def test_an_order_is_placed(page: Page) -> None:
    page.goto("/checkout.html")
    page.locator("#place-order").click()
    expect(page.locator("#thanks")).to_have_text("Thank you for your order")


def test_nothing_is_in_the_cart_at_first(page: Page) -> None:
    page.goto("/products.html")
    expect(page.get_by_text("is in your cart")).to_have_count(0)


def test_removed_products_can_be_compared(page: Page) -> None:
    page.goto("/products.html")
    page.locator("#compare").click()


def test_removed_comparing_is_offered(page: Page) -> None:
    page.goto("/products.html")
    expect(page.locator("#compare")).to_be_visible()


def test_removed_comparing_is_enabled(page: Page) -> None:
    page.goto("/products.html")
    assert page.get_by_role("button", name="Compare products").is_enabled()
