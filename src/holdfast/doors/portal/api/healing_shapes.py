"""Healing shapes: healings and answers as the API takes and gives them."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from holdfast.doors.portal.api.shapes import LARGEST, ApiShape, Name, Number, shape
from holdfast.doors.portal.views import (
    AcceptChange,
    BulkPreview,
    BulkResult,
    ChangeRow,
    FailedAnswer,
    RecordingOffers,
)
from holdfast.model.archive import HealingRow, RunnerUp
from holdfast.model.healing_decision import HealingAction, ReviewState
from holdfast.model.remembered import Healing

HealingShape = shape(HealingRow, "HealingShape", "A healing as it stands in a list.")
shape(ChangeRow, "ChangeShape", "One thing that accepting would change.")
shape(
    AcceptChange,
    "AcceptShape",
    "What accepting would change; `problem` says why it would not work, empty when it would.",
)
shape(RunnerUp, "RunnerUpShape", "An element that may be meant instead; `target` picks it.")
HealingDetail = shape(
    Healing,
    "HealingDetail",
    "One healing with all that a person judges it by; send `version` back with the answer.",
    only="number version state label url step_number recording_id run_id created_at old_selector "
    "new_selector succeeded",
    step=str,
    reviewer=str | None,
    reviewed_at=datetime | None,
    reason=str | None,
    chance=float | None,
    sentences=list[str],
    found=str,
    runners_up=tuple[RunnerUp, ...],
    change=AcceptChange | None,
    pictures=dict[str, str | None],
    decision=dict[str, object] | None,
    fingerprint=dict[str, object] | None,
)
ReviewOut = shape(
    Healing, "ReviewOut", "What an answer did.", only="number state version", file=str | None
)
shape(RecordingOffers, "OffersShape", "How many would be accepted in one recording.")
BulkPreviewOut = shape(
    BulkPreview, "BulkPreviewOut", "What accepting all that the filter finds would touch."
)
shape(FailedAnswer, "FailedShape", "An answer that could not be given, and why.")
BulkOut = shape(
    BulkResult, "BulkOut", "What became of many answers; `left` are those for another call."
)


class ReviewIn(ApiShape):
    """An answer to a healing."""

    healing: Number = Field(examples=[7])
    answer: str = Field(pattern="^(accept|reject|undo|pick)$", examples=["accept"])
    target: Annotated[int, Field(ge=0, le=LARGEST)] | None = Field(None, examples=[118])
    version: Name | None = Field(None, examples=["new"])
    reason: Annotated[str, Field(max_length=2000)] | None = Field(
        None, examples=["it is the same button"]
    )


class FilterIn(ApiShape):
    """Which healings; what is not said does not matter."""

    state: ReviewState | None = ReviewState.PENDING
    actions: list[HealingAction] = Field([], max_length=4)
    recording: Name | None = None
    run: Name | None = None
    min_confidence: Annotated[int, Field(ge=0, le=100)] = 0
    max_confidence: Annotated[int, Field(ge=0, le=100)] = 100
    text: Annotated[str, Field(max_length=200)] = ""


class BulkIn(ApiShape):
    """Accept what the filter finds, up to the number that the preview named."""

    filter: FilterIn = Field(examples=[{"recording": "recordings/shop.json", "minConfidence": 70}])
    newest: Number = Field(examples=[812])
