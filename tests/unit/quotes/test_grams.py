"""Pieces of a text and where they stand."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from holdfast.quotes.grams import GRAM, GramIndex, Places, hash_grams
from holdfast.quotes.normalise import code_points

words = st.text("abc d", max_size=60)


def hits(index: GramIndex, needle: str, *, most: int) -> tuple[Places, Places]:
    grams = hash_grams(code_points(needle))
    return index.hits(grams, index.count(grams), most)


@given(words)
def test_every_piece_of_a_text_is_found_where_it_stands(text: str) -> None:
    index = GramIndex(code_points(text))
    places, pieces = hits(index, text, most=1000)
    found = set(zip(places.tolist(), pieces.tolist(), strict=True))
    assert {(at, at) for at in range(len(text) - GRAM + 1)} <= found


@given(words, words)
def test_equal_pieces_are_all_found(text: str, needle: str) -> None:
    index = GramIndex(code_points(text))
    places, pieces = hits(index, needle, most=1000)
    found = set(zip(places.tolist(), pieces.tolist(), strict=True))
    for at in range(len(text) - GRAM + 1):
        for piece in range(len(needle) - GRAM + 1):
            if text[at : at + GRAM] == needle[piece : piece + GRAM]:
                assert (at, piece) in found


def test_capitals_count_as_small_letters() -> None:
    upper, lower = hash_grams(code_points("WORD")), hash_grams(code_points("word"))
    assert np.array_equal(upper, lower)


def test_common_pieces_are_left_out() -> None:
    index = GramIndex(code_points("aaaaaaaaaa bcde"))
    places, _ = hits(index, "aaaa", most=3)
    assert len(places) == 0


@given(
    st.text("abc D.", min_size=GRAM, max_size=60), st.sampled_from(["é", "\u2026", "\U0001f600"])
)
def test_pieces_are_the_same_however_wide_the_text_is(text: str, wide: str) -> None:
    narrow, other = hash_grams(code_points(text)), hash_grams(code_points(text + wide))
    assert np.array_equal(narrow, other[: len(narrow)])
    assert narrow.dtype == other.dtype == np.uint16


@given(words, st.lists(words, min_size=1, max_size=8))
def test_sorted_or_not_the_answers_are_the_same(text: str, needles: list[str]) -> None:
    asked = GramIndex(code_points(text))
    for needle in needles * 3:  # from the fifth question on it is sorted
        fresh = GramIndex(code_points(text))
        ones, twos = hits(asked, needle, most=1000), hits(fresh, needle, most=1000)
        assert [part.tolist() for part in ones] == [part.tolist() for part in twos]
