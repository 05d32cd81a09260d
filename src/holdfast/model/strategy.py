"""Strategy: holds a way to find an element again, and what it says about a page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Self, TypeAlias

from holdfast.model.records import Record
from holdfast.model.snapshot import Point

# What JSON can hold. Metadata comes from files that people may edit, so readers check every value.
JsonObject: TypeAlias = Mapping[str, Any]
NOTHING: JsonObject = MappingProxyType({})


class StrategyType(StrEnum):
    """The strategies, by the names that stand in recordings."""

    CDP_SEMANTIC = "cdp_semantic"
    CDP_POWER = "cdp_power"
    DOM_SELECTOR = "dom_selector"
    EVIDENCE_SCORING = "evidence_scoring"
    CSS_SELECTOR = "css_selector"
    VISION_OCR = "vision_ocr"
    COORDINATES = "coordinates"
    DSL_IDENTITY = "dsl_identity"
    SIMILARITY = "similarity"


# What a strategy's single find is worth before anything else is known (0-1).
BASE_WEIGHTS: Mapping[StrategyType, float] = MappingProxyType(
    {
        StrategyType.CDP_SEMANTIC: 0.95,  # what assistive technology perceives
        StrategyType.CDP_POWER: 0.90,  # what a person reads: label, placeholder, text, test id
        StrategyType.DOM_SELECTOR: 0.85,  # id, name: written for programs, renamed at will
        StrategyType.EVIDENCE_SCORING: 0.80,  # where the hand went, and what was there
        StrategyType.CSS_SELECTOR: 0.75,  # structure, the first thing a redesign changes
        StrategyType.VISION_OCR: 0.70,  # what a camera would read
        StrategyType.COORDINATES: 0.60,  # a place, whatever stands there now
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LocatorStrategy(Record):
    """One recorded way to the element; ``confidence`` (0-1) is its worth when it was recorded.

    ``extra`` keeps fields of a file that this version does not know.
    """

    SPARSE = True

    type: StrategyType
    confidence: float
    selector: str | None = None
    metadata: JsonObject = field(default_factory=lambda: NOTHING)
    extra: JsonObject = field(default_factory=lambda: NOTHING)

    def __post_init__(self) -> None:
        """Refuse a confidence that is none."""
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"confidence must lie in [0, 1], got {self.confidence!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyEvaluationResult:
    """What one strategy found on one page; a strategy that failed says why in ``error``.

    ``node`` is the index of the element in the snapshot. ``duration_ms`` is filled by whoever
    measures time; the core does not.
    """

    strategy: LocatorStrategy
    found: bool
    confidence: float = 0.0
    node: int | None = None
    click_point: Point | None = None
    duration_ms: float = 0.0
    match_count: int = 0
    error: str | None = None
    metadata: JsonObject = field(default_factory=lambda: NOTHING)

    @classmethod
    def failure(cls, strategy: LocatorStrategy, error: str, *, match_count: int = 0) -> Self:
        """Return the result of a strategy that found nothing, with the reason."""
        return cls(strategy=strategy, found=False, error=error, match_count=match_count)
