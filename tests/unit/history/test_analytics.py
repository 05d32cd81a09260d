"""Averages, calibration, trends and the recommended threshold: by hand and by simulation."""

import json

import numpy as np
import pytest

from holdfast.history.analytics import (
    Trend,
    analyse,
    calibration_score,
    find_trend,
    group_outcomes,
    outcomes_needed,
    recommend_threshold,
)
from holdfast.history.reliability_diagram import ReliabilityGroup, measure_reliability
from holdfast.model.healing_decision import HealingAction
from holdfast.model.remembered import DecisionRow

AUTO, REJECT = HealingAction.AUTO_APPLY, HealingAction.REJECT

Outcomes = list[tuple[int, bool]]


def outcomes(confidence: int, good: int, bad: int) -> Outcomes:
    return [(confidence, True)] * good + [(confidence, False)] * bad


def rows(known: Outcomes) -> list[DecisionRow]:
    return [DecisionRow(confidence, 70, AUTO, succeeded) for confidence, succeeded in known]


def test_calibration_score_by_hand() -> None:
    # 90-100 promises 95, kept 90: 5 off. 60-69 promises 65, kept 50: 15 off. Ten each: 100 - 10.
    assert calibration_score(outcomes(95, 9, 1) + outcomes(65, 5, 5)) == pytest.approx(90)


def test_calibration_buckets_are_weighted_by_their_size() -> None:
    # 85 kept 100 %: 15 off, thirty times; 55 kept 0 %: 55 off, ten times. (450 + 550) / 40 = 25.
    assert calibration_score(outcomes(85, 30, 0) + outcomes(55, 0, 10)) == pytest.approx(75)


@pytest.mark.parametrize(
    ("confidence", "score"),
    [(100, 95), (90, 95), (89, 85), (80, 85), (79, 75), (70, 75), (69, 65), (60, 65), (50, 55)],
)
def test_each_calibration_bucket_promises_its_middle(confidence: int, score: int) -> None:
    assert calibration_score(outcomes(confidence, 10, 0)) == pytest.approx(score)


@pytest.mark.parametrize("known", [[], outcomes(49, 5, 5)])
def test_without_data_there_is_no_calibration_score(known: Outcomes) -> None:
    assert calibration_score(known) is None


@pytest.mark.parametrize(
    ("newest_first", "trend"),
    [
        pytest.param([86, 80], Trend.IMPROVING, id="six-points-up"),
        pytest.param([85, 80], Trend.STABLE, id="five-points-are-not-beyond-five"),
        pytest.param([80, 85], Trend.STABLE, id="five-points-down"),
        pytest.param([80, 86], Trend.DECLINING, id="six-points-down"),
        # An odd one out belongs to the newer half: (90 + 60) / 2 = 75 against 68.
        pytest.param([90, 60, 68], Trend.IMPROVING, id="odd"),
        pytest.param([90], Trend.STABLE, id="one"),
        pytest.param([], Trend.STABLE, id="none"),
    ],
)
def test_trend(newest_first: list[float], trend: Trend) -> None:
    assert find_trend(newest_first) is trend


def test_ece_and_brier_by_hand() -> None:
    measured = measure_reliability(group_outcomes(outcomes(95, 9, 1) + outcomes(65, 5, 5)))
    assert measured is not None
    # (10 · |0.95 - 0.9| + 10 · |0.65 - 0.5|) / 20
    assert measured.ece == pytest.approx(0.1)
    # (9 · 0.0025 + 0.9025 + 5 · 0.1225 + 5 · 0.4225) / 20
    assert measured.brier == pytest.approx(0.1825)
    assert [(bar.low, bar.count, bar.observed) for bar in measured.bins] == [
        (0.6, 10, 0.5),
        (0.9, 10, 0.9),
    ]


@pytest.mark.parametrize(("predicted", "low"), [(0.0, 0.0), (0.7, 0.7), (0.699, 0.6), (1.0, 0.9)])
def test_a_chance_falls_into_its_bin(predicted: float, low: float) -> None:
    measured = measure_reliability([ReliabilityGroup(predicted, 1, 2), ReliabilityGroup(0.5, 0, 0)])
    assert measured is not None
    assert [bar.low for bar in measured.bins] == [low]


def test_without_outcomes_there_is_no_reliability() -> None:
    assert measure_reliability([]) is None


