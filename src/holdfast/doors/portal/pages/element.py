"""The history of one element: what was recorded for it, and the way back."""

from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response

from holdfast.doors.portal.desk import CurrentDesk, Desk
from holdfast.doors.portal.pages.forms import told
from holdfast.doors.portal.pages.page_rendering import Shown, render
from holdfast.doors.portal.pages.shown_words import HERE, Link, recording_href, step_href
from holdfast.doors.portal.views import HistoryView, RecordingView, StepView
from holdfast.errors import HoldfastError, ResolutionError

router = APIRouter()

WORDLESS = "an element without words"
BACK = "The older fingerprint is in use again. What it replaced waits for an answer again."


@router.get("/recordings/{recording_id:path}/steps/{step_id}")
def show_element(desk: CurrentDesk, recording_id: str, step_id: str, done: str = "") -> Response:
    """Show what was recorded for an element, from the newest to the oldest."""
    return _element(desk, recording_id, step_id, done=BACK if done else "")


@router.post("/recordings/{recording_id:path}/steps/{step_id}/rollback")
def roll_back(
    desk: CurrentDesk, recording_id: str, step_id: str, to: Annotated[str, Form()]
) -> Response:
    """Make an older fingerprint the recorded one again."""
    try:
        desk.roll_back(recording_id, step_id, to)
    except HoldfastError as exc:
        return _element(desk, recording_id, step_id, **told(desk, exc))
    return RedirectResponse(f"{step_href(recording_id, step_id)}?done=back", 303)


def _element(  # noqa: PLR0913 - what is shown, and how it came about
    desk: Desk,
    recording_id: str,
    step_id: str,
    *,
    done: str = "",
    problem: str = "",
    status: int = 200,
) -> Response:
    view = desk.recording(recording_id)
    step = _get_step(view, step_id)
    href = step_href(recording_id, step_id)
    shown = Shown(
        title=step.title,
        number=step.number,
        href=href,
        recording=Link(view.entry.name, recording_href(recording_id)),
        done=done,
        problem=problem,
        picture=f"{href}.png" if step.has_picture else "",
        excluded=step.excluded,
        fingerprints=tuple(_fingerprints(step)),
    )
    return render(desk, "element.html", here=HERE, view=shown, status=status)


def _get_step(view: RecordingView, step_id: str) -> StepView:
    for step in view.steps:
        if step.id == step_id:
            return step
    raise ResolutionError(f"there is no step {step_id[:80]!r} in this recording")


def _fingerprints(step: StepView) -> list[Shown]:
    """Return the one in use, then each that a healing replaced."""
    newest = step.history[0] if step.history else None
    now = Shown(
        words=step.label or WORDLESS,
        selector=step.selector,
        is_current=True,
        since="As it was recorded." if newest is None else "In use since",
        at=None if newest is None else newest.replaced_at,
        healing=None if newest is None else newest.healing_number,
        by="" if newest is None else newest.reviewer or "",
        restore="",
    )
    return [now, *(_older(one) for one in step.history)]


def _older(one: HistoryView) -> Shown:
    return Shown(
        words=one.old_label or WORDLESS,
        selector=one.old_selector,
        is_current=False,
        since="Replaced",
        at=one.replaced_at,
        healing=one.healing_number,
        by=one.reviewer or "",
        restore=one.healing_id,
    )
