"""Healings API: lists healings and takes their reviews."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Query

from holdfast.app.reviewing import Answered
from holdfast.doors.portal.api.healing_shapes import (
    BulkIn,
    BulkOut,
    BulkPreviewOut,
    FilterIn,
    HealingDetail,
    HealingShape,
    ReviewIn,
    ReviewOut,
)
from holdfast.doors.portal.api.shapes import LARGEST, PageNumber, PageSize, paged, paged_of
from holdfast.doors.portal.desk import CurrentDesk
from holdfast.doors.portal.problems import PortalProblem
from holdfast.doors.portal.views import HealingView
from holdfast.model.archive import QueueFilter
from holdfast.model.healing_decision import HealingAction, ReviewState
from holdfast.model.records import some

router = APIRouter()
HealingNumber = Annotated[int, Path(ge=1, le=LARGEST)]


@router.get("/healings", tags=["healings"], response_model=paged_of(HealingShape))
def list_healings(  # noqa: PLR0913, PLR0917 - one field of the filter each
    desk: CurrentDesk,
    state: Annotated[
        ReviewState | None, Query(description="Where the review stands; all when not said.")
    ] = None,
    action: Annotated[Sequence[HealingAction], Query(description="What was done.")] = (),
    recording: Annotated[str | None, Query(max_length=500)] = None,
    run: Annotated[str | None, Query(max_length=500)] = None,
    min_confidence: Annotated[int, Query(ge=0, le=100, alias="minConfidence")] = 0,
    max_confidence: Annotated[int, Query(ge=0, le=100, alias="maxConfidence")] = 100,
    text: Annotated[str, Query(max_length=200, description="In label or selectors.")] = "",
    page: PageNumber = 1,
    size: PageSize = 50,
) -> object:
    """Return healings, most useful first."""
    wanted = QueueFilter(
        state=state,
        actions=frozenset(action),
        recording_id=recording,
        run_id=run,
        min_confidence=min_confidence,
        max_confidence=max_confidence,
        text=text,
    )
    found = desk.store.page_healings(wanted, page, size)
    return paged(found)


@router.get("/healings/{number}", tags=["healings"], response_model=HealingDetail)
def get_healing(desk: CurrentDesk, number: HealingNumber) -> object:
    """Return one healing: its decision, its evidence, and what accepting it would change."""
    return _detail(desk.healing(number))


@router.post("/reviews", tags=["reviews"], response_model=ReviewOut)
def answer(desk: CurrentDesk, review: ReviewIn) -> object:
    """Accept or reject a healing, pick a runner-up, or take an answer back.

    With `version` the answer is refused (409) if somebody has answered since you looked.
    """
    number, version, reason, reviewer = review.healing, review.version, review.reason, desk.reviewer
    if review.answer == "pick":
        if review.target is None:
            raise PortalProblem(422, "not-usable", "target: says which runner-up is picked")
        picked = desk.offered(number, review.target).target  # only what was offered can be picked
        return answered_values(reviewer.pick(number, picked, reason, version=version))
    if review.answer == "undo":
        return answered_values(reviewer.undo(number, version=version))
    act = reviewer.accept if review.answer == "accept" else reviewer.reject
    return answered_values(act(number, reason, version=version))


@router.post("/reviews/preview", tags=["reviews"], response_model=BulkPreviewOut)
def preview(desk: CurrentDesk, wanted: FilterIn) -> object:
    """Return what accepting all that a filter finds would touch; changes nothing."""
    return desk.preview_bulk(_filter(wanted))


@router.post("/reviews/bulk", tags=["reviews"], response_model=BulkOut)
def accept_all(desk: CurrentDesk, bulk: BulkIn) -> object:
    """Accept what a filter finds, up to the number that the preview named."""
    return desk.accept_all(_filter(bulk.filter), bulk.newest)


def _filter(wanted: FilterIn) -> QueueFilter:
    return QueueFilter(
        state=wanted.state,
        actions=frozenset(wanted.actions),
        recording_id=wanted.recording,
        run_id=wanted.run,
        min_confidence=wanted.min_confidence,
        max_confidence=wanted.max_confidence,
        text=wanted.text,
    )


def answered_values(answered: Answered) -> dict[str, object]:
    """Return what an answer did, as it is sent."""
    return {**some(answered.healing, "number state version"), "file": answered.path}


def _detail(view: HealingView) -> dict[str, object]:
    healing, review = view.healing, view.healing.review
    pictures = {"before": view.evidence.before, "after": view.evidence.after}
    fields = (
        "number version state label url step_number recording_id run_id created_at old_selector "
        "new_selector succeeded fingerprint"
    ).split()
    return {
        **{name: getattr(healing, name) for name in fields},
        "step": view.step_title,
        "reviewer": None if review is None else review.reviewer,
        "reviewed_at": None if review is None else review.at,
        "reason": None if review is None else review.reason,
        "chance": view.chance,
        "sentences": view.sentences,
        "found": view.evidence.reason,
        "runners_up": view.evidence.runners_up,
        "change": view.change,
        "pictures": {
            name: None if picture is None else f"/healings/{healing.number}/{name}.png"
            for name, picture in pictures.items()
        },
        "decision": None if view.entry is None else view.entry.to_json(),
    }
