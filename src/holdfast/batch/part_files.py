"""Part files: rows are read in chunks, answers are kept chunk by chunk, so that work can go on.

Beside ``OUT.parquet`` stands a folder ``OUT.parquet.parts`` while the work lasts: one file for each
chunk, and ``job.json``, which says whose chunks they are. In the end they become one file.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa
import pyarrow.parquet as pq

from holdfast.app.wiring import write_atomic
from holdfast.batch.row_answers import RowJob, Values, document_of
from holdfast.batch.row_tables import COLUMNS, check_columns, made_table
from holdfast.errors import ForeignFormat, UsageError, file_failure

FORMAT = "holdfast-batch/1"
_READ = 64  # rows at a time
_BUFFER = 1 << 20  # bytes: without one a row group is read whole, however large
# A chunk ends at so many rows or bytes, and from half of that on where the page changes: what two
# chunks ask of one page is computed twice. Quotes of one document stay together, however large.
ROWS = {RowJob.LOCATE: 128, RowJob.FINGERPRINT: 128, RowJob.ANCHOR: 2000}
BYTES = 16_000_000
_BIG = ("old_html", "new_html", "html", "text", "fingerprint")

Rows = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some rows that follow each other, and which of the chunks they are."""

    number: int
    rows: Rows


@dataclass(slots=True)
class BatchCount:
    """How far a job is: rows in all, rows found answered already, rows with an error."""

    rows: int = 0
    kept: int = 0
    errors: int = 0

    def add(self, table: pa.Table, *, kept: bool = False) -> None:
        """Count the rows of a table of answers."""
        errors = table.column("error")
        self.rows += table.num_rows
        self.kept += table.num_rows * kept
        self.errors += len(errors) - errors.null_count


def iter_chunks(job: RowJob, source: Path) -> Iterator[Chunk]:
    """Yield the rows of a file; the same file gives the same chunks each time."""
    rows: Rows = []
    number = size = 0
    for row in _iter_rows(job, source):
        if rows and _ends(job, rows, row, size):
            yield Chunk(number, rows)
            number, rows, size = number + 1, [], 0
        size += _share(row, rows[-1] if rows else {})
        rows.append(row)
    if rows:
        yield Chunk(number, rows)


def _ends(job: RowJob, rows: Rows, row: dict[str, Any], size: int) -> bool:
    if len(rows) >= ROWS[job] or (size >= BYTES and job is not RowJob.ANCHOR):
        return True
    if document_of(row) == document_of(rows[-1]):
        return False
    return size >= BYTES or len(rows) >= ROWS[job] // 2


def _share(row: dict[str, Any], before: dict[str, Any]) -> int:
    """Let equal pages of two rows be one object; return how many bytes the row adds."""
    added = 0
    for name in _BIG:
        if (value := row.get(name)) is None:
            continue
        if value == before.get(name):
            row[name] = before[name]
        else:
            added += len(value) if isinstance(value, str | bytes) else 0  # the row will say so
    return added


def _iter_rows(job: RowJob, source: Path) -> Iterator[dict[str, Any]]:
    if source.suffix in {".jsonl", ".ndjson"}:
        yield from _iter_lines(job, source)
        return
    with _open_parquet(source) as file:
        check_columns(job, file.schema_arrow.names)
        for batch in file.iter_batches(_READ):
            yield from batch.to_pylist()


def _open_parquet(source: Path) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(source, pre_buffer=False, buffer_size=_BUFFER)
    except pa.ArrowInvalid as exc:
        seen = f"{source.name!r} ({str(exc)[:80]})"
        raise ForeignFormat("a .parquet or .jsonl file", seen, "give one of the two") from exc
    except OSError as exc:
        raise file_failure("read", source, exc, "check the path") from exc


def _iter_lines(job: RowJob, source: Path) -> Iterator[dict[str, Any]]:
    try:
        with source.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield _read_line(job, line, number)
    except OSError as exc:
        raise file_failure("read", source, exc, "check the path") from exc


def _read_line(job: RowJob, line: bytes, number: int) -> dict[str, Any]:
    """Return the row of a line; one that is no row becomes one that will have an error."""
    try:
        row = orjson.loads(line)
    except orjson.JSONDecodeError as exc:
        return {"id": None, "broken": f"line {number} is no JSON: {exc}"}
    if not isinstance(row, dict):
        return {"id": None, "broken": f"line {number} is no JSON object"}
    if number == 1:
        check_columns(job, list(row))
    return row


