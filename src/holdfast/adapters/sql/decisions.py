"""Log of decisions: read a page at a time, by day, and by confidence."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date
from itertools import starmap
from typing import Any

from sqlalchemy import ColumnElement, Label, and_, case, false, func, not_, select

from holdfast.adapters.sql.schema import confidence_logs, steps
from holdfast.adapters.sql.sql_tables import SqlTables
from holdfast.model.archive import EVER, Bucket, DecisionFilter, PageOf
from holdfast.model.healing_decision import ConfidenceLogEntry
from holdfast.model.remembered import LOGGED, DecisionRow
from holdfast.model.replay_result import StepOutcome

_LOG = confidence_logs.c
_NEWEST_FIRST = (_LOG.timestamp.desc(), _LOG.id.desc())


def _later(outcome: StepOutcome) -> ColumnElement[bool]:
    """Return the condition that a later step of a decision's run went this way."""
    later = steps.alias()
    of_run = later.c.run_id == _LOG.run_id, later.c.number > _LOG.step_number
    return select(later.c.number).where(*of_run, later.c.outcome == outcome).exists()


_ONLY_REFUSED = and_(_later(StepOutcome.REFUSED), not_(_later(StepOutcome.FAILED)))
_REFUSED_LATER = case((_LOG.succeeded.is_(False), _ONLY_REFUSED), else_=false())


class DecisionTables(SqlTables):
    """The part of the store that reports with a filter read."""

    def page_decisions(
        self, wanted: DecisionFilter, page: int, size: int
    ) -> PageOf[ConfidenceLogEntry]:
        chosen, order = select(confidence_logs).where(*self._logged(wanted)), _NEWEST_FIRST
        return self._page(ConfidenceLogEntry, chosen, order, page, size)

    def iter_decisions(
        self,
        wanted: DecisionFilter = EVER,
        *,
        newest_first: bool = False,
        limit: int | None = None,
    ) -> Iterator[DecisionRow]:
        columns = [*(_LOG[name] for name in LOGGED), steps.c.effect_seen, _REFUSED_LATER]
        same = and_(steps.c.run_id == _LOG.run_id, steps.c.number == _LOG.step_number)
        order = _NEWEST_FIRST if newest_first else (_LOG.timestamp, _LOG.id)
        rows = select(*columns).outerjoin_from(confidence_logs, steps, same)
        rows = rows.where(*self._logged(wanted)).order_by(*order).limit(limit)
        return starmap(DecisionRow, self._iter_rows(rows))

    def list_days(self, wanted: DecisionFilter) -> tuple[Bucket, ...]:
        day = self._day()
        rows = (
            select(
                day,
                _LOG.action,
                func.count().label("count"),
                func.sum(_LOG.final_confidence).label("confidence"),
                func.count(_LOG.succeeded).label("outcomes"),
                func.sum(case((_LOG.succeeded.is_(True), 1), else_=0)).label("successes"),
            )
            .where(*self._logged(wanted))
            .group_by(day, _LOG.action)
            .order_by(day)
        )
        days: defaultdict[str, list[Any]] = defaultdict(list)
        for row in self._all(rows):
            days[row.day].append(row)
        return tuple(_bucket(day, found) for day, found in days.items())

    def histogram(self, wanted: DecisionFilter) -> tuple[int, ...]:
        tenth = case((_LOG.final_confidence >= 90, 9), else_=_LOG.final_confidence // 10)
        rows = (
            select(tenth.label("tenth"), func.count().label("count"))
            .where(*self._logged(wanted))
            .group_by(tenth)
        )
        counts = Counter({row.tenth: row.count for row in self._all(rows)})
        return tuple(counts[place] for place in range(10))

    def _logged(self, wanted: DecisionFilter) -> list[ColumnElement[bool]]:
        which = [
            self._sees(_LOG.organization_id),
            *([] if wanted is EVER else [_LOG.timestamp.between(wanted.start, wanted.end)]),
        ]
        if wanted.recording_id is not None:
            which.append(_LOG.recording_id == wanted.recording_id)
        if wanted.action is not None:
            which.append(_LOG.action == wanted.action)
        if wanted.variant is not None:
            which.append(_LOG.variant == wanted.variant)
        return which

    def _day(self) -> Label[str]:
        if self.database.is_sqlite:
            return func.strftime("%Y-%m-%d", _LOG.timestamp).label("day")
        return func.to_char(func.timezone("UTC", _LOG.timestamp), "YYYY-MM-DD").label("day")


def _bucket(day: str, rows: list[Any]) -> Bucket:
    total = sum(row.count for row in rows)
    return Bucket(
        start=date.fromisoformat(day),
        counts={row.action: row.count for row in rows},
        average_confidence=sum(row.confidence for row in rows) / total,
        successes=sum(row.successes for row in rows),
        outcomes=sum(row.outcomes for row in rows),
    )
