"""The weighted score of the factors, from 0 to 100."""

from collections.abc import Mapping
from dataclasses import fields
from decimal import ROUND_HALF_UP, Decimal
from types import MappingProxyType

from holdfast.model.healing import ConfidenceFactors

# Shares of the score; they add up to 1. The two factors that are missing here are measured and
# logged, and count only when a weight is configured for them.
WEIGHTS: Mapping[str, Decimal] = MappingProxyType(
    {
        "ai_confidence": Decimal("0.50"),  # whoever proposes has looked at the whole page
        "label_similarity": Decimal("0.15"),  # what a person reads
        "type_similarity": Decimal("0.10"),  # a link for a checkbox is hardly ever right
        "position_proximity": Decimal("0.10"),  # redesigns move things; a hint, no more
        "selector_uniqueness": Decimal("0.10"),  # several matches: which one?
        "cache_success_rate": Decimal("0.05"),  # a short history proves little
    }
)


def check_weights(weights: Mapping[str, Decimal]) -> Mapping[str, Decimal]:
    """Return the weights; an unknown factor, a share outside 0 to 1 or a sum over 1 is an error."""
    known = [factor.name for factor in fields(ConfidenceFactors)]
    for name, weight in weights.items():
        if name not in known:
            raise ValueError(
                f"there is no factor {name[:80]!r}; the factors are {', '.join(known)}"
            )
        if not 0 <= weight <= 1:
            raise ValueError(f"the weight of {name} must lie in [0, 1], got {weight}")
    total = sum(weights.values(), Decimal(0))
    if total > 1:
        raise ValueError(f"the weights must not add up to more than 1, got {total}")
    return weights


def weighted_score(factors: ConfidenceFactors, weights: Mapping[str, Decimal] = WEIGHTS) -> int:
    """Return the score, halves rounded up; a history of 0 (none) adds nothing.

    Counted in decimals: 82.5 must become 83 and in binary it may be 82.49999999999999.
    """
    parts = (Decimal(repr(getattr(factors, name))) * weight for name, weight in weights.items())
    score = int(sum(parts, Decimal(0)).quantize(Decimal(1), rounding=ROUND_HALF_UP))
    return min(100, max(0, score))
