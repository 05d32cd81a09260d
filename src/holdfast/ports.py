"""What Holdfast needs from outside, as protocols; adapters and the fakes for tests answer them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from holdfast.model.advice import Question, Reply
from holdfast.model.archive import NO_EVIDENCE, HealingEvidence
from holdfast.model.healing import ConfidenceLogEntry, History, ReviewState
from holdfast.model.reading import TextRegion
from holdfast.model.recording import Step
from holdfast.model.remembered import (
    CacheChange,
    DecisionRow,
    ExperimentRow,
    Healing,
    Notification,
    Outcome,
    PastHealing,
    Pruned,
    RecordingEntry,
    Review,
    Run,
    RunStep,
)
from holdfast.model.replay import Glimpse, Guard, Screen, Usability
from holdfast.model.snapshot import Box, Node, Point, Snapshot
from holdfast.model.strategy import LocatorStrategy
from holdfast.model.thresholds import (
    RecordingHealingConfig,
    ThresholdExperiment,
    UserHealingConfig,
)


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the time with its zone."""
        ...


class RunLog(Protocol):
    """Runs, their healing decisions, and how they ended."""

    def start_run(self, run: Run) -> None:
        """Write the run; one that is known already stays as it is."""
        ...

    def end_run(self, run: Run) -> None:
        """Write how the run ended; one that was never started is written as a whole."""
        ...

    def find_run(self, run_id: str) -> Run | None:
        """Return the run, None when there is none of that id."""
        ...

    def write_decisions(
        self,
        entries: Sequence[ConfidenceLogEntry],
        healings: Sequence[Healing] = (),
        notifications: Sequence[Notification] = (),
        evidence: Mapping[str, HealingEvidence] = NO_EVIDENCE,
    ) -> None:
        """Write all or, with an error, nothing; it is kept for good when this returns.

        What is there already (same run, step and attempt) stays as it is. ``evidence`` is what a
        person is shown of a healing, by the id of its decision.
        """
        ...

    def write_outcomes(self, outcomes: Sequence[Outcome]) -> int:
        """Write outcomes that are still unknown and count them in the cache; return how many.

        Only applied decisions have an outcome; others, and those with one, are left alone. What a
        person has answered meanwhile is counted already.
        """
        ...

    def find_entry(self, entry_id: str) -> ConfidenceLogEntry | None:
        """Return one entry of the log, None when there is none of that id."""
        ...

    def iter_decisions(
        self, start: datetime, end: datetime, organization_id: str | None = None
    ) -> Iterator[DecisionRow]:
        """Yield the decisions from ``start`` up to and including ``end``, oldest first."""
        ...

    def iter_newest_decisions(
        self, limit: int, organization_id: str | None = None
    ) -> Iterator[DecisionRow]:
        """Yield the newest decisions, newest first."""
        ...

    def iter_experiment(self, experiment: ThresholdExperiment) -> Iterator[ExperimentRow]:
        """Yield the decisions made in an experiment, oldest first."""
        ...

    def write_steps(self, steps: Sequence[RunStep]) -> None:
        """Write steps of a run; one that is known already is renewed."""
        ...

    def iter_steps(self, run_id: str) -> Iterator[RunStep]:
        """Yield the steps of a run, in order."""
        ...

    def history_at(self, pattern: str) -> History:
        """Return how often healings on pages of this URL pattern worked."""
        ...


class ReviewQueue(Protocol):
    """Healings, and what people said to them."""

    def iter_healings(
        self, state: ReviewState | None = None, recording_id: str | None = None
    ) -> Iterator[Healing]:
        """Yield healings, newest first."""
        ...

    def find_healing(self, number: int) -> Healing | None:
        """Return the healing, None when there is none of that number."""
        ...

    def find_evidence(self, entry_id: str) -> HealingEvidence | None:
        """Return what a healing is shown with, None when nothing was kept."""
        ...

    def write_review(
        self,
        healing: Healing,
        review: Review,
        change: CacheChange,
        act: Callable[[], None] | None = None,
    ) -> bool:
        """Write the answer and what it changes in the cache.

        Return False, with nothing changed, when the healing's answer or outcome is no longer the
        one given. ``act`` is done before this is kept for good and while nobody else can answer;
        if it fails, nothing is written.
        """
        ...

    def labels_of(self, fingerprint_ids: Sequence[str]) -> Mapping[str, str]:
        """Return what elements are called, by fingerprint; those without a healing are missing."""
        ...

    def iter_past(self, fingerprint_id: str, found_id: str) -> Iterator[PastHealing]:
        """Yield the newest healings of an element to this other one, newest first."""
        ...

    def iter_excluded(
        self, fingerprint_id: str, recording_id: str | None, step_id: str | None
    ) -> Iterator[Mapping[str, object]]:
        """Yield the fingerprints that people rejected for this element, or for this step."""
        ...

    def iter_notifications(self, status: ReviewState | None = None) -> Iterator[Notification]:
        """Yield notifications, newest first."""
        ...


