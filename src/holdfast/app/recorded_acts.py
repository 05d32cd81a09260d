"""Recorded acts: make a step from what the observing script told of one act."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import hypot
from types import MappingProxyType
from typing import Any, Protocol
from urllib.parse import unquote_plus

from holdfast.app.values import secret_names
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.placeholders import PLACEHOLDERS, as_text
from holdfast.model.recording import (
    STANDS_FOR,
    UNDER_LABEL,
    WAS,
    AssertCheck,
    Effect,
    EffectKind,
    MouseButton,
    Step,
    StepAction,
)
from holdfast.model.redaction import mask_patterns, mask_shown
from holdfast.model.secret_fields import variable_name
from holdfast.model.snapshot import Box, Point, Snapshot, TrailPoint
from holdfast.model.strategy import StrategyType
from holdfast.page.kinds import control_of
from holdfast.selectors.describe import describe
from holdfast.witnesses.movement import classify

STRAIGHT_PX = 1.0  # a hand that is this far from a line is on it
_ACTIONS = MappingProxyType(
    {action.value: action for action in StepAction} | {"typed": StepAction.TYPE}
)
# These are done to the control that the mouse met a part of.
_ON_CONTROLS = frozenset({StepAction.CLICK, StepAction.DBLCLICK, StepAction.DRAG})
_BUTTONS = (MouseButton.LEFT, MouseButton.MIDDLE, MouseButton.RIGHT)
_GROUND = frozenset({"html", "body"})
_DRAWN_ON = frozenset({"canvas"})
_PARAMETERS = re.compile(r"(?<=[?&;])([^=?&#;\"'\\\s]+)=[^&#;\"'\\\s]*")


class ActFrame(Protocol):
    """Where a frame's window begins in the page, and how much it is stretched."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def across(self) -> float: ...
    @property
    def down(self) -> float: ...


class PlacedFrame(Protocol):
    """A frame in the page: where it stands, and which of the page's elements its own are."""

    @property
    def origin(self) -> ActFrame: ...
    @property
    def indices(self) -> Sequence[int]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The page in which an act was observed, and where the acting frame stands in it."""

    snapshot: Snapshot
    placed: PlacedFrame
    tab: int

    def point(self, x: float, y: float) -> Point:
        """Return a point of the frame's window in the page."""
        return in_page(self.placed.origin, x, y)

    def trail(self, flat: list[float]) -> tuple[TrailPoint, ...]:
        """Return a trail in the page's window; points are x, y and time in turn."""
        scroll = self.snapshot.scroll
        triples = zip(flat[::3], flat[1::3], flat[2::3], strict=True)
        return tuple(
            TrailPoint(at.x - scroll.x, at.y - scroll.y, when)
            for at, when in ((self.point(x, y), when) for x, y, when in triples)
        )


def in_page(origin: ActFrame, x: float, y: float) -> Point:
    """Return a point of a frame's window in the page."""
    return Point(round(origin.x + x * origin.across, 2), round(origin.y + y * origin.down, 2))


def step_of(act: dict[str, Any], scene: Scene) -> Step:
    """Return the step of an act; its id is still to be given."""
    action = _ACTIONS[act["act"]]
    index = _target(act, action, scene)
    fingerprint = None if index is None else _fingerprint(act, scene, index)
    step = Step(
        id="",
        action=action,
        url=scene.snapshot.url,
        tab=scene.tab,
        fingerprint=fingerprint,
        check=AssertCheck(act["check"]) if action is StepAction.ASSERT else None,
        button=_BUTTONS[act.get("button", 0) % len(_BUTTONS)],
        modifiers=tuple(act.get("modifiers", ())),
        value=_value(act, scene, index),
        values=_values(act),
        point=_point(act, scene, index),
        extra=_extra(act),
    )
    return _with_end(step, act, scene) if action is StepAction.DRAG else step


