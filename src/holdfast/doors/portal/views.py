"""What the portal shows, put together: plain values for templates and for the API."""

from dataclasses import dataclass
from datetime import datetime

from holdfast.history.analytics import ConfidenceAnalytics, Recommendation
from holdfast.history.experiments import ExperimentAnalysis
from holdfast.history.report import ConfidenceReport
from holdfast.model.archive import Bucket, HealingEvidence, RunnerUp
from holdfast.model.healing_decision import ConfidenceLogEntry, Decision, HealingAction, ReviewState
from holdfast.model.remembered import Healing, RecordingEntry, Run
from holdfast.model.replay_result import StepOutcome
from holdfast.model.thresholds import RecordingHealingConfig, ThresholdExperiment


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRow:
    """One thing that accepting would change."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptChange:
    """What accepting would change, tried without doing it.

    ``path`` is the recording's file, None when no file knows the step. ``problem`` says why it
    would fail, empty when it would not.
    """

    path: str | None
    step_id: str | None
    rows: tuple[ChangeRow, ...]
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HealingView:
    """One healing with all that a person judges it by.

    ``chance``: how many of such healings succeed as far as was learned (0 to 1). ``picked`` is the
    runner-up that was accepted instead, if one was.
    """

    healing: Healing
    entry: ConfidenceLogEntry | None
    decision: Decision | None
    sentences: tuple[str, ...]
    chance: float | None
    step_title: str
    recording: RecordingEntry | None
    evidence: HealingEvidence
    change: AcceptChange | None
    picked: RunnerUp | None = None
    has_page_before: bool = False
    has_page_after: bool = False

    @property
    def version(self) -> str:
        """Return what changes with every answer."""
        return self.healing.version


@dataclass(frozen=True, slots=True)
class RecordingOffers:
    """How many healings of a recording can be accepted."""

    recording_id: str
    count: int


@dataclass(frozen=True, slots=True)
class FailedAnswer:
    """A healing that could not be answered, and why."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkPreview:
    """What accepting all that a filter finds would touch; ``newest`` is the last one it knows.

    ``acceptable`` are those that offer an element, ``recordings`` how many of them in each.
    """

    count: int
    acceptable: int
    newest: int
    recordings: tuple[RecordingOffers, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkResult:
    """What became of many answers at once; ``left`` are those for another call."""

    accepted: tuple[int, ...]
    failed: tuple[FailedAnswer, ...]
    left: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineStep:
    """One step of a run; ``outcome`` is None when the store does not know it."""

    number: int
    title: str
    outcome: StepOutcome | None = None
    reason: str = ""
    duration_ms: float | None = None
    confidence: int | None = None
    action: HealingAction | None = None
    effect_seen: bool | None = None
    healing_number: int | None = None
    has_offer: bool = False
    state: ReviewState | None = None
    succeeded: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunView:
    """One run, step by step."""

    run: Run
    recording: RecordingEntry | None
    steps: tuple[TimelineStep, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryView:
    """A fingerprint that was replaced: by which healing, when, and what changed."""

    healing_id: str
    healing_number: int | None
    replaced_at: datetime | None
    reviewer: str | None
    old_selector: str
    old_label: str
    new_selector: str
    new_label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """One step of a recording; its history newest first."""

    id: str
    number: int
    title: str
    selector: str
    label: str
    has_picture: bool
    history: tuple[HistoryView, ...]
    excluded: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingRow:
    """A setting that holds, and where its value came from."""

    key: str
    value: object
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingView:
    """One recording; ``problem`` says why its file cannot be read, empty when it can."""

    entry: RecordingEntry
    problem: str
    steps: tuple[StepView, ...]
    config: RecordingHealingConfig | None
    settings: tuple[SettingRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportView:
    """The report of a period, and what its newest decisions say about confidence itself."""

    report: ConfidenceReport
    recommendations: tuple[str, ...]
    analytics: ConfidenceAnalytics
    advice: Recommendation
    over_time: tuple[Bucket, ...]
    histogram: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentView:
    """An experiment and what it has shown so far."""

    experiment: ThresholdExperiment
    analysis: ExperimentAnalysis
