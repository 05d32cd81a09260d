"""The mouse trail: what kind of movement led to an element, and how well it points at one."""

import math
from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import pairwise

from holdfast.model.snapshot import Point, TrailPoint


class TrailPattern(StrEnum):
    """How a hand moved, by the names that stand in recordings."""

    DIRECT = "direct"
    CORRECTIVE = "corrective"
    SEARCHING = "searching"
    HESITANT = "hesitant"
    CURVED = "curved"
    UNKNOWN = "unknown"


# ------------------------------------------------------------------------------ what kind of trail

SHORTEST_TRAIL = 3  # fewer points have no turn, so no pattern
HESITATION_MS = 200  # longer than the pause between two aimed strokes
HESITATION_PX = 6  # twice the smallest move that is recorded: a hand that rests still trembles
TURN_DEGREES = 45  # less is the bend of any movement of a wrist
DIRECT_TURNS = 2  # at most: start and landing
DIRECT_SPEED = 500  # px/s, faster than anyone reads
HESITANT_PAUSES = 2  # one pause may be a click elsewhere
SEARCHING_TURNS = 5
SEARCHING_SPEED = 300  # px/s, slow enough to read on the way
CORRECTIVE_REACH = 1.3  # farthest point from the end, in start-end distances: an overshoot
CURVED_TURNS = range(2, 5)


def classify(trail: Sequence[TrailPoint]) -> TrailPattern:
    """Return the pattern of a trail; the first rule that fits, from the surest to the vaguest."""
    if len(trail) < SHORTEST_TRAIL:
        return TrailPattern.UNKNOWN
    turns, pauses, speed = _count_turns(trail), _count_hesitations(trail), _speed(trail)
    if turns <= DIRECT_TURNS and not pauses and speed is not None and speed > DIRECT_SPEED:
        return TrailPattern.DIRECT
    if pauses >= HESITANT_PAUSES:
        return TrailPattern.HESITANT
    if turns >= SEARCHING_TURNS and speed is not None and speed < SEARCHING_SPEED:
        return TrailPattern.SEARCHING
    if _overshoots(trail):
        return TrailPattern.CORRECTIVE
    return TrailPattern.CURVED if turns in CURVED_TURNS else TrailPattern.UNKNOWN


def _count_turns(trail: Sequence[TrailPoint]) -> int:
    """Return how often the direction changed by more than a bend; standing still has none."""
    headings = [
        math.atan2(after.y - before.y, after.x - before.x)
        for before, after in pairwise(trail)
        if _distance(before, after) > 0
    ]
    limit = math.radians(TURN_DEGREES)
    return sum(_angle(one, other) > limit for one, other in pairwise(headings))


def _angle(one: float, other: float) -> float:
    """Return the smaller angle between two headings."""
    difference = abs(one - other) % math.tau
    return min(difference, math.tau - difference)


def _count_hesitations(trail: Sequence[TrailPoint]) -> int:
    """Return how many stretches of small moves only lasted long enough to be a pause."""
    count, rested_ms = 0, 0.0
    for before, after in pairwise(trail):
        if _distance(before, after) >= HESITATION_PX:
            rested_ms = 0.0
            continue
        counted = rested_ms >= HESITATION_MS
        rested_ms += after.timestamp_ms - before.timestamp_ms
        count += not counted and rested_ms >= HESITATION_MS
    return count


def _speed(trail: Sequence[TrailPoint]) -> float | None:
    """Return path length over duration in px/s, None when the samples tell no time."""
    duration_ms = trail[-1].timestamp_ms - trail[0].timestamp_ms
    length = sum(_distance(before, after) for before, after in pairwise(trail))
    return length / duration_ms * 1000 if duration_ms > 0 else None


def _overshoots(trail: Sequence[TrailPoint]) -> bool:
    start, end = trail[0], trail[-1]
    farthest = max(_distance(point, end) for point in trail)
    return farthest > CORRECTIVE_REACH * _distance(start, end)


# ---------------------------------------------------------------------------- where a trail points

SHORTEST_ALIGNED = 2  # a direction needs two points
RECENT_POINTS = 5  # what lies further back led somewhere else
STATIONARY_PX = 1.0
ON_TARGET_PX = 1.0
STATIONARY_ALIGNMENT = 0.5  # speaks neither for nor against
ON_TARGET_ALIGNMENT = 1.0

# How far the direction can be trusted: alignment times the first number plus the second.
PATTERN_TRUST: Mapping[TrailPattern, tuple[float, float]] = {
    TrailPattern.DIRECT: (0.8, 0.2),  # a straight stroke points where it goes
    TrailPattern.CORRECTIVE: (0.6, 0.3),  # the last piece comes back from too far
    TrailPattern.SEARCHING: (0.4, 0.3),  # the way says little, the end says more
    TrailPattern.HESITANT: (0.5, 0.25),
}


def alignment(trail: Sequence[TrailPoint], centre: Point, pattern: TrailPattern) -> float:
    """Return how well the trail's end points at a centre: 1 straight at it, 0 straight away."""
    recent = trail[-RECENT_POINTS:]
    if len(recent) < SHORTEST_ALIGNED:
        return STATIONARY_ALIGNMENT
    before, last = recent[-2:]
    moved = _distance(before, last)
    if moved < STATIONARY_PX:
        return STATIONARY_ALIGNMENT
    left = _distance(last, centre)
    if left < ON_TARGET_PX:
        return ON_TARGET_ALIGNMENT
    dot = (last.x - before.x) * (centre.x - last.x) + (last.y - before.y) * (centre.y - last.y)
    # Rounding can carry the cosine a hair beyond 1.
    cosine = max(-1.0, min(1.0, dot / moved / left))
    factor, offset = PATTERN_TRUST.get(pattern, (1.0, 0.0))
    return (cosine + 1) / 2 * factor + offset


def _distance(one: TrailPoint | Point, other: TrailPoint | Point) -> float:
    return math.hypot(other.x - one.x, other.y - one.y)
