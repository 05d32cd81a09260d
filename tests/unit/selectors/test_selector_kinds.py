"""Selectors explain: each can be asked whether it still selects a node."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.model.snapshot import Snapshot
from holdfast.model.strategy import LocatorStrategy, StrategyEvaluationResult
from holdfast.page.strategy_port import ask
from holdfast.selectors.describe import describe
from holdfast.selectors.selector_kinds import SELECTORS, explain
from holdfast.testing import a_framed_page, a_page, a_strategy

PAGE = a_page(
    "<form id=f><h2>Pay</h2><label>City<input name=city placeholder='Your city'></label>"
    "<ul class=rows><li>One</li><li class='big last'>Two</li></ul>"
    "<button id=save data-testid=save-form title='Save it'><b>Save</b></button></form>"
)


def selected(strategy: LocatorStrategy, css: str) -> bool:
    (node,) = PAGE.select(css)
    return SELECTORS[strategy.type].selects(strategy, node)


@pytest.mark.parametrize(
    ("strategy", "css", "told"),
    [
        (a_strategy("cdp_semantic", {"role": "button", "name": "save"}), "button",
         "same role 'button' named 'save'"),
        (a_strategy("cdp_semantic", {"role": "heading", "level": 2}), "h2", "same role 'heading'"),
        (a_strategy("cdp_power", {"by": "testId", "value": "save-form"}), "button",
         "same test id 'save-form'"),
        (a_strategy("cdp_power", {"by": "label", "value": "city"}), "input", "same label 'city'"),
        (a_strategy("cdp_power", {"by": "placeholder", "value": "your city"}), "input",
         "same placeholder 'your city'"),
        (a_strategy("cdp_power", {"by": "text", "value": "Save"}), "button", "same text 'Save'"),
        (a_strategy("dom_selector", selector="#save"), "button",
         "the selector '#save' finds it"),
        (a_strategy("css_selector", selector="/html/body/form/button"), "button",
         "the selector '/html/body/form/button' finds it"),
    ],
)  # fmt: skip
def test_a_selector_selects_its_node_no_other_and_says_why(
    strategy: LocatorStrategy, css: str, told: str
) -> None:
    others = {"button", "input", "h2", "li.big"} - {css}
    assert selected(strategy, css)
    assert not any(selected(strategy, other) for other in others)
    (evidence,) = explain((strategy,), PAGE.select(css)[0])
    assert evidence.reason == told


@pytest.mark.parametrize(
    "selector",
    [
        "li", "*", "form li", "ul > li", "form > li", ".big", ".rows .last", "li.big.last", "#f li",
        "li:nth-child(2)", "li:nth-of-type(2n)", "li:nth-child(odd)", "li:first-child",
        "li:last-of-type", "b:only-child", "[name=city]", "[class~=big]", "[title^=Save]",
        "[title$=it]", "[title*='e i']", "input, h2", "li + li", "li:not(.big)", "[placeholder]",
    ],
)  # fmt: skip
def test_one_node_is_answered_as_the_whole_page_is(selector: str) -> None:
    strategy = a_strategy("css_selector", selector=selector)
    found = [node for node in PAGE.nodes if SELECTORS[strategy.type].selects(strategy, node)]
    assert found == PAGE.select(selector)


def test_a_selector_that_nobody_can_read_explains_nothing() -> None:
    broken = (a_strategy("css_selector", selector="[["), a_strategy("cdp_power", {"by": "text"}))
    assert explain(broken, PAGE.nodes[0]) == ()


LEAVES = st.sampled_from(
    ["<button>Save</button>", "<button id=go>Go</button>", "<a href=/a>Docs</a>", "<p>text</p>",
     "<input name=city aria-label=City>", "<h2>News</h2>", "<img alt=Logo>", "<li>x</li>"]
)  # fmt: skip


@settings(max_examples=40)
@given(st.lists(LEAVES, min_size=1, max_size=8))
def test_what_was_recorded_selects_its_own_node(parts: list[str]) -> None:
    page = a_page(f"<main>{''.join(parts)}</main>")
    for node in page.nodes:
        for strategy in describe(page, node).strategies:
            if (
                strategy.type in SELECTORS
                and ask(SELECTORS[strategy.type], strategy, page, 0).node == node.index
            ):
                assert SELECTORS[strategy.type].selects(strategy, node), strategy


# --------------------------------------------------------------------------------------- asking one


class _Broken:
    def evaluate(self, strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
        raise ZeroDivisionError("by zero")


BY_ID = a_strategy("dom_selector", selector="#save")


def test_whatever_goes_wrong_is_answered_not_raised() -> None:
    result = ask(_Broken(), BY_ID, PAGE, 0)
    assert (result.found, result.strategy) == (False, BY_ID)
    assert result.error == "the strategy failed with ZeroDivisionError: by zero"


def test_only_the_recorded_document_is_asked() -> None:
    both = a_framed_page(
        "<button id=save>Save</button><iframe></iframe>",
        {"iframe": "<button id=save>Save</button>"},
    )
    markup = SELECTORS[BY_ID.type]
    inside = ask(markup, BY_ID, both, 1).node
    assert inside is not None
    assert both.frame_of(inside) == 1
    assert "document it was recorded in is gone" in (ask(markup, BY_ID, both, None).error or "")
