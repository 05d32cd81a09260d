"""What an adviser gains and costs: doubtful healings of the store, decided with and without it."""

import json
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Annotated

import typer
from rich.text import Text

from holdfast.app.advising.when_to_ask import is_in_doubt
from holdfast.app.consulting import Consultant, Consulted
from holdfast.app.judging import Circumstances, decide_on
from holdfast.app.stored_cases import StoredCase, iter_cases
from holdfast.app.wiring import load_project, recording_files
from holdfast.app.wiring.chosen_adviser import make_consultant
from holdfast.deciding.effective_settings import MODES
from holdfast.doors.cli.printing import a_table, headline, print_json, print_lines
from holdfast.engine import locate
from holdfast.errors import EnvironmentFailure
from holdfast.model.advice import Advice, Question, Reply
from holdfast.model.advice_prompt import instructions, schema, wording
from holdfast.model.candidate import Location
from holdfast.model.healing_decision import Decision
from holdfast.model.records import Record
from holdfast.model.thresholds import Mode
from holdfast.ports import run_now

MOST_CASES = 50
# What a question takes, before anybody is asked.
CHARACTERS_OF_A_TOKEN = 4  # about, for English and JSON
TOKENS_OF_AN_ANSWER = 80  # the fields of the schema with one short sentence


class Reckoner:
    """Adviser that nobody stands behind: it says what asking would take, and chooses nothing."""

    name = "nobody"

    def advise(self, question: Question) -> Reply:
        """Return no choice, with the tokens that asking takes."""
        told = instructions() + wording(question) + json.dumps(schema(question))
        nothing = Advice(choice=None, raw_score=0, element_match=0, location_match=0, text_match=0)
        taken = len(told) // CHARACTERS_OF_A_TOKEN
        return Reply(advice=nothing, input_tokens=taken, output_tokens=TOKENS_OF_AN_ANSWER)


@dataclass(slots=True)
class Tally(Record):
    """How one way of deciding did on cases whose answer is known."""

    first_right: int = 0
    first_wrong: int = 0
    used_right: int = 0
    used_wrong: int = 0

    def add(self, case: StoredCase, location: Location, decision: Decision) -> None:
        """Count one case; what is neither the healed element nor known to be wrong counts not."""
        right = _is_right(case, location)
        if right is None:
            return
        self.first_right += right
        self.first_wrong += not right
        if decision.action.applies:
            self.used_right += right
            self.used_wrong += not right


@dataclass(slots=True)
class AdviserComparison(Record):
    """The engine alone and with an adviser, over the same cases."""

    adviser: str
    cases: int = 0
    failures: int = 0
    alone: Tally = field(default_factory=Tally)
    advised: Tally = field(default_factory=Tally)
    followed: dict[str, int] = field(default_factory=dict)
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    seconds: float = 0.0

    def add(self, case: StoredCase, location: Location, consulted: Consulted) -> None:
        """Count one case."""
        self.cases += 1
        self.alone.add(case, location, _decide(location, None))
        said = consulted.consultation
        self.advised.add(
            case, consulted.advised.location, _decide(consulted.advised.location, consulted)
        )
        self.followed[said.followed] = self.followed.get(said.followed, 0) + 1
        self.failures += said.error is not None
        self.input_tokens += said.input_tokens
        self.output_tokens += said.output_tokens
        if said.cost is not None:
            self.cost = (self.cost or 0.0) + said.cost


