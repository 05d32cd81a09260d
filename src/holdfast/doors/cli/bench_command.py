"""`holdfast bench`: answer the yardstick's questions, and fit the numbers that answer them."""

import os
from pathlib import Path
from typing import Annotated

import orjson
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from holdfast.app.wiring import write_atomic
from holdfast.bench.adviser_gain import adviser
from holdfast.bench.answers import answer_cases, read_cases
from holdfast.bench.quote_answers import fit_quotes, quotes
from holdfast.doors.cli.printing import a_group
from holdfast.doors.cli.terminal import HarmlessConsole
from holdfast.errors import EnvironmentFailure, UsageError

app = a_group("Answer benchmark questions; fit the matcher's numbers.")


def _bench_folder() -> Path:
    folder = os.environ.get("HOLDFAST_BENCH")
    if not folder:
        raise EnvironmentFailure(
            "nothing to fit to: HOLDFAST_BENCH is not set\n"
            "  next: set it to the folder that holds relocbench.py, relocate/ and quotes/"
        )
    return Path(folder)


def _progress() -> Progress:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=HarmlessConsole(stderr=True), transient=True)


@app.command()
def relocate(
    cases: Annotated[Path, typer.Argument(help="Exported cases: one JSON object per line.")],
    out: Annotated[Path, typer.Option(help="Where to write the answers, one per line.")],
    no_boxes: Annotated[
        bool, typer.Option("--no-boxes", help="Ignore where elements are on the screen.")
    ] = False,
    no_snapshot: Annotated[
        bool, typer.Option("--no-snapshot", help="Keep only the element, not its old page.")
    ] = False,
) -> None:
    """Find every element of a file of cases again.

    Each line is `{"id", "old", "new", "target"}`, pages beside the file; each answer
    `{"id", "found", "confidence", "ms"}`, null when refused.

    [bold]Example[/bold]

      holdfast bench relocate cases.jsonl --out predictions.jsonl
    """
    if not cases.is_file():
        raise UsageError(
            f"no cases to read: {str(cases)!r} is not a file\n"
            "  next: make them with 'relocbench.py export' and name the cases.jsonl it wrote"
        )
    questions = read_cases(cases)
    with _progress() as progress:
        task = progress.add_task("finding", total=len(questions))
        lines = [
            orjson.dumps(answer)
            for answer in answer_cases(
                questions,
                cases.parent,
                boxes=not no_boxes,
                whole_page=not no_snapshot,
                progress=lambda: progress.advance(task),
            )
        ]
    write_atomic(out, b"".join(line + b"\n" for line in lines))
    HarmlessConsole(stderr=True).print(f"{len(lines)} answers in {out}")


@app.command()
def fit(
    out: Annotated[
        Path | None,
        typer.Option(help="Where to write the numbers; by default into the package."),
    ] = None,
    report: Annotated[
        Path | None, typer.Option(help="Also write the report of the fit, as Markdown.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes to use.")] = 2,
) -> None:
    """Fit the matcher's weights and probabilities to the labelled page pairs.

    Reads the folder that HOLDFAST_BENCH names. Every number reported was measured on
    sources that were left out of the fit. Takes some twenty minutes.

    [bold]Example[/bold]

      HOLDFAST_BENCH=bench holdfast bench fit --report fit.md
    """
    folder = _bench_folder()
    from holdfast.bench.fitting import fit_all, model_text  # needs what only the fit needs

    with _progress() as progress:
        model, text = fit_all(folder, workers, progress)
    target = out or Path(__file__).parents[2] / "matching" / "model.json"
    write_atomic(target, model_text(model).encode())
    if report is not None:
        write_atomic(report, text.encode())
    HarmlessConsole().print(text)


@app.command("fit-witnesses")
def fit_witnesses(
    out: Annotated[
        Path | None,
        typer.Option(help="Where to write the odds; by default into the package."),
    ] = None,
    per_source: Annotated[
        int, typer.Option(min=1, help="Labelled elements to take from each source.")
    ] = 12,
    workers: Annotated[int, typer.Option(min=1, help="Processes to use.")] = 2,
    no_reading: Annotated[
        bool, typer.Option("--no-reading", help="Keep the odds of reading as they are.")
    ] = False,
) -> None:
    """Fit what the word of a witness is worth: mouse trail, coordinates, words that are read.

    Place is fitted to the labelled page pairs in the folder that HOLDFAST_BENCH names,
    reading to the demo's own pages in a browser. Takes some ten minutes.

    [bold]Example[/bold]

      HOLDFAST_BENCH=bench holdfast bench fit-witnesses
    """
    folder = _bench_folder()
    from holdfast.bench.fit_reading import fit_reading  # these need what only a fit needs
    from holdfast.bench.fit_witnesses import fit_odds
    from holdfast.witnesses.protocol import ODDS_FORMAT, fitted_odds

    odds, report = fit_odds(folder, per_source, workers)
    read, counted = (fitted_odds()["vision_ocr"], "") if no_reading else fit_reading()
    target = out or Path(__file__).parents[2] / "witnesses" / "odds.json"
    table = {"format": ODDS_FORMAT, **odds, "vision_ocr": dict(read)}
    write_atomic(target, orjson.dumps(table, option=orjson.OPT_INDENT_2) + b"\n")
    HarmlessConsole().print(f"{report}\n{counted}")


app.command()(quotes)
app.command()(adviser)
app.command("fit-quotes")(fit_quotes)
