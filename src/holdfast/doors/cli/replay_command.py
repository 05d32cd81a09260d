"""`holdfast replay`: a recording done again, healed where the page has changed."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import orjson
import typer
from rich.console import Console
from rich.text import Text

from holdfast.app.learned_steps import with_learned
from holdfast.app.replay import with_start
from holdfast.app.values import read_secrets
from holdfast.app.wiring import (
    launch_options,
    load_project,
    make_notifier,
    read_bytes,
    write_atomic,
    write_junit,
)
from holdfast.doors.cli.replay_view import show_replay, step_line
from holdfast.doors.player import Player, enter_in_store, load_recording
from holdfast.doors.replay_page import render_replay
from holdfast.errors import BrowserMissing, EnvironmentFailure, UsageError
from holdfast.model.privacy import mask_url
from holdfast.model.recording import Recording
from holdfast.model.records import plain, some
from holdfast.model.replay_result import Replay, StepResult
from holdfast.model.thresholds import Mode

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext


def replay(  # noqa: PLR0913 - one argument for each option
    recording: Annotated[Path, typer.Argument(help="The recording.", metavar="RECORDING.json")],
    *,
    base_url: Annotated[
        str | None, typer.Option(help="Replay on this site instead of the recorded one.")
    ] = None,
    headed: Annotated[bool, typer.Option("--headed", help="Show the browser's window.")] = False,
    browser_ws: Annotated[
        str | None, typer.Option(help="Use a running Chromium: its DevTools address.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    junit: Annotated[Path | None, typer.Option(help="Write the result as JUnit XML.")] = None,
    report: Annotated[Path | None, typer.Option(help="Write a report with pictures.")] = None,
    var: Annotated[
        list[str] | None, typer.Option(help="What {{name}} stands for.", metavar="NAME=VALUE")
    ] = None,
    secrets: Annotated[
        Path | None, typer.Option(help="A file of NAME=VALUE lines for ${NAME}.")
    ] = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(
            help="Type secrets there too; http://localhost:* is every port.", metavar="ORIGIN"
        ),
    ] = None,
    allow_file: Annotated[
        bool, typer.Option("--allow-file", help="Let the recording open file: addresses.")
    ] = False,
    storage_state: Annotated[
        Path | None, typer.Option(help="Start signed in: cookies as Playwright saves them.")
    ] = None,
    mode: Annotated[Mode | None, typer.Option(help="How careful to be.")] = None,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Do later steps although one was refused.")
    ] = False,
    trace: Annotated[
        Path | None, typer.Option(help="Where to write a trace if the run fails.")
    ] = None,
    learn: Annotated[
        bool,
        typer.Option(
            "--learn",
            help="If all went well, write what was seen of an import's elements into its file.",
        ),
    ] = False,
) -> None:
    """Do a recording again; heal what has changed, refuse what is gone.

    Each step is held, healed (with confidence and action), refused or failed.
    Exits with 1 when a step was refused or failed. Decisions are remembered in
    the project's store.

    [bold]Examples[/bold]

      holdfast replay shop.json --base-url https://staging.example.com
      holdfast replay shop.json --junit out.xml --report out.html --mode conservative
      holdfast replay imported.json --learn
    """
    loaded = load_recording(recording)
    settings: dict[str, Any] = {
        "base_url": base_url,
        "mode": mode,
        "variables": read_variables(var or []),
        "secrets": {} if secrets is None else read_secrets(_text(secrets)),
        "allow_origins": tuple(allow_origin or ()),
        "allow_file": allow_file,
        "keep_going": keep_going,
        "pictures": report is not None,
        "trace": trace or default_trace(recording),
        "on_step": None if as_json else _progress(loaded),
    }
    opened = browser_context(loaded, headed=headed, address=browser_ws, storage_state=storage_state)
    done = _play(recording, loaded, opened, settings)
    _write(done, junit=junit, report=report)
    _tell(done, as_json=as_json, report=report)
    if done.passed and done.learned:
        _learn(recording, loaded, done, wanted=learn)
    if done.error is not None:
        raise EnvironmentFailure(f"{done.error}\n  next: holdfast doctor, then replay again")
    raise typer.Exit(0 if done.passed else 1)


def _play(
    path: Path,
    recording: Recording,
    opened: AbstractContextManager["BrowserContext"],
    settings: dict[str, Any],
) -> Replay:
    """Return the replay, remembered in the project's store; who wants to be told is told."""
    project = load_project()
    store = project.open_store()
    notifier = make_notifier(project, store.find_user_config(project.user_id))
    try:
        enter_in_store(store, path, recording)
        with opened as context:
            return Player(context, store=store, notifier=notifier, **settings).play(path)
    finally:
        _tell_undelivered(() if notifier is None else notifier.close())
        store.close()


