"""Second look: what is shown where nothing is believed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.matching.pages import SHOP, a_match, index_of

from holdfast.matching.judge import shortlist_for
from holdfast.matching.matcher import Matcher
from holdfast.matching.second_look import LOOK_BELOW, different_answers, look_again

WORDS = ("Basket", "Account", "Newsletter", "Imprint", "Offers", "Terms", "Help", "Jobs", "Press")


def a_menu(*words: str) -> str:
    return "<ul>" + "".join(f"<li><a href=/{w.lower()}>{w}</a></li>" for w in words) + "</ul>"


def best_of(matcher: Matcher, css: str) -> int:
    return index_of(matcher.old.snapshot, css)


class TestDifferentAnswers:
    def test_the_best_one_stands_first_and_none_is_a_part_of_another(self) -> None:
        matcher = a_match(SHOP, SHOP.replace("button", "div"))
        best = matcher.best(index_of(matcher.old.snapshot, "button.go"))
        assert best is not None
        cases = different_answers(best, 6)
        assert cases[0] is best
        for place, case in enumerate(cases):
            apart = case.matchup.new.apart(case.column)
            assert all(apart[other.column] for other in cases[:place])

    @pytest.mark.parametrize("most", [1, 3, 6])
    def test_there_are_no_more_than_asked_for(self, most: int) -> None:
        best = a_match(a_menu(*WORDS), a_menu(*reversed(WORDS))).best(2)
        assert best is not None
        assert len(different_answers(best, most)) <= most


class TestLookAgain:
    def test_it_shows_the_same_candidates_in_another_order(self) -> None:
        matcher = a_match(a_menu(*WORDS), a_menu(*WORDS[1:], "Career"))
        best = matcher.best(best_of(matcher, "a"))
        assert best is not None
        again = look_again(best, matcher.model)
        first = different_answers(best, len(again))
        assert {case.column for case in again} == {case.column for case in first}

    @given(
        old=st.lists(st.sampled_from(WORDS), min_size=2, max_size=6, unique=True),
        new=st.lists(st.sampled_from(WORDS), min_size=1, max_size=6, unique=True),
    )
    def test_nobody_is_believed_because_of_it(self, old: list[str], new: list[str]) -> None:
        matcher = a_match(a_menu(*old), a_menu(*new))
        found = shortlist_for(matcher, index_of(matcher.old.snapshot, "a"))
        shares = [share for _, share in found.ranked]
        assert shares == sorted(shares, reverse=True)
        assert len({index for index, _ in found.ranked}) == len(shares)
        if shares and found.best is not None and shares[0] < LOOK_BELOW:
            assert found.best.matchup.new.at[found.best.column] == found.ranked[0][0]
            assert shares[0] < found.threshold
