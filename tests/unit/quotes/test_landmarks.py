"""Where a quote should stand, worked out by hand."""

from itertools import pairwise
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.quotes.landmarks import Expectation, Landmark, rising
from holdfast.quotes.landmarks import expect as expect_between


def points(*pairs: tuple[int, int]) -> list[Landmark]:
    return [Landmark(old, new, new) for old, new in pairs]


def expect(old: int, pairs: list[tuple[int, int]]) -> Expectation:
    return expect_between(old, points(*pairs))


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
    marks = points((10, 10), (20, 900), (30, 30), (40, 40))
    assert rising(marks) == [marks[0], *marks[2:]]


def test_a_range_is_in_order_between_the_landmarks_between_which_it_stood() -> None:
    marks = [Landmark(0, 0, 0), Landmark(40, 140, 150), Landmark(60, 200, 210)]
    expected = expect_between(50, marks)
    ranges = [(150, 200), (149, 160), (190, 201), (20, 30)]
    assert [expected.is_in_order(*span) for span in ranges] == [True, False, False, False]


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), max_size=30))
def test_landmarks_rise_in_both_texts(places: list[tuple[int, int]]) -> None:
    chain = rising(points(*places))
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(chain))
    assert set(chain) <= set(points(*places))
    assert bool(chain) == bool(places)
