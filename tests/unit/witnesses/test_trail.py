"""evidence_scoring: every factor, pattern and failure, with values worked out by hand."""

from collections.abc import Mapping

import pytest

from holdfast.model.search_settings import EvidenceScoringConfig
from holdfast.model.snapshot import Point, Snapshot
from holdfast.model.strategy import StrategyEvaluationResult
from holdfast.testing import a_page, a_strategy
from holdfast.witnesses.trail import EvidenceScoring, search_points

# A button whose centre is (100, 100), and a link 40 px to the right of it.
BODY = "<button id=save class='btn primary'>Save</button><a href=/x id=more class=link>More</a>"
BOXES = {"button": (80.0, 90.0, 40.0, 20.0), "a": (130.0, 90.0, 20.0, 20.0)}
# The button alone.
ALONE = a_page("<button id=save class='btn primary'>Save</button>", boxes=BOXES)
PAGE = a_page(BODY, boxes=BOXES)
LOOKS = {"tagName": "BUTTON", "id": "save", "classList": ["btn", "primary"]}
# Rightwards to (100, 100), the centre of the button.
TRAIL = [{"x": 60, "y": 100, "timestamp": 0}, {"x": 90, "y": 100, "timestamp": 50}]


def look(
    page: Snapshot = ALONE,
    end: tuple[float, float] = (100, 100),
    attributes: Mapping[str, object] | None = None,
    config: EvidenceScoringConfig | None = None,
    **metadata: object,
) -> StrategyEvaluationResult:
    endpoint = {"x": end[0], "y": end[1]}
    given = {"endpoint": endpoint, "attributes": attributes, **metadata}
    strategy = a_strategy("evidence_scoring", given)
    scoring = EvidenceScoring(config or EvidenceScoringConfig())
    return scoring.evaluate(strategy, page)


def factor(result: StrategyEvaluationResult, name: str) -> float:
    return float(result.metadata["scoreBreakdown"][name])


class TestFactors:
    @pytest.mark.parametrize(
        ("attributes", "page", "expected"),
        [
            pytest.param({"tagName": "Button"}, ALONE, 1.0, id="expected, in any case"),
            pytest.param({"tagName": "a"}, ALONE, 0.0, id="another expected"),
            pytest.param({}, ALONE, 0.5, id="none expected, a button"),
            pytest.param(None, a_page("<p>x</p>", boxes={"p": BOXES["button"]}), 0.2, id="a p"),
        ],
    )
    def test_tag(
        self, attributes: Mapping[str, object] | None, page: Snapshot, expected: float
    ) -> None:
        result = look(page, attributes=attributes, config=EvidenceScoringConfig(min_match_score=0))
        assert factor(result, "tagScore") == expected

    @pytest.mark.parametrize("tag", ["button", "a", "input", "select", "textarea"])
    def test_tags_that_people_use_count_more_when_none_is_expected(self, tag: str) -> None:
        page = a_page(f"<{tag}></{tag}>", boxes={tag: BOXES["button"]})
        assert factor(look(page), "tagScore") == 0.5

    @pytest.mark.parametrize(
        ("attributes", "own", "expected"),
        [
            pytest.param({"id": "save"}, "id=save", 1.0, id="same"),
            pytest.param({"id": "send"}, "id=save", 0.0, id="another"),
            pytest.param({}, "id=save", 0.2, id="only the candidate has one"),
            pytest.param({"id": "save"}, "", 0.0, id="only the recording has one"),
            pytest.param({}, "", 0.0, id="neither"),
        ],
    )
    def test_id(self, attributes: Mapping[str, object], own: str, expected: float) -> None:
        page = a_page(f"<button {own}>x</button>", boxes=BOXES)
        assert factor(look(page, attributes=attributes), "idScore") == expected

    @pytest.mark.parametrize(
        ("expected_classes", "expected"),
        [
            (["btn", "primary"], 1.0),
            (["btn", "large"], 0.5),
            (["btn", "large", "wide", "blue"], 0.25),
            (["other"], 0.0),
            ([], 0.0),
        ],
    )
    def test_class_is_overlap_over_expected(
        self, expected_classes: list[str], expected: float
    ) -> None:
        result = look(attributes={"classList": expected_classes})
        assert factor(result, "classScore") == expected

    @pytest.mark.parametrize(
        ("end", "expected"),
        [
            pytest.param((100, 100), 1.0, id="on the centre"),
            pytest.param((90, 100), 0.8, id="10 px away"),  # 1 - 10/50
            pytest.param((85, 92), 1 - 17 / 50, id="15 left, 8 up: 17 px"),
            pytest.param((70, 100), 0.4, id="outside, found by a ring"),
        ],
    )
    def test_position_falls_with_the_distance(
        self, end: tuple[float, float], expected: float
    ) -> None:
        assert factor(look(end=end, attributes=LOOKS), "positionScore") == pytest.approx(expected)

    def test_position_is_never_below_0(self) -> None:
        page = a_page("<div>x</div>", boxes={"div": (0, 0, 1000, 1000)})
        result = look(page, end=(10, 10), config=EvidenceScoringConfig(min_match_score=0))
        assert factor(result, "positionScore") == 0.0

    @pytest.mark.parametrize(
        ("pattern", "expected"),
        [
            # The trail goes right, the centre lies straight ahead.
            ("direct", 1.0), ("corrective", 0.9), ("searching", 0.7), ("hesitant", 0.75),
            ("curved", 1.0), ("unknown", 1.0),
        ],
    )  # fmt: skip
    def test_pattern_is_the_alignment_of_the_trail(self, pattern: str, expected: float) -> None:
        result = look(mouseTrail=TRAIL, pattern=pattern)
        assert factor(result, "patternScore") == pytest.approx(expected)

    def test_a_trail_that_stood_still_says_nothing(self) -> None:
        still = [{"x": 90, "y": 100, "timestamp": t} for t in (0, 50)]
        assert factor(look(mouseTrail=still, pattern="direct"), "patternScore") == 0.5

    def test_a_trail_that_ends_on_the_centre_is_aligned(self) -> None:
        there = [*TRAIL, {"x": 100, "y": 100, "timestamp": 90}]
        assert factor(look(mouseTrail=there, pattern="searching"), "patternScore") == 1.0

    @pytest.mark.parametrize("short", [None, [], TRAIL[:1]])
    def test_without_a_direction_the_pattern_is_the_position(self, short: object) -> None:
        result = look(end=(90, 100), mouseTrail=short, pattern="direct")
        assert factor(result, "patternScore") == pytest.approx(0.8)

    def test_the_direction_can_be_switched_off(self) -> None:
        config = EvidenceScoringConfig(use_trail_direction=False)
        result = look(end=(90, 100), mouseTrail=TRAIL, pattern="searching", config=config)
        assert factor(result, "patternScore") == pytest.approx(0.8)


