"""`holdfast review`: healings that wait for a person's answer."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from typing import Annotated

import typer
from rich.text import Text

from holdfast.app.advising.advice_effect import advice_in_words
from holdfast.app.reviewing import Answered, Reviewer
from holdfast.app.wiring import load_project, make_reviewer
from holdfast.deciding.decision_words import explain
from holdfast.doors.cli.printing import (
    a_group,
    a_table,
    cut,
    day,
    headline,
    print_json,
    print_lines,
    print_told,
)
from holdfast.doors.healing_json import decision_of, healing_to_json
from holdfast.errors import ResolutionError
from holdfast.history.calibration import Calibrator
from holdfast.model.archive import waits
from holdfast.model.healing_decision import ConfidenceLogEntry, ReviewState
from holdfast.model.remembered import Healing

_STATES = {
    ReviewState.PENDING: "waiting",
    ReviewState.ACCEPTED: "accepted",
    ReviewState.REJECTED: "rejected",
}
app = a_group("Answer healings: accept, reject, or take the answer back.")

Numbers = Annotated[list[int], typer.Argument(help="Their numbers in holdfast review list.")]
Why = Annotated[str | None, typer.Option("--reason", help="Why, for whoever reads it later.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]


@app.command("list")
def list_(
    every: Annotated[
        bool, typer.Option("--all", help="Also those applied with confidence, refused or answered.")
    ] = False,
    recording: Annotated[str | None, typer.Option(help="Only those of one recording.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show the healings that await an answer, newest first.

    [bold]Examples[/bold]

      holdfast review list
      holdfast review list --all --recording checkout
    """
    with closing(load_project().open_known_store()) as store:
        state = None if every else ReviewState.PENDING
        found = [
            healing
            for healing in store.iter_healings(state, recording)
            if every or waits(healing.action, healing.confidence, has_offer=healing.has_offer)
        ]
    if as_json:
        print_json([healing_to_json(healing) for healing in found])
    elif not found:
        typer.echo("nothing waits for an answer" if not every else "no healing yet")
    else:
        print_lines(_table(found, every))


@app.command()
def show(
    number: Annotated[int, typer.Argument(help="Its number in holdfast review list.")],
    as_json: AsJson = False,
) -> None:
    """Show one healing: what changed, how sure, and why.

    [bold]Example[/bold]

      holdfast review show 7
    """
    with closing(load_project().open_known_store()) as store:
        healing = store.find_healing(number)
        entry = None if healing is None else store.find_entry(healing.entry_id)
        stored = store.find_calibrator()
    if healing is None:
        raise ResolutionError(
            f"there is no healing {number}\n  next: holdfast review list --all shows them"
        )
    calibrator = None if stored is None else Calibrator.from_json(stored)
    chance = None if calibrator is None else calibrator.probability(healing.confidence)
    decision = None if entry is None else {**entry.to_json(), "chance": chance}
    fingerprint = None if healing.fingerprint is None else dict(healing.fingerprint)
    data = {**healing_to_json(healing), "decision": decision, "fingerprint": fingerprint}
    print_told(as_json, data, _lines(healing, entry, calibrator))


@app.command()
def accept(numbers: Numbers, reason: Why = None, as_json: AsJson = False) -> None:
    """Make the healed element the recorded one, in the recording's file.

    What was recorded before is kept in the file's history.

    [bold]Example[/bold]

      holdfast review accept 7 8
    """
    _answer(numbers, lambda reviewer, number: reviewer.accept(number, reason), as_json)


@app.command()
def reject(numbers: Numbers, reason: Why = None, as_json: AsJson = False) -> None:
    """Say that this is a different element: the step is never healed to it again.

    [bold]Example[/bold]

      holdfast review reject 9 --reason "the button of the other form"
    """
    _answer(numbers, lambda reviewer, number: reviewer.reject(number, reason), as_json)


@app.command()
def undo(numbers: Numbers, as_json: AsJson = False) -> None:
    """Take an answer back: the recording is as before, the healing waits again.

    [bold]Example[/bold]

      holdfast review undo 7
    """
    newest_first = sorted(numbers, reverse=True)  # a step may be among them several times
    _answer(newest_first, lambda reviewer, number: reviewer.undo(number), as_json)


