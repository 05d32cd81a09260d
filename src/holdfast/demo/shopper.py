"""A person who buys a stove in the old shop: looks, moves the mouse there, clicks, types."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import FrameLocator, Locator, Page

PASSWORD = "correct horse battery staple"  # noqa: S105 - the shop is made up, and takes any
MOVES = 10  # of the mouse on its way to an element
PAUSE_MS = 25.0  # between two of them: a quick hand


@dataclass(slots=True)
class Person:
    """Moves a real mouse in a real page."""

    page: Page
    x: float = 640.0
    y: float = 400.0

    def click(self, element: Locator, *, across: float = 0.5) -> None:
        """Go to the element and click it; ``across`` is where, as a share of its width."""
        self._go_to(element, across)
        self.page.mouse.down()
        self.page.mouse.up()

    def write(self, element: Locator, text: str) -> None:
        """Click into a field and type."""
        self.click(element)
        self.page.keyboard.type(text, delay=2)

    def choose(self, element: Locator, label: str) -> None:
        """Go to a list and choose an option."""
        self._go_to(element, 0.5)
        element.select_option(label=label)

    def _go_to(self, element: Locator, across: float) -> None:
        element.scroll_into_view_if_needed()
        box = element.bounding_box()
        assert box is not None, "the shop's elements can be seen"
        x, y = box["x"] + across * box["width"], box["y"] + box["height"] / 2
        start_x, start_y = self.x, self.y
        for step in range(1, MOVES + 1):
            share = math.sin(math.pi / 2 * step / MOVES)  # quick at first, then careful
            self.page.mouse.move(start_x + share * (x - start_x), start_y + share * (y - start_y))
            self.page.wait_for_timeout(PAUSE_MS)
        self.x, self.y = x, y


def buy_a_stove(page: Page, say: Callable[[str], None] = lambda _: None) -> None:
    """Sign in, find a stove, fill the cart and the forms, order; ``say`` hears what is done."""
    person = Person(page)
    for told, part in (
        ("signs in", _sign_in),
        ("looks for a stove", _search),
        ("fills the cart", _fill_cart),
        ("fills in the forms", _fill_forms),
        ("orders", _order),
    ):
        say(told)
        part(person)


def _sign_in(person: Person) -> None:
    page = person.page
    person.write(page.locator("#email"), "ada@example.com")
    person.write(page.locator("#password"), PASSWORD)
    person.click(page.locator("#sign-in-button"))
    page.wait_for_url("**/products.html*")


def _search(person: Person) -> None:
    page = person.page
    person.click(page.locator("#compare"))
    person.write(page.locator("#q"), "stove")
    person.click(page.locator("#search-button"))
    row = page.locator("tr", has_text="Gas stove, 2 burners")
    person.click(row.get_by_role("button"))
    person.click(page.locator("#cart"))
    page.wait_for_url("**/cart.html*")


def _fill_cart(person: Person) -> None:
    page = person.page
    person.choose(page.locator("#quantity"), "2")
    person.click(page.locator("#gift-wrap"))
    person.write(page.locator("#voucher"), "WELCOME10")
    person.click(page.locator("#apply-voucher"))
    person.click(page.locator("#go-checkout"))
    page.wait_for_url("**/checkout.html*")


def _fill_forms(person: Person) -> None:
    page = person.page
    person.write(page.locator("#full-name"), "Ada Lovelace")
    person.write(page.locator("#street"), "12 St James's Square")
    person.choose(page.locator("#country"), "Austria")
    person.click(page.locator("#ship-express"))
    person.click(page.locator("delivery-slot").get_by_text("Morning"))
    card: FrameLocator = page.frame_locator("iframe[name=card]")
    person.write(card.locator("#holder"), "A. Lovelace")
    person.click(page.locator("#signature"), across=0.72)


def _order(person: Person) -> None:
    page = person.page
    person.click(page.locator("#show-terms"))
    person.click(page.locator("#accept-terms"))
    person.click(page.locator("#place-order"))
    page.wait_for_url("**/thanks.html*")
