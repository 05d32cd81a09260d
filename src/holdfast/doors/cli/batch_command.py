"""`holdfast batch`: rows of a file, answered by several processes into a Parquet file."""

import os
from dataclasses import asdict
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import orjson
import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from holdfast.doors.cli.printing import a_group
from holdfast.doors.cli.terminal import HarmlessConsole
from holdfast.errors import EnvironmentFailure, UsageError

if TYPE_CHECKING:
    from holdfast.batch.part_files import BatchCount

app = a_group("Locate, fingerprint or anchor every row of a file.")

Source = Annotated[Path, typer.Argument(metavar="IN", help="The rows: .parquet or .jsonl.")]
Out = Annotated[Path, typer.Option("--out", help="Where to write the answers, as .parquet.")]
Workers = Annotated[
    int, typer.Option("--workers", min=0, max=256, help="Processes; 0 means one per core.")
]
Force = Annotated[bool, typer.Option("--force", help="Start over, whatever is there.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print what was done as JSON.")]


class BatchEngine(StrEnum):
    """Who answers the rows."""

    PROCESSES = "processes"
    RAY = "ray"


Engine = Annotated[
    BatchEngine, typer.Option("--engine", help="Processes here, or Ray (RAY_ADDRESS: a cluster's).")
]


@app.command("locate")
def locate_(  # noqa: PLR0913, PLR0917 - one parameter for each option
    source: Source,
    out: Out,
    pages: Annotated[
        Path | None, typer.Option(help="A .warc.gz with the pages of column new_url.")
    ] = None,
    workers: Workers = 0,
    engine: Engine = BatchEngine.PROCESSES,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Find the element of each row on its new page.

    In: id, target (CSS or XPath) with old_html or old_path, or fingerprint (JSON); new_html or
    new_path, or new_url with --pages; old_boxes and new_boxes (JSON) if there are any.
    Out: id, xpath, probability, p_gone, refusal, runner_up, reason, error, ms.

    [bold]Examples[/bold]

      holdfast batch locate rows.parquet --out found.parquet
      holdfast batch locate rows.jsonl --pages crawl.warc.gz --out found.parquet --workers 8
    """
    _run("locate", source, out, pages, workers, engine, force, as_json)


@app.command("fingerprint")
def fingerprint_(  # noqa: PLR0913, PLR0917 - one parameter for each option
    source: Source,
    out: Out,
    workers: Workers = 0,
    engine: Engine = BatchEngine.PROCESSES,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Take the fingerprint of each row's element.

    In: id, target (CSS or XPath), html or path. Out: id, fingerprint (JSON), error, ms.

    [bold]Examples[/bold]

      holdfast batch fingerprint rows.jsonl --out kept.parquet
    """
    _run("fingerprint", source, out, None, workers, engine, force, as_json)


@app.command("anchor")
def anchor_(  # noqa: PLR0913, PLR0917 - one parameter for each option
    source: Source,
    out: Out,
    workers: Workers = 0,
    engine: Engine = BatchEngine.PROCESSES,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Find the quote of each row in its document.

    Rows of one document that follow each other are looked for together.
    In: id, exact, prefix, suffix, start, text_length; text, html or path.
    Out: id, start, end, confidence, tier, error, ms.

    [bold]Examples[/bold]

      holdfast batch anchor quotes.parquet --out places.parquet
    """
    _run("anchor", source, out, None, workers, engine, force, as_json)


def _run(  # noqa: PLR0913, PLR0917 - what the options say
    job: str,
    source: Path,
    out: Path,
    pages: Path | None,
    workers: int,
    engine: BatchEngine,
    force: bool,
    as_json: bool,
) -> None:
    from holdfast.batch.file_job import run_file_job
    from holdfast.batch.ray_engine import run_on_ray
    from holdfast.batch.row_answers import RowJob

    if engine is BatchEngine.RAY and workers:
        raise UsageError(
            "--workers is for --engine processes\n"
            "  next: leave it out; a cluster knows how many workers it has"
        )
    if out.suffix != ".parquet":
        raise UsageError(f"--out wants a .parquet file, saw {out.name!r}\n  next: rename it")
    if not source.is_file():
        raise EnvironmentFailure(f"there is no file {str(source)[-80:]!r}\n  next: check the path")
    console = HarmlessConsole(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[told]}"))
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task(f"batch {job}", total=_total(source), told="")

        def show(count: "BatchCount") -> None:
            done = bar.tasks[task]
            rate = (count.rows - count.kept) / max(done.elapsed or 0.0, 0.001)
            told = f"{count.rows} rows, {count.errors} errors, {rate:.0f} rows/s"
            bar.update(task, completed=count.rows, told=told)

        try:
            run = run_on_ray
            if engine is BatchEngine.PROCESSES:
                run = partial(run_file_job, workers=workers or os.cpu_count() or 1)
            count = run(RowJob(job), source, out, pages=pages, force=force, progress=show)
        except KeyboardInterrupt:
            console.print("stopped; what was done is kept: run the same command to go on")
            raise
    _tell(count, out, as_json)


def _tell(count: "BatchCount | None", out: Path, as_json: bool) -> None:
    if as_json:
        counted = {} if count is None else asdict(count)
        typer.echo(orjson.dumps({"out": str(out), "isNew": count is not None, **counted}).decode())
    elif count is None:
        typer.echo(f"{out} is there already, made from this very file; nothing to do")
    else:
        kept = f", {count.kept} of them kept from before" if count.kept else ""
        typer.echo(f"{out}: {count.rows} rows{kept}, {count.errors} with an error")


def _total(source: Path) -> int | None:
    """Return how many rows there are, None when that cannot be told."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        if source.suffix == ".parquet":
            return int(pq.read_metadata(source).num_rows)
        with source.open("rb") as lines:  # a second for a gigabyte: without it no time left
            return sum(1 for line in lines if line.strip())
    except (pa.ArrowInvalid, OSError):
        return None  # the job says what is wrong with it
