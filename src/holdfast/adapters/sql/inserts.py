"""Inserts: may be repeated, the same on both databases."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

T = TypeVar("T")
RowValues = Mapping[str, object]

# SQLite takes 32 766 parameters in a statement; this leaves room.
CHUNK = 1000


def insert_new(
    connection: Connection, table: Table, rows: Sequence[RowValues], *, key: str = "id"
) -> None:
    """Insert the rows; those whose key is there already stay as they are."""
    if not rows:
        return
    # In one order everywhere: two writers of the same rows must not wait for each other.
    ordered = sorted(rows, key=lambda row: str(row[key]))
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    connection.execute(insert(table).on_conflict_do_nothing(), ordered)


def upsert(connection: Connection, table: Table, *rows: RowValues) -> None:
    """Insert the rows, or renew those with the same keys; all have the same columns."""
    if not rows:
        return
    keys = [column.name for column in table.primary_key]
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    statement = insert(table)
    renewed = {name: statement.excluded[name] for name in rows[0] if name not in keys}
    renewing = statement.on_conflict_do_update(index_elements=keys, set_=renewed)
    connection.execute(renewing, rows)


def add_counts(
    connection: Connection, table: Table, rows: Sequence[RowValues], counts: Sequence[str]
) -> None:
    """Add to the counts of rows, which begin at 0."""
    if not rows:
        return
    keys = [column.name for column in table.primary_key]
    ordered = sorted(rows, key=lambda row: [str(row[name]) for name in keys])
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    statement = insert(table)
    summed = {name: table.c[name] + statement.excluded[name] for name in counts}
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=summed), ordered)


def in_chunks(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield the values in pieces that fit into one statement."""
    for start in range(0, len(values), CHUNK):
        yield values[start : start + CHUNK]
