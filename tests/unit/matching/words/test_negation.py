"""Negation: what says not to do a thing is not that thing."""

import pytest

from holdfast.matching.words import is_negated, relate


@pytest.mark.parametrize(
    "label",
    [
        "Don't save",
        "Do not archive",
        "Continue without saving",
        "Nicht speichern",
        "Ne pas envoyer",
        "Bez zapisu",
        "不要保存",
        "保存しない",
    ],
)
def test_a_label_that_says_not_to_is_the_opposite_of_one_that_does_not(label: str) -> None:
    assert is_negated(label)
    assert relate("Save", label).opposed


@pytest.mark.parametrize("label", ["Save", "No", "Notes", "Knot", "Unread", "未读", ""])
def test_a_word_is_no_negation_of_others(label: str) -> None:
    assert not is_negated(label)


def test_two_that_say_not_to_are_no_opposites() -> None:
    assert not relate("Don't save", "Do not save").opposed