class PartFiles:
    """The answers of one job, chunk by chunk."""

    def __init__(
        self, job: RowJob, source: Path, out: Path, *, pages: Path | None = None, engine: str = ""
    ) -> None:
        self.job, self.out = job, out
        self.folder = out.with_name(f"{out.name}.parts")
        chunks: list[int | str] = [engine] if engine else [ROWS[job], BYTES]
        described = {"format": FORMAT, "job": job.value, "input": _named(source), "chunks": chunks}
        described |= {} if pages is None else {"pages": _named(pages)}
        self._told = orjson.dumps(described | {"holdfast": version("holdfast")})

    def is_done(self) -> bool:
        """Return whether the result of this very job is there already."""
        if not self.out.exists() or self.folder.exists():
            return False
        try:
            kept = pq.read_schema(self.out).metadata or {}
        except (pa.ArrowInvalid, OSError):
            kept = {}
        if kept.get(b"holdfast") == self._told:
            return True
        raise UsageError(f"{self.out.name!r} is there already\n  next: move it, or give --force")

    def open(self) -> None:
        """Make the folder, or refuse one that holds chunks of another job."""
        with _writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        note = self.folder / "job.json"
        if note.exists() and note.read_bytes() != self._told:
            raise UsageError(
                f"{self.folder.name!r} holds parts of another job\n"
                "  next: give --force to begin anew, or another --out"
            )
        write_atomic(note, self._told)

    def discard(self) -> None:
        """Forget what was there."""
        shutil.rmtree(self.folder, ignore_errors=True)
        with _writing(self.out):
            self.out.unlink(missing_ok=True)

    def has(self, chunk: Chunk) -> bool:
        """Return whether a chunk was answered before."""
        return self._is_whole(chunk.number)

    def count_errors(self, chunk: Chunk) -> int:
        """Return how many rows of a chunk that was answered before have an error."""
        errors = pq.read_table(self._path(chunk.number), columns=["error"]).column("error")
        return int(len(errors) - errors.null_count)

    def keep(self, chunk: Chunk, answers: list[Values]) -> None:
        """Write the answers of a chunk, whole or not at all."""
        self.keep_table(chunk.number, made_table(self.job, _ids(chunk.rows), answers))

    def keep_table(self, number: int, table: pa.Table) -> None:
        """Write a table of answers as one part, whole or not at all."""
        path = self._path(number)
        begun = path.with_suffix(".begun")
        with _writing(path):
            pq.write_table(table, begun)
            begun.replace(path)

    def answered(self) -> tuple[BatchCount, int]:
        """Return what parts written in the order of the rows hold, and the number of the next."""
        count = BatchCount()
        number = 0
        while self._is_whole(number):
            count.add(pq.read_table(self._path(number), columns=["error"]), kept=True)
            number += 1
        return count, number

    def join(self) -> None:
        """Make the result of all parts, one row group each, and remove them."""
        paths = sorted(self.folder.glob("*.parquet"))
        # Ids are texts unless all parts agree on a type.
        types = {pq.read_schema(path).field("id").type for path in paths} - {pa.null()}
        kind = types.pop() if len(types) == 1 else pa.string()
        schema = pa.schema([("id", kind), *COLUMNS[self.job]])
        begun = self.folder / "whole.begun"
        told = schema.with_metadata({"holdfast": self._told})
        with _writing(self.out):
            with pq.ParquetWriter(begun, told) as writer:
                for path in paths:
                    writer.write_table(_cast(pq.read_table(path), writer.schema))
            begun.replace(self.out)
        shutil.rmtree(self.folder)

    def _is_whole(self, number: int) -> bool:
        """Return whether a part is there; what a power failure left of one is written anew."""
        try:
            pq.read_metadata(self._path(number))
        except (pa.ArrowInvalid, OSError):
            return False
        return True

    def _path(self, number: int) -> Path:
        return self.folder / f"{number:08}.parquet"


def _named(path: Path) -> dict[str, str | int]:
    """Return what tells a file from another one, or from an earlier one of its name."""
    try:
        stat = path.stat()
    except OSError as exc:
        raise file_failure("read", path, exc, "check the path") from exc
    return {"name": path.name, "bytes": stat.st_size, "changed": stat.st_mtime_ns}


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Say what cannot be written; what is there already stays."""
    try:
        yield
    except OSError as exc:
        advice = (
            "check the path and the room on the disk, then run the same command again: "
            "what was answered before is kept"
        )
        raise file_failure("write", path, exc, advice) from exc


def _ids(rows: Rows) -> pa.Array:
    given = [row.get("id") for row in rows]
    # Of several types, too large, or no plain value: other chunks may have others.
    with suppress(pa.ArrowInvalid, pa.ArrowTypeError, OverflowError):
        if not pa.types.is_nested((ids := pa.array(given)).type):
            return ids
    return pa.array([None if one is None else str(one) for one in given])


def _cast(table: pa.Table, schema: pa.Schema) -> pa.Table:
    ids = table.column("id").cast(schema.field("id").type)
    return table.set_column(0, "id", ids).cast(schema)
