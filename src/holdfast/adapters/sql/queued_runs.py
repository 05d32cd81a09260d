"""Queued runs: the rows of the queue; whoever wants to act asks them, so nothing acts twice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, case, delete, func, or_, select, update

from holdfast.adapters.sql.database import Database
from holdfast.adapters.sql.inserts import insert_new, upsert
from holdfast.adapters.sql.job_engine import JobEngine
from holdfast.adapters.sql.schema import queue_runs, queue_schedules, queue_workers
from holdfast.adapters.sql.sql_tables import SqlTables
from holdfast.errors import ForeignFormat, RunStopped
from holdfast.model.job import Ended, Job
from holdfast.model.queued_run import (
    FinishedRun,
    QueuedRun,
    QueueWorker,
    RunState,
    Schedule,
    Settlement,
    Taken,
)
from holdfast.model.records import made_of

FORGOTTEN_AFTER = timedelta(days=1)
_RUN = queue_runs.c
_OPEN = (RunState.WAITING, RunState.RUNNING)
_SHOWN = (
    _RUN.run_id,
    _RUN.name,
    _RUN.state,
    _RUN.version,
    _RUN.queued_at,
    _RUN.started_at,
    _RUN.ended_at,
    _RUN.claim,
    _RUN.worker,
    _RUN.attempts,
    _RUN.acted_at.is_not(None).label("acted"),
    _RUN.idempotent,
    _RUN.cancelled,
)


class QueuedRunTables(SqlTables):
    """The queue of one organization, in the database that its store is in."""

    def __init__(self, database: Database, organization_id: str | None = None) -> None:
        super().__init__(database, organization_id)
        self.engine = JobEngine(database, self.owner)

    # -------------------------------------------------------------------- those who do the work

    def take(self, run_id: str, claim: str, worker: str, now: datetime) -> Taken | None:
        # Asked again after the answer was lost, the same attempt gets the same answer.
        free = or_(and_(_RUN.claim.is_(None), ~_RUN.cancelled), _RUN.claim == claim)
        taken = (
            update(queue_runs)
            .where(_RUN.run_id == run_id, _RUN.state.in_(_OPEN), free)
            .values(
                claim=claim,
                worker=worker,
                state=RunState.RUNNING,
                started_at=now,
                attempts=_RUN.attempts + case((_RUN.claim == claim, 0), else_=1),
            )
            .returning(*_SHOWN, _RUN.job, _RUN.recording)
        )
        with self.database.writing() as connection:
            row = connection.execute(taken).first()
        return None if row is None else Taken(run=made_of(QueuedRun, row), job=_job(row))

    def check_act(self, run_id: str, claim: str, now: datetime) -> None:
        mine = and_(_RUN.run_id == run_id, _RUN.claim == claim, _RUN.state == RunState.RUNNING)
        acts = (
            update(queue_runs)
            .where(mine, ~_RUN.cancelled)
            .values(acted_at=func.coalesce(_RUN.acted_at, now))
        )
        with self.database.writing() as connection:
            if connection.execute(acts).rowcount:
                return
            cancelled = connection.scalar(select(_RUN.cancelled).where(_RUN.run_id == run_id))
        raise RunStopped(
            "somebody cancelled it" if cancelled else "it was given up, and is not ours any more"
        )

    def end(self, run_id: str, claim: str, ended: Ended, state: RunState, now: datetime) -> bool:
        mine = and_(_RUN.run_id == run_id, _RUN.claim == claim)
        values = {"state": state, "ended_at": now, "result": ended}
        with self.database.writing() as connection:
            written = update(queue_runs).where(mine, _RUN.state.in_(_OPEN)).values(values)
            if connection.execute(written).rowcount:
                return True
            # Asked again after the answer was lost.
            return connection.scalar(select(_RUN.state).where(mine)) is state

    def settle(
        self,
        run_id: str,
        claim: str | None,
        decide: Callable[[QueuedRun], Settlement],
        now: datetime,
    ) -> tuple[Settlement, QueuedRun]:
        one = select(*_SHOWN).where(_RUN.run_id == run_id).with_for_update()
        with self.database.writing() as connection:
            row = connection.execute(one).first()
            if row is None:
                gone = QueuedRun(
                    run_id=run_id, name="", state=RunState.LOST, version="", queued_at=now
                )
                return Settlement.ENDED, gone
            run = made_of(QueuedRun, row)
            if claim is not None and run.claim != claim:
                return Settlement.ENDED, run
            settled = decide(run)
            if settled is not Settlement.ENDED:
                changed = update(queue_runs).where(_RUN.run_id == run_id)
                connection.execute(changed.values(_SETTLED[settled](now)))
        return settled, run

    def greet(self, worker: QueueWorker) -> None:
        """Write that a worker is there; those that nobody heard of for a day are forgotten."""
        old = queue_workers.c.seen_at < worker.seen_at - FORGOTTEN_AFTER
        row = {"organization_id": self.owner, **asdict(worker)}
        with self.database.writing() as connection:
            connection.execute(delete(queue_workers).where(old))
            upsert(connection, queue_workers, row)

    def leave(self, worker_id: str) -> None:
        """Forget a worker that has ended in order."""
        table = queue_workers.c
        this = and_(table.organization_id == self.owner, table.id == worker_id)
        with self.database.writing() as connection:
            connection.execute(delete(queue_workers).where(this))

    # ----------------------------------------------------------------- those who ask for the work

    def add(self, jobs: Sequence[Job], version: str, now: datetime) -> None:
        rows = [
            {
                "run_id": job.run_id,
                "organization_id": self.owner,
                "name": job.name,
                "state": RunState.WAITING,
                "version": version,
                "job": job.to_json(),
                "recording": job.recording,
                "idempotent": job.idempotent,
                "queued_at": now,
            }
            for job in jobs
        ]
        known = select(_RUN.run_id).where(_RUN.run_id.in_([job.run_id for job in jobs]))
        with self.database.writing() as connection:
            there = set(connection.scalars(known))
            new = [row for row in rows if row["run_id"] not in there]
            insert_new(connection, queue_runs, new, key="run_id")
            self.engine.defer(connection, [str(row["run_id"]) for row in new])

    def find_runs(self, run_ids: Sequence[str]) -> Sequence[QueuedRun]:
        return self._list(_RUN.run_id.in_(run_ids))

    def list_runs(self, state: RunState | None, most: int) -> Sequence[QueuedRun]:
        return self._list(*(() if state is None else (_RUN.state == state,)), most=most)

    def find_finished(self, run_id: str) -> FinishedRun | None:
        ended = and_(_RUN.run_id == run_id, _RUN.state.not_in(_OPEN))
        wanted = select(*_SHOWN, _RUN.result).where(ended, self._own)
        for row in self._all(wanted):
            result = None if row.result is None else Ended.from_json(row.result)
            return FinishedRun(run=made_of(QueuedRun, row), ended=result)
        return None

    def count_states(self) -> Mapping[RunState, int]:
        counted = select(_RUN.state, func.count()).where(self._own).group_by(_RUN.state)
        found = {state: int(count) for state, count in self._all(counted)}
        return {state: found.get(state, 0) for state in RunState}

    def cancel(self, run_ids: Sequence[str], now: datetime) -> int:
        these = and_(_RUN.run_id.in_(run_ids), self._own)
        waits = _RUN.state == RunState.WAITING
        with self.database.writing() as connection:
            stop = update(queue_runs).where(these, _RUN.state.in_(_OPEN)).values(cancelled=True)
            count = connection.execute(stop).rowcount
            over = {"state": RunState.CANCELLED, "ended_at": now}
            connection.execute(update(queue_runs).where(these, waits).values(over))
        return count

    def find_job(self, run_id: str) -> Job | None:
        wanted = select(_RUN.job, _RUN.recording).where(_RUN.run_id == run_id, self._own)
        return next(map(_job, self._all(wanted)), None)

    def list_workers(self, since: datetime) -> Sequence[QueueWorker]:
        table = queue_workers.c
        own = and_(table.organization_id == self.owner, table.seen_at >= since)
        wanted = select(queue_workers).where(own).order_by(table.started_at, table.id)
        return [made_of(QueueWorker, row) for row in self._all(wanted)]

    def save_schedule(self, schedule: Schedule) -> None:
        row = {
            "organization_id": self.owner,
            "name": schedule.name,
            "cron": schedule.cron,
            "version": schedule.version,
            "job": schedule.job.to_json(),
            "recording": schedule.job.recording,
        }
        with self.database.writing() as connection:
            upsert(connection, queue_schedules, row)

    def list_schedules(self) -> Sequence[Schedule]:
        table = queue_schedules.c
        own = table.organization_id == self.owner
        wanted = select(queue_schedules).where(own).order_by(table.name)
        return [made_of(Schedule, row, job=_job(row)) for row in self._all(wanted)]

    def delete_schedule(self, name: str) -> bool:
        table = queue_schedules.c
        this = and_(table.organization_id == self.owner, table.name == name)
        with self.database.writing() as connection:
            return connection.execute(delete(queue_schedules).where(this)).rowcount > 0

    def for_organization(self, organization_id: str) -> "QueuedRunTables":
        return QueuedRunTables(self.database, organization_id)

    def close(self) -> None:
        self.database.close()

    @property
    def _own(self) -> ColumnElement[bool]:
        return _RUN.organization_id == self.owner

    def _list(self, *which: ColumnElement[bool], most: int | None = None) -> Sequence[QueuedRun]:
        newest = select(*_SHOWN).where(self._own, *which).order_by(_RUN.queued_at.desc())
        return [made_of(QueuedRun, row) for row in self._all(newest.limit(most))]


def _ended(state: RunState) -> Callable[[datetime], dict[str, Any]]:
    return lambda now: {"state": state, "ended_at": now}


# What becomes of a row; a claim that is taken away can be given to somebody else.
_SETTLED: Mapping[Settlement, Callable[[datetime], dict[str, Any]]] = {
    Settlement.AGAIN: lambda _: {"state": RunState.WAITING, "claim": None, "acted_at": None},
    Settlement.LOST: _ended(RunState.LOST),
    Settlement.CANCELLED: _ended(RunState.CANCELLED),
}


def _job(row: Any) -> Job:
    try:
        return replace(Job.from_json(row.job), recording=bytes(row.recording))
    except ValueError as exc:
        raise ForeignFormat(
            "a job of this version", f"another one ({exc})", "install one version everywhere"
        ) from exc
