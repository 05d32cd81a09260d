"""Store: says what is remembered of runs, healings and choices."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from holdfast.model.access import AuditEntry
from holdfast.model.archive import EVER, NO_EVIDENCE, DecisionFilter, HealingEvidence, PageOf
from holdfast.model.healing_decision import ConfidenceLogEntry, History, ReviewState
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
from holdfast.model.thresholds import RecordingHealingConfig, ThresholdExperiment, UserHealingConfig


class RunLog(Protocol):
    """Runs, their healing decisions, and how they ended."""

    def start_run(self, run: Run) -> None:
        """Write the run; one that is known already stays as it is."""

    def end_run(self, run: Run) -> None:
        """Write how the run ended; one that was never started is written as a whole."""

    def find_run(self, run_id: str) -> Run | None:
        """Return the run, None when there is none of that id."""

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

    def write_outcomes(self, outcomes: Sequence[Outcome]) -> int:
        """Write outcomes that are still unknown and count them in the cache; return how many.

        Only applied decisions have an outcome; others, and those with one, are left alone. What a
        person has answered meanwhile is counted already.
        """

    def find_entry(self, entry_id: str) -> ConfidenceLogEntry | None:
        """Return one entry of the log, None when there is none of that id."""

    def iter_decisions(
        self,
        wanted: DecisionFilter = EVER,
        *,
        newest_first: bool = False,
        limit: int | None = None,
    ) -> Iterator[DecisionRow]:
        """Yield the decisions that the filter finds, oldest first unless told."""

    def iter_experiment(self, experiment: ThresholdExperiment) -> Iterator[ExperimentRow]:
        """Yield the decisions made in an experiment, oldest first."""

    def write_steps(self, steps: Sequence[RunStep]) -> None:
        """Write steps of a run; one that is known already is renewed."""

    def iter_steps(self, run_id: str) -> Iterator[RunStep]:
        """Yield the steps of a run, in order."""

    def history_at(self, pattern: str) -> History:
        """Return how often healings on pages of this URL pattern worked."""


class ReviewQueue(Protocol):
    """Healings, and what people said to them."""

    def iter_healings(
        self, state: ReviewState | None = None, recording_id: str | None = None
    ) -> Iterator[Healing]:
        """Yield healings, newest first."""

    def find_healing(self, number: int) -> Healing | None:
        """Return the healing, None when there is none of that number."""

    def find_evidence(self, entry_id: str) -> HealingEvidence | None:
        """Return what a healing is shown with, None when nothing was kept."""

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

    def labels_of(self, fingerprint_ids: Sequence[str]) -> Mapping[str, str]:
        """Return what elements are called, by fingerprint; those without a healing are missing."""

    def iter_past(self, fingerprint_id: str, found_id: str) -> Iterator[PastHealing]:
        """Yield the newest healings of an element to this other one, newest first."""

    def iter_excluded(
        self, fingerprint_id: str, recording_id: str | None, step_id: str | None
    ) -> Iterator[Mapping[str, object]]:
        """Yield the fingerprints that people rejected for this element, or for this step."""

    def iter_notifications(self, status: ReviewState | None = None) -> Iterator[Notification]:
        """Yield notifications, newest first."""


class Shelf(Protocol):
    """What people set: the index of recordings, configurations, experiments, the calibrator."""

    def save_recording(self, recording: RecordingEntry) -> None:
        """Write where a recording is; a known one is renewed."""

    def find_recording(self, recording_id: str) -> RecordingEntry | None:
        """Return where a recording is, None when it is not known."""

    def find_user_config(self, user_id: str) -> UserHealingConfig | None:
        """Return what one person chose, None when nothing was chosen."""

    def save_user_config(self, user_id: str, config: UserHealingConfig) -> None:
        """Write what one person chose."""

    def find_recording_config(self, recording_id: str) -> RecordingHealingConfig | None:
        """Return what was chosen for one recording, None when nothing was."""

    def save_recording_config(self, config: RecordingHealingConfig) -> None:
        """Write what was chosen for one recording."""

    def iter_experiments(self) -> Iterator[ThresholdExperiment]:
        """Yield all experiments, newest first."""

    def save_experiment(self, experiment: ThresholdExperiment) -> None:
        """Write the experiment; raises ``UsageError`` if another one is active already."""

    def find_advice(self, key: str) -> Mapping[str, object] | None:
        """Return what an adviser answered to this question, None when it was not asked."""

    def save_advice(self, key: str, at: datetime, data: Mapping[str, object]) -> None:
        """Keep what an adviser answered."""

    def find_calibrator(self) -> Mapping[str, object] | None:
        """Return the newest calibrator as plain data, None before the first one."""

    def save_calibrator(self, fitted_at: datetime, data: Mapping[str, object]) -> None:
        """Write a calibrator; older ones are kept."""

    def write_audit(self, entry: AuditEntry) -> None:
        """Write who did what; nothing ever takes it away."""

    def page_audit(self, page: int, size: int) -> PageOf[AuditEntry]:
        """Return one page of who did what, newest first."""


class Store(RunLog, ReviewQueue, Shelf, Protocol):
    """All that is remembered; the same on SQLite, on PostgreSQL and in memory."""

    def prune(self, before: datetime) -> Pruned:
        """Delete runs, decisions, notifications and answered healings older than ``before``.

        Kept are healings that wait for an answer or were rejected (they exclude an element), and
        the decisions of experiments that are not completed.
        """

    def close(self) -> None:
        """Let go of files and connections."""
