"""Quotes on a live page: found on what was captured, marked where a reader sees them."""

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Browser as AsyncBrowser
from playwright.sync_api import Page
from tests.browser.conftest import Site

import holdfast
from holdfast.adapters.html import parse
from holdfast.quotes import QuoteIndex, page_text

pytestmark = pytest.mark.browser

HTML = """<!doctype html><meta charset=utf-8><title>Terms</title><body>
<h1>Terms \U0001f600 of <i>delivery</i></h1><template>never shown</template>
<script>var delivery = "free of charge";</script>
<p>Delivery is <b>free of \U0001f600 any</b> charge for orders over 50 euros.</p>
<p>Returns are accepted within thirty days.</p><p hidden>tucked away</p></body>"""
MARKED = "[...CSS.highlights.get('holdfast')].map(range => range.toString())"


def a_quote(exact: str, before: str = "") -> holdfast.Quote:
    return holdfast.Quote(exact=exact, context_before=before)


def test_what_was_anchored_on_a_capture_is_marked_on_the_page(page: Page, site: Site) -> None:
    page.goto(site.serve("/", HTML))
    index = QuoteIndex(holdfast.capture(page))
    quotes = [a_quote("free of charge", "Delivery is "), a_quote("thirty days"), a_quote("of deli")]
    found = index.anchor_all(quotes)
    before = page.content()
    assert holdfast.highlight(page, [one.range.ends for one in found if one.range]) == [True] * 3
    assert page.evaluate(MARKED) == [one.text for one in found]
    assert page.evaluate(MARKED)[0] == "free of \U0001f600 any charge"
    assert page.content() == before


def test_marking_again_replaces_the_marks(page: Page, site: Site) -> None:
    page.goto(site.serve("/", HTML))
    ends = (("/html/body/p[2]", 0), ("/html/body/p[2]", 7))
    holdfast.highlight(page, [ends])
    assert holdfast.highlight(page, []) == []
    assert page.evaluate(MARKED) == []


def test_what_is_not_on_the_page_is_told(page: Page, site: Site) -> None:
    page.goto(site.serve("/", HTML))
    gone = [
        (("/html/body/p[9]", 0), ("/html/body/p[9]", 4)),
        (("/html/body/p", 0), ("/html/body/p", 9999)),
    ]
    assert holdfast.highlight(page, gone) == [False, False]


def test_it_is_the_same_awaited(
    awaited: Callable[[Callable[[AsyncBrowser], Awaitable[list[bool]]]], list[bool]], site: Site
) -> None:
    address = site.serve("/", HTML)

    async def work(browser: AsyncBrowser) -> list[bool]:
        page = await browser.new_page()
        await page.goto(address)
        return await holdfast.highlight_async(page, [(("/html/body/p", 0), ("/html/body/p", 8))])

    assert awaited(work) == [True]


@pytest.mark.parametrize(
    "html",
    [
        pytest.param(HTML, id="scripts, templates, hidden text"),
        pytest.param("<body><div>a<template>b<p>c</p></template>d</div></body>", id="template"),
        pytest.param("<body><pre>\n x\n</pre>\n<p>a&nbsp;&amp;b</p></body>", id="white space"),
        pytest.param("<body><svg><text>s</text></svg><iframe>i</iframe>e</body>", id="foreign"),
        pytest.param("<p>no body <b>open", id="broken"),
    ],
)
def test_offsets_count_in_the_text_content_of_the_body(page: Page, site: Site, html: str) -> None:
    page.goto(site.serve("/", html))
    text = page.evaluate("document.body.textContent")
    assert page_text(holdfast.capture(page)).text == text
    assert page_text(parse(html)).text == text
