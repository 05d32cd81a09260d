"""The review queue: looking at healings, answering them, taking an answer back."""

from collections.abc import Callable
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import RedirectResponse, Response

from holdfast.app.reviewing import GONE, Answered, Everywhere, Reviewer
from holdfast.app.same_change import answered_with, same_offer, waiting_like
from holdfast.doors.portal.api.shapes import LARGEST, Number
from holdfast.doors.portal.desk import CurrentDesk, Desk
from holdfast.doors.portal.pages.healing_view import show_healing
from holdfast.doors.portal.pages.page_rendering import Shown, render
from holdfast.doors.portal.pages.queue_filter import Wanted
from holdfast.doors.portal.pages.queue_view import QueuePlace, show_queue
from holdfast.doors.portal.problems import problem_of
from holdfast.errors import AnsweredAlready, HoldfastError, ResolutionError
from holdfast.model.healing_decision import ReviewState

router = APIRouter()

Sent = Annotated[str, Form()]
Turn = Annotated[int, Query(ge=1, le=1_000_000)]
Done = Annotated[int, Query(ge=0, le=LARGEST)]
HERE = "/review"
UNCHANGED = 204  # htmx leaves the page as it is


class AnswerPlace(NamedTuple):
    """From where an answer was given: the filter, and the version that was looked at."""

    query: str
    version: str


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


@router.get("/review/{number:int}/page")
def show_pages(desk: CurrentDesk, number: Number) -> Response:
    """Show both pages of a healing as a whole: beside each other, and one over the other."""
    shown = show_healing(desk.healing(number))
    view = Shown(
        number=number,
        title=shown.title,
        words="Typed texts and secrets are hidden. A page without a picture is drawn from what was "
        "stored of it.",
        back=f"/review/{number}",
        before=shown.before.page and f"{shown.before.page}?whole=1",
        after=shown.after.page and f"{shown.after.page}?whole=1",
    )
    return render(desk, "page_pair.html", here=HERE, view=view)


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
    said = reason.strip()[:500] or (GONE if answer == "gone" else None)

    def act(one: Reviewer, each: int) -> Answered:
        give = one.accept if answer == "accept" else one.reject
        return give(each, said)

    return _answered(desk, number, AnswerPlace(query, version), act)


@router.post("/review/{number:int}/pick")
def pick(
    desk: CurrentDesk,
    number: Number,
    candidate: Annotated[int, Form(ge=0, le=LARGEST)],
    version: Sent = "",
    query: Sent = "",
) -> Response:
    """Take a runner-up instead of what was proposed."""
    offered = desk.offered(number, candidate)

    def act(one: Reviewer, each: int) -> Answered:
        target = candidate if each == number else same_offer(desk.store, each, offered)
        return one.pick(each, target)

    return _answered(desk, number, AnswerPlace(query, version), act)


@router.post("/review/{number:int}/undo")
def undo(desk: CurrentDesk, number: Number, query: Sent = "", version: Sent = "") -> Response:
    """Take an answer back, and show the healing again."""
    wanted = Wanted.read(query)
    together, answered = (
        answered_with(desk.store, number),
        (ReviewState.ACCEPTED, ReviewState.REJECTED),
    )
    try:
        desk.reviewer.check(number, *answered, version=version or None)
        given = desk.reviewer.everywhere(
            together, lambda one, each: one.undo(each), newest_first=True
        )
        _raise_failed(number, given)
    except HoldfastError as exc:
        return _refused(desk, wanted, number, exc)
    return RedirectResponse(wanted.address(number), 303)


def _show(desk: Desk, place: QueuePlace, *, seen: str = "") -> Response:
    view = show_queue(desk, place, seen)
    if view is None:
        return Response(status_code=UNCHANGED)
    known = view.rows.total if place.wanted == Wanted() else None
    return render(desk, "review.html", here=HERE, view=view, waiting=known)


def _answered(
    desk: Desk, number: int, asked: AnswerPlace, act: Callable[[Reviewer, int], Answered]
) -> Response:
    """Answer the healing that was looked at, and the same change wherever else it waits."""
    wanted = Wanted.read(asked.query)
    # AnswerPlace before: afterwards it may no longer be among those that are wanted.
    before, after = desk.store.neighbour_changes(number, wanted.filter)
    try:
        desk.reviewer.check(number, ReviewState.PENDING, version=asked.version or None)
        _raise_failed(number, desk.reviewer.everywhere(waiting_like(desk.store, number), act))
    except HoldfastError as exc:
        return _refused(desk, wanted, number, exc)
    going = after if after is not None else before
    return RedirectResponse(wanted.address(going, done=number), 303)


def _raise_failed(number: int, given: Everywhere) -> None:
    """Raise if the healing that was looked at is among those that could not be answered."""
    why = dict(given.failed).get(number)
    if why is not None:
        raise ResolutionError(why)


def _refused(desk: Desk, wanted: Wanted, number: int, exc: HoldfastError) -> Response:
    """Show the healing as it is now, and why the answer was not taken; nothing was overwritten."""
    problem = problem_of(exc, str(desk.project.root))
    told = problem.detail[:1].upper() + problem.detail[1:]
    if isinstance(exc, AnsweredAlready):
        told = f"Your answer was not taken: {problem.detail}. Nothing was overwritten."
    view = show_queue(desk, QueuePlace(wanted=wanted, chosen=number, problem=told))
    return render(desk, "review.html", here=HERE, view=view, status=problem.status_code)
