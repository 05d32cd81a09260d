"""The review queue: looking at healings, answering them, taking an answer back."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import RedirectResponse, Response

from holdfast.doors.portal.api.shapes import LARGEST, Number
from holdfast.doors.portal.desk import CurrentDesk, Desk
from holdfast.doors.portal.pages.page_rendering import render
from holdfast.doors.portal.pages.queue_filter import Wanted
from holdfast.doors.portal.pages.queue_view import QueuePlace, show_queue
from holdfast.doors.portal.problems import problem_of
from holdfast.errors import AnsweredAlready, HoldfastError

router = APIRouter()

Sent = Annotated[str, Form()]
Turn = Annotated[int, Query(ge=1, le=1_000_000)]
Done = Annotated[int, Query(ge=0, le=LARGEST)]
HERE = "/review"
UNCHANGED = 204  # htmx leaves the page as it is


@router.get("/review")
def show_all(
    request: Request,
    desk: CurrentDesk,
    page: Turn = 1,
    seen: str = "",
    done: Done = 0,
) -> Response:
    """Show what waits, with the first of it opened."""
    place = QueuePlace(wanted=Wanted.read(request.query_params), page=page, done=done)
    return _show(desk, place, seen=seen)


@router.get("/review/{number:int}")
def show_one(  # noqa: PLR0913, PLR0917 - one field of the address each
    request: Request,
    desk: CurrentDesk,
    number: Number,
    page: Turn = 1,
    seen: str = "",
    done: Done = 0,
) -> Response:
    """Show one healing beside the queue it was chosen from."""
    wanted = Wanted.read(request.query_params)
    return _show(desk, QueuePlace(wanted=wanted, page=page, done=done, chosen=number), seen=seen)


@router.post("/review/{number:int}/answer")
def answer(  # noqa: PLR0913, PLR0917 - one field of the form each
    desk: CurrentDesk,
    number: Number,
    answer: Sent,
    version: Sent = "",
    reason: Sent = "",
    query: Sent = "",
) -> Response:
    """Accept or reject a healing, and go on to the next one."""
    act = desk.accept if answer == "accept" else desk.reject
    said = reason.strip()[:500] or None
    return _answered(desk, number, query, lambda: act(number, version=version or None, reason=said))


@router.post("/review/{number:int}/pick")
def pick(
    desk: CurrentDesk,
    number: Number,
    candidate: Annotated[int, Form(ge=0, le=LARGEST)],
    version: Sent = "",
    query: Sent = "",
) -> Response:
    """Take a runner-up instead of what was proposed."""
    return _answered(
        desk, number, query, lambda: desk.pick(number, candidate, version=version or None)
    )


@router.post("/review/{number:int}/undo")
def undo(desk: CurrentDesk, number: Number, query: Sent = "", version: Sent = "") -> Response:
    """Take an answer back, and show the healing again."""
    wanted = Wanted.read(query)
    try:
        desk.undo(number, version=version or None)
    except HoldfastError as exc:
        return _refused(desk, wanted, number, exc)
    return RedirectResponse(wanted.address(number), 303)


def _show(desk: Desk, place: QueuePlace, *, seen: str = "") -> Response:
    view = show_queue(desk, place, seen)
    if view is None:
        return Response(status_code=UNCHANGED)
    return render(desk, "review.html", here=HERE, view=view)


def _answered(desk: Desk, number: int, query: str, act: Callable[[], object]) -> Response:
    wanted = Wanted.read(query)
    # Asked before: afterwards it may no longer be among those that are wanted.
    before, after = desk.store.neighbours(number, wanted.filter)
    try:
        act()
    except HoldfastError as exc:
        return _refused(desk, wanted, number, exc)
    going = after if after is not None else before
    return RedirectResponse(wanted.address(going, done=number), 303)


def _refused(desk: Desk, wanted: Wanted, number: int, exc: HoldfastError) -> Response:
    """Show the healing as it is now, and why the answer was not taken; nothing was overwritten."""
    problem = problem_of(exc, str(desk.project.root))
    told = problem.detail[:1].upper() + problem.detail[1:]
    if isinstance(exc, AnsweredAlready):
        told = f"Your answer was not taken: {problem.detail}. Nothing was overwritten."
    view = show_queue(desk, QueuePlace(wanted=wanted, chosen=number, problem=told))
    return render(desk, "review.html", here=HERE, view=view, status=problem.status_code)
