"""Words of a page in its address."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.adapters.html import parse
from holdfast.errors import QuoteInvalid
from holdfast.quotes import (
    Quote,
    TextFragment,
    find_text_fragment,
    page_text,
    read_text_fragments,
    to_text_fragment,
)


@pytest.mark.parametrize(
    ("address", "read"),
    [
        ("https://a.example/#:~:text=for", TextFragment("for")),
        ("#intro:~:text=an%20example,text", TextFragment("an example", "text")),
        (":~:text=asking-,for", TextFragment("for", prefix="asking")),
        (":~:text=one,two,-three", TextFragment("one", "two", suffix="three")),
        (":~:text=a%2Db%2Cc", TextFragment("a-b,c")),
    ],
)
def test_a_fragment_is_read(address: str, read: TextFragment) -> None:
    assert read_text_fragments(address) == [read]


def test_several_fragments_are_read_in_order() -> None:
    found = read_text_fragments("#:~:text=one&text=two&other=3")
    assert [fragment.start for fragment in found] == ["one", "two"]


@pytest.mark.parametrize("address", ["https://a.example/#top", "", "#:~:text="])
def test_an_address_without_words_is_refused(address: str) -> None:
    with pytest.raises(QuoteInvalid, match="#:~:text="):
        read_text_fragments(address)


texts = st.text(min_size=1).filter(str.strip)


@given(texts, st.text(), st.text(), st.text())
def test_what_is_written_is_read_again(start: str, end: str, prefix: str, suffix: str) -> None:
    fragment = TextFragment(start, end, prefix, suffix)
    assert read_text_fragments(f"https://a.example/#{fragment}") == [fragment]


PAGE = page_text(
    parse(
        "<body><p>The Cat sat on the mat.</p><p>Then the catalogue\n of cats, the cat.</p></body>"
    )
)


@pytest.mark.parametrize(
    ("directive", "words"),
    [
        ("the%20cat", ["The Cat", "the cat"]),  # not in "the catalogue"
        ("catalogue%20of", ["catalogue\n of"]),
        ("cats,-,%20the", []),
        ("mat.%20then", ["mat.Then"]),  # across a block border
        ("sat,mat", ["sat on the mat"]),
        ("cats-,the%20cat", []),  # a comma stands between
        ("of%20cats%2C-,the%20cat", ["the cat"]),
    ],
)
def test_words_are_found_whole_whatever_their_case(directive: str, words: list[str]) -> None:
    (fragment,) = read_text_fragments(f":~:text={directive}")
    found = [PAGE.text[start:end] for start, end in find_text_fragment(fragment, PAGE)]
    assert found == words


def test_a_quote_becomes_a_fragment_that_finds_it() -> None:
    quote = Quote.capture_on(PAGE, PAGE.text.rindex("the cat"), PAGE.text.rindex("the cat") + 7)
    spans = list(find_text_fragment(to_text_fragment(quote), PAGE))
    assert spans == [(quote.start, quote.start + 7)] if quote.start is not None else False


def test_a_long_quote_is_named_by_its_ends() -> None:
    text = " ".join(f"word{number}" for number in range(80))
    fragment = to_text_fragment(Quote(exact=text))
    assert fragment.start == "word0 word1 word2 word3 word4"
    assert list(find_text_fragment(fragment, page_text(text))) == [(0, len(text))]
