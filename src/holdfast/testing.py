"""For tests, ours and yours: builders of a page, a strategy, a fingerprint; a store and a clock."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count, islice
from typing import TypeAlias, TypeVar

from holdfast.adapters.html import parse
from holdfast.history.experiments import check_none_active
from holdfast.history.log import row_of
from holdfast.history.outcomes import url_pattern
from holdfast.model.advice import Advice, Question, Reply
from holdfast.model.archive import NO_EVIDENCE, HealingEvidence
from holdfast.model.fingerprint import Fingerprint, IdentityMeaning
from holdfast.model.healing import ConfidenceLogEntry, History, ReviewState
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
from holdfast.model.snapshot import Scope, Snapshot, TextRun
from holdfast.model.strategy import BASE_WEIGHTS, NOTHING, JsonObject, LocatorStrategy, StrategyType
from holdfast.model.thresholds import (
    ExperimentStatus,
    ExperimentUnit,
    RecordingHealingConfig,
    ThresholdExperiment,
    UserHealingConfig,
)
from holdfast.page.build import build_snapshot

__all__ = [
    "FixedClock",
    "MemoryStore",
    "Place",
    "a_fingerprint",
    "a_framed_page",
    "a_page",
    "a_strategy",
]

K = TypeVar("K")
T = TypeVar("T")

Place: TypeAlias = tuple[float, float, float, float]  # x, y, width, height


def a_page(
    body: str,
    *,
    boxes: Mapping[str, Place] | None = None,
    viewport: tuple[float, float] | None = None,
) -> Snapshot:
    """Return the snapshot of a page with this body; ``boxes`` gives places by CSS selector."""
    html = f"<!doctype html><html><body>{body}</body></html>"
    page = parse(html, viewport=viewport)
    if boxes is None:
        return page
    places = {
        node.xpath: {"x": x, "y": y, "w": width, "h": height}
        for selector, (x, y, width, height) in boxes.items()
        for node in page.select(selector)
    }
    return parse(html, viewport=viewport, boxes=places)


def a_framed_page(body: str, frames: Mapping[str, str], *, kind: str = "frame") -> Snapshot:
    """Return a page with documents inside: ``frames`` gives the body of each by its frame's CSS.

    With ``kind`` "shadow" the elements named are hosts, and what is given is in their shadow root.
    """
    outer = a_page(body)
    inner = {outer.select(css)[0].index: a_page(html) for css, html in frames.items()}
    columns = _Columns(kind)
    columns.add(outer, inner, below=-1, scope=0)
    return build_snapshot(
        tags=columns.tags,
        parents=columns.parents,
        attributes=columns.attributes,
        runs=columns.runs,
        scope_of=columns.scope_of,
        scopes=columns.scopes,
    )


class _Columns:
    """The columns of a page, put together from several."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.tags: list[str] = []
        self.parents: list[int] = []
        self.attributes: list[Mapping[str, str]] = []
        self.runs: list[TextRun] = []
        self.scope_of: list[int] = []
        self.scopes = [Scope("document", -1, "")]

    def add(self, page: Snapshot, inner: Mapping[int, Snapshot], *, below: int, scope: int) -> None:
        """Append a page below an element, and each inner one right after its own."""
        places = {-1: below}
        runs = list(page.runs)
        for index in range(len(page)):
            self._add_runs(runs, index, places)
            places[index] = len(self.tags)
            self.tags.append(page.tags[index])
            self.parents.append(places[page.parents[index]])
            self.attributes.append(page.attributes[index])
            self.scope_of.append(scope)
            if index in inner:
                url = f"https://example.org/{len(self.scopes)}"
                self.scopes.append(Scope(self.kind, places[index], url))
                below, latest = places[index], len(self.scopes) - 1
                self.add(inner[index], {}, below=below, scope=latest)
        self._add_runs(runs, len(page), places)

    def _add_runs(self, runs: list[TextRun], upto: int, places: Mapping[int, int]) -> None:
        while runs and runs[0].at <= upto:
            run = runs.pop(0)
            self.runs.append(TextRun(places[run.owner], len(self.tags), run.text))


def a_strategy(
    kind: StrategyType | str,
    metadata: JsonObject = NOTHING,
    *,
    selector: str | None = None,
    confidence: float | None = None,
) -> LocatorStrategy:
    """Return a recorded strategy, worth its base weight unless told otherwise."""
    type_ = StrategyType(kind)
    worth = BASE_WEIGHTS.get(type_, 0.8) if confidence is None else confidence
    return LocatorStrategy(type=type_, confidence=worth, selector=selector, metadata=metadata)


