"""What evidence scoring counts, and how much: the factors of one candidate, each from 0 to 1."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from types import MappingProxyType

from holdfast.model.strategy import JsonObject
from holdfast.selectors.metadata import Looks

INTERACTIVE_TAGS = frozenset({"button", "a", "input", "select", "textarea"})


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


@dataclass(frozen=True, slots=True)
class ScoreBreakdown:
    """How well one candidate answers each factor, 0 to 1."""

    tag: float
    id: float
    classes: float
    position: float
    pattern: float

    def total(self, config: EvidenceScoringConfig) -> float:
        """Return the weighted sum."""
        return (
            self.tag * config.tag_weight
            + self.id * config.id_weight
            + self.classes * config.class_weight
            + self.position * config.position_weight
            + self.pattern * config.pattern_weight
        )

    def to_json(self) -> JsonObject:
        """Return the factors under the names that stand in files."""
        return MappingProxyType(
            {
                "tagScore": self.tag,
                "idScore": self.id,
                "classScore": self.classes,
                "positionScore": self.position,
                "patternScore": self.pattern,
            }
        )


def tag_score(tag: str, looks: Looks, config: EvidenceScoringConfig) -> float:
    """Return 1 or 0 for the expected tag or another; without one, what is usually pointed at."""
    if looks.tag is not None:
        return 1.0 if tag == looks.tag else 0.0
    return config.interactive_tag_score if tag in INTERACTIVE_TAGS else config.other_tag_score


def id_score(own_id: str, looks: Looks, config: EvidenceScoringConfig) -> float:
    """Return 1 or 0 when both have an id, a little for one that was not expected, else 0."""
    if not own_id:
        return 0.0
    if looks.id is None:
        return config.surplus_id_score
    return 1.0 if own_id == looks.id else 0.0


def class_score(classes: Sequence[str], looks: Looks) -> float:
    """Return the share of the expected classes that are there, 0 if none were expected."""
    if not looks.classes:
        return 0.0
    return len(looks.classes.intersection(classes)) / len(looks.classes)
