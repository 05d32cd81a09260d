"""vision_ocr on given readings: its numbers worked out by hand, and its edge cases."""

import pytest

from holdfast.model.search_settings import VisionStrategyConfig
from holdfast.model.snapshot import Box, Point, Snapshot
from holdfast.model.strategy import LocatorStrategy, StrategyEvaluationResult, StrategyType
from holdfast.model.text_region import TextRegion
from holdfast.testing import a_fingerprint, a_framed_page, a_page, a_strategy
from holdfast.witnesses.protocol import NOWHERE, CurrentPage, Odds, Recorded
from holdfast.witnesses.text_search import MatchType
from holdfast.witnesses.vision import Vision, is_news, match_confidence, odds, strategy_for

PAGE = a_page(
    '<button><span>Pay now</span></button><canvas></canvas><iframe name="ad"></iframe>',
    boxes={
        "button": (100, 100, 120, 40),
        "span": (110, 110, 100, 20),
        "canvas": (100, 300, 200, 50),
        "iframe": (500, 0, 300, 300),
    },
    viewport=(1000, 800),
)


def a_region(
    text: str, *, confidence: float = 90, at: tuple[float, float] = (110, 110)
) -> TextRegion:
    return TextRegion(text=text, box=Box(*at, 100, 20), confidence=confidence)


def look(
    *regions: TextRegion, page: Snapshot = PAGE, fresh: bool = True, **metadata: object
) -> StrategyEvaluationResult:
    strategy = a_strategy("vision_ocr", {"targetText": "Pay now", **metadata})
    return Vision(regions, is_fresh=fresh).evaluate(strategy, page)


@pytest.mark.parametrize(
    ("ocr", "quality", "kind", "expected"),
    [
        # 0.70 + 0.20 * (0.4 * ocr/100 + 0.4 * quality + 0.2 * type)
        (100, 1.0, MatchType.EXACT, 0.90),
        (90, 1.0, MatchType.EXACT, 0.892),
        (80, 0.9, MatchType.CONTAINS, 0.874),
        (60, 0.9, MatchType.VARIATION, 0.856),
        (75, 0.8, MatchType.FUZZY, 0.858),
        (0, 0.0, MatchType.FUZZY, 0.734),
    ],
)
def test_confidence_by_hand(ocr: float, quality: float, kind: MatchType, expected: float) -> None:
    assert match_confidence(ocr, quality, kind) == pytest.approx(expected, abs=1e-12)


def test_a_find_leads_to_the_control_at_its_centre() -> None:
    result = look(a_region("Pay now"))
    assert result.found
    assert result.node == PAGE.select("button")[0].index
    assert result.click_point == Point(160, 120)
    assert result.confidence == pytest.approx(0.892)
    assert result.match_count == 1
    told = dict(result.metadata)
    assert told.pop("matches") == (result.node,)
    assert told == {
        "matchType": "exact",
        "matchedText": "Pay now",
        "ocrConfidence": 90,
        "bbox": {"x": 110, "y": 110, "width": 100, "height": 20},
    }


def test_a_canvas_is_clicked_at_the_point() -> None:
    result = look(a_region("Pay now", at=(110, 310)))
    assert result.node == PAGE.select("canvas")[0].index
    assert result.click_point == Point(160, 320)


@pytest.mark.parametrize(
    ("away", "bonus"),
    [
        pytest.param((100, 100), 0.05, id="100 px in x and y is near"),
        pytest.param((101, 0), 0.0, id="101 px in x is not"),
        pytest.param((0, 101), 0.0, id="101 px in y is not"),
    ],
)
def test_the_place_of_the_recording_adds_a_little(away: tuple[float, float], bonus: float) -> None:
    x, y = away
    result = look(
        a_region("Pay now", confidence=80),
        textBbox={"x": 110 + x, "y": 110 + y, "width": 100, "height": 20},
    )
    assert result.confidence == pytest.approx(0.884 + bonus)


def test_the_recorded_place_is_brought_to_the_current_window() -> None:
    # In a window half as wide the text stood at half the distance from the left.
    result = look(
        a_region("Pay now", confidence=80),
        textBbox={"x": 55, "y": 110, "width": 50, "height": 20},
        viewport={"width": 500, "height": 800},
    )
    assert result.confidence == pytest.approx(0.934)


def test_the_cap_is_095() -> None:
    box = {"x": 110, "y": 110, "width": 100, "height": 20}
    assert look(a_region("Pay now", confidence=100), textBbox=box).confidence == 0.95


@pytest.mark.parametrize(
    ("regions", "kind", "confidence"),
    [
        ([a_region("Pay now, please")], "contains", 0.70 + 0.20 * (0.36 + 0.36 + 0.19)),
        ([a_region("Pay n0w")], "fuzzy", 0.70 + 0.20 * (0.36 + 0.4 * 6 / 7 + 0.17)),
    ],
)
def test_weaker_finds_are_worth_less(
    regions: list[TextRegion], kind: str, confidence: float
) -> None:
    result = look(*regions)
    assert result.metadata["matchType"] == kind
    assert result.confidence == pytest.approx(confidence)


