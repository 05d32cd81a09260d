"""From evidence to probability."""

from math import exp, log

import pytest

from holdfast.quotes.calibration import WEIGHTS, Place, judge, traits
from holdfast.quotes.evidence import Evidence
from holdfast.quotes.landmarks import Expectation


def a_place(start: int = 0, *, likeness: float = 1.0, context: float = 1.0) -> Place:
    evidence = Evidence(
        likeness=likeness,
        exact=likeness == 1.0,
        surroundings=context,
        before=context,
        after=context,
        information=20.0,
        far=None,
    )
    return Place((start, start + 10), evidence, start)


HERE = Expectation(0, 0, is_marked=False)


def test_there_is_one_trait_for_each_weight() -> None:
    (row,) = traits([a_place()], 10, HERE)
    assert len(row) == len(WEIGHTS)


def test_probability_is_shared_between_the_places_and_gone() -> None:
    judged = judge([a_place(0), a_place(40, context=0.4)], 10, HERE)
    assert sum(judged.probabilities) + judged.gone == pytest.approx(1)


def test_one_place_by_hand() -> None:
    # Only the constant and the surprise count: 1 - 0.5 * log(1 + 50/50).
    weights = [1.0, 0, 0, 0, 0, 0, -0.5, 0, 0, 0, 0]
    judged = judge([a_place(50)], 10, HERE, weights)
    value = exp(1 - 0.5 * log(2))
    assert judged.probabilities[0] == pytest.approx(value / (value + 1))


def test_no_place_is_gone_for_certain() -> None:
    assert judge([], 10, HERE).gone == 1


def test_twins_take_from_each_other() -> None:
    alone = judge([a_place(0)], 10, None).probabilities[0]
    first, second = judge([a_place(0), a_place(1000)], 10, None).probabilities
    assert first == pytest.approx(second)
    assert first < alone


@pytest.mark.parametrize("trait", ["likeness", "context"])
def test_less_agreement_is_less_likely(trait: str) -> None:
    places = [
        a_place(**{trait: share})  # type: ignore[arg-type]  # one of the two keywords
        for share in (1.0, 0.9, 0.6, 0.3)
    ]
    chances = [judge([place], 10, HERE).probabilities[0] for place in places]
    assert chances == sorted(chances, reverse=True)


def test_farther_from_where_it_should_stand_is_less_likely() -> None:
    chances = [
        judge([a_place(at, context=0.5)], 10, HERE).probabilities[0] for at in (0, 100, 5000)
    ]
    assert chances == sorted(chances, reverse=True)
    assert len(set(chances)) == 3
