"""Shop: gives its checkout page before and after the redesign, and what of it is looked for."""

from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True, kw_only=True)
class ShopTarget:
    """An element of the old page by CSS, where it is on the new one, and what became of it."""

    before: str
    after: str | None
    change: str


TARGETS = (
    ShopTarget(
        before="#country", after="select[name=countryCode]", change="moved, new name and id"
    ),
    ShopTarget(before="#city", after="input[name=city]", change="generated id, new surroundings"),
    ShopTarget(before="#ship-express", after="input[value=express]", change="new group, id gone"),
    ShopTarget(before="#pay-invoice", after="input[value=invoice]", change="new group, id gone"),
    ShopTarget(
        before="#promo",
        after="input[name=promo]",
        change="moved to the summary, generated id, label hidden",
    ),
    ShopTarget(before="#newsletter", after="input[name=newsletter]", change="moved, id gone"),
    ShopTarget(before="#email", after="input[name=email]", change="shorter label, generated id"),
    ShopTarget(
        before="#place-order",
        after="button[type=submit]",
        change="new words, id and classes gone, a wrapper around it",
    ),
    ShopTarget(
        before="#edit-cart", after="a[href='/cart/edit']", change="new words, moved, id gone"
    ),
    ShopTarget(before="#save-for-later", after=None, change="removed by the redesign"),
)


def read_page(name: str) -> str:
    """Return the HTML of the page called "before" or "after"."""
    return files("holdfast.demo").joinpath("pages", f"{name}.html").read_text(encoding="utf-8")
