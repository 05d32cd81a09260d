"""From evidence to probability."""

from dataclasses import replace
from math import exp, log

import pytest

from holdfast import Quote, anchor
from holdfast.quotes.evidence import ContextSide, QuoteEvidence
from holdfast.quotes.landmarks import Expectation
from holdfast.quotes.quote_probability import (
    AGAINST,
    CHANGED_MOST,
    FREE,
    LEAST,
    UNKNOWN_CHANGE,
    WEIGHTS,
    QuotePlace,
    features,
    judge,
)


def a_place(start: int = 0, *, likeness: float = 1.0, context: float = 1.0) -> QuotePlace:
    agreeing = round(27 * context)
    side = ContextSide(agreeing, 0, float(agreeing), 0.0, 27 - agreeing, 0)
    evidence = QuoteEvidence(
        likeness=likeness,
        exact=likeness == 1.0,
        surroundings=likeness + context,
        information=20.0,
        own=likeness,
        before=side,
        after=side,
    )
    return QuotePlace((start, start + 10), evidence, (start, start + 10))


HERE = Expectation(0, 0, is_marked=False)


def test_there_is_one_feature_for_each_weight() -> None:
    (row,) = features([a_place()], HERE)
    assert len(row) == len(WEIGHTS)


def test_probability_is_shared_between_the_places_and_gone() -> None:
    judged = judge([a_place(0), a_place(40, context=0.4)], HERE)
    assert sum(judged.probabilities) + judged.gone == pytest.approx(1)


def test_one_place_by_hand() -> None:
    # Only the constant and the surprise count: 1 - 0.5 * log(1 + 50/50).
    weights = [{"constant": 1.0, "surprise": -0.5}.get(name, 0.0) for name in WEIGHTS]
    judged = judge([a_place(50)], HERE, weights)
    value = exp(1 - 0.5 * log(2))
    assert judged.probabilities[0] == pytest.approx(value / (value + 1))


def test_no_place_is_gone_for_certain() -> None:
    assert judge([], HERE).gone == 1


def test_twins_take_from_each_other() -> None:
    alone = judge([a_place(0)], None).probabilities[0]
    first, second = judge([a_place(0), a_place(1000)], None).probabilities
    assert first == pytest.approx(second)
    assert first < alone


@pytest.mark.parametrize("part", ["likeness", "context"])
def test_less_agreement_is_less_likely(part: str) -> None:
    places = [
        a_place(**{part: share})  # type: ignore[arg-type]  # one of the two keywords
        for share in (1.0, 0.9, 0.6, 0.3)
    ]
    chances = [judge([place], HERE).probabilities[0] for place in places]
    assert chances == sorted(chances, reverse=True)


def test_farther_from_where_it_should_stand_is_less_likely() -> None:
    chances = [judge([a_place(at, context=0.5)], HERE).probabilities[0] for at in (0, 100, 5000)]
    assert chances == sorted(chances, reverse=True)
    assert len(set(chances)) == 3


def test_a_text_of_unknown_length_changed_as_texts_do() -> None:
    place = [a_place(context=0.3)]
    unknown, mean = (judge(place, replace(HERE, changed=each)) for each in (None, UNKNOWN_CHANGE))
    assert unknown == mean


def test_words_that_stand_once_are_found_without_context_and_place() -> None:
    assert anchor(Quote(exact="Kept"), "Kept as it was, word for word. Save").range is not None


def test_where_the_text_changed_much_less_of_the_context_must_stand() -> None:
    chances = [
        judge([a_place(context=0.3)], replace(HERE, changed=changed)).probabilities[0]
        for changed in (0.0, 0.2, CHANGED_MOST)
    ]
    assert chances == sorted(set(chances))


def test_a_length_that_was_stored_wrongly_makes_nothing_surer() -> None:
    much, more = (
        judge([a_place(context=0.3)], replace(HERE, changed=changed))
        for changed in (CHANGED_MOST, 100 * CHANGED_MOST)
    )
    assert much == more


def test_every_weight_has_the_sign_that_its_meaning_demands() -> None:
    least = {name: LEAST.get(name, 0.0) for name in WEIGHTS}
    against = {name for name, weight in WEIGHTS.items() if weight <= -least[name]}
    speaking = {name for name, weight in WEIGHTS.items() if weight >= least[name]}
    assert against - FREE == AGAINST
    assert speaking - FREE == WEIGHTS.keys() - AGAINST - FREE
