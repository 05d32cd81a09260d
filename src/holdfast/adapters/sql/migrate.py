"""Migrations: bring a database to this version's tables and refuse what cannot be brought there."""

import os
from enum import Enum
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from holdfast.adapters.sql.database import Database
from holdfast.adapters.sql.schema import REVISIONS, VERSION_TABLE, metadata
from holdfast.errors import EnvironmentFailure

_LOCK = 0x486F6C64  # "Hold": any number that nobody else takes in this database


class State(Enum):
    """How the tables of a database compare with this version's."""

    EMPTY = "empty"
    OLDER = "older"
    CURRENT = "current"


def prepare(database: Database) -> None:
    """Make the tables when there are none, and bring an older SQLite file up to date.

    PostgreSQL is shared: bringing it up to date locks out older versions of Holdfast elsewhere, so
    a person does that (``holdfast store migrate``).
    """
    with database.reading() as connection:
        state = _state(database, connection)
    if state is State.CURRENT:
        return
    if state is State.OLDER and not database.is_sqlite:
        raise EnvironmentFailure(
            f"opening the store: {database.name!r} has the tables of an older version\n"
            "  next: holdfast store migrate (other machines then need this version too)"
        )
    migrate(database)


def migrate(database: Database) -> bool:
    """Bring the tables up to date; return whether anything was to be done.

    An older SQLite file is copied first. A server's own backups are its owner's affair.
    """
    if database.is_sqlite:
        with database.reading() as connection:
            state = _state(database, connection)
        if state is State.OLDER:
            _back_up(database)
    with database.writing() as connection:
        if not database.is_sqlite:
            # SQLite's writer is alone anyway.
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        if _state(database, connection) is State.CURRENT:
            return False
        upgrade(connection)
    return True


def _back_up(database: Database) -> None:
    """Copy the file as it is beside it, once for each version of the tables."""
    place = Path(database.name)
    kept = place.with_name(f"{place.stem}.before-{REVISIONS[-1]}{place.suffix}")
    if kept.exists():
        return
    making = kept.with_name(f"{kept.name}.{os.getpid()}")
    making.unlink(missing_ok=True)
    making.touch(mode=0o600)
    with database.alone() as connection:
        connection.exec_driver_sql("VACUUM INTO ?", (str(making),))
    making.replace(kept)


def _state(database: Database, connection: Connection) -> State:
    tables = set(inspect(connection).get_table_names())
    if VERSION_TABLE not in tables:
        foreign = tables if database.is_sqlite else tables & set(metadata.tables)
        if foreign:
            raise EnvironmentFailure(
                f"opening the store: {database.name!r} has tables of another program "
                f"({', '.join(sorted(foreign)[:3])})\n"
                "  next: name an empty database or another file by HOLDFAST_STORE"
            )
        return State.EMPTY
    revision = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))  # noqa: S608 - ours
    if revision is None:
        return State.EMPTY
    if revision not in REVISIONS:
        raise EnvironmentFailure(
            f"opening the store: {database.name!r} has the tables of a newer version "
            f"({str(revision)[:20]!r}, this one knows {REVISIONS[-1]!r})\n"
            "  next: pip install --upgrade holdfast"
        )
    return State.CURRENT if revision == REVISIONS[-1] else State.OLDER


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run the migrations up to a revision."""
    # Imported here: alembic takes half a second, and nearly every start does without it.
    from alembic import command
    from alembic.config import Config

    config = Config()
    folder = str(Path(__file__).parent / "migrations")
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