def test_a_variation_is_worth_less_than_the_words_themselves() -> None:
    result = look(a_region("Paynow"), targetText="Buy", variations=["Paynow"])
    assert result.metadata["matchType"] == "variation"
    assert result.confidence == pytest.approx(0.70 + 0.20 * (0.36 + 0.4 + 0.18))


def test_fuzzy_waits_for_a_fresh_reading() -> None:
    assert not look(a_region("Pay n0w"), fresh=False).found


# -------------------------------------------------------------------------------------- edge cases


@pytest.mark.parametrize(
    ("metadata", "told"),
    [
        ({"targetText": ""}, "requires targetText"),
        ({"targetText": None}, "requires targetText"),
        ({"targetText": 7}, "targetText must be a text"),
        ({"targetText": "x" * 101}, "target text too long (101 > 100)"),
        ({"variations": "no list"}, "variations must be a list"),
        ({"textBbox": {"x": 1}}, "textBbox.y must be a number"),
    ],
)
def test_bad_metadata_is_answered_not_raised(metadata: dict[str, object], told: str) -> None:
    strategy = a_strategy("vision_ocr", {"targetText": "Pay now", **metadata})
    result = Vision([a_region("Pay now")]).evaluate(strategy, PAGE)
    assert not result.found
    assert told in (result.error or "")


def test_a_text_of_100_characters_is_looked_for() -> None:
    assert look(a_region("x" * 100), targetText="x" * 100).found


@pytest.mark.parametrize(
    "regions",
    [
        pytest.param([], id="nothing read"),
        pytest.param([a_region("Pay now", confidence=59)], id="doubtful"),
    ],
)
def test_nothing_sure_to_be_read_finds_nothing(regions: list[TextRegion]) -> None:
    result = look(*regions)
    assert (result.found, result.confidence) == (False, 0.0)
    assert "'Pay now' is not to be read" in (result.error or "")


def test_text_on_bare_ground_leads_to_no_element() -> None:
    assert "no element" in (look(a_region("Pay now", at=(0, 700))).error or "")


def test_text_in_another_document_is_not_found_in_this_one() -> None:
    assert not look(a_region("Pay now", at=(600, 100))).found


def test_a_page_without_boxes_leads_to_no_element() -> None:
    assert not look(a_region("Pay now"), page=a_framed_page("<p>x</p>", {})).found


def test_settings_are_used() -> None:
    strategy: LocatorStrategy = a_strategy("vision_ocr", {"targetText": "Pay now"})
    careful = VisionStrategyConfig(min_ocr_confidence=95, try_variations=False)
    assert not Vision([a_region("Pay now")], config=careful).evaluate(strategy, PAGE).found


# -------------------------------------------------------------------- what a reading changes


def test_words_of_the_document_are_no_news() -> None:
    assert not is_news(PAGE, look(a_region("Pay now")))


def test_words_in_a_canvas_are_news() -> None:
    assert is_news(PAGE, look(a_region("Pay now", at=(110, 310))))


def test_what_was_not_found_is_no_news() -> None:
    assert not is_news(PAGE, look())


def said_of(*regions: TextRegion) -> Odds:
    """Return the odds that reading these gives."""
    results = {StrategyType.VISION_OCR: look(*regions)}
    return odds(
        Recorded(a_fingerprint(PAGE, "button")), CurrentPage(snapshot=PAGE, results=results)
    )


def test_news_speak_for_the_canvas_by_how_they_were_found() -> None:
    (canvas,) = PAGE.select("canvas")
    exact = said_of(a_region("Pay now", at=(110, 310)))
    nearly = said_of(a_region("Pay mow", at=(110, 310)))
    assert set(exact) == {canvas.index, NOWHERE}
    assert exact[canvas.index] >= nearly[canvas.index] > 0


def test_words_of_the_document_change_nothing() -> None:
    assert said_of(a_region("Pay now")) == {}


def test_a_page_that_nobody_read_says_nothing() -> None:
    assert odds(Recorded(a_fingerprint(PAGE, "button")), CurrentPage(snapshot=PAGE)) == {}


@pytest.mark.parametrize(
    "label",
    [
        pytest.param("<label for=f>Pay now</label><input id=f>", id="by id"),
        pytest.param("<label><b>Pay now</b><input id=f></label>", id="around it"),
    ],
)
def test_the_words_of_a_label_are_those_of_its_field(label: str) -> None:
    boxes = {"label": (100, 100, 400, 40), "input": (300, 100, 200, 40)}
    page = a_page(label, boxes=boxes, viewport=(1000, 800))
    read = look(a_region("Pay now"), page=page)
    assert read.node == page.select("input")[0].index


def test_a_label_is_looked_for_when_no_text_was_recorded() -> None:
    strategy = strategy_for(a_fingerprint(PAGE, "button"), VisionStrategyConfig())
    assert strategy is not None
    assert strategy.metadata["targetText"] == "Pay now"
    assert strategy.metadata["textBbox"] == {"x": 100, "y": 100, "width": 120, "height": 40}


def test_what_says_nothing_cannot_be_read() -> None:
    assert strategy_for(a_fingerprint(PAGE, "canvas"), VisionStrategyConfig()) is None
