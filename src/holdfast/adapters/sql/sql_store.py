"""SQL store: the store port on SQLite or PostgreSQL."""

import os
from datetime import datetime
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, func, or_, select
from sqlalchemy.exc import OperationalError

from holdfast.adapters.files import keep_out_of_git, open_file
from holdfast.adapters.sql.database import BUSY_TIMEOUT_S, Database, name_of, read_place
from holdfast.adapters.sql.decisions import DecisionTables
from holdfast.adapters.sql.migrate import migrate, prepare
from holdfast.adapters.sql.queued_runs import QueuedRunTables
from holdfast.adapters.sql.review_queue import ReviewTables
from holdfast.adapters.sql.run_log import RunLogTables
from holdfast.adapters.sql.schema import (
    advice_cache,
    changes,
    confidence_logs,
    experiments,
    healing_evidence,
    healing_notifications,
    healings,
    queue_runs,
    runs,
    steps,
)
from holdfast.adapters.sql.shelf import ShelfTables
from holdfast.adapters.sql.stored_runs import ArchiveTables
from holdfast.adapters.sql.token_rows import AccessTables
from holdfast.errors import EnvironmentFailure
from holdfast.model.healing_decision import ReviewState
from holdfast.model.remembered import Pruned
from holdfast.model.thresholds import ExperimentStatus


class SqlStore(
    RunLogTables, ReviewTables, ShelfTables, ArchiveTables, DecisionTables, AccessTables
):
    """Everything that is remembered, in one database."""

    def prune(self, before: datetime) -> Pruned:
        with self.database.writing() as connection:
            pruned = _prune(connection, before)
        if self.database.is_sqlite:
            self._shrink()
        return pruned

    def for_organization(self, organization_id: str) -> "SqlStore":
        return SqlStore(self.database, organization_id)

    def close(self) -> None:
        self.database.close()

    def _shrink(self) -> None:
        """Give the room back to the disk; not while others use the file, and next time is fine."""
        try:
            with self.database.alone() as connection:
                connection.exec_driver_sql("VACUUM")
        except EnvironmentFailure as exc:
            if not isinstance(exc.__cause__, OperationalError):
                raise


def open_store(
    place: str, *, organization_id: str | None = None, busy_timeout_s: float = BUSY_TIMEOUT_S
) -> SqlStore:
    """Return the store at a path or URL, with its tables; a new one is made.

    With an organization it sees and changes the rows of that one alone. Raises
    ``EnvironmentFailure`` when it cannot be opened, is foreign, damaged or too new.
    """
    return SqlStore(_prepared(_open(place, busy_timeout_s)), organization_id)


def open_queue(
    place: str, *, organization_id: str | None = None, make: bool = True
) -> QueuedRunTables:
    """Return the queue of an organization in a PostgreSQL database, with its tables.

    Whoever only looks does not ``make`` those of the engine. Raises ``UsageError`` for a file,
    ``EnvironmentFailure`` when it cannot be reached.
    """
    database = _open(place, BUSY_TIMEOUT_S)
    queue = QueuedRunTables(database, organization_id)
    _prepared(database)
    if make:
        queue.engine.prepare()
    return queue


def migrate_store(place: str) -> bool:
    """Bring the store at a path or URL up to date; return whether anything was to be done."""
    database = _open(place, BUSY_TIMEOUT_S)
    try:
        return migrate(database)
    finally:
        database.close()


def name_store(place: str) -> str:
    """Return where a store is, without a password; does not open it."""
    return name_of(read_place(place))


def _open(place: str, busy_timeout_s: float) -> Database:
    database = Database(place, busy_timeout_s=busy_timeout_s)
    if database.is_sqlite:
        _make_room(Path(database.name))
    return database


def _make_room(place: Path) -> None:
    """Make the folder and an empty file that is its owner's only; git is told to ignore it."""
    folder = place.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if folder.name == ".holdfast" and os.access(folder, os.W_OK):
            keep_out_of_git(folder)
        if not place.exists():
            # SQLite gives the files that it puts beside it the same rights.
            place.touch(mode=0o600)
        elif not place.is_file():  # SQLite would wait for a pipe, for ever
            open_file(place).close()
    except OSError as exc:
        raise EnvironmentFailure(
            f"cannot make the folder {str(folder)[:80]!r} of the store: {exc.strerror or exc}\n"
            "  next: check the path and who may write there"
        ) from exc


def _prepared(database: Database) -> Database:
    try:
        prepare(database)
    except BaseException:
        database.close()
        raise
    return database


def _prune(connection: Connection, before: datetime) -> Pruned:
    old = healings.c.created_at < before
    # A rejected healing still excludes an element; a pending one still waits for an answer.
    answered = healings.c.review_state == ReviewState.ACCEPTED
    kept = connection.scalar(select(func.count()).select_from(healings).where(old, ~answered))
    open_experiments = select(experiments.c.id).where(
        experiments.c.status != ExperimentStatus.COMPLETED
    )
    log = confidence_logs.c
    _delete(connection, advice_cache, advice_cache.c.created_at < before)
    _delete(connection, queue_runs, queue_runs.c.ended_at < before)
    done = or_(log.experiment_id.is_(None), log.experiment_id.not_in(open_experiments))
    gone = select(healings.c.entry_id).where(old, answered)
    connection.execute(delete(healing_evidence).where(healing_evidence.c.entry_id.in_(gone)))
    healed = _delete(connection, healings, and_(old, answered))
    if healed:
        used = select(healings.c.change_id)
        connection.execute(delete(changes).where(changes.c.change_id.not_in(used)))
    ended = select(runs.c.id).where(runs.c.started_at < before)
    connection.execute(delete(steps).where(steps.c.run_id.in_(ended)))
    return Pruned(
        decisions=_delete(connection, confidence_logs, and_(log.timestamp < before, done)),
        runs=_delete(connection, runs, runs.c.started_at < before),
        healings=healed,
        notifications=_delete(
            connection, healing_notifications, healing_notifications.c.created_at < before
        ),
        kept_healings=kept or 0,
    )


def _delete(connection: Connection, table: Table, which: ColumnElement[bool]) -> int:
    return connection.execute(delete(table).where(which)).rowcount
