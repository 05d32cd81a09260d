"""Values of the model as rows of tables, and back."""

from collections.abc import Mapping
from dataclasses import asdict

from holdfast.adapters.sql.writing import RowValues
from holdfast.model.archive import HealingEvidence, RunnerUp
from holdfast.model.healing import (
    ConfidenceFactors,
    ConfidenceLogEntry,
    Gate,
    HealingAction,
    ReviewState,
)
from holdfast.model.remembered import Healing, Notification, Review, RunStep
from holdfast.model.replay import StepOutcome
from holdfast.model.thresholds import Thresholds, Variant

# By their names in rows; an enum is looked up by value half as fast.
ACTIONS = {action.value: action for action in HealingAction}


def entry_row(entry: ConfidenceLogEntry) -> RowValues:
    """Return a log entry as a row."""
    return {
        "id": entry.id,
        "job_id": entry.run_id,
        "step_number": entry.step_number,
        "attempt": entry.attempt,
        "timestamp": entry.timestamp,
        "raw_ai_confidence": entry.raw_ai_confidence,
        "calculated_confidence": entry.calculated_confidence,
        "final_confidence": entry.final_confidence,
        "factors": entry.factors.to_json(),
        "boosters_applied": list(entry.boosters_applied),
        "penalties_applied": list(entry.penalties_applied),
        "action": entry.action.value,
        "threshold_used": entry.threshold_used.to_json(),
        "gates": [gate.to_json() for gate in entry.gates],
        "applied": entry.applied,
        "succeeded": entry.succeeded,
        "organization_id": entry.organization_id,
        "user_id": entry.user_id,
        "recording_id": entry.recording_id,
        "fingerprint_id": entry.fingerprint_id,
        "experiment_id": entry.experiment_id,
        "variant": entry.variant.value,
        "proposer": entry.proposer,
        "probability": entry.probability,
        "margin": entry.margin,
        "advice": None if entry.advice is None else dict(entry.advice),
    }


def read_entry(row: Mapping[str, object]) -> ConfidenceLogEntry:
    """Return the log entry of a row."""
    values = dict(row)
    for derived in ("id", "applied"):
        del values[derived]
    values["run_id"] = values.pop("job_id")
    values["factors"] = ConfidenceFactors.from_json(_read(values["factors"]))
    values["boosters_applied"] = tuple(_read_list(values["boosters_applied"]))
    values["penalties_applied"] = tuple(_read_list(values["penalties_applied"]))
    values["action"] = ACTIONS[str(values["action"])]
    values["threshold_used"] = Thresholds.from_json(_read(values["threshold_used"]))
    values["gates"] = tuple(Gate.from_json(_read(gate)) for gate in _read_list(values["gates"]))
    values["variant"] = Variant(str(values["variant"]))
    return ConfidenceLogEntry(**values)  # type: ignore[arg-type] # columns have the fields' types


def healing_row(healing: Healing) -> RowValues:
    """Return a healing as a row; its number is the database's, its outcome the log's."""
    review = healing.review
    return {
        "entry_id": healing.entry_id,
        "job_id": healing.run_id,
        "step_number": healing.step_number,
        "created_at": healing.created_at,
        "confidence": healing.confidence,
        "action": healing.action.value,
        "recording_id": healing.recording_id,
        "step_id": healing.step_id,
        "fingerprint_id": healing.fingerprint_id,
        "found_id": healing.found_id,
        "label": healing.label,
        "url": healing.url,
        "old_selector": healing.old_selector,
        "new_selector": healing.new_selector,
        "fingerprint": None if healing.fingerprint is None else dict(healing.fingerprint),
        "review_state": healing.state.value,
        "reviewed_at": None if review is None else review.at,
        "reviewer": None if review is None else review.reviewer,
        "reason": None if review is None else review.reason,
        "picked": None if review is None else review.picked,
        "organization_id": healing.organization_id,
    }


def read_healing(row: Mapping[str, object]) -> Healing:
    """Return the healing of a row."""
    values = dict(row)
    values["run_id"] = values.pop("job_id")
    values["action"] = ACTIONS[str(values["action"])]
    state = ReviewState(str(values.pop("review_state")))
    at = values.pop("reviewed_at")
    answer = {name: values.pop(name) for name in ("reviewer", "reason", "picked")}
    if at is not None:
        values["review"] = Review(state=state, at=at, **answer)  # type: ignore[arg-type] # columns have the fields' types
    return Healing(**values)  # type: ignore[arg-type] # columns have the fields' types


def step_row(step: RunStep) -> RowValues:
    """Return a step of a run as a row."""
    values = asdict(step)
    values["job_id"] = values.pop("run_id")
    values["outcome"] = step.outcome.value
    values["action"] = None if step.action is None else step.action.value
    return values


def read_step(row: Mapping[str, object]) -> RunStep:
    """Return the step of a row."""
    values = dict(row)
    values["run_id"] = values.pop("job_id")
    values["outcome"] = StepOutcome(str(values["outcome"]))
    values["action"] = ACTIONS.get(str(values["action"]))
    return RunStep(**values)  # type: ignore[arg-type] # columns have the fields' types


def notification_row(notification: Notification) -> RowValues:
    """Return a notification as a row."""
    return {
        "entry_id": notification.entry_id,
        "job_id": notification.run_id,
        "step_number": notification.step_number,
        "old_selector": notification.old_selector,
        "new_selector": notification.new_selector,
        "confidence": notification.confidence,
        "action": notification.action.value,
        "status": notification.status.value,
        "created_at": notification.created_at,
    }


def read_notification(row: Mapping[str, object]) -> Notification:
    """Return the notification of a row."""
    values = dict(row)
    values["run_id"] = values.pop("job_id")
    values["action"] = ACTIONS[str(values["action"])]
    values["status"] = ReviewState(str(values["status"]))
    return Notification(**values)  # type: ignore[arg-type] # columns have the fields' types


def evidence_row(entry_id: str, evidence: HealingEvidence) -> RowValues:
    """Return what a healing is shown with as a row."""
    return {
        "entry_id": entry_id,
        "reason": evidence.reason,
        "runners_up": [one.to_json() for one in evidence.runners_up],
        "before": evidence.before,
        "after": evidence.after,
    }


def read_evidence(row: Mapping[str, object]) -> HealingEvidence:
    """Return what a healing is shown with, of a row."""
    values = dict(row)
    del values["entry_id"]
    others = [RunnerUp(**_read(one)) for one in _read_list(values["runners_up"])]  # type: ignore[arg-type] # written by us
    return HealingEvidence(**{**values, "runners_up": tuple(others)})  # type: ignore[arg-type] # columns have the fields' types


def _read(value: object) -> Mapping[str, object]:
    assert isinstance(value, dict), "the store holds what the store wrote"
    return value


def _read_list(value: object) -> list[object]:
    assert isinstance(value, list), "the store holds what the store wrote"
    return value
