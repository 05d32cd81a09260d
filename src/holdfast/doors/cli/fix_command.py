"""`holdfast fix`: walks through what waits for an answer, one key for each change."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Annotated

import click
import typer
from rich.text import Text

from holdfast.app.reviewing import Reviewer
from holdfast.app.same_change import SameChange, group_changes
from holdfast.app.wiring import SystemClock, load_project, recording_files
from holdfast.deciding.decision_words import explain
from holdfast.doors.cli.printing import cut, print_lines
from holdfast.doors.healing_json import decision_of
from holdfast.errors import HoldfastError
from holdfast.model.healing_decision import ReviewState
from holdfast.ports import Store

KEYS = "a accept   r reject (never heal to it again)   s skip   q stop"
_WORDS = {"a": "accepted", "r": "rejected", "s": "skipped"}


def fix(
    recording: Annotated[
        str | None, typer.Option("--recording", help="Only what belongs to this recording.")
    ] = None,
) -> None:
    """Walk through the healings that wait for an answer, one key for each change.

    The same change in several steps, recordings or tests is shown once, and
    answered once. Each answer is written at once: stop whenever you like.

    [bold]Examples[/bold]

      holdfast fix
      holdfast fix --recording checkout.json
    """
    project = load_project()
    counted: Counter[str] = Counter()
    with closing(project.open_known_store()) as store:
        changes = group_changes(store.iter_healings(ReviewState.PENDING, recording))
        if not changes:
            typer.echo("nothing waits for an answer")
            return
        files, clock = recording_files(project), SystemClock()
        reviewer = Reviewer(store=store, files=files, clock=clock, name=project.user_id)
        for number, change in enumerate(changes, 1):
            print_lines(_shown(store, change, f"{number} of {len(changes)}"))
            key = ask_key(_WORDS.keys() | {"q"})
            if key == "q":
                break
            counted[_WORDS[key]] += _answer(reviewer, change, key)
    _tell(counted)


def ask_key(known: set[str], read: Callable[[], str] | None = None) -> str:
    """Return the key that is pressed, one of the known ones; the end of input stops."""
    typer.echo(f"  {KEYS}  > ", nl=False)
    while True:
        key = (read or _read_key)().lower()
        if key in {"", "\x04"}:
            key = "q"
        if key in known:
            typer.echo(key)
            return key


def _read_key() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.read(1)
    try:
        import termios
        import tty
    except ImportError:  # Windows
        return click.getchar()
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        # At once: what was typed ahead counts, and Ctrl-C stays Ctrl-C.
        tty.setcbreak(terminal, termios.TCSANOW)
        return os.read(terminal, 1).decode(errors="replace")
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)


def _answer(reviewer: Reviewer, change: SameChange, key: str) -> int:
    """Return how many healings were answered; one that cannot be is told, the others go on."""
    if key == "s":
        return len(change.healings)
    act = reviewer.accept if key == "a" else reviewer.reject
    done = 0
    for healing in change.healings:
        try:
            act(healing.number)
            done += 1
        except HoldfastError as exc:
            typer.echo(f"  healing {healing.number}: {exc}", err=True)
    return done


def _shown(store: Store, change: SameChange, place: str) -> Iterator[str | Text]:
    first = change.first
    what = cut(first.label or first.old_selector, 60)
    times = "" if len(change.healings) == 1 else f", {len(change.healings)} times"
    yield Text(f"\n{place}: {what!r}{times}", style="bold")
    yield f"  was         {cut(first.old_selector or '-', 200)}"
    yield f"  is          {cut(first.new_selector or '-', 200)}"
    yield f"  page        {cut(first.url or '-', 200)}"
    yield f"  in          {cut(', '.join(change.places), 200)}"
    yield f"  confidence  {first.confidence}"
    entry = store.find_entry(first.entry_id)
    if entry is not None:
        yield from (f"              {cut(one, 200)}" for one in explain(decision_of(entry)))


def _tell(counted: Counter[str]) -> None:
    told = ", ".join(f"{count} {words}" for words, count in counted.items()) or "nothing answered"
    typer.echo(f"\n{told}")
    if counted["accepted"]:
        typer.echo("  next: holdfast patch writes those of test suites into their source")
    if counted["accepted"] or counted["rejected"]:
        typer.echo(
            "  holdfast review list --all shows the numbers, holdfast review undo takes back"
        )
