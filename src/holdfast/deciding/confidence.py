"""Confidence: weighs the factors into a score from 0 to 100."""

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal

from holdfast.model.healing_decision import ConfidenceFactors
from holdfast.model.search_settings import WEIGHTS as WEIGHTS  # beside what uses them


def weighted_score(factors: ConfidenceFactors, weights: Mapping[str, Decimal] = WEIGHTS) -> int:
    """Return the score, halves rounded up; a history of 0 (none) adds nothing.

    Counted in decimals: 82.5 must become 83 and in binary it may be 82.49999999999999.
    """
    parts = (Decimal(repr(getattr(factors, name))) * weight for name, weight in weights.items())
    score = int(sum(parts, Decimal(0)).quantize(Decimal(1), rounding=ROUND_HALF_UP))
    return min(100, max(0, score))