def test_analytics_by_hand() -> None:
    newest = [DecisionRow(90, 80, AUTO, True)] * 60 + [DecisionRow(70, 60, AUTO, False)] * 40
    seen = analyse([*newest, DecisionRow(10, 20, REJECT, None)])
    # (60 · 90 + 40 · 70 + 10) / 101 and (60 · 80 + 40 · 60 + 20) / 101
    assert seen.average_confidence == pytest.approx(8210 / 101)
    assert seen.average_ai_confidence == pytest.approx(7220 / 101)
    assert (seen.decisions, seen.outcomes, seen.note) == (101, 100, None)
    assert (seen.confidence_trend, seen.success_trend) == (Trend.IMPROVING, Trend.IMPROVING)
    assert seen.reliability is not None
    assert seen.trend_words() == ("improving", "improving")
    assert analyse(newest[:50]).trend_words() == ("not known yet (50 of 100)",) * 2


def test_under_a_hundred_outcomes_it_says_so() -> None:
    seen = analyse(rows(outcomes(90, 99, 0)))
    assert seen.reliability is None
    assert seen.note == "not enough data: 99 outcomes are known, 100 are needed"


def test_only_the_last_thousand_decisions_count() -> None:
    seen = analyse(iter(rows(outcomes(90, 1000, 0) + outcomes(60, 0, 500))))
    assert (seen.decisions, seen.average_confidence) == (1000, 90)


def test_nothing_decided_gives_no_numbers() -> None:
    data = json.loads(json.dumps(analyse([]).to_json()))
    assert data == {
        "decisions": 0,
        "outcomes": 0,
        "avgConfidence": None,
        "avgAIConfidence": None,
        "avgFinalConfidence": None,
        "calibrationScore": None,
        "confidenceTrend": "stable",
        "successTrend": "stable",
        "reliability": None,
        "note": "not enough data: 0 outcomes are known, 100 are needed",
    }


def test_analytics_with_a_diagram_are_plain_data() -> None:
    data = json.loads(json.dumps(analyse(rows(outcomes(95, 90, 10))).to_json()))
    assert data["reliability"]["bins"] == [
        {
            "from": 0.9, "to": 1.0, "count": 100, "predicted": pytest.approx(0.95),
            "observed": 0.9, "low": pytest.approx(0.8256, abs=5e-5),
            "high": pytest.approx(0.9448, abs=5e-5),
        }
    ]  # fmt: skip


@pytest.mark.parametrize(("percent", "needed"), [(10, 22), (5, 45), (2, 114), (1, 230)])
def test_outcomes_without_error_that_certify_a_rate(percent: int, needed: int) -> None:
    assert outcomes_needed(percent / 100) == needed


def test_the_loosest_threshold_that_passes_from_the_strict_end_is_recommended() -> None:
    known = outcomes(95, 99, 1) + outcomes(85, 99, 1) + outcomes(75, 80, 20)
    advice = recommend_threshold(known, 0.05)
    assert (advice.threshold, advice.outcomes, advice.failures) == (85, 200, 2)
    assert advice.bound is not None
    assert advice.bound < 0.05
    assert advice.reason == (
        "from confidence 85 up 2 of 200 healings failed; with 90 % certainty "
        "that is at most 2.6 %. It holds for data like these."
    )


def test_a_good_band_below_a_bad_one_is_not_reached() -> None:
    known = outcomes(95, 80, 20) + outcomes(85, 5000, 0)
    advice = recommend_threshold(known, 0.05)
    assert advice.threshold is None
    assert advice.reason == (
        "no threshold can be recommended for 5 % errors: "
        "20 of 100 healings failed even at the strictest threshold"
    )


def test_a_strict_wish_starts_where_it_can_pass() -> None:
    # A hundred outcomes cannot certify 1 %, not even without a failure; 300 can.
    known = outcomes(95, 100, 0) + outcomes(85, 200, 0)
    assert recommend_threshold(known, 0.01).threshold == 85


def test_too_little_data_is_said() -> None:
    assert recommend_threshold(outcomes(95, 200, 0), 0.01).reason == (
        "no threshold can be recommended for 1 % errors: "
        "not enough data: 200 outcomes, at least 230 are needed"
    )


def test_nothing_below_the_lowest_that_can_be_set_is_recommended() -> None:
    known = outcomes(95, 200, 0) + outcomes(55, 500, 0)
    assert recommend_threshold(known, 0.05).threshold == 95


@pytest.mark.parametrize("rate", [0, 1, -0.1])
def test_an_impossible_wish_is_refused(rate: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        recommend_threshold([], rate)


@pytest.mark.parametrize("size", [300, 1000])
def test_a_recommendation_seldom_breaks_its_promise(size: int) -> None:
    # Success really is (50 + confidence / 2) %: from 100 down the error grows by half a point.
    rng = np.random.default_rng(7)
    broken = 0
    for _ in range(200):
        confidences = rng.integers(60, 101, size)
        good = rng.random(size) < 0.5 + confidences / 200
        advice = recommend_threshold(zip(confidences.tolist(), good.tolist(), strict=True), 0.05)
        if advice.threshold is not None:
            broken += (100 - advice.threshold) / 4 > 5
    assert broken / 200 <= 0.1
