"""`holdfast locate`: finds an element of an old page on a new one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import orjson
import typer
from rich.text import Text

from holdfast.app.strategy_results import evaluate_strategies
from holdfast.app.wiring import read_bytes
from holdfast.doors.cli.page_files import read_page
from holdfast.doors.cli.printing import print_json
from holdfast.doors.cli.terminal import HarmlessConsole
from holdfast.doors.location_json import location_to_json, results_to_json
from holdfast.engine import locate as find
from holdfast.errors import ElementMissing, ForeignFormat, UsageError
from holdfast.model.candidate import Candidate, Location
from holdfast.model.fingerprint import FINGERPRINT_FORMAT, Fingerprint
from holdfast.model.fingerprint_json import fingerprint_from_json
from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import StrategyEvaluationResult
from holdfast.page.wording import describe_element
from holdfast.selectors.describe import describe
from holdfast.selectors.playwright_code import as_shown
from holdfast.selectors.writing import selectors_of

NO_BOXES = Path("-")
MOST_RUNNERS_UP = 3


def locate(  # noqa: PLR0913, PLR0917  # options of the command
    pages: Annotated[
        list[Path],
        typer.Argument(help="The old page and the new one.", metavar="[OLD.html] NEW.html"),
    ],
    target: Annotated[
        str | None,
        typer.Option("--target", "-t", help="The element on the old page: CSS or XPath."),
    ] = None,
    recorded: Annotated[
        Path | None,
        typer.Option(
            "--fingerprint", help="A stored fingerprint, instead of the old page and a target."
        ),
    ] = None,
    boxes: Annotated[
        tuple[Path, Path] | None,
        typer.Option(
            help="Where the elements are on the old and on the new page, as JSON; - for none.",
            metavar="OLD.json NEW.json",
        ),
    ] = None,
    all_: Annotated[
        bool, typer.Option("--all", help="Also show what each recorded strategy finds on its own.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the location as JSON.")] = False,
) -> None:
    """Find an element of the old page on the new one: where, how sure, why.

    Prints a new selector to paste, and the runners-up. Exits with 1 when the
    element is gone or cannot be told from others, and names the near misses.

    [bold]Examples[/bold]

      holdfast locate old.html new.html --target '#save'
      holdfast locate new.html --fingerprint save.json --json | jq .xpath
      holdfast locate old.html new.html --target '#save' --all
    """
    old_boxes, new_boxes = (None if path == NO_BOXES else path for path in boxes or [NO_BOXES] * 2)
    fingerprint = _read_recorded(pages, target, recorded, old_boxes)
    page = read_page(pages[-1], new_boxes)
    location = find(fingerprint, page)
    results = evaluate_strategies(fingerprint, page) if all_ else ()
    asked = target or describe_element(fingerprint.page, fingerprint.target)
    if as_json:
        told = location_to_json(asked, location)
        if all_:
            told["strategies"] = results_to_json(results, page)
        print_json(told)
        raise typer.Exit(0 if location.node is not None else ElementMissing.exit_code)
    console = HarmlessConsole()
    for line in () if location.node is None else _lines(location, location.node):
        console.print(line)
    for result in results:
        console.print(_result_line(result, page))
    if location.node is None:
        nearest = [_near_miss(candidate) for candidate in location.candidates]
        raise ElementMissing(asked, location.reason, nearest)


def _read_recorded(
    pages: list[Path], target: str | None, recorded: Path | None, boxes: Path | None
) -> Fingerprint:
    """Return the fingerprint, from its file or made on the old page."""
    if recorded is not None:
        if len(pages) != 1 or target is not None:
            raise UsageError(
                "a fingerprint is looked for on one page, without --target\n"
                "  next: holdfast locate NEW.html --fingerprint FILE"
            )
        return _read_fingerprint(recorded)
    if len(pages) != 2 or target is None:
        raise UsageError(
            f"wanted the old page, the new page and --target, got {len(pages)} page(s)"
            f"{'' if target is None else ' and a target'}\n"
            "  next: holdfast locate OLD.html NEW.html --target '#save'"
        )
    return describe(read_page(pages[0], boxes), target)


def _read_fingerprint(path: Path) -> Fingerprint:
    try:
        return fingerprint_from_json(orjson.loads(read_bytes(path)))
    except orjson.JSONDecodeError as exc:
        advice = "make one with holdfast fingerprint PAGE.html --target '#save' --out FILE"
        raise ForeignFormat(f"a {FINGERPRINT_FORMAT} file", f"no JSON ({exc})", advice) from exc


# ------------------------------------------------------------------------------- for people


def _lines(location: Location, node: Node) -> Iterator[Text]:
    """Yield what is told about an element that was found; page text is never read as markup."""
    selector = selectors_of(node)[0]
    verb = "still there" if location.held else "found again"
    yield _line(verb, _shown(node), "bold green")
    yield _line("certainty", f"{_percent(location.probability)} %")
    yield _line("where", as_shown(node.xpath))
    yield _line("selector", selector.playwright, "cyan")
    if selector.css is not None:
        yield _line("", as_shown(selector.css), "cyan")
    for place, reason in enumerate(_reasons(location.candidates[0])):
        yield _line("" if place else "why", reason)
    for place, other in enumerate(location.candidates[1 : MOST_RUNNERS_UP + 1]):
        likely, element, why = _near_miss(other)
        yield _line("" if place else "runner-up", f"{likely:>2}  {element}  {why}", "dim")
    for twin in location.equivalents:
        yield _line("the same", f"{_shown(twin)}  {as_shown(twin.xpath)}")
    for note in location.notes:
        yield _line("note", as_shown(note), "dim")


def _result_line(result: StrategyEvaluationResult, page: Snapshot) -> Text:
    """Return what one strategy finds by itself."""
    kind, spent = result.strategy.type.value, f"{result.duration_ms:.1f} ms"
    if result.node is None:
        return Text.assemble((f"{kind:<18}", "bold"), (f"none  {result.error}  {spent}", "dim"))
    found = _shown(page.nodes[result.node])
    among = f", one of {result.match_count}" if result.match_count > 1 else ""
    told = f"{result.confidence:.2f}  {found}{among}  {spent}"
    return Text.assemble((f"{kind:<18}", "bold"), as_shown(told))


def _line(word: str, told: str, style: str = "") -> Text:
    return Text.assemble((f"{word:<12}", "bold"), (told, style))


def _shown(node: Node) -> str:
    return as_shown(describe_element(node.snapshot, node.index))


def _reasons(candidate: Candidate) -> list[str]:
    return [as_shown(evidence.reason) for evidence in candidate.evidence]


def _near_miss(candidate: Candidate) -> tuple[int, str, str]:
    return (
        _percent(candidate.probability),
        _shown(candidate.node),
        "; ".join(_reasons(candidate)[:2]),
    )


def _percent(probability: float) -> int:
    return int(100 * probability + 0.5)