def a_fingerprint(
    page: Snapshot,
    css: str,
    *strategies: LocatorStrategy,
    meaning: IdentityMeaning = IdentityMeaning.CONTENT,
) -> Fingerprint:
    """Return the fingerprint of the only element that a CSS selector finds."""
    (node,) = page.select(css)
    return Fingerprint(page=page, target=node.index, strategies=strategies, meaning=meaning)


class FixedClock:
    """A clock that stands until it is told to go on."""

    def __init__(self, now: datetime = datetime(2026, 3, 1, 12, tzinfo=UTC)) -> None:
        self._now = now

    def now(self) -> datetime:
        """Return the time it was set to."""
        return self._now

    def advance(self, by: timedelta) -> None:
        """Go on."""
        self._now += by


class FakeAdviser:
    """An adviser that gives one answer to every question, and keeps the questions.

    ``choice`` is a candidate's number, 0 for none of these; an ``error`` is raised instead.
    """

    name = "fake/adviser"

    def __init__(self, choice: int = 1, score: int = 90, error: Exception | None = None) -> None:
        self.choice, self.score, self.error = choice, score, error
        self.questions: list[Question] = []

    def advise(self, question: Question) -> Reply:
        """Return the answer."""
        self.questions.append(question)
        if self.error is not None:
            raise self.error
        advice = Advice(
            choice=self.choice or None,
            raw_score=self.score,
            element_match=self.score,
            location_match=self.score,
            text_match=self.score,
            why="as the test says",
        )
        return Reply(advice=advice, input_tokens=800, output_tokens=60)


