"""dsl_identity as a strategy: only a success is found, an anchor is a near miss."""

from types import MappingProxyType

import pytest

from holdfast.adapters.html import parse
from holdfast.identity import generate, to_string
from holdfast.model.snapshot import Snapshot
from holdfast.model.strategy import LocatorStrategy, StrategyType
from holdfast.selectors.identity_selector import evaluate

PAGE = parse("<main><form aria-label=Pay><button>Pay now</button><a href=#>Back</a></form></main>")
TARGET = PAGE.select("button")[0]
IDENTITY = generate(PAGE, TARGET)


def a_strategy(
    metadata: dict[str, object] | None = None, selector: str | None = None
) -> LocatorStrategy:
    return LocatorStrategy(
        type=StrategyType.DSL_IDENTITY,
        confidence=IDENTITY.meta.confidence,
        selector=selector,
        metadata=MappingProxyType(metadata or {}),
    )


RECORDED = a_strategy({"dsl": IDENTITY.to_json()})


def test_a_success_is_found_with_the_confidence_of_its_formula() -> None:
    result = evaluate(RECORDED, PAGE)
    assert (result.found, result.node, result.match_count) == (True, TARGET.index, 1)
    # anchor 0.5 + 0.2 + 0.1, no path 0.5, target 0.55, unique
    assert result.confidence == pytest.approx(0.4 * 0.8 + 0.3 * 0.5 + 0.2 * 0.55 + 0.1)
    assert result.metadata["matches"] == (TARGET.index,)


def test_the_line_serves_as_a_selector() -> None:
    assert evaluate(a_strategy(selector=to_string(IDENTITY)), PAGE).node == TARGET.index


def test_what_was_overlooked_is_told() -> None:
    result = evaluate(RECORDED, parse("<form aria-label=Pay><button>Pay nw</button></form>"))
    assert result.found
    assert result.metadata["warnings"] == ("no element says 'Pay now'; taken for it: 'Pay nw'",)
    assert result.confidence == pytest.approx(IDENTITY.meta.confidence - 0.05)


def test_an_anchor_is_a_near_miss_and_never_found() -> None:
    result = evaluate(RECORDED, parse("<form aria-label=Pay><a href=#>Back</a></form>"))
    assert (result.found, result.node, result.click_point) == (False, None, None)
    assert result.error is not None
    assert result.error.endswith("near miss: <form> at /html/body/form")


def test_several_are_not_found_and_counted() -> None:
    twins = parse("<form aria-label=Pay><button>Pay now</button><button>Pay now</button></form>")
    result = evaluate(RECORDED, twins)
    assert (result.found, result.node, result.match_count) == (False, None, 2)
    assert result.error == "2 elements answer to <button> 'Pay now'"


@pytest.mark.parametrize(
    "strategy",
    [
        pytest.param(a_strategy(), id="nothing recorded"),
        pytest.param(a_strategy({"dsl": "text"}), id="a text for an object"),
        pytest.param(a_strategy({"dsl": {"version": "9.0"}}), id="a newer version"),
        pytest.param(a_strategy({"dsl": {}}), id="an empty object"),
        pytest.param(a_strategy({"dsl": IDENTITY.to_json(), "frame": "top"}), id="a bad frame"),
        pytest.param(a_strategy({"dsl": IDENTITY.to_json(), "frame": 7}), id="no such frame"),
        pytest.param(a_strategy(selector="button"), id="another selector"),
        pytest.param(a_strategy(selector=""), id="an empty selector"),
    ],
)
def test_bad_metadata_is_a_result_and_never_an_exception(strategy: LocatorStrategy) -> None:
    result = evaluate(strategy, PAGE)
    assert not result.found
    assert result.error


def test_a_page_without_anything_is_no_trouble() -> None:
    assert not evaluate(RECORDED, Snapshot(tags=(), parents=(), attributes=())).found
