"""Words laid against words: where a passage begins and ends, and whose the words are."""

import pytest

from holdfast.quotes import Quote, anchor
from holdfast.quotes.needle import Needle
from holdfast.quotes.word_spans import WordAlignment

TEXT = "When acquiring locks in a native API, it is common to release them first."


def laid(exact: str, before: str = "", after: str = "", text: str = TEXT) -> WordAlignment:
    quote = Quote(exact=exact, context_before=before, context_after=after)
    return WordAlignment(Needle.of(quote), text)


def span_of(words: str, text: str = TEXT) -> tuple[int, int]:
    start = text.index(words)
    return start, start + len(words)


def test_a_passage_reaches_from_its_first_word_to_its_last() -> None:
    words = laid("locks, it is", "When acquiring ", " common")
    assert words.ends(span_of("locks in")) == span_of("locks in a native API, it is")


def test_words_that_stand_nowhere_have_no_ends() -> None:
    assert laid("purple bicycles").ends(span_of("locks")) is None


@pytest.mark.parametrize(
    ("exact", "there", "share"),
    [
        ("locks in a native API", "locks in a native API", 1.0),
        ("LOCKS in", "locks in", 1.0),
        ("locks of", "locks", 5 / 7),
        ("lemon", "locks", 0.0),
        ("cks in", "cks in", 1.0),
    ],
)
def test_the_share_of_the_words_counts_letters(exact: str, there: str, share: float) -> None:
    assert laid(exact).share(span_of(there)) == pytest.approx(share)


def test_words_of_the_context_are_not_the_quotes() -> None:
    """The caption went, the sentence before it that says the same stayed."""
    text = "We see the get method. It returns an option. The end of the list."
    words = laid("the get method", "We see the get method. Caption: ", " here.", text)
    assert words.share(span_of("the get method", text)) == 0.0
    assert laid("the get method", text=text).share(span_of("the get method", text)) == 1.0


def test_of_equal_readings_the_one_at_the_range_counts() -> None:
    text = "they had bread for a week, they had water for a day"
    twins = [text.index("they had"), text.rindex("they had")]
    assert [laid("they had", text=text).share((at, at + 8)) for at in twins] == [1.0, 1.0]


def test_two_readings_of_one_place_are_no_rivals() -> None:
    old = (
        "It is likely, following exactly the same kind of unpacking in both synchronous and so on."
    )
    new = old.replace("in both synchronous", "in\nsynchronous")
    start = old.index("in both")
    quote = Quote.capture(old, start, start + len("in both synchronous"))
    found = anchor(quote, new)
    assert found.text == "in\nsynchronous"
    assert found.confidence > 80


@pytest.mark.parametrize(
    ("exact", "before", "found", "own"),
    [
        ("locks, it is", "acquiring ", "acquiring locks in a native API, it is", "locks in a"),
        ("native API, it was", "in a ", "in a native API, it is common", "native API, it"),
        ("native API, it was", "", "a native API, it is common", "native API, it"),
    ],
)
def test_what_is_not_the_quotes_is_cut_off(exact: str, before: str, found: str, own: str) -> None:
    start, end = laid(exact, before, " common to").own_part(span_of(found))
    assert TEXT[start:end].startswith(own)
    assert not TEXT[start:end].endswith("common")


@pytest.mark.parametrize(
    ("exact", "before", "after", "found", "own"),
    [
        ("a lemon, it is", "Otherwise ", " rare", "a native API, it is", ", it is"),
        ("of an API", "Think ", "", "in a native API", "API"),
        ("of an API", "", "", "in a native API", "in a native API"),  # nothing speaks against it
        ("nativ API", "Think ", "", "native API", "native API"),
        ("keys in a native", "acquiring ", "", "in a native", "locks in a native"),
        ("in a lemon", "", ", it is common", "in a", "in a native API"),
        ("bread in a native", "When acquiring ", "", "locks in a native", "locks in a native"),
        ("my API", "in ", "", "API", "API"),  # two letters of context stand anywhere
        ("locks, it is rare", "acquiring ", "", "locks in", "locks in a native API, it is"),
    ],
)
def test_a_range_ends_with_words_of_the_quote_or_at_its_context(
    exact: str, before: str, after: str, found: str, own: str
) -> None:
    start, end = laid(exact, before, after).own_part(span_of(found))
    assert TEXT[start:end] == own