class MemoryStore:
    """A store without a database; it passes the same tests as the real ones."""

    def __init__(self) -> None:
        self.runs: dict[str, Run] = {}
        self.entries: dict[str, ConfidenceLogEntry] = {}
        self.healings: dict[str, Healing] = {}
        self.notifications: dict[str, Notification] = {}
        self.evidence: dict[str, HealingEvidence] = {}
        self.recordings: dict[str, RecordingEntry] = {}
        self.user_configs: dict[str, UserHealingConfig] = {}
        self.recording_configs: dict[str, RecordingHealingConfig] = {}
        self.experiments: dict[str, ThresholdExperiment] = {}
        self.advices: dict[str, tuple[datetime, Mapping[str, object]]] = {}
        self.calibrators: dict[datetime, Mapping[str, object]] = {}
        self.histories: dict[str, History] = {}
        self.steps: dict[tuple[str, int], RunStep] = {}
        self._numbers = count(1)

    # ------------------------------------------------------------------ runs and decisions

    def start_run(self, run: Run) -> None:
        """Keep the run; one that is known already stays as it is."""
        self.runs.setdefault(run.id, run)

    def end_run(self, run: Run) -> None:
        """Keep how the run ended."""
        self.runs[run.id] = run

    def find_run(self, run_id: str) -> Run | None:
        """Return the run, None when there is none of that id."""
        return self.runs.get(run_id)

    def write_decisions(
        self,
        entries: Sequence[ConfidenceLogEntry],
        healings: Sequence[Healing] = (),
        notifications: Sequence[Notification] = (),
        evidence: Mapping[str, HealingEvidence] = NO_EVIDENCE,
    ) -> None:
        """Keep them; what is there already stays as it is."""
        for entry in entries:
            self.entries.setdefault(entry.id, entry)
        for healing in sorted(healings, key=lambda healing: healing.entry_id):
            if healing.entry_id not in self.healings:
                numbered = replace(healing, number=next(self._numbers))
                self.healings[healing.entry_id] = numbered
        for notification in notifications:
            self.notifications.setdefault(notification.entry_id, notification)
        self.evidence = {**evidence, **self.evidence}

    def write_outcomes(self, outcomes: Sequence[Outcome]) -> int:
        """Keep outcomes that are still unknown and count them; return how many."""
        new = 0
        for outcome in outcomes:
            entry = self.entries.get(outcome.entry_id)
            if entry is None or not entry.applied or entry.succeeded is not None:
                continue
            self.entries[entry.id] = replace(entry, succeeded=outcome.succeeded)
            healing = self.healings.get(entry.id)
            if healing is None or healing.state is ReviewState.PENDING:
                change = CacheChange(int(outcome.succeeded), 1)
                self._count(outcome.pattern, change)
            new += 1
        return new

    def find_entry(self, entry_id: str) -> ConfidenceLogEntry | None:
        """Return one entry, None when there is none of that id."""
        return self.entries.get(entry_id)

    def iter_decisions(
        self, start: datetime, end: datetime, organization_id: str | None = None
    ) -> Iterator[DecisionRow]:
        """Yield the decisions of a period, oldest first."""
        for entry in self._log(organization_id):
            if start <= entry.timestamp <= end:
                yield row_of(entry)

    def iter_newest_decisions(
        self, limit: int, organization_id: str | None = None
    ) -> Iterator[DecisionRow]:
        """Yield the newest decisions, newest first."""
        newest_first = reversed(self._log(organization_id))
        return map(row_of, islice(newest_first, limit))

    def iter_experiment(self, experiment: ThresholdExperiment) -> Iterator[ExperimentRow]:
        """Yield the decisions made in an experiment, oldest first."""
        for entry in self._log(None):
            if entry.experiment_id == experiment.id:
                by_user = experiment.unit is ExperimentUnit.USER
                unit = entry.user_id if by_user else entry.run_id
                yield ExperimentRow(
                    entry.variant, unit or "", entry.final_confidence, entry.succeeded
                )

    def write_steps(self, steps: Sequence[RunStep]) -> None:
        """Keep steps of a run; one that is known already is renewed."""
        self.steps |= {(step.run_id, step.number): step for step in steps}

    def iter_steps(self, run_id: str) -> Iterator[RunStep]:
        """Yield the steps of a run, in order."""
        return (step for (run, _), step in sorted(self.steps.items()) if run == run_id)

    def history_at(self, pattern: str) -> History:
        """Return how often healings on pages of this URL pattern worked."""
        return self.histories.get(pattern, History())

    # ------------------------------------------------------------------ reviews

    def iter_healings(
        self, state: ReviewState | None = None, recording_id: str | None = None
    ) -> Iterator[Healing]:
        """Yield healings, newest first."""
        for healing in sorted(self.healings.values(), key=lambda one: -one.number):
            wanted = state in (None, healing.state)
            if wanted and recording_id in (None, healing.recording_id):
                yield self._with_outcome(healing)

    def find_healing(self, number: int) -> Healing | None:
        """Return the healing, None when there is none of that number."""
        found = [one for one in self.healings.values() if one.number == number]
        return self._with_outcome(found[0]) if found else None

    def find_evidence(self, entry_id: str) -> HealingEvidence | None:
        """Return what a healing is shown with, None when nothing was kept."""
        return self.evidence.get(entry_id)

    def write_review(
        self,
        healing: Healing,
        review: Review,
        change: CacheChange,
        act: Callable[[], None] | None = None,
    ) -> bool:
        """Keep the answer; False when the healing is another by now."""
        known = self._with_outcome(self.healings[healing.entry_id])
        if known.version != healing.version or known.succeeded is not healing.succeeded:
            return False
        if act is not None:
            act()
        self.healings[healing.entry_id] = replace(known, review=review)
        told = self.notifications.get(healing.entry_id)
        if told is not None:
            self.notifications[healing.entry_id] = replace(told, status=review.state)
        pattern = url_pattern(healing.url) if healing.url else None
        self._count(pattern, change)
        return True

    def labels_of(self, fingerprint_ids: Sequence[str]) -> Mapping[str, str]:
        """Return what elements are called, by fingerprint; those without a healing are missing."""
        return {
            healing.fingerprint_id: healing.label or healing.old_selector
            for healing in self.healings.values()
            if healing.fingerprint_id is not None and healing.fingerprint_id in fingerprint_ids
        }

    def iter_past(self, fingerprint_id: str, found_id: str) -> Iterator[PastHealing]:
        """Yield the healings of an element to this other one, newest first."""
        for healing in self.iter_healings():
            if (healing.fingerprint_id, healing.found_id) == (fingerprint_id, found_id):
                is_other = healing.review is not None and healing.review.picked is not None
                yield PastHealing(
                    healing.run_id, healing.action, healing.succeeded, healing.state, is_other
                )

    def iter_excluded(
        self, fingerprint_id: str, recording_id: str | None, step_id: str | None
    ) -> Iterator[Mapping[str, object]]:
        """Yield the fingerprints that people rejected for this element, or for this step."""
        for healing in sorted(self.healings.values(), key=lambda one: one.number):
            same_step = (healing.recording_id, healing.step_id) == (recording_id, step_id or "")
            is_meant = same_step or healing.fingerprint_id == fingerprint_id
            if is_meant and healing.state is ReviewState.REJECTED and healing.fingerprint:
                yield healing.fingerprint

    def iter_notifications(self, status: ReviewState | None = None) -> Iterator[Notification]:
        """Yield notifications, newest first."""
        newest_first = sorted(
            self.notifications.values(), key=lambda one: (one.created_at, one.entry_id)
        )[::-1]
        return (one for one in newest_first if status in (None, one.status))

    # ------------------------------------------------------------------ what people set

    def save_recording(self, recording: RecordingEntry) -> None:
        """Keep where a recording is."""
        self.recordings[recording.id] = recording

    def find_recording(self, recording_id: str) -> RecordingEntry | None:
        """Return where a recording is, None when it is not known."""
        return self.recordings.get(recording_id)

    def find_user_config(self, user_id: str) -> UserHealingConfig | None:
        """Return what one person chose, None when nothing was chosen."""
        return self.user_configs.get(user_id)

    def save_user_config(self, user_id: str, config: UserHealingConfig) -> None:
        """Keep what one person chose."""
        self.user_configs[user_id] = config

    def find_recording_config(self, recording_id: str) -> RecordingHealingConfig | None:
        """Return what was chosen for one recording, None when nothing was."""
        return self.recording_configs.get(recording_id)

    def save_recording_config(self, config: RecordingHealingConfig) -> None:
        """Keep what was chosen for one recording."""
        self.recording_configs[config.recording_id] = config

    def iter_experiments(self) -> Iterator[ThresholdExperiment]:
        """Yield all experiments, newest first."""
        oldest_first = sorted(self.experiments.values(), key=lambda one: (one.start_date, one.id))
        return iter(oldest_first[::-1])

    def save_experiment(self, experiment: ThresholdExperiment) -> None:
        """Keep the experiment; raises ``UsageError`` if another one is active already."""
        if experiment.status is ExperimentStatus.ACTIVE:
            check_none_active(
                other for other in self.experiments.values() if other.id != experiment.id
            )
        self.experiments[experiment.id] = experiment

    def find_advice(self, key: str) -> Mapping[str, object] | None:
        """Return what an adviser answered to this question, None when it was not asked."""
        found = self.advices.get(key)
        return None if found is None else found[1]

    def save_advice(self, key: str, at: datetime, data: Mapping[str, object]) -> None:
        """Keep what an adviser answered."""
        self.advices[key] = at, dict(data)

    def find_calibrator(self) -> Mapping[str, object] | None:
        """Return the newest calibrator, None before the first one."""
        return self.calibrators[max(self.calibrators)] if self.calibrators else None

    def save_calibrator(self, fitted_at: datetime, data: Mapping[str, object]) -> None:
        """Keep a calibrator."""
        self.calibrators[fitted_at] = data

    # ------------------------------------------------------------------ keeping

    def prune(self, before: datetime) -> Pruned:
        """Forget what is older, as the real stores do."""
        old = [one for one in self.healings.values() if one.created_at < before]
        answered = [one.entry_id for one in old if one.state is ReviewState.ACCEPTED]
        _forget(self.advices, [key for key, (at, _) in self.advices.items() if at < before])
        ended = [key for key, run in self.runs.items() if run.started_at < before]
        _forget(self.steps, [key for key in self.steps if key[0] in ended])
        running = {
            one.id
            for one in self.experiments.values()
            if one.status is not ExperimentStatus.COMPLETED
        }
        return Pruned(
            decisions=_forget(
                self.entries,
                [
                    key
                    for key, entry in self.entries.items()
                    if entry.timestamp < before and entry.experiment_id not in running
                ],
            ),
            runs=_forget(self.runs, ended),
            healings=_forget(self.healings, answered),
            notifications=_forget(
                self.notifications,
                [key for key, one in self.notifications.items() if one.created_at < before],
            ),
            kept_healings=len(old) - len(answered),
        )

    def close(self) -> None:
        """Do nothing: there is nothing to let go of."""

    def _log(self, organization_id: str | None) -> list[ConfidenceLogEntry]:
        entries = sorted(self.entries.values(), key=lambda entry: (entry.timestamp, entry.id))
        return [one for one in entries if organization_id in (None, one.organization_id)]

    def _with_outcome(self, healing: Healing) -> Healing:
        entry = self.entries.get(healing.entry_id)
        return replace(healing, succeeded=None if entry is None else entry.succeeded)

    def _count(self, pattern: str | None, change: CacheChange) -> None:
        if pattern is not None:
            known = self.histories.get(pattern, History())
            self.histories[pattern] = History(
                successes=known.successes + change.successes, tries=known.tries + change.tries
            )


def _forget(kept: dict[K, T], keys: Sequence[K]) -> int:
    for key in keys:
        del kept[key]
    return len(keys)