def _learn(path: Path, recording: Recording, done: Replay, *, wanted: bool) -> None:
    """Write down what was seen of imported elements, or say that it can be."""
    for step in done.steps:
        for detail in step.details if step.decision is None else ():
            typer.echo(f"note: step {step.number}: {detail}", err=True)
    count = len(done.learned)
    elements = f"{count} element{'' if count == 1 else 's'} of the import"
    if wanted:
        with_learned(recording, done.learned).save(path)
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


@contextmanager
def browser_context(
    recording: Recording,
    *,
    headed: bool = False,
    address: str | None = None,
    storage_state: Path | None = None,
) -> Iterator["BrowserContext"]:
    """Yield a new browser context with the recorded window's size; it is closed afterwards."""
    from playwright.sync_api import Error, sync_playwright

    settings: dict[str, Any] = {}
    if recording.viewport is not None:
        width, height = recording.viewport
        settings["viewport"] = {"width": int(width), "height": int(height)}
    if storage_state is not None:
        read_bytes(storage_state)  # for its error: Playwright's does not say what to do
        settings["storage_state"] = str(storage_state)
    with sync_playwright() as playwright:
        try:
            browser = (
                playwright.chromium.connect_over_cdp(address)
                if address
                else playwright.chromium.launch(**launch_options(headed=headed))
            )
            context = browser.new_context(**settings)
        except Error as exc:
            raise _no_browser(exc.message.partition("\n")[0], address) from exc
        try:
            yield context
        finally:
            _close_quietly(context, browser)


def _no_browser(told: str, address: str | None) -> BrowserMissing:
    if address is None:
        return BrowserMissing(f"the browser does not start: {told}\n  next: holdfast doctor")
    shown = mask_url(address)  # those of browser services hold a token
    told = told.replace(address, shown)
    return BrowserMissing(
        f"no browser answers at {shown[:80]!r}: {told}\n"
        "  next: start one with --remote-debugging-port=9222, and give http://127.0.0.1:9222"
    )


def _close_quietly(*opened: Any) -> None:
    from playwright.sync_api import Error

    for one in opened:
        try:
            one.close()
        except Error:  # a browser that died is closed already
            continue


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


def default_trace(recording: Path) -> Path:
    """Return where the trace of a failed run goes: beside the store, out of git's sight."""
    folder = load_project().root / ".holdfast" / "traces"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{recording.stem}.zip"


def _text(path: Path) -> str:
    return read_bytes(path).decode("utf-8", errors="replace")


def _progress(recording: Recording) -> Any:
    console = Console(highlight=False, soft_wrap=True)
    total = len(with_start(recording))

    def show(step: StepResult) -> None:
        console.print(step_line(step, total))

    return show


def _write(done: Replay, *, junit: Path | None, report: Path | None) -> None:
    if junit is not None:
        write_atomic(junit, write_junit(done))
    if report is not None:
        write_atomic(report, render_replay(done).encode())


def _tell(done: Replay, *, as_json: bool, report: Path | None) -> None:
    if as_json:
        typer.echo(orjson.dumps(as_data(done), option=orjson.OPT_INDENT_2).decode())
        return
    console = Console(highlight=False, soft_wrap=True)
    show_replay(console, done)
    for note in done.notes:
        console.print(Text(f"note: {note}", "dim"))
    if done.trace is not None:
        console.print(f"trace: {done.trace}  (playwright show-trace FILE)")
    if report is not None:
        console.print(f"report: {report}")


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