def adviser(
    limit: Annotated[int, typer.Option(min=1, help="The most cases to ask about.")] = MOST_CASES,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Ask nobody: reckon what asking would cost.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Show what the adviser gains and costs, on doubtful healings of the store.

    Takes healings whose answer is known: reviewed ones, and those of runs that
    passed. Each is decided by the engine alone and with the adviser, which is
    really asked, with your key. Answers that are kept are not used.

    [bold]Examples[/bold]

      holdfast bench adviser --dry-run
      holdfast bench adviser --limit 20
    """
    project = load_project()
    consultant, note = make_consultant(project, adviser=Reckoner() if dry_run else None)
    if consultant is None:
        raise EnvironmentFailure(
            f"{note or 'there is no adviser to measure: adviser.provider is off'}\n"
            "  next: docs/how-to/ask-an-adviser.md says how to set one up"
        )
    consultant.limits = replace(consultant.limits, calls=limit)
    with closing(project.open_known_store()) as store:
        known = (
            case
            for case in iter_cases(recording_files(project), store)
            if case.is_right is not None
        )
        found = compare(known, consultant, limit)
    if as_json:
        told = found.to_json()
        print_json({key: told[key] for key in _RECKONED} if dry_run else told)
    else:
        print_lines(_reckoned(found) if dry_run else _lines(found))


def compare(cases: Iterable[StoredCase], consultant: Consultant, limit: int) -> AdviserComparison:
    """Return how the doubtful ones of the cases are decided, with and without the adviser."""
    made = AdviserComparison(adviser=consultant.adviser.name)
    start = time.perf_counter()
    for case in cases:
        if made.cases >= limit:
            break
        location = locate(case.recorded, case.found.page)
        if not is_in_doubt(location, consultant.band):
            continue
        consulted = run_now(consultant.consult(location, case.action))
        assert consulted is not None, "there is a doubt"
        made.add(case, location, consulted)
    made.seconds = round(time.perf_counter() - start, 2)
    return made


def _is_right(case: StoredCase, location: Location) -> bool | None:
    """Return whether the best candidate is the element, None when that is not known."""
    best = location.best
    is_healed = best is not None and best.node.index == case.found.target
    if case.is_right:
        return is_healed
    return False if is_healed else None


def _decide(location: Location, consulted: Consulted | None) -> Decision:
    advised = None if consulted is None else consulted.advised
    return decide_on(location, Circumstances(thresholds=MODES[Mode.BALANCED]).advised(advised))


_NEXT = "  next: replay more recordings, and answer their healings (holdfast review)"
_RECKONED = ("cases", "alone", "inputTokens", "outputTokens", "cost")


def _known(found: AdviserComparison) -> str:
    healings = "healing" if found.cases == 1 else "healings"
    return f"{found.cases} doubtful {healings} whose answer is known"


def _reckoned(found: AdviserComparison) -> Iterator[str | Text]:
    yield f"{_known(found)}; nobody was asked"
    if not found.cases:
        yield _NEXT
        return
    alone = found.alone
    yield f"  the engine alone: {alone.first_right} right first, {alone.first_wrong} wrong first"
    yield headline("What asking would cost, about")
    yield from _spent(found)


def _spent(found: AdviserComparison) -> Iterator[str]:
    yield f"  {found.input_tokens} tokens in, {found.output_tokens} out"
    price = "unknown (adviser.inputPrice, adviser.outputPrice)"
    yield f"  cost {price if found.cost is None else f'{found.cost:.4f}'}"


def _lines(found: AdviserComparison) -> Iterator[str | Text]:
    yield f"{_known(found)}, with {found.adviser}"
    if not found.cases:
        yield _NEXT
        return
    rows = [
        ("  right element first", found.alone.first_right, found.advised.first_right),
        ("  wrong element first", found.alone.first_wrong, found.advised.first_wrong),
        ("  used, rightly", found.alone.used_right, found.advised.used_right),
        ("  used, wrongly", found.alone.used_wrong, found.advised.used_wrong),
    ]
    yield ""
    yield from a_table("", "engine alone", "with the adviser", rows=rows)
    yield headline("What it said")
    yield from (f"  {count:>4}  {words}" for words, count in sorted(found.followed.items()))
    yield headline("What it cost")
    yield from _spent(found)
    yield f"  {found.seconds / found.cases:.1f} s a question, {found.failures} failed"
