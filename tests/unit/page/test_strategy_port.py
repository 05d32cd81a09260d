"""What a find is worth."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.page.strategy_port import match_confidence


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (1, 0.95),
        (2, 0.80),  # one doubling: 0.15
        (3, 0.95 - 0.15 * math.log2(3)),
        (4, 0.65),
        (6, 0.95 - 0.15 * math.log2(6)),
        (7, 0.55),  # 0.15 * 2.807 = 0.421: capped at 0.4
        (1000, 0.55),
    ],
)
def test_each_doubling_of_the_matches_costs_up_to_a_limit(count: int, expected: float) -> None:
    assert match_confidence(0.95, count) == pytest.approx(expected)


@given(st.floats(0.6, 0.95), st.integers(1, 10**9))
def test_it_stays_between_0_and_the_base(base: float, count: int) -> None:
    assert 0.0 < match_confidence(base, count) <= base


def test_no_find_is_worth_nothing() -> None:
    assert match_confidence(0.95, 0) == 0.0
