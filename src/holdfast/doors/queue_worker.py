"""Queue worker: takes runs from the queue, does them in processes, and looks after lost ones."""

import asyncio
import signal
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import blake2b
from typing import TypeVar
from uuid import uuid4

from holdfast.app.lost_runs import may_begin_anew, settle_lost, state_of
from holdfast.app.wiring import QueuedRunTables, SystemClock
from holdfast.doors.run_pool import RunPool
from holdfast.doors.run_process import Claim, do_here
from holdfast.errors import EnvironmentFailure, ForeignFormat
from holdfast.model.job import Ended, Job, first_line
from holdfast.model.queued_run import QueuedRun, QueueWorker, Schedule, Settlement, Taken
from holdfast.model.replay_result import Replay
from holdfast.ports import Store

T = TypeVar("T")
LONGEST_PAUSE_S = 5.0  # between two tries to reach a database that is away


@dataclass(slots=True, kw_only=True)
class Worker:
    """One worker. A database that is away is waited for; what is under way ends in order.

    ``lost_after_s``: a worker that was not heard of for so long is taken for dead.
    """

    queue: QueuedRunTables
    store: Store
    pool: RunPool
    me: QueueWorker
    lost_after_s: float
    say: Callable[[str], None]
    on_end: Callable[[str, Replay], None]
    _stops: int = field(default=0, init=False)
    _stopping: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    async def run(self) -> None:
        """Work until a signal comes: the first lets runs end, the second ends them soon."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stop, loop, number)
        looking = asyncio.create_task(self._look_after())
        pause = 0.5
        while not self._stopping.is_set():
            away = await self._work()
            if away is not None:
                self.say(f"waiting for the database: {first_line(away)}")
                await self._pause(pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
        await asyncio.to_thread(self.queue.leave, self.me.id)

    def _stop(self, loop: asyncio.AbstractEventLoop, number: signal.Signals) -> None:
        self._stops += 1
        self._stopping.set()
        if self._stops == 1:
            self.say("ending when the runs under way have ended; once more ends them soon")
        else:
            self.pool.stop()
            loop.remove_signal_handler(number)

    async def _work(self) -> EnvironmentFailure | None:
        """Take jobs until somebody stops this; return what is wrong with the database."""
        working = asyncio.create_task(
            self.queue.engine.work(
                self.do,
                self.tick,
                concurrency=self.me.concurrency,
                lost_after_s=self.lost_after_s,
            )
        )
        stopped = asyncio.create_task(self._stopping.wait())
        await asyncio.wait({working, stopped}, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        working.cancel()
        (error,) = await asyncio.gather(working, return_exceptions=True)
        if isinstance(error, EnvironmentFailure | None | asyncio.CancelledError):
            return error if isinstance(error, EnvironmentFailure) else None
        raise error

    async def _pause(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._stopping.wait(), seconds)
        except TimeoutError:
            return

    # ---------------------------------------------------------------------------------- one run

    async def do(self, run_id: str) -> None:
        """Do a run of the queue to its end, or leave it to whoever has it."""
        while True:
            claim = Claim(run_id, uuid4().hex)
            try:
                taken = await self._patiently(self.queue.take, *claim, self.me.id, _now())
            except ForeignFormat as exc:
                (run,) = await self._patiently(self.queue.find_runs, [run_id])
                await self._refuse(run, claim, first_line(exc))
                return
            if taken is None:
                return
            if taken.run.version != self.me.version:
                told = f"it was put there by holdfast {taken.run.version}, this worker is "
                told += f"{self.me.version}: install one version everywhere, then holdfast queue "
                told += "retry (or schedule, for what recurs)"
                await self._refuse(taken.run, claim, told)
                return
            try:
                if not await self._attempt(taken, claim):
                    return
            except Exception as exc:  # noqa: BLE001 - nobody else would end it: we are alive
                await self._refuse(taken.run, claim, first_line(exc))
                return
            await asyncio.sleep(taken.run.attempts)

    async def _refuse(self, run: QueuedRun, claim: Claim, why: str) -> None:
        job = Job(run_id=run.run_id, name=run.name, recording_id=run.name)
        ended = Ended.without_run(job, why, exit_code=3, at=_now())
        await self._patiently(self.queue.end, *claim, ended, state_of(ended), _now())
        self.on_end(run.name, ended.replay)

    async def _attempt(self, taken: Taken, claim: Claim) -> bool:
        """Do a run once; return whether it is to be done again."""
        ended = await self._in_a_process(replace(taken.job, run_id=taken.run.attempt_id), claim)
        if ended is None or may_begin_anew(taken.run, ended):
            return await self._settle(claim.run_id, claim.name)
        (run,) = await self._patiently(self.queue.find_runs, [claim.run_id])
        state = state_of(ended, cancelled=run.cancelled)
        await self._patiently(self.queue.end, *claim, ended, state, _now())
        self.on_end(taken.job.name, ended.replay)
        return False

    async def _in_a_process(self, job: Job, claim: Claim) -> Ended | None:
        """Return how the run ended, None when its process was killed."""
        seat = self.pool.idle.pop()
        future = seat.start(do_here, job, claim)
        try:
            await asyncio.shield(asyncio.wrap_future(future))
        except BrokenProcessPool:
            self.pool.take_back(seat, job, future)
            return None
        return self.pool.take_back(seat, job, future)

    async def _patiently(self, ask: Callable[..., T], *given: object) -> T:
        """Return the database's answer, however long it is away."""
        pause = 0.2
        while True:
            try:
                return await asyncio.to_thread(ask, *given)
            except EnvironmentFailure as exc:
                self.say(f"waiting for the database: {first_line(exc)}")
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)

    # ------------------------------------------------------------------------------ all the others

    async def _look_after(self) -> None:
        """Say again and again that this worker is there, and settle runs whose worker is not."""
        while True:
            try:
                await asyncio.to_thread(self.queue.greet, replace(self.me, seen_at=_now()))
                swept = await self.queue.engine.sweep(self._settle, self.lost_after_s)
                for run_id in filter(None, swept):
                    self.say(f"run {run_id} had lost its worker")
            except EnvironmentFailure:
                pass  # whoever takes jobs says so, and waits
            await asyncio.sleep(self.lost_after_s / 3)

    async def _settle(self, run_id: str, claim: str | None = None) -> bool:
        """End or free a run whose process is gone; return whether it is to be done again."""
        settled, run = await self._patiently(self.queue.settle, run_id, claim, settle_lost, _now())
        if settled is not Settlement.ENDED:
            await self._patiently(_end_in_store, self.store, run.attempt_id)
        return settled is Settlement.AGAIN

    async def tick(self, minute: datetime) -> None:
        """Put on the queue what is due at this minute; the same minute twice is no more."""
        for schedule in await self._patiently(self.queue.list_schedules):
            if self._is_due(schedule, minute):
                named = f"{self.queue.owner} {schedule.name} {minute.isoformat()}"
                run_id = blake2b(named.encode(), digest_size=6).hexdigest()
                due = replace(schedule.job, run_id=run_id)
                await self._patiently(self.queue.add, [due], schedule.version, _now())

    def _is_due(self, schedule: Schedule, minute: datetime) -> bool:
        from croniter import croniter

        try:
            return bool(croniter.match(schedule.cron, minute))
        except ValueError as exc:  # somebody wrote it past the command: the others are due as ever
            self.say(f"schedule {schedule.name} is left out: {exc}; next: holdfast queue schedule")
            return False


def _end_in_store(store: Store, run_id: str) -> None:
    """Write that a run whose process is gone has ended; it can say so no more."""
    run = store.find_run(run_id)
    if run is not None and run.ended_at is None:
        store.end_run(replace(run, ended_at=_now(), passed=False))


def _now() -> datetime:
    return SystemClock().now()
