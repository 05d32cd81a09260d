"""What speaks for and against the best candidate, one input at a time."""

from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.matching.pages import SHOP, a_match, index_of

from holdfast.matching.circumstances import Around, look_around
from holdfast.matching.comparison import TRAITS
from holdfast.matching.doubt import (
    DOUBTS,
    Forward,
    doubts,
    every_key_contradicts,
    is_something_new,
    look_back,
)
from holdfast.matching.matcher import Matcher

WEIGHTS = np.ones(len(TRAITS))


def seen_at(matcher: Matcher, target: int, candidate: int) -> tuple[Forward, int]:
    forward = matcher.look(target, WEIGHTS)
    return forward, forward.candidates.tolist().index(candidate)


def told(old: str, new: str, css: str, there: str, which: int = 0) -> Mapping[str, float]:
    """Return the inputs by name, for one old element and one new one."""
    matcher = a_match(old, new)
    target = index_of(matcher.old.snapshot, css, which)
    candidate = index_of(matcher.new.snapshot, there)
    forward, row = seen_at(matcher, target, candidate)
    back = matcher.look_back(target, candidate, WEIGHTS)
    others = matcher.lookalikes(forward.candidates, target, candidate)
    inputs = doubts(forward, look_around(matcher.view, target), back, others, row)
    return dict(zip(DOUBTS, inputs.tolist(), strict=True))


def around(old: str, new: str, css: str, which: int = 0) -> Around:
    matcher = a_match(old, new)
    return look_around(matcher.view, index_of(matcher.old.snapshot, css, which))


class TestSomethingNew:
    OLD = "<ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul>"

    def newness(self, new: str) -> bool:
        matcher = a_match(self.OLD, new)
        target = index_of(matcher.old.snapshot, "a")
        forward, row = seen_at(matcher, target, index_of(matcher.new.snapshot, "a"))
        return is_something_new(forward, row)

    def test_keys_that_the_old_page_never_knew_are_something_new(self) -> None:
        assert self.newness("<ul><li><a href=/9>Nine</a><li><a href=/2>Two</a></ul>")

    def test_one_key_that_agrees_makes_it_known(self) -> None:
        assert not self.newness("<ul><li><a href=/1>Nine</a><li><a href=/2>Two</a></ul>")

    def test_a_label_that_another_had_is_not_new(self) -> None:
        assert not self.newness("<ul><li><a href=/9>Two</a></ul>")

    def test_no_label_to_compare_is_nothing_new(self) -> None:
        assert not self.newness("<ul><li><a href=/9></a></ul>")

    def test_a_written_key_and_the_label_together_contradict_everything(self) -> None:
        matcher = a_match("<a id=one href=/1>One</a>", "<a id=two href=/2>Two</a>")
        target = index_of(matcher.old.snapshot, "a")
        forward, row = seen_at(matcher, target, index_of(matcher.new.snapshot, "a"))
        assert every_key_contradicts(forward, row)


class TestCircumstances:
    GONE = SHOP.replace("<a href=/sale>Sale</a>", "")

    def test_a_gap_that_closed_leaves_an_empty_window(self) -> None:
        seen = around(SHOP, self.GONE, "nav a", 1)
        assert seen.window[0] == seen.window[1]
        assert len(seen.free) == 0
        assert seen.certainty == 1.0

    def test_what_took_the_place_is_free_in_the_window(self) -> None:
        new = SHOP.replace("<a href=/sale>Sale</a>", "<a href=/news>News</a>")
        seen = around(SHOP, new, "nav a", 1)
        matcher = a_match(SHOP, new)
        here = index_of(matcher.new.snapshot, "nav a", 1)
        assert seen.window[0] <= here < seen.window[1]

    def test_who_holds_its_keys_now_is_known(self) -> None:
        new = SHOP.replace("<a href=/sale>Sale</a>", "").replace(
            "<a href=/terms>Terms</a>", "<a href=/sale>Sale</a>"
        )
        seen = around(SHOP, new, "nav a", 1)
        page = a_match(SHOP, new).new.snapshot
        assert [holders.tolist() for holders in seen.holders] == [
            [], [], [index_of(page, "footer a")], [index_of(page, "footer a")], [],
        ]  # fmt: skip