class TestScore:
    def test_everything_agrees(self) -> None:
        result = look(attributes=LOOKS, mouseTrail=TRAIL, pattern="direct")
        assert result.metadata["matchScore"] == pytest.approx(1.0)

    def test_the_weights(self) -> None:
        # tag 1, id 0 (another), class 1/2, position 0.8, pattern: corrective straight ahead 0.9
        looks = {"tagName": "button", "id": "send", "classList": ["btn", "large"]}
        trail = [{"x": 60, "y": 100}, {"x": 90, "y": 100}]
        result = look(end=(90, 100), attributes=looks, mouseTrail=trail, pattern="corrective")
        by_hand = 0.25 * 1 + 0.20 * 0 + 0.15 * 0.5 + 0.20 * 0.8 + 0.20 * 0.9
        assert by_hand == pytest.approx(0.665)
        assert result.metadata["matchScore"] == pytest.approx(by_hand)

    def test_the_weights_are_settings(self) -> None:
        config = EvidenceScoringConfig(
            tag_weight=0, id_weight=1, class_weight=0, position_weight=0, pattern_weight=0
        )
        assert look(attributes={"id": "save"}, config=config).metadata["matchScore"] == 1.0

    def test_the_result_names_what_was_found(self) -> None:
        result = look(PAGE, end=(90, 100), attributes=LOOKS)
        assert result.found
        assert result.node == PAGE.select("#save")[0].index
        assert result.click_point == Point(100, 100)
        assert result.metadata["distance"] == pytest.approx(10)
        assert result.metadata["candidatesEvaluated"] == 2
        assert set(result.metadata["scoreBreakdown"]) == {
            "tagScore", "idScore", "classScore", "positionScore", "patternScore",
        }  # fmt: skip

    def test_the_best_of_several_wins_wherever_the_point_is(self) -> None:
        result = look(PAGE, end=(132, 100), attributes=LOOKS)
        assert result.node == PAGE.select("#save")[0].index


