"""evidence_scoring: from where the mouse went, and what the element looked like.

Metadata: ``endpoint`` {x, y}, ``mouseTrail`` [{x, y, timestamp}], ``pattern``, ``attributes``
{tagName, id, classList}; ``viewport`` and ``scroll`` as they were when the points were recorded.

What stands at a point is known from the boxes, or from a live page that was asked: it knows what
is painted over what, and what lets the mouse through.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from types import MappingProxyType
from typing import Self, TypeAlias

from holdfast.model.search_settings import EvidenceScoringConfig
from holdfast.model.snapshot import Point, Snapshot, TrailPoint
from holdfast.model.strategy import (
    JsonObject,
    LocatorStrategy,
    StrategyEvaluationResult,
    StrategyType,
)
from holdfast.page.layout import GROUND_TAGS, View, bring_point, stacks_at
from holdfast.page.metadata import (
    Looks,
    find_text,
    read_frame,
    read_looks,
    read_point,
    read_trail,
    read_view,
)
from holdfast.page.strategy_port import MATCHES, failures_as_results
from holdfast.witnesses.movement import SHORTEST_ALIGNED, TrailPattern, alignment
from holdfast.witnesses.protocol import CurrentPage, Odds, Recorded, fitted_odds
from holdfast.witnesses.trail_factors import ScoreBreakdown, class_score, id_score, tag_score

reason = "the mouse trail ended at it"

# The elements at points of a live page, topmost first; points that are not in it were not asked.
Stacks: TypeAlias = Mapping[Point, Sequence[int]]

_HAIR = 1e-9  # sums of binary fractions: 0.25 + 0.15 may come out a hair under 0.4
LAYERS_AT_END = 10  # half of the candidates; a deeply nested page must leave room for the rest


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
class _Scored:
    index: int
    centre: Point
    distance: float
    breakdown: ScoreBreakdown
    score: float


@dataclass(frozen=True, slots=True)
class EvidenceScoring:
    """The strategy with its settings, and what a live page answered if one was asked."""

    config: EvidenceScoringConfig = field(default_factory=EvidenceScoringConfig)
    stacks: Stacks = field(default_factory=dict)

    def points(self, strategy: LocatorStrategy, snapshot: Snapshot) -> list[Point]:
        """Return every point that the strategy may look at, both rounds, to be asked at once."""
        view = View.of(snapshot)
        try:
            end = _Evidence.read(strategy.metadata, view).endpoint
        except ValueError:
            return []
        points = chain.from_iterable(search_points(end, r, self.config) for r in self._reaches)
        return list(dict.fromkeys(point for point in points if view.shows(point)))

    @property
    def _reaches(self) -> tuple[float, float]:
        return self.config.search_radius, self.config.search_radius * self.config.widening

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
        for reach in self._reaches:
            stacks = self._stacks(snapshot, search_points(end, reach, self.config), frame)
            if found := candidates_of(stacks):
                return found[: self.config.max_candidates]
        return []

    def _stacks(
        self, snapshot: Snapshot, points: Sequence[Point], frame: int
    ) -> list[Sequence[int]]:
        """Return what stands at each point: as the live page says, else as the boxes say."""
        boxed = stacks_at(snapshot, points, frame=frame)
        return [
            [i for i in self.stacks[point] if _is_candidate(snapshot, i, frame)]
            if point in self.stacks
            else stack
            for point, stack in zip(points, boxed, strict=True)
        ]

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


def odds(target: Recorded, page: CurrentPage) -> Odds:
    """Return the odds of the element where the hand went; nothing when there is no trail.

    The nearer to its middle, the more; all of it only as far as the layout stayed.
    """
    del target  # what was recorded is in the result
    found = page.results.get(StrategyType.EVIDENCE_SCORING)
    if found is None or found.node is None:
        return {}
    worth, near = fitted_odds()["trail"], nearness(found)
    return {found.node: page.stayed * (worth["named"] + worth["near"] * near)}


def nearness(found: StrategyEvaluationResult) -> float:
    """Return how near the trail ended to the middle of what it names, 0 to 1."""
    return float(found.metadata["scoreBreakdown"]["positionScore"])


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


def _is_candidate(snapshot: Snapshot, index: int, frame: int) -> bool:
    box = None if snapshot.boxes is None else snapshot.boxes[index]
    has_size = box is not None and box.area > 0
    return (
        has_size and snapshot.tags[index] not in GROUND_TAGS and snapshot.frame_of(index) == frame
    )


def candidates_of(stacks: Sequence[Sequence[int]]) -> list[int]:
    """Return the elements at the end point, whose stack is the first, and around it, each once.

    First what lies at that point, one above the other; then what is around it, topmost first.
    """
    at_end, *around = stacks
    order = chain(at_end[:LAYERS_AT_END], _layer_by_layer(around), at_end[LAYERS_AT_END:])
    return list(dict.fromkeys(order))


def _layer_by_layer(stacks: Sequence[Sequence[int]]) -> Iterator[int]:
    for layer in range(max(map(len, stacks), default=0)):
        for stack in stacks:
            if layer < len(stack):
                yield stack[layer]
