"""The selectors to paste, pasted: in a real browser each finds its element and no other."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page

from holdfast.adapters.html import parse
from holdfast.page.tables import tables_of
from holdfast.selectors.css import css_path
from holdfast.selectors.writing import selectors_of

pytestmark = pytest.mark.browser

# Markup that libxml2 and a browser build the same tree of.
HTML = """<!doctype html><html><head><title>Shop</title></head><body>
<header><nav aria-label="Main"><ul><li><a href="/home">Home</a></li>
<li><a href="/about" title="Who we are">About  us</a></li></ul></nav></header>
<main><h1>Basket</h1><h2>Basket</h2>
<form id="login"><label for="user">User name</label><input id="user" name="user">
<label>Country <select name="country"><option>France</option><option>Italy</option></select></label>
<input placeholder="Search the shop" type="search"><input type="password" aria-label="Password">
<label><input type="checkbox" name="stay" value="yes"> Stay signed in</label>
<button type="submit" class="btn btn-primary p-4">Save</button><button type="button">Cancel</button>
<input type="submit" value="Send it"><textarea aria-label="Notes"></textarea></form>
<form id="delivery"><button type="button">Cancel</button></form>
<section aria-label="Offers"><h3>It's "new" \\ \u4fdd\u5b58</h3><p>One <b>bold</b> word</p>
<img src="data:," alt="Two &lt;shoes&gt;"><button data-testid="buy"><span>Buy</span> now</button>
<div data-qa="price" id="2nd" class="1st">9.99</div>
<a href="#" role="button">Gr\u00f6\u00dfe</a></section>
<table><caption>Orders</caption><tbody><tr><th scope="row">One</th><td>1</td></tr>
<tr><th scope="row">Two</th><td>1</td></tr></tbody></table>
<ul><li><i></i></li><li><i></i></li></ul><div hidden><button>Hidden</button></div>
<details><summary>More</summary><p>inside</p></details><p aria-hidden="true">Save</p></main>
<footer><a href="/terms">Terms</a></footer></body></html>"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    shown = browser.new_page()
    shown.set_content(HTML)
    yield shown
    shown.close()


def test_every_selector_finds_its_element_in_the_browser(page: Page) -> None:
    snapshot = parse(HTML)
    wrong: list[str] = []
    asked = 0
    for node in snapshot.nodes:
        if node.xpath.startswith("/html/head"):
            continue
        element = page.locator(f"xpath={node.xpath}")
        assert element.count() == 1, "the browser was expected to build the same tree"
        element.evaluate("element => { window.wanted = element }")
        for selector in selectors_of(node):
            asked += 1
            # The code is ours, made a line ago from a page in this file.
            found: Locator = eval(selector.playwright, {"page": page})
            if not found.evaluate_all("all => all.length === 1 && all[0] === window.wanted"):
                wrong.append(f"{node.xpath}: {selector.playwright} finds {found.count()}")
    assert not wrong, "\n".join(wrong)
    assert asked > 100


def test_every_path_finds_its_element_in_the_browser(page: Page) -> None:
    snapshot = parse(HTML)
    for node in snapshot.nodes:
        page.locator(f"xpath={node.xpath}").evaluate("element => { window.wanted = element }")
        found = page.locator(css_path(tables_of(snapshot), node))
        assert found.evaluate_all("all => all.length === 1 && all[0] === window.wanted")
