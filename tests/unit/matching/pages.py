"""Small pages for the matcher, and the two sides of a change made from them."""

from holdfast import parse
from holdfast.matching.matcher import Matcher
from holdfast.model.snapshot import Snapshot
from holdfast.page.compact import compact

SHOP = """
<header><nav id=menu>
  <a href=/home>Home</a><a href=/sale>Sale</a><a href=/help>Help</a><a href=/about>About us</a>
</nav></header>
<main>
  <h1>Stoves</h1>
  <form id=find><label for=q>Search</label><input id=q name=q placeholder="What?">
    <button class=go>Find</button></form>
  <div class=card><h2>Amber</h2><p>Warm and small</p><a href=/p/1>Amber details</a>
    <button class=buy>Add to cart</button></div>
  <div class=card><h2>Basin</h2><p>Large and slow</p><a href=/p/2>Basin details</a>
    <button class=buy>Add to cart</button></div>
  <div class=card><h2>Cedar</h2><p>Of wood</p><a href=/p/3>Cedar details</a>
    <button class=buy>Add to cart</button></div>
</main>
<footer><a href=/terms>Terms</a><a href=/privacy>Privacy</a></footer>
"""


def a_page(body: str) -> Snapshot:
    """Return a page as it is captured."""
    return parse(f"<!DOCTYPE html><title>Shop</title><body>{body}</body>")


def a_stored_page(body: str) -> Snapshot:
    """Return a page as a recording keeps it."""
    return compact(a_page(body))


def a_match(old: str, new: str) -> Matcher:
    """Return the two pages, ready to be asked."""
    return Matcher(a_stored_page(old), a_page(new))


def index_of(page: Snapshot, css: str, which: int = 0) -> int:
    """Return the index of an element."""
    return page.select(css)[which].index
