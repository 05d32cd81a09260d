"""The shop's checkout page before and after its redesign, and what of it is looked for."""

from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """An element of the old page by CSS, where it is on the new one, and what became of it."""

    before: str
    after: str | None
    change: str


TARGETS = (
    Target(
        before="#place-order",
        after="button[type=submit]",
        change="new words, id and classes gone, a wrapper around it",
    ),
    Target(before="#email", after="input[name=email]", change="generated id, shorter label"),
    Target(before="#street", after="input[name=addressLine1]", change="new name, id and label"),
    Target(before="#country", after="select[name=countryCode]", change="moved, new name and id"),
    Target(
        before="#ship-express",
        after="input[value=express]",
        change="id gone, new group name",
    ),
    Target(
        before="#apply-promo",
        after="section[aria-label='Order summary'] button",
        change="moved to the summary, new words, id gone",
    ),
    Target(before="#newsletter", after="input[name=newsletter]", change="moved below the button"),
    Target(before="#cart", after="[data-testid=header-cart]", change="new words, id and class"),
    Target(before="#edit-cart", after="a[href='/cart/edit']", change="new words, moved, id gone"),
    Target(before="#save-for-later", after=None, change="removed by the redesign"),
)


def read_page(name: str) -> str:
    """Return the HTML of the page called "before" or "after"."""
    return files("holdfast.demo").joinpath("pages", f"{name}.html").read_text(encoding="utf-8")
