"""Help text: paragraphs fit any terminal, examples stay indented, flags ask for no value."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from holdfast.doors.cli.terminal import our_words_only

HELP_NAMES = ["-h", "--help"]


def make_readable(command: TyperCommand | TyperGroup) -> None:
    """Put a command's help, and that of those below it, into the shape that people read."""
    if command.help:
        command.help = _flowing(command.help)
    for option in (
        *command.params,
        command.get_help_option(typer.Context(command, help_option_names=HELP_NAMES)),
    ):
        # Typer writes <bool> behind a flag, as if it wanted a value.
        if getattr(option, "is_flag", False):
            option.metavar = ""  # type: ignore[union-attr] # options have one, arguments are no flags
    command.format_help = _in_colour(command.format_help)  # type: ignore[method-assign,assignment]
    for child in getattr(command, "commands", {}).values():
        make_readable(child)


def _in_colour(show: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    @wraps(show)
    def shown(*given: Any) -> None:
        with our_words_only():
            show(*given)

    return shown


def _flowing(text: str) -> str:
    return "\n\n".join(map(_paragraph, inspect.cleandoc(text).split("\n\n")))


def _paragraph(text: str) -> str:
    """Return a paragraph in one line, for the terminal to break; examples keep their lines."""
    lines = text.split("\n")
    if not text.startswith(" "):
        return " ".join(lines)
    # Typer takes away what all lines are indented by, unless something stands before it.
    return "\n".join(f"[none]{line}[/none]" for line in lines)
