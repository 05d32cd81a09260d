"""`holdfast replay`: a recording done again, healed where the page has changed."""

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from holdfast.app.learned_steps import with_learned
from holdfast.app.replay import with_start
from holdfast.app.values import read_secrets
from holdfast.app.wiring import load_project, make_notifier, read_bytes, write_atomic, write_junit
from holdfast.doors.cli.browser_options import BrowserWsOption, SecretsOption, StorageStateOption
from holdfast.doors.cli.live_answers import LiveAnswers
from holdfast.doors.cli.printing import print_json
from holdfast.doors.cli.replay_many import (
    Outputs,
    add_summary,
    default_trace,
    find_recordings,
    portal_address,
    replay_here,
    tell,
)
from holdfast.doors.cli.replay_view import show_replay, step_line
from holdfast.doors.cli.terminal import HarmlessConsole
from holdfast.doors.opened_browser import browser_context
from holdfast.doors.player import Player, enter_in_store, load_recording, make_run_id
from holdfast.doors.replay_page import Around, write_report
from holdfast.doors.run_process import ProcessOptions
from holdfast.errors import EnvironmentFailure, UsageError
from holdfast.model.recording import Recording
from holdfast.model.records import plain, some
from holdfast.model.replay_result import Replay, StepOutcome, StepResult
from holdfast.model.thresholds import Mode

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext


