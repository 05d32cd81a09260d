"""Replay many: recordings of folders replayed in processes; one display, one JUnit, one report."""

import os
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson
import typer
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from holdfast.app.run_order import last_durations, longest_first, read_shard, shard
from holdfast.app.wiring import (
    Project,
    SystemClock,
    load_project,
    open_file,
    read_bytes,
    write_atomic,
)
from holdfast.app.wiring import write_junit as junit_of
from holdfast.doors.cli.printing import print_json
from holdfast.doors.cli.replay_view import run_line, show_trouble, sums
from holdfast.doors.cli.terminal import HarmlessConsole
from holdfast.doors.player import make_run_id
from holdfast.doors.replay_page import Around, write_report
from holdfast.doors.replay_page.job_summary import summarise
from holdfast.doors.run_pool import RunPool
from holdfast.doors.run_process import ProcessOptions
from holdfast.errors import ForeignFormat, UsageError
from holdfast.model.archive import RunFilter
from holdfast.model.job import INTERRUPTED, Ended, Job
from holdfast.model.recording import RECORDING_FORMAT
from holdfast.model.remembered import RecordingEntry
from holdfast.model.replay_result import Replay
from holdfast.model.snapshot_json import check_format

REMEMBERED_RUNS = 5_000  # enough to have seen every recording of a night's suite once
Results = Sequence[tuple[Job, Ended]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outputs:
    """What is written and printed at the end."""

    junit: Path | None = None
    report: Path | None = None
    summary: Path | None = None
    as_json: bool = False

    @property
    def is_any(self) -> bool:
        """Return whether anything is wanted that needs results."""
        return self.as_json or any((self.junit, self.report, self.summary))


def find_recordings(given: Sequence[Path], part: str | None = None) -> Sequence[Path]:
    """Return the recordings' files, in one order on every machine; raises ``UsageError``."""
    files: dict[str, Path] = {}
    for path in given:
        for file in sorted(_recordings_below(path)) if path.is_dir() else [path]:
            files.setdefault(str(file.resolve()), file)
    ordered = [files[key] for key in sorted(files)]
    if not ordered:
        raise UsageError(
            f"no recordings below {str(given[0])[-80:]!r}\n"
            "  next: holdfast record URL --out NAME.json, or name another folder"
        )
    return ordered if part is None else shard(ordered, *read_shard(part))


def _recordings_below(folder: Path) -> Iterator[Path]:
    """Yield the recordings in a folder; other JSON files may lie beside them."""
    family = RECORDING_FORMAT.partition("/")[0].encode()
    for path in folder.rglob("*.json"):
        if not path.is_file():  # a folder or a pipe may be called so, too
            continue
        with open_file(path) as file:
            if family in file.read(4096):
                yield path


def make_jobs(
    project: Project, files: Iterable[Path], common: Mapping[str, Any]
) -> tuple[list[Job], list[tuple[Job, Ended]]]:
    """Return the jobs, longest first, and those that ended at once: their files cannot be read.

    The store learns where the recordings are.
    """
    now, jobs, ended = SystemClock().now(), {}, []
    with closing(project.open_shared_store()) as store:
        for path in files:
            name = project.recording_id(path)
            job = Job(run_id=make_run_id(), name=name, recording_id=name, path=str(path), **common)
            try:
                job, entry = _with_recording(job, now)
            except ForeignFormat as exc:
                told = str(exc).partition("\n")[0]
                ended.append((job, Ended.without_run(job, told, exit_code=2, at=now)))
                continue
            store.save_recording(entry)
            jobs[name] = replace(job, trace=str(default_trace(project, name)))
        rows = store.page_runs(RunFilter(), 1, REMEMBERED_RUNS).items if len(jobs) > 1 else ()
    known = last_durations(row.run for row in rows)
    return [jobs[name] for name in longest_first(list(jobs), known)], ended


def default_trace(project: Project, name: str) -> Path:
    """Return where the trace of a failed run goes: beside the store, out of git's sight."""
    folder = project.root / ".holdfast" / "traces"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{name.removesuffix('.json').replace('/', '-')}.zip"


def _with_recording(job: Job, now: datetime) -> tuple[Job, RecordingEntry]:
    """Return the job with its recording, and where that is; raises ``ForeignFormat``."""
    data = read_bytes(Path(job.path))
    try:
        document = orjson.loads(data)
    except orjson.JSONDecodeError as exc:
        raise ForeignFormat("a recording", f"{job.name[-80:]!r}, which is no JSON") from exc
    if not isinstance(document, dict):
        raise ForeignFormat("a recording", f"{job.name[-80:]!r}, which holds something else")
    check_format(document.get("format"), RECORDING_FORMAT)
    entry = RecordingEntry(
        id=job.recording_id,
        name=str(document.get("name", "")),
        path=job.recording_id,
        start_url=str(document.get("startUrl", "")),
        updated_at=now,
    )
    idempotent = document.get("idempotent") is True
    return replace(job, recording=data, idempotent=idempotent), entry


def replay_here(
    files: Sequence[Path], common: Mapping[str, Any], options: ProcessOptions, processes: int
) -> Results:
    """Return how all runs ended, shown as they end. Ctrl-C lets none begin, and ends the others."""
    jobs, ended = make_jobs(load_project(), files, common)
    with display(len(jobs) + len(ended)) as shown:
        for job, one in ended:
            shown.end(job, one)
        with RunPool(min(processes, len(jobs) or 1), options) as pool, _stopped_by(pool):
            for job, one in pool.iter_ended(jobs, shown.start):
                shown.end(job, one)
        shown.note(f"a message was not delivered: {told}" for told in pool.undelivered)
    return shown.results


@contextmanager
def _stopped_by(pool: RunPool) -> Iterator[None]:
    """Let Ctrl-C stop the pool in order instead of breaking off what is under way."""

    def stop(*_: object) -> None:
        pool.stop()
        # Not by way of a stream: this may come in the middle of another line.
        os.write(2, b"ending: runs under way end before their next act\n")

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Display:
    """One display for all runs: a line for each that ended, and a bar for the whole."""

    def __init__(self, bar: Progress, task: TaskID) -> None:
        self._bar, self._task = bar, task
        self._running: list[str] = []
        self.results: list[tuple[Job, Ended]] = []

    def start(self, job: Job) -> None:
        """Show that a run is under way."""
        self._running.append(job.name)
        self._show()

    def end(self, job: Job, ended: Ended) -> None:
        """Show how a run ended."""
        named = replace(ended, replay=replace(ended.replay, name=job.name))
        self.results.append((job, named))
        if job.name in self._running:
            self._running.remove(job.name)
        self._bar.console.print(run_line(named.replay))
        show_trouble(self._bar.console, named.replay)
        self._show()

    def note(self, notes: Iterable[str]) -> None:
        """Print what is worth knowing beside the runs."""
        for told in notes:
            self._bar.console.print(f"note: {told}")

    def _show(self) -> None:
        bad = sum(ended.exit_code != 0 for _, ended in self.results)
        told = f"{len(self.results)} ended, {bad} not passed · {', '.join(self._running)[:60]}"
        self._bar.update(self._task, completed=len(self.results), told=told)


@contextmanager
def display(total: int) -> Iterator[Display]:
    """Yield the display; it writes to stderr, and leaves the lines."""
    console = HarmlessConsole(stderr=True)
    columns = (TextColumn("replay"), BarColumn(), TextColumn("{task.fields[told]}", markup=False))
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as bar:
        yield Display(bar, bar.add_task("replay", total=total, told=""))


def tell(results: Results, outputs: Outputs) -> int:
    """Write JUnit and report, print the sums; return the worst exit code."""
    replays = [ended.replay for _, ended in sorted(results, key=lambda one: one[0].name)]
    if outputs.junit is not None:
        write_atomic(outputs.junit, junit_of(*replays))
    if outputs.report is not None:
        around = Around(path=outputs.report, portal=portal_address())
        write_report(replays, around, many=True)
    if outputs.summary is not None:
        add_summary(outputs.summary, *replays)
    if outputs.as_json:
        from holdfast.doors.cli.replay_command import as_data

        print_json([as_data(replay) for replay in replays])
    else:
        typer.echo(sums(replays))
        if outputs.report is not None:
            typer.echo(f"report: {outputs.report}")
    return worst_code(ended.exit_code for _, ended in results)


def portal_address() -> str:
    """Return where the portal of the project is, as its settings say."""
    return str(load_project().plain["portal.url"].value)


def add_summary(path: Path, *done: Replay) -> None:
    """Add runs to a summary: several may share one, as the steps of a CI job do."""
    known = [read_bytes(path).decode(errors="replace")] if path.exists() else []
    write_atomic(path, "\n".join([*known, *map(summarise, done)]).encode())


def worst_code(codes: Iterable[int]) -> int:
    """Return the worst exit code; an interruption says more than what it left undone."""
    return max(codes, default=0)


assert INTERRUPTED > 3, "worst_code compares them"
