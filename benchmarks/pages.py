"""Made-up shop pages of any size, and the same pages after a redesign; always the same ones.

Menus, cards, tables and forms in the mix that real pages have, and with about as many bytes for an
element (66; 73 is the median of 176 real ones): classes for looks, ids here and there, addresses on
links, repeated buttons ("Add to cart") that only their surroundings tell apart.
The redesign renames half of the classes, drops some ids, rewords some labels, turns some buttons
into links, wraps sections and leaves a few things out.
"""

import random
from collections.abc import Iterator

SEED = 7
_WORDS = (
    "amber basin cedar delta ember flint grove harbor iris juniper kettle lantern maple nickel "
    "orchid pebble quartz river saddle timber umber velvet willow yarrow zephyr anchor bolt copper"
).split()
_BLOCK = 60  # elements in a section, about


class _Style:
    """How a page is written: before the redesign, or after it."""

    def __init__(self, redesigned: bool) -> None:
        self.redesigned = redesigned
        self.draw = random.Random(SEED + redesigned)

    def classes(self, name: str) -> str:
        name = f"ui-{name}" if self.redesigned and len(name) % 2 == 0 else name
        return f' class="{name} {name}--plain theme-light" data-part="{name}"'

    def id(self, name: str) -> str:
        lost = self.redesigned and self.draw.random() < 0.3
        return "" if lost else f' id="{name}"'

    def label(self, words: str) -> str:
        if self.redesigned and self.draw.random() < 0.15:
            return f"{words} now"
        return words

    def button(self, words: str, name: str) -> str:
        tag = "a" if self.redesigned and self.draw.random() < 0.2 else "button"
        address = ' href="#"' if tag == "a" else ""
        return f"<{tag}{self.classes(name)}{address}>{words}</{tag}>"

    def stays(self) -> bool:
        return not self.redesigned or self.draw.random() > 0.03


def make_page(elements: int, *, redesigned: bool = False) -> str:
    """Return the HTML of a page with about that many elements."""
    style = _Style(redesigned)
    names = random.Random(SEED)  # what is sold does not depend on how it is shown
    body = [_menu(style)]
    sections = max(1, (elements - 60) // _BLOCK)
    for number in range(sections):
        make = (_cards, _table, _form)[number % 3]
        inside = "".join(make(style, number, names))
        if redesigned and number % 2:
            inside = f'<div class="wrap">{inside}</div>'
        body.append(
            f"\n<section{style.id(f'part-{number}')}{style.classes('section')}>"
            f"\n  <h2>{_title(names)} {number}</h2>{inside}\n</section>"
        )
    return (
        "<!DOCTYPE html><html lang=en><head><title>Shop</title></head>"
        f"<body>{''.join(body)}<footer><p>All prices with tax</p></footer></body></html>"
    )


def _title(names: random.Random) -> str:
    return " ".join(names.sample(_WORDS, 2)).title()


def _menu(style: _Style) -> str:
    items = "".join(
        f'\n    <li{style.classes("item")}><a href="/c/{word}"{style.classes("menu-link")}>'
        f"{style.label(word.title())}</a></li>"
        for word in _WORDS[:20]
        if style.stays()
    )
    search = f'<form role=search><input name=q{style.id("q")} placeholder="Search">'
    return (
        f"<header{style.classes('top')}><nav><ul>{items}</ul></nav>"
        f"{search}{style.button('Go', 'go')}</form></header>"
    )


def _cards(style: _Style, number: int, names: random.Random) -> Iterator[str]:
    for card in range(7):
        title, place = _title(names), f"{number}-{card}"
        price = names.randint(3, 900)
        if style.stays():
            yield (
                f"\n  <div{style.classes('card')}>"
                f'\n    <img src="/images/products/{place}.png" alt="{title}">'
                f'\n    <h3><a href="/products/{place}"{style.classes("title")}>'
                f"{style.label(title)}</a></h3>"
                f"\n    <p{style.classes('text')}>A {title.lower()} for every day, made to last, "
                f"and mended for free</p>"
                f"<span{style.classes('price')}>{price} EUR</span>"
                f"{style.button('Add to cart', 'cart')}"
                f'\n    <a href="/wishlist/add/{place}"{style.classes("wish")} title="Remember">'
                f"<i{style.classes('icon-heart')}></i></a></div>"
            )


def _table(style: _Style, number: int, names: random.Random) -> Iterator[str]:
    yield f"<table{style.classes('orders')}><tbody>"
    for row in range(7):
        title = _title(names)
        amount = names.randint(1, 99)
        if style.stays():
            yield (
                f"\n    <tr>\n      <td{style.classes('number')}>{number}{row:02}</td><td>"
                f'<a href="/orders/{number}-{row}">{style.label(title)}</a></td>'
                f"\n      <td>{amount}</td>\n      <td>{style.button('Edit', 'edit')}"
                f"{style.button('Delete', 'remove')}</td></tr>"
            )
    yield "</tbody></table>"


def _form(style: _Style, number: int, names: random.Random) -> Iterator[str]:
    yield f'<form action="/f/{number}"{style.classes("form")}>'
    for place in range(12):
        word = names.choice(_WORDS)
        key = f"{word}-{number}-{place}"
        if style.stays():
            yield (
                f"\n  <div{style.classes('field')}>"
                f'\n    <label for="{key}">{style.label(word.title())}</label>'
                f'\n    <input{style.id(key)} name="{key}" type=text{style.classes("input")}>'
                f"\n    <small{style.classes('hint')}>Field {place}</small></div>"
            )
    yield f"{style.button('Save', 'save')}{style.button('Cancel', 'cancel')}</form>"
