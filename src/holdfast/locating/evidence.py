"""evidence_scoring: from where the mouse went, and what the element looked like.

Metadata: ``endpoint`` {x, y}, ``mouseTrail`` [{x, y, timestamp}], ``pattern``, ``attributes``
{tagName, id, classList}; ``viewport`` and ``scroll`` as they were when the points were recorded.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain
from types import MappingProxyType
from typing import Self

from holdfast.locating.metadata import (
    Looks,
    find_text,
    read_frame,
    read_looks,
    read_point,
    read_trail,
    read_view,
)
from holdfast.locating.strategy import MATCHES, failures_as_results
from holdfast.model.snapshot import Point, Snapshot
from holdfast.model.strategy import JsonObject, LocatorStrategy, StrategyEvaluationResult
from holdfast.signals.layout import View, bring_point, stacks_at
from holdfast.signals.trail import SHORTEST_ALIGNED, TrailPattern, TrailPoint, alignment

INTERACTIVE_TAGS = frozenset({"button", "a", "input", "select", "textarea"})
_HAIR = 1e-9  # sums of binary fractions: 0.25 + 0.15 may come out a hair under 0.4
LAYERS_AT_END = 10  # half of the candidates; a deeply nested page must leave room for the rest


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
class _Evidence:
    """What was recorded, in the coordinates of the current page."""

    endpoint: Point
    trail: tuple[TrailPoint, ...]
    pattern: TrailPattern
    looks: Looks

    @classmethod
    def read(cls, metadata: JsonObject, now: View) -> Self:
        recorded = read_view(metadata)
        endpoint = read_point(metadata.get("endpoint"), "endpoint")
        trail = read_trail(metadata, "mouseTrail")
        pattern = find_text(metadata, "pattern") or TrailPattern.UNKNOWN
        if pattern not in set(TrailPattern):
            raise ValueError(
                f"pattern must be one of {', '.join(TrailPattern)}, got {pattern[:80]!r}"
            )
        moved = (
            TrailPoint(*bring_point(Point(p.x, p.y), recorded, now), p.timestamp_ms) for p in trail
        )
        return cls(
            bring_point(endpoint, recorded, now),
            tuple(moved),
            TrailPattern(pattern),
            read_looks(metadata),
        )


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


@dataclass(frozen=True, slots=True)
class _Scored:
    index: int
    centre: Point
    distance: float
    breakdown: ScoreBreakdown
    score: float


@dataclass(frozen=True, slots=True)
class EvidenceScoring:
    """The strategy with its settings."""

    config: EvidenceScoringConfig = field(default_factory=EvidenceScoringConfig)

    def evaluate(self, strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
        """Return the element near the trail's end that answers the evidence best."""
        return failures_as_results(self._evaluate)(strategy, snapshot)

    def _evaluate(self, strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
        frame = read_frame(strategy.metadata)
        evidence = _Evidence.read(strategy.metadata, View.of(snapshot))
        if snapshot.boxes is None:
            return StrategyEvaluationResult.failure(strategy, "the page has no boxes to look at")
        found = self._candidates(snapshot, evidence.endpoint, frame)
        if not found:
            return StrategyEvaluationResult.failure(strategy, "no elements near the end point")
        scored = [self._score(snapshot, index, evidence) for index in found]
        # Python's sort keeps the order of equals: the nearer search point wins.
        scored.sort(key=lambda candidate: -candidate.score)
        return self._result(strategy, scored)

    def _candidates(self, snapshot: Snapshot, end: Point, frame: int) -> list[int]:
        radius = self.config.search_radius
        for reach in (radius, radius * self.config.widening):
            if found := candidates_near(snapshot, search_points(end, reach, self.config), frame):
                return found[: self.config.max_candidates]
        return []

    def _score(self, snapshot: Snapshot, index: int, evidence: _Evidence) -> _Scored:
        box = None if snapshot.boxes is None else snapshot.boxes[index]
        assert box is not None  # only elements with a box are candidates
        centre = Point(*box.centre)
        distance = math.dist(centre, evidence.endpoint)
        position = max(0.0, 1 - distance / self.config.search_radius)
        attributes, looks = snapshot.attributes[index], evidence.looks
        breakdown = ScoreBreakdown(
            tag=tag_score(snapshot.tags[index], looks, self.config),
            id=id_score(attributes.get("id", ""), looks, self.config),
            classes=class_score(attributes.get("class", "").split(), looks),
            position=position,
            pattern=self._pattern_score(evidence, centre, position),
        )
        return _Scored(index, centre, distance, breakdown, breakdown.total(self.config))

    def _pattern_score(self, evidence: _Evidence, centre: Point, position: float) -> float:
        if not self.config.use_trail_direction or len(evidence.trail) < SHORTEST_ALIGNED:
            return position
        return alignment(evidence.trail, centre, evidence.pattern)

    def _result(
        self, strategy: LocatorStrategy, scored: Sequence[_Scored]
    ) -> StrategyEvaluationResult:
        best, floor = scored[0], self.config.min_match_score - _HAIR
        if best.score < floor:
            told = (
                f"no candidate reaches {self.config.min_match_score:.2f} (best: {best.score:.2f})"
            )
            return StrategyEvaluationResult.failure(strategy, told)
        good = [candidate.index for candidate in scored if candidate.score >= floor]
        bonus = self.config.only_candidate_bonus if len(scored) == 1 else 0.0
        return StrategyEvaluationResult(
            strategy=strategy,
            found=True,
            confidence=min(strategy.confidence * best.score + bonus, strategy.confidence),
            node=best.index,
            click_point=best.centre,
            match_count=len(good),
            metadata=MappingProxyType(
                {
                    MATCHES: tuple(good[:1]),  # the others are worse, not as good
                    "matchScore": best.score,
                    "scoreBreakdown": best.breakdown.to_json(),
                    "candidatesEvaluated": len(scored),
                    "distance": best.distance,
                }
            ),
        )


def evaluate(strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
    """Return what the strategy finds with its default settings."""
    return _DEFAULT.evaluate(strategy, snapshot)


_DEFAULT = EvidenceScoring()


# -------------------------------------------------------------------------------------- candidates


def search_points(centre: Point, radius: float, config: EvidenceScoringConfig) -> list[Point]:
    """Return the end point and the rings of points around it, nearest ring first."""
    points = [centre]
    for ring in range(1, config.rings + 1):
        reach = radius * ring / config.rings
        for step in range(config.points_per_ring):
            angle = math.tau * step / config.points_per_ring
            x, y = centre.x + reach * math.cos(angle), centre.y + reach * math.sin(angle)
            points.append(Point(x, y))
    return points


def candidates_near(snapshot: Snapshot, points: Sequence[Point], frame: int) -> list[int]:
    """Return the elements at and around the first of the points, each once.

    First what lies at that point, one above the other; then what is around it, topmost first.
    """
    at_end, *around = stacks_at(snapshot, points, frame=frame)
    order = chain(at_end[:LAYERS_AT_END], _layer_by_layer(around), at_end[LAYERS_AT_END:])
    return list(dict.fromkeys(order))


def _layer_by_layer(stacks: Sequence[Sequence[int]]) -> Iterator[int]:
    for layer in range(max(map(len, stacks), default=0)):
        for stack in stacks:
            if layer < len(stack):
                yield stack[layer]


# ------------------------------------------------------------------------------------------ factors


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
