"""Queued run: what is known of a job on the queue, who works on it, and what recurs."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from holdfast.model.job import Ended, Job

HEARD_OF = timedelta(minutes=2)  # a worker that was not is taken for gone by those who look


class RunState(StrEnum):
    """Where a job on the queue stands."""

    WAITING = "waiting"
    RUNNING = "running"
    PASSED = "passed"
    FAILED = "failed"  # a step was refused or failed, or the run could not be done
    LOST = "worker lost"  # whoever did it died after it had acted: it is not done again
    CANCELLED = "cancelled"

    @property
    def has_ended(self) -> bool:
        """Return whether nothing more will happen to it."""
        return self not in {RunState.WAITING, RunState.RUNNING}


class Settlement(StrEnum):
    """What becomes of a job whose worker is gone."""

    ENDED = "ended"  # it had ended, only the queue was not told
    AGAIN = "again"
    LOST = "lost"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedRun:
    """A job on the queue. ``claim`` names the attempt that may act; no other one may.

    ``acted``: this attempt may have done something to a page. ``version`` is Holdfast's, of whoever
    put it there.
    """

    run_id: str
    name: str
    state: RunState
    version: str
    queued_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    claim: str | None = None
    worker: str = ""
    attempts: int = 0
    acted: bool = False
    idempotent: bool = False
    cancelled: bool = False

    @property
    def attempt_id(self) -> str:
        """Return what the store calls the run of this attempt."""
        return self.run_id if self.attempts <= 1 else f"{self.run_id}-{self.attempts}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A job that was taken to be done, and where it stands."""

    run: QueuedRun
    job: Job


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedRun:
    """A job that has ended, and how its run went; None for one that has no run to tell of."""

    run: QueuedRun
    ended: Ended | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueWorker:
    """Somebody who takes jobs: a process on a machine, and when it was last heard of."""

    id: str
    host: str
    version: str
    concurrency: int
    started_at: datetime
    seen_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """A recording that is put on the queue again and again; ``cron`` in UTC."""

    name: str
    cron: str
    version: str
    job: Job
