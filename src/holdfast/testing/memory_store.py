"""Memory store: keeps everything in dicts; it passes the same tests as the real stores."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime

from holdfast.errors import UsageError
from holdfast.model.access import AuditEntry, Token
from holdfast.model.archive import (
    EVER,
    NO_EVIDENCE,
    Bucket,
    DecisionFilter,
    HealingEvidence,
    HealingRow,
    Offers,
    PageOf,
    QueuedChange,
    QueueFilter,
    QueuePage,
    RecordingRow,
    RunFilter,
    RunRow,
)
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
from holdfast.model.thresholds import (
    ExperimentStatus,
    ExperimentUnit,
    RecordingHealingConfig,
    ThresholdExperiment,
    UserHealingConfig,
)
from holdfast.page.url_pattern import url_pattern
from holdfast.ports import Archive
from holdfast.testing.kept_rows import (
    Owned,
    SeenRows,
    contains,
    count_outcome,
    forget,
    in_groups,
    page_of,
)


class MemoryStore(SeenRows, Archive):
    """A store without a database; it passes the same tests as the real ones.

    Bound to an organization it sees the rows of that one alone. What the methods do stands at
    the port.
    """

    def for_organization(self, organization_id: str) -> "MemoryStore":
        return MemoryStore(organization_id, self.kept)

    # ------------------------------------------------------------------ runs and decisions

    def start_run(self, run: Run) -> None:
        self.kept.runs.setdefault(run.id, run)

    def end_run(self, run: Run) -> None:
        self.kept.runs[run.id] = run

    def find_run(self, run_id: str) -> Run | None:
        return self._seen(self.kept.runs.get(run_id))

    def write_decisions(
        self,
        entries: Sequence[ConfidenceLogEntry],
        healings: Sequence[Healing] = (),
        notifications: Sequence[Notification] = (),
        evidence: Mapping[str, HealingEvidence] = NO_EVIDENCE,
    ) -> None:
        kept = self.kept
        for entry in entries:
            kept.entries.setdefault(entry.id, entry)
        for healing in sorted(healings, key=lambda healing: healing.entry_id):
            if healing.entry_id not in kept.healings:
                kept.healings[healing.entry_id] = replace(healing, number=next(kept.numbers))
        for notification in notifications:
            kept.notifications.setdefault(notification.entry_id, notification)
        kept.evidence = {**evidence, **kept.evidence}

    def write_outcomes(self, outcomes: Sequence[Outcome]) -> int:
        new = 0
        for outcome in outcomes:
            entry = self.kept.entries.get(outcome.entry_id)
            if entry is None or not entry.applied or entry.succeeded is not None:
                continue
            self.kept.entries[entry.id] = replace(entry, succeeded=outcome.succeeded)
            healing = self.kept.healings.get(entry.id)
            if healing is None or healing.state is ReviewState.PENDING:
                change = CacheChange(int(outcome.succeeded), 1)
                count_outcome(self.own, outcome.pattern, change)
            new += 1
        return new

    def find_entry(self, entry_id: str) -> ConfidenceLogEntry | None:
        return self._seen(self.kept.entries.get(entry_id))

    def iter_experiment(self, experiment: ThresholdExperiment) -> Iterator[ExperimentRow]:
        for entry in self._log():
            if entry.experiment_id == experiment.id:
                by_user = experiment.unit is ExperimentUnit.USER
                unit = (entry.user_id if by_user else entry.run_id) or ""
                yield ExperimentRow(entry.variant, unit, entry.final_confidence, entry.succeeded)

    def write_steps(self, steps: Sequence[RunStep]) -> None:
        self.kept.steps |= {(step.run_id, step.number): step for step in steps}

    def iter_steps(self, run_id: str) -> Iterator[RunStep]:
        seen = self.find_run(run_id) is not None
        return (
            step for (run, _), step in sorted(self.kept.steps.items()) if run == run_id and seen
        )

    def history_at(self, pattern: str) -> History:
        return self.own.histories.get(pattern, History())

    def page_decisions(
        self, wanted: DecisionFilter, page: int, size: int
    ) -> PageOf[ConfidenceLogEntry]:
        return page_of(self._log(wanted)[::-1], page, size)

    def iter_decisions(
        self,
        wanted: DecisionFilter = EVER,
        *,
        newest_first: bool = False,
        limit: int | None = None,
    ) -> Iterator[DecisionRow]:
        found = self._log(wanted)
        for entry in (found[::-1] if newest_first else found)[:limit]:
            steps = [one for (run, _), one in self.kept.steps.items() if run == entry.run_id]
            yield DecisionRow.of(entry, steps)

    def list_days(self, wanted: DecisionFilter) -> tuple[Bucket, ...]:
        days: dict[date, list[ConfidenceLogEntry]] = {}
        for entry in self._log(wanted):
            days.setdefault(entry.timestamp.astimezone(UTC).date(), []).append(entry)
        return tuple(
            Bucket(
                start=day,
                counts=Counter(entry.action for entry in found),
                average_confidence=sum(entry.final_confidence for entry in found) / len(found),
                successes=sum(entry.succeeded is True for entry in found),
                outcomes=sum(entry.succeeded is not None for entry in found),
            )
            for day, found in days.items()
        )

    def histogram(self, wanted: DecisionFilter) -> tuple[int, ...]:
        tenths = Counter(min(9, one.final_confidence // 10) for one in self._log(wanted))
        return tuple(tenths[place] for place in range(10))

    # ------------------------------------------------------------------ reviews

    def iter_healings(
        self, state: ReviewState | None = None, recording_id: str | None = None
    ) -> Iterator[Healing]:
        wanted = QueueFilter(state=state, recording_id=recording_id)
        return iter(sorted(self._queue(wanted), key=lambda one: -one.number))

    def find_healing(self, number: int) -> Healing | None:
        return next((one for one in self.iter_healings() if one.number == number), None)

    def find_evidence(self, entry_id: str) -> HealingEvidence | None:
        healing = self._seen(self.kept.healings.get(entry_id))
        return None if healing is None else self.kept.evidence.get(entry_id)

    def write_review(
        self,
        healing: Healing,
        review: Review,
        change: CacheChange,
        act: Callable[[], None] | None = None,
    ) -> bool:
        known = self.find_healing(healing.number)
        if (
            known is None
            or known.version != healing.version
            or known.succeeded is not healing.succeeded
        ):
            return False
        if act is not None:
            act()
        self.kept.healings[healing.entry_id] = replace(known, review=review)
        told = self.kept.notifications.get(healing.entry_id)
        if told is not None:
            self.kept.notifications[healing.entry_id] = replace(told, status=review.state)
        pattern = url_pattern(healing.url) if healing.url else None
        owned = self.kept.owned.setdefault(healing.organization_id, Owned())
        count_outcome(owned, pattern, change)
        return True

    def labels_of(self, fingerprint_ids: Sequence[str]) -> Mapping[str, str]:
        return {
            healing.fingerprint_id: healing.label or healing.old_selector
            for healing in self._queue(QueueFilter(state=None))
            if healing.fingerprint_id is not None and healing.fingerprint_id in fingerprint_ids
        }

    def iter_past(self, fingerprint_id: str, found_id: str) -> Iterator[PastHealing]:
        for one in self.iter_healings():
            if (one.fingerprint_id, one.found_id) == (fingerprint_id, found_id):
                is_other = one.review is not None and one.review.picked is not None
                yield PastHealing(one.run_id, one.action, one.succeeded, one.state, is_other)

    def iter_excluded(
        self, fingerprint_id: str, recording_id: str | None, step_id: str | None
    ) -> Iterator[Mapping[str, object]]:
        for one in list(self.iter_healings(ReviewState.REJECTED))[::-1]:
            same_step = (one.recording_id, one.step_id) == (recording_id, step_id or "")
            if (same_step or one.fingerprint_id == fingerprint_id) and one.fingerprint:
                yield one.fingerprint

    def iter_notifications(self, status: ReviewState | None = None) -> Iterator[Notification]:
        newest_first = sorted(
            self.kept.notifications.values(), key=lambda one: (one.created_at, one.entry_id)
        )[::-1]
        seen = {one.entry_id for one in self._queue(QueueFilter(state=None))}
        for one in newest_first:
            if status in (None, one.status) and (not self.organization_id or one.entry_id in seen):
                yield one

    def page_healings(self, wanted: QueueFilter, page: int, size: int) -> PageOf[HealingRow]:
        return page_of([self._row(healing) for healing in self._queue(wanted)], page, size)

    def page_changes(self, wanted: QueueFilter, page: int, size: int) -> QueuePage:
        queue = self._queue(wanted)
        groups = in_groups(queue, self._all_of(wanted, queue))
        rows = [QueuedChange(healing=self._row(shown), times=times) for shown, times in groups]
        start = (page - 1) * size
        around = tuple(one.healing.number for one in rows[max(0, start - 1) : start + size + 1])
        items = tuple(rows[start : start + size])
        return QueuePage(items=items, total=len(rows), page=page, size=size, around=around)

    def neighbour_changes(self, number: int, wanted: QueueFilter) -> tuple[int | None, int | None]:
        this = self.find_healing(number)
        if this is None:
            return None, None
        queue = self._queue(wanted)
        whole = self._all_of(wanted, queue)
        if all(one.change_id != this.change_id for one in queue):
            queue = [*queue, this]
            whole = [*(one for one in whole if one.change_id != this.change_id), this]
        changes = [shown for shown, _ in in_groups(queue, whole)]
        at = [one.change_id for one in changes].index(this.change_id)
        before = changes[at - 1].number if at else None
        return before, changes[at + 1].number if at + 1 < len(changes) else None

    def _all_of(self, wanted: QueueFilter, queue: list[Healing]) -> list[Healing]:
        """Return what puts the changes of a queue in their order."""
        is_kept = wanted.is_of_waiting and self.organization_id is not None
        return self._queue(QueueFilter(waiting=True)) if is_kept else queue

    def numbers_of(self, wanted: QueueFilter, newest: int, limit: int) -> Sequence[int]:
        offered = (one.number for one in self._queue(wanted) if one.fingerprint is not None)
        return [number for number in offered if number <= newest][:limit]

    def count_offers(self, wanted: QueueFilter) -> tuple[Offers, ...]:
        by_recording: dict[str | None, list[Healing]] = {}
        for healing in self._queue(wanted):
            by_recording.setdefault(healing.recording_id, []).append(healing)
        return tuple(
            Offers(
                recording_id,
                len(found),
                sum(one.fingerprint is not None for one in found),
                max(one.number for one in found),
            )
            for recording_id, found in sorted(by_recording.items(), key=lambda one: one[0] or "")
        )

    def count_waiting(self) -> int:
        return len({one.change_id for one in self._queue(QueueFilter(waiting=True))})

    def numbers_by_entry(self, entry_ids: Sequence[str]) -> Mapping[str, tuple[int, str | None]]:
        return {
            one.entry_id: (one.number, None if one.review is None else one.review.reviewer)
            for one in self._queue(QueueFilter(state=None))
            if one.entry_id in entry_ids
        }

    def list_run_healings(self, run_id: str) -> tuple[HealingRow, ...]:
        found = self._queue(QueueFilter(state=None, run_id=run_id))
        return tuple(map(self._row, sorted(found, key=lambda one: (one.step_number, one.number))))

    # ------------------------------------------------------------------ runs and recordings

    def page_runs(self, wanted: RunFilter, page: int, size: int) -> PageOf[RunRow]:
        found = [
            run
            for run in self._runs(wanted.recording_id)
            if wanted.passed in (None, run.passed) and contains(wanted.text, run.name, run.id)
        ]
        return page_of([self._run_row(run) for run in found], page, size)

    def page_recordings(self, text: str, page: int, size: int) -> PageOf[RecordingRow]:
        rows = []
        for entry in sorted(
            self.own.recordings.values(), key=lambda one: (one.name.lower(), one.id)
        ):
            waiting = self._queue(QueueFilter(recording_id=entry.id, waiting=True))
            runs = self._runs(entry.id)
            newest = runs[0] if runs else None
            row = RecordingRow(
                entry=entry,
                pending=len({one.change_id for one in waiting}),
                runs=len(runs),
                last_run=newest,
            )
            if contains(text, entry.name, entry.id):
                rows.append(row)
        return page_of(rows, page, size)

    def list_recording_names(self, most: int) -> tuple[tuple[str, str], ...]:
        rows = self.page_recordings("", 1, most).items
        return tuple((row.entry.id, row.entry.name) for row in rows)

    # ------------------------------------------------------------------ what people set

    def save_recording(self, recording: RecordingEntry) -> None:
        self.own.recordings[recording.id] = recording

    def find_recording(self, recording_id: str) -> RecordingEntry | None:
        return self.own.recordings.get(recording_id)

    def find_user_config(self, user_id: str) -> UserHealingConfig | None:
        return self.own.user_configs.get(user_id)

    def save_user_config(self, user_id: str, config: UserHealingConfig) -> None:
        self.own.user_configs[user_id] = config

    def find_recording_config(self, recording_id: str) -> RecordingHealingConfig | None:
        return self.own.recording_configs.get(recording_id)

    def save_recording_config(self, config: RecordingHealingConfig) -> None:
        self.own.recording_configs[config.recording_id] = config

    def iter_experiments(self) -> Iterator[ThresholdExperiment]:
        known = self.own.experiments.values()
        return iter(sorted(known, key=lambda one: (one.start_date, one.id))[::-1])

    def save_experiment(self, experiment: ThresholdExperiment) -> None:
        others = [one for one in self.own.experiments.values() if one.id != experiment.id]
        active = ExperimentStatus.ACTIVE
        if experiment.status is active and any(one.status is active for one in others):
            raise UsageError("only one experiment can be active at a time: another one is")
        self.own.experiments[experiment.id] = experiment

    def find_advice(self, key: str) -> Mapping[str, object] | None:
        found = self.own.advices.get(key)
        return None if found is None else found[1]

    def save_advice(self, key: str, at: datetime, data: Mapping[str, object]) -> None:
        self.own.advices[key] = at, dict(data)

    def find_calibrator(self) -> Mapping[str, object] | None:
        known = self.own.calibrators
        return known[max(known)] if known else None

    def save_calibrator(self, fitted_at: datetime, data: Mapping[str, object]) -> None:
        self.own.calibrators[fitted_at] = data

    # ------------------------------------------------------------------ who may use the portal

    def save_token(self, token: Token) -> None:
        self.kept.tokens.setdefault(token.token_hash, token)

    def find_token(self, token_hash: str) -> Token | None:
        return self.kept.tokens.get(token_hash)

    def list_tokens(self) -> Sequence[Token]:
        seen = [one for one in self.kept.tokens.values() if self._seen(one) is not None]
        return sorted(seen, key=lambda one: (one.created_at, one.token_hash))

    def delete_tokens(self, token_hashes: Collection[str]) -> int:
        gone = [one.token_hash for one in self.list_tokens() if one.token_hash in token_hashes]
        begun = [key for key, (token, _) in self.kept.sessions.items() if token in gone]
        forget(self.kept.sessions, begun)
        return forget(self.kept.tokens, gone)

    def start_session(
        self, session_hash: str, token_hash: str, *, now: datetime, expires_at: datetime
    ) -> None:
        ended = [key for key, (_, end) in self.kept.sessions.items() if end <= now]
        forget(self.kept.sessions, ended)
        self.kept.sessions.setdefault(session_hash, (token_hash, expires_at))

    def find_session(self, session_hash: str, now: datetime) -> Token | None:
        token_hash, end = self.kept.sessions.get(session_hash, ("", now))
        return self.kept.tokens.get(token_hash) if end > now else None

    def end_session(self, session_hash: str) -> None:
        self.kept.sessions.pop(session_hash, None)

    def count_failure(self, keys: Sequence[str], at: datetime, since: datetime) -> None:
        recent = [(key, when) for key, when in self.kept.failures if when >= since]
        self.kept.failures[:] = [*recent, *((key, at) for key in keys)]

    def list_failures(self, key: str, since: datetime) -> Sequence[datetime]:
        found = self.kept.failures
        return sorted(when for known, when in found if known == key and when >= since)

    def write_audit(self, entry: AuditEntry) -> None:
        self.kept.audit.append((self.owner, entry))

    def page_audit(self, page: int, size: int) -> PageOf[AuditEntry]:
        seen = [
            entry
            for owner, entry in reversed(self.kept.audit)
            if self.organization_id in (None, owner)
        ]
        return page_of(seen, page, size)

    # ------------------------------------------------------------------ keeping

    def prune(self, before: datetime) -> Pruned:
        kept, open_ones = self.kept, set()
        for owned in kept.owned.values():
            forget(owned.advices, [key for key, (at, _) in owned.advices.items() if at < before])
            done = ExperimentStatus.COMPLETED
            open_ones |= {one.id for one in owned.experiments.values() if one.status is not done}
        old = [one for one in kept.healings.values() if one.created_at < before]
        answered = [one.entry_id for one in old if one.state is ReviewState.ACCEPTED]
        told = [key for key, one in kept.notifications.items() if one.created_at < before]
        decided = [
            key
            for key, entry in kept.entries.items()
            if entry.timestamp < before and entry.experiment_id not in open_ones
        ]
        ended = [key for key, run in kept.runs.items() if run.started_at < before]
        forget(kept.steps, [key for key in kept.steps if key[0] in ended])
        return Pruned(
            decisions=forget(kept.entries, decided),
            runs=forget(kept.runs, ended),
            healings=forget(kept.healings, answered),
            notifications=forget(kept.notifications, told),
            kept_healings=len(old) - len(answered),
        )

    def close(self) -> None:
        pass
