"""Whether a fingerprint was taken on the page that is shown now."""

import pytest

from holdfast import locate, parse
from holdfast.app.finding import Found
from holdfast.app.same_page import UNKNOWN, likeness, of_this_page
from holdfast.selectors.describe import describe

WORDS = "Milk, bread, butter, honey and cheese"  # six words of three letters and more
IDS = "".join(f"<p id='{{0}}{number}'></p>" for number in range(5))


def page(text: str, ids: str = "") -> str:
    return f"<body><p>{text}</p>{IDS.format(ids) if ids else ''}</body>"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(page(WORDS), page(WORDS), 1.0, id="the same"),
        pytest.param(page(WORDS), page("Milk and honey"), 3 / 6, id="half of its words"),
        pytest.param(page(WORDS, "a"), page("Salt", "a"), 1.0, id="all of its ids"),
        pytest.param(page("Date", "a"), page("Date", "b"), UNKNOWN, id="few words, new ids"),
        pytest.param(page("Date", "a"), page("Time", "b"), 0.0, id="nothing stays"),
        pytest.param(page("Date"), page("Time"), UNKNOWN, id="too little to go by"),
    ],
)
def test_what_a_page_says_and_how_it_names_its_elements(
    old: str, new: str, expected: float
) -> None:
    assert likeness(parse(old), parse(new)) == pytest.approx(expected)


def found(old: str, new: str, css: str = "h1") -> Found:
    page = parse(f"<h1>Shop</h1>{old}")
    location = locate(describe(page, css), parse(f"<h1>Shop</h1>{new}"))
    return Found(target=None, location=location)


OTHER = "Salt, pepper, vinegar, mustard, sugar, rice, flour, beans"


@pytest.mark.parametrize(
    ("old", "elsewhere", "is_kept"),
    [
        pytest.param(WORDS, False, True, id="the same page"),
        pytest.param(OTHER, False, False, id="another page at this address"),
        pytest.param(WORDS, True, True, id="the same page at another address"),
        pytest.param(
            "Milk, honey, salt, rice, corn, oats, nuts",
            True,
            False,
            id="less than half a page elsewhere",
        ),
        pytest.param("", True, True, id="too little to go by"),
    ],
)
def test_a_search_counts_if_its_fingerprint_is_of_this_page(
    old: str, elsewhere: bool, is_kept: bool
) -> None:
    one = found(page(old), page(WORDS))
    assert (of_this_page([one], elsewhere=elsewhere) == [one]) is is_kept


def test_a_search_that_is_clearly_less_of_this_page_than_another_does_not_count() -> None:
    same, half = found(page(WORDS), page(WORDS)), found(page(f"{OTHER}, Milk"), page(WORDS))
    assert of_this_page([half, same], elsewhere=False) == [same]


def test_a_search_that_found_nothing_is_neither() -> None:
    lost = Found(target=None, location=None)
    assert of_this_page([lost], elsewhere=False) == [lost]


def test_no_search_at_all_is_no_search() -> None:
    assert of_this_page([], elsewhere=False) == []