def _answer(numbers: list[int], act: Callable[[Reviewer, int], Answered], as_json: bool) -> None:
    project = load_project()
    answers = []
    with closing(project.open_known_store()) as store:
        reviewer = make_reviewer(project, store)
        for number in numbers:
            answered = act(reviewer, number)
            answers.append(_answer_data(answered))
            if not as_json:
                print_lines([_told(answered)])
    if as_json:
        print_json(answers)


def _told(answered: Answered) -> str:
    healing = answered.healing
    words = {**_STATES, ReviewState.PENDING: "waits for an answer again"}
    nowhere = "; no file was changed: its recording is not known here"
    place = f"; changed {cut(answered.path)}" if answered.path else nowhere
    what = cut(healing.label or healing.new_selector, 40)
    return f"healing {healing.number} ({what!r}): {words[healing.state]}{place}"


def _answer_data(answered: Answered) -> dict[str, object]:
    healing = answered.healing
    return {"number": healing.number, "state": healing.state.value, "file": answered.path}


def _table(found: list[Healing], every: bool) -> Iterator[Text]:
    heads = ("number", "recording", "step", "label", "confidence", "was", "rest of run", "when")
    rows = [
        (
            healing.number,
            cut(healing.recording_id or "-", 24),
            healing.step_number,
            cut(healing.label or healing.old_selector or "-", 28),
            healing.confidence,
            healing.action.word,
            _outcome(healing.succeeded),
            day(healing.created_at),
            _STATES[healing.state],
        )
        for healing in found
    ]
    if every:
        return a_table(*heads, "answer", rows=rows)
    return a_table(*heads, rows=[row[:-1] for row in rows])


def _outcome(succeeded: bool | None) -> str:
    return {True: "passed", False: "failed", None: "-"}[succeeded]


def _lines(
    healing: Healing, entry: ConfidenceLogEntry | None, calibrator: Calibrator | None
) -> Iterator[str | Text]:
    step = f"step {healing.step_number} of {healing.recording_id or healing.run_id}"
    what = cut(healing.label or healing.old_selector)
    yield Text(f"Healing {healing.number}: {what!r}, {cut(step, 100)}", style="bold")
    yield f"  was         {cut(healing.old_selector or '-', 200)}"
    yield f"  is          {cut(healing.new_selector or '-', 200)}"
    yield f"  page        {cut(healing.url or '-', 200)}"
    yield f"  outcome     {healing.action.word}{_because(entry)}"
    yield f"  confidence  {healing.confidence}{_chance(healing, calibrator)}"
    yield f"  run         {cut(healing.run_id)}; the rest of it: {_outcome(healing.succeeded)}"
    yield f"  answer      {_STATES[healing.state]}{_answered_by(healing)}"
    if entry is not None:
        yield headline("Why")
        yield from (f"  {cut(sentence, 300)}" for sentence in explain(decision_of(entry)))
        if entry.advice is not None:
            yield headline(f"The adviser {cut(entry.advice.get('adviser'))}")
            yield f"  {cut(advice_in_words(entry.advice), 400)}"
            yield f"  {_cost(entry.advice)}"
    if healing.review is None or healing.state is ReviewState.PENDING:
        yield f"\n  next: holdfast review accept {healing.number}, or reject {healing.number}"


def _because(entry: ConfidenceLogEntry | None) -> str:
    """Return the reason that weighed most, "" where confidence alone decided."""
    gates = () if entry is None else entry.gates
    return f": {cut(min(gates, key=lambda gate: gate.at_most).reason, 200)}" if gates else ""


def _cost(advice: Mapping[str, object]) -> str:
    cost = advice.get("cost")
    price = f", cost {cost:.4f}" if isinstance(cost, float) else ""
    return f"{advice.get('inputTokens')} tokens in, {advice.get('outputTokens')} out{price}"


def _chance(healing: Healing, calibrator: Calibrator | None) -> str:
    """Return what the confidence stood for so far, nothing before that was learned."""
    if calibrator is None:
        return ""
    chance = 100 * calibrator.probability(healing.confidence)
    return f"; as far as was learned, {chance:.0f} % of such healings succeed"


def _answered_by(healing: Healing) -> str:
    review = healing.review
    if review is None or review.state is ReviewState.PENDING:
        return ""
    by = f" by {cut(review.reviewer, 40)}" if review.reviewer else ""
    why = f": {cut(review.reason, 200)}" if review.reason else ""
    return f"{by}, {day(review.at)} UTC{why}"
