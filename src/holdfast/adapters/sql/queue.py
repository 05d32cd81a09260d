"""Queue of healings: a page is chosen without reading what is not on it."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Select, and_, case, func, or_, select

from holdfast.adapters.sql.rows import value_of
from holdfast.adapters.sql.schema import confidence_logs, healings, recordings
from holdfast.adapters.sql.sql_tables import SqlTables, contains
from holdfast.model.archive import DOUBTFUL, HealingRow, Offers, PageOf, QueueFilter
from holdfast.model.healing_decision import HealingAction

_Rows: TypeAlias = Select[tuple[Any, ...]]  # columns are typed where rows are made
_HEALING = healings.c
_SHOWN = (
    "number label step_number recording_id run_id confidence action review_state reviewer "
    "reviewed_at created_at url old_selector new_selector"
).split()


# A suggestion stops its step in every run until somebody answers; a flagged one is in use though
# in doubt; a sure one can wait; to a refusal there is the least to say.
_USEFUL = case(
    (_HEALING.action == HealingAction.SUGGEST_ONLY, 0),
    (_HEALING.action == HealingAction.APPLY_WITH_FLAG, 1),
    (_HEALING.action == HealingAction.AUTO_APPLY, 2),
    else_=3,
)
_MOST_USEFUL_FIRST = (_USEFUL, _HEALING.confidence.desc(), _HEALING.number.desc())


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

    def neighbours(self, number: int, wanted: QueueFilter) -> tuple[int | None, int | None]:
        this = select(_USEFUL, _HEALING.confidence).where(
            _HEALING.number == number, self._sees(_HEALING.organization_id)
        )
        with self.database.reading() as connection:
            row = connection.execute(this).first()
            if row is None:
                return None, None
            place = (row[0], -row[1], -number)
            key = (_USEFUL, -_HEALING.confidence, -_HEALING.number)
            queue = select(_HEALING.number).where(*self.queued(wanted)).limit(1)
            backwards = [column.desc() for column in key]
            before = connection.scalar(queue.where(_less(key, place)).order_by(*backwards))
            after = connection.scalar(queue.where(_more(key, place)).order_by(*key))
        return before, after

    def numbers_of(self, wanted: QueueFilter, newest: int, limit: int) -> list[int]:
        chosen = (
            select(_HEALING.number)
            .where(*self.queued(wanted), _HEALING.number <= newest)
            .where(_HEALING.fingerprint.is_not(None))
            .order_by(*_MOST_USEFUL_FIRST)
            .limit(limit)
        )
        with self.database.reading() as connection:
            return list(connection.scalars(chosen))

    def count_offers(self, wanted: QueueFilter) -> tuple[Offers, ...]:
        offered = case((_HEALING.fingerprint.is_not(None), 1), else_=0)
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
        with self.database.reading() as connection:
            return tuple(Offers(*row) for row in connection.execute(counted))

    def count_doubtful(self) -> int:
        waiting = self.queued(QueueFilter(actions=DOUBTFUL))
        with self.database.reading() as connection:
            return (
                connection.scalar(select(func.count()).select_from(healings).where(*waiting)) or 0
            )

    def numbers_by_entry(self, entry_ids: Sequence[str]) -> Mapping[str, tuple[int, str | None]]:
        wanted = select(_HEALING.entry_id, _HEALING.number, _HEALING.reviewer).where(
            _HEALING.entry_id.in_(entry_ids), self._sees(_HEALING.organization_id)
        )
        with self.database.reading() as connection:
            return {row.entry_id: (row.number, row.reviewer) for row in connection.execute(wanted)}

    def list_run_healings(self, run_id: str) -> tuple[HealingRow, ...]:
        wanted = self._rows_of(_HEALING.run_id == run_id).order_by(None)
        with self.database.reading() as connection:
            rows = connection.execute(wanted.order_by(_HEALING.step_number, _HEALING.number))
            return tuple(_healing(row) for row in rows)

    def queued(self, wanted: QueueFilter) -> list[ColumnElement[bool]]:
        """Return the conditions of a filter."""
        which = [self._sees(_HEALING.organization_id)]
        if wanted.state is not None:
            which.append(_HEALING.review_state == wanted.state)
        if wanted.actions:
            which.append(_HEALING.action.in_(sorted(wanted.actions)))
        if wanted.recording_id is not None:
            which.append(_HEALING.recording_id == wanted.recording_id)
        if wanted.run_id is not None:
            which.append(_HEALING.run_id == wanted.run_id)
        if (wanted.min_confidence, wanted.max_confidence) != (0, 100):
            which.append(_HEALING.confidence.between(wanted.min_confidence, wanted.max_confidence))
        if wanted.text:
            columns = (_HEALING.label, _HEALING.old_selector, _HEALING.new_selector)
            which.append(or_(*(contains(column, wanted.text) for column in columns)))
        return which

    def _rows_of(self, which: ColumnElement[bool]) -> _Rows:
        known = and_(
            recordings.c.id == _HEALING.recording_id,
            recordings.c.organization_id == _HEALING.organization_id,
        )
        return (
            select(
                *(_HEALING[name] for name in _SHOWN),
                _HEALING.fingerprint.is_not(None).label("has_offer"),
                recordings.c.name.label("recording_name"),
                confidence_logs.c.succeeded,
            )
            .outerjoin(confidence_logs, confidence_logs.c.id == _HEALING.entry_id)
            .outerjoin(recordings, known)
            .where(which, self._sees(_HEALING.organization_id))
            .order_by(*_MOST_USEFUL_FIRST)
        )


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
    return value_of(HealingRow, row, state=row.review_state, has_offer=bool(row.has_offer))
