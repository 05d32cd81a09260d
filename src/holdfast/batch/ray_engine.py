"""Ray engine: the rows of a file answered by Ray Data, on this machine or on a cluster."""

import os
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pyarrow as pa

from holdfast.batch.file_job import BatchCount
from holdfast.batch.part_files import ROWS, PartFiles
from holdfast.batch.row_answers import RowJob
from holdfast.batch.row_tables import answer_table, check_columns
from holdfast.errors import EnvironmentFailure


def run_on_ray(
    job: RowJob,
    source: Path,
    out: Path,
    *,
    force: bool = False,
    progress: Callable[[BatchCount], object] = id,
) -> BatchCount | None:
    """Return how many rows were answered; None when the result was there already.

    A cluster's address comes from ``RAY_ADDRESS``; all its machines must see the file's folder, and
    have Holdfast. Ray does again what a machine took with it; a stopped job begins anew.
    """
    if find_spec("ray") is None:
        raise EnvironmentFailure("--engine ray needs Ray\n  next: pip install 'ray[data]'")
    parts = PartFiles(job, source, out)
    if force:
        parts.discard()
    if parts.is_done():
        return None
    rows = _read(source)
    check_columns(job, rows.schema().names)
    parts.discard()
    parts.open()
    count = BatchCount()
    answered = rows.map_batches(
        partial(answer_table, job, folder=source.parent.resolve()),
        batch_format="pyarrow",
        batch_size=ROWS[job],
    )
    kind = rows.schema().types[rows.schema().names.index("id")]
    parts.write_whole(kind, _counted(answered, count, progress))
    return count


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


def _counted(
    answered: Any, count: BatchCount, progress: Callable[[BatchCount], object]
) -> Iterator[pa.Table]:
    for table in answered.iter_batches(batch_format="pyarrow", batch_size=None):
        errors = table.column("error")
        count.rows += table.num_rows
        count.errors += len(errors) - errors.null_count
        progress(count)
        yield table
