"""Journeys through the shop, by page objects."""

import re

from pages import Cart, Checkout, Products, SignIn  # type: ignore[import-not-found]  # beside it
from playwright.sync_api import Page, expect


def test_signing_in(page: Page) -> None:
    sign_in = SignIn(page)
    sign_in.open()
    products = sign_in.sign_in("ada@example.com", "correct horse battery staple")
    expect(products.page).to_have_url(re.compile("products"))


def test_searching(page: Page) -> None:
    products = Products(page)
    products.open()
    products.search("stove")
    expect(page.get_by_text("Down sleeping bag")).to_be_hidden()


def test_adding_a_product(page: Page) -> None:
    products = Products(page)
    products.open()
    products.add("Wood stove, folding")
    expect(page.get_by_text("Wood stove, folding is in your cart.")).to_be_visible()


def test_from_the_products_to_the_cart(page: Page) -> None:
    products = Products(page)
    products.open()
    cart = products.go_to_cart()
    expect(cart.title).to_have_text("Your cart")


def test_a_wrapped_gift_of_two(page: Page) -> None:
    cart = Cart(page)
    cart.open()
    cart.quantity.select_option("2")
    cart.gift.check()
    expect(cart.gift).to_be_checked()


def test_a_voucher(page: Page) -> None:
    cart = Cart(page)
    cart.open()
    cart.voucher.fill("WELCOME10")
    expect(cart.voucher).to_have_value("WELCOME10")


def test_checking_out(page: Page) -> None:
    cart = Cart(page)
    cart.open()
    checkout = cart.check_out()
    expect(checkout.page).to_have_url(re.compile("checkout"))


def test_the_address(page: Page) -> None:
    checkout = Checkout(page)
    checkout.open()
    checkout.fill("Ada Lovelace", "12 St James's Square", "Austria")
    expect(checkout.country).to_have_value("at")


def test_express_and_card(page: Page) -> None:
    checkout = Checkout(page)
    checkout.open()
    checkout.express.check()
    checkout.holder.fill("A. Lovelace")
    expect(checkout.express).to_be_checked()


def test_ordering(page: Page) -> None:
    checkout = Checkout(page)
    checkout.open()
    checkout.place_order()
    expect(checkout.title).to_have_text("Thank you for your order")


def test_removed_comparing(page: Page) -> None:
    products = Products(page)
    products.open()
    products.compare_button.click()