def replay(  # noqa: PLR0913 - one argument for each option
    recordings: Annotated[
        list[Path], typer.Argument(help="Recordings, or folders of them.", metavar="RECORDING…")
    ],
    *,
    processes: Annotated[
        int | None,
        typer.Option(
            "-j", "--jobs", min=0, max=256, help="Replay this many at once; 0 means one per core."
        ),
    ] = None,
    part: Annotated[
        str | None,
        typer.Option("--shard", help="Only this part of them, such as 2/5.", metavar="PART/PARTS"),
    ] = None,
    queue: Annotated[
        str | None,
        typer.Option(help="Hand it to the workers of this queue.", metavar="POSTGRESQL://…"),
    ] = None,
    wait: Annotated[
        bool, typer.Option("--wait", help="With --queue: wait for the results.")
    ] = False,
    base_url: Annotated[
        str | None, typer.Option(help="Replay on this site instead of the recorded one.")
    ] = None,
    headed: Annotated[bool, typer.Option("--headed", help="Show the browser's window.")] = False,
    browser_ws: BrowserWsOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    junit: Annotated[Path | None, typer.Option(help="Write the result as JUnit XML.")] = None,
    report: Annotated[Path | None, typer.Option(help="Write a report with pictures.")] = None,
    summary: Annotated[
        Path | None, typer.Option(help="Append a Markdown summary, for a CI job's page.")
    ] = None,
    var: Annotated[
        list[str] | None, typer.Option(help="What {{name}} stands for.", metavar="NAME=VALUE")
    ] = None,
    secrets: SecretsOption = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(
            help="Type secrets there too; http://localhost:* means any port.", metavar="ORIGIN"
        ),
    ] = None,
    allow_file: Annotated[
        bool, typer.Option("--allow-file", help="Let the recording open file: addresses.")
    ] = False,
    storage_state: StorageStateOption = None,
    mode: Annotated[Mode | None, typer.Option(help="How careful to be.")] = None,
    auto_apply: Annotated[
        int | None,
        typer.Option(help="Heal from this confidence on, 60 to 100.", metavar="N"),
    ] = None,
    apply_with_flag: Annotated[
        int | None,
        typer.Option(
            help="Heal, but flag for checking, from this confidence on, 40 to 80.", metavar="N"
        ),
    ] = None,
    suggest_only: Annotated[
        int | None, typer.Option(help="Suggest from this confidence on, 20 to 60.", metavar="N")
    ] = None,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Go on to later steps although one was refused.")
    ] = False,
    ask: Annotated[
        bool,
        typer.Option(
            "--ask", help="Ask here about what would be refused, and carry on from there."
        ),
    ] = False,
    trace: Annotated[
        Path | None, typer.Option(help="Where to write a trace if the run fails.")
    ] = None,
    learn: Annotated[
        bool,
        typer.Option(
            "--learn",
            help="If all went well, write what was seen of imported elements into the file.",
        ),
    ] = False,
) -> None:
    """Replay a recording: heal what changed, refuse what is gone.

    Each step is held, healed (with confidence and action), refused or failed.
    Exits with 1 when a step was refused or failed. Decisions are remembered in
    the project's store. Several recordings are replayed in processes, each with
    a browser of its own, the longest first; the exit code is that of the worst.

    [bold]Examples[/bold]

      holdfast replay shop.json --base-url https://staging.example.com
      holdfast replay shop.json --junit out.xml --report out.html --mode conservative
      holdfast replay shop.json --auto-apply 95 --apply-with-flag 70
      holdfast replay shop.json --ask --headed
      holdfast replay imported.json --learn
      holdfast replay recordings -j 4 --shard 1/3 --junit out.xml
      holdfast replay recordings --queue postgresql://db/holdfast --wait --junit out.xml
    """
    levels = {
        "autoApply": auto_apply,
        "applyWithFlag": apply_with_flag,
        "suggestOnly": suggest_only,
    }
    common: dict[str, Any] = {
        "base_url": base_url,
        "mode": mode,
        "thresholds": {key: level for key, level in levels.items() if level is not None},
        "variables": read_variables(var or []),
        "keep_going": keep_going or ask,
        "pictures": report is not None,
    }
    options = ProcessOptions(
        secrets={} if secrets is None else read_secrets(_text(secrets)),
        allow_origins=tuple(allow_origin or ()),
        allow_file=allow_file,
        headed=headed,
        browser_ws=browser_ws,
        storage_state=None if storage_state is None else str(storage_state),
    )
    outputs = Outputs(junit=junit, report=report, summary=summary, as_json=as_json)
    is_one = (
        len(recordings) == 1 and not recordings[0].is_dir() and (processes, part) == (None,) * 2
    )
    _check_ask(wanted=ask, possible=is_one and queue is None and not as_json)
    if queue is not None:
        from holdfast.doors.cli.replay_queued import replay_queued

        if processes is not None or learn or trace is not None or (outputs.is_any and not wait):
            raise UsageError(
                "-j, --learn and --trace are not for a queue; --junit, --report, --summary and "
                "--json need --wait\n  next: leave them out, or add --wait"
            )
        files = find_recordings(recordings, part)
        results = replay_queued(queue, files, common, options, wait=wait)
        raise typer.Exit(tell(results, outputs) if wait else 2 if results else 0)
    if not is_one:
        if trace is not None:
            raise UsageError(
                "--trace names one file, and there are several runs\n"
                "  next: leave it out; traces of failed runs are kept in .holdfast/traces"
            )
        files = find_recordings(recordings, part)
        wanted = 1 if processes is None else processes or os.cpu_count() or 1
        results = replay_here(files, {**common, "learn": learn}, options, wanted)
        raise typer.Exit(tell(results, outputs))
    (recording,) = recordings
    loaded = load_recording(recording)
    settings = {
        **common,
        "secrets": options.secrets,
        "allow_origins": options.allow_origins,
        "allow_file": allow_file,
        "trace": trace or default_trace(load_project(), recording.stem),
        "on_step": None if as_json else _progress(loaded),
    }
    opened = browser_context(loaded, headed=headed, address=browser_ws, storage_state=storage_state)
    done = _play(recording, loaded, opened, settings, ask=ask)
    _write(done, junit=junit, report=report)
    if summary is not None:
        add_summary(summary, done)
    _tell(done, as_json=as_json, report=report)
    if done.passed and done.learned:
        _learn(recording, done, wanted=learn)
    if done.error is not None:
        raise EnvironmentFailure(f"{done.error}\n  next: holdfast doctor, then replay again")
    raise typer.Exit(0 if done.passed else 1)


def _check_ask(*, wanted: bool, possible: bool) -> None:
    if wanted and not possible:
        raise UsageError(
            "--ask is for one recording, replayed here, and not for --json\n"
            "  next: leave it out; holdfast fix asks afterwards"
        )


