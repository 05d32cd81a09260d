"""Jobs: who works on the queue, what runs there just now, what waits and what has ended."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from holdfast.doors.portal.desk import CurrentDesk
from holdfast.doors.portal.pages.page_rendering import Shown, render
from holdfast.doors.portal.pages.shown_words import Said
from holdfast.doors.portal.sign_in import settings_of
from holdfast.model.queued_run import HEARD_OF, QueuedRun, RunState

router = APIRouter()
NEWEST = 50
_TONES = {RunState.PASSED: "good", RunState.FAILED: "poor", RunState.LOST: "weak"}


@router.get("/queue")
def show_queue(request: Request, desk: CurrentDesk) -> Response:
    """Show the queue; without one, how to come by it."""
    queue = settings_of(request).queue
    view = Shown(has_queue=queue is not None, counts=(), workers=(), runs=())
    if queue is not None:
        own = queue.for_organization(desk.viewer.organization)
        counts = own.count_states()
        view.counts = tuple((_said(state), counts[state]) for state in RunState)
        view.workers = tuple(own.list_workers(desk.now - HEARD_OF))
        running, newest = own.list_runs(RunState.RUNNING, NEWEST), own.list_runs(None, NEWEST)
        others = [run for run in newest if run.state is not RunState.RUNNING]
        view.runs = tuple(_shown(run) for run in [*running, *others])
    return render(desk, "jobs.html", here="/runs", view=view)


def _said(state: RunState) -> Said:
    return Said(state.value, _TONES.get(state, ""))


def _shown(run: QueuedRun) -> Shown:
    return Shown(
        name=run.name,
        id=run.run_id,
        href=f"/runs/{run.attempt_id}" if run.attempts else "",
        state=_said(run.state),
        worker=run.worker,
        at=run.ended_at or run.started_at or run.queued_at,
    )
