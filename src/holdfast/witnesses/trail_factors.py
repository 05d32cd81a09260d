"""What evidence scoring counts, and how much: the factors of one candidate, each from 0 to 1."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from holdfast.model.search_settings import EvidenceScoringConfig
from holdfast.model.strategy import JsonObject
from holdfast.page.metadata import Looks

INTERACTIVE_TAGS = frozenset({"button", "a", "input", "select", "textarea"})


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
