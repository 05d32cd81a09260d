"""Only the answer that was asked for counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.app.advising.searches import a_search

from holdfast.app.advising.question import ask_about
from holdfast.errors import AdviceFailed
from holdfast.model.advice import Advice
from holdfast.model.advice_prompt import read_answer, read_text

QUESTION = ask_about(a_search(0.5, 0.3, 0.1), "click").question
GOOD = {
    "choice": 2, "rawScore": 90, "elementMatch": 80, "locationMatch": 70, "textMatch": 60,
    "why": "both send the form",
}  # fmt: skip
ADVICE = Advice(
    choice=2, raw_score=90, element_match=80, location_match=70, text_match=60,
    why="both send the form",
)  # fmt: skip


def test_a_good_answer() -> None:
    assert read_answer(GOOD, QUESTION) == ADVICE
    assert Advice.from_json(ADVICE.to_json()) == ADVICE


def test_0_means_none_of_these() -> None:
    assert read_answer({**GOOD, "choice": 0}, QUESTION).choice is None


@pytest.mark.parametrize(
    "change",
    [
        {"choice": 4}, {"choice": -1}, {"choice": "2"}, {"choice": 2.0}, {"choice": True},
        {"choice": None}, {"rawScore": 101}, {"rawScore": -1}, {"rawScore": "high"},
        {"textMatch": None}, {"why": 7}, {"why": None},
    ],
)  # fmt: skip
def test_anything_else_is_no_answer(change: dict[str, object]) -> None:
    with pytest.raises(AdviceFailed):
        read_answer({**GOOD, **change}, QUESTION)


@pytest.mark.parametrize("text", ["", "2", "[]", "null", "choose 2", '{"choice": 2}', "{" * 5000])
def test_text_that_is_not_the_object_is_no_answer(text: str) -> None:
    with pytest.raises(AdviceFailed):
        read_text(text, QUESTION)


plain = st.none() | st.booleans() | st.integers() | st.text()


@given(plain | st.lists(plain) | st.dictionaries(st.sampled_from([*GOOD, "other"]), plain))
def test_whatever_comes_it_is_advice_or_a_failure(answer: object) -> None:
    with pytest.raises(AdviceFailed):
        read_answer(answer, QUESTION)


def test_the_reason_is_one_masked_line_that_no_terminal_obeys() -> None:
    why = "it is\x1b[31m red\n and ada@example.com owns it"
    assert read_answer({**GOOD, "why": why}, QUESTION).why == "it is [31m red and *** owns it"


def test_a_score_outside_0_to_100_is_refused() -> None:
    with pytest.raises(ValueError, match="raw_score"):
        Advice(choice=1, raw_score=120, element_match=0, location_match=0, text_match=0)
    with pytest.raises(ValueError, match="numbered from 1"):
        Advice(choice=0, raw_score=10, element_match=0, location_match=0, text_match=0)
