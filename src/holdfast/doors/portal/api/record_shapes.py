"""Record shapes: runs, recordings, reports, experiments and locations as the API has them."""

from typing import Annotated

from pydantic import ConfigDict, Field

from holdfast.doors.portal.api.shapes import ApiShape, Name, shape
from holdfast.doors.portal.views import HistoryView, SettingRow, StepView, TimelineStep
from holdfast.model.access import AuditEntry, Role
from holdfast.model.archive import Bucket
from holdfast.model.healing_decision import ConfidenceLogEntry
from holdfast.model.remembered import RecordingEntry, Run
from holdfast.model.thresholds import Mode

DecisionShape = shape(
    ConfidenceLogEntry,
    "DecisionShape",
    "One healing decision as it is logged.",
    only="id step_number attempt timestamp calculated_confidence final_confidence action applied "
    "succeeded organization_id user_id recording_id fingerprint_id experiment_id proposer "
    "probability margin",
    job_id=str,
    rawAIConfidence=float,
    factors=dict[str, float],
    boosters_applied=list[str],
    penalties_applied=list[str],
    threshold_used=dict[str, int],
    gates=list[dict[str, str]],
    variant=str,
    advice=(dict[str, object] | None, None),
)
RunShape = shape(
    Run,
    "RunShape",
    "One run: a replay of a recording, or a test.",
    without="organization_id",
    healed=(int | None, None),
    refused=(int | None, None),
    pending=(int | None, None),
)
shape(
    TimelineStep,
    "TimelineShape",
    "One step of a run; `outcome` is null when it is not known.",
    outcome=str | None,
)
RecordingShape = shape(
    RecordingEntry,
    "RecordingShape",
    "A recording as it stands in a list.",
    pending=int,
    runs=int,
    last_run=Run | None,
)
shape(HistoryView, "HistoryShape", "A fingerprint that was replaced.")
shape(StepView, "StepShape", "One step of a recording; its history newest first.")
SettingShape = shape(
    SettingRow, "SettingShape", "A setting that holds, and where its value came from."
)
shape(Bucket, "DayShape", "The decisions of one day, or of the week that begins with it.")
RunDetail = shape(
    Run, "RunDetail", "One run, step by step.", only=" ", run=Run, timeline=tuple[TimelineStep, ...]
)
RecordingDetail = shape(
    RecordingEntry,
    "RecordingDetail",
    "One recording; `problem` says why its file cannot be read, empty when it can.",
    only="id name path",
    problem=str,
    steps=tuple[StepView, ...],
    config=dict[str, object] | None,
    settings=tuple[SettingRow, ...],
)
ReportOut = shape(
    Bucket,
    "ReportOut",
    "The report of a period.",
    only=" ",
    report=dict[str, object],
    over_time=tuple[Bucket, ...],
    histogram=list[int],
)


class RecordingConfigIn(ApiShape):
    """What holds for one recording; null takes its own value away."""

    mode: Name | None = Field(None, examples=["conservative"])
    thresholds: Name | None = Field(None, examples=["85/65/45"])
    healing_enabled: bool | None = Field(None, examples=[True])


class UserConfigIn(ApiShape):
    """What holds for you; null takes the own value away."""

    mode: Name | None = Field(None, examples=["balanced"])
    thresholds: Name | None = Field(None, examples=["85/65/45"])


class RollBackIn(ApiShape):
    """Which acceptance to take back, with all later ones of the step."""

    step_id: Name = Field(examples=["step-4"])
    healing_id: Name = Field(examples=["4f1c9a0b2d3e/4/1"])


class ExperimentIn(ApiShape):
    """What to try: thresholds as 70/50/30, or a mode."""

    name: Annotated[str, Field(max_length=200)] = Field(examples=["bolder"])
    treatment: Name = Field(examples=["aggressive"])
    control: Name = Field("balanced", examples=["balanced"])
    allocation: Annotated[float, Field(ge=0, le=100)] = 50.0
    unit: str = Field("user", pattern="^(user|run)$")
    days: Annotated[int, Field(ge=1, le=3650)] | None = None


