"""Recordings: which there are, what holds for one, and the history of its elements."""

from typing import Annotated

from fastapi import APIRouter, Form, Query
from fastapi.responses import RedirectResponse, Response

from holdfast.doors.portal.desk import CurrentDesk, Desk
from holdfast.doors.portal.pages.forms import find_thresholds, show_rows, told
from holdfast.doors.portal.pages.page_rendering import Shown, render, with_query
from holdfast.doors.portal.pages.shown_words import (
    HERE,
    MODES,
    ending_of,
    recording_href,
    step_href,
)
from holdfast.doors.portal.views import StepView
from holdfast.errors import HoldfastError
from holdfast.model.archive import PageOf, RecordingRow
from holdfast.model.thresholds import Mode, RecordingHealingConfig

router = APIRouter()

SIZE = 30
OF_HEALING = 4  # three thresholds and the switch come first; the rest is no recording's
SWITCHES = (("", "not chosen here"), ("yes", "on"), ("no", "off: steps that do not hold fail"))
SAVED = "Saved. It holds from the next run on."
Sent = Annotated[str, Form()]
Turn = Annotated[int, Query(ge=1, le=1_000_000)]


@router.get("/recordings")
def show_recordings(desk: CurrentDesk, page: Turn = 1) -> Response:
    """Show all recordings that the store knows."""
    found = desk.recordings("", page, SIZE)
    rows = tuple(_recording(row) for row in found.items)
    shown = PageOf(items=rows, total=found.total, page=found.page, size=found.size)
    return render(desk, "recordings.html", here=HERE, view=Shown(base=HERE, rows=shown))


@router.post("/recordings/{recording_id:path}/settings")
def configure(  # noqa: PLR0913, PLR0917 - one field of the form each
    desk: CurrentDesk,
    recording_id: str,
    mode: Sent = "",
    healing_enabled: Annotated[str, Form(alias="healingEnabled")] = "",
    auto_apply: Annotated[str, Form(alias="autoApply")] = "",
    apply_with_flag: Annotated[str, Form(alias="applyWithFlag")] = "",
    suggest_only: Annotated[str, Form(alias="suggestOnly")] = "",
) -> Response:
    """Choose mode, thresholds and whether to heal for one recording."""
    try:
        desk.configure_recording(
            recording_id,
            mode=mode or None,
            thresholds=find_thresholds(auto_apply, apply_with_flag, suggest_only),
            healing_enabled={"yes": True, "no": False}.get(healing_enabled),
        )
    except HoldfastError as exc:
        return _page(desk, recording_id, **told(desk, exc))
    return RedirectResponse(f"{recording_href(recording_id)}?done=saved", 303)


@router.get("/recordings/{recording_id:path}")
def show_recording(desk: CurrentDesk, recording_id: str, done: str = "") -> Response:
    """Show one recording: its settings and its steps."""
    return _page(desk, recording_id, done=SAVED if done else "")


def _recording(row: RecordingRow) -> Shown:
    entry, last = row.entry, row.last_run
    return Shown(
        href=recording_href(entry.id),
        name=entry.name,
        start_url=entry.start_url,
        path=entry.path,
        chosen=_chosen(row.config),
        last_run=None if last is None else Shown(ending=ending_of(last.passed), at=last.started_at),
        pending=row.pending,
        pending_href=with_query("/review", recording=entry.id),
    )


def _chosen(config: RecordingHealingConfig | None) -> str:
    if config is None:
        return "as the project"
    if config.healing_enabled is False:
        return "healing is off"
    if config.custom_thresholds is not None:
        return f"own, {config.custom_thresholds}"
    return "as the project" if config.mode is None else config.mode.value


def _page(
    desk: Desk, recording_id: str, *, done: str = "", problem: str = "", status: int = 200
) -> Response:
    view = desk.recording(recording_id)
    entry = view.entry
    shown = Shown(
        id=entry.id,
        name=entry.name,
        path=entry.path,
        start_url=entry.start_url,
        href=recording_href(entry.id),
        runs_href=with_query("/runs", recording=entry.id),
        review_href=with_query("/review", recording=entry.id, state="all"),
        done=done,
        problem=problem,
        modes=tuple((mode.value, MODES[mode]) for mode in Mode),
        config=_config(view.config),
        switches=SWITCHES,
        effective=show_rows(desk, view.settings[:OF_HEALING]),
        steps=tuple(_step(entry.id, step) for step in view.steps),
        no_steps=view.problem or "It holds no steps.",
    )
    return render(desk, "recording.html", here=HERE, view=shown, status=status)


def _config(config: RecordingHealingConfig | None) -> Shown:
    """Return what was chosen for a recording, as the form shows it."""
    if config is None:
        return Shown(mode="", healing="", thresholds=None)
    healing = {True: "yes", False: "no", None: ""}[config.healing_enabled]
    mode = "" if config.mode is None else config.mode.value
    return Shown(mode=mode, healing=healing, thresholds=config.custom_thresholds)


def _step(recording_id: str, step: StepView) -> Shown:
    times = len(step.history)
    history = {0: "never changed", 1: "changed once"}.get(times, f"changed {times} times")
    href = step_href(recording_id, step.id) if step.selector else ""
    return Shown(
        number=step.number,
        title=step.title,
        selector=step.selector,
        href=href,
        history=history,
        is_changed=times > 0,
    )
