"""How much two sides say of each other, by hand."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from holdfast.matching.overlap import Bag, Letters, Matrix, Vocabulary, have_in_common


def _letters(old: Sequence[Bag], new: Sequence[Bag]) -> Letters:
    # Two kinds: words of one say nothing about the other.
    return Letters(
        {"row": old, "code": [("order",)] * len(old)}, {"row": new, "code": [()] * len(new)}
    )


def _word_for_word(old: Sequence[Bag], new: Sequence[Bag]) -> Matrix:
    return _letters(old, new).word_for_word("row")


def _jaccard(old: Sequence[Bag], new: Sequence[Bag]) -> Matrix:
    return _letters(old, new).jaccard("row")


def test_rare_words_weigh_more_word_for_word() -> None:
    old = [("order", "4711"), ("order", "4712")]
    found = _word_for_word(old, [("order", "4712")])
    rare, common = math.log(1 + 2 / 1), math.log(1 + 2 / 2)
    share = common / (rare + common)  # of "order 4711", the new one says "order"
    assert found[0, 0] == pytest.approx((share + 0.5) / 2, abs=1e-6)
    assert found[1, 0] == pytest.approx(1.0)


def test_nothing_said_overlaps_with_nothing() -> None:
    assert _word_for_word([()], [("order",)])[0, 0] == 0.0
    assert _jaccard([()], [()])[0, 0] == 0.0


def test_one_label_may_say_more_than_the_other() -> None:
    words = Vocabulary({"words": [("save",)]}, {"words": [("save", "note")]})
    forward, backward = words.forward("words", "words"), words.backward("words", "words")
    assert forward[0, 0] == pytest.approx(1.0)
    assert 0.0 < backward[0, 0] < 1.0


def test_opposites_are_seen_for_all_at_once() -> None:
    words = Vocabulary({"words": [("next",), ("save",)]}, {"words": [("previous",), ("save",)]})
    assert np.array_equal(words.opposed("words")[0], [1.0, 0.0])


def test_shares_of_sets() -> None:
    assert _jaccard([("a", "b")], [("b", "c")])[0, 0] == pytest.approx(1 / 3)


def test_what_two_have_in_common_is_found_for_all_at_once() -> None:
    found = have_in_common([("a", "b"), (), ("c",)], [("b", "a"), ("c", "d"), ()])
    assert found.tolist() == [[1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    assert have_in_common([()], [("a",)]).tolist() == [[0.0]]
