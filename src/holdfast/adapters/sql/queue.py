"""Queue of healings: a page is chosen without reading what is not on it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Row,
    Select,
    Subquery,
    and_,
    case,
    func,
    literal,
    or_,
    select,
)

from holdfast.adapters.sql.column_types import storable
from holdfast.adapters.sql.schema import changes, confidence_logs, healings, recordings
from holdfast.adapters.sql.sql_tables import SqlTables
from holdfast.adapters.sql.waiting_changes import IS_WAITING, LEAST_SURE, SUMMED, USEFUL, number_in
from holdfast.model.archive import HealingRow, Offers, PageOf, QueuedChange, QueueFilter, QueuePage
from holdfast.model.records import made_of

_Rows: TypeAlias = Select[tuple[Any, ...]]  # columns are typed where rows are made
_HEALING = healings.c
_SHOWN = (
    "number label step_number recording_id run_id confidence action review_state reviewer "
    "reviewed_at created_at url old_selector new_selector has_offer change_id"
).split()
ALL_WAITING = QueueFilter(waiting=True)
_MOST_USEFUL_FIRST = (USEFUL, _HEALING.confidence.desc(), _HEALING.number.desc())


class QueueTables(SqlTables):
    """The part of the store that people answer from."""

    def page_healings(self, wanted: QueueFilter, page: int, size: int) -> PageOf[HealingRow]:
        chosen = (
            select(_HEALING.number)
            .where(*self.queued(wanted))
            .order_by(*_MOST_USEFUL_FIRST)
            .limit(size)
            .offset((page - 1) * size)
        )
        count = select(func.count()).select_from(healings).where(*self.queued(wanted))
        with self.database.reading() as connection:
            total = connection.scalar(count) or 0
            # Numbers first, from an index alone: only the rows of this page are read.
            numbers = connection.scalars(chosen).all()
            rows = connection.execute(self._rows_of(_HEALING.number.in_(numbers)))
            items = tuple(_healing(row) for row in rows)
        return PageOf(items=items, total=total, page=page, size=size)

    def page_changes(self, wanted: QueueFilter, page: int, size: int) -> QueuePage:
        grouped = self._grouped(wanted)
        start = (page - 1) * size
        before = min(start, 1)  # one more on either side: who looks at the last goes on from there
        chosen = select(grouped).order_by(*_in_order(grouped)).limit(before + size + 1)
        with self.database.reading() as connection:
            found = self._found(connection, chosen.offset(start - before), wanted)
            is_all = page == 1 and len(found) <= size
            count = len(found) if is_all else connection.scalar(self._count_changes(wanted)) or 0
            times = {number_in(row.least): int(row.times) for row in found}
            shown = list(times)[before : before + size]
            rows = connection.execute(self._rows_of(_HEALING.number.in_(shown)))
            by_number = {row.number: _healing(row) for row in rows}
        items = tuple(QueuedChange(healing=by_number[one], times=times[one]) for one in shown)
        return QueuePage(items=items, total=count, page=page, size=size, around=tuple(times))

    def neighbour_changes(self, number: int, wanted: QueueFilter) -> tuple[int | None, int | None]:
        grouped = self._grouped(wanted)
        alone = select(
            _HEALING.change_id,
            USEFUL.label("useful"),
            literal(1).label("times"),
            _HEALING.confidence.label("sure"),
            LEAST_SURE.label("least"),
        ).where(_HEALING.number == number, self._sees(_HEALING.organization_id))
        key = _place_of(grouped)
        with self.database.reading() as connection:
            this = connection.execute(alone).first()
            if this is None:
                return None, None
            of_it = select(grouped).where(grouped.c.change_id == this.change_id)
            this = connection.execute(of_it).first() or this
            least = literal(this.least, BigInteger)
            place = (this.useful, -this.times, -this.sure, least)
            queue = select(grouped).limit(1)
            backwards = _in_order(grouped, backwards=True)
            sides = (
                queue.where(_less(key, place)).order_by(*backwards),
                queue.where(_more(key, place)).order_by(*_in_order(grouped)),
            )
            found = [self._found(connection, side, wanted) for side in sides]
        before, after = (number_in(one[0].least) if one else None for one in found)
        return before, after

    def _found(
        self, connection: Connection, chosen: _Rows, wanted: QueueFilter
    ) -> Sequence[Row[Any]]:
        """Return the chosen changes, each summed over what is wanted of it."""
        found = connection.execute(chosen).all()
        if not self._is_summed(wanted) or _is_all(wanted):
            return found
        places = [row.change_id for row in found]
        within = self._summed_anew(replace(wanted, text="")).where(_HEALING.change_id.in_(places))
        return sorted(connection.execute(within), key=lambda row: places.index(row.change_id))

    def _grouped(self, wanted: QueueFilter) -> Subquery:
        """Return each change once: where it stands in the queue, and which healing shows it.

        What waits is summed already.
        """
        rows = self._summed if self._is_summed(wanted) else self._summed_anew
        return rows(wanted).subquery()

    def _is_summed(self, wanted: QueueFilter) -> bool:
        """Return whether each change stands in the order that is kept for one organization."""
        return self.organization_id is not None and wanted.is_of_waiting

    def _summed_anew(self, wanted: QueueFilter) -> _Rows:
        return (
            select(_HEALING.change_id, *SUMMED)
            .where(*self.queued(wanted))
            .group_by(_HEALING.change_id)
        )

    def _summed(self, wanted: QueueFilter) -> _Rows:
        table = changes.c
        waiting = select(table.change_id, table.useful, table.times, table.sure, table.least)
        waiting = waiting.where(self._sees(table.organization_id), table.times > 0)
        if wanted.text:
            waiting = waiting.where(_says(table.words, wanted.text))
        if _is_all(wanted):
            return waiting
        any_of_it = [*self.queued(replace(wanted, text="")), _HEALING.change_id == table.change_id]
        return waiting.where(select(_HEALING.number).where(*any_of_it).exists())

    def numbers_of(self, wanted: QueueFilter, newest: int, limit: int) -> list[int]:
        chosen = (
            select(_HEALING.number)
            .where(*self.queued(wanted), _HEALING.number <= newest)
            .where(_HEALING.has_offer)
            .order_by(*_MOST_USEFUL_FIRST)
            .limit(limit)
        )
        return [row.number for row in self._all(chosen)]

    def count_offers(self, wanted: QueueFilter) -> tuple[Offers, ...]:
        offered = case((_HEALING.has_offer, 1), else_=0)
        counted = (
            select(
                _HEALING.recording_id,
                func.count(),
                func.sum(offered),
                func.max(_HEALING.number),
            )
            .where(*self.queued(wanted))
            .group_by(_HEALING.recording_id)
            .order_by(_HEALING.recording_id)
        )
        return tuple(Offers(*row) for row in self._all(counted))

    def count_waiting(self) -> int:
        with self.database.reading() as connection:
            return connection.scalar(self._count_changes(ALL_WAITING)) or 0

    def _count_changes(self, wanted: QueueFilter) -> Select[Any]:
        if self._is_summed(wanted) and _is_all(wanted):
            return select(func.count()).select_from(self._grouped(wanted))
        return select(func.count(_HEALING.change_id.distinct())).where(*self.queued(wanted))

    def numbers_by_entry(self, entry_ids: Sequence[str]) -> Mapping[str, tuple[int, str | None]]:
        wanted = select(_HEALING.entry_id, _HEALING.number, _HEALING.reviewer).where(
            _HEALING.entry_id.in_(entry_ids), self._sees(_HEALING.organization_id)
        )
        return {row.entry_id: (row.number, row.reviewer) for row in self._all(wanted)}

    def list_run_healings(self, run_id: str) -> tuple[HealingRow, ...]:
        wanted = self._rows_of(_HEALING.run_id == run_id).order_by(None)
        rows = self._all(wanted.order_by(_HEALING.step_number, _HEALING.number))
        return tuple(_healing(row) for row in rows)

    def queued(self, wanted: QueueFilter) -> list[ColumnElement[bool]]:
        """Return the conditions of a filter."""
        which = [self._sees(_HEALING.organization_id)]
        same = {
            _HEALING.review_state: wanted.state,
            _HEALING.change_id: wanted.change_id,
            _HEALING.recording_id: wanted.recording_id,
            _HEALING.run_id: wanted.run_id,
        }
        which += [column == value for column, value in same.items() if value is not None]
        if wanted.actions:
            which.append(_HEALING.action.in_(sorted(wanted.actions)))
        if wanted.waiting:
            which.append(IS_WAITING)
        if (wanted.min_confidence, wanted.max_confidence) != (0, 100):
            which.append(_HEALING.confidence.between(wanted.min_confidence, wanted.max_confidence))
        if wanted.text:
            which.append(_says(_HEALING.words, wanted.text))
        return which

    def _rows_of(self, which: ColumnElement[bool]) -> _Rows:
        known = and_(
            recordings.c.id == _HEALING.recording_id,
            recordings.c.organization_id == _HEALING.organization_id,
        )
        return (
            select(
                *(_HEALING[name] for name in _SHOWN),
                recordings.c.name.label("recording_name"),
                confidence_logs.c.succeeded,
            )
            .outerjoin(confidence_logs, confidence_logs.c.id == _HEALING.entry_id)
            .outerjoin(recordings, known)
            .where(which, self._sees(_HEALING.organization_id))
            .order_by(*_MOST_USEFUL_FIRST)
        )


def _is_all(wanted: QueueFilter) -> bool:
    """Return whether this is all that waits, with or without words."""
    return replace(wanted, text="") == ALL_WAITING


def _says(words: ColumnElement[str], text: str) -> ColumnElement[bool]:
    """Return the condition that words hold a text, however it is written."""
    return words.contains(storable(text).lower(), autoescape=True)


def _place_of(grouped: Subquery) -> tuple[ColumnElement[Any], ...]:
    """Return the order of changes: what stops runs, in the most places, the likeliest first."""
    table = grouped.c
    return table.useful, -table.times, -table.sure, table.least


def _in_order(grouped: Subquery, *, backwards: bool = False) -> tuple[ColumnElement[Any], ...]:
    """Return that order as the index has it, so that the first are found without sorting."""
    table = grouped.c
    if backwards:
        return table.useful.desc(), table.times, table.sure, table.least.desc()
    return table.useful, table.times.desc(), table.sure.desc(), table.least


def _less(key: tuple[Any, ...], place: tuple[Any, ...]) -> ColumnElement[bool]:
    """Return the condition that a row comes before a place in an order."""
    (first, *rest), (at, *others) = key, place
    if not rest:
        return first < at  # type: ignore[no-any-return] # a comparison of columns is a condition
    return or_(first < at, and_(first == at, _less(tuple(rest), tuple(others))))


def _more(key: tuple[Any, ...], place: tuple[Any, ...]) -> ColumnElement[bool]:
    """Return the condition that a row comes after a place in an order."""
    return _less(tuple(-column for column in key), tuple(-value for value in place))


def _healing(row: Any) -> HealingRow:
    return made_of(HealingRow, row, state=row.review_state)
