"""Accepting several healings at once: first what would change, then the change."""

from itertools import groupby
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response

from holdfast.doors.portal.api.shapes import LARGEST, Number
from holdfast.doors.portal.desk import CurrentDesk, Desk
from holdfast.doors.portal.pages.page_rendering import Shown, render
from holdfast.doors.portal.pages.queue_filter import Wanted
from holdfast.doors.portal.views import BulkResult
from holdfast.model.archive import HealingRow

router = APIRouter()

SHOWN = 80  # to tick one by one; more than that nobody reads
HERE = "/review"


@router.get("/review/bulk")
def preview(request: Request, desk: CurrentDesk) -> Response:
    """Show what accepting all that a filter finds would change."""
    wanted = Wanted.read(request.query_params)
    found = desk.preview_bulk(wanted.filter)
    rows = [row for row in desk.store.page_healings(wanted.filter, 1, SHOWN).items if row.has_offer]
    rows.sort(key=lambda row: (row.recording_name or "", row.recording_id or "", row.step_number))
    left = found.count - found.acceptable
    words = "Each becomes what its recording says; what was recorded is kept in the history. "
    if left:
        words += f"{left} of {found.count} offer no element and stay. "
    view = Shown(
        results=(),
        title=f"Accept {found.acceptable} healing{'s' * (found.acceptable != 1)}?",
        words=words,
        base=wanted.address(),
        query=wanted.query,
        files=tuple(_files(desk, rows)),
        newest=found.newest,
        everything=f"Accept all {found.acceptable}" if found.acceptable > len(rows) else "",
    )
    return render(desk, "bulk.html", here=HERE, view=view)


@router.post("/review/bulk")
def accept_several(
    desk: CurrentDesk,
    numbers: Annotated[list[Number], Form(default_factory=list)],
    query: Annotated[str, Form()] = "",
    newest: Annotated[int, Form(ge=0, le=LARGEST)] = 0,
) -> Response:
    """Accept the ticked ones, or (with ``newest``) all that the filter found when it was shown."""
    wanted = Wanted.read(query)
    done = desk.accept_all(wanted.filter, newest) if newest else desk.accept_many(numbers)
    failed = [Shown(number=one.number, done=False, words=one.reason) for one in done.failed]
    accepted = [Shown(number=one, done=True, words="accepted") for one in done.accepted]
    view = Shown(
        title=_count(done),
        words=f"{done.left} more wait for the next round." if done.left else "",
        base=wanted.address(),
        files=(),
        results=[*failed, *accepted],
    )
    return render(desk, "bulk.html", here=HERE, view=view)


def _count(done: BulkResult) -> str:
    accepted = f"{len(done.accepted)} accepted"
    return f"{accepted}, {len(done.failed)} not" if done.failed else accepted


def _files(desk: Desk, rows: list[HealingRow]) -> list[Shown]:
    files = []
    for recording_id, found in groupby(rows, key=lambda row: row.recording_id):
        known = None if recording_id is None else desk.store.find_recording(recording_id)
        of_file = tuple(found)
        name = of_file[0].recording_name or "Without a recording"
        words = f"changes {known.path}" if known else "no file is changed: only the store notes it"
        files.append(Shown(name=name, words=words, rows=of_file))
    return files
