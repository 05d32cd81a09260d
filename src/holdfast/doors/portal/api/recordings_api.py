"""Recordings: their steps, the history of their elements, their own settings."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query

from holdfast.doors.portal.api.healing_shapes import ReviewOut
from holdfast.doors.portal.api.healings_api import answered_values
from holdfast.doors.portal.api.record_shapes import (
    RecordingConfigIn,
    RecordingDetail,
    RecordingShape,
    RollBackIn,
)
from holdfast.doors.portal.api.runs_api import run_values
from holdfast.doors.portal.api.shapes import PageNumber, PageSize, paged, paged_of
from holdfast.doors.portal.desk import CurrentDesk
from holdfast.model.archive import RecordingRow

router = APIRouter(tags=["recordings"])


@router.get("/recordings", response_model=paged_of(RecordingShape))
def list_recordings(
    desk: CurrentDesk,
    text: Annotated[str, Query(max_length=200)] = "",
    page: PageNumber = 1,
    size: PageSize = 50,
) -> object:
    """Return recordings by name."""
    found = desk.recordings(text, page, size)
    return paged(found, map(_row, found.items))


@router.put("/recordings/{recording_id:path}/config", response_model=dict[str, object])
def configure(desk: CurrentDesk, recording_id: str, config: RecordingConfigIn) -> object:
    """Set mode, thresholds and whether to heal for one recording."""
    made = desk.configure_recording(
        recording_id, config.mode, config.thresholds, config.healing_enabled
    )
    return made.to_json()


@router.post("/recordings/{recording_id:path}/rollback", response_model=list[ReviewOut])
def roll_back(desk: CurrentDesk, recording_id: str, wanted: RollBackIn) -> object:
    """Take an acceptance back, and all later ones of its step, the newest first."""
    answers = desk.roll_back(recording_id, wanted.step_id, wanted.healing_id)
    return [answered_values(one) for one in answers]


@router.get("/recordings/{recording_id:path}", response_model=RecordingDetail)
def get_recording(desk: CurrentDesk, recording_id: str) -> object:
    """Return one recording with its steps, their history, and the settings that hold for it."""
    view = desk.recording(recording_id)
    return {
        "id": view.entry.id,
        "name": view.entry.name,
        "path": view.entry.path,
        "problem": view.problem,
        "steps": view.steps,
        "config": None if view.config is None else view.config.to_json(),
        "settings": view.settings,
    }


def _row(row: RecordingRow) -> dict[str, object]:
    return {
        **asdict(row.entry),
        "pending": row.pending,
        "runs": row.runs,
        "last_run": None if row.last_run is None else run_values(row.last_run),
    }
