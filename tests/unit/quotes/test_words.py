"""Moving the ends of a range from word to word."""

import pytest

from holdfast.quotes.propose import overlap
from holdfast.quotes.word_edges import end_after, end_before, word_after, word_before, word_edges

TEXT = "one two, three"
#       01234567890123


def test_a_place_inside_a_word_has_that_words_edges() -> None:
    assert word_edges(TEXT, 5) == (4, 7)
    assert word_edges(TEXT, 4) == (4,)
    assert word_edges(TEXT, 0) == (0,)


def test_where_nothing_is_spaced_each_letter_is_a_word() -> None:
    assert word_edges("理解这些差异", 3) == (3,)
    assert word_after("理解这些差异", 2) == 3


@pytest.mark.parametrize(
    ("start", "before", "after"), [(4, 0, 7), (7, 4, 9), (9, 7, 14), (0, 0, 4)]
)
def test_a_start_moves_to_words_and_signs(start: int, before: int, after: int) -> None:
    assert (word_before(TEXT, start), word_after(TEXT, start)) == (before, after)


@pytest.mark.parametrize(
    ("end", "before", "after"), [(7, 3, 8), (8, 7, 14), (14, 8, 14), (3, 0, 7)]
)
def test_an_end_moves_to_words_and_signs(end: int, before: int, after: int) -> None:
    assert (end_before(TEXT, end), end_after(TEXT, end)) == (before, after)


def test_overlap_is_intersection_over_union() -> None:
    assert overlap((0, 10), (5, 15)) == pytest.approx(5 / 15)
    assert overlap((0, 5), (5, 10)) == 0
