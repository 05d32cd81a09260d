"""Healing pictures: a healing on its page, as recorded and as it is now, near misses numbered."""

from collections.abc import Mapping, Sequence

from holdfast.app.page_view import Outline, page_view
from holdfast.app.proposing import MOST_NEAR_MISSES, fingerprint_id
from holdfast.errors import HoldfastError
from holdfast.model.archive import HealingEvidence
from holdfast.model.candidate import Location
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.fingerprint_json import fingerprint_from_json
from holdfast.model.recording_json import recording_from_json
from holdfast.model.remembered import Healing
from holdfast.model.replay_result import Screen


def picture_before(recorded: Fingerprint, *, whole: bool = False) -> str | None:
    """Return the recorded page with the element outlined; None if nothing was measured of it."""
    box = recorded.node.box
    if box is None:
        return None
    return page_view(recorded.page, [Outline(box=box)], whole=whole)


def picture_now(healing: Healing, evidence: HealingEvidence, *, whole: bool = False) -> str | None:
    """Return the page of today, what was proposed outlined as 1 and the runners-up from 2 on."""
    found = read_offer(healing)
    if found is None or found.page.boxes is None:
        return None
    targets = [found.target, *(one.target for one in evidence.runners_up)]
    marks = [
        Outline(box=box, kind="first" if number == 1 else "other", number=number)
        for number, target in enumerate(targets, 1)
        if target < len(found.page) and (box := found.page.boxes[target]) is not None
    ]
    return page_view(found.page, marks, evidence.page, whole=whole) if marks else None


def picture_found(location: Location, seen: Screen | None) -> str:
    """Return the page that was searched with the nearest elements numbered; "" without boxes."""
    nearest = [one.node for one in location.candidates[: MOST_NEAR_MISSES + 1]]
    boxes = [(number, node.box) for number, node in enumerate(nearest, 1)]
    marks = [
        Outline(box=box, kind="first" if number == 1 else "other", number=number)
        for number, box in boxes
        if box is not None
    ]
    # A drawing would show what the page says; a picture has what is secret hidden.
    return page_view(nearest[0].snapshot, marks, seen) if marks and seen is not None else ""


def read_offer(healing: Healing) -> Fingerprint | None:
    """Return the proposed element, None when there is none, or it cannot be read."""
    try:
        return None if healing.fingerprint is None else fingerprint_from_json(healing.fingerprint)
    except HoldfastError:
        return None


def recorded_element(
    healing: Healing, document: Mapping[str, object] | None, looks: Sequence[Fingerprint]
) -> Fingerprint | None:
    """Return what was recorded when it was healed: in its recording's file, or in a suite's files.

    An accepted healing has replaced it, and the recording's history knows it.
    """
    found = [one for one in looks if fingerprint_id(one) == healing.fingerprint_id]
    if document is None:
        return found[0] if found else None
    history = document.get("history")
    for entry in history if isinstance(history, list) else ():
        if isinstance(entry, dict) and entry.get("healingId") == healing.entry_id:
            document = {**document, "steps": [{"id": healing.step_id, "action": "click", **entry}]}
    try:
        steps = recording_from_json(document).steps
    except HoldfastError:
        return None
    return next((step.fingerprint for step in steps if step.id == healing.step_id), None)
