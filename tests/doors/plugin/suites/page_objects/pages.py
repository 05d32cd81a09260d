"""The shop as page objects; each knows its own locators and what a person does with them."""

from playwright.sync_api import Locator, Page


class ShopPage:
    path = "/"

    def __init__(self, page: Page) -> None:
        self.page = page
        self.cart_link = page.locator(".header .cart-link")
        self.title = page.get_by_role("heading", level=1)

    def open(self) -> None:
        self.page.goto(self.path)


class SignIn(ShopPage):
    path = "/index.html"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        form = page.locator("form#sign-in")
        self.email = form.get_by_label("Email address")
        self.password = form.locator("input[type=password]")
        self.submit = form.get_by_role("button", name="Sign in")

    def sign_in(self, email: str, password: str) -> "Products":
        self.email.fill(email)
        self.password.fill(password)
        self.submit.click()
        return Products(self.page)


class Products(ShopPage):
    path = "/products.html"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.search_field = page.get_by_placeholder("What do you need?")
        self.search_button = page.locator("form.panel .btn")
        self.rows = page.locator("#results tbody tr")
        self.compare_button = page.get_by_text("Compare products")

    def search(self, words: str) -> None:
        self.search_field.fill(words)
        self.search_button.click()

    def add(self, product: str) -> None:
        self.row(product).locator("button.add").click()

    def row(self, product: str) -> Locator:
        return self.rows.filter(has_text=product)

    def go_to_cart(self) -> "Cart":
        self.cart_link.click()
        return Cart(self.page)


class Cart(ShopPage):
    path = "/cart.html"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        items = page.locator("#cart-items")
        self.quantity = items.locator("select")
        self.gift = items.get_by_label("Wrap it as a gift")
        self.voucher = page.locator("#voucher-box").get_by_role("textbox")
        self.checkout_link = page.get_by_role("link", name="Go to checkout")

    def check_out(self) -> "Checkout":
        self.checkout_link.click()
        return Checkout(self.page)


class Checkout(ShopPage):
    path = "/checkout.html"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        delivery = page.locator("fieldset#delivery")
        self.name = delivery.get_by_label("Full name")
        self.street = delivery.get_by_label("Street and number")
        self.country = delivery.get_by_role("combobox")
        self.express = delivery.get_by_label("Express delivery")
        self.holder = page.frame_locator("[name=card]").get_by_label("Name on card")
        self.terms_link = page.get_by_role("link", name="Read the terms")
        self.accept = page.locator(".dialog").get_by_role("button", name="Accept")
        self.order = page.get_by_role("button", name="Place order", exact=True)

    def fill(self, name: str, street: str, country: str) -> None:
        self.name.fill(name)
        self.street.fill(street)
        self.country.select_option(label=country)

    def place_order(self) -> None:
        self.terms_link.click()
        self.accept.click()
        self.order.click()
