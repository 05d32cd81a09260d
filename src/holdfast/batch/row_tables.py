"""Tables of rows: what a table must have, and the table of answers that it becomes."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from holdfast.batch.row_answers import RowJob, Values, answer_rows
from holdfast.errors import UsageError

_LAST = [("error", pa.string()), ("ms", pa.float64())]
COLUMNS: Mapping[RowJob, pa.Schema] = {
    RowJob.LOCATE: pa.schema(
        [
            ("xpath", pa.string()),
            ("probability", pa.float64()),
            ("p_gone", pa.float64()),
            ("refusal", pa.string()),
            ("runner_up", pa.string()),
            ("reason", pa.string()),
            *_LAST,
        ]
    ),
    RowJob.FINGERPRINT: pa.schema([("fingerprint", pa.string()), *_LAST]),
    RowJob.ANCHOR: pa.schema(
        [
            ("start", pa.int64()),
            ("end", pa.int64()),
            ("confidence", pa.float64()),
            ("tier", pa.string()),
            *_LAST,
        ]
    ),
}
# At least one column of each group.
WANTED: Mapping[RowJob, tuple[frozenset[str], ...]] = {
    RowJob.LOCATE: (
        frozenset({"id"}),
        frozenset({"target", "fingerprint"}),
        frozenset({"old_html", "old_path", "fingerprint"}),
        frozenset({"new_html", "new_path", "new_url"}),
    ),
    RowJob.FINGERPRINT: (
        frozenset({"id"}),
        frozenset({"target"}),
        frozenset({"html", "path"}),
    ),
    RowJob.ANCHOR: (
        frozenset({"id"}),
        frozenset({"exact"}),
        frozenset({"text", "html", "path"}),
    ),
}


def locate_table(table: pa.Table) -> pa.Table:
    """Return for each row where its element is on its new page, how sure, and why."""
    return answer_table(RowJob.LOCATE, table)


def fingerprint_table(table: pa.Table) -> pa.Table:
    """Return for each row the fingerprint of its element, as JSON."""
    return answer_table(RowJob.FINGERPRINT, table)


def anchor_table(table: pa.Table) -> pa.Table:
    """Return for each row where its quote is in its document; quotes of one document together."""
    return answer_table(RowJob.ANCHOR, table)


def answer_table(job: RowJob, table: pa.Table, folder: Path | None = None) -> pa.Table:
    """Return the answers to a table's rows; paths in it are relative to the folder."""
    check_columns(job, table.column_names)
    answers = answer_rows(job, table.to_pylist(), folder or Path())
    return made_table(job, table.column("id"), answers)


def check_columns(job: RowJob, names: Sequence[str]) -> None:
    """Raise ``UsageError`` when a table lacks what the job needs."""
    for group in WANTED[job]:
        if group.isdisjoint(names):
            wanted = " or ".join(sorted(group))
            raise UsageError(
                f"holdfast batch {job} wants a column {wanted}; saw {', '.join(names) or 'none'}\n"
                f"  next: holdfast batch {job} --help lists the columns"
            )


def made_table(job: RowJob, ids: pa.Array | pa.ChunkedArray, answers: Sequence[Values]) -> pa.Table:
    """Return the table of answers, with the ids that they belong to."""
    schema = COLUMNS[job]
    columns = [
        pa.array([row.get(n) for row in answers], schema.field(n).type) for n in schema.names
    ]
    return pa.Table.from_arrays([ids, *columns], names=["id", *schema.names])
