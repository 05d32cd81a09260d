"""`holdfast record`: a person does something in a window, and it becomes a recording."""

import os
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count as count_from
from itertools import takewhile
from pathlib import Path
from shutil import get_terminal_size
from types import FrameType
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import orjson
import typer

from holdfast.app.wiring import write_atomic
from holdfast.doors.cli.browser_options import BrowserWsOption, StorageStateOption
from holdfast.doors.cli.record_window import WindowOptions, open_window, visit
from holdfast.doors.opened_browser import browser_context
from holdfast.doors.player import Player, load_recording
from holdfast.doors.recorder import Recorder
from holdfast.doors.recorder_bar import step_line
from holdfast.errors import EnvironmentFailure, UsageError
from holdfast.model.privacy import mask_url
from holdfast.model.recording import Step

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

LOOK_MS = 100.0  # between two looks at whether somebody wants to end it
NO_WINDOW = """\
recording needs a window, and there is no display here (DISPLAY and WAYLAND_DISPLAY are not set)
  next: run it on a desktop, or with `xvfb-run`; a program records with holdfast.Recorder"""


def record(  # noqa: PLR0913 - one argument for each option
    url: Annotated[str, typer.Argument(help="Where to begin.", metavar="URL")],
    *,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="The file to write; by default named after the site."),
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="Its name; by default made from what was done.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Replay it right away, and say what is not found again.")
    ] = False,
    viewport: Annotated[
        str | None, typer.Option(help="The size of the page.", metavar="WIDTHxHEIGHT")
    ] = None,
    device: Annotated[
        str | None, typer.Option(help="Emulate a device from Playwright's list, such as 'Pixel 7'.")
    ] = None,
    browser_ws: BrowserWsOption = None,
    storage_state: StorageStateOption = None,
    save_storage: Annotated[
        Path | None, typer.Option(help="Write the cookies at the end, for --storage-state.")
    ] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option(help="Another field to keep secret: its name, id, label or CSS selector."),
    ] = None,
    bar: Annotated[
        bool | None,
        typer.Option("--bar/--no-bar", help="A small bar in the window shows what is recorded."),
    ] = None,
    headless: Annotated[bool, typer.Option("--headless", hidden=True)] = False,
) -> None:
    """Record what you do in a browser window, until you press Stop or Ctrl-C.

    The file is written after each step, so nothing is lost. While the mouse is on
    an element, Alt+1 asserts that it is visible, Alt+2 its text, Alt+3 its value.
    What is typed into password, code and card fields is never written: the step
    holds ${NAME}, and a replay takes that from the environment.

    [bold]Examples[/bold]

      holdfast record https://shop.example.com --check
      holdfast record localhost:8000 -o shop.json --secret api_key
    """
    if browser_ws is None:
        _refuse_without_display(headless=headless)
    address = url if "://" in url else f"http://{url}"
    path = out or default_out(address)
    _save_nothing_yet(path)
    options = WindowOptions(
        headless=headless,
        viewport=viewport,
        device=device,
        browser_ws=browser_ws,
        storage_state=storage_state,
    )
    with open_window(options) as context, _ctrl_c() as wanted:
        lines = StepLines()
        shows_bar = not headless if bar is None else bar
        with Recorder(
            context,
            name=name,
            secrets=secret or (),
            bar=shows_bar,
            new_tabs=True,
            extra=options.emulated,
        ) as recorder:
            visit(context, address)
            typer.echo(f"recording {mask_url(url)}: Ctrl-C ends it")
            _watch(context, recorder, path, lines, wanted)
        recorder.save(path)
        lines.show(recorder.recording.steps)
        if save_storage is not None:
            _save_storage(context, save_storage)
    for problem in dict.fromkeys(recorder.problems):
        typer.echo(f"note: {problem}", err=True)
    count = len(recorder.recording.steps)
    typer.echo(f"{count} step{'' if count == 1 else 's'} written to {path}")
    if not check and not (count and wants_check()):
        typer.echo(f"  next: holdfast replay {path}", err=True)
        return
    raise typer.Exit(0 if comes_back(path, storage_state) else 1)


