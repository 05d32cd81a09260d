"""`holdfast report`: how sure the healings were, what was done, how it went."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from holdfast.app.wiring import SystemClock, load_project, write_atomic
from holdfast.doors.cli.printing import (
    a_table,
    day,
    headline,
    parse_moment,
    print_json,
    print_lines,
)
from holdfast.errors import UsageError
from holdfast.history.analytics import LAST_DECISIONS, analyse
from holdfast.history.recommendations import recommend, report_json
from holdfast.history.report import ConfidenceReport, WeakSpot, build_report, with_labels
from holdfast.history.statistics import Rate
from holdfast.model.archive import DecisionFilter
from holdfast.model.healing_decision import HealingAction
from holdfast.ports import Store

_WIDTH = 30
_SURE, _FLAGGED = HealingAction.AUTO_APPLY, HealingAction.APPLY_WITH_FLAG
_ACTIONS = (_SURE, _FLAGGED, HealingAction.SUGGEST_ONLY, HealingAction.REJECT)


def report(
    since: Annotated[str, typer.Option(help="From when: 30d, 12h, 2w, or a date.")] = "30d",
    until: Annotated[
        str | None,
        typer.Option(help="Until when, in the same form; until now if not given."),
    ] = None,
    html: Annotated[
        Path | None, typer.Option(help="Write the report with charts to this file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Show how confident healings were, what was done, and how it went.

    Reads the project's store. The HTML file needs no network and no scripts.

    [bold]Examples[/bold]

      holdfast report --since 30d
      holdfast report --since 2026-03-01 --until 2026-04-01 --html report.html
      holdfast report --json | jq .accuracy
    """
    now = SystemClock().now()
    start = parse_moment(since, now)
    end = now if until is None else min(now, parse_moment(until, now))
    if start >= end:
        told = "in the future" if start > now else f"and ends {day(end)}"
        raise UsageError(f"the period begins {day(start)}, {told}\n  next: --since 30d")
    project = load_project()
    with closing(project.open_known_store()) as store:
        rows = store.iter_decisions(DecisionFilter(start=start, end=end))
        made = build_report(rows, start, end)
        made = with_labels(made, store.labels_of([spot.name for spot in made.weakest_elements]))
        if html is not None:
            _write_page(html, made, store)
    if as_json:
        print_json(report_json(made))
    else:
        print_lines(_lines(made))
        if html is not None:
            typer.echo(f"\nwritten to {html}")


def _write_page(path: Path, made: ConfidenceReport, store: Store) -> None:
    # Imported here: the text needs no templates.
    from holdfast.doors.report_page import report_page

    analytics = analyse(store.iter_decisions(newest_first=True, limit=LAST_DECISIONS))
    page = report_page(made, analytics, title="Healing report")
    write_atomic(path, page.encode("utf-8", "backslashreplace"))


def _lines(made: ConfidenceReport) -> Iterator[str | Text]:
    yield Text(f"Healings from {day(made.start)} to {day(made.end)} UTC", style="bold")
    yield f"{made.decisions} decisions, {made.applied} applied"
    if made.decisions:
        yield from _numbers(made)
    yield headline("What to do")
    yield from (f"  - {sentence}" for sentence in recommend(made))


def _numbers(made: ConfidenceReport) -> Iterator[str | Text]:
    seen = made.distribution
    bands = {"80-100": seen.high, "60-79": seen.medium_high}
    bands |= {"40-59": seen.medium_low, "0-39": seen.low}
    yield headline("Confidence")
    yield from (_bar(words, count, made.decisions) for words, count in bands.items())
    yield headline("Actions")
    yield from (_bar(action.word, made.actions[action], made.decisions) for action in _ACTIONS)
    yield headline("Success of applied healings")
    yield f"  {_SURE.word:<21}{_rate(made.accuracy.auto_applied)}"
    yield f"  {_FLAGGED.word:<21}{_rate(made.accuracy.flagged)}"
    yield f"  {'all':<21}{_rate(made.accuracy.overall)}"
    for name, spots in (
        ("recording", made.weakest_recordings),
        ("element", made.weakest_elements),
    ):
        if spots:
            yield headline(f"Weakest {name}s")
            yield from _spots(name, spots)


def _bar(words: str, count: int, total: int) -> str:
    # At least a sliver for what is there at all.
    filled = max(1, round(_WIDTH * count / total)) if count else 0
    share = f"({100 * count / total:.0f} %)"
    return f"  {words:<21}{'█' * filled:<{_WIDTH}} {count:>7} {share:>7}"


def _rate(rate: Rate) -> str:
    if rate.share is None:
        return "no outcome is known yet"
    low, high = rate.interval
    return (
        f"{100 * rate.share:.0f} % ({rate.successes} of {rate.total}, "
        f"95 % interval {100 * low:.0f} to {100 * high:.0f} %)"
    )


def _spots(name: str, spots: tuple[WeakSpot, ...]) -> Iterator[Text]:
    rows = [
        (
            f"  {spot.label}",
            spot.decisions,
            spot.failed,
            spot.refused,
            round(spot.average_confidence),
        )
        for spot in spots
    ]
    heads = (f"  {name}", "decisions", "failed", "not applied", "average confidence")
    return a_table(*heads, rows=rows)
