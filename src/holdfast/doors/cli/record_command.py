"""`holdfast record`: a person does something in a window, and it becomes a recording."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from holdfast.app.steps import title_of
from holdfast.app.wiring import launch_options, read_bytes
from holdfast.doors.recorder import Recorder
from holdfast.errors import BrowserMissing, CaptureFailed, EnvironmentFailure
from holdfast.model.privacy import mask_url
from holdfast.model.recording import Step

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

LOOK_MS = 100.0  # between two looks at whether somebody wants to end it
NO_WINDOW = """\
recording needs a window, and there is no display here (DISPLAY and WAYLAND_DISPLAY are not set)
  next: run it on a desktop, or with `xvfb-run`; a program records with holdfast.Recorder"""


def record(
    url: Annotated[str, typer.Argument(help="Where to begin.", metavar="URL")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The file to write.")],
    storage_state: Annotated[
        Path | None, typer.Option(help="Start signed in: cookies as Playwright saves them.")
    ] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option(help="A field that is secret, too: its name, id, label or CSS selector."),
    ] = None,
    headless: Annotated[bool, typer.Option("--headless", hidden=True)] = False,
) -> None:
    """Record what you do in a browser window; Ctrl-C, or closing it, ends that.

    The file is written after each step, so nothing is lost. While the mouse is on
    an element, Alt+1 asserts that it is visible, Alt+2 its text, Alt+3 its value.
    What is typed into password, code and card fields is never written: the step
    holds ${NAME}, and a replay takes that from the environment.

    [bold]Examples[/bold]

      holdfast record https://shop.example.com --out shop.json
      holdfast record localhost:8000 -o shop.json --secret api_key
    """
    _refuse_without_display(headless=headless)
    _save_nothing_yet(out)
    with _window(headless=headless, storage_state=storage_state) as context, _ctrl_c() as wanted:
        recorder = Recorder(
            context,
            name=out.stem,
            secrets=secret or (),
            on_step=_StepLines(),
        )
        with recorder:
            _visit(context, url if "://" in url else f"http://{url}")
            typer.echo(f"recording {mask_url(url)}: Ctrl-C ends it")
            _watch(context, recorder, out, wanted)
        recorder.recording.save(out)
    for problem in dict.fromkeys(recorder.problems):
        typer.echo(f"note: {problem}", err=True)
    count = len(recorder.recording.steps)
    typer.echo(f"{count} step{'' if count == 1 else 's'} written to {out}")


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
def _window(*, headless: bool, storage_state: Path | None) -> Iterator["BrowserContext"]:
    """Yield a new context with a window; it is closed afterwards."""
    from playwright.sync_api import Error, sync_playwright

    # The page is as large as the window: a person may change that.
    settings: dict[str, Any] = {} if headless else {"no_viewport": True}
    if storage_state is not None:
        read_bytes(storage_state)  # for its error: Playwright's does not say what to do
        settings["storage_state"] = str(storage_state)
    with sync_playwright() as playwright:
        try:
            # Ctrl-C is ours: what was recorded is written before the browser ends.
            options = launch_options(headed=not headless) | {"handle_sigint": False}
            browser = playwright.chromium.launch(**options)
            context = browser.new_context(**settings)
        except Error as exc:
            told = exc.message.partition("\n")[0]
            raise BrowserMissing(
                f"the browser does not start: {told}\n  next: holdfast doctor"
            ) from exc
        try:
            yield context
        finally:
            with suppress(Error):  # the person may have closed it
                browser.close()


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


def _visit(context: "BrowserContext", url: str) -> None:
    from playwright.sync_api import Error

    page = context.new_page()
    # A dialog stays open until the person answers it.
    context.on("dialog", lambda _: None)
    try:
        page.goto(url)
    except Error as exc:
        raise CaptureFailed(
            f"opening {mask_url(url)[:80]!r}", exc.message.partition("\n")[0]
        ) from exc


def _watch(context: "BrowserContext", recorder: Recorder, out: Path, wanted: list[bool]) -> None:
    """Wait until somebody ends it; the file follows each step."""
    from playwright.sync_api import Error

    saved = None
    while context.pages and not wanted:
        try:
            context.pages[0].wait_for_timeout(LOOK_MS)
        except Error:
            continue  # this page was closed; there may be others
        steps = recorder.recording.steps
        if steps != saved:
            recorder.recording.save(out)
            saved = steps


class _StepLines:
    """Prints each step; one that grew (a word that is still being typed) in its own place."""

    def __init__(self) -> None:
        self._last = ""

    def __call__(self, step: Step) -> None:
        """Print the step."""
        value = "" if step.value is None else f"  {step.value!r:.60}"
        line = f"  {step.id:>4}  {title_of(step)}{value}"
        if step.id != self._last:
            typer.echo(line)
        elif sys.stdout.isatty():
            typer.echo(f"\033[1A\033[2K{line}")
        self._last = step.id