def _extra(act: dict[str, Any]) -> dict[str, Any]:
    """Return what is kept of an act beside the fields that every step has."""
    told = {UNDER_LABEL: "under", STANDS_FOR: "standsFor", WAS: "was"}
    kept = {name: act[key] for name, key in told.items() if key in act}
    if mask_patterns(str(kept.get(WAS, ""))) != kept.get(WAS, ""):
        del kept[WAS]
    return kept


def _target(act: dict[str, Any], action: StepAction, scene: Scene) -> int | None:
    """Return the element that is meant; None for acts on the page as a whole."""
    place = act["target"]
    if place < 0 or act.get("whole"):
        return None
    index = scene.placed.indices[place]
    is_ground = scene.snapshot.tags[index] in _GROUND
    if action is StepAction.PRESS and is_ground and not _is_edited(scene.snapshot, index):
        return None
    return control_of(scene.snapshot, index) if action in _ON_CONTROLS else index


def _is_edited(snapshot: Snapshot, index: int) -> bool:
    """Return whether a document is an editor as a whole, as those in frames are."""
    return snapshot.attributes[index].get("contenteditable", "false").lower() != "false"


def _fingerprint(act: dict[str, Any], scene: Scene, index: int) -> Fingerprint:
    fingerprint = describe(scene.snapshot, index)
    trail = scene.trail(act.get("trail", []))
    if not trail:
        return fingerprint
    start = trail[0].timestamp_ms
    seen = {
        "endpoint": {"x": trail[-1].x, "y": trail[-1].y},
        "mouseTrail": [{"x": p.x, "y": p.y, "timestamp": p.timestamp_ms - start} for p in trail],
        "pattern": str(classify(trail)),
    }
    strategies = tuple(
        replace(strategy, metadata=MappingProxyType({**strategy.metadata, **seen}))
        if strategy.type is StrategyType.EVIDENCE_SCORING
        else strategy
        for strategy in fingerprint.strategies
    )
    return replace(fingerprint, strategies=strategies)


def _value(act: dict[str, Any], scene: Scene, index: int | None) -> str | None:
    if act.get("secret") and act.get("check") != AssertCheck.VISIBLE:
        return f"${{{variable_name(act['field'])}}}"
    if "keys" in act:
        return str(act["keys"])
    node = None if index is None else scene.snapshot.nodes[index]
    values = act.get("values", [])
    said = values[0] if len(values) == 1 else act.get("value")
    if act.get("check") == AssertCheck.TEXT and node is not None:
        said = node.text
    if said is None:
        return None
    if mask_patterns(str(said)) != said:  # a card's number, a key: whatever the field is called
        return f"${{{variable_name(mask_patterns('' if node is None else node.name))}}}"
    return as_text(str(said))


def _values(act: dict[str, Any]) -> tuple[str, ...] | None:
    """Return the options or files of an act, None where one value says it."""
    values = act.get("values")
    if values is None or act.get("secret") or len(values) == 1:
        return None
    return tuple(as_text(str(value)) for value in values)


def _point(act: dict[str, Any], scene: Scene, index: int | None) -> Point | None:
    if "scrollX" in act:
        return Point(act["scrollX"], act["scrollY"])
    box = None if index is None else scene.snapshot.nodes[index].box
    if "x" not in act or box is None:
        return None
    at = scene.point(act["x"], act["y"])
    return Point(round(at.x - box.x, 2), round(at.y - box.y, 2))


def _with_end(step: Step, act: dict[str, Any], scene: Scene) -> Step:
    """Return a drag with the way it went, and what it ended on unless it was a stroke."""
    delta = Point(act["toX"] - act["x"], act["toY"] - act["y"])
    moved = replace(step, delta=delta, point=None, path=_path(act, scene, step))
    end = scene.point(act["toX"], act["toY"])
    index = _find_end(act, scene, step, end)
    box = None if index is None else scene.snapshot.nodes[index].box
    if index is None or box is None:
        return moved
    point = Point(round(end.x - box.x, 2), round(end.y - box.y, 2))
    return replace(moved, to=describe(scene.snapshot, index), point=point)