class Shelf(Protocol):
    """What people set: the index of recordings, configurations, experiments, the calibrator."""

    def save_recording(self, recording: RecordingEntry) -> None:
        """Write where a recording is; a known one is renewed."""
        ...

    def find_recording(self, recording_id: str) -> RecordingEntry | None:
        """Return where a recording is, None when it is not known."""
        ...

    def find_user_config(self, user_id: str) -> UserHealingConfig | None:
        """Return what one person chose, None when nothing was chosen."""
        ...

    def save_user_config(self, user_id: str, config: UserHealingConfig) -> None:
        """Write what one person chose."""
        ...

    def find_recording_config(self, recording_id: str) -> RecordingHealingConfig | None:
        """Return what was chosen for one recording, None when nothing was."""
        ...

    def save_recording_config(self, config: RecordingHealingConfig) -> None:
        """Write what was chosen for one recording."""
        ...

    def iter_experiments(self) -> Iterator[ThresholdExperiment]:
        """Yield all experiments, newest first."""
        ...

    def save_experiment(self, experiment: ThresholdExperiment) -> None:
        """Write the experiment; raises ``UsageError`` if another one is active already."""
        ...

    def find_advice(self, key: str) -> Mapping[str, object] | None:
        """Return what an adviser answered to this question, None when it was not asked."""
        ...

    def save_advice(self, key: str, at: datetime, data: Mapping[str, object]) -> None:
        """Keep what an adviser answered."""
        ...

    def find_calibrator(self) -> Mapping[str, object] | None:
        """Return the newest calibrator as plain data, None before the first one."""
        ...

    def save_calibrator(self, fitted_at: datetime, data: Mapping[str, object]) -> None:
        """Write a calibrator; older ones are kept."""
        ...


class Store(RunLog, ReviewQueue, Shelf, Protocol):
    """All that is remembered; the same on SQLite, on PostgreSQL and in memory."""

    def prune(self, before: datetime) -> Pruned:
        """Delete runs, decisions, notifications and answered healings older than ``before``.

        Kept are healings that wait for an answer or were rejected (they exclude an element), and
        the decisions of experiments that are not completed.
        """
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...


class Notifier(Protocol):
    """Tells people of a healing without keeping a run waiting."""

    def send(self, notification: Notification) -> None:
        """Take the message and return at once; delivery goes on in the background."""
        ...

    def close(self) -> Sequence[str]:
        """Wait a short while for what is under way; return what could not be delivered, and why."""
        ...


class RecordingFiles(Protocol):
    """The recordings' files, read and written whole."""

    def load(self, path: str) -> dict[str, object]:
        """Return the recording as plain data; raises when it is missing, damaged or too new."""
        ...

    def save(self, path: str, document: Mapping[str, object]) -> None:
        """Write the recording so that nobody ever sees a half of it."""
        ...


class Adviser(Protocol):
    """Says which of the engine's candidates is the recorded element, or that none is."""

    @property
    def name(self) -> str:
        """Return who advises, for the log."""
        ...

    def advise(self, question: Question) -> Reply:
        """Return the answer; blocks, but not for long. Raises ``AdviceFailed``."""
        ...