class StatusIn(ApiShape):
    """What becomes of an experiment."""

    status: str = Field(pattern="^(active|paused|completed)$", examples=["paused"])


class ViewerOut(ApiShape):
    """Who you are here."""

    user: str = Field(examples=["ann"])
    organization: str = Field(examples=["default"])
    role: Role = Field(examples=["reviewer"])


AuditShape = shape(AuditEntry, "AuditShape", "Who did what, and when.")


_WAY = "The way to an element of a measurement: its index, after those of the frames around it."
_MEASURED = "What /static/measure.js measured; `inner` has the frames in it, by index."


class PageIn(ApiShape):
    """A page in one of three ways."""

    html: str | None = Field(None, examples=["<button class='primary'>Save</button>"])
    snapshot: dict[str, object] | None = Field(None, description="holdfast-snapshot/2")
    measurement: dict[str, object] | None = Field(None, description=_MEASURED)


class FingerprintIn(PageIn):
    """An element of a page: by CSS or XPath, or by its way in the measurement."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"html": "<button id='save'>Save</button>", "target": "#save"}]
        }
    )
    target: Annotated[str, Field(max_length=2000)] | None = Field(None, examples=["#save"])
    way: Annotated[list[int], Field(max_length=21)] | None = Field(None, description=_WAY)


class CodeOut(ApiShape):
    """The best selector as code to paste."""

    python: str = Field(examples=['page.get_by_role("button", name="Save", exact=True)'])
    javascript: str = Field(examples=['page.getByRole("button", { name: "Save", exact: true })'])
    selenium: str = Field(examples=['driver.find_element(By.CSS_SELECTOR, ".primary")'])


class FingerprintOut(ApiShape):
    """All that is recorded about an element: keep `fingerprint`, and send it to find it again."""

    element: str = Field(examples=["<button> 'Save'"])
    fingerprint: dict[str, object]
    selectors: list[dict[str, object]]
    code: CodeOut


class LocateIn(PageIn):
    """What is looked for, and on which new page: a fingerprint, or a target on an old page."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "oldHtml": "<h1>Orders</h1><button id='save'>Save</button>",
                    "target": "#save",
                    "html": "<h1>Orders</h1><main><button class='primary'>Save</button></main>",
                }
            ]
        }
    )
    fingerprint: dict[str, object] | None = None
    old_html: str | None = Field(None, examples=["<button id='save'>Save</button>"])
    target: Annotated[str, Field(max_length=2000)] | None = Field(None, examples=["#save"])
    mode: Mode | None = Field(None, examples=["balanced"])
    presses: bool = Field(True, description="False for steps that can be undone, as typing.")


class DecisionOut(ApiShape):
    """What a replay would do: use the element only if `applies`."""

    label: str = Field(examples=["healed"])
    applies: bool = Field(examples=[True])
    reason: str = Field(examples=["found again as <button> 'Save': same name; same role"])
    action: str = Field(examples=["auto_apply"])
    confidence: int | None = Field(examples=[93], description="Null when the element held.")
    gates: list[dict[str, object]]
    sentences: list[str] = Field(examples=[["93 reaches autoApply 80: it is used."]])


class LocationOut(ApiShape):
    """Where the element is now, how sure, and why; `found` is false when it is refused."""

    target: str = Field(examples=["#save"])
    found: bool = Field(examples=[True])
    held: bool = Field(examples=[False])
    decision: DecisionOut
    xpath: str | None = Field(examples=["/html/body/button"])
    way: list[int] | None = Field(examples=[[12]], description=_WAY)
    frame: list[object] | None
    probability: float = Field(examples=[0.97])
    p_gone: float = Field(examples=[0.02])
    margin: float = Field(examples=[0.95])
    refusal: str | None = Field(examples=[None])
    reason: str = Field(examples=["same role and name"])
    candidates: list[dict[str, object]]
    equivalents: list[str]
    selectors: list[dict[str, object]]
    code: CodeOut | None
    notes: list[str]
