"""Asking all strategies, in the right document, and grouping by element."""

from dataclasses import replace
from types import MappingProxyType, SimpleNamespace

import pytest

from holdfast.model.snapshot import Snapshot
from holdfast.model.strategy import LocatorStrategy, StrategyEvaluationResult
from holdfast.selectors.installed import Installed, installed_strategies
from holdfast.selectors.search import ask, ask_all, group_by_element, matches_of
from holdfast.selectors.strategy_port import Evaluate
from holdfast.testing import a_framed_page, a_page, a_strategy

SAVE = a_strategy("cdp_semantic", {"role": "button", "name": "Save"})
BY_ID = a_strategy("dom_selector", selector="#save")
BY_CLASS = a_strategy("css_selector", selector=".btn")


def only(evaluate: Evaluate) -> Installed:
    return Installed(MappingProxyType({"dom_selector": SimpleNamespace(evaluate=evaluate)}))


class TestAsking:
    def test_all_are_asked_whatever_one_finds(self) -> None:
        page = a_page("<button id=save>Save</button>")
        found = ask_all([SAVE, BY_CLASS, BY_ID], page, 0, installed_strategies())
        assert [result.found for result in found.results] == [True, False, True]

    def test_one_that_failed_leaves_a_note(self) -> None:
        found = ask_all([BY_CLASS], a_page("<p>x</p>"), 0, installed_strategies())
        assert "css_selector: nothing matches '.btn'" in found.notes

    def test_one_that_is_not_installed_says_so(self) -> None:
        result = ask(SAVE, a_page("<p>x</p>"), 0, Installed(MappingProxyType({})))
        assert result.error == "no such strategy is installed"

    def test_the_result_names_the_strategy_as_it_was_recorded(self) -> None:
        page = a_page("<button id=save>Save</button>")
        assert ask(BY_ID, page, 0, installed_strategies()).strategy is BY_ID

    def test_what_needs_a_picture_waits(self) -> None:
        found = ask_all([a_strategy("vision_ocr")], a_page("<p>x</p>"), 0, installed_strategies())
        assert found.results == ()


class TestForeignCode:
    def test_an_exception_becomes_a_failure(self) -> None:
        def explode(strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
            raise KeyError("boom")

        result = ask(BY_ID, a_page("<p>x</p>"), 0, only(explode))
        assert result.error == "the strategy failed with KeyError: 'boom'"

    @pytest.mark.parametrize(
        "nonsense",
        [
            pytest.param({"node": 99, "confidence": 0.5}, id="no such element"),
            pytest.param({"node": -1, "confidence": 0.5}, id="negative"),
            pytest.param({"node": None, "confidence": 0.5}, id="found nothing"),
            pytest.param({"node": 1, "confidence": 7.0}, id="confidence 7"),
            pytest.param({"node": 1, "confidence": float("nan")}, id="confidence not a number"),
        ],
    )
    def test_a_result_that_cannot_be_is_a_failure(self, nonsense: dict[str, float]) -> None:
        def invent(strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
            claimed = StrategyEvaluationResult(strategy=strategy, found=True)
            return replace(claimed, **nonsense)  # type: ignore[arg-type]  # wrong on purpose

        assert not ask(BY_ID, a_page("<p>x</p>"), 0, only(invent)).found

    def test_metadata_that_is_no_object_is_a_failure(self) -> None:
        broken = replace(BY_ID, metadata=None)  # type: ignore[arg-type]  # wrong on purpose
        assert not ask(broken, a_page("<p id=save>x</p>"), 0, installed_strategies()).found


class TestFrames:
    PAGE = a_framed_page(
        "<iframe name=pay></iframe><button class=btn>Go</button>",
        {"iframe": "<button id=save>Save</button>"},
    )

    def test_only_the_recorded_document_is_looked_at(self) -> None:
        both = a_framed_page(
            "<button id=save>Save</button><iframe></iframe>", {"iframe": "<button>Save</button>"}
        )
        found = ask_all([SAVE], both, 1, installed_strategies())
        (result,) = found.results
        assert result.match_count == 1
        assert both.frame_of(result.node or 0) == 1
        assert not found.crossed

    def test_others_are_asked_when_the_home_has_nothing(self) -> None:
        found = ask_all([SAVE, BY_ID], self.PAGE, 0, installed_strategies())
        assert found.crossed
        assert {self.PAGE.frame_of(result.node or 0) for result in found.results} == {1}

    def test_others_are_not_asked_when_the_home_has_something(self) -> None:
        found = ask_all([SAVE, BY_CLASS], self.PAGE, 0, installed_strategies())
        assert not found.crossed

    def test_a_strategy_that_ignores_the_document_cannot_cross(self) -> None:
        inner = self.PAGE.select("#save", frame=1)[0].index

        def ignore(strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
            return StrategyEvaluationResult(
                strategy=strategy, found=True, node=inner, confidence=0.9
            )

        assert not ask(BY_ID, self.PAGE, 0, only(ignore)).found
        assert ask(BY_ID, self.PAGE, 1, only(ignore)).found


class TestGrouping:
    def test_results_for_the_same_element_come_together(self) -> None:
        page = a_page("<button id=save class=btn>Save</button><button class=btn>Stop</button>")
        found = ask_all([BY_CLASS, SAVE, BY_ID], page, 0, installed_strategies())
        save, stop = (node.index for node in page.select("button"))
        groups = group_by_element(found.results)
        assert [r.strategy for r in groups[save]] == [SAVE, BY_ID, BY_CLASS]
        assert [r.strategy for r in groups[stop]] == [BY_CLASS]

    def test_a_failure_speaks_for_nothing(self) -> None:
        assert matches_of(StrategyEvaluationResult.failure(BY_ID, "nothing")) == ()

    def test_matches_of_a_foreign_kind_are_left_out(self) -> None:
        result = StrategyEvaluationResult(
            strategy=BY_ID, found=True, node=3, metadata={"matches": ["x", 3, None, 4]}
        )
        assert matches_of(result) == (3, 4)
