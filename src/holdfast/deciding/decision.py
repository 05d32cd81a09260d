"""From factors, thresholds and gates to a decision."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from holdfast.deciding.adjustments import apply_boosters, apply_penalties
from holdfast.deciding.confidence import WEIGHTS, weighted_score
from holdfast.model.healing import ConfidenceFactors, Decision, Gate
from holdfast.model.thresholds import Thresholds


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
