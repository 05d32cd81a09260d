"""What the public tests of another annotation program ask, asked here with texts of our own.

Where we differ it is by refusing: a quote of two or three common words without context has too
many places to be shown at one of them; the nearest one is then the near miss.
"""

from dataclasses import replace

import pytest

from holdfast.quotes import Anchoring, Quote, anchor

SHORT = "Some summers ago, when the ferry still ran, old Tilda took me out to see the lighthouse."
LITANY = (
    "They had the wind behind them, they had the tide against them, they had bread for a week, "
    "they had water for a day; some had hope with them, some had songs with them, and all of "
    "them had the long night before them, and nobody had the morning before them."
)


def place(found: Anchoring) -> int:
    near = found.near_miss
    there = found.range if near is None else near.range
    assert there is not None
    return there.start


def test_words_that_stand_once_are_found_without_context() -> None:
    found = anchor(Quote(exact="see the lighthouse"), SHORT)
    assert (found.text, found.is_orphaned) == ("see the lighthouse", False)


def test_the_less_alike_the_words_the_less_sure() -> None:
    quotes = ["Some summers ago", "Some sumers ago", "Five summers ago", "Five winters ago"]
    seen = [anchor(Quote(exact=words), SHORT) for words in quotes]
    sure = [one.near_miss.confidence if one.near_miss else one.confidence for one in seen]
    assert sure == sorted(sure, reverse=True)
    assert len(set(sure)) == 4


@pytest.mark.parametrize("side", ["before", "after"])
def test_the_less_alike_the_context_the_less_sure(side: str) -> None:
    drift = {
        "before": ["when the ferry still ran", "when a ferry still ran", "while the boats ran"],
        "after": [" took me out to see", " took us out to see", " brought him to look at"],
    }
    tilda = Quote(exact="old Tilda")
    quotes = [
        replace(tilda, context_before=f"{near}, ")
        if side == "before"
        else replace(tilda, context_after=near)
        for near in drift[side]
    ]
    seen = [anchor(quote, SHORT) for quote in quotes]
    sure = [one.confidence for one in seen]
    assert sure == sorted(sure, reverse=True)


def test_another_text_altogether_has_no_place_for_it() -> None:
    assert anchor(Quote(exact=SHORT), LITANY).is_orphaned


@pytest.mark.parametrize(
    ("exact", "before", "after", "stands"),
    [
        ("before them", "the long night ", "", "before them, and"),
        ("before them", "the morning ", "", "before them."),
        ("before them", "the mor-ning ", "", "before them."),
        ("they had", "", " water for", "they had water"),
        ("they had", "", " bred for", "they had bread"),
    ],
)
def test_of_twins_the_one_whose_context_is_most_alike_comes_first(
    exact: str, before: str, after: str, stands: str
) -> None:
    quote = Quote(exact=exact, context_before=before, context_after=after)
    assert place(anchor(quote, LITANY)) == LITANY.index(stands)


@pytest.mark.parametrize("stands", ["before them, and", "before them."])
def test_of_misspelt_twins_the_one_at_the_old_place_comes_first(stands: str) -> None:
    start = LITANY.index(stands)
    found = anchor(Quote(exact="befor them", start=start), LITANY)
    assert place(found) == start


def test_context_may_be_longer_than_what_stands_there() -> None:
    quote = Quote(exact="summers ago", context_before="It must have been quite some ")
    assert place(anchor(quote, SHORT)) == SHORT.index("summers")
