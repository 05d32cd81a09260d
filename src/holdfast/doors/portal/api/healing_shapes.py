"""Healings and answers as the API takes and gives them."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from holdfast.doors.portal.api.shapes import LARGEST, Name, Number, Shape
from holdfast.model.healing import HealingAction, ReviewState


class HealingShape(Shape):
    """A healing as it stands in a list."""

    number: int = Field(examples=[7])
    label: str = Field(examples=["Place order"])
    step_number: int = Field(examples=[4])
    recording_id: str | None = Field(examples=["recordings/shop.json"])
    recording_name: str | None = Field(examples=["Buy a stove"])
    run_id: str = Field(examples=["4f1c9a0b2d3e"])
    confidence: int = Field(examples=[72])
    action: HealingAction = Field(examples=[HealingAction.APPLY_WITH_FLAG])
    state: ReviewState = Field(examples=[ReviewState.PENDING])
    reviewer: str | None = Field(examples=[None])
    reviewed_at: datetime | None = Field(examples=[None])
    created_at: datetime = Field(examples=["2026-03-01T12:00:00Z"])
    url: str = Field(examples=["https://shop.example/checkout"])
    succeeded: bool | None = Field(examples=[True])
    old_selector: str = Field(examples=["page.locator('#pay')"])
    new_selector: str = Field(examples=["page.get_by_role('button', name='Place order')"])
    has_offer: bool = Field(examples=[True])


class ChangeShape(Shape):
    """One thing that accepting would change."""

    what: str = Field(examples=["selector"])
    before: str = Field(examples=["page.locator('#pay')"])
    after: str = Field(examples=["page.get_by_role('button', name='Place order')"])


class AcceptShape(Shape):
    """What accepting would change; `problem` says why it would not work, empty when it would."""

    path: str | None = Field(examples=["recordings/shop.json"])
    step_id: str | None = Field(examples=["step-4"])
    rows: list[ChangeShape]
    problem: str = Field(examples=[""])


class RunnerUpShape(Shape):
    """An element that may be meant instead; `target` picks it."""

    target: int = Field(examples=[118])
    likely: int = Field(examples=[11])
    element: str = Field(examples=["<button> 'Order now'"])
    why: str = Field(examples=["same role; near the same place"])
    selector: str = Field(examples=["page.get_by_role('button', name='Order now')"])


class HealingDetail(Shape):
    """One healing with all that a person judges it by; send `version` back with the answer."""

    number: int = Field(examples=[7])
    version: str = Field(examples=["new"])
    state: ReviewState
    label: str
    url: str
    step: str = Field(examples=["click 'Place order'"])
    step_number: int
    recording_id: str | None
    run_id: str
    created_at: datetime
    old_selector: str
    new_selector: str
    succeeded: bool | None
    reviewer: str | None
    reviewed_at: datetime | None
    reason: str | None
    chance: float | None = Field(examples=[0.93])
    sentences: list[str] = Field(examples=[["confidence 72: 50 % of it is the engine's 83"]])
    found: str = Field(examples=["same role and name"])
    runners_up: list[RunnerUpShape]
    change: AcceptShape | None
    pictures: dict[str, str | None] = Field(
        examples=[{"before": "/healings/7/before.png", "after": None}]
    )
    decision: dict[str, object] | None
    fingerprint: dict[str, object] | None


class ReviewIn(Shape):
    """An answer to a healing."""

    healing: Number = Field(examples=[7])
    answer: str = Field(pattern="^(accept|reject|undo|pick)$", examples=["accept"])
    target: Annotated[int, Field(ge=0, le=LARGEST)] | None = Field(None, examples=[118])
    version: Name | None = Field(None, examples=["new"])
    reason: Annotated[str, Field(max_length=2000)] | None = Field(
        None, examples=["it is the same button"]
    )


class ReviewOut(Shape):
    """What an answer did."""

    number: int = Field(examples=[7])
    state: ReviewState = Field(examples=[ReviewState.ACCEPTED])
    version: str = Field(examples=["accepted@2026-03-01T12:00:00+00:00"])
    file: str | None = Field(examples=["recordings/shop.json"])


class FilterIn(Shape):
    """Which healings; what is not said does not matter."""

    state: ReviewState | None = ReviewState.PENDING
    actions: list[HealingAction] = Field([], max_length=4)
    recording: Name | None = None
    run: Name | None = None
    min_confidence: Annotated[int, Field(ge=0, le=100)] = 0
    max_confidence: Annotated[int, Field(ge=0, le=100)] = 100
    text: Annotated[str, Field(max_length=200)] = ""


class BulkIn(Shape):
    """Accept what the filter finds, up to the number that the preview named."""

    filter: FilterIn = Field(examples=[{"recording": "recordings/shop.json", "minConfidence": 70}])
    newest: Number = Field(examples=[812])


class OffersShape(Shape):
    """How many would be accepted in one recording."""

    recording_id: str = Field(examples=["recordings/shop.json"])
    count: int = Field(examples=[12])


class BulkPreviewOut(Shape):
    """What accepting all that the filter finds would touch."""

    count: int = Field(examples=[13])
    acceptable: int = Field(examples=[12])
    newest: int = Field(examples=[812])
    recordings: list[OffersShape]


class FailedShape(Shape):
    """An answer that could not be given, and why."""

    number: int = Field(examples=[9])
    reason: str = Field(examples=["healing 9 is accepted already"])


class BulkOut(Shape):
    """What became of many answers; `left` are those for another call."""

    accepted: list[int] = Field(examples=[[7, 8]])
    failed: list[FailedShape]
    left: int = Field(examples=[0])
