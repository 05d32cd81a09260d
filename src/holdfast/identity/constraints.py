"""Constraints: choose among several elements that all answer a description, by falling priority."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from rapidfuzz.distance import Levenshtein

from holdfast.identity.match import Known, Query, find_anchor, way_start
from holdfast.identity.semantics import normalise
from holdfast.identity.voices import Voices, all_tokens
from holdfast.model.element_identity import Constraint, ConstraintType, Parameter

PRIORITIES: Mapping[ConstraintType, int] = {
    ConstraintType.UNIQUENESS: 100,  # how exactly an element answers
    ConstraintType.VISIBILITY: 80,  # what a person can see
    ConstraintType.TEXT_PROXIMITY: 60,  # what it says, spelling aside
    ConstraintType.POSITION: 20,  # where it stands: the last resort, and always degraded
}
MAX_DISTANCE = 2  # edits between two texts that still count as the same

MODE, REFERENCE, DISTANCE, STRATEGY = "mode", "reference", "maxDistance", "strategy"
STRICT, BEST_SCORE, ALLOW_MULTIPLE = "strict", "best-score", "allow-multiple"
TOP_MOST, LEFT_MOST, FIRST_IN_DOM = "top-most", "left-most", "first-in-dom"
MODES = (STRICT, BEST_SCORE, ALLOW_MULTIPLE)
POSITIONS = (TOP_MOST, LEFT_MOST, FIRST_IN_DOM)

POSITION_USED = "position-fallback-required"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConstraintChoice:
    """What the constraints left, and why that is worth less than a unique answer."""

    nodes: tuple[int, ...]
    used: tuple[ConstraintType, ...] = ()

    @property
    def degradation_reason(self) -> str:
        """Return why the choice is degraded, "" when it is not."""
        return POSITION_USED if ConstraintType.POSITION in self.used else ""


def a_constraint(
    kind: ConstraintType, params: Mapping[str, Parameter] = MappingProxyType({})
) -> Constraint:
    """Return a constraint with the priority of its kind."""
    return Constraint(type=kind, priority=PRIORITIES[kind], params=MappingProxyType(dict(params)))


def choose(
    index: Voices, query: Query, nodes: Sequence[int], constraints: Sequence[Constraint]
) -> ConstraintChoice:
    """Return what is left when each constraint in turn, highest priority first, has chosen."""
    left, used = tuple(nodes), list[ConstraintType]()
    for constraint in sorted(constraints, key=lambda one: -one.priority):
        if len(left) <= 1:
            break
        if constraint.params.get(MODE) == STRICT:
            break  # several are several: nothing of lower priority may choose
        narrowed = tuple(_RULES[constraint.type](index, query, left, constraint.params))
        if len(narrowed) < len(left):
            used.append(constraint.type)
        left = narrowed
    return ConstraintChoice(nodes=left, used=tuple(used))


Rule = Callable[
    [Voices, Query, Sequence[int], Mapping[str, Parameter]],
    Sequence[int],
]


def _by_uniqueness(
    index: Voices, query: Query, nodes: Sequence[int], params: Mapping[str, Parameter]
) -> Sequence[int]:
    """Return those about which the description leaves least unsaid, or all if several may be."""
    if params.get(MODE) != BEST_SCORE:
        return nodes
    known: Known = {}
    unsaid = {node: _unsaid(index, query, node, known) for node in nodes}
    least = min(unsaid.values())
    return [node for node in nodes if unsaid[node] == least]


def _unsaid(index: Voices, query: Query, node: int, known: Known) -> int:
    """Return how much there is about an element, and about the way to it, to be said at all.

    All that was said is true of every candidate; so the one with the least in all has the least
    that was not said.
    """
    start = way_start(index, node)
    anchor = find_anchor(index, query.levels, start, known)
    steps = index.step_depth(start) - index.step_depth(anchor)
    inside = bool(index.count_speakers(node)) + (index.ends[node] > node + 1)
    return steps + inside + sum(1 for _ in all_tokens(index.kind(node)))


def _by_visibility(
    index: Voices, _: Query, nodes: Sequence[int], __: Mapping[str, Parameter]
) -> Sequence[int]:
    return [node for node in nodes if index.shown[node]]


def _by_text(
    index: Voices, _: Query, nodes: Sequence[int], params: Mapping[str, Parameter]
) -> Sequence[int]:
    reference, most = params.get(REFERENCE, ""), params.get(DISTANCE, MAX_DISTANCE)
    wanted = normalise(str(reference))
    return [node for node in nodes if text_distance(index, node, wanted) <= int(most)]


def text_distance(index: Voices, node: int, wanted: str) -> int:
    """Return how many edits lie between a text and what an element says or shows."""
    said = {index.said_by(node), index.seen_in(node)}
    return min(int(Levenshtein.distance(wanted, text)) for text in said)


def _by_position(
    index: Voices, _: Query, nodes: Sequence[int], params: Mapping[str, Parameter]
) -> Sequence[int]:
    """Return the first by place; without boxes, the first in the document."""
    axis = {TOP_MOST: 1, LEFT_MOST: 0}.get(str(params.get(STRATEGY)))
    if axis is None or index.boxes is None:
        return [min(nodes)]
    placed = [(box[axis], node) for node in nodes if (box := index.boxes[node]) is not None]
    if not placed:
        return [min(nodes)]
    first = min(place for place, _ in placed)
    return [node for place, node in placed if place == first]


_RULES: Mapping[ConstraintType, Rule] = {
    ConstraintType.UNIQUENESS: _by_uniqueness,
    ConstraintType.VISIBILITY: _by_visibility,
    ConstraintType.TEXT_PROXIMITY: _by_text,
    ConstraintType.POSITION: _by_position,
}


def needed_constraints(
    index: Voices, query: Query, nodes: Sequence[int], target: int
) -> tuple[tuple[Constraint, ...], tuple[int, ...]]:
    """Return the constraints that help to choose the target, and the elements that are left."""
    kept, left = list[Constraint](), tuple(nodes)
    for constraint in _proposals(index, target):
        if len(left) <= 1:
            break
        choice = choose(index, query, left, [constraint])
        if target in choice.nodes and len(choice.nodes) < len(left):
            kept.append(constraint)
            left = choice.nodes
    return tuple(kept), left


def _proposals(index: Voices, target: int) -> list[Constraint]:
    """Return every constraint that could choose the target, highest priority first."""
    proposals = [a_constraint(ConstraintType.UNIQUENESS, {MODE: BEST_SCORE})]
    if index.shown[target]:
        proposals.append(a_constraint(ConstraintType.VISIBILITY))
    if text := index.seen_in(target) or index.said_by(target):
        proposals += [
            a_constraint(ConstraintType.TEXT_PROXIMITY, {REFERENCE: text, DISTANCE: edits})
            for edits in range(MAX_DISTANCE, -1, -1)
        ]
    places = POSITIONS if index.boxes is not None else (FIRST_IN_DOM,)
    proposals += [a_constraint(ConstraintType.POSITION, {STRATEGY: place}) for place in places]
    return proposals
