"""Decisions and healings made up for tests."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from holdfast.model.healing_decision import (
    ConfidenceFactors,
    ConfidenceLogEntry,
    Gate,
    HealingAction,
)
from holdfast.model.remembered import Healing, Notification
from holdfast.model.thresholds import Thresholds, Variant

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
BALANCED = Thresholds(auto_apply=80, apply_with_flag=60, suggest_only=40)


def an_entry(
    step: int = 1,
    *,
    run: str = "run-1",
    confidence: int = 85,
    succeeded: bool | None = None,
    hours: float = 0,
    **more: object,
) -> ConfidenceLogEntry:
    """Return a decision whose action follows from its confidence, some hours after noon."""
    entry = ConfidenceLogEntry(
        run_id=run,
        step_number=step,
        timestamp=NOON + timedelta(hours=hours),
        raw_ai_confidence=82.5,
        calculated_confidence=max(0, confidence - 5),
        final_confidence=confidence,
        factors=ConfidenceFactors(
            ai_confidence=82.5,
            label_similarity=100,
            type_similarity=100,
            position_proximity=75,
            selector_uniqueness=100,
        ),
        boosters_applied=("exact_label_match",),
        penalties_applied=(),
        action=BALANCED.action_for(confidence),
        threshold_used=BALANCED,
        gates=(Gate(name="equivalent", at_most=HealingAction.APPLY_WITH_FLAG, reason="a twin"),),
        succeeded=succeeded,
        organization_id="acme",
        user_id="ann",
        recording_id="checkout",
        fingerprint_id="pay-button",
        experiment_id="bolder",
        variant=Variant.TREATMENT,
        probability=0.91,
        margin=0.4,
    )
    return replace(entry, **more)  # type: ignore[arg-type] # keywords of the test


def a_healing(entry: ConfidenceLogEntry, **more: object) -> Healing:
    """Return the healing that a decision proposed."""
    healing = Healing(
        entry_id=entry.id,
        run_id=entry.run_id,
        step_number=entry.step_number,
        created_at=entry.timestamp,
        confidence=entry.final_confidence,
        action=entry.action,
        recording_id=entry.recording_id,
        step_id=f"step-{entry.step_number}",
        fingerprint_id=entry.fingerprint_id,
        label="Place order",
        url="https://shop.example/orders/4711",
        old_selector="#pay",
        new_selector='role=button[name="Place order"]',
        fingerprint={"format": "holdfast-fingerprint/1", "target": 7},
    )
    return replace(healing, **more)  # type: ignore[arg-type] # keywords of the test


def a_notification(healing: Healing) -> Notification:
    """Return the message about a healing."""
    return Notification(
        entry_id=healing.entry_id,
        run_id=healing.run_id,
        step_number=healing.step_number,
        created_at=healing.created_at,
        confidence=healing.confidence,
        action=healing.action,
        old_selector=healing.old_selector,
        new_selector=healing.new_selector,
    )
