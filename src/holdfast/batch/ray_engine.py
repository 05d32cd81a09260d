"""Ray engine: the rows of a file answered by Ray Data, on this machine or on a cluster."""

import os
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pyarrow as pa

from holdfast.batch.part_files import ROWS, BatchCount, PartFiles
from holdfast.batch.row_answers import RowJob, answer_rows
from holdfast.batch.row_tables import check_columns, made_table
from holdfast.batch.warc_pages import index_archive, name_records
from holdfast.errors import EnvironmentFailure


def run_on_ray(  # noqa: PLR0913 - what the command's options say
    job: RowJob,
    source: Path,
    out: Path,
    *,
    pages: Path | None = None,
    force: bool = False,
    progress: Callable[[BatchCount], object] = id,
) -> BatchCount | None:
    """Return how many rows were answered; None when the result was there already.

    A cluster's address comes from ``RAY_ADDRESS``; all its machines must see the file's folder, and
    have Holdfast. Ray does again what a machine took with it; a job that was stopped goes on behind
    the rows that it answered.
    """
    if find_spec("ray") is None:
        raise EnvironmentFailure("--engine ray needs Ray\n  next: pip install 'ray[data]'")
    parts = PartFiles(job, source, out, pages=pages, engine="ray")
    if force:
        parts.discard()
    if parts.is_done():
        return None
    rows = _read(source)
    check_columns(job, rows.schema().names)
    parts.open()
    count, number = parts.answered()
    if count.rows:
        _, rows = rows.split_at_indices([count.rows])
    for table in _answers(job, rows, source.parent.resolve(), pages):
        parts.keep_table(number, table)
        number += 1
        count.add(table)
        progress(count)
    parts.join()
    return count


def _answers(job: RowJob, rows: Any, folder: Path, pages: Path | None) -> Iterator[pa.Table]:
    """Return the answers to all rows, in their order."""
    archive = None if pages is None else (pages.resolve(), index_archive(pages))
    answered = rows.map_batches(
        partial(_answer, job, folder, archive), batch_format="pyarrow", batch_size=ROWS[job]
    )
    found: Iterator[pa.Table] = answered.iter_batches(batch_format="pyarrow", batch_size=None)
    return found


def _answer(
    job: RowJob, folder: Path, archive: tuple[Path, dict[str, int]] | None, table: pa.Table
) -> pa.Table:
    rows = table.to_pylist()
    if archive is not None:
        name_records(rows, *archive)
    return made_table(job, table.column("id"), answer_rows(job, rows, folder))


def _read(source: Path) -> Any:
    """Return the rows as a dataset of Ray, whose order is kept."""
    import ray

    if not ray.is_initialized():
        ray.init(address=os.environ.get("RAY_ADDRESS"), log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    ray.data.DataContext.get_current().execution_options.preserve_order = True
    place = str(source.resolve())
    return (
        ray.data.read_parquet(place) if source.suffix == ".parquet" else ray.data.read_json(place)
    )
