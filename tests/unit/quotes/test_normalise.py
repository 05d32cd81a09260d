"""Comparable text, and the way back to where it came from."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.errors import QuoteInvalid
from holdfast.quotes.normalise import fold, normalise

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
spicy = st.text(
    st.sampled_from(
        [*"ab \n\t.-", "\u00ad", "\u00a0", "\u2019", "\u201c", "\u2014", "\u0306", "и", "ﬁ", "…"]
    ),
    max_size=40,
)


@pytest.mark.parametrize(
    ("raw", "comparable"),
    [
        pytest.param("one \n\n  two", "one two", id="white space"),
        pytest.param("a\u00a0b", "a b", id="non-breaking space"),
        pytest.param("\u201cso\u201d, it\u2019s", '"so", it\'s', id="quote marks"),
        pytest.param("1939\u20131945 \u2014 a\u2212b", "1939-1945 - a-b", id="dashes"),
        pytest.param("hy\u00adphen\u200bated", "hyphenated", id="soft hyphen, zero width space"),
        pytest.param("ﬁne…", "fine...", id="NFKC makes several of one"),
        pytest.param("и\u0306", "й", id="й of two code points"),
        pytest.param("cafe\u0301", "café", id="combining acute"),
        pytest.param(
            "\u200f\u05e9\u05dc\u05d5\u05dd\u200e", "\u05e9\u05dc\u05d5\u05dd", id="right to left"
        ),
        pytest.param("\U0001f468\u200d\U0001f469", "\U0001f468\U0001f469", id="joined emoji"),
        pytest.param("", "", id="empty"),
    ],
)
def test_what_only_looks_different_compares_equal(raw: str, comparable: str) -> None:
    assert normalise(raw).text == comparable


def test_offsets_lead_back_across_collapsed_white_space() -> None:
    made = normalise("a  b\n\nc")
    assert [made.raw_start(place) for place in range(5)] == [0, 1, 3, 4, 6]
    assert made.raw_start(5) == 7


def test_a_range_ends_behind_the_marks_of_its_last_character() -> None:
    made = normalise("и\u0306!")  # й! of three code points
    assert (made.raw_start(0), made.raw_end(1), made.raw_end(2)) == (0, 2, 3)


def test_a_range_over_half_of_a_ligature_takes_all_of_it() -> None:
    made = normalise("ﬁn")
    assert made.text == "fin"
    assert (made.raw_start(1), made.raw_end(1)) == (0, 1)


def test_hidden_stretches_are_left_out_and_borders_become_spaces() -> None:
    made = normalise("one<hidden>two", hidden=[(3, 11)], borders=[3])
    assert made.text == "one two"
    assert made.raw_start(4) == 11


def test_a_lone_surrogate_is_refused_with_its_place() -> None:
    with pytest.raises(QuoteInvalid, match=r"U\+D800 at offset 1"):
        normalise("a\ud800b")


@given(texts | spicy)
def test_every_character_comes_from_somewhere_and_in_order(raw: str) -> None:
    made = normalise(raw)
    starts = [made.raw_start(place) for place in range(len(made.text) + 1)]
    assert starts == sorted(starts)
    assert all(made.raw_start(p) < made.raw_end(p + 1) <= len(raw) for p in range(len(made.text)))


@given(texts | spicy)
def test_a_place_and_its_origin_name_each_other(raw: str) -> None:
    made = normalise(raw)
    for place in range(len(made.text)):
        first = made.place_of(made.raw_start(place))
        assert made.raw_start(first) == made.raw_start(place)
        assert first <= place


@given(spicy)
def test_a_quote_is_made_comparable_as_the_page_is(raw: str) -> None:
    assert " ".join(fold(raw).split(" ")).split() == normalise(raw).text.split()


@given(texts)
def test_nothing_doubles_a_space(raw: str) -> None:
    assert "  " not in normalise(raw).text


@given(st.text(st.characters(categories=["L", "M"]), max_size=20))
def test_composed_and_decomposed_text_compare_equal(raw: str) -> None:
    composed, decomposed = (unicodedata.normalize(form, raw) for form in ("NFC", "NFD"))
    assert fold(composed) == fold(decomposed)


@pytest.mark.parametrize("wide", ["\u2026", "\U0001f600", "\uffff"])
@given(st.text(st.characters(max_codepoint=0x7F), max_size=40))
def test_one_wide_character_changes_nothing_about_the_others(wide: str, raw: str) -> None:
    alone, beside = normalise(raw + "."), normalise(raw + "." + wide)
    assert beside.text[: len(alone.text)] == alone.text
    places = range(len(alone.text))
    assert [beside.raw_start(at) for at in places] == [alone.raw_start(at) for at in places]


def test_a_letter_may_be_compared_as_a_wider_one() -> None:
    assert normalise("\ufacf\u2019").text == "\U0002284a'"


def test_a_number_that_is_no_character_stays() -> None:
    assert normalise("a\uffff\u00adb").text == "a\uffffb"
