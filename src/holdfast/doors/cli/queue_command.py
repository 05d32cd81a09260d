"""`holdfast queue`: what waits, runs and has ended; cancelled, done again, put on a schedule."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from holdfast.app.wiring import SystemClock
from holdfast.doors.cli import holdfast_version
from holdfast.doors.cli.printing import a_group, a_table, print_json, print_lines
from holdfast.doors.cli.queue_place import QueueOption, opened_queue, queue_project
from holdfast.doors.cli.replay_many import make_jobs
from holdfast.doors.player import make_run_id
from holdfast.errors import UsageError
from holdfast.model.job import Job
from holdfast.model.queued_run import HEARD_OF, QueuedRun, RunState, Schedule
from holdfast.model.records import plain
from holdfast.model.thresholds import Mode
from holdfast.ports import JobQueue

app = a_group("Show what is waiting, running or done; cancel, retry, schedule.")

AsJson = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]
RunIds = Annotated[
    list[str], typer.Argument(metavar="RUN…", help="Run ids, as holdfast queue status shows them.")
]


@app.command("status")
def status(
    queue: QueueOption = None,
    most: Annotated[
        int, typer.Option("--limit", min=1, max=10_000, help="How many of the newest runs to show.")
    ] = 20,
    as_json: AsJson = False,
) -> None:
    """Show how many runs are waiting, running and done, the workers, and the newest runs.

    [bold]Examples[/bold]

      holdfast queue status --queue postgresql://holdfast@db/holdfast
    """
    with opened_queue(queue_project(queue)) as opened:
        counts = opened.count_states()
        workers = opened.list_workers(SystemClock().now() - HEARD_OF)
        runs = opened.list_runs(None, most)
    if as_json:
        print_json(plain({"counts": counts, "workers": list(workers), "runs": list(runs)}))
        return
    lines = [", ".join(f"{count} {state}" for state, count in counts.items())]
    lines += [
        f"worker {one.id}: {one.concurrency} at once, version {one.version}" for one in workers
    ]
    print_lines(lines if workers else [*lines, "no worker is there: holdfast worker starts one"])
    if runs:
        print_lines(a_table("run", "state", "recording", "worker", rows=map(_row, runs)))


def _row(run: QueuedRun) -> tuple[str, str, str, str]:
    return run.run_id, run.state.value, run.name, run.worker


@app.command("cancel")
def cancel(
    runs: Annotated[list[str] | None, typer.Argument(metavar="RUN…", help="Which runs.")] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="All that are waiting or running.")
    ] = False,
    queue: QueueOption = None,
) -> None:
    """Cancel runs: waiting ones at once, running ones before their next step.

    [bold]Examples[/bold]

      holdfast queue cancel 3f2a90c1d4e5
      holdfast queue cancel --all
    """
    if bool(runs) is everything:
        raise UsageError("name the runs to cancel, or say --all\n  next: holdfast queue status")
    with opened_queue(queue_project(queue)) as opened:
        if everything:
            states = (RunState.WAITING, RunState.RUNNING)
            runs = [run.run_id for state in states for run in opened.list_runs(state, 1_000_000)]
        count = opened.cancel(runs or [], SystemClock().now())
    typer.echo(f"cancelled {count} of {len(runs or [])}")
    raise typer.Exit(0 if count == len(runs or []) else 1)


@app.command("retry")
def retry(runs: RunIds, queue: QueueOption = None) -> None:
    """Queue finished runs again, as new runs.

    Also those lost after they had acted: whether that may be done
    twice is for you to say.

    [bold]Examples[/bold]

      holdfast queue retry 3f2a90c1d4e5
    """
    with opened_queue(queue_project(queue)) as opened:
        again = [_again(opened, run_id) for run_id in runs]
        opened.add(again, holdfast_version(), SystemClock().now())
    print_lines(f"{run_id} again as {job.run_id}" for run_id, job in zip(runs, again, strict=True))


def _again(queue: JobQueue, run_id: str) -> Job:
    finished, job = queue.find_finished(run_id), queue.find_job(run_id)
    if finished is None or job is None:
        raise UsageError(
            f"there is no run {run_id[:80]!r} that has ended\n  next: holdfast queue status"
        )
    return replace(job, run_id=make_run_id())


@app.command("schedule")
def schedule(  # noqa: PLR0913, PLR0917 - one option each
    name: Annotated[str, typer.Argument(help="Its name.")] = "",
    recording: Annotated[Path | None, typer.Option(help="The recording to replay.")] = None,
    cron: Annotated[str, typer.Option(help='When, in UTC: "minute hour day month weekday".')] = "",
    base_url: Annotated[
        str | None, typer.Option(help="Replay on this site instead of the recorded one.")
    ] = None,
    mode: Annotated[Mode | None, typer.Option(help="How careful to be.")] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Remove it from the schedule.")] = False,
    queue: QueueOption = None,
) -> None:
    """Replay a recording on a schedule; without a name, show the schedule.

    The recording is stored as it is now: schedule it again after changing it.

    [bold]Examples[/bold]

      holdfast queue schedule checkout --recording shop.json --cron "30 2 * * *"
      holdfast queue schedule
      holdfast queue schedule checkout --remove
    """
    project = queue_project(queue)
    with opened_queue(project) as opened:
        if not name:
            rows = [(one.name, one.cron, one.job.name) for one in opened.list_schedules()]
            print_lines(a_table("name", "cron (UTC)", "recording", rows=rows))
        elif remove:
            if not opened.delete_schedule(name):
                raise UsageError(
                    f"nothing recurs as {name[:80]!r}\n  next: holdfast queue schedule"
                )
        else:
            if recording is None:
                raise UsageError("what is to be replayed?\n  next: --recording NAME.json")
            _check_cron(cron)
            jobs, ended = make_jobs(project, [recording], {"base_url": base_url, "mode": mode})
            if ended:
                raise UsageError(str(ended[0][1].replay.error))
            kept = Schedule(name=name, cron=cron, version=holdfast_version(), job=jobs[0])
            opened.save_schedule(kept)
            typer.echo(f"{name}: {recording} at {cron} (UTC)")


def _check_cron(cron: str) -> None:
    from croniter import croniter

    if not croniter.is_valid(cron):
        raise UsageError(
            f'--cron wants "minute hour day month weekday", got {cron[:80]!r}\n'
            '  next: --cron "30 2 * * *" is every night at half past two, UTC'
        )
