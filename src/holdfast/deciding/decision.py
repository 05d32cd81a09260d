"""Decision: goes from factors, thresholds and gates to an action."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

from holdfast.deciding.adjustments import apply_boosters, apply_penalties
from holdfast.model.healing_decision import ConfidenceFactors, Decision, Gate, HealingAction
from holdfast.model.search_settings import WEIGHTS as WEIGHTS  # beside what uses them
from holdfast.model.thresholds import Thresholds


def weighted_score(factors: ConfidenceFactors, weights: Mapping[str, Decimal] = WEIGHTS) -> int:
    """Return the score, halves rounded up; a history of 0 (none) adds nothing.

    Counted in decimals: 82.5 must become 83 and in binary it may be 82.49999999999999.
    """
    parts = (Decimal(repr(getattr(factors, name))) * weight for name, weight in weights.items())
    score = int(sum(parts, Decimal(0)).quantize(Decimal(1), rounding=ROUND_HALF_UP))
    return min(100, max(0, score))


def decide(
    factors: ConfidenceFactors,
    thresholds: Thresholds,
    gates: Sequence[Gate] = (),
    weights: Mapping[str, Decimal] = WEIGHTS,
) -> Decision:
    """Return the decision with every step that led to it."""
    calculated = weighted_score(factors, weights)
    # Boosters and their cap first: a penalty must bite even on a score that would exceed 100.
    boosted, boosters = apply_boosters(calculated, factors)
    confidence, penalties = apply_penalties(boosted, factors)
    return Decision(
        factors=factors,
        calculated=calculated,
        boosters=boosters,
        penalties=penalties,
        confidence=confidence,
        thresholds=thresholds,
        gates=tuple(gates),
    )


def decide_advised(
    factors: ConfidenceFactors,
    ai_confidence: float,
    thresholds: Thresholds,
    gates: Sequence[Gate] = (),
    weights: Mapping[str, Decimal] = WEIGHTS,
) -> Decision:
    """Return the decision with a proposer's word in the place of the engine's.

    ``factors`` hold the engine's. What only that word lifts is used with a flag at most: nobody
    but a person should have the last word on it.
    """
    alone = decide(factors, thresholds, gates, weights)
    advised = decide(replace(factors, ai_confidence=ai_confidence), thresholds, gates, weights)
    if advised.action <= alone.action or advised.action < HealingAction.AUTO_APPLY:
        return advised
    reason = f"without the adviser it would be {alone.action.word}"
    lifted = Gate(name=LIFTED, at_most=HealingAction.APPLY_WITH_FLAG, reason=reason)
    return replace(advised, gates=(*advised.gates, lifted))


LIFTED = "lifted_by_advice"
