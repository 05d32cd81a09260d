"""The weighted score, boosters, penalties and the decision they lead to, by hand."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.deciding.adjustments import apply_boosters, apply_penalties
from holdfast.deciding.decision import WEIGHTS, decide, weighted_score
from holdfast.deciding.effective_settings import MODES
from holdfast.deciding.factors import Appearance, ElementType, measure_factors
from holdfast.model.healing_decision import ConfidenceFactors, Gate, HealingAction
from holdfast.model.search_settings import check_weights
from holdfast.model.thresholds import Mode, Thresholds

BALANCED = MODES[Mode.BALANCED]
percent = st.floats(0, 100) | st.integers(0, 100).map(float)


def factors(
    ai: float = 0,
    label: float = 0,
    kind: float = 0,
    place: float = 0,
    unique: float = 0,
    **more: float,
) -> ConfidenceFactors:
    return ConfidenceFactors(
        ai_confidence=ai,
        label_similarity=label,
        type_similarity=kind,
        position_proximity=place,
        selector_uniqueness=unique,
        **more,
    )


any_factors = st.builds(
    ConfidenceFactors,
    ai_confidence=percent,
    label_similarity=percent,
    type_similarity=percent,
    position_proximity=percent,
    selector_uniqueness=percent,
    selector_stability=percent,
    cache_success_rate=percent,
    page_pattern_confidence=percent,
)


@pytest.mark.parametrize(
    ("seen", "score"),
    [
        # 40 + 15 + 10 + 7.5 + 10 = 82.5
        pytest.param(factors(80, 100, 100, 75, 100), 83, id="half-rounds-up"),
        pytest.param(factors(79, 100, 100, 75, 100), 82, id="82.0-stays"),
        pytest.param(factors(100, 100, 100, 100, 100, cache_success_rate=100), 100, id="all"),
        pytest.param(factors(100, 100, 100, 100, 100), 95, id="no-history-adds-nothing"),
        pytest.param(factors(), 0, id="nothing"),
        # One factor alone shows each weight.
        pytest.param(factors(ai=100), 50, id="ai"),
        pytest.param(factors(label=100), 15, id="label"),
        pytest.param(factors(kind=100), 10, id="type"),
        pytest.param(factors(place=100), 10, id="position"),
        pytest.param(factors(unique=100), 10, id="uniqueness"),
        pytest.param(factors(cache_success_rate=100), 5, id="cache"),
        pytest.param(factors(selector_stability=100), 0, id="stability-is-only-logged"),
        pytest.param(factors(page_pattern_confidence=100), 0, id="pattern-is-only-logged"),
        # 0.15 * 70 is 10.5 on paper and 10.5 in binary, 0.15 * 30 + ... : sums that binary
        # addition puts a hair under the half.
        pytest.param(factors(ai=57, label=10, kind=5), 31, id="28.5+1.5+0.5=30.5"),
        pytest.param(factors(ai=28.4, label=2), 15, id="14.2+0.3=14.5"),
        pytest.param(factors(label=63, kind=0.5), 10, id="9.45+0.05=9.5"),
        pytest.param(factors(ai=0.99), 0, id="0.495"),
    ],
)
def test_weighted_score(seen: ConfidenceFactors, score: int) -> None:
    assert weighted_score(seen) == score


@given(
    st.integers(0, 100), st.integers(0, 100), st.integers(0, 100), st.integers(0, 100),
    st.integers(0, 100), st.integers(0, 100),
)  # fmt: skip
def test_whole_factors_round_half_up_as_in_integers(
    ai: int, label: int, kind: int, place: int, unique: int, cache: int
) -> None:
    hundredths = 50 * ai + 15 * label + 10 * (kind + place + unique) + 5 * cache
    seen = factors(ai, label, kind, place, unique, cache_success_rate=cache)
    assert weighted_score(seen) == (hundredths + 50) // 100


@given(any_factors)
def test_confidence_stays_within_its_scale(seen: ConfidenceFactors) -> None:
    decision = decide(seen, BALANCED)
    assert 0 <= decision.calculated <= 100
    assert 0 <= decision.confidence <= 100


def test_the_weights_add_up_to_one() -> None:
    assert sum(WEIGHTS.values()) == 1


def test_a_configured_weight_counts_a_factor_that_is_only_logged() -> None:
    weights = check_weights({"ai_confidence": Decimal("0.9"), "selector_stability": Decimal("0.1")})
    assert weighted_score(factors(50, selector_stability=100), weights) == 55


@pytest.mark.parametrize(
    ("weights", "problem"),
    [
        ({"luck": Decimal(1)}, "no factor 'luck'"),
        ({"ai_confidence": Decimal("1.1")}, r"ai_confidence must lie in \[0, 1\], got 1.1"),
        ({"ai_confidence": Decimal("-0.1")}, r"must lie in \[0, 1\]"),
        (
            {"ai_confidence": Decimal("0.9"), "label_similarity": Decimal("0.2")},
            "not add up to more than 1, got 1.1",
        ),
    ],
)
def test_impossible_weights_are_refused(weights: dict[str, Decimal], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        check_weights(weights)


def test_three_boosters_lift_75_to_90() -> None:
    seen = factors(75, 100, 100, 100, 100)
    names = ("exact_label_match", "unique_selector", "same_position")
    assert apply_boosters(75, seen) == (90, names)


@pytest.mark.parametrize(
    ("seen", "gain", "name"),
    [
        (factors(label=100), 5, "exact_label_match"),
        (factors(unique=100), 5, "unique_selector"),
        (factors(cache_success_rate=90), 10, "high_cache_success"),
        (factors(place=100), 5, "same_position"),
    ],
)
def test_each_booster(seen: ConfidenceFactors, gain: int, name: str) -> None:
    assert apply_boosters(50, seen) == (50 + gain, (name,))


def test_just_under_a_booster_adds_nothing() -> None:
    seen = factors(100, 99, 100, 99, 99, cache_success_rate=89)
    assert apply_boosters(50, seen) == (50, ())


def test_boosters_stop_at_100() -> None:
    assert apply_boosters(90, factors(0, 100, 0, 100, 100))[0] == 100


@pytest.mark.parametrize(
    ("seen", "loss", "name"),
    [
        (factors(kind=49, place=50, unique=50), 15, "type_mismatch"),
        (factors(kind=50, place=49, unique=50), 10, "far_from_expected"),
        (factors(kind=50, place=50, unique=49), 20, "ambiguous_selector"),
        (factors(kind=50, place=50, unique=50, cache_success_rate=49), 15, "poor_cache_history"),
        (factors(kind=50, place=50, unique=50, cache_success_rate=1), 15, "poor_cache_history"),
    ],
)
def test_each_penalty(seen: ConfidenceFactors, loss: int, name: str) -> None:
    assert apply_penalties(70, seen) == (70 - loss, (name,))


def test_no_history_is_no_fault() -> None:
    assert apply_penalties(70, factors(0, 0, 50, 50, 50)) == (70, ())


def test_penalties_stop_at_0() -> None:
    assert apply_penalties(30, factors())[0] == 0


def test_boosters_and_their_cap_come_before_penalties() -> None:
    # 50 + 15 + 10 + 10 + 10 + 5 = 100 would be capped at 100 before 25 for the type costs 15:
    # 50 + 15 + 2.5 + 10 + 10 + 5 = 92.5 -> 93, + 25 -> 100 (capped), - 15 -> 85.
    decision = decide(factors(100, 100, 25, 100, 100, cache_success_rate=100), BALANCED)
    assert (decision.calculated, decision.confidence) == (93, 85)


@pytest.mark.parametrize(
    ("confidence", "action"),
    [
        (85, "auto_apply"), (70, "apply_with_flag"), (50, "suggest_only"), (30, "reject"),
        (100, "auto_apply"), (80, "auto_apply"), (79, "apply_with_flag"), (60, "apply_with_flag"),
        (59, "suggest_only"), (40, "suggest_only"), (39, "reject"), (0, "reject"),
    ],
)  # fmt: skip
def test_the_four_actions(confidence: int, action: str) -> None:
    thresholds = Thresholds(auto_apply=80, apply_with_flag=60, suggest_only=40)
    assert thresholds.action_for(confidence).value == action


def test_a_button_that_says_what_was_recorded_is_used() -> None:
    # No place and no type were recorded: 42.5 + 15 + 5 + 5 + 10 = 77.5 -> 78, + 5 + 5 = 88.
    seen = measure_factors(
        ai_confidence=85,
        recorded=Appearance(label="Click Me"),
        proposed=Appearance(label="Click Me", type=ElementType(tag="button")),
        matches=1,
    )
    decision = decide(seen, BALANCED)
    assert (decision.calculated, decision.confidence) == (78, 88)
    assert decision.action is HealingAction.AUTO_APPLY


def test_the_score_alone_would_use_a_healing_that_is_nine_times_in_ten_wrong() -> None:
    # 5 + 15 + 10 + 10 + 10 = 50, + 15: the reason why there are gates.
    assert decide(factors(10, 100, 100, 100, 100), BALANCED).confidence == 65


@given(any_factors, st.lists(st.sampled_from(HealingAction)))
def test_gates_only_lower_an_action(seen: ConfidenceFactors, limits: list[HealingAction]) -> None:
    gates = [Gate(name="test", at_most=limit, reason="so") for limit in limits]
    decision = decide(seen, BALANCED, gates)
    assert decision.action == min([decision.scored_action, *limits])
