"""Accepting several healings at once: first what would change, then the change."""

from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, NamedTuple

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


class Result(NamedTuple):
    """What became of one of them."""

    number: int
    done: bool
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownBulk:
    """All that the page shows: what would be accepted, or what was."""

    title: str
    words: str
    base: str
    query: str
    files: tuple[Shown, ...] = ()
    newest: int = 0
    everything: str = ""
    results: tuple[Result, ...] = ()


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
    view = ShownBulk(
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
    view = ShownBulk(
        title=_count(done),
        words=f"{done.left} more wait for the next round." if done.left else "",
        base=wanted.address(),
        query=wanted.query,
        results=(
            *(Result(one.number, False, one.reason) for one in done.failed),
            *(Result(number, True, "accepted") for number in done.accepted),
        ),
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
