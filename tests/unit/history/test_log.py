"""An entry holds what was decided; its outcome needs the step and the rest of the run."""

from datetime import UTC, datetime

import pytest

from holdfast.history.log import RunContext, StepContext, build_entry, with_outcome
from holdfast.model.healing_decision import ConfidenceFactors, Decision, Gate, HealingAction
from holdfast.model.remembered import DecisionRow
from holdfast.model.thresholds import Thresholds, Variant

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
GATE = Gate(name="risky_step", at_most=HealingAction.APPLY_WITH_FLAG, reason="it says 'pay'")
RUN = RunContext(
    run_id="run-7",
    organization_id="acme",
    user_id="ann",
    recording_id="buy",
    experiment_id="bolder",
    variant=Variant.TREATMENT,
)
STEP = StepContext(
    step_number=3,
    attempt=2,
    fingerprint_id="pay-button",
    proposer="adviser",
    probability=0.91,
    margin=0.4,
)


def a_decision(confidence: int = 93, gates: tuple[Gate, ...] = (GATE,)) -> Decision:
    return Decision(
        factors=ConfidenceFactors(
            ai_confidence=80,
            label_similarity=100,
            type_similarity=100,
            position_proximity=75,
            selector_uniqueness=100,
        ),
        calculated=83,
        boosters=("exact_label_match", "unique_selector"),
        penalties=(),
        confidence=confidence,
        thresholds=Thresholds(auto_apply=80, apply_with_flag=60, suggest_only=40),
        gates=gates,
    )


def test_an_entry_holds_what_was_decided() -> None:
    entry = build_entry(a_decision(), RUN, STEP, NOON).to_json()
    factors = entry.pop("factors")
    assert isinstance(factors, dict)
    assert factors["aiConfidence"] == 80
    assert entry == {
        "id": "run-7/3/2",
        "jobId": "run-7",
        "stepNumber": 3,
        "attempt": 2,
        "timestamp": "2026-03-01T12:00:00+00:00",
        "rawAIConfidence": 80,
        "calculatedConfidence": 83,
        "finalConfidence": 93,
        "boostersApplied": ["exact_label_match", "unique_selector"],
        "penaltiesApplied": [],
        "action": "apply_with_flag",
        "thresholdUsed": {"autoApply": 80, "applyWithFlag": 60, "suggestOnly": 40},
        "gates": [{"name": "risky_step", "atMost": "apply_with_flag", "reason": "it says 'pay'"}],
        "applied": True,
        "succeeded": None,
        "organizationId": "acme",
        "userId": "ann",
        "recordingId": "buy",
        "fingerprintId": "pay-button",
        "experimentId": "bolder",
        "variant": "treatment",
        "proposer": "adviser",
        "probability": 0.91,
        "margin": 0.4,
        "advice": None,
    }


@pytest.mark.parametrize(
    ("step_worked", "run_passed", "succeeded"),
    [(True, True, True), (True, False, False), (False, True, False), (False, False, False)],
)
def test_success_needs_the_step_and_the_rest_of_the_run(
    step_worked: bool, run_passed: bool, succeeded: bool
) -> None:
    entry = build_entry(a_decision(), RUN, STEP, NOON)
    ended = with_outcome(entry, step_worked=step_worked, run_passed=run_passed)
    assert ended.succeeded is succeeded


def test_what_was_not_applied_has_no_outcome() -> None:
    entry = build_entry(a_decision(confidence=50), RUN, STEP, NOON)
    assert with_outcome(entry, step_worked=True, run_passed=True).succeeded is None


def test_a_row_is_the_little_that_reports_read() -> None:
    entry = build_entry(a_decision(gates=()), RUN, STEP, NOON)
    assert DecisionRow.of(entry) == DecisionRow(
        93, 80, HealingAction.AUTO_APPLY, None, "buy", "pay-button"
    )
