"""What all parts of the store share: a database, and whose rows they may see."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from sqlalchemy import Column, ColumnElement, Select, func, true

from holdfast.adapters.sql.column_types import storable
from holdfast.adapters.sql.database import Database
from holdfast.model.archive import PageOf
from holdfast.model.records import made_of
from holdfast.model.remembered import DEFAULT_ORGANIZATION

T = TypeVar("T")
FETCH = 2000  # rows at a time: enough to be quick, few enough to be small


class SqlTables:
    """A part of the store, bound to one organization or to none.

    Bound, it sees and changes the rows of that organization alone. Not bound, it reads runs,
    decisions and healings of all, and what people set for the default one.
    """

    def __init__(self, database: Database, organization_id: str | None = None) -> None:
        self.database = database
        self.organization_id = organization_id

    @property
    def owner(self) -> str:
        """Return whose the rows are that this store writes."""
        return self.organization_id or DEFAULT_ORGANIZATION

    def _iter_rows(self, wanted: Select[Any], fetch: int = FETCH) -> Iterator[Any]:
        """Yield the rows, some at a time."""
        with self.database.reading() as connection:
            yield from connection.execution_options(yield_per=fetch).execute(wanted)

    def _all(self, wanted: Select[Any]) -> Sequence[Any]:
        """Return the rows."""
        with self.database.reading() as connection:
            return connection.execute(wanted).all()

    def _find(self, kind: type[T], wanted: Select[Any]) -> T | None:
        """Return the value of the first row, None when there is none."""
        with self.database.reading() as connection:
            row = connection.execute(wanted).first()
        return None if row is None else made_of(kind, row)

    def _page(
        self,
        kind: type[T],
        wanted: Select[Any],
        order: Sequence[ColumnElement[Any]],
        page: int,
        size: int,
    ) -> PageOf[T]:
        """Return one page of what is wanted of a table, as values."""
        chosen = wanted.order_by(*order).limit(size).offset((page - 1) * size)
        with self.database.reading() as connection:
            count = wanted.with_only_columns(func.count(), maintain_column_froms=True)
            total = connection.scalar(count) or 0
            items = tuple(made_of(kind, row) for row in connection.execute(chosen))
        return PageOf(items=items, total=total, page=page, size=size)

    def _sees(self, column: Column[T]) -> ColumnElement[bool]:
        """Return the condition that a run, a decision or a healing may be seen."""
        if self.organization_id is None:
            return true()
        return is_of(column, self.organization_id)

    def _owns(self, column: Column[T]) -> ColumnElement[bool]:
        """Return the condition that something people set is this organization's."""
        return column == self.owner


def is_of(column: Column[T], organization_id: str) -> ColumnElement[bool]:
    """Return the condition that a row is an organization's; nobody's rows are the default one's."""
    # Without an OR an index answers, so it stays out where every row is somebody's.
    if organization_id != DEFAULT_ORGANIZATION or not column.nullable:
        return column == organization_id
    return (column == organization_id) | column.is_(None)


def contains(column: ColumnElement[str], text: str) -> ColumnElement[bool]:
    """Return the condition that a column contains a text, however it is written."""
    return column.icontains(storable(text), autoescape=True)