class TestConfidence:
    def test_it_is_the_strategy_s_times_the_score(self) -> None:
        # Two candidates, so no bonus. tag 1, id 1, class 1, position and pattern 0.8: 0.92.
        result = look(PAGE, end=(90, 100), attributes=LOOKS)
        assert result.confidence == pytest.approx(0.80 * 0.92)

    def test_a_single_candidate_gets_a_bonus(self) -> None:
        result = look(ALONE, end=(90, 100), attributes=LOOKS)
        assert result.confidence == pytest.approx(0.80 * 0.92 + 0.05)

    def test_it_is_never_more_than_the_strategy_s(self) -> None:
        assert look(ALONE, attributes=LOOKS).confidence == 0.80

    def test_matches_are_those_at_or_above_the_minimum(self) -> None:
        # Save scores 0.92. More: position 1 - 50/50 = 0, id another 0, tag 0, so 0.
        assert look(PAGE, end=(90, 100), attributes=LOOKS).match_count == 1
        # With nothing expected, More has tag 0.5, id 0.2, position and pattern 1 - 20/50:
        # 0.125 + 0.04 + 0.12 + 0.12 = 0.405; Save the same with 1 - 20/50: both match.
        assert look(PAGE, end=(120, 100)).match_count == 2


class TestCandidates:
    def test_the_rings(self) -> None:
        points = search_points(Point(0, 0), 30, EvidenceScoringConfig())
        assert len(points) == 1 + 3 * 8
        assert points[0] == Point(0, 0)
        assert points[1] == pytest.approx((10, 0))
        assert points[2] == pytest.approx((10 * 0.5**0.5, 10 * 0.5**0.5))
        assert points[9] == pytest.approx((20, 0))
        assert points[17] == pytest.approx((30, 0))

    def test_what_lies_at_the_end_point_is_all_ranked(self) -> None:
        page = a_page(
            "<button id=b><span>Save</span></button>",
            boxes={"button": (80, 90, 40, 20), "span": (90, 95, 20, 10)},
        )
        result = look(page, attributes={"tagName": "button"})
        assert result.metadata["candidatesEvaluated"] == 2
        assert result.node == page.select("button")[0].index

    def test_at_most_twenty(self) -> None:
        page = a_page("<div>" * 30, boxes={"div": (80, 90, 40, 20)})
        assert look(page, attributes={"tagName": "div"}).metadata["candidatesEvaluated"] == 20

    def test_a_deep_page_leaves_room_for_what_is_around(self) -> None:
        boxes = {"div": (80.0, 90.0, 40.0, 20.0), "button": (130.0, 90.0, 20.0, 20.0)}
        page = a_page("<div>" * 30 + "</div>" * 30 + "<button id=save>x</button>", boxes=boxes)
        result = look(page, attributes={"tagName": "button", "id": "save"})
        assert result.node == page.select("#save")[0].index

    def test_a_far_element_is_found_at_twice_the_radius(self) -> None:
        # The button begins 80 px right of the end point: beyond 50, on the ring at 100.
        looks = {"tagName": "button", "id": "save", "classList": ["btn"]}
        result = look(end=(0, 100), attributes=looks)
        assert result.found
        # Position still divides by 50, so it is 0: 0.25 + 0.20 + 0.15.
        assert result.metadata["matchScore"] == pytest.approx(0.60)

    def test_beyond_twice_the_radius_nothing_is_found(self) -> None:
        result = look(end=(-21, 100))  # 101 px to the left edge
        assert (result.found, result.confidence) == (False, 0.0)
        assert result.error == "no elements near the end point"

    def test_zero_size_elements_are_skipped(self) -> None:
        page = a_page("<button id=save>x</button>", boxes={"button": (100, 100, 0, 0)})
        assert look(page, attributes=LOOKS).error == "no elements near the end point"

    def test_both_rounds_are_asked_of_a_live_page_at_once(self) -> None:
        strategy = a_strategy("evidence_scoring", {"endpoint": {"x": 100, "y": 100}})
        points = EvidenceScoring().points(strategy, PAGE)
        # The end point, three rings of eight, and two more: the inner one of the second round
        # (a third of twice the radius) is the middle one of the first.
        assert len(points) == 1 + 3 * 8 + 2 * 8

    def test_points_outside_the_window_are_not_asked_of_a_live_page(self) -> None:
        strategy = a_strategy("evidence_scoring", {"endpoint": {"x": 0, "y": 5000}})
        assert EvidenceScoring().points(strategy, a_page(BODY, viewport=(800, 600))) == []

    def test_what_a_live_page_says_stands_before_the_boxes(self) -> None:
        strategy = a_strategy("evidence_scoring", {"endpoint": {"x": 100, "y": 100}})
        link = PAGE.select("a")[0].index
        points = EvidenceScoring().points(strategy, PAGE)
        lenient = EvidenceScoringConfig(min_match_score=0.2)
        told = EvidenceScoring(lenient, {at: [link] for at in points}).evaluate(strategy, PAGE)
        assert told.node == link
        assert told.metadata["candidatesEvaluated"] == 1

    def test_points_that_were_not_asked_are_looked_up_in_the_boxes(self) -> None:
        strategy = a_strategy("evidence_scoring", {"endpoint": {"x": 100, "y": 100}})
        told = EvidenceScoring(stacks={Point(1, 1): []}).evaluate(strategy, PAGE)
        assert told.node == PAGE.select("button")[0].index

    def test_the_failure_names_the_best_score(self) -> None:
        # Expected is nothing that is there. Save: tag 0, id 0, class 0, position and pattern 0.8.
        looks = {"tagName": "select", "id": "x"}
        result = look(PAGE, end=(110, 100), attributes=looks)
        assert not result.found
        # More is at 30 px: 0.4; Save is at 10 px: 0.8 * 0.4 = 0.32.
        assert result.error == "no candidate reaches 0.40 (best: 0.32)"

    def test_a_score_of_just_the_minimum_matches(self) -> None:
        # tag 1 and class 1: 0.25 + 0.15; id another; the centre is 50 px away.
        looks = {"tagName": "button", "id": "x", "classList": ["btn"]}
        assert look(end=(60, 70), attributes=looks).metadata["matchScore"] == pytest.approx(0.40)

    def test_points_are_brought_to_the_current_view(self) -> None:
        page = a_page(BODY, boxes=BOXES, viewport=(1000, 500))
        window, scroll = {"width": 500, "height": 250}, {"x": 0, "y": 60}
        # x: 50 * 2 = 100; y: 20 * 2 + 60 = 100.
        result = look(page, end=(50, 20), attributes=LOOKS, viewport=window, scroll=scroll)
        assert result.metadata["distance"] == pytest.approx(0)


