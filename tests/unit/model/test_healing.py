"""The words of healing: order of actions, values that refuse nonsense, JSON and back."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.model.healing_decision import (
    ActionResult,
    ConfidenceFactors,
    ConfidenceLogEntry,
    Gate,
    HealingAction,
    History,
)
from holdfast.model.thresholds import (
    ExperimentStatus,
    ExperimentUnit,
    ThresholdExperiment,
    Thresholds,
    Variant,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
BALANCED = Thresholds(auto_apply=80, apply_with_flag=60, suggest_only=40)
FACTORS = ConfidenceFactors(
    ai_confidence=80,
    label_similarity=100,
    type_similarity=100,
    position_proximity=75,
    selector_uniqueness=100,
)

percent = st.floats(0, 100)
times = st.datetimes(timezones=st.just(UTC))
name = st.text(max_size=8)
thresholds = st.builds(
    Thresholds,
    auto_apply=st.integers(81, 100),
    apply_with_flag=st.integers(61, 80),
    suggest_only=st.integers(20, 60),
)
gates = st.builds(Gate, name=name, at_most=st.sampled_from(HealingAction), reason=name)
entries = st.builds(
    ConfidenceLogEntry,
    run_id=name,
    step_number=st.integers(0, 99),
    attempt=st.integers(1, 9),
    timestamp=times,
    raw_ai_confidence=percent,
    calculated_confidence=st.integers(0, 100),
    final_confidence=st.integers(0, 100),
    factors=st.builds(ConfidenceFactors, **dict.fromkeys(FACTORS.__slots__, percent)),
    boosters_applied=st.lists(name, max_size=2).map(tuple),
    penalties_applied=st.lists(name, max_size=2).map(tuple),
    action=st.sampled_from(HealingAction),
    threshold_used=thresholds,
    gates=st.lists(gates, max_size=2).map(tuple),
    succeeded=st.none() | st.booleans(),
    organization_id=st.none() | name,
    user_id=st.none() | name,
    recording_id=st.none() | name,
    fingerprint_id=st.none() | name,
    experiment_id=st.none() | name,
    variant=st.sampled_from(Variant),
    proposer=name,
    probability=st.none() | st.floats(0, 1),
    margin=st.none() | st.floats(-1, 1),
)
experiments = st.builds(
    ThresholdExperiment,
    id=name,
    name=name,
    control=thresholds,
    treatment=thresholds,
    allocation=percent,
    start_date=st.just(NOON),
    end_date=st.none() | st.datetimes(datetime(2027, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001 — hypothesis adds the zone
    status=st.sampled_from(ExperimentStatus),
    unit=st.sampled_from(ExperimentUnit),
)


def an_entry(**changes: object) -> ConfidenceLogEntry:
    values: dict[str, object] = {
        "run_id": "run-7", "step_number": 3, "timestamp": NOON, "raw_ai_confidence": 80,
        "calculated_confidence": 83, "final_confidence": 93, "factors": FACTORS,
        "boosters_applied": ("unique_selector",), "penalties_applied": (),
        "action": HealingAction.AUTO_APPLY, "threshold_used": BALANCED,
    }  # fmt: skip
    return ConfidenceLogEntry(**{**values, **changes})  # type: ignore[arg-type]  # keywords of the test


def test_actions_are_ordered_from_careful_to_trusting() -> None:
    words = [action.value for action in sorted(HealingAction, reverse=True)]
    assert words == ["auto_apply", "apply_with_flag", "suggest_only", "reject"]


def test_an_action_compares_with_nothing_else() -> None:
    with pytest.raises(TypeError):
        assert HealingAction.REJECT < "suggest_only"


def test_log_words() -> None:
    words = [action.logged_as for action in HealingAction]
    assert words == ["rejected", "suggested", "applied_flagged", "auto_applied"]


@pytest.mark.parametrize(
    ("action", "applied", "flagged", "suggestion"),
    [
        ("auto_apply", True, False, None),
        ("apply_with_flag", True, True, None),
        ("suggest_only", False, False, "#new"),
        ("reject", False, False, None),
    ],
)
def test_what_each_action_does(
    action: str, applied: bool, flagged: bool, suggestion: str | None
) -> None:
    result = ActionResult.of(HealingAction(action), "#new")
    assert result == ActionResult(applied=applied, flagged=flagged, suggestion=suggestion)


@pytest.mark.parametrize("value", [-1, 100.5, float("nan")])
def test_a_factor_outside_its_scale_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match=r"labelSimilarity must lie in \[0, 100\]"):
        ConfidenceFactors.from_json({"labelSimilarity": value})


@pytest.mark.parametrize(
    ("auto", "flag", "suggest", "problem"),
    [
        (59, 50, 40, "autoApply must be a whole number from 60 to 100, got 59"),
        (80, 81, 40, "applyWithFlag must be a whole number from 40 to 80, got 81"),
        (80, 60, 19, "suggestOnly must be a whole number from 20 to 60, got 19"),
        (70, 70, 40, "autoApply > applyWithFlag > suggestOnly must hold, got 70/70/40"),
        (70, 50, 55, "must hold, got 70/50/55"),
    ],
)
def test_impossible_thresholds_are_refused(
    auto: int, flag: int, suggest: int, problem: str
) -> None:
    with pytest.raises(ValueError, match=problem):
        Thresholds(auto_apply=auto, apply_with_flag=flag, suggest_only=suggest)


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("80", "autoApply must be of kind int, got '80'"),
        (True, "autoApply must be of kind int, got True"),
        (None, "autoApply is missing"),
    ],
)
def test_a_wrong_field_is_named(value: object, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Thresholds.from_json({**BALANCED.to_json(), "autoApply": value})


def test_true_is_no_number() -> None:
    with pytest.raises(ValueError, match="aiConfidence must be of kind float, got True"):
        ConfidenceFactors.from_json({"aiConfidence": True})


def test_a_list_of_names_holds_names_only() -> None:
    with pytest.raises(ValueError, match=r"boostersApplied\[0\] must be of kind str, got 1"):
        ConfidenceLogEntry.from_json({**an_entry().to_json(), "boostersApplied": [1]})


def test_the_key_of_an_entry_is_run_step_and_attempt() -> None:
    assert an_entry(attempt=2).id == "run-7/3/2"


def test_an_entry_uses_the_names_of_the_file_format() -> None:
    assert sorted(an_entry().to_json()) == sorted([
        "id", "jobId", "stepNumber", "attempt", "timestamp", "rawAIConfidence",
        "calculatedConfidence", "finalConfidence", "factors", "boostersApplied",
        "penaltiesApplied", "action", "thresholdUsed", "gates", "applied", "succeeded",
        "organizationId", "userId", "recordingId", "fingerprintId", "experimentId", "variant",
        "proposer", "probability", "margin", "advice",
    ])  # fmt: skip


@given(entries)
def test_an_entry_survives_json(entry: ConfidenceLogEntry) -> None:
    assert ConfidenceLogEntry.from_json(json.loads(json.dumps(entry.to_json()))) == entry


@given(experiments)
def test_an_experiment_survives_json(experiment: ThresholdExperiment) -> None:
    assert ThresholdExperiment.from_json(json.loads(json.dumps(experiment.to_json()))) == experiment


def test_times_need_a_zone() -> None:
    with pytest.raises(ValueError, match="needs a zone"):
        an_entry(timestamp=NOON.replace(tzinfo=None))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"allocation": 101}, r"allocation must lie in \[0, 100\] percent, got 101"),
        ({"startDate": "2026-03-01T12:00:00"}, "need a time zone"),
        ({"endDate": "2026-02-01T12:00:00+00:00"}, "before 2026-03-01"),
    ],
)
def test_impossible_experiments_are_refused(change: dict[str, object], problem: str) -> None:
    experiment = ThresholdExperiment(
        id="e", name="e", control=BALANCED, treatment=BALANCED, allocation=50, start_date=NOON
    )
    with pytest.raises(ValueError, match=problem):
        ThresholdExperiment.from_json({**experiment.to_json(), **change})


@pytest.mark.parametrize(
    ("successes", "tries", "rate"),
    [(0, 0, 0), (0, 5, 1), (1, 8, 13), (9, 10, 90), (7, 7, 100)],
)
def test_history_rate(successes: int, tries: int, rate: int) -> None:
    assert History(successes=successes, tries=tries).rate == rate


@pytest.mark.parametrize(("successes", "tries"), [(1, 0), (-1, 3)])
def test_an_impossible_history_is_refused(successes: int, tries: int) -> None:
    with pytest.raises(ValueError, match="are impossible"):
        History(successes=successes, tries=tries)
