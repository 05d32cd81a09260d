"""Where a quote should stand, worked out by hand."""

from itertools import pairwise
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.quotes.landmarks import expect, rising


def test_a_text_that_did_not_grow_keeps_its_places() -> None:
    expected = expect(40, [(0, 0), (100, 100)])
    assert (expected.middle, expected.width) == (40, 0)
    assert expected.surprise(40) == 0


def test_a_text_that_grew_moves_places_in_proportion() -> None:
    expected = expect(50, [(0, 0), (100, 300)])
    assert (expected.middle, expected.width) == (150, 200)
    # 100 away from the middle, by a width of 200 + 50 characters of slack
    assert expected.surprise(250) == pytest.approx(log(1 + 100 / 250))


def test_a_landmark_on_either_side_narrows_it() -> None:
    expected = expect(50, [(0, 0), (40, 140), (60, 160), (100, 300)])
    assert (expected.middle, expected.width) == (150, 0)
    assert expected.is_marked


def test_the_ends_of_the_text_alone_are_no_marks() -> None:
    assert not expect(5, [(0, 0), (10, 20)]).is_marked


@pytest.mark.parametrize("old", [0, 10, 99, 100])
def test_the_ends_of_a_text_can_be_expected(old: int) -> None:
    assert expect(old, [(0, 0), (100, 200)]).middle == 2 * old


def test_a_moved_passage_is_no_landmark() -> None:
    assert rising([(10, 10), (20, 900), (30, 30), (40, 40)]) == [(10, 10), (30, 30), (40, 40)]


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), max_size=30))
def test_landmarks_rise_in_both_texts(places: list[tuple[int, int]]) -> None:
    chain = rising(places)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(chain))
    assert set(chain) <= set(places)
    assert bool(chain) == bool(places)
