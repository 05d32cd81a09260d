"""The outcome cache and the patterns that pages of one kind share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.history.outcomes import OutcomeCache, OutcomeRow
from holdfast.model.healing import History
from holdfast.page.url_pattern import url_pattern


@pytest.mark.parametrize(
    ("url", "pattern"),
    [
        ("https://shop.example/", "shop.example/"),
        ("https://shop.example", "shop.example/"),
        ("https://Shop.Example/Cart/", "shop.example/cart"),
        ("http://shop.example:80/cart", "shop.example/cart"),
        ("http://localhost:8000/cart", "localhost:8000/cart"),
        ("https://shop.example/products/4711?ref=mail#reviews", "shop.example/products/{id}"),
        ("https://shop.example/orders/7/items/9", "shop.example/orders/{id}/items/{id}"),
        ("https://a.example/u/3f2504e0-4f89-11d3-9a0c-0305e82c3301/edit", "a.example/u/{id}/edit"),
        ("https://a.example/commit/9fceb02d0ae5", "a.example/commit/{id}"),
        ("https://a.example/n/01ARZ3NDEKTSV4RRFFQ69G5FAV", "a.example/n/{id}"),
        ("https://a.example/day/2026-03-01", "a.example/day/{id}"),
        ("https://a.example/order-4711", "a.example/order-{id}"),
        ("https://a.example/item_9.html", "a.example/item_{id}.html"),
        ("https://a.example/4711.html", "a.example/{id}.html"),
        ("https://a.example/blog/how-to-tie-a-knot", "a.example/blog/{slug}"),
        ("https://a.example/blog/how-to-tie-a-knot.html", "a.example/blog/{slug}.html"),
        ("https://a.example/p/blue-shoes-42", "a.example/p/{slug}"),
        ("https://a.example/p/galaxyphone-42", "a.example/p/{slug}"),
        ("https://a.example/p/%D0%BA%D0%B0%D0%BA-%D1%8D%D1%82%D0%BE-%D0%B5", "a.example/p/{slug}"),
        ("https://a.example/reset/***", "a.example/reset/{id}"),
        # Names of pages stay as they are.
        ("https://a.example/sign-in", "a.example/sign-in"),
        ("https://a.example/order-history", "a.example/order-history"),
        ("https://a.example/feedface", "a.example/feedface"),
        ("https://a.example/v2/users", "a.example/v2/users"),
        # A path after # is a page of its own.
        ("https://app.example/#/users/7?tab=1", "app.example/#/users/{id}"),
        ("https://app.example/#!/users/7", "app.example/#/users/{id}"),
        ("file:///srv/pages/1.html", "/srv/pages/{id}.html"),
        ("about:blank", "/blank"),
        ("http://[broken/?token=x", "http://[broken/"),
        ("http://a.example:port/?x", "http://a.example:port/"),
    ],
)
def test_url_pattern(url: str, pattern: str) -> None:
    assert url_pattern(url) == pattern


@given(st.text())
def test_any_text_has_a_pattern_without_its_query(text: str) -> None:
    assert "?" not in url_pattern(f"https://a.example/?{text}".replace("#", ""))
    assert isinstance(url_pattern(text), str)


def test_pages_of_one_kind_share_a_history_and_elements_have_their_own() -> None:
    cache = OutcomeCache().plus(
        [
            OutcomeRow("pay", "https://a.example/orders/1", True),
            OutcomeRow("pay", "https://a.example/orders/2", False),
            OutcomeRow(None, "https://a.example/orders/3", True),
        ]
    )
    assert cache.history_of("pay") == History(successes=1, tries=2)
    assert cache.history_at("https://a.example/orders/99") == History(successes=2, tries=3)


def test_what_was_never_tried_has_no_history() -> None:
    assert OutcomeCache().history_of("pay").rate == 0
    assert OutcomeCache().history_at("https://a.example/").rate == 0


def test_adding_outcomes_leaves_the_cache_as_it_was() -> None:
    cache = OutcomeCache()
    cache.plus([OutcomeRow("pay", "https://a.example/", True)])
    assert cache == OutcomeCache()
