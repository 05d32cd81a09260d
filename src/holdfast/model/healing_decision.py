"""Healing: what was decided about it, why, and how it is remembered."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Self

from holdfast.model.json_fields import check_kind
from holdfast.model.records import Record, camel, named, read
from holdfast.model.thresholds import HealingAction, Thresholds, Variant

__all__ = [
    "ActionResult",
    "ConfidenceFactors",
    "ConfidenceLogEntry",
    "Decision",
    "Gate",
    "HealingAction",
    "History",
    "ReviewState",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfidenceFactors(Record):
    """What speaks for a proposed element, each from 0 to 100.

    The last three may be unmeasured: 0 then, which for the two histories means "none yet".
    """

    ai_confidence: float
    label_similarity: float
    type_similarity: float
    position_proximity: float
    selector_uniqueness: float
    selector_stability: float = 0
    cache_success_rate: float = 0
    page_pattern_confidence: float = 0

    def __post_init__(self) -> None:
        """Refuse a factor outside 0 to 100, and one that is not a number."""
        for field in fields(self):
            value = getattr(self, field.name)
            if not 0 <= value <= 100:
                raise ValueError(f"{camel(field.name)} must lie in [0, 100], got {value}")

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the factors; one that is missing counts as unmeasured (0)."""
        given = check_kind(data, "factors", dict)
        return read(cls, {camel(one.name): 0 for one in fields(cls)} | given)


# Python name -> key in files.
FACTOR_KEYS = MappingProxyType({one.name: camel(one.name) for one in fields(ConfidenceFactors)})


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """How often something worked and how often it was tried."""

    successes: int = 0
    tries: int = 0

    def __post_init__(self) -> None:
        """Refuse more successes than tries."""
        if not 0 <= self.successes <= self.tries:
            raise ValueError(f"{self.successes} successes in {self.tries} tries are impossible")

    @property
    def rate(self) -> int:
        """Return the success rate from 1 to 100, halves rounded up; 0 when there is no history.

        Failures alone make 1: 0 would read as "never tried" and escape its penalty.
        """
        if self.tries == 0:
            return 0
        return max(1, (200 * self.successes + self.tries) // (2 * self.tries))


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate(Record):
    """A reason to be more careful than the confidence alone would be."""

    name: str
    at_most: HealingAction
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One healing judged: the factors, every step from them to the confidence, and the action."""

    factors: ConfidenceFactors
    calculated: int
    boosters: tuple[str, ...]
    penalties: tuple[str, ...]
    confidence: int
    thresholds: Thresholds
    gates: tuple[Gate, ...] = ()

    @property
    def scored_action(self) -> HealingAction:
        """Return what the confidence alone would do."""
        return self.thresholds.action_for(self.confidence)

    @property
    def action(self) -> HealingAction:
        """Return what to do; a gate can only make it more careful."""
        # A wrong click is worse than a failed step: no score outvotes a gate.
        return min([self.scored_action, *(gate.at_most for gate in self.gates)])


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionResult:
    """What became of a healing: used or not, to be looked at or not, else what was suggested."""

    applied: bool
    flagged: bool
    suggestion: str | None = None

    @classmethod
    def of(cls, action: HealingAction, selector: str | None) -> Self:
        """Return the result of an action; only a suggestion names the selector."""
        return cls(
            applied=action.applies,
            flagged=action is HealingAction.APPLY_WITH_FLAG,
            suggestion=selector if action is HealingAction.SUGGEST_ONLY else None,
        )


class ReviewState(StrEnum):
    """A person's answer to a healing; taking an answer back makes it pending again."""

    PENDING = "pending_review"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfidenceLogEntry(Record):
    """One healing decision as it is kept; the outcome arrives later, or never (None).

    ``run_id`` is called ``jobId`` in files. ``proposer`` says who gave ``raw_ai_confidence``:
    the engine, or an adviser by name. ``advice`` is what an adviser was asked, said and cost.
    """

    ALSO = ("id", "applied")

    run_id: str = named("jobId")
    step_number: int
    timestamp: datetime
    raw_ai_confidence: float = named("rawAIConfidence")
    calculated_confidence: int
    final_confidence: int
    factors: ConfidenceFactors
    boosters_applied: tuple[str, ...]
    penalties_applied: tuple[str, ...]
    action: HealingAction
    threshold_used: Thresholds
    gates: tuple[Gate, ...] = ()
    succeeded: bool | None = None
    attempt: int = 1
    organization_id: str | None = None
    user_id: str | None = None
    recording_id: str | None = None
    fingerprint_id: str | None = None
    experiment_id: str | None = None
    variant: Variant = Variant.DEFAULT
    proposer: str = "engine"
    probability: float | None = None
    margin: float | None = None
    advice: Mapping[str, object] | None = None

    def __post_init__(self) -> None:
        """Refuse a time without a zone: entries of several machines are compared."""
        if self.timestamp.tzinfo is None:
            raise ValueError(f"the time of a log entry needs a zone, got {self.timestamp}")

    @property
    def id(self) -> str:
        """Return run, step and attempt in one: writing a decision twice keeps one row."""
        return f"{self.run_id}/{self.step_number}/{self.attempt}"

    @property
    def applied(self) -> bool:
        """Return whether the healed element was really used."""
        return self.action.applies
