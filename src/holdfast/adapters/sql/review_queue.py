"""Healings and reviews: written to and read from their tables."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from sqlalchemy import Select, and_, or_, select, update

from holdfast.adapters.sql.inserts import add_counts
from holdfast.adapters.sql.rows import read_evidence, read_healing, review_row
from holdfast.adapters.sql.run_log import cache_row
from holdfast.adapters.sql.schema import (
    confidence_logs,
    healing_evidence,
    healing_notifications,
    healings,
    outcome_cache,
    recordings,
)
from holdfast.adapters.sql.sql_tables import SqlTables
from holdfast.adapters.sql.waiting_changes import settle
from holdfast.model.archive import HealingEvidence
from holdfast.model.healing_decision import ReviewState
from holdfast.model.records import made_of
from holdfast.model.remembered import CacheChange, Healing, Notification, PastHealing, Review
from holdfast.page.url_pattern import url_pattern

PAST = 100  # older healings say little about the page of today
_FETCH = 100  # a healing holds a fingerprint, which holds a page
_BITS = 31  # of the column in PostgreSQL, which refuses to be asked for more

_WITH_OUTCOME = select(healings, confidence_logs.c.succeeded).outerjoin(
    confidence_logs, confidence_logs.c.id == healings.c.entry_id
)


class ReviewTables(SqlTables):
    """The part of the store that people answer to."""

    def iter_healings(
        self, state: ReviewState | None = None, recording_id: str | None = None
    ) -> Iterator[Healing]:
        seen = self._sees(healings.c.organization_id)
        wanted = _WITH_OUTCOME.where(seen).order_by(healings.c.number.desc())
        if state is not None:
            wanted = wanted.where(healings.c.review_state == state)
        if recording_id is not None:
            wanted = wanted.where(healings.c.recording_id == recording_id)
        return map(read_healing, self._iter_rows(wanted, _FETCH))

    def find_healing(self, number: int) -> Healing | None:
        if number.bit_length() > _BITS:
            return None
        wanted = _WITH_OUTCOME.where(
            healings.c.number == number, self._sees(healings.c.organization_id)
        )
        return next(map(read_healing, self._all(wanted)), None)

    def find_evidence(self, entry_id: str) -> HealingEvidence | None:
        wanted = (
            select(healing_evidence)
            .join(healings, healings.c.entry_id == healing_evidence.c.entry_id)
            .where(healing_evidence.c.entry_id == entry_id, self._sees(healings.c.organization_id))
        )
        return next(map(read_evidence, self._all(wanted)), None)

    def write_review(
        self,
        healing: Healing,
        review: Review,
        change: CacheChange,
        act: Callable[[], None] | None = None,
    ) -> bool:
        this = healings.c.number == healing.number
        outcome = select(confidence_logs.c.succeeded).where(
            confidence_logs.c.id == healings.c.entry_id
        )
        unchanged = (
            this,
            self._sees(healings.c.organization_id),
            healings.c.review_state == healing.state,
            healings.c.reviewed_at.is_not_distinct_from(
                None if healing.review is None else healing.review.at
            ),
            outcome.scalar_subquery().is_not_distinct_from(healing.succeeded),
        )
        answer = (
            update(healings)
            .where(*unchanged)
            .values(review_state=review.state, **review_row(review))
        )
        told = (
            update(healing_notifications)
            .where(healing_notifications.c.entry_id == healing.entry_id)
            .values(status=review.state)
        )
        patterns = [url_pattern(healing.url)] if healing.url else []
        counted = [cache_row(kind, change, healing.organization_id) for kind in patterns]
        with self.database.writing() as connection:
            # First the lock, then the look: the end of a run waits, or has been waited for.
            connection.execute(select(healings.c.number).where(this).with_for_update())
            if connection.execute(answer).rowcount == 0:
                return False
            settle(connection, [(healing.organization_id, healing.change_id)])
            connection.execute(told)
            add_counts(connection, outcome_cache, counted, ("successes", "tries"))
            if act is not None:
                # Two answers may change the same file: SQLite has one writer anyway.
                connection.execute(_lock_recording(healing))
                act()
        return True

    def labels_of(self, fingerprint_ids: Sequence[str]) -> Mapping[str, str]:
        wanted = (
            select(healings.c.fingerprint_id, healings.c.label, healings.c.old_selector)
            .where(
                healings.c.fingerprint_id.in_(fingerprint_ids),
                self._sees(healings.c.organization_id),
            )
            .order_by(healings.c.number)
        )
        return {row.fingerprint_id: row.label or row.old_selector for row in self._all(wanted)}

    def iter_past(self, fingerprint_id: str, found_id: str) -> Iterator[PastHealing]:
        table = healings.c
        wanted = (
            select(
                table.run_id,
                table.action,
                confidence_logs.c.succeeded,
                table.review_state,
                table.picked,
            )
            .outerjoin(confidence_logs, confidence_logs.c.id == table.entry_id)
            .where(
                table.fingerprint_id == fingerprint_id,
                table.found_id == found_id,
                self._sees(table.organization_id),
            )
            .order_by(table.number.desc())
            .limit(PAST)
        )
        for run_id, action, succeeded, state, picked in self._all(wanted):
            is_other = picked is not None
            yield PastHealing(run_id, action, succeeded, state, is_other)

    def iter_excluded(
        self, fingerprint_id: str, recording_id: str | None, step_id: str | None
    ) -> Iterator[Mapping[str, object]]:
        table = healings.c
        of_step = and_(
            table.recording_id.is_not_distinct_from(recording_id),
            table.step_id == (step_id or ""),
        )
        wanted = select(healings.c.fingerprint).where(
            or_(table.fingerprint_id == fingerprint_id, of_step),
            healings.c.review_state == ReviewState.REJECTED,
            healings.c.fingerprint.is_not(None),
            self._sees(healings.c.organization_id),
        )
        for row in self._iter_rows(wanted.order_by(healings.c.number), _FETCH):
            yield row.fingerprint

    def iter_notifications(self, status: ReviewState | None = None) -> Iterator[Notification]:
        table = healing_notifications
        wanted = select(table).order_by(table.c.created_at.desc(), table.c.entry_id.desc())
        if self.organization_id is not None:
            seen = select(healings.c.entry_id).where(self._sees(healings.c.organization_id))
            wanted = wanted.where(table.c.entry_id.in_(seen))
        if status is not None:
            wanted = wanted.where(table.c.status == status)
        return (made_of(Notification, row) for row in self._iter_rows(wanted, _FETCH))


def _lock_recording(healing: Healing) -> Select[tuple[str]]:
    this = (
        recordings.c.id == healing.recording_id,
        recordings.c.organization_id == healing.organization_id,
    )
    return select(recordings.c.id).where(*this).with_for_update()
