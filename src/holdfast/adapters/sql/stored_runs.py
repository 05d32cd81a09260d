"""Runs and recordings: read from the store a page at a time."""

from typing import Any, TypeAlias

from sqlalchemy import Select, and_, case, func, or_, select

from holdfast.adapters.sql.queue import QueueTables
from holdfast.adapters.sql.schema import healings, recordings, runs
from holdfast.adapters.sql.sql_tables import contains
from holdfast.adapters.sql.waiting_changes import IS_WAITING
from holdfast.model.archive import PageOf, QueueFilter, RecordingRow, RunFilter, RunRow
from holdfast.model.healing_decision import HealingAction, ReviewState
from holdfast.model.remembered import RecordingEntry, Run

_Rows: TypeAlias = Select[tuple[Any, ...]]  # columns are typed where rows are made
_HEALING, _RUN = healings.c, runs.c


class ArchiveTables(QueueTables):
    """The part of the store that people look through."""

    def page_runs(self, wanted: RunFilter, page: int, size: int) -> PageOf[RunRow]:
        which = [self._sees(_RUN.organization_id)]
        if wanted.recording_id is not None:
            which.append(_RUN.recording_id == wanted.recording_id)
        if wanted.passed is not None:
            which.append(_RUN.passed.is_(wanted.passed))
        if wanted.text:
            which.append(or_(*(contains(c, wanted.text) for c in (_RUN.name, _RUN.id))))
        chosen = (
            select(runs)
            .where(*which)
            .order_by(_RUN.started_at.desc(), _RUN.id.desc())
            .limit(size)
            .offset((page - 1) * size)
        )
        with self.database.reading() as connection:
            total = connection.scalar(select(func.count()).select_from(runs).where(*which)) or 0
            found = [Run(**row) for row in connection.execute(chosen).mappings()]
            counted = self._counts_of([run.id for run in found])
            counts = {row.run_id: row for row in connection.execute(counted)}
        items = tuple(_run_row(run, counts.get(run.id)) for run in found)
        return PageOf(items=items, total=total, page=page, size=size)

    def page_recordings(self, text: str, page: int, size: int) -> PageOf[RecordingRow]:
        table = recordings.c
        which = [self._owns(table.organization_id)]
        if text:
            which.append(or_(contains(table.name, text), contains(table.id, text)))
        columns = [column for column in table if column.name != "organization_id"]
        chosen = (
            select(*columns)
            .where(*which)
            .order_by(func.lower(table.name), table.id)
            .limit(size)
            .offset((page - 1) * size)
        )
        with self.database.reading() as connection:
            counted = select(func.count()).select_from(recordings).where(*which)
            total = connection.scalar(counted) or 0
            found = [RecordingEntry(**row) for row in connection.execute(chosen).mappings()]
        items = tuple(self._recording_row(entry) for entry in found)
        return PageOf(items=items, total=total, page=page, size=size)

    def list_recording_names(self, most: int) -> tuple[tuple[str, str], ...]:
        table = recordings.c
        chosen = (
            select(table.id, table.name)
            .where(self._owns(table.organization_id))
            .order_by(func.lower(table.name), table.id)
            .limit(most)
        )
        with self.database.reading() as connection:
            return tuple((row.id, row.name) for row in connection.execute(chosen))

    def _recording_row(self, entry: RecordingEntry) -> RecordingRow:
        waiting = QueueFilter(recording_id=entry.id, waiting=True)
        of_it = (_RUN.recording_id == entry.id, self._sees(_RUN.organization_id))
        newest = select(runs).where(*of_it).order_by(_RUN.started_at.desc()).limit(1)
        with self.database.reading() as connection:
            count = select(func.count()).select_from(runs).where(*of_it)
            row = connection.execute(newest).mappings().first()
            return RecordingRow(
                entry=entry,
                pending=connection.scalar(self._count_changes(waiting)) or 0,
                runs=connection.scalar(count) or 0,
                last_run=None if row is None else Run(**row),
            )

    def _counts_of(self, run_ids: list[str]) -> _Rows:
        pending = and_(
            _HEALING.review_state == ReviewState.PENDING,
            IS_WAITING,
        )
        applied = [action for action in HealingAction if action.applies]
        healed = _HEALING.action.in_(applied)
        return (
            select(
                _HEALING.run_id,
                func.sum(case((healed, 1), else_=0)).label("healed"),
                func.sum(case((healed, 0), else_=1)).label("refused"),
                func.sum(case((pending, 1), else_=0)).label("pending"),
            )
            .where(_HEALING.run_id.in_(run_ids), self._sees(_HEALING.organization_id))
            .group_by(_HEALING.run_id)
        )


def _run_row(run: Run, counts: Any) -> RunRow:
    if counts is None:
        return RunRow(run=run, healed=0, refused=0, pending=0)
    return RunRow(run=run, healed=counts.healed, refused=counts.refused, pending=counts.pending)
