"""What is said about an anchoring."""

import pytest

from holdfast.adapters.html import parse
from holdfast.quotes import Change, Quote, anchor
from holdfast.quotes.anchoring import changes_between


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        pytest.param("a b c", "a x c", (Change("replaced", "b", "x"),), id="replaced"),
        pytest.param("a c", "a b c", (Change("inserted", "", "b"),), id="inserted"),
        pytest.param("a b c", "a c", (Change("deleted", "b", ""),), id="deleted"),
        pytest.param("a  b\nc", "a b c", (), id="white space"),
        pytest.param("“a” \u2013 b", '"a" - b', (), id="typography"),
    ],
)
def test_changes_are_told_in_words(old: str, new: str, changes: tuple[Change, ...]) -> None:
    assert changes_between(old, new) == changes


def test_as_data_has_camel_case_keys_and_the_elements_at_both_ends() -> None:
    page = parse("<body><p>some words that stand here</p></body>")
    quote = Quote(exact="words that", context_before="some ", context_after=" stand here")
    data = anchor(quote, page).as_data()
    assert data["range"] == {
        "start": 5,
        "end": 15,
        "startXPath": "/html/body/p",
        "startOffset": 5,
        "endXPath": "/html/body/p",
        "endOffset": 15,
    }
    assert data["nearMiss"] is None


def test_as_data_of_an_orphan_names_the_near_miss() -> None:
    data = anchor(Quote(exact="word", context_before="xyz"), "a word", "spec").as_data()
    assert data["range"] is None
    assert data["nearMiss"] == {
        "range": {"start": 2, "end": 6},
        "text": "word",
        "confidence": 0.0,
    }
