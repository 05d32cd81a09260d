"""Runs, decisions and outcomes: written to and read from their tables."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict

from sqlalchemy import Connection, select, update

from holdfast.adapters.sql.column_types import storable
from holdfast.adapters.sql.inserts import RowValues, add_counts, in_chunks, insert_new, upsert
from holdfast.adapters.sql.rows import evidence_row, healing_row, row_of
from holdfast.adapters.sql.schema import (
    changes,
    confidence_logs,
    healing_evidence,
    healing_notifications,
    outcome_cache,
    runs,
)
from holdfast.adapters.sql.schema import healings as healings_table
from holdfast.adapters.sql.schema import steps as steps_table
from holdfast.adapters.sql.sql_tables import SqlTables
from holdfast.adapters.sql.waiting_changes import settle
from holdfast.model.archive import NO_EVIDENCE, HealingEvidence
from holdfast.model.healing_decision import ConfidenceLogEntry, History, ReviewState
from holdfast.model.records import made_of
from holdfast.model.remembered import (
    CacheChange,
    ExperimentRow,
    Healing,
    Notification,
    Outcome,
    Run,
    RunStep,
)
from holdfast.model.thresholds import ExperimentUnit, ThresholdExperiment

PATTERN = "pattern"
_SAID = ("organization_id", "change_id", "words")  # what a change has of its healings
_LOG = confidence_logs.c


class RunLogTables(SqlTables):
    """The part of the store that runs write to."""

    def start_run(self, run: Run) -> None:
        with self.database.writing() as connection:
            insert_new(connection, runs, [asdict(run)])

    def end_run(self, run: Run) -> None:
        with self.database.writing() as connection:
            upsert(connection, runs, asdict(run))

    def find_run(self, run_id: str) -> Run | None:
        own = self._sees(runs.c.organization_id)
        return self._find(Run, select(runs).where(runs.c.id == run_id, own))

    def write_decisions(
        self,
        entries: Sequence[ConfidenceLogEntry],
        healings: Sequence[Healing] = (),
        notifications: Sequence[Notification] = (),
        evidence: Mapping[str, HealingEvidence] = NO_EVIDENCE,
    ) -> None:
        proposed = [healing_row(healing) for healing in healings]
        told = [row_of(one, healing_notifications) for one in notifications]
        said = [{name: one[name] for name in _SAID} for one in proposed]
        seen = {(str(one["organization_id"]), str(one["change_id"])): one for one in said}
        shown = [evidence_row(key, one) for key, one in evidence.items()]
        decided = [row_of(entry, confidence_logs) for entry in entries]
        with self.database.writing() as connection:
            insert_new(connection, confidence_logs, decided)
            insert_new(connection, healings_table, proposed, key="entry_id")
            insert_new(connection, changes, list(seen.values()), key="change_id")
            settle(connection, seen)
            insert_new(connection, healing_notifications, told, key="entry_id")
            insert_new(connection, healing_evidence, shown, key="entry_id")

    def write_outcomes(self, outcomes: Sequence[Outcome]) -> int:
        if not outcomes:
            return 0
        by_id = {storable(outcome.entry_id): outcome for outcome in reversed(outcomes)}
        with self.database.writing() as connection:
            answered = _lock_answered(connection, sorted(by_id))
            new = [
                entry_id
                for succeeded in (True, False)
                for entry_id in _update_unknown(connection, by_id, succeeded)
            ]
            # A person's word stands before the outcome, and was counted when it was given.
            add_outcomes(connection, [by_id[one] for one in new if one not in answered], self.owner)
        return len(new)

    def find_entry(self, entry_id: str) -> ConfidenceLogEntry | None:
        own = self._sees(_LOG.organization_id)
        return self._find(
            ConfidenceLogEntry, select(confidence_logs).where(_LOG.id == entry_id, own)
        )

    def iter_experiment(self, experiment: ThresholdExperiment) -> Iterator[ExperimentRow]:
        unit = _LOG.user_id if experiment.unit is ExperimentUnit.USER else _LOG.run_id
        wanted = (
            select(_LOG.variant, unit, _LOG.final_confidence, _LOG.succeeded)
            .where(_LOG.experiment_id == experiment.id, self._sees(_LOG.organization_id))
            .order_by(_LOG.timestamp, _LOG.id)
        )
        for variant, name, confidence, succeeded in self._iter_rows(wanted):
            yield ExperimentRow(variant, name or "", confidence, succeeded)

    def write_steps(self, steps: Sequence[RunStep]) -> None:
        with self.database.writing() as connection:
            upsert(connection, steps_table, *(row_of(step, steps_table) for step in steps))

    def iter_steps(self, run_id: str) -> Iterator[RunStep]:
        wanted = (
            select(steps_table)
            .join(runs, runs.c.id == steps_table.c.run_id)
            .where(runs.c.id == run_id, self._sees(runs.c.organization_id))
            .order_by(steps_table.c.number)
        )
        return (made_of(RunStep, row) for row in self._all(wanted))

    def history_at(self, pattern: str) -> History:
        wanted = select(outcome_cache.c.successes, outcome_cache.c.tries).where(
            outcome_cache.c.kind == PATTERN,
            outcome_cache.c.key == pattern,
            self._owns(outcome_cache.c.organization_id),
        )
        return self._find(History, wanted) or History()


def add_outcomes(connection: Connection, outcomes: Iterable[Outcome], owner: str) -> None:
    """Count outcomes for their kinds of page."""
    successes: Counter[str] = Counter()
    tries: Counter[str] = Counter()
    for outcome in outcomes:
        if outcome.pattern is not None:
            successes[outcome.pattern] += outcome.succeeded
            tries[outcome.pattern] += 1
    rows = [cache_row(kind, CacheChange(successes[kind], tries[kind]), owner) for kind in tries]
    add_counts(connection, outcome_cache, rows, ("successes", "tries"))


def cache_row(pattern: str, change: CacheChange, owner: str) -> RowValues:
    """Return what is added to an organization's cache for a kind of page."""
    return {"organization_id": owner, "kind": PATTERN, "key": pattern, **change._asdict()}


def _lock_answered(connection: Connection, entry_ids: Sequence[str]) -> set[str]:
    """Return those that a person has answered; none of them can be answered until the end."""
    answered: set[str] = set()
    table = healings_table.c
    for chunk in in_chunks(entry_ids):
        wanted = select(table.entry_id, table.review_state).where(table.entry_id.in_(chunk))
        locked = wanted.order_by(table.entry_id).with_for_update()
        answered.update(
            entry_id
            for entry_id, state in connection.execute(locked)
            if state is not ReviewState.PENDING
        )
    return answered


def _update_unknown(
    connection: Connection, by_id: dict[str, Outcome], succeeded: bool
) -> Iterator[str]:
    """Write one outcome to all that had it; yield those that had none before."""
    ids = sorted(key for key, outcome in by_id.items() if outcome.succeeded is succeeded)
    for chunk in in_chunks(ids):
        unknown = _LOG.id.in_(chunk), _LOG.applied, _LOG.succeeded.is_(None)
        written = update(confidence_logs).where(*unknown).values(succeeded=succeeded)
        yield from connection.scalars(written.returning(_LOG.id)).all()
