"""Runs API: lists runs and the decisions in them."""

from dataclasses import asdict
from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Query

from holdfast.doors.portal.api.record_shapes import DecisionShape, RunDetail, RunShape
from holdfast.doors.portal.api.shapes import Moment, PageNumber, PageSize, paged, paged_of
from holdfast.doors.portal.desk import CurrentDesk, Desk
from holdfast.doors.portal.problems import PortalProblem
from holdfast.model.archive import DecisionFilter, RunFilter
from holdfast.model.healing_decision import HealingAction
from holdfast.model.remembered import Run
from holdfast.model.thresholds import Variant

router = APIRouter()
USUAL_PERIOD = timedelta(days=30)
Since = Annotated[Moment | None, Query(description="From when; 30 days before the end.")]
Until = Annotated[Moment | None, Query(description="To when; now.")]
OfRecording = Annotated[str | None, Query(max_length=500)]


def period(  # noqa: PLR0913, PLR0917 - one field of the filter each
    desk: Desk,
    since: Moment | None,
    until: Moment | None,
    recording: str | None,
    action: HealingAction | None,
    variant: Variant | None,
) -> DecisionFilter:
    """Return the filter of a period; raises a problem when it begins after its end."""
    end = until or desk.now
    start = since or end - USUAL_PERIOD
    if start > end:
        raise PortalProblem(422, "not-usable", "since: must not come after until")
    return DecisionFilter(
        start=start, end=end, recording_id=recording, action=action, variant=variant
    )


@router.get("/runs", tags=["runs"], response_model=paged_of(RunShape))
def list_runs(  # noqa: PLR0913, PLR0917 - one field of the filter each
    desk: CurrentDesk,
    recording: OfRecording = None,
    passed: bool | None = None,
    text: Annotated[str, Query(max_length=200)] = "",
    page: PageNumber = 1,
    size: PageSize = 50,
) -> object:
    """Return runs, newest first."""
    wanted = RunFilter(recording_id=recording, passed=passed, text=text)
    found = desk.store.page_runs(wanted, page, size)
    rows = (
        {
            **run_values(row.run),
            "healed": row.healed,
            "refused": row.refused,
            "pending": row.pending,
        }
        for row in found.items
    )
    return paged(found, rows)


@router.get("/runs/{run_id:path}", tags=["runs"], response_model=RunDetail)
def get_run(desk: CurrentDesk, run_id: str) -> object:
    """Return one run, step by step."""
    view = desk.run(run_id)
    return {"run": run_values(view.run), "timeline": view.steps}


@router.get("/decisions", tags=["decisions"], response_model=paged_of(DecisionShape))
def list_decisions(  # noqa: PLR0913, PLR0917 - one field of the filter each
    desk: CurrentDesk,
    since: Since = None,
    until: Until = None,
    recording: OfRecording = None,
    action: HealingAction | None = None,
    variant: Variant | None = None,
    page: PageNumber = 1,
    size: PageSize = 50,
) -> object:
    """Return decisions of a period, newest first."""
    wanted = period(desk, since, until, recording, action, variant)
    found = desk.store.page_decisions(wanted, page, size)
    return paged(found, (entry.to_json() for entry in found.items))


def run_values(run: Run) -> dict[str, object]:
    """Return a run as it is sent; whose it is goes without saying."""
    values = asdict(run)
    del values["organization_id"]
    return values
