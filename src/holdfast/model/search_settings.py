"""Search settings: hold every number of the seeds that a project may set, with its default."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from decimal import Decimal
from types import MappingProxyType

from holdfast.model.healing_decision import FACTOR_KEYS

LONGEST_READ = 100  # longer texts are prose, and break into lines

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
    for name, weight in weights.items():
        if name not in FACTOR_KEYS:
            known = ", ".join(FACTOR_KEYS)
            raise ValueError(f"there is no factor {name[:80]!r}; the factors are {known}")
        if not 0 <= weight <= 1:
            raise ValueError(f"the weight of {name} must lie in [0, 1], got {weight}")
    total = sum(weights.values(), Decimal(0))
    if total > 1:
        raise ValueError(f"the weights must not add up to more than 1, got {total}")
    return weights


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceScoringConfig:
    """How far to look and what counts how much; scores are from 0 to 1."""

    search_radius: float = 50.0  # CSS pixels; about the height of a large button
    min_match_score: float = 0.4  # less is no match
    tag_weight: float = 0.25
    id_weight: float = 0.20
    class_weight: float = 0.15
    position_weight: float = 0.20
    pattern_weight: float = 0.20
    max_candidates: int = 20
    use_trail_direction: bool = True
    rings: int = 3  # of search points, evenly spaced up to the radius
    points_per_ring: int = 8
    widening: float = 2.0  # times the radius, once, when nothing is near the end point
    interactive_tag_score: float = 0.5  # no tag was recorded: people point at what can be used
    other_tag_score: float = 0.2
    surplus_id_score: float = 0.2  # no id was recorded: what is worth an id is worth pointing at
    only_candidate_bonus: float = 0.05  # added to the confidence: nothing to confuse it with

    def __post_init__(self) -> None:
        """Refuse a search that looks nowhere, and anything below 0."""
        for field_ in fields(self):
            if not getattr(self, field_.name) >= 0:
                raise ValueError(f"{field_.name} must not be below 0")
        if not self.search_radius > 0 or self.max_candidates < 1:
            raise ValueError("search_radius and max_candidates must be above 0")


@dataclass(frozen=True, slots=True, kw_only=True)
class VisionStrategyConfig:
    """What counts as read, and how long reading may take."""

    min_ocr_confidence: float = 60.0  # 0 to 100; below, readers guess
    use_cache: bool = True
    ocr_timeout_ms: float = 5_000.0  # for known boxes
    page_timeout_ms: float = 20_000.0  # for a whole page
    fuzzy_match_threshold: float = 0.8
    try_variations: bool = True
    max_text_length: int = LONGEST_READ
    position_tolerance: float = 100.0  # CSS pixels, in x and in y


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchSettings:
    """What a search looks at and how its factors are weighed; a project's own, or the defaults."""

    evidence: EvidenceScoringConfig = field(default_factory=EvidenceScoringConfig)
    vision: VisionStrategyConfig = field(default_factory=VisionStrategyConfig)
    weights: Mapping[str, Decimal] = field(default_factory=lambda: WEIGHTS)

    def __post_init__(self) -> None:
        """Refuse weights of unknown factors, and more than the whole."""
        check_weights(self.weights)
