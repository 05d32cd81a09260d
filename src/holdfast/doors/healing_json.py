"""Healings as plain data, for programs."""

from holdfast.model.healing import ConfidenceLogEntry, Decision
from holdfast.model.remembered import Healing


def decision_of(entry: ConfidenceLogEntry) -> Decision:
    """Return the decision that was written, to be explained."""
    return Decision(
        factors=entry.factors,
        calculated=entry.calculated_confidence,
        boosters=entry.boosters_applied,
        penalties=entry.penalties_applied,
        confidence=entry.final_confidence,
        thresholds=entry.threshold_used,
        gates=entry.gates,
    )


def healing_to_json(healing: Healing) -> dict[str, object]:
    """Return a healing and its review; not the new fingerprint, which holds a page."""
    review = healing.review
    return {
        "number": healing.number,
        "id": healing.entry_id,
        "recordingId": healing.recording_id,
        "stepId": healing.step_id,
        "stepNumber": healing.step_number,
        "label": healing.label,
        "url": healing.url,
        "oldSelector": healing.old_selector,
        "newSelector": healing.new_selector,
        "confidence": healing.confidence,
        "action": healing.action.value,
        "succeeded": healing.succeeded,
        "createdAt": healing.created_at.isoformat(),
        "state": healing.state.value,
        "reviewer": None if review is None else review.reviewer,
        "reviewedAt": None if review is None else review.at.isoformat(),
        "reason": None if review is None else review.reason,
    }
