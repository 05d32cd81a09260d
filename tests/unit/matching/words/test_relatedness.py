"""How alike tokens are, by the numbers that the matcher's study fixed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.matching.words import opposed, similarity
from holdfast.matching.words.vectors import unit_vectors, vectors, vocabulary

words = st.lists(st.sampled_from(sorted(vocabulary())), min_size=1, max_size=6, unique=True)


def _one(old: str, new: str) -> float:
    return float(similarity([old], [new])[0, 0])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("save", "store"), ("delete", "remove"), ("delete", "trash"), ("register", "signup"),
        ("setting", "preference"), ("basket", "cart"), ("search", "find"), ("close", "dismiss"),
        ("add", "new"), ("edit", "modify"), ("next", "continue"), ("invoice", "bill"),
        ("customer", "client"), ("help", "support"), ("phone", "mobile"), ("copy", "duplicate"),
    ],
)  # fmt: skip
def test_synonyms_count_as_much_as_a_translation(old: str, new: str) -> None:
    assert _one(old, new) == _one(new, old) == pytest.approx(0.85)
    assert not opposed([old], [new])[0, 0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("save", "delete"), ("next", "previous"), ("enable", "disable"), ("add", "remove"),
        ("open", "close"), ("import", "export"), ("start", "stop"), ("first", "last"),
        ("up", "down"), ("accept", "reject"), ("login", "logout"), ("buy", "sell"),
        ("show", "hide"), ("expand", "collapse"), ("lock", "unlock"), ("monday", "friday"),
        ("delete", "edit"), ("email", "phone"), ("month", "week"),
        ("pay", "cancel"), ("send", "cancel"), ("approve", "reject"), ("help", "save"),
    ],
)  # fmt: skip
def test_opposites_are_worth_nothing(old: str, new: str) -> None:
    assert _one(old, new) == _one(new, old) == 0.0
    assert opposed([old], [new])[0, 0]
    assert opposed([new], [old])[0, 0]


def test_a_common_group_wins_over_a_contrast() -> None:
    # 'cancel' stands opposite to 'continue' beside 'back', and both mean the same to a user.
    assert not opposed(["cancel", "delete"], ["back", "remove"]).any()


def test_forms_of_one_word_are_the_same() -> None:
    assert _one("orders", "order") == _one("saved", "saving") == _one("cancelled", "cancel") == 1.0


def test_numbers_are_the_same_or_nothing() -> None:
    assert similarity(["4711"], ["4711", "4712", "order"]).tolist() == [[1.0, 0.0, 0.0]]


def test_related_words_count_by_their_cosine() -> None:
    rows = np.array([vocabulary()["hotel"], vocabulary()["restaurant"]])
    cosine = float(np.prod(unit_vectors(rows), axis=0).sum())
    assert cosine > 0.15
    assert _one("hotel", "restaurant") == pytest.approx(min(0.8, (cosine - 0.15) / 0.45), abs=1e-5)


def test_related_words_stand_above_unrelated_ones() -> None:
    assert _one("doctor", "hospital") > _one("doctor", "printer")


@pytest.mark.parametrize("small", ["up", "all", "one", "more", "out"])
def test_small_words_are_related_to_nothing(small: str) -> None:
    assert _one(small, small) == 1.0
    assert not similarity([small], ["note", "add", "tidy", "file", "order"]).any()


def test_many_are_the_same_as_one_by_one() -> None:
    old, new = ["save", "4711", "weiter", "顧客"], ["delete", "4711", "next", "customer", "xyzzy"]
    one_by_one = [[_one(a, b) for b in new] for a in old]
    assert similarity(old, new) == pytest.approx(np.array(one_by_one), abs=1e-5)


def test_no_tokens_give_an_empty_table() -> None:
    assert similarity([], ["save"]).shape == (0, 1)
    assert opposed(["save"], []).shape == (1, 0)


@given(words, words)
def test_it_is_symmetric_and_within_bounds(old: list[str], new: list[str]) -> None:
    there, back = similarity(old, new), similarity(new, old)
    assert there == pytest.approx(back.T, abs=1e-5)
    assert ((there >= 0.0) & (there <= 1.0)).all()
    assert (opposed(old, new) == opposed(new, old).T).all()
    assert not there[opposed(old, new)].any()


def test_every_word_has_a_vector() -> None:
    assert len(vocabulary()) == len(vectors())
    assert list(vocabulary()) == sorted(vocabulary())
    assert vectors().any(axis=1).all()
