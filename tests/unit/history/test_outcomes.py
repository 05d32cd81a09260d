"""The outcome cache and the patterns that pages of one kind share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.history.outcomes import history_of, waits_for_answer
from holdfast.model.healing_decision import HealingAction, History, ReviewState
from holdfast.model.remembered import PastHealing
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


FLAGGED, AUTO = HealingAction.APPLY_WITH_FLAG, HealingAction.AUTO_APPLY
ACCEPTED, REJECTED = ReviewState.ACCEPTED, ReviewState.REJECTED


def past(*outcomes: bool | None) -> list[PastHealing]:
    """Return one flagged healing a run, to the same element, that nobody has answered."""
    return [PastHealing(f"run-{at}", FLAGGED, outcome) for at, outcome in enumerate(outcomes)]


@pytest.mark.parametrize(
    ("healings", "history"),
    [
        pytest.param([], (0, 0), id="never"),
        pytest.param(past(True), (0, 0), id="one success that nobody looked at"),
        pytest.param(past(True, True), (0, 0), id="two"),
        pytest.param(past(True, True, True), (3, 3), id="three runs in a row"),
        pytest.param(past(True, True, False, True, True), (0, 0), id="never three in a row"),
        pytest.param(past(False, True, True, True), (3, 4), id="what went before counts then"),
        pytest.param(past(True, True, True, False), (3, 4), id="and what comes after"),
        pytest.param(past(True, True, None, True), (3, 3), id="a run that only suggested it"),
        pytest.param(past(False), (0, 0), id="one failure is no history either"),
        pytest.param(
            [PastHealing("run-1", FLAGGED, True)] * 3, (0, 0), id="three steps of one run"
        ),
        pytest.param(
            [*past(True, True, True), PastHealing("run-2", FLAGGED, False)],
            (0, 0),
            id="a run is right when all of it is",
        ),
        pytest.param(
            [PastHealing("run-9", FLAGGED, None, ACCEPTED)], (1, 1), id="a person's word is enough"
        ),
        pytest.param(
            [PastHealing("run-9", FLAGGED, False, ACCEPTED), *past(False)],
            (1, 2),
            id="and stands before the outcome",
        ),
        pytest.param(
            [PastHealing("run-9", FLAGGED, True, ACCEPTED, is_other=True)],
            (0, 0),
            id="another element was accepted",
        ),
        pytest.param(
            [*past(True, True), PastHealing("run-9", FLAGGED, True, REJECTED)],
            (0, 0),
            id="rejected, though the run passed",
        ),
    ],
)
def test_a_healing_is_no_history_before_it_is_proven(
    healings: list[PastHealing], history: tuple[int, int]
) -> None:
    expected = History(successes=history[0], tries=history[1])
    assert history_of(healings) == history_of(healings[::-1]) == expected


@pytest.mark.parametrize(
    ("healings", "waits"),
    [
        pytest.param([], False, id="never"),
        pytest.param(past(True, True, True), True, id="flagged, whatever the runs say"),
        pytest.param([PastHealing("run-1", AUTO, True)], False, id="it was never flagged"),
        pytest.param(
            [PastHealing("run-1", FLAGGED, True, ACCEPTED), *past(True)], False, id="accepted"
        ),
        pytest.param(
            [PastHealing("run-1", FLAGGED, True, ACCEPTED, is_other=True), *past(True)],
            True,
            id="another one was",
        ),
    ],
)
def test_a_flagged_healing_waits_until_a_person_has_answered(
    healings: list[PastHealing], waits: bool
) -> None:
    assert waits_for_answer(healings) is waits