def _path(act: dict[str, Any], scene: Scene, step: Step) -> tuple[tuple[float, float, float], ...]:
    """Return the way of the mouse from the corner of what was dragged."""
    box = None if step.fingerprint is None else step.fingerprint.node.box
    if box is None:
        return ()
    flat = act.get("path", [])
    triples = zip(flat[::3], flat[1::3], flat[2::3], strict=True)
    points = ((scene.point(x, y), when) for x, y, when in triples)
    way = [(round(at.x - box.x, 2), round(at.y - box.y, 2), when) for at, when in points]
    return tuple(_straightened(way))


def _straightened(way: list[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    """Return the way without the points that lie on the line between their neighbours."""
    if len(way) < 3:
        return way
    (x1, y1, _), (x2, y2, _) = way[0], way[-1]
    long = hypot(x2 - x1, y2 - y1)

    def off(point: tuple[float, float, float]) -> float:
        if long == 0:
            return hypot(point[0] - x1, point[1] - y1)
        return abs((x2 - x1) * (y1 - point[1]) - (x1 - point[0]) * (y2 - y1)) / long

    farthest = max(range(1, len(way) - 1), key=lambda place: off(way[place]))
    if off(way[farthest]) <= STRAIGHT_PX:
        return [way[0], way[-1]]
    return _straightened(way[: farthest + 1])[:-1] + _straightened(way[farthest:])


def _find_end(act: dict[str, Any], scene: Scene, step: Step, end: Point) -> int | None:
    """Return what stood where a drag ended; None for a stroke, and where nothing else stood.

    What is there now may be the dragged thing itself, which came along with the mouse.
    """
    snapshot, onto = scene.snapshot, act["to"]
    if step.fingerprint is None or step.fingerprint.node.tag in _DRAWN_ON:
        return None
    own = {node.index for node in step.fingerprint.node.iter_descendants()}
    own.add(step.fingerprint.target)
    if act.get("dropped") and onto >= 0 and scene.placed.indices[onto] not in own:
        return int(scene.placed.indices[onto])
    own.update(node.index for node in step.fingerprint.node.iter_ancestors())
    for index in sorted(scene.placed.indices, reverse=True):
        box = snapshot.nodes[index].box
        if (
            index not in own
            and box is not None
            and _holds(box, end)
            and snapshot.index.shown[index]
        ):
            return index
    return None


def _holds(box: Box, at: Point) -> bool:
    return box.x <= at.x < box.x + box.width and box.y <= at.y < box.y + box.height


def as_kept(fingerprint: Fingerprint) -> Fingerprint:
    """Return a fingerprint without card numbers, web tokens, keys and codes that its page shows."""
    data = fingerprint.to_json()
    kept = mask_shown(data)
    return fingerprint if kept is data else Fingerprint.from_json(kept)


def effect_of(told: dict[str, Any], step: Step) -> Effect | None:
    """Return what an act did, as the script told it; of a secret, that it stands in its field.

    None for what a page has put into a field where that looks like a secret, or like a variable.
    """
    expected, kind = told["expected"], EffectKind(told["kind"])
    if expected is None or secret_names([step.value or ""]):
        expected = step.value or ""
    is_drawn = STANDS_FOR in step.extra
    by_page = kind is EffectKind.VALUE and (is_drawn or step.action is StepAction.PRESS)
    if by_page and (mask_patterns(expected) != expected or PLACEHOLDERS.search(expected)):
        return None
    if isinstance(expected, list):
        expected = tuple(expected)
    return Effect(kind=kind, expected=expected, of=told.get("of", ""))


def mask_parameters(text: str, names: Collection[str]) -> str:
    """Return the text with the values of these form fields masked in all addresses."""

    def masked(found: re.Match[str]) -> str:
        # As browsers write it, also those of pages that are not in UTF-8.
        is_meant = any(unquote_plus(found[1], how) in names for how in ("utf-8", "latin-1"))
        return f"{found[1]}=***" if is_meant else found[0]

    return _PARAMETERS.sub(masked, text) if names else text