class TestInputs:
    def test_an_unchanged_element_has_nothing_against_it(self) -> None:
        inputs = told(SHOP, SHOP, "nav a", "nav a")
        for name in ("id contradicts", "address contradicts", "label contradicts", "unpaired",
                     "another has the address", "gap closed", "every key contradicts"):  # fmt: skip
            assert inputs[name] == 0.0, name
        assert inputs["keys agree"] == 0.4  # address and label, of five
        assert inputs["back share"] > 0.5

    def test_a_removed_element_is_unpaired_and_its_gap_closed(self) -> None:
        gone = SHOP.replace("<a href=/sale>Sale</a>", "")
        inputs = told(SHOP, gone, "nav a", "nav a", which=1)
        for name in (
            "unpaired",
            "gap closed",
            "nothing free here",
            "label is nowhere",
            "address is nowhere",
            "no key agrees",
            "unpaired and nothing agrees",
        ):
            assert inputs[name] == 1.0, name

    def test_a_key_held_by_another_speaks_against(self) -> None:
        new = "<p><a href=/b>Pay</a></p><h1>So</h1><p><a href=/a>Buy</a></p>"
        inputs = told("<p><a href=/a>Pay</a></p>", new, "a", "a")
        assert inputs["another has the address"] == 1.0
        assert inputs["another has the label"] == 0.0

    def test_where_two_had_the_address_and_one_is_left_nobody_knows_which(self) -> None:
        two = "<p><a href=/a>Pay</a></p><h1>So</h1><p><a href=/a>Buy</a></p>"
        inputs = told(two, "<p><a href=/a>Go</a></p>", "a", "a")
        assert inputs["fewer have its address"] == 0.5

    @settings(max_examples=40)
    @given(st.integers(0, 200), st.sampled_from(["Sale", "Amber", "card", "<h2"]))
    def test_every_input_is_a_share(self, which: int, lost: str) -> None:
        matcher = a_match(SHOP, SHOP.replace(lost, lost + "x"))
        target = which % len(matcher.old)
        forward = matcher.look(target, WEIGHTS)
        if not len(forward.candidates):
            return
        best = int(np.argmax(forward.scores))
        here = int(forward.candidates[best])
        back = matcher.look_back(target, here, WEIGHTS)
        others = matcher.lookalikes(forward.candidates, target, here)
        inputs = doubts(forward, look_around(matcher.view, target), back, others, best)
        assert np.isfinite(inputs).all()
        for name, value in zip(DOUBTS, inputs.tolist(), strict=True):
            assert (-1.0 if name == "back lead" else 0.0) <= value <= 1.0, name


class TestLookingBack:
    CANDIDATES, ENDS = np.array([2, 5, 9]), np.array([3, 6, 10])
    PLACED = np.array([False, False, True])

    def test_the_lead_is_over_the_best_other(self) -> None:
        back = look_back(self.CANDIDATES, self.ENDS, np.array([1.0, 7.0, 4.0]), 5, self.PLACED)
        assert back.lead == 3.0
        # 1 / (1 + e^-6 + e^-3)
        assert back.share == pytest.approx(0.950330, abs=1e-6)
        assert back.rival_placed

    def test_not_to_be_among_the_old_ones_is_the_worst(self) -> None:
        back = look_back(self.CANDIDATES, self.ENDS, np.array([1.0, 7.0, 4.0]), 77, self.PLACED)
        assert (back.lead, back.share) == (-10.0, 0.0)

    def test_parts_of_one_control_do_not_compete(self) -> None:
        back = look_back(
            np.array([5, 6]), np.array([8, 7]), np.array([1.0, 9.0]), 5, np.array([0, 0]) > 0
        )
        assert (back.lead, back.share) == (10.0, 1.0)