BAD = [
    pytest.param({}, id="nothing"),
    pytest.param({"endpoint": None}, id="no end point"),
    pytest.param({"endpoint": [1, 2]}, id="a list"),
    pytest.param({"endpoint": {"x": 1}}, id="no y"),
    pytest.param({"endpoint": {"x": "1", "y": 2}}, id="a text"),
    pytest.param({"endpoint": {"x": True, "y": 2}}, id="a truth value"),
    pytest.param({"endpoint": {"x": float("nan"), "y": 2}}, id="not a number"),
    pytest.param({"endpoint": {"x": 10**400, "y": 2}}, id="too large for a float"),
    pytest.param({"endpoint": {"x": 1, "y": 2}, "mouseTrail": "here"}, id="trail is a text"),
    pytest.param({"endpoint": {"x": 1, "y": 2}, "mouseTrail": [1]}, id="trail of numbers"),
    pytest.param({"endpoint": {"x": 1, "y": 2}, "pattern": "zigzag"}, id="unknown pattern"),
    pytest.param({"endpoint": {"x": 1, "y": 2}, "pattern": 3}, id="pattern is a number"),
    pytest.param({"endpoint": {"x": 1, "y": 2}, "attributes": []}, id="attributes are a list"),
    pytest.param({"endpoint": {"x": 1, "y": 2}, "attributes": {"classList": "a"}}, id="one class"),
    pytest.param({"endpoint": {"x": 1, "y": 2}, "attributes": {"tagName": 1}}, id="tag is 1"),
    pytest.param({"endpoint": {"x": 1, "y": 2}, "viewport": {"width": 0, "height": 1}}, id="flat"),
    pytest.param({"endpoint": {"x": 1, "y": 2}, "scroll": 7}, id="scroll is a number"),
    pytest.param({"endpoint": {"x": 1, "y": 2}, "frame": "top"}, id="frame is a text"),
]


@pytest.mark.parametrize("metadata", BAD)
def test_bad_metadata_is_told_and_not_raised(metadata: dict[str, object]) -> None:
    result = EvidenceScoring().evaluate(a_strategy("evidence_scoring", metadata), PAGE)
    assert (result.found, result.confidence) == (False, 0.0)
    assert result.error


def test_a_page_without_boxes_says_so() -> None:
    assert look(a_page(BODY)).error == "the page has no boxes to look at"


@pytest.mark.parametrize(
    "settings",
    [{"search_radius": 0}, {"max_candidates": 0}, {"tag_weight": -1}, {"id_weight": float("nan")}],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must"):
        EvidenceScoringConfig(**settings)  # type: ignore[arg-type]  # wrong on purpose
