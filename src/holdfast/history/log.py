"""Building the log: one entry for every healing decision, and its outcome later."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from holdfast.model.healing_decision import ConfidenceLogEntry, Decision
from holdfast.model.records import made_of
from holdfast.model.thresholds import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class RunContext:
    """What all entries of one run share."""

    run_id: str
    organization_id: str | None = None
    user_id: str | None = None
    recording_id: str | None = None
    experiment_id: str | None = None
    variant: Variant = Variant.DEFAULT


@dataclass(frozen=True, slots=True, kw_only=True)
class StepContext:
    """What is known about the healed step beside the decision itself."""

    step_number: int
    attempt: int = 1
    fingerprint_id: str | None = None
    proposer: str = "engine"
    probability: float | None = None
    margin: float | None = None
    advice: Mapping[str, object] | None = None


def build_entry(
    decision: Decision, run: RunContext, step: StepContext, timestamp: datetime
) -> ConfidenceLogEntry:
    """Return the entry of a decision, its outcome still unknown."""
    return made_of(
        ConfidenceLogEntry,
        run,
        step,
        timestamp=timestamp,
        raw_ai_confidence=decision.factors.ai_confidence,
        calculated_confidence=decision.calculated,
        final_confidence=decision.confidence,
        factors=decision.factors,
        boosters_applied=decision.boosters,
        penalties_applied=decision.penalties,
        action=decision.action,
        threshold_used=decision.thresholds,
        gates=decision.gates,
    )


def with_outcome(
    entry: ConfidenceLogEntry, *, step_worked: bool, run_passed: bool
) -> ConfidenceLogEntry:
    """Return the entry with its outcome; one that was not applied keeps none.

    A click that worked on the wrong element often shows only later, so the rest of the run counts.
    """
    if not entry.applied:
        return entry
    return replace(entry, succeeded=step_worked and run_passed)
