"""First sight of an element that an imported recording only points at: found, and described."""

import time
from dataclasses import dataclass, replace

from holdfast.app.locator_proof import proved
from holdfast.app.reading import Seen
from holdfast.app.values import uses_secrets
from holdfast.errors import ActFailed, PageChanged
from holdfast.model.recording import AssertCheck, Pointer, Step, StepAction
from holdfast.model.secret_fields import is_secret_field, variable_name
from holdfast.model.snapshot import Node, Point
from holdfast.page.keys import label_of
from holdfast.page.kinds import control_of
from holdfast.ports import LivePage, LiveTarget
from holdfast.selectors.describe import describe
from holdfast.selectors.pointed import count_pointed, find_pointed

# As long as other programs wait for an element before they give up: it cannot be healed.
POINT_TIMEOUT_MS = 5_000.0
POLL_MS = 100.0
# These are done to the control that is pointed into, as when they are recorded.
_ON_CONTROLS = frozenset({StepAction.CLICK, StepAction.DBLCLICK, StepAction.DRAG})


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """An element seen for the first time. ``step`` is what a recording would hold of it."""

    step: Step
    target: LiveTarget
    notes: tuple[str, ...] = ()


async def see(page: LivePage, step: Step, pointer: Pointer) -> Sighting | None:
    """Return the element that a step points at, None when nothing is found in time."""
    deadline = time.monotonic() + POINT_TIMEOUT_MS / 1000
    while True:
        await page.settled()
        sighting = await _look(page, step, pointer)
        if sighting is not None or time.monotonic() >= deadline:
            return sighting
        await page.pause(POLL_MS)


async def _look(page: LivePage, step: Step, pointer: Pointer) -> Sighting | None:
    snapshot = await page.capture()
    nodes = find_pointed(snapshot, pointer).nodes
    ends = () if step.to_pointer is None else find_pointed(snapshot, step.to_pointer).nodes
    if not nodes or (step.to_pointer is not None and not ends):
        return None
    index = control_of(snapshot, nodes[0]) if step.action in _ON_CONTROLS else nodes[0]
    seen = _as_seen(step, snapshot.nodes[index])
    if ends:
        seen = _with_end(seen, snapshot.nodes[ends[0]])
    try:
        target = await page.target(snapshot.nodes[index], _share(seen))
        assert seen.fingerprint is not None, "it was just described"
        true = await proved(page.proof(target), seen.fingerprint)
    except PageChanged:
        return None  # it moved on meanwhile: once more, as it is then
    seen = replace(seen, fingerprint=true or seen.fingerprint)
    return Sighting(step=seen, target=target, notes=_notes(step, seen, len(nodes)))


def _share(step: Step) -> Point | None:
    """Return where in a canvas to act; None for other elements."""
    if step.fingerprint is None:
        return None
    return Seen(fingerprint=step.fingerprint, point=step.point).share


def _as_seen(step: Step, node: Node) -> Step:
    """Return the step with a fingerprint, as a recorder would have written it."""
    seen = replace(step, fingerprint=describe(node.snapshot, node), pointer=None)
    if seen.action is StepAction.TYPE and node.tag == "select":
        seen = replace(seen, action=StepAction.SELECT)
    if seen.action is StepAction.SELECT and seen.value is not None:
        seen = replace(seen, value=_label_of_option(node, seen.value))
    typed = seen.value if seen.action is StepAction.TYPE else None
    label = label_of(node.snapshot, node.index)
    if typed and not uses_secrets([typed]) and is_secret_field(node.attributes, label):
        field = node.get("name") or node.get("id") or label
        seen = replace(seen, value=f"${{{variable_name(field)}}}")
    return seen


def _label_of_option(node: Node, value: str) -> str:
    """Return the label of the option that has this value, or the value where that is the label."""
    options = [inner for inner in node.iter_descendants() if inner.tag == "option"]
    if any(option.text == value for option in options):
        return value
    return next((option.text for option in options if option.get("value") == value), value)


def _with_end(step: Step, end: Node) -> Step:
    """Return a drag with the element it ends on: in its middle, unless a place is given."""
    middle = None if end.box is None else Point(end.box.width / 2, end.box.height / 2)
    to = describe(end.snapshot, end)
    return replace(step, to=to, to_pointer=None, point=step.point or middle)


def _notes(step: Step, seen: Step, count: int) -> tuple[str, ...]:
    notes = []
    if count > 1:
        notes.append(f"{count} elements are pointed at; the first was used")
    if seen.action is StepAction.TYPE and seen.value != step.value:
        notes.append(f"this is a secret field: what is learned holds {seen.value} for its value")
    return tuple(notes)


async def check_absent(page: LivePage, step: Step, pointer: Pointer, wanted: str) -> None:
    """Wait until what is pointed at is hidden, or there are as many as wanted.

    Raises ``ActFailed`` when that does not come true.
    """
    hidden = step.check is AssertCheck.HIDDEN
    deadline = time.monotonic() + POINT_TIMEOUT_MS / 1000
    while True:
        snapshot = await page.capture()
        if hidden:
            shown = [i for i in find_pointed(snapshot, pointer).nodes if snapshot.index.shown[i]]
            count, expected = str(len(shown)), "0"
        else:
            count, expected = str(count_pointed(snapshot, pointer)), wanted.strip()
        if count == expected:
            return
        if time.monotonic() >= deadline:
            raise ActFailed(f"there are {count} such elements, not {expected[:80]}")
        await page.pause(POLL_MS)
