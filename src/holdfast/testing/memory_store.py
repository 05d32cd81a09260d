"""Memory store: the real store on a database in memory, for tests, ours and yours."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import count
from threading import RLock
from typing import cast

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry, StaticPool

from holdfast.adapters.sql.database import Database
from holdfast.adapters.sql.schema import metadata
from holdfast.adapters.sql.sql_store import SqlStore
from holdfast.model.archive import EVER
from holdfast.model.healing_decision import ConfidenceLogEntry

_NUMBERS = count(1)


class MemoryStore(SqlStore):
    """A store that is gone with its last user; ``database`` is another one's, to share it."""

    def __init__(self, database: Database | None = None) -> None:
        super().__init__(database or _MemoryDatabase())

    @property
    def entries(self) -> Mapping[str, ConfidenceLogEntry]:
        """Return all decisions by id, oldest first."""
        newest_first = self.page_decisions(EVER, 1, 1_000_000).items
        return {one.id: one for one in reversed(newest_first)}


class _MemoryDatabase(Database):
    """A SQLite database that several connections of this process share."""

    def __init__(self) -> None:
        how = "mode=memory&cache=shared&uri=true&check_same_thread=false"
        super().__init__(f"sqlite:///file:holdfast-{next(_NUMBERS)}?{how}")
        self._alone = RLock()
        event.listen(self.engine, "connect", _look_past_writers)
        self._kept = self.engine.raw_connection()  # the last connection takes the rows with it
        _tables().backup(cast("sqlite3.Connection", self._kept.driver_connection))

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        # SQLite lets nobody wait for a database in memory: a second writer would fail at once.
        with self._alone, super().writing() as connection:
            yield connection

    def close(self) -> None:
        self._kept.close()
        super().close()


@cache
def _tables() -> sqlite3.Connection:
    """Return a database with empty tables: to copy it is quicker than to make them."""
    made = sqlite3.connect(":memory:", check_same_thread=False)
    metadata.create_all(create_engine("sqlite://", creator=lambda: made, poolclass=StaticPool))
    return made


def _look_past_writers(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    connection.cursor().execute("PRAGMA read_uncommitted = 1")
