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
_BY_NAME = (func.lower(recordings.c.name), recordings.c.id)


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
        order = (_RUN.started_at.desc(), _RUN.id.desc())
        found = self._page(Run, select(runs).where(*which), order, page, size)
        counted = self._all(self._counts_of([run.id for run in found.items]))
        counts = {row.run_id: row for row in counted}
        items = tuple(_run_row(run, counts.get(run.id)) for run in found.items)
        return PageOf(items=items, total=found.total, page=page, size=size)

    def page_recordings(self, text: str, page: int, size: int) -> PageOf[RecordingRow]:
        table = recordings.c
        which = [self._owns(table.organization_id)]
        if text:
            which.append(or_(contains(table.name, text), contains(table.id, text)))
        chosen = select(recordings).where(*which)
        found = self._page(RecordingEntry, chosen, _BY_NAME, page, size)
        items = tuple(self._recording_row(entry) for entry in found.items)
        return PageOf(items=items, total=found.total, page=page, size=size)

    def list_recording_names(self, most: int) -> tuple[tuple[str, str], ...]:
        table = recordings.c
        chosen = (
            select(table.id, table.name)
            .where(self._owns(table.organization_id))
            .order_by(*_BY_NAME)
            .limit(most)
        )
        return tuple((row.id, row.name) for row in self._all(chosen))

    def _recording_row(self, entry: RecordingEntry) -> RecordingRow:
        waiting = QueueFilter(recording_id=entry.id, waiting=True)
        of_it = (_RUN.recording_id == entry.id, self._sees(_RUN.organization_id))
        newest = select(runs).where(*of_it).order_by(_RUN.started_at.desc()).limit(1)
        count = select(func.count()).select_from(runs).where(*of_it)
        with self.database.reading() as connection:
            return RecordingRow(
                entry=entry,
                pending=connection.scalar(self._count_changes(waiting)) or 0,
                runs=connection.scalar(count) or 0,
                last_run=self._find(Run, newest),
            )

    def _counts_of(self, run_ids: list[str]) -> _Rows:
        pending = and_(_HEALING.review_state == ReviewState.PENDING, IS_WAITING)
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
