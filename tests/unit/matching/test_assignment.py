"""One to one: belief is given away once, neighbours vouch, and order alone decides nothing."""

import numpy as np
import pytest
from tests.unit.matching.pages import SHOP, a_match, index_of

from holdfast.matching.assignment import Belief, JointAssignment, Ranking, assign, context_feature
from holdfast.matching.matcher import Matcher
from holdfast.matching.pair_features import pair_feature

KEYS_ALONE = Ranking(
    pairs=np.array(pair_feature.numbers({"same label": 6.0, "same purpose": 1.0})),
    contexts=np.array(context_feature.numbers({"neighbours in order": 4.0})),
    null=4.0,
)


def assigned(matcher: Matcher, css: str, which: int = 0) -> tuple[JointAssignment, int]:
    target = index_of(matcher.old.snapshot, css, which)
    matchup = matcher.matchup(target)
    return assign(matchup, KEYS_ALONE), matchup.row_of(target)


class TestBelief:
    def test_one_pair_as_good_as_nobody_is_half_believed(self) -> None:
        # One old, one new, score = null: odds 1, so u = 1/(1+v), v = 1/(1+u): the golden ratio.
        golden = (5**0.5 - 1) / 2
        belief = Belief.of(np.array([[3.0]]), 3.0)
        assert belief.chances[0, 0] == pytest.approx(golden**2, abs=1e-3)

    def test_a_better_claimant_wins_and_the_other_gets_what_is_left(self) -> None:
        chances = Belief.of(np.array([[9.0, 2.0], [6.0, 5.0]]), 1.0).chances
        assert chances.argmax(1).tolist() == [0, 1]

    def test_nobody_gives_or_takes_more_than_once(self) -> None:
        scores = np.random.default_rng(1).normal(4.0, 4.0, (30, 20))
        chances = Belief.of(scores, 3.0).chances
        assert chances.sum(0).max() <= 1.0 + 1e-9
        assert chances.sum(1).max() <= 1.01

    def test_nothing_is_believed_of_an_empty_page(self) -> None:
        assert Belief.of(np.zeros((3, 0)), 3.0).chances.shape == (3, 0)


class TestNeighbours:
    def test_a_renamed_link_is_found_between_its_neighbours(self) -> None:
        matcher = a_match(SHOP, SHOP.replace(">Sale<", ">Zebra<"))
        assignment, row = assigned(matcher, "nav a", 1)
        found = int(assignment.matchup.new.at[assignment.after.chances[row].argmax()])
        assert found == index_of(matcher.new.snapshot, "nav a", 1)
        assert assignment.after.chances[row].max() > assignment.before.chances[row].max()

    def test_order_of_the_pages_elements_is_all_that_vouches(self) -> None:
        matcher = a_match(SHOP, SHOP)
        assignment, row = assigned(matcher, "nav a", 1)
        place = context_feature.names.index("neighbours in order")
        assert assignment.contexts[place, row].argmax() == row
