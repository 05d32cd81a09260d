"""Replay queued: recordings put on a queue for workers, and waited for if that is wanted."""

import math
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from holdfast.app.lost_runs import why_without_result
from holdfast.app.wiring import SystemClock
from holdfast.doors.cli import holdfast_version
from holdfast.doors.cli.queue_place import opened_queue, queue_project
from holdfast.doors.cli.replay_many import Display, Results, display, make_jobs
from holdfast.doors.run_process import ProcessOptions
from holdfast.errors import EnvironmentFailure, UsageError
from holdfast.model.job import Ended, Job, first_line
from holdfast.model.queued_run import HEARD_OF, FinishedRun, RunState
from holdfast.ports import JobQueue

LOOK_S = 0.5  # how often somebody who waits looks
PATIENCE_S = 10.0  # without any worker, before that is said


def replay_queued(
    place: str,
    files: Sequence[Path],
    common: Mapping[str, Any],
    options: ProcessOptions,
    *,
    wait: bool,
) -> Results:
    """Put the recordings on the queue; return how their runs ended, nothing without waiting."""
    _check_travelling(options)
    project = queue_project(place)
    with opened_queue(project) as queue:
        jobs, ended = make_jobs(project, files, common)
        queue.add(jobs, holdfast_version(), SystemClock().now())
        if not wait:
            for job in jobs:
                typer.echo(f"{job.run_id}  {job.name}")
            for job, one in ended:
                typer.echo(f"error: {job.name}: {one.replay.error}", err=True)
            return ended
        with display(len(jobs) + len(ended)) as shown:
            for job, one in ended:
                shown.end(job, one)
            try:
                _wait(queue, jobs, shown)
            except KeyboardInterrupt:
                shown.note(["the runs go on: holdfast queue status shows them"])
                raise
        return shown.results


def _check_travelling(options: ProcessOptions) -> None:
    """Raise ``UsageError`` for what belongs to a worker, and must not lie in a database."""
    if options != ProcessOptions():
        raise UsageError(
            "--secrets, --storage-state, --allow-origin, --allow-file, --headed and --browser-ws "
            "do not travel with a job\n  next: give them to holdfast worker"
        )


def _wait(queue: JobQueue, jobs: Sequence[Job], shown: Display) -> None:
    """Show each run as it ends; a database that is away is waited for, and that is said once."""
    waiting = {job.run_id: job for job in jobs}
    alone_until = time.monotonic() + PATIENCE_S
    is_away = False
    while waiting:
        try:
            _show_ended(queue, waiting, shown)
            if time.monotonic() > alone_until:
                alone_until = math.inf
                if not queue.list_workers(SystemClock().now() - HEARD_OF):
                    shown.note(["no worker is there yet: holdfast worker starts one"])
            is_away = False
        except EnvironmentFailure as exc:
            if not is_away:
                shown.note([f"waiting for the database: {first_line(exc)}"])
            is_away = True
        if waiting:
            time.sleep(LOOK_S)


def _show_ended(queue: JobQueue, waiting: dict[str, Job], shown: Display) -> None:
    for run in queue.find_runs(list(waiting)):
        if run.state.has_ended and (found := queue.find_finished(run.run_id)):
            job = waiting.pop(run.run_id)
            shown.end(job, _ended(job, found))


def _ended(job: Job, found: FinishedRun) -> Ended:
    if found.ended is not None:
        return found.ended
    code = 1 if found.run.state is RunState.CANCELLED else EnvironmentFailure.exit_code
    why, at = why_without_result(found.run), found.run.ended_at or found.run.queued_at
    return Ended.without_run(job, why, exit_code=code, at=at)