class TextReader(Protocol):
    """Reads text from pictures. All places are pixels of the picture."""

    @property
    def name(self) -> str:
        """Return what the reader is called."""
        ...

    def start(self) -> None:
        """Make ready, once; not part of any time-out."""
        ...

    def read_page(self, picture: bytes, timeout_ms: float) -> tuple[TextRegion, ...]:
        """Return the lines of a picture, with their words; raises ``ReadingFailed``."""
        ...

    def read_boxes(
        self, picture: bytes, boxes: Sequence[Box], timeout_ms: float
    ) -> tuple[TextRegion, ...]:
        """Return what each of the boxes says; raises ``ReadingFailed``."""
        ...


class LiveTarget(Protocol):
    """One element of a live page, to be acted on."""

    async def usability(self) -> Usability:
        """Return whether a person could act on it."""
        ...

    async def pinned(self) -> "LiveTarget":
        """Return the very element that it is now: whatever replaces it is another one."""
        ...

    async def document_url(self) -> str:
        """Return the address of the document that it is in; a blank one's is its parent's."""
        ...

    async def picture(self) -> bytes | None:
        """Return a picture of it (PNG), None when none can be taken."""
        ...


class LivePage(Protocol):
    """A page in a browser. All methods are coroutines; with a sync browser none ever waits."""

    @property
    def url(self) -> str:
        """Return the page's address."""
        ...

    async def glimpse(
        self, strategy: LocatorStrategy, frames: Sequence[str], share: Point | None = None
    ) -> tuple[Glimpse, LiveTarget]:
        """Return what a recorded selector finds now, without capturing the page.

        ``share`` is where in it to act, as shares of its size; None for its middle.
        """
        ...

    async def guarded(self, guard: Guard) -> LiveTarget | None:
        """Return the only element that can be nothing but the recorded one; None without one."""
        ...

    def presumed(self, guard: Guard, patience_ms: float) -> LiveTarget:
        """Return the same without asking: an act on it fails when there is none, or several."""
        ...

    async def capture(self) -> Snapshot:
        """Return the whole page as it is now."""
        ...

    async def stacks_at(self, snapshot: Snapshot, points: Sequence[Point]) -> list[list[int]]:
        """Return what stands at each point of a captured page, topmost first; asks once.

        Raises ``PageChanged`` when the page is not the captured one any more.
        """
        ...

    async def settled(self) -> bool:
        """Return True once the page is quiet, False when that takes too long."""
        ...

    async def target(self, node: Node, share: Point | None = None) -> LiveTarget:
        """Return the live element of a captured node; raises ``PageChanged`` when it is gone."""
        ...

    async def screen(self) -> Screen:
        """Return a picture of the page."""
        ...

    async def pause(self, milliseconds: float) -> None:
        """Wait."""
        ...


class Stage(Protocol):
    """The browser of a run: its tabs, and what steps do in them. Raises ``ActFailed``."""

    @property
    def page(self) -> LivePage:
        """Return the tab that steps act in."""
        ...

    async def enter_tab(self, number: int) -> None:
        """Go on in a tab, counted in the order they were opened; wait for it if need be."""
        ...

    async def open_tab(self) -> None:
        """Open an empty tab and go on in it."""
        ...

    async def close_tab(self, number: int) -> None:
        """Close a tab."""
        ...

    async def navigate(self, url: str) -> None:
        """Open an address."""
        ...

    async def scroll(self, x: float, y: float) -> None:
        """Scroll the page to a place."""
        ...

    async def press(self, keys: str) -> None:
        """Press a key or a combination."""
        ...

    def expect_dialog(self, *, accept: bool, text: str | None) -> None:
        """Answer the next dialog of the page like this."""
        ...

    async def perform(self, step: Step, target: LiveTarget, values: Sequence[str]) -> None:
        """Do with an element what the step says; ``values`` are the step's, filled in."""
        ...

    async def drag(self, source: LiveTarget, to: LiveTarget | None, by: Point) -> None:
        """Drag an element by a distance, or to a place in another one."""
        ...

    async def is_seen(self, target: LiveTarget) -> bool:
        """Return whether an element can be seen."""
        ...

    async def text_of(self, target: LiveTarget) -> str:
        """Return what an element says."""
        ...

    async def value_of(self, target: LiveTarget) -> str:
        """Return what is in a field."""
        ...

    async def start_trace(self) -> None:
        """Begin to keep what the browser does."""
        ...

    async def stop_trace(self, path: str | None) -> None:
        """Write the trace to a file, or forget it."""
        ...