def default_out(url: str) -> Path:
    """Return a file in the current folder that is named after the site, and is not there yet."""
    host = urlsplit(url).hostname or "recording"
    stem = re.sub(r"[^a-z0-9]+", "-", host.lower().removeprefix("www.")).strip("-") or "recording"
    names = (f"{stem}{'' if number == 1 else f'-{number}'}.json" for number in count_from(1))
    return next(Path(name) for name in names if not Path(name).exists())


def _save_storage(context: "BrowserContext", path: Path) -> None:
    from playwright.sync_api import Error

    try:
        write_atomic(path, orjson.dumps(context.storage_state()), private=True)
    except Error:
        typer.echo("note: the window is closed, so its cookies could not be written", err=True)
        typer.echo("  next: end the recording with Ctrl-C instead", err=True)


def wants_check() -> bool:
    """Return whether a person at a terminal wants to see at once that it comes back.

    Not unless they say so: what was done, an order perhaps, is done once more.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        return typer.confirm("replay it now, to see whether it comes back?")
    except typer.Abort:  # Ctrl-C, again
        return False


def comes_back(path: Path, storage_state: Path | None) -> bool:
    """Return whether a recording comes back on its own site; print what does not."""
    recording = load_recording(path)
    try:
        with browser_context(recording, storage_state=storage_state) as context:
            done = Player(context).play(path)
    except UsageError as exc:
        typer.echo(f"not checked: {exc}", err=True)
        return False
    lost = [step for step in done.steps if step.label not in ("held", "done")]
    for step in lost:
        typer.echo(f"  {step.number:>4}  {step.title}: {step.label} {step.reason}".rstrip())
    if done.error is not None:
        typer.echo(f"  it ended early: {done.error}")
    # Opening the site is no recorded step: it is counted only where it fails.
    opened = len(done.steps) - len(recording.steps)
    came = sum(step not in lost for step in done.steps[opened:])
    typer.echo(f"checked: {came} of {len(recording.steps)} steps come back")
    return done.passed and not lost


def _refuse_without_display(*, headless: bool) -> None:
    has_one = not sys.platform.startswith("linux") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if not has_one and not headless:
        raise EnvironmentFailure(NO_WINDOW)


def _save_nothing_yet(out: Path) -> None:
    """Raise now, and not after the work, if the file cannot be written."""
    folder = out.resolve().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise EnvironmentFailure(
            f"cannot write {str(out)[:80]!r}: no such folder, or it may not be written to\n"
            "  next: make the folder, or give another --out"
        )


@contextmanager
def _ctrl_c() -> Iterator[list[bool]]:
    """Yield a list that is no longer empty once Ctrl-C was pressed."""
    wanted: list[bool] = []

    def hear(_signal: int, _frame: FrameType | None) -> None:
        wanted.append(True)

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield wanted
    finally:
        signal.signal(signal.SIGINT, before)


def _watch(
    context: "BrowserContext",
    recorder: Recorder,
    out: Path,
    lines: "StepLines",
    wanted: list[bool],
) -> None:
    """Wait until somebody ends it; the file and the list follow each step."""
    from playwright.sync_api import Error

    saved: tuple[Step, ...] | None = None
    while context.pages and not wanted and not recorder.is_stopped:
        try:
            context.pages[0].wait_for_timeout(LOOK_MS)
        except Error:
            continue  # this page was closed; there may be others
        steps = recorder.recording.steps
        if steps != saved:
            recorder.save(out)
            lines.show(steps)
            saved = steps


class StepLines:
    """Prints the steps; on a terminal, the list is corrected where steps grow, merge or go."""

    def __init__(self) -> None:
        self._printed: list[str] = []
        self._told: set[str] = set()

    def show(self, steps: Sequence[Step]) -> None:
        """Print what is new; on a terminal, the end of the list anew."""
        lines = [f"  {step_line(step)}" for step in steps]
        if not sys.stdout.isatty():
            for step, line in zip(steps, lines, strict=True):
                if step.id not in self._told:
                    typer.echo(line)
            self._told.update(step.id for step in steps)
            return
        width = get_terminal_size().columns - 1  # a line that wraps could not be taken back
        lines = [line[:width] for line in lines]
        pairs = zip(self._printed, lines, strict=False)
        same = sum(1 for _ in takewhile(lambda two: two[0] == two[1], pairs))
        for _ in self._printed[same:]:
            typer.echo("\033[1A\033[2K", nl=False)
        for line in lines[same:]:
            typer.echo(line)
        self._printed = lines
