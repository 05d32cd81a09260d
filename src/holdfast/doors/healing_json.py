"""Healing JSON: healings as plain data, for programs."""

from holdfast.model.healing_decision import ConfidenceLogEntry, Decision
from holdfast.model.records import some
from holdfast.model.remembered import Healing

_SHOWN = (
    "number recording_id step_id step_number label url old_selector new_selector confidence "
    "action succeeded created_at state"
)


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
        **some(healing, _SHOWN),
        "id": healing.entry_id,
        "reviewer": None if review is None else review.reviewer,
        "reviewedAt": None if review is None else review.at.isoformat(),
        "reason": None if review is None else review.reason,
    }
