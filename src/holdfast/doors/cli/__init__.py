"""The command line: what it is called with, what it prints, how it exits.

Commands are modules of this folder, named in `commands.COMMANDS` and imported when they are used.
"""

import os
import sys
import traceback
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from holdfast.doors.cli.commands import CommandTable
from holdfast.doors.cli.help_text import HELP_NAMES
from holdfast.doors.cli.terminal import harmless_output
from holdfast.errors import HoldfastError, naming_extras

__all__ = ["app", "main", "run"]

EXIT_USAGE = 2
EXIT_ENVIRONMENT = 3
EXIT_INTERRUPTED = 130  # what shells say of a program ended by Ctrl-C: 128 + SIGINT

EXIT_CODES = """\
[bold]Exit codes[/bold]  0 fine · 1 not found, refused, or a failed check · 2 wrong usage · \
3 environment (browser, store, network, files)
"""

app = typer.Typer(
    name="holdfast",
    cls=CommandTable,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": HELP_NAMES},
    epilog=EXIT_CODES,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"holdfast {holdfast_version()}")
        raise typer.Exit


@app.callback()
def _root(
    show_version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_show_version, is_eager=True),
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
) -> None:
    """Find the same web element again after the page has changed."""


def holdfast_version() -> str:
    """Return the installed version, or a note that this is a checkout that is not installed."""
    try:
        return version("holdfast")
    except PackageNotFoundError:
        return "(not installed)"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    return run(app, sys.argv[1:] if arguments is None else arguments)


def run(application: typer.Typer, arguments: Sequence[str]) -> int:
    """Run one command of an application, its errors told in our shape; return its exit code."""
    # Accepted anywhere, not only before the command: one adds it to a line that just failed.
    debug = "--debug" in arguments
    rest = [argument for argument in arguments if argument != "--debug"]
    with harmless_output():
        code = _call(application, rest, debug)
        return code if _flush() else EXIT_ENVIRONMENT


def _call(application: typer.Typer, arguments: list[str], debug: bool) -> int:
    try:
        with naming_extras(queued=_is_queued(arguments)):
            result = application(arguments, prog_name="holdfast", standalone_mode=False)
    except HoldfastError as exc:
        return _fail(str(exc), exc.exit_code, debug)
    except typer.TyperException as exc:
        return _fail(_usage_message(exc), EXIT_USAGE, debug)
    except (KeyboardInterrupt, typer.Abort):
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        return EXIT_ENVIRONMENT
    except Exception as exc:  # noqa: BLE001 - the top of the program: a bug is told, not thrown
        told = f"{type(exc).__name__}: {exc}"
        return _fail(f"unexpected {told}\n  next: run again with --debug", EXIT_ENVIRONMENT, debug)
    return result if isinstance(result, int) else 0


def _is_queued(arguments: list[str]) -> bool:
    return arguments[:1] in (["queue"], ["worker"]) or "--queue" in arguments


def _usage_message(exc: typer.TyperException) -> str:
    """Return the complaint in our shape, or nothing where the help itself was the answer."""
    told = exc.format_message().rstrip(".")
    context = getattr(exc, "ctx", None)
    command = context.command_path if context is not None else "holdfast"
    return f"{told[:1].lower()}{told[1:]}\n  next: {command} --help" if told else ""


def _fail(message: str, code: int, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    if message:
        typer.echo(f"error: {message}", err=True)
    return code


def _flush() -> bool:
    """Return whether all output arrived; a reader that left early (`| head`) is no traceback."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return False
    return True
