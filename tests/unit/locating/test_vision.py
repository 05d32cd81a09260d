"""vision_ocr on given readings: its numbers worked out by hand, and its edge cases."""

import pytest

from holdfast.locating.vision import Vision, VisionStrategyConfig, match_confidence
from holdfast.model.reading import TextRegion
from holdfast.model.snapshot import Box, Point, Snapshot
from holdfast.model.strategy import LocatorStrategy, StrategyEvaluationResult
from holdfast.signals.reading import MatchType
from holdfast.testing import a_framed_page, a_page, a_strategy

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
