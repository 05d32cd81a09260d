"""All recorded strategies on one page: the seeds' results, measured, and none raises."""

from holdfast.app.strategy_results import evaluate_strategies
from holdfast.model.strategy import StrategyType
from holdfast.selectors.describe import describe
from holdfast.testing import a_fingerprint, a_page, a_strategy

BOXES = {"button": (100, 100, 80, 40)}
OLD = a_page("<main><button id=save>Save</button></main>", boxes=BOXES, viewport=(800, 600))
NEW = a_page("<main><button id=store>Save</button></main>", boxes=BOXES, viewport=(800, 600))


def test_every_recorded_strategy_answers_in_its_order() -> None:
    recorded = describe(OLD, "button")
    results = evaluate_strategies(recorded, NEW)
    assert [result.strategy for result in results] == list(recorded.strategies)
    by_type = {result.strategy.type: result for result in results}
    button = NEW.select("button")[0].index
    for kind in ("cdp_semantic", "evidence_scoring", "coordinates", "similarity"):
        assert by_type[StrategyType(kind)].node == button, by_type[StrategyType(kind)].error
    assert by_type[StrategyType.SIMILARITY].match_count == 1
    assert "near miss: <main>" in (by_type[StrategyType.DSL_IDENTITY].error or "")
    assert by_type[StrategyType.COORDINATES].click_point == (140, 120)


def test_how_long_each_took_is_measured() -> None:
    results = evaluate_strategies(describe(OLD, "button"), NEW)
    assert all(result.duration_ms > 0 for result in results)


def test_what_fails_says_why() -> None:
    recorded = a_fingerprint(
        OLD,
        "button",
        a_strategy("dom_selector", selector="#save"),
        a_strategy("cdp_power", {"by": "smell", "value": "lemon"}),
        a_strategy("vision_ocr", {"targetText": "Save"}),
    )
    by_id, by_smell, read = evaluate_strategies(recorded, NEW)
    assert by_id.error == "nothing matches '#save'"
    assert "by must be one of" in (by_smell.error or "")
    assert read.error == "nobody read a picture of the page"
    assert not any(result.found for result in (by_id, by_smell, read))


def test_a_gone_element_has_no_similar_one() -> None:
    (similar,) = evaluate_strategies(
        a_fingerprint(OLD, "button", a_strategy("similarity")), a_page("<h1>Closed</h1>")
    )
    assert not similar.found
    assert "probably gone" in (similar.error or "")
