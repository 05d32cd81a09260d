"""One database: connections, transactions, and its errors in our words."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from holdfast.errors import EnvironmentFailure, SettingInvalid, naming_extras

# A writer holds the file for less than a millisecond; whoever waits longer is not waiting for us.
BUSY_TIMEOUT_S = 30.0
CONNECT_TIMEOUT_S = 10
# A database without an encoding (SQL_ASCII) would else hand out bytes where texts are wanted.
CONNECTING = MappingProxyType({"connect_timeout": CONNECT_TIMEOUT_S, "client_encoding": "utf8"})

_WRITES = "holdfast_writes"
_POSTGRES = frozenset({"postgresql", "postgres", "postgresql+psycopg"})
_PLACES = "a path, sqlite:///path, or postgresql://user@host/database"

_SQLITE_REASONS = {
    "SQLITE_BUSY": ("is locked by another program", "end that program, then run this again"),
    "SQLITE_LOCKED": ("is locked by another program", "end that program, then run this again"),
    "SQLITE_FULL": (
        "cannot grow: the disk is full",
        "make room, then run this again; what was written before is safe",
    ),
    "SQLITE_NOTADB": (
        "is not a database",
        "move it away, or name another place by HOLDFAST_STORE",
    ),
    "SQLITE_CORRUPT": (
        "is damaged",
        "restore it from a backup, or move it away: recordings and fingerprints are not in it",
    ),
    "SQLITE_READONLY": ("may not be written", "check who owns the file and its folder"),
    "SQLITE_CANTOPEN": ("cannot be opened", "check that its folder exists and may be written"),
    "SQLITE_IOERR": (
        "cannot be read or written",
        "check the disk, and that it has room; what was written before is safe",
    ),
}
# The first five characters of an answer by PostgreSQL, or less.
_POSTGRES_REASONS = {
    "53100": ("is full", "make room on the server; what was written before is safe"),
    "55P03": ("is locked by another program", "end that program, then run this again"),
    "25006": ("may not be written", "give a role that may write"),
    "28": ("refuses the role or the password", "check HOLDFAST_STORE and PGPASSWORD"),
    "3D": ("does not exist", "create the database first: createdb NAME"),
    "42501": ("denies a permission", "give the role rights on the schema"),
}


class Database:
    """A SQLite file or a PostgreSQL database."""

    def __init__(self, place: str, *, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        self.url = read_place(place)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.engine = _make_engine(self.url, busy_timeout_s)

    @property
    def name(self) -> str:
        """Return where it is, without a password."""
        return name_of(self.url)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Yield a connection for questions."""
        with self._told("reading"), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a connection whose work is kept as a whole at the end, or not at all."""
        with (
            self._told("writing"),
            self.engine.connect().execution_options(**{_WRITES: True}) as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        """Yield a connection outside any transaction, for what cannot be done inside one."""
        with self._told("tidying"), self.engine.connect() as connection:
            yield connection.execution_options(isolation_level="AUTOCOMMIT")

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

    @contextmanager
    def _told(self, doing: str) -> Iterator[None]:
        try:
            yield
        except DBAPIError as exc:
            raise self.failure(doing, exc.orig or exc) from exc
        except (SQLAlchemyError, sqlite3.Error) as exc:
            raise self.failure(doing, exc) from exc

    def failure(self, doing: str, exc: BaseException) -> EnvironmentFailure:
        """Return what went wrong in our words."""
        seen, advice = _reason(exc)
        return EnvironmentFailure(f"{doing} the store: {self.name!r} {seen}\n  next: {advice}")


def read_place(place: str) -> URL:
    """Return the address of a path or URL; raises ``SettingInvalid`` for one of another kind."""
    if "://" not in place:
        return URL.create("sqlite", database=str(Path(place)))
    try:
        url = make_url(place)
    except (ArgumentError, ValueError):  # what they say repeats it, and it may hold a password
        url = None
    if url is None or "@" in (url.host or ""):  # a password with a bare @ ends in the host's name
        raise SettingInvalid("store", "a URL that cannot be read", _PLACES, "the address")
    if url.drivername in _POSTGRES:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == "sqlite" and url.database:
        return url
    raise SettingInvalid("store", repr(url.drivername), _PLACES, "the address")


def name_of(url: URL) -> str:
    """Return where a database is, without a password."""
    if url.get_backend_name() == "sqlite":
        return url.database or ""
    return url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)


def _make_engine(url: URL, busy_timeout_s: float) -> Engine:
    if url.get_backend_name() == "sqlite":
        place = Path(url.database or "")
        if place.is_file() and not _may_write(place):
            engine = create_engine(_only_to_look_at(place))
        else:
            # Two connections are kept, with what they read; more are closed after use.
            engine = create_engine(
                url, poolclass=QueuePool, pool_size=2, connect_args={"timeout": busy_timeout_s}
            )
            event.listen(engine, "connect", _share_sqlite)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    arguments = {key: value for key, value in CONNECTING.items() if key not in url.query}
    with naming_extras():
        # Asks before each use whether the server is still there: a run may pause for minutes.
        return create_engine(url, pool_pre_ping=True, connect_args=arguments)


def _may_write(place: Path) -> bool:
    """Return whether a file may be written, and what SQLite keeps beside it while it writes."""
    return os.access(place, os.W_OK) and os.access(place.parent, os.W_OK)


def _only_to_look_at(place: Path) -> URL:
    """Return the address of a file that is read and never written."""
    beside = place.with_name(f"{place.name}-wal")
    query = {"uri": "true", "mode": "ro"}
    if not beside.is_file() or beside.stat().st_size == 0:
        query["immutable"] = "1"  # nobody has it open; else SQLite would make a file beside it
    return URL.create("sqlite", database=place.resolve().as_uri(), query=query)


def _prepare_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    # No transactions by the driver: _begin_sqlite begins them.
    connection.isolation_level = None


def _share_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    # Readers and a writer do not wait for each other; a killed process loses nothing committed.
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = NORMAL")
    # 4 MB: more makes a large queue quicker, and a portal that many people ask grow beyond bounds.
    cursor.execute("PRAGMA cache_size = -4000")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A writer takes the lock at once: one that first reads and then writes may find the file
    # changed in between, and no waiting helps it then.
    options = connection.get_execution_options()
    if options.get("isolation_level") == "AUTOCOMMIT":
        return  # what is done alone is done outside any transaction
    writes = options.get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _reason(exc: BaseException) -> tuple[str, str]:
    """Return what is wrong with the database, and what to do."""
    code = str(getattr(exc, "sqlite_errorname", "") or getattr(exc, "sqlstate", "") or "")
    for start, told in {**_SQLITE_REASONS, **_POSTGRES_REASONS}.items():
        if code.startswith(start):
            return told
    said = str(exc).strip().splitlines()
    told_by = said[0][:200] if said else type(exc).__name__
    if not code and type(exc).__module__.startswith("psycopg"):
        return f"cannot be reached: {told_by}", "check the address, and that the server runs"
    return f"answers: {told_by}", "run again with --debug to see all of it"
