"""`holdfast patch`: what test runs healed, as a patch of their source."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from holdfast.app.patching import ByHand, Plan, SourceChange, diff, load_healed, plan
from holdfast.app.wiring import load_project, read_bytes, write_atomic
from holdfast.doors.cli.printing import cut, print_json
from holdfast.doors.playwright.suite import Suite
from holdfast.model.records import some


def patch(
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 1 if something was healed.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="Write the patch to this file.", dir_okay=False)
    ] = None,
    take_all: Annotated[
        bool,
        typer.Option(
            "--all", help="Also what worked in tests that failed later, as comments in the source."
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Replace healed locators in the source, as a patch for git apply.

    Only expressions that stand there exactly as they ran are replaced. What goes by a variable or
    by place, or is written in several places, gets a comment with the new locator, for you to
    change.

    [bold]Examples[/bold]

      holdfast patch | git apply
      holdfast patch --out healed.patch
      holdfast patch --check
    """
    root = load_project().root
    healed = load_healed(Suite(root).healed_folder, read_bytes)
    wanted = [one for one in healed if one[1].used and (take_all or one[1].succeeded)]
    made = plan(wanted, root, read_bytes)
    written = b"" if check else diff(made, root, read_bytes)
    if not check:
        for record in made.outdated:
            record.unlink(missing_ok=True)
    if out is not None and not check:
        write_atomic(out, written)
    if as_json:
        print_json(_as_data(made, written))
    else:
        if written and out is None:
            _print_patch(written)
        _tell(made, out, check=check)
    if check and not made.is_empty:
        raise typer.Exit(1)


def _print_patch(written: bytes) -> None:
    """Print it byte for byte, for git; what a terminal shows of it is text alone."""
    if sys.stdout.isatty():
        typer.echo(written.decode("utf-8", "backslashreplace"), nl=False)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(written)
    sys.stdout.buffer.flush()


def _tell(made: Plan, out: Path | None, *, check: bool) -> None:
    """Say, beside the patch, what is in it and what is not."""
    if made.is_empty:
        typer.echo("nothing was healed, so there is nothing to patch", err=True)
        return
    if check:
        for change in made.changes:
            typer.echo(f"{change.file}:{change.line}  {_arrow(change)}", err=True)
    for hand in made.by_hand:
        typer.echo(_by_hand(hand), err=True)
    count = len(made.changes)
    what = "locator" if count == 1 else "locators"
    if check:
        total = count + len(made.by_hand)
        typer.echo(f"{total} healed; next: holdfast patch --out healed.patch", err=True)
    elif out is not None:
        typer.echo(f"{count} {what} in {out}; next: git apply {out}", err=True)
    else:
        typer.echo(f"{count} {what}; next: holdfast patch | git apply", err=True)


def _arrow(change: SourceChange) -> str:
    healed = change.healed
    return f"{cut(healed.expression, 120)} -> {cut(change.new, 160)} ({healed.confidence})"


def _by_hand(hand: ByHand) -> str:
    healed = hand.healed
    return (
        f"{hand.file}:{healed.line}  by hand, {hand.reason}: "
        f"{cut(healed.expression, 120)} -> {cut(healed.instead, 160)} ({healed.confidence})"
    )


_TOLD = "expression instead confidence action test"


def _as_data(made: Plan, written: bytes) -> dict[str, object]:
    return {
        "changes": [
            {**some(one, "file line new"), **some(one.healed, _TOLD)} for one in made.changes
        ],
        "byHand": [
            {**some(one, "file reason"), **some(one.healed, f"line {_TOLD}")}
            for one in made.by_hand
        ],
        "patch": written.decode("utf-8", errors="replace"),
    }
