"""Runs, recordings, reports, experiments and locations as the API takes and gives them."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated

from pydantic import ConfigDict, Field

from holdfast.doors.portal.api.shapes import Name, Shape
from holdfast.model.healing import HealingAction, ReviewState


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
