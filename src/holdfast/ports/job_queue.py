"""Job queue: says what is needed of the queue that runs wait on, and of the engine behind it."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

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


class RunClaims(Protocol):
    """Who may do a run: one at a time, and nobody who was given up."""

    def take(self, run_id: str, claim: str, worker: str, now: datetime) -> Taken | None:
        """Return the job for this attempt; None when it has ended or is somebody else's."""

    def check_act(self, run_id: str, claim: str, now: datetime) -> None:
        """Write that this attempt acts now; raises ``RunStopped`` when it may not any more."""

    def end(self, run_id: str, claim: str, ended: Ended, state: RunState, now: datetime) -> bool:
        """Write how it ended; return False when it was ended or given to somebody else before."""

    def settle(
        self,
        run_id: str,
        claim: str | None,
        decide: Callable[[QueuedRun], Settlement],
        now: datetime,
    ) -> tuple[Settlement, QueuedRun]:
        """Do with a run whose worker is gone what ``decide`` says, while nobody can take or act.

        With a claim, only if that attempt still has it; else it is as if it had ended.
        """

    def close(self) -> None:
        """Let go of all connections."""


class JobQueue(RunClaims, Protocol):
    """The queue as those see it who put jobs there and look at them."""

    def for_organization(self, organization_id: str) -> "JobQueue":
        """Return the queue of another organization."""

    def add(self, jobs: Sequence[Job], version: str, now: datetime) -> None:
        """Put jobs on the queue, all or none; one that is there already stays as it is."""

    def find_runs(self, run_ids: Sequence[str]) -> Sequence[QueuedRun]:
        """Return where these jobs stand; those that are not known are missing."""

    def list_runs(self, state: RunState | None, most: int) -> Sequence[QueuedRun]:
        """Return the newest jobs, of one state or of all."""

    def find_finished(self, run_id: str) -> FinishedRun | None:
        """Return how a job ended, None when it has not."""

    def count_states(self) -> Mapping[RunState, int]:
        """Return how many jobs there are in each state."""

    def cancel(self, run_ids: Sequence[str], now: datetime) -> int:
        """End waiting jobs, and running ones before their next act; return how many."""

    def find_job(self, run_id: str) -> Job | None:
        """Return a job as it was put there, None when it is not known."""

    def list_workers(self, since: datetime) -> Sequence[QueueWorker]:
        """Return who was heard of since then."""

    def save_schedule(self, schedule: Schedule) -> None:
        """Write what recurs; one of the same name is renewed."""

    def list_schedules(self) -> Sequence[Schedule]:
        """Return what recurs, by name."""

    def delete_schedule(self, name: str) -> bool:
        """Forget what recurs; return whether there was such a one."""
