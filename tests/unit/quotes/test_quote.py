"""What a quote keeps, what it refuses, and its JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.adapters.html import parse
from holdfast.errors import ForeignFormat, QuoteInvalid
from holdfast.quotes import Quote, TextPoint, page_text, quote_from_json, quote_to_json

TEXT = "In the beginning was the word, and the word was short."


def test_a_quote_keeps_its_words_its_context_and_its_place() -> None:
    quote = Quote.capture(TEXT, 25, 29)
    assert quote.exact == "word"
    assert quote.context_before == "In the beginning was the "
    assert quote.context_after == ", and the word was short."
    assert (quote.start, quote.text_length) == (25, 54)


def test_at_most_120_characters_of_context_are_kept() -> None:
    quote = Quote.capture("b" * 500 + "word" + "a" * 500, 500, 504)
    assert (quote.context_before, quote.context_after) == ("b" * 120, "a" * 120)


def test_offsets_are_code_points_not_utf_16_units() -> None:
    quote = Quote.capture("\U0001f600\U0001f600 word", 3, 7)
    assert quote.exact == "word"


@pytest.mark.parametrize(("start", "end"), [(-1, 3), (3, 3), (5, 2), (0, 55), (60, 70)], ids=str)
def test_a_range_outside_the_text_is_refused(start: int, end: int) -> None:
    with pytest.raises(QuoteInvalid, match="0 <= start < end <= 54"):
        Quote.capture(TEXT, start, end)


def test_an_empty_quote_is_refused() -> None:
    with pytest.raises(QuoteInvalid, match="at least one character"):
        Quote(exact="")


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(QuoteInvalid, match="lone surrogate"):
        Quote(exact="ok", context_before="\udc00")


def test_a_quote_longer_than_its_text_is_refused() -> None:
    with pytest.raises(QuoteInvalid, match="a quote inside its text"):
        Quote(exact="too long", start=0, text_length=4)


def test_a_selection_may_cross_elements() -> None:
    page = parse("<body><p>one <b>two</b> three</p><p>four</p></body>")
    start = TextPoint("/html/body/p[1]/b", 1)
    quote = Quote.select(page, start, TextPoint("/html/body/p[2]", 2))
    assert quote.exact == "wo threefo"
    assert quote.start_point == start
    assert quote.end_point == TextPoint("/html/body/p[2]", 2)


def test_a_selection_that_ends_at_the_end_of_an_inline_element_names_that_element() -> None:
    page = page_text(parse("<body><p>one <b>two</b> three</p></body>"))
    quote = Quote.capture_on(page, 4, 7)
    assert quote.start_point == TextPoint("/html/body/p/b", 0)
    assert quote.end_point == TextPoint("/html/body/p/b", 3)


def test_a_selection_in_an_element_that_is_not_there_is_refused() -> None:
    page = parse("<body><p>one</p></body>")
    with pytest.raises(QuoteInvalid, match="which is not there"):
        Quote.select(page, TextPoint("/html/body/div", 0), TextPoint("/html/body/p", 2))


def test_an_offset_beyond_its_element_is_refused() -> None:
    page = parse("<body><p>one</p><p>two</p></body>")
    with pytest.raises(QuoteInvalid, match="which is not there"):
        Quote.select(page, TextPoint("/html/body/p[1]", 0), TextPoint("/html/body/p[1]", 4))


whole = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)


@given(whole, st.data())
def test_a_quote_survives_json(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    quote = Quote.capture(text, start, end)
    assert quote_from_json(json.loads(json.dumps(quote_to_json(quote)))) == quote


def test_json_has_a_version_and_camel_case_keys() -> None:
    page = page_text(parse("<body><p>one two</p></body>"))
    assert quote_to_json(Quote.capture_on(page, 4, 7)) == {
        "format": "holdfast-quote/1",
        "exact": "two",
        "contextBefore": "one ",
        "contextAfter": "",
        "start": 4,
        "textLength": 7,
        "startXPath": "/html/body/p",
        "startOffset": 4,
        "endXPath": "/html/body/p",
        "endOffset": 7,
    }


@pytest.mark.parametrize(
    "data",
    [
        pytest.param([], id="a list"),
        pytest.param({}, id="nothing in it"),
        pytest.param({"format": "other/1", "exact": "a"}, id="another format"),
        pytest.param({"format": "holdfast-quote/2", "exact": "a"}, id="a newer version"),
        pytest.param({"format": "holdfast-quote/1"}, id="no words"),
        pytest.param({"format": "holdfast-quote/1", "exact": ""}, id="empty words"),
        pytest.param({"format": "holdfast-quote/1", "exact": "\ud800"}, id="a lone surrogate"),
        pytest.param({"format": "holdfast-quote/1", "exact": "a", "start": "0"}, id="a text start"),
        pytest.param(
            {"format": "holdfast-quote/1", "exact": "a", "start": -1}, id="before the text"
        ),
        pytest.param(
            {"format": "holdfast-quote/1", "exact": "a", "startXPath": "/p"}, id="half a point"
        ),
    ],
)
def test_foreign_or_damaged_json_is_refused(data: object) -> None:
    with pytest.raises(ForeignFormat):
        quote_from_json(data)
