"""Worker pool: chunks are answered by processes; a row that kills its process has an error."""

import signal
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from holdfast.batch.part_files import Chunk, Rows
from holdfast.batch.row_answers import RowJob, Values, answer_rows

_KILLED: Values = {"error": "the process that answered this row was killed; next: check memory"}
_AHEAD = 2  # chunks that wait for each worker: memory stays bounded

Answered = tuple[Chunk, list[Values]]


def answer_chunks(
    job: RowJob, chunks: Iterator[Chunk], folder: Path, workers: int
) -> Iterator[Answered]:
    """Yield each chunk with its answers, in the order in which they are done."""
    if workers == 1:
        for chunk in chunks:
            yield chunk, answer_rows(job, chunk.rows, folder)
        return
    doing: dict[Future[list[Values]], Chunk] = {}
    while True:
        pool = _pool(workers)
        try:
            yield from _until_broken(pool, job, chunks, folder, doing, workers * _AHEAD)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        if not doing:
            return
        for chunk in doing.values():
            yield chunk, _alone(job, chunk.rows, folder)
        doing.clear()


def _until_broken(  # noqa: PLR0913, PLR0917 - what a pool needs to be kept busy
    pool: ProcessPoolExecutor,
    job: RowJob,
    chunks: Iterator[Chunk],
    folder: Path,
    doing: dict[Future[list[Values]], Chunk],
    most: int,
) -> Iterator[Answered]:
    """Yield chunks until all are done, or a process was killed and some stay in ``doing``."""
    while True:
        for chunk in islice(chunks, most - len(doing)):
            doing[_submit(pool, job, chunk.rows, folder)] = chunk
        if not doing:
            return
        done, _ = wait(doing, return_when=FIRST_COMPLETED)
        if any(isinstance(one.exception(), BrokenProcessPool) for one in done):
            return
        for one in done:
            yield doing.pop(one), one.result()


def _submit(
    pool: ProcessPoolExecutor, job: RowJob, rows: Rows, folder: Path
) -> Future[list[Values]]:
    """Return what will be the answers; where a process was killed already, that."""
    try:
        return pool.submit(answer_rows, job, rows, folder)
    except BrokenProcessPool as exc:
        broken: Future[list[Values]] = Future()
        broken.set_exception(exc)
        return broken


def _alone(job: RowJob, rows: Rows, folder: Path) -> list[Values]:
    """Return the answers to rows of which one may kill the process: it is found by halving."""
    try:
        with _pool(1) as pool:
            return _submit(pool, job, rows, folder).result()
    except BrokenProcessPool:
        if len(rows) == 1:
            return [dict(_KILLED)]
        half = len(rows) // 2
        return _alone(job, rows[:half], folder) + _alone(job, rows[half:], folder)


def _pool(workers: int) -> ProcessPoolExecutor:
    # A process of its own kind, not a copy of this one: copies of threads and locks hang.
    return ProcessPoolExecutor(workers, get_context("spawn"), initializer=_leave_to_parent)


def _leave_to_parent() -> None:
    """Let Ctrl-C be the parent's, which ends the workers when it has kept what is done."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
