"""What goes in and out of the API: the model's values in camelCase, each with an example."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Annotated, Generic, TypeVar

from fastapi import Query
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from holdfast.model.archive import Page
from holdfast.model.healing import HealingAction, ReviewState

T = TypeVar("T")
LARGEST = 2**31 - 1  # of a whole number in the databases


def _sane(moment: datetime) -> datetime:
    """Return the moment with a zone; UTC when none was said."""
    if not 1970 <= moment.year < 3000:
        raise ValueError("must lie between the years 1970 and 2999")
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment


Moment = Annotated[datetime, AfterValidator(_sane)]
Number = Annotated[int, Field(ge=1, le=LARGEST)]
Name = Annotated[str, Field(max_length=500)]
PageNumber = Annotated[int, Query(ge=1, le=1_000_000, description="Which page, from 1.")]
PageSize = Annotated[int, Query(ge=1, le=200, description="How many on a page.")]


class Shape(BaseModel):
    """A value of the API."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, from_attributes=True, extra="forbid"
    )


class Paged(Shape, Generic[T]):
    """Some of many; `pages` says how many pages there are."""

    items: list[T]
    total: int = Field(examples=[1])
    page: int = Field(examples=[1])
    size: int = Field(examples=[50])
    pages: int = Field(examples=[1])


def paged(found: Page[T], items: Iterable[object]) -> dict[str, object]:
    """Return a page with its items as they are sent."""
    return {
        "items": list(items),
        "total": found.total,
        "page": found.page,
        "size": found.size,
        "pages": found.pages,
    }


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


class DecisionShape(Shape):
    """One healing decision as it is logged."""

    id: str = Field(examples=["4f1c9a0b2d3e/4/1"])
    job_id: str = Field(examples=["4f1c9a0b2d3e"])
    step_number: int
    attempt: int
    timestamp: datetime
    raw_ai_confidence: float = Field(alias="rawAIConfidence", examples=[82.5])
    calculated_confidence: int
    final_confidence: int
    factors: dict[str, float]
    boosters_applied: list[str]
    penalties_applied: list[str]
    action: HealingAction
    threshold_used: dict[str, int]
    gates: list[dict[str, str]]
    applied: bool
    succeeded: bool | None
    organization_id: str | None
    user_id: str | None
    recording_id: str | None
    fingerprint_id: str | None
    experiment_id: str | None
    variant: str
    proposer: str
    probability: float | None
    margin: float | None

    model_config = ConfigDict(extra="allow")


class RunShape(Shape):
    """One run: a replay of a recording, or a test."""

    id: str = Field(examples=["4f1c9a0b2d3e"])
    name: str = Field(examples=["Buy a stove"])
    recording_id: str | None
    user_id: str | None
    started_at: datetime
    ended_at: datetime | None
    passed: bool | None
    steps: int = Field(examples=[24])
    held_steps: int = Field(examples=[20])
    healed: int | None = Field(None, examples=[3])
    refused: int | None = Field(None, examples=[1])
    pending: int | None = Field(None, examples=[2])


class TimelineShape(Shape):
    """One step of a run; `outcome` is null when it is not known."""

    number: int = Field(examples=[4])
    title: str = Field(examples=["click 'Place order'"])
    outcome: str | None = Field(examples=["healed"])
    confidence: int | None
    action: HealingAction | None
    healing_number: int | None
    state: ReviewState | None
    succeeded: bool | None


class RunDetail(Shape):
    """One run, step by step."""

    run: RunShape
    timeline: list[TimelineShape]


class RecordingShape(Shape):
    """A recording as it stands in a list."""

    id: str = Field(examples=["recordings/shop.json"])
    name: str = Field(examples=["Buy a stove"])
    path: str = Field(examples=["recordings/shop.json"])
    start_url: str
    updated_at: datetime | None
    pending: int
    runs: int
    last_run: RunShape | None


