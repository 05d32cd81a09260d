"""`holdfast adviser`: what an adviser would be told, and whether one would be asked."""

from collections.abc import Iterator
from contextlib import closing
from typing import Annotated

import typer
from rich.text import Text

from holdfast.app.advising.question import AskedAdvice, ask_about, sketches_of
from holdfast.app.advising.when_to_ask import Band, is_in_doubt
from holdfast.app.stored_cases import get_case
from holdfast.app.wiring import Project, load_project, recording_files
from holdfast.app.wiring.chosen_adviser import band_of, find_adviser
from holdfast.doors.cli.printing import a_group, headline, print_told
from holdfast.engine import locate
from holdfast.model.advice_prompt import instructions, wording
from holdfast.model.candidate import Location

app = a_group("Show what an adviser is told; it is off unless adviser.provider is set.")


@app.callback()
def adviser() -> None:
    """Show what an adviser is told; it is off unless adviser.provider is set."""


@app.command()
def preview(
    step: Annotated[int, typer.Argument(help="A healed step: its number in holdfast review list.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Show every word that an adviser would get about a healed step; nothing is sent.

    E-mail addresses, numbers and keys are masked, and what was typed into fields
    is not there at all.

    [bold]Example[/bold]

      holdfast adviser preview 7
    """
    project = load_project()
    with closing(project.open_known_store()) as store:
        case = get_case(recording_files(project), store, step)
    location = locate(case.recorded, case.found.page)
    asked, band = ask_about(location, case.action), band_of(project)
    told = {
        "wouldBeAsked": is_in_doubt(location, band),
        "adviser": _name(project),
        "instructions": instructions(),
        "question": wording(asked.question),
        "elements": [one.to_json() for one in sketches_of(asked.question)],
    }
    print_told(as_json, told, _lines(project, location, asked, band))


def _lines(
    project: Project, location: Location, asked: AskedAdvice, band: Band
) -> Iterator[str | Text]:
    yield headline("Instructions")
    yield instructions()
    yield headline("Question")
    yield wording(asked.question)
    yield headline("Asked?")
    yield f"  {_whether(location, band)}"
    name = _name(project)
    yield f"  adviser: {name or 'none (adviser.provider)'}; nothing was sent"
    if project.plain["adviser.pictures"].value is True:
        yield "  small pictures of the elements, never of fields, would go with it"


def _whether(location: Location, band: Band) -> str:
    seen = f"probability {location.probability:.2f}, margin {location.margin:.2f}"
    if is_in_doubt(location, band):
        return f"it would be: {seen} leave a doubt"
    return f"it would not be: {seen} leave no doubt (adviser.askFrom, askUpTo, margin)"


def _name(project: Project) -> str | None:
    found, note = find_adviser(project)
    return note if found is None else found.name
