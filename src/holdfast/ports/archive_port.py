"""Archive: says what the portal looks through, a page at a time, and who may."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from holdfast.model.access import Token
from holdfast.model.archive import (
    Bucket,
    DecisionFilter,
    HealingRow,
    Offers,
    PageOf,
    QueueFilter,
    QueuePage,
    RecordingRow,
    RunFilter,
    RunRow,
)
from holdfast.model.healing_decision import ConfidenceLogEntry
from holdfast.ports.store_port import Store


class Queue(Protocol):
    """Healings as people look through them and answer them."""

    def page_healings(self, wanted: QueueFilter, page: int, size: int) -> PageOf[HealingRow]:
        """Return one page of the queue, most useful first."""

    def page_changes(self, wanted: QueueFilter, page: int, size: int) -> QueuePage:
        """Return one page of the queue with each change once, most useful first."""

    def neighbour_changes(self, number: int, wanted: QueueFilter) -> tuple[int | None, int | None]:
        """Return the healings that show the changes before and after that of this one."""

    def numbers_of(self, wanted: QueueFilter, newest: int, limit: int) -> Sequence[int]:
        """Return the healings that could be accepted, most useful first, up to a number."""

    def count_offers(self, wanted: QueueFilter) -> tuple[Offers, ...]:
        """Return how many healings the filter finds in each recording, and could be accepted."""

    def count_waiting(self) -> int:
        """Return how many changes wait for an answer."""

    def numbers_by_entry(self, entry_ids: Sequence[str]) -> Mapping[str, tuple[int, str | None]]:
        """Return number and reviewer of healings, by the decision that proposed them."""

    def list_run_healings(self, run_id: str) -> tuple[HealingRow, ...]:
        """Return the healings of a run in the order of its steps."""


class Access(Protocol):
    """Who may use the portal: tokens and sessions, by what can be compared with them."""

    def save_token(self, token: Token) -> None:
        """Write a token; one that is known already stays as it is."""

    def find_token(self, token_hash: str) -> Token | None:
        """Return whose token it is, None when it is nobody's."""

    def list_tokens(self) -> Sequence[Token]:
        """Return the tokens that this store may see, oldest first."""

    def delete_tokens(self, token_hashes: Collection[str]) -> int:
        """Take tokens away, and end what was begun with them; return how many there were."""

    def start_session(
        self, session_hash: str, token_hash: str, *, now: datetime, expires_at: datetime
    ) -> None:
        """Write a session, and forget those that have ended."""

    def find_session(self, session_hash: str, now: datetime) -> Token | None:
        """Return with whose token a session was begun, None when it has ended."""

    def end_session(self, session_hash: str) -> None:
        """Forget a session."""

    def count_failure(self, keys: Sequence[str], at: datetime, since: datetime) -> None:
        """Write a wrong token under each of its keys, and forget those before ``since``."""

    def list_failures(self, key: str, since: datetime) -> Sequence[datetime]:
        """Return when wrong tokens of this key were given, oldest first."""


class Archive(Store, Queue, Access, Protocol):
    """All that the portal looks through, a page at a time, and who may."""

    def for_organization(self, organization_id: str) -> "Archive":
        """Return the same as one organization sees it: its own rows, and no others."""

    def page_runs(self, wanted: RunFilter, page: int, size: int) -> PageOf[RunRow]:
        """Return one page of the runs, newest first."""

    def page_recordings(self, text: str, page: int, size: int) -> PageOf[RecordingRow]:
        """Return one page of the recordings, by name."""

    def list_recording_names(self, most: int) -> tuple[tuple[str, str], ...]:
        """Return id and name of the recordings, by name: enough to choose one of them."""

    def page_decisions(
        self, wanted: DecisionFilter, page: int, size: int
    ) -> PageOf[ConfidenceLogEntry]:
        """Return one page of the log, newest first."""

    def list_days(self, wanted: DecisionFilter) -> tuple[Bucket, ...]:
        """Return what was decided on each day (UTC) that has decisions, oldest first."""

    def histogram(self, wanted: DecisionFilter) -> tuple[int, ...]:
        """Return how many decisions have a confidence of 0-9, 10-19 … 90-100."""
