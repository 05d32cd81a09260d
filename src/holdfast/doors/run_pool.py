"""Run pool: so many processes, each with a browser of its own; one that is killed is replaced."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

from holdfast.app.wiring import SystemClock
from holdfast.doors.run_process import ProcessOptions, begin, close_here, do_here
from holdfast.errors import EnvironmentFailure
from holdfast.model.job import INTERRUPTED, Ended, Job

T = TypeVar("T")
KILLED = "the process of this run was killed; next: check the machine's memory"
NOT_BEGUN = "not begun: somebody interrupted it"


class Seat:
    """A place for one process, which is started for the first job and again after it was killed."""

    def __init__(self, make: Callable[[], ProcessPoolExecutor]) -> None:
        self._make = make
        self._executor: ProcessPoolExecutor | None = None

    def start(self, work: Callable[..., T], *given: object) -> Future[T]:
        """Return what the process will have made of this; ``BrokenProcessPool`` if it is killed."""
        if self._executor is None:
            self._executor = self._make()
        return self._executor.submit(work, *given)

    def renew(self) -> None:
        """Forget a process that was killed."""
        if self._executor is not None:
            self._executor.shutdown(wait=False)
            self._executor = None

    def close(self) -> tuple[str, ...]:
        """End the process in order; return what messages were not delivered."""
        if self._executor is None:
            return ()
        try:
            return self._executor.submit(close_here).result()
        except BrokenProcessPool:
            return ()
        finally:
            self._executor.shutdown()


class RunPool:
    """Does jobs in processes; a context manager, at whose end all of them have ended."""

    def __init__(self, size: int, options: ProcessOptions) -> None:
        # A process of its own kind, not a copy of this one: copies of threads and locks hang.
        context = get_context("spawn")
        self._stopping, self._leaving = context.Event(), context.Event()
        given = (options, self._stopping, self._leaving)

        def make() -> ProcessPoolExecutor:
            return ProcessPoolExecutor(1, context, initializer=begin, initargs=given)

        self.idle = [Seat(make) for _ in range(size)]
        self._all = tuple(self.idle)
        self.undelivered: list[str] = []

    def __enter__(self) -> "RunPool":
        return self

    def __exit__(self, *_: object) -> None:
        for seat in self._all:
            self.undelivered += seat.close()

    def stop(self) -> None:
        """End runs before their next act; the second time, at once."""
        if self._stopping.is_set():
            self._leaving.set()
        self._stopping.set()

    def iter_ended(
        self, jobs: Iterable[Job], on_start: Callable[[Job], object] = id
    ) -> Iterator[tuple[Job, Ended]]:
        """Yield each job with how it ended, as they end; after ``stop`` none begins."""
        waiting = deque(jobs)
        doing: dict[Future[Ended], tuple[Seat, Job]] = {}
        while waiting or doing:
            while waiting and self.idle and not self._stopping.is_set():
                seat, job = self.idle.pop(), waiting.popleft()
                doing[seat.start(do_here, job)] = seat, job
                on_start(job)
            while waiting and self._stopping.is_set():
                yield (job := waiting.popleft()), _ended(job, NOT_BEGUN, INTERRUPTED)
            done, _ = wait(doing, return_when=FIRST_COMPLETED)
            for future in done:
                seat, job = doing.pop(future)
                yield job, self.take_back(seat, job, future)

    def take_back(self, seat: Seat, job: Job, future: Future[Ended]) -> Ended:
        """Return how a job ended; its seat is free again."""
        self.idle.append(seat)
        try:
            return future.result()
        except BrokenProcessPool:
            seat.renew()
            killed = EnvironmentFailure.exit_code
            return _ended(job, KILLED, INTERRUPTED if self._leaving.is_set() else killed)


def _ended(job: Job, why: str, exit_code: int) -> Ended:
    return Ended.without_run(job, why, exit_code=exit_code, at=SystemClock().now())
