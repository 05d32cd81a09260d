"""How commands about the store print: tables, JSON, periods; and how they form a group."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import typer
from rich.cells import cell_len
from rich.text import Text

from holdfast.doors.cli.help_text import HELP_NAMES
from holdfast.doors.cli.terminal import HarmlessConsole
from holdfast.errors import UsageError
from holdfast.selectors.playwright_code import as_shown

_PERIOD = re.compile(r"(\d{1,5})\s*(min|h|d|w)")
_UNITS = {"min": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_LONGEST = 60
_GROUP: Mapping[str, Any] = {
    "add_completion": False,
    "rich_markup_mode": "rich",
    "context_settings": {"help_option_names": HELP_NAMES},
}


def a_group(help_text: str) -> typer.Typer:
    """Return a command with commands below it."""
    return typer.Typer(help=help_text, no_args_is_help=True, **_GROUP)


def a_command_with_more() -> typer.Typer:
    """Return a command that does something alone (its callback, whose help it shows), too."""
    return typer.Typer(invoke_without_command=True, **_GROUP)


def print_json(data: object) -> None:
    """Print data for programs."""
    typer.echo(orjson.dumps(data, option=orjson.OPT_INDENT_2).decode())


def print_lines(lines: Iterable[str | Text]) -> None:
    """Print lines for people; text in them is never markup, and a terminal wraps them."""
    console = HarmlessConsole()
    for line in lines:
        console.print(line)


def print_told(as_json: bool, data: object, lines: Iterable[str | Text]) -> None:
    """Print the data for programs, or the lines for people."""
    if as_json:
        print_json(data)
    else:
        print_lines(lines)


def a_table(*heads: str, rows: Iterable[Sequence[object]]) -> Iterator[Text]:
    """Yield the lines of a table; numbers stand to the right, and text is cut and made printable.

    Nothing is dropped to fit a narrow window: half a number is worse than a wrapped line.
    """
    listed = [tuple(row) for row in rows]
    cells = [heads, *([cut(value) for value in row] for row in listed)]
    widths = [max(cell_len(row[at]) for row in cells) for at in range(len(heads))]
    right = [all(isinstance(row[at], int | float) for row in listed) for at in range(len(heads))]
    for number, row in enumerate(cells):
        padded = (_pad(*cell) for cell in zip(row, widths, right, strict=True))
        yield Text("  ".join(padded).rstrip(), style="" if number else "bold")


def _pad(text: str, width: int, to_the_right: bool) -> str:
    room = " " * (width - cell_len(text))
    return room + text if to_the_right else text + room


def cut(value: object, longest: int = _LONGEST) -> str:
    """Return a value as one short printable line."""
    text = as_shown(str(value))
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def headline(words: str) -> Text:
    """Return a line that begins a part."""
    return Text(f"\n{words}", style="bold")


def parse_moment(text: str, now: datetime) -> datetime:
    """Return the moment that a period (30d, 12h, 2w, 90min) ago or a date (2026-03-01) names."""
    period = _PERIOD.fullmatch(text.strip().lower())
    if period is not None:
        return now - timedelta(**{_UNITS[period[2]]: int(period[1])})
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError as exc:
        raise UsageError(
            f"cannot read the period {text[:80]!r}\n"
            "  next: give a number with min, h, d or w, such as 30d, or a date such as 2026-03-01"
        ) from exc
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def day(moment: datetime | None) -> str:
    """Return the moment to the minute, in UTC; an empty text for none."""
    return "" if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M")