class HistoryShape(Shape):
    """A fingerprint that was replaced."""

    healing_id: str
    healing_number: int | None
    replaced_at: datetime | None
    reviewer: str | None
    old_selector: str
    old_label: str
    new_selector: str
    new_label: str


class StepShape(Shape):
    """One step of a recording; its history newest first."""

    id: str = Field(examples=["step-4"])
    number: int
    title: str
    selector: str
    label: str
    has_picture: bool
    history: list[HistoryShape]
    excluded: int


class SettingShape(Shape):
    """A setting that holds, and where its value came from."""

    key: str = Field(examples=["autoApply"])
    value: object = Field(examples=[80])
    place: str = Field(examples=["default, mode balanced"])


class RecordingDetail(Shape):
    """One recording; `problem` says why its file cannot be read, empty when it can."""

    id: str
    name: str
    path: str
    problem: str
    steps: list[StepShape]
    config: dict[str, object] | None
    settings: list[SettingShape]


class RecordingConfigIn(Shape):
    """What holds for one recording; null takes its own value away."""

    mode: Name | None = Field(None, examples=["conservative"])
    thresholds: Name | None = Field(None, examples=["85/65/45"])
    healing_enabled: bool | None = Field(None, examples=[True])


class UserConfigIn(Shape):
    """What holds for you; null takes the own value away."""

    mode: Name | None = Field(None, examples=["balanced"])
    thresholds: Name | None = Field(None, examples=["85/65/45"])


class RollBackIn(Shape):
    """Which acceptance to take back, with all later ones of the step."""

    step_id: Name = Field(examples=["step-4"])
    healing_id: Name = Field(examples=["4f1c9a0b2d3e/4/1"])


class DayShape(Shape):
    """The decisions of one day, or of the week that begins with it."""

    start: date
    counts: Mapping[HealingAction, int]
    average_confidence: float
    successes: int
    outcomes: int


class ReportOut(Shape):
    """The report of a period."""

    report: dict[str, object]
    over_time: list[DayShape]
    histogram: list[int]


class ExperimentIn(Shape):
    """What to try: thresholds as 70/50/30, or a mode."""

    name: Annotated[str, Field(max_length=200)] = Field(examples=["bolder"])
    treatment: Name = Field(examples=["aggressive"])
    control: Name = Field("balanced", examples=["balanced"])
    allocation: Annotated[float, Field(ge=0, le=100)] = 50.0
    unit: str = Field("user", pattern="^(user|run)$")
    days: Annotated[int, Field(ge=1, le=3650)] | None = None


class StatusIn(Shape):
    """What becomes of an experiment."""

    status: str = Field(pattern="^(active|paused|completed)$", examples=["paused"])


class ViewerOut(Shape):
    """Who you are here."""

    user: str = Field(examples=["ann"])
    organization: str = Field(examples=["default"])


class LocateIn(Shape):
    """What is looked for, and where: a fingerprint, or an old page with a target; a new page."""

    fingerprint: dict[str, object] | None = None
    old_html: str | None = Field(None, examples=["<button id='save'>Save</button>"])
    target: Annotated[str, Field(max_length=2000)] | None = Field(None, examples=["#save"])
    snapshot: dict[str, object] | None = None
    html: str | None = Field(None, examples=["<button class='primary'>Save</button>"])


class LocationOut(Shape):
    """Where the element is now, how sure, and why; `found` is false when it is refused."""

    target: str = Field(examples=["#save"])
    found: bool = Field(examples=[True])
    held: bool = Field(examples=[False])
    xpath: str | None = Field(examples=["/html/body/button"])
    frame: list[object] | None
    probability: float = Field(examples=[0.97])
    p_gone: float = Field(examples=[0.02])
    margin: float = Field(examples=[0.95])
    refusal: str | None = Field(examples=[None])
    reason: str = Field(examples=["same role and name"])
    candidates: list[dict[str, object]]
    equivalents: list[str]
    selectors: list[dict[str, object]]
    notes: list[str]
