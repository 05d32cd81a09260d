"""One person's desk: all that a request may ask and change, within one organization."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Annotated

from fastapi import Depends, Request

from holdfast.app.experimenting import (
    ExperimentPlan,
    change_experiment,
    get_experiment,
    start_experiment,
)
from holdfast.app.healing_pictures import picture_before, picture_now, recorded_element
from holdfast.app.reviewing import Answered, Reviewer
from holdfast.app.settings import set_for_recording, set_for_user, shown_settings
from holdfast.app.who_is_told import with_own_choices
from holdfast.app.wiring import (
    Project,
    effective_settings,
    make_reviewer,
    name_store,
    recording_files,
)
from holdfast.doors.portal.healing_views import healing_view
from holdfast.doors.portal.recording_views import history_of, step_views
from holdfast.doors.portal.sign_in import CurrentViewer, Viewer, settings_of
from holdfast.doors.portal.timeline import timeline
from holdfast.doors.portal.views import (
    BulkPreview,
    BulkResult,
    ExperimentView,
    FailedAnswer,
    HealingView,
    RecordingOffers,
    RecordingView,
    ReportView,
    RunView,
    SettingRow,
    StepView,
)
from holdfast.errors import HoldfastError, ResolutionError
from holdfast.history.analytics import (
    LAST_DECISIONS,
    ConfidenceAnalytics,
    Recommendation,
    analyse,
    known_outcomes,
    recommend_threshold,
)
from holdfast.history.experiments import analyse_experiment
from holdfast.history.recommendations import recommend
from holdfast.history.report import build_report, with_labels
from holdfast.model.archive import (
    Bucket,
    DecisionFilter,
    HealingEvidence,
    PageOf,
    QueueFilter,
    RecordingRow,
    RunnerUp,
)
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.recording import Recording
from holdfast.model.recording_json import recording_from_json
from holdfast.model.remembered import Healing, RecordingEntry
from holdfast.model.thresholds import (
    ExperimentStatus,
    RecordingHealingConfig,
    ThresholdExperiment,
    UserHealingConfig,
)
from holdfast.ports import Archive, Clock, RecordingFiles

MOST_AT_ONCE = 500  # answers in one request: each writes a file
MOST_TO_CHOOSE_FROM = 200  # recordings in a list; beyond that one searches
WEEKS_BEYOND = timedelta(days=60)  # a longer period is shown by week


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What one person can look at and do; ``store`` holds one organization's rows alone."""

    viewer: Viewer
    store: Archive
    project: Project
    files: RecordingFiles
    clock: Clock

    @property
    def now(self) -> datetime:
        """Return the time."""
        return self.clock.now()

    @property
    def reviewer(self) -> Reviewer:
        """Return the person as somebody who answers healings."""
        name, clock = self.viewer.name, self.clock
        return make_reviewer(self.project, self.store, name=name, clock=clock)

    # ------------------------------------------------------------------------------- healings

    def healing(self, number: int) -> HealingView:
        """Return one healing with all that a person judges it by."""
        healing = self._get_healing(number)
        recorded = self.recorded(healing)
        return healing_view(self.store, self.files, self.clock, healing, recorded)

    def picture(self, number: int, which: str) -> bytes | None:
        """Return the element ``before`` or ``after`` (PNG), None when no picture was kept."""
        evidence = self.store.find_evidence(self._get_healing(number).entry_id)
        if evidence is None:
            return None
        return evidence.before if which == "before" else evidence.after

    def page_picture(self, number: int, which: str, *, whole: bool) -> str | None:
        """Return the page ``before`` or ``after`` with its elements outlined (SVG), if known."""
        healing = self._get_healing(number)
        if which == "after":
            evidence = self.store.find_evidence(healing.entry_id) or HealingEvidence()
            return picture_now(healing, evidence, whole=whole)
        recorded = self.recorded(healing)
        return None if recorded is None else picture_before(recorded, whole=whole)

    def recorded(self, healing: Healing) -> Fingerprint | None:
        """Return the element as it was recorded when it was healed, None when nobody knows."""
        suite, looks = self.reviewer.suite, list[Fingerprint]()
        if healing.recording_id is None:
            if suite is not None and healing.step_id:
                looks = suite.looks.looks(healing.step_id)
            return recorded_element(healing, None, looks)
        entry = self.store.find_recording(healing.recording_id)
        document = None if entry is None else self._read(entry)[0]
        return recorded_element(healing, document, looks) if document else None

    def offered(self, number: int, target: int) -> RunnerUp:
        """Return the runner-up of a healing that stands at this place of its page."""
        evidence = self.store.find_evidence(self._get_healing(number).entry_id)
        for one in () if evidence is None else evidence.runners_up:
            if one.target == target:
                return one
        raise ResolutionError(f"healing {number} has no runner-up {target}")

    def preview_bulk(self, wanted: QueueFilter) -> BulkPreview:
        """Return what accepting all that the filter finds would touch."""
        found = self.store.count_offers(wanted)
        return BulkPreview(
            count=sum(one.found for one in found),
            acceptable=sum(one.acceptable for one in found),
            newest=max((one.newest for one in found), default=0),
            recordings=tuple(
                RecordingOffers(one.recording_id or "", one.acceptable) for one in found
            ),
        )

    def accept_all(self, wanted: QueueFilter, newest: int) -> BulkResult:
        """Accept what the filter finds up to a number; what came later was not looked at."""
        numbers = self.store.numbers_of(wanted, newest, MOST_AT_ONCE + 1)
        result = self.accept_many(numbers[:MOST_AT_ONCE])
        if len(numbers) <= MOST_AT_ONCE:
            return result
        left = self.preview_bulk(wanted).acceptable
        return replace(result, left=left)

    def accept_many(self, numbers: Sequence[int]) -> BulkResult:
        """Accept each of these; one that cannot be accepted does not stop the others."""
        accepted, failed = [], []
        for number in numbers[:MOST_AT_ONCE]:
            try:
                self.reviewer.accept(number)
                accepted.append(number)
            except HoldfastError as exc:
                failed.append(FailedAnswer(number, str(exc).partition("\n")[0]))
        return BulkResult(accepted=tuple(accepted), failed=tuple(failed))

    def _get_healing(self, number: int) -> Healing:
        healing = self.store.find_healing(number)
        if healing is None:
            raise ResolutionError(f"there is no healing {number}")
        return healing

    # ----------------------------------------------------------------------------------- runs

    def run(self, run_id: str) -> RunView:
        """Return one run, step by step."""
        run = self.store.find_run(run_id)
        if run is None:
            raise ResolutionError(f"there is no run {run_id[:80]!r}")
        entry = None
        if run.recording_id is not None:
            entry = self.store.find_recording(run.recording_id)
        recording = None if entry is None else self._read(entry)[1]
        kept = tuple(self.store.iter_steps(run_id))
        steps = timeline(kept, self.store.list_run_healings(run_id), recording)
        return RunView(run=run, recording=entry, steps=steps)

    # ----------------------------------------------------------------------------- recordings

    def recordings(self, text: str = "", page: int = 1, size: int = 50) -> PageOf[RecordingRow]:
        """Return one page of the recordings, by name."""
        found = self.store.page_recordings(text, page, size)
        rows = (
            replace(row, config=self.store.find_recording_config(row.entry.id))
            for row in found.items
        )
        return replace(found, items=tuple(rows))

    def recording_names(self) -> tuple[tuple[str, str], ...]:
        """Return id and name of the recordings, by name, as many as one would look through."""
        return self.store.list_recording_names(MOST_TO_CHOOSE_FROM)

    def recording(self, recording_id: str) -> RecordingView:
        """Return one recording with its steps, their history, and its settings."""
        entry = self._get_recording(recording_id)
        document, recording = self._read(entry)
        steps: tuple[StepView, ...] = ()
        if recording is not None:
            ids = [str(one.get("healingId")) for one in history_of(document)]
            steps = step_views(recording, document, self.store.numbers_by_entry(ids))
        return RecordingView(
            entry=entry,
            problem="" if recording is not None else "its file is missing, or cannot be read",
            steps=steps,
            config=self.store.find_recording_config(recording_id),
            settings=self.settings(recording_id),
        )

    def step_picture(self, recording_id: str, step_id: str) -> bytes | None:
        """Return the picture of a recorded element (PNG), None when none was kept."""
        recording = self._read(self._get_recording(recording_id))[1]
        steps = () if recording is None else recording.steps
        return next((step.picture for step in steps if step.id == step_id), None)

    def roll_back(self, recording_id: str, step_id: str, healing_id: str) -> tuple[Answered, ...]:
        """Take back an acceptance and all later ones of its step, the newest first."""
        document, _ = self._read(self._get_recording(recording_id))
        of_step = [one for one in history_of(document) if one.get("stepId") == step_id]
        ids = [str(one.get("healingId")) for one in of_step]
        if healing_id not in ids:
            raise ResolutionError(f"step {step_id[:80]!r} was never healed by {healing_id[:80]!r}")
        newest_first = ids[ids.index(healing_id) :][::-1]
        numbers = self.store.numbers_by_entry(newest_first)
        if len(numbers) < len(newest_first):
            raise ResolutionError(
                "the healing was forgotten since (holdfast store prune): "
                "restore the recording's file from version control"
            )
        return tuple(self.reviewer.undo(numbers[one][0]) for one in newest_first)

    def configure_recording(
        self,
        recording_id: str,
        mode: str | None = None,
        thresholds: str | None = None,
        healing_enabled: bool | None = None,
    ) -> RecordingHealingConfig:
        """Set what holds for one recording; None takes its own value away."""
        self._get_recording(recording_id)
        enabled = None if healing_enabled is None else str(healing_enabled).lower()
        chosen = {"mode": mode, "thresholds": thresholds, "healingEnabled": enabled}
        return set_for_recording(
            self.store, recording_id, chosen, now=self.now, by=self.viewer.name
        )

    def _get_recording(self, recording_id: str) -> RecordingEntry:
        entry = self.store.find_recording(recording_id)
        if entry is None:
            raise ResolutionError(f"there is no recording {recording_id[:80]!r}")
        return entry

    def _read(self, entry: RecordingEntry) -> tuple[dict[str, object], Recording | None]:
        """Return the recording's file, and what it says; nothing when it cannot be read."""
        try:
            document = self.files.load(entry.path)
            return document, recording_from_json(document)
        except HoldfastError:
            return {}, None

    # ------------------------------------------------------------------------------ decisions

    def report(self, wanted: DecisionFilter, wanted_error: float = 0.05) -> ReportView:
        """Return the report of a period, and how far confidence can be trusted in it."""
        made = build_report(self.store.iter_decisions(wanted), wanted.start, wanted.end)
        labels = self.store.labels_of([spot.name for spot in made.weakest_elements])
        made = with_labels(made, labels)
        newest = self.store.iter_decisions(wanted, newest_first=True, limit=LAST_DECISIONS)
        rows = list(newest)
        return ReportView(
            report=made,
            recommendations=recommend(made),
            analytics=analyse(rows),
            advice=recommend_threshold(known_outcomes(rows), wanted_error),
            over_time=self._over_time(wanted),
            histogram=self.store.histogram(wanted),
        )

    def analytics(self, wanted_error: float) -> tuple[ConfidenceAnalytics, Recommendation]:
        """Return what the last decisions say about confidence, whenever they were."""
        rows = list(self.store.iter_decisions(newest_first=True, limit=LAST_DECISIONS))
        return analyse(rows), recommend_threshold(known_outcomes(rows), wanted_error)

    def _over_time(self, wanted: DecisionFilter) -> tuple[Bucket, ...]:
        days = self.store.list_days(wanted)
        return days if wanted.end - wanted.start <= WEEKS_BEYOND else _by_week(days)

    # ---------------------------------------------------------------------------- experiments

    def experiment(self, name: str) -> ExperimentView:
        """Return one experiment and what it has shown so far."""
        found = get_experiment(self.store, name)
        analysis = analyse_experiment(self.store.iter_experiment(found), found.allocation)
        return ExperimentView(experiment=found, analysis=analysis)

    def start_experiment(self, plan: ExperimentPlan) -> ThresholdExperiment:
        """Begin an experiment."""
        return start_experiment(self.store, plan, self.now, by=self.viewer.name)

    def change_experiment(self, name: str, status: ExperimentStatus) -> ThresholdExperiment:
        """Pause an experiment, go on with it, or end it."""
        return change_experiment(self.store, name, status, self.now, by=self.viewer.name)

    # ------------------------------------------------------------------------------- settings

    def settings(self, recording_id: str | None = None) -> tuple[SettingRow, ...]:
        """Return every setting that holds for this person, and where its value came from."""
        effective = effective_settings(
            self.project,
            self.store,
            recording_id=recording_id,
            user_id=self.viewer.name,
            now=self.now,
        )
        _ = self.project.search_settings  # they are checked together
        rows = shown_settings(
            with_own_choices(self.project.plain, self.user_config(), self.viewer.name),
            effective,
            store=name_store(self.project),
            user=self.viewer.name,
        )
        # Who asks is known here; the account that the server runs as is another matter.
        rows["user"] = self.viewer.name, "the token" if self.viewer.can_sign_out else "this machine"
        rows["organization"] = self.viewer.organization, rows["user"][1]
        return tuple(
            SettingRow(key=key, value=value, place=place) for key, (value, place) in rows.items()
        )

    def user_config(self) -> UserHealingConfig:
        """Return what this person chose."""
        return self.store.find_user_config(self.viewer.name) or UserHealingConfig()

    def configure_user(self, chosen: Mapping[str, str | None]) -> UserHealingConfig:
        """Set what holds for this person; None takes the own value away."""
        name, plain = self.viewer.name, self.project.plain
        return set_for_user(self.store, name, chosen, plain=plain, now=self.now, by=name)


