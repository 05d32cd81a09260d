"""`holdfast fix`: walks through what waits for an answer, one key for each change."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from holdfast.app.healing_pictures import picture_now
from holdfast.app.reviewing import Everywhere, Reviewer
from holdfast.app.same_change import SameChange, group_changes, say_gone, take
from holdfast.app.wiring import Project, keep_out_of_git, load_project, make_reviewer, write_atomic
from holdfast.doors.cli.printing import cut, print_lines
from holdfast.model.archive import HealingEvidence
from holdfast.model.healing_decision import ConfidenceLogEntry, ReviewState
from holdfast.ports import Store

_WORDS = {"r": "rejected", "g": "gone", "s": "skipped"}
MOST_SHOWN = 6  # places that are named one by one


def fix(
    recording: Annotated[
        str | None, typer.Option(help="Only what belongs to this recording.")
    ] = None,
    run: Annotated[str | None, typer.Option(help="Only what came up in this run.")] = None,
    unlikely: Annotated[
        bool, typer.Option("--all", help="Also refusals with no likely candidate.")
    ] = False,
) -> None:
    """Go through what runs could not decide, one key per change.

    Refused, suggested and flagged elements of replays and test suites: the same change in
    several steps, recordings or tests is shown once, and answered once. The near misses are
    numbered, and outlined in a picture of the page that is named. Each answer is written at
    once, to the recording, the fingerprints and the patch: stop whenever you like.
    While a recording is replayed, holdfast replay --ask does the same, and goes on.

    [bold]Examples[/bold]

      holdfast fix
      holdfast fix --recording checkout.json
    """
    project = load_project()
    counted: Counter[str] = Counter()
    with closing(project.open_known_store()) as store:
        waiting = store.iter_healings(ReviewState.PENDING, recording)
        of_run = (one for one in waiting if run in (None, one.run_id))
        changes = group_changes(of_run, unlikely=unlikely)
        if not changes:
            typer.echo("nothing waits for an answer")
            return
        reviewer = make_reviewer(project, store)
        for number, change in enumerate(changes, 1):
            evidence = store.find_evidence(change.first.entry_id) or HealingEvidence()
            show_change(project, store, change, evidence, f"{number} of {len(changes)}")
            key = ask_key(len(evidence.runners_up) + 1)
            if key == "q":
                break
            word, count = answer_change(reviewer, change, evidence, key)
            counted[word] += count
    _tell(counted)


def show_change(
    project: Project, store: Store, change: SameChange, evidence: HealingEvidence, place: str
) -> None:
    """Print what a change is about, its near misses numbered, and where they are in a picture."""
    picture = _picture(project.root, change, evidence)
    print_lines(_shown(store, change, evidence, place))
    if picture is not None:
        typer.echo(f"  picture     {picture}")


def ask_key(choices: int, read: Callable[[], str] | None = None) -> str:
    """Return the key that is pressed, one of the known ones; the end of input stops."""
    numbers = [str(number) for number in range(1, choices + 1)]
    take_one = "1 take it" if choices == 1 else f"1-{choices} take one"
    typer.echo(f"  {take_one}   g it is gone   r none of these   s skip   q stop  > ", nl=False)
    known = {*numbers, "a", *_WORDS, "q"}
    while True:
        key = (read or _read_key)().lower()
        if key in {"", "\x04"}:
            key = "q"
        if key in known:
            typer.echo(key)
            return "1" if key == "a" else key


def _read_key() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.read(1)
    try:
        import termios
        import tty
    except ImportError:  # Windows
        return typer.getchar()
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        # At once: what was typed ahead counts, and Ctrl-C stays Ctrl-C.
        tty.setcbreak(terminal, termios.TCSANOW)
        return os.read(terminal, 1).decode(errors="replace")
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)


def answer_change(
    reviewer: Reviewer, change: SameChange, evidence: HealingEvidence, key: str
) -> tuple[str, int]:
    """Return the word for what was done, and to how many; what cannot be answered is told."""
    if key == "s":
        return _WORDS[key], len(change.healings)
    if key == "g":
        given = say_gone(reviewer, change.numbers)
    elif key == "r":
        given = reviewer.everywhere(change.numbers, lambda one, number: one.reject(number))
    else:
        chosen = None if key == "1" else evidence.runners_up[int(key) - 2]
        given = take(reviewer, change.numbers, chosen)
    _tell_answer(given, key)
    return _WORDS.get(key, "accepted"), len(given.done)


def _tell_answer(given: Everywhere, key: str) -> None:
    for number, why in given.failed:
        typer.echo(f"  healing {number}: {why}", err=True)
    for path in sorted({one.path for one in given.done if one.path}):
        done = "noted in" if key in _WORDS else "changed"
        typer.echo(f"  {done} {cut(path, 120)}")
    numbers = " ".join(str(one.healing.number) for one in given.done)
    if numbers:
        typer.echo(f"  holdfast review undo {numbers} takes it back")


def _picture(root: Path, change: SameChange, evidence: HealingEvidence) -> str | None:
    """Return where the page with the numbered elements can be looked at, None without one."""
    drawn = picture_now(change.first, evidence)
    if drawn is None:
        return None
    folder = root / ".holdfast" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    keep_out_of_git(folder.parent)
    path = folder / f"healing-{change.first.number}.svg"
    write_atomic(path, drawn.encode(), private=True)
    return path.relative_to(root).as_posix()


def _shown(
    store: Store, change: SameChange, evidence: HealingEvidence, place: str
) -> Iterator[str | Text]:
    first = change.first
    what = cut(first.label or first.old_selector, 60)
    times = "" if len(change.healings) == 1 else f", {len(change.healings)} times"
    yield Text(f"\n{place}: {what!r}{times}", style="bold")
    yield f"  was         {cut(first.old_selector or '-', 200)}"
    yield f"  page        {cut(first.url or '-', 200)}"
    seen = [cut(one, 100) for one in change.places]
    more = f" and {len(seen) - MOST_SHOWN} more" if len(seen) > MOST_SHOWN else ""
    yield f"  in          {', '.join(seen[:MOST_SHOWN])}{more}"
    entry = store.find_entry(first.entry_id)
    yield f"  {first.action.word}: {cut(_because(entry) or evidence.reason or '-', 200)}"
    yield f"  1. {_likely(entry):>3}  {cut(first.new_selector or '-', 120)}"
    for number, other in enumerate(evidence.runners_up, 2):
        yield f"  {number}. {other.likely:>3}  {cut(other.selector, 120)}  {cut(other.why, 60)}"


def _because(entry: ConfidenceLogEntry | None) -> str:
    gates = () if entry is None else entry.gates
    return min(gates, key=lambda gate: gate.at_most).reason if gates else ""


def _likely(entry: ConfidenceLogEntry | None) -> str:
    known = None if entry is None else entry.probability
    return "-" if known is None else str(int(100 * known + 0.5))


def _tell(counted: Counter[str]) -> None:
    told = ", ".join(f"{count} {words}" for words, count in counted.items()) or "nothing answered"
    typer.echo(f"\n{told}")
    if counted["accepted"]:
        typer.echo("  next: holdfast patch writes those of test suites into their source")