def _play(
    path: Path,
    recording: Recording,
    opened: AbstractContextManager["BrowserContext"],
    settings: dict[str, Any],
    *,
    ask: bool,
) -> Replay:
    """Return the replay, remembered in the project's store; who wants to be told is told."""
    project = load_project()
    store = project.open_store()
    notifier = make_notifier(project, store.find_user_config(project.user_id))
    told: dict[str, Any] = {"store": store, "notifier": notifier, "run_id": make_run_id()}
    asked = LiveAnswers(project=project, store=store, path=path, run_id=told["run_id"])
    try:
        enter_in_store(store, project.recording_id(path), recording)
        with opened as context:
            return Player(context, helper=asked if ask else None, **told, **settings).play(path)
    finally:
        asked.tell()
        _tell_undelivered(() if notifier is None else notifier.close())
        store.close()


def _learn(path: Path, done: Replay, *, wanted: bool) -> None:
    """Write down what was seen of imported elements, or say that it can be."""
    for step in done.steps:
        for detail in step.details if step.decision is None else ():
            typer.echo(f"note: step {step.number}: {detail}", err=True)
    count = len(done.learned)
    elements = f"{count} element{'' if count == 1 else 's'} of the import"
    if wanted:
        with_learned(load_recording(path), done.learned).save(path)  # answers changed it
        typer.echo(f"learned {elements}: {path} can be healed from now on", err=True)
    else:
        typer.echo(f"note: {elements} seen for the first time", err=True)
        typer.echo("  next: replay with --learn, so that they can be healed", err=True)


def _tell_undelivered(complaints: Sequence[str]) -> None:
    """Print what nobody was told; the healings themselves wait in the store."""
    for complaint in complaints:
        typer.echo(f"note: a message was not delivered: {complaint}", err=True)
    if complaints:
        typer.echo("  next: holdfast review list shows what it was about", err=True)


def read_variables(given: list[str]) -> dict[str, str]:
    """Return the variables of --var options."""
    variables: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise UsageError(
                f"--var wants NAME=VALUE, got {text[:80]!r}\n  next: --var customer=42"
            )
        variables[name.strip()] = value
    return variables


def _text(path: Path) -> str:
    return read_bytes(path).decode("utf-8", errors="replace")


def _progress(recording: Recording) -> Any:
    console = HarmlessConsole()
    total = len(with_start(recording))

    def show(step: StepResult) -> None:
        console.print(step_line(step, total))

    return show


def _write(done: Replay, *, junit: Path | None, report: Path | None) -> None:
    if junit is not None:
        write_atomic(junit, write_junit(done))
    if report is not None:
        write_report([done], Around(path=report, portal=portal_address()))


def _tell(done: Replay, *, as_json: bool, report: Path | None) -> None:
    if as_json:
        print_json(as_data(done))
        return
    console = HarmlessConsole()
    show_replay(console, done)
    for note in done.notes:
        console.print(Text(f"note: {note}", "dim"))
    if done.trace is not None:
        console.print(f"trace: {done.trace}  (playwright show-trace FILE)")
    if report is not None:
        console.print(f"report: {report}")
    if done.count(StepOutcome.REFUSED):
        console.print(f"next: holdfast fix --run {done.run_id}")


_TOLD_OF_STEP = (
    "number title outcome reason url was now old_selector new_selector probability confidence "
    "action"
)


def as_data(done: Replay) -> dict[str, object]:
    """Return a replay as plain data, without its pictures."""
    return {
        "run": done.run_id,
        **some(done, "name passed error started_at ended_at trace notes"),
        "steps": [_step_data(step) for step in done.steps],
        "kept": [step.step_id for step in done.kept],
        "learned": [step.id for step in done.learned],
    }


def _step_data(step: StepResult) -> dict[str, object]:
    return {
        **some(step, _TOLD_OF_STEP),
        "id": step.step_id,
        "label": step.label,
        "durationMs": round(step.duration_ms, 1),
        "gates": [] if step.decision is None else plain(step.decision.gates),
        "nearest": [some(miss, "likely element why") for miss in step.nearest],
    }