def _by_week(days: Sequence[Bucket]) -> tuple[Bucket, ...]:
    """Return the days put together by week, each named by its Monday."""
    weeks: dict[object, Bucket] = {}
    for day in days:
        monday = day.start - timedelta(days=day.start.weekday())
        week = weeks.get(monday)
        weeks[monday] = replace(day, start=monday) if week is None else _together(week, day)
    return tuple(weeks.values())


def _together(one: Bucket, other: Bucket) -> Bucket:
    counts = {
        action: one.counts.get(action, 0) + other.counts.get(action, 0)
        for action in {**one.counts, **other.counts}
    }
    total = one.average_confidence * one.decisions + other.average_confidence * other.decisions
    return Bucket(
        start=one.start,
        counts=counts,
        average_confidence=total / sum(counts.values()),
        successes=one.successes + other.successes,
        outcomes=one.outcomes + other.outcomes,
    )


def get_desk(request: Request, viewer: CurrentViewer) -> Desk:
    """Return the desk of whoever is asking."""
    settings = settings_of(request)
    return Desk(
        viewer=viewer,
        store=settings.store.for_organization(viewer.organization),
        project=settings.project,
        files=recording_files(settings.project),
        clock=settings.clock,
    )


CurrentDesk = Annotated[Desk, Depends(get_desk)]
