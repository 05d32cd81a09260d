"""How import and export print and write: the account of the steps, and the file as a whole."""

from collections.abc import Sequence
from pathlib import Path

import typer
from rich.text import Text

from holdfast.app.wiring import write_atomic
from holdfast.doors.cli.printing import cut, print_json
from holdfast.doors.cli.terminal import HarmlessConsole
from holdfast.errors import ResolutionError, UsageError
from holdfast.model.conversion import Carried, Fate

STANDARD_OUTPUT = Path("-")
_STYLES = {Fate.TAKEN: "green", Fate.IN_PART: "cyan", Fate.LEFT: "yellow"}
_MARKS = {Fate.TAKEN: "✓", Fate.IN_PART: "~", Fate.LEFT: "!"}


def refuse_to_overwrite(out: Path, *, force: bool) -> None:
    """Raise ``UsageError`` if the file exists and nobody said that it may go."""
    if out != STANDARD_OUTPUT and not force and out.exists():
        raise UsageError(
            f"{str(out)[-80:]!r} exists already\n"
            "  next: give another --out, or --force to write over it"
        )


def refuse_losses(account: Sequence[Carried]) -> None:
    """Raise ``ResolutionError`` if a step was not taken over."""
    left = [carried for carried in account if carried.fate is Fate.LEFT]
    if left:
        numbers = ", ".join(str(carried.number) for carried in left[:20])
        raise ResolutionError(
            f"{_counted(len(left))} not taken over ({numbers}), and --strict wants all\n"
            "  next: leave --strict out to see why, or change these steps"
        )


def tell(out: Path, text: str, account: Sequence[Carried], *, as_json: bool, what: str) -> None:
    """Write the file, a recording its owner's only, and print what became of each step.

    With the file on the standard output, the account goes to the standard error.
    """
    is_shown = out == STANDARD_OUTPUT
    if not is_shown:
        write_atomic(out, text.encode(), private=what == "recording")
    if as_json:
        print_json(
            {
                "out": None if is_shown else str(out),
                "account": [carried.to_json() for carried in account],
                **({"content": text} if is_shown else {}),
            }
        )
        return
    if is_shown:
        typer.echo(text, nl=False)
    console = HarmlessConsole(stderr=is_shown)
    for carried in account:
        console.print(_line(carried, len(str(len(account)))))
    console.print(_summary(account))
    if not is_shown:
        console.print(f"{what} written to {out}")


def _line(carried: Carried, width: int) -> Text:
    style = _STYLES[carried.fate]
    why = f" {cut(carried.why, 200)}" if carried.why else ""
    return Text.assemble(
        (f"{carried.number:>{width}}  ", "dim"),
        (f"{_MARKS[carried.fate]} ", style),
        f"{cut(carried.what):<24} ",
        (f"{carried.fate.value}{':' if why else ''}", style),
        why,
    )


def _summary(account: Sequence[Carried]) -> Text:
    counts = [(fate, sum(1 for c in account if c.fate is fate)) for fate in Fate]
    told = [(f"{count} {fate.value}", _STYLES[fate]) for fate, count in counts if count]
    parts: list[str | tuple[str, str]] = [f"{_counted(len(account))}: "]
    for place, part in enumerate(told):
        parts += [", " if place else "", part]
    return Text.assemble(*parts) if told else Text("no steps")


def _counted(count: int) -> str:
    return f"{count} step{'' if count == 1 else 's'}"
