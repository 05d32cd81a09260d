"""coordinates: what stands at the recorded place, verified by its looks."""

import pytest

from holdfast.model.snapshot import Point, Snapshot
from holdfast.model.strategy import StrategyEvaluationResult
from holdfast.testing import a_page, a_strategy
from holdfast.witnesses.coordinates import evaluate

BODY = "<button id=save class='btn primary'><span>Save</span></button>"
BOXES = {"button": (80.0, 90.0, 40.0, 20.0), "span": (90.0, 95.0, 20.0, 10.0)}
PAGE = a_page(BODY, boxes=BOXES)
BOX = {"x": 80, "y": 90, "width": 40, "height": 20}
LOOKS = {"tagName": "BUTTON", "id": "save", "classList": ["btn", "primary"]}


def look(
    page: Snapshot = PAGE, x: object = 100, y: object = 100, **metadata: object
) -> StrategyEvaluationResult:
    return evaluate(a_strategy("coordinates", {"x": x, "y": y, **metadata}), page)


@pytest.mark.parametrize(
    ("attributes", "box", "expected"),
    [
        pytest.param(LOOKS, BOX, 0.70, id="all four agree"),
        pytest.param({**LOOKS, "id": "send"}, BOX, 0.675, id="three of four"),
        pytest.param(
            {**LOOKS, "classList": ["btn", "big"]}, {**BOX, "x": 0}, 0.65, id="two of four"
        ),
        pytest.param({"tagName": "button"}, None, 0.70, id="one of one"),
        pytest.param(
            {"tagName": "button", "id": "x", "classList": ["y"]}, {**BOX, "x": 0}, 0.625, id="one"
        ),
        pytest.param({"tagName": "a"}, None, 0.60, id="none of one"),
        pytest.param(None, None, 0.60, id="nothing recorded"),
    ],
)
def test_what_agrees_adds_to_the_base(attributes: object, box: object, expected: float) -> None:
    assert look(attributes=attributes, box=box).confidence == pytest.approx(expected)


def test_a_click_on_a_part_is_a_click_on_the_control() -> None:
    assert look(attributes=LOOKS).node == PAGE.select("button")[0].index
    assert look(attributes={"tagName": "span"}).node == PAGE.select("span")[0].index


def test_of_two_that_look_as_recorded_the_upper_one_is_meant() -> None:
    assert look().node == PAGE.select("span")[0].index


def test_a_point_outside_the_window_counts_less() -> None:
    page = a_page(BODY, boxes=BOXES, viewport=(1000, 95))
    recorded = {"viewport": {"width": 1000, "height": 95}, "scroll": {"x": 0, "y": 60}}
    # 40 + 60 = 100 is below the window of 95.
    result = look(page, 100, 40, attributes=LOOKS, box=BOX, **recorded)
    assert result.confidence == pytest.approx(0.70 * 0.8)


def test_the_point_is_scaled_to_the_window() -> None:
    page = a_page(BODY, boxes=BOXES, viewport=(1000, 500))
    half = {"viewport": {"width": 500, "height": 250}}
    box = {"x": 40, "y": 45, "width": 20, "height": 10}
    result = look(page, 50, 50, attributes=LOOKS, box=box, **half)
    assert result.click_point == Point(100, 100)
    assert result.confidence == pytest.approx(0.70)


def test_an_empty_place_is_a_failure() -> None:
    assert look(x=500).error == "nothing stands at (500, 100)"


def test_a_page_without_boxes_says_so() -> None:
    assert look(a_page(BODY)).error == "the page has no boxes to look at"


@pytest.mark.parametrize(
    "metadata",
    [
        pytest.param({"x": None}, id="no x"),
        pytest.param({"y": "12"}, id="y is a text"),
        pytest.param({"x": float("inf")}, id="x is endless"),
        pytest.param({"box": {"x": 1, "y": 1}}, id="box without size"),
        pytest.param({"box": [1, 2, 3, 4]}, id="box is a list"),
        pytest.param({"viewport": {"width": -1, "height": 5}}, id="negative window"),
        pytest.param({"attributes": {"classList": [1]}}, id="class is a number"),
    ],
)
def test_bad_metadata_is_told_and_not_raised(metadata: dict[str, object]) -> None:
    result = look(**metadata)  # type: ignore[arg-type]  # wrong on purpose
    assert not result.found
    assert result.error
