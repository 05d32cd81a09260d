"""coordinates: what stands at the recorded place now, verified by what it looks like.

Metadata: ``x``, ``y`` in the window, ``viewport`` {width, height} and ``scroll`` {x, y} of the
recording, and optionally ``attributes`` {tagName, id, classList} and ``box`` in the document.
"""

from collections.abc import Sequence
from types import MappingProxyType

from holdfast.model.snapshot import Box, Snapshot
from holdfast.model.strategy import (
    BASE_WEIGHTS,
    LocatorStrategy,
    StrategyEvaluationResult,
    StrategyType,
)
from holdfast.page.kinds import control_of
from holdfast.page.layout import View, bring_box, bring_point, overlap, stacks_at
from holdfast.page.metadata import Looks, find_box, read_frame, read_looks, read_point, read_view
from holdfast.page.strategy_port import MATCHES, failures_as_results
from holdfast.witnesses.protocol import CurrentPage, Odds, Recorded, fitted_odds

reason = "it stands at the recorded place"

BASE = BASE_WEIGHTS[StrategyType.COORDINATES]
VERIFIED = 0.10  # added in proportion to the recorded looks that agree
OUT_OF_VIEW = 0.8  # factor: a point that has to be scrolled to may lie in content that moved
SAME_BOX = 0.5  # overlap from which two boxes are the same place


@failures_as_results
def evaluate(strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
    """Return what is on top at the recorded point, brought to the current view."""
    metadata, frame = strategy.metadata, read_frame(strategy.metadata)
    recorded, now = read_view(metadata), View.of(snapshot)
    point = bring_point(read_point(metadata, "the point"), recorded, now)
    looks, box = read_looks(metadata), find_box(metadata, "box")
    if snapshot.boxes is None:
        return StrategyEvaluationResult.failure(strategy, "the page has no boxes to look at")
    stack = stacks_at(snapshot, [point], frame=frame)[0]
    if not stack:
        place = f"({point.x:.0f}, {point.y:.0f})"
        return StrategyEvaluationResult.failure(strategy, f"nothing stands at {place}")
    brought = None if box is None else bring_box(box, recorded, now)
    # A click on a part of a control is a click on the control: whichever looks as recorded.
    parts = _parts_of_control(snapshot, stack)
    shares = [agreement(snapshot, index, looks, brought) for index in parts]
    share = max(shares)
    node = parts[shares.index(share)]
    confidence = (BASE + VERIFIED * share) * (1.0 if now.shows(point) else OUT_OF_VIEW)
    return StrategyEvaluationResult(
        strategy=strategy,
        found=True,
        confidence=confidence,
        node=node,
        click_point=point,
        match_count=1,
        metadata=MappingProxyType(
            {MATCHES: (node,), "agreement": share, "sameBox": _is_box(snapshot, node, brought)}
        ),
    )


def odds(target: Recorded, page: CurrentPage) -> Odds:
    """Return the odds of what stands where the element stood; nothing without a place.

    More for a box of the same size there; all of it only as far as the layout stayed.
    """
    del target  # what was recorded is in the result
    found = page.results.get(StrategyType.COORDINATES)
    if found is None or found.node is None:
        return {}
    worth, same = fitted_odds()["coordinates"], float(bool(found.metadata["sameBox"]))
    return {found.node: page.stayed * (worth["there"] + worth["box"] * same)}


def _parts_of_control(snapshot: Snapshot, stack: Sequence[int]) -> Sequence[int]:
    """Return the topmost element and those below it up to the control that it is part of."""
    control = control_of(snapshot, stack[0])
    ends = snapshot.index.ends
    return [i for i in stack if control <= i < ends[control] and i <= stack[0] < ends[i]]


def agreement(snapshot: Snapshot, index: int, looks: Looks, box: Box | None) -> float:
    """Return the share of the recorded tag, id, classes and box that agree; 0 if none was kept."""
    attributes = snapshot.attributes[index]
    checks: list[bool] = []
    if looks.tag is not None:
        checks.append(snapshot.tags[index] == looks.tag)
    if looks.id is not None:
        checks.append(attributes.get("id") == looks.id)
    if looks.classes:
        checks.append(looks.classes <= set(attributes.get("class", "").split()))
    if box is not None:
        checks.append(_is_box(snapshot, index, box))
    return sum(checks) / len(checks) if checks else 0.0


def _is_box(snapshot: Snapshot, index: int, box: Box | None) -> bool:
    """Return whether an element fills the recorded box; False when none was recorded."""
    seen = None if snapshot.boxes is None else snapshot.boxes[index]
    return box is not None and seen is not None and overlap(box, seen) >= SAME_BOX
