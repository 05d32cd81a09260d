"""How much two sides say of each other, by hand."""

import math

import numpy as np
import pytest

from holdfast.matching.overlap import Vocabulary, jaccard, word_for_word


def test_rare_words_weigh_more_word_for_word() -> None:
    old = [("order", "4711"), ("order", "4712")]
    found = word_for_word(old, [("order", "4712")])
    rare, common = math.log(1 + 2 / 1), math.log(1 + 2 / 2)
    share = common / (rare + common)  # of "order 4711", the new one says "order"
    assert found[0, 0] == pytest.approx((share + 0.5) / 2, abs=1e-6)
    assert found[1, 0] == pytest.approx(1.0)


def test_nothing_said_overlaps_with_nothing() -> None:
    assert word_for_word([()], [("order",)])[0, 0] == 0.0
    assert jaccard([()], [()])[0, 0] == 0.0


def test_one_label_may_say_more_than_the_other() -> None:
    words = Vocabulary({"words": [("save",)]}, {"words": [("save", "note")]})
    forward, backward = words.overlap("words", "words")
    assert forward[0, 0] == pytest.approx(1.0)
    assert 0.0 < backward[0, 0] < 1.0


def test_opposites_are_seen_for_all_at_once() -> None:
    words = Vocabulary({"words": [("next",), ("save",)]}, {"words": [("previous",), ("save",)]})
    assert np.array_equal(words.opposed("words")[0], [1.0, 0.0])


def test_shares_of_sets() -> None:
    assert jaccard([("a", "b")], [("b", "c")])[0, 0] == pytest.approx(1 / 3)
