"""`holdfast analytics`: how far confidence can be trusted."""

from collections.abc import Iterator
from contextlib import closing
from typing import Annotated

import typer
from rich.text import Text

from holdfast.app.wiring import SystemClock, load_project
from holdfast.doors.cli.printing import a_command_with_more, a_table, day, headline, print_told
from holdfast.errors import ResolutionError, UsageError
from holdfast.history.analytics import (
    ENOUGH_OUTCOMES,
    LAST_DECISIONS,
    ConfidenceAnalytics,
    Recommendation,
    analyse,
    analytics_to_json,
    known_outcomes,
    recommend_threshold,
)
from holdfast.history.calibration import Calibrator, fit_calibrator
from holdfast.history.reliability_diagram import Reliability

# More would tell of a product that is no longer there.
REFIT_DECISIONS = 100_000
_SHOWN_CHANCES = range(40, 101, 10)

app = a_command_with_more()


@app.callback()
def analytics(
    context: typer.Context,
    wanted_error: Annotated[
        float,
        typer.Option(
            help="Recommend an autoApply threshold for at most this many % errors.",
        ),
    ] = 5.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the numbers as JSON.")] = False,
) -> None:
    """Show how far confidence can be trusted, from the last 1000 decisions.

    Averages, calibration, trends, and a threshold for a wanted error rate.

    [bold]Examples[/bold]

      holdfast analytics
      holdfast analytics --wanted-error 2
      holdfast analytics --json | jq .calibrationScore
      holdfast analytics refit
    """
    if context.invoked_subcommand is not None:
        return
    if not 0 < wanted_error < 100:
        raise UsageError(
            f"--wanted-error must lie between 0 and 100 percent, got {wanted_error:g}\n"
            "  next: --wanted-error 5"
        )
    project = load_project()
    with closing(project.open_known_store()) as store:
        rows = list(store.iter_decisions(newest_first=True, limit=LAST_DECISIONS))
        stored = store.find_calibrator()
    calibrator = None if stored is None else Calibrator.from_json(stored)
    numbers = analyse(rows)
    advice = recommend_threshold(known_outcomes(rows), wanted_error / 100)
    data = analytics_to_json(numbers, advice, stored)
    print_told(as_json, data, _lines(numbers, advice, calibrator))


@app.command()
def refit(
    as_json: Annotated[bool, typer.Option("--json", help="Print the calibrator as JSON.")] = False,
) -> None:
    """Recalibrate which chance of success each confidence stands for.

    Kept in the store and shown beside the confidence, which it never changes.
    Exits with 1 when fewer than 100 outcomes are known.

    [bold]Example[/bold]

      holdfast analytics refit
    """
    project = load_project()
    now = SystemClock().now()
    with closing(project.open_known_store()) as store:
        rows = store.iter_decisions(newest_first=True, limit=REFIT_DECISIONS)
        outcomes = known_outcomes(rows)
        calibrator = fit_calibrator(outcomes, now)
        if calibrator is None:
            raise ResolutionError(
                f"not enough data: {len(outcomes)} outcomes are known, "
                f"{ENOUGH_OUTCOMES} are needed\n  next: run more, then refit"
            )
        store.save_calibrator(now, calibrator.to_json())
    print_told(as_json, calibrator.to_json(), _calibrator_lines(calibrator))


def _lines(
    numbers: ConfidenceAnalytics, advice: Recommendation, calibrator: Calibrator | None
) -> Iterator[str | Text]:
    yield Text(
        f"The last {numbers.decisions} decisions, {numbers.outcomes} with a known outcome",
        style="bold",
    )
    yield f"  average confidence     {_number(numbers.average_confidence)}"
    yield f"  the proposer said      {_number(numbers.average_ai_confidence)}"
    confidence, success = numbers.trend_words()
    yield f"  confidence is          {confidence}"
    yield f"  success is             {success}"
    yield f"  calibration score      {_number(numbers.calibration_score)} of 100"
    if numbers.reliability is None:
        yield f"  calibration error      {numbers.note}"
    else:
        yield from _reliability_lines(numbers.reliability)
    yield headline(f"A threshold for at most {100 * advice.wanted_error:g} % errors")
    if advice.threshold is None:
        yield f"  {advice.reason}"
    else:
        yield f"  autoApply {advice.threshold}: {advice.reason}"
    yield headline("Calibrator")
    yield from _calibrator_lines(calibrator)


def _reliability_lines(reliability: Reliability) -> Iterator[str | Text]:
    yield f"  calibration error      {reliability.ece:.3f} (ECE)"
    yield f"  Brier score            {reliability.brier:.3f}"
    yield headline("Promised and come true")
    rows = [
        (
            f"  {100 * bar.low:.0f}-{100 * bar.high:.0f}",
            bar.count,
            f"{100 * bar.predicted:.0f} %",
            f"{100 * bar.observed:.0f} %",
            f"{100 * bar.interval.low:.0f} to {100 * bar.interval.high:.0f} %",
        )
        for bar in reliability.bins
    ]
    yield from a_table(
        "  confidence", "outcomes", "promised", "came true", "95 % interval", rows=rows
    )


def _calibrator_lines(calibrator: Calibrator | None) -> Iterator[str]:
    if calibrator is None:
        yield "  none yet; next: holdfast analytics refit"
        return
    yield (
        f"  {calibrator.method.value}, fitted {day(calibrator.fitted_at)} UTC from "
        f"{calibrator.outcomes} outcomes; on unseen ones ECE {calibrator.ece:.3f}, "
        f"Brier {calibrator.brier:.3f}"
    )
    chances = (f"{at}: {100 * calibrator.probability(at):.0f} %" for at in _SHOWN_CHANCES)
    yield f"  confidence and its chance of success  {'  '.join(chances)}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"
