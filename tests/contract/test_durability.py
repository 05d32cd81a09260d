"""What is written stays: many writers, killed writers, databases that are not as needed."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import traceback
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import insert, inspect, select
from tests.contract.made_up import NOON, an_entry

from holdfast.adapters.sql import migrate as migrating
from holdfast.adapters.sql.database import Database
from holdfast.adapters.sql.rows import row_of
from holdfast.adapters.sql.schema import REVISIONS, VERSION_TABLE, confidence_logs, metadata
from holdfast.adapters.sql.sql_store import SqlStore, migrate_store, open_store
from holdfast.errors import EnvironmentFailure, SettingInvalid
from holdfast.model.archive import DecisionFilter, QueueFilter

WRITER = Path(__file__).parent / "writer.py"


def start_writer(place: str, run: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(WRITER), place, run, str(count)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def written(place: str) -> list[tuple[str, int]]:
    """Return run and step of every decision in a store."""
    store = open_store(place)
    wanted = select(confidence_logs.c.run_id, confidence_logs.c.step_number)
    with store.database.reading() as connection:
        rows = [(run, step) for run, step in connection.execute(wanted)]
    store.close()
    return rows


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def new_place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return where there is no store yet."""
    if request.param == "sqlite":
        return str(tmp_path / "new" / "holdfast.db")
    return str(request.getfixturevalue("new_postgres_url"))


@pytest.mark.parametrize("count", [100, pytest.param(1000, marks=pytest.mark.slow)])
def test_eight_writers_at_once_lose_nothing_and_write_nothing_twice(
    new_place: str, count: int
) -> None:
    writers = [start_writer(new_place, f"run-{number}", count) for number in range(8)]
    for writer in writers:
        _, errors = writer.communicate()
        assert writer.returncode == 0, errors
    rows = written(new_place)
    assert len(rows) == len(set(rows))
    own = {(f"run-{number}", step) for number in range(8) for step in range(1, count + 1)}
    assert set(rows) == own | {("shared", step) for step in range(100, count + 1, 100)}


# At every kind of moment: while the tables are made, at the first step, in the middle of many.
@pytest.mark.parametrize("rounds", [1, pytest.param(13, marks=pytest.mark.slow)])
def test_every_step_that_a_killed_run_acted_on_is_in_the_log(place: str, rounds: int) -> None:
    """Four writers are killed in each round: 52 in the slow test, on each database."""
    moments = random.Random(f"{place.partition(':')[0]} {rounds}")
    for turn in range(rounds):
        writers = {f"killed-{turn}-{n}": moments.choice((0, 1, 2, 10, 50, 99)) for n in range(4)}
        started = {run: start_writer(place, run, 100_000) for run in writers}
        acted = {run: killed_after(started[run], lines) for run, lines in writers.items()}
        rows = written(place)
        assert len(rows) == len(set(rows))
        for run, steps in acted.items():
            assert steps <= {step for known, step in rows if known == run}
            assert len(steps) >= writers[run]
    if "://" not in place:
        with sqlite3.connect(place) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.close()


def killed_after(writer: subprocess.Popen[str], lines: int) -> set[int]:
    """Return the steps that a writer acted on until it was killed, at least so many."""
    assert writer.stdout is not None
    acted = [writer.stdout.readline() for _ in range(lines)]
    os.kill(writer.pid, signal.SIGKILL)
    rest, _ = writer.communicate()
    assert writer.returncode == -signal.SIGKILL
    whole = [*acted, *rest.splitlines(keepends=True)]
    return {int(line.split()[1]) for line in whole if line.startswith("acted ") and "\n" in line}


# ----------------------------------------------------------------------------- not as it should be


def test_a_locked_file_is_told_and_nothing_is_lost(sqlite_path: str) -> None:
    store = open_store(sqlite_path, busy_timeout_s=0.05)
    store.write_decisions([an_entry(1)])
    other = sqlite3.connect(sqlite_path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(EnvironmentFailure, match="locked by another program"):
        store.write_decisions([an_entry(2)])
    other.execute("ROLLBACK")
    other.close()
    store.write_decisions([an_entry(2)])
    store.close()
    assert len(written(sqlite_path)) == 2


def test_readers_do_not_wait_for_a_writer(sqlite_path: str) -> None:
    store = open_store(sqlite_path, busy_timeout_s=0.05)
    store.write_decisions([an_entry(1)])
    other = sqlite3.connect(sqlite_path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert len(list(store.iter_decisions(DecisionFilter(start=NOON, end=NOON)))) == 1
    other.close()
    store.close()


FILLING = """
import resource, sys
sys.path.insert(0, sys.argv[2])
from holdfast.adapters.sql.sql_store import open_store
from holdfast.errors import EnvironmentFailure
from tests.contract.made_up import an_entry
store = open_store(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
try:
    for step in range(1, 5000):
        store.write_decisions([an_entry(step)])
        print(step, flush=True)
except EnvironmentFailure as exc:
    print(exc, file=sys.stderr)
    sys.exit(3)
"""


def test_a_full_disk_is_told_and_what_was_written_is_safe(sqlite_path: str) -> None:
    root = str(WRITER.parent.parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", FILLING, sqlite_path, root],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    assert "store" in done.stderr
    assert "room" in done.stderr
    steps = {int(line) for line in done.stdout.split()}
    assert steps
    assert steps <= {step for _, step in written(sqlite_path)}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        pytest.param(b"<html>" * 500, "is not a database", id="foreign"),
        pytest.param(b"SQLite format 3\x00" + b"\xff" * 4000, "store", id="garbage"),
    ],
)
def test_a_file_that_is_no_store_is_refused_and_left_alone(
    tmp_path: Path, content: bytes, told: str
) -> None:
    path = tmp_path / "holdfast.db"
    path.write_bytes(content)
    with pytest.raises(EnvironmentFailure, match=told):
        open_store(str(path))
    assert path.read_bytes() == content


def test_a_truncated_file_is_told_as_damaged(sqlite_path: str) -> None:
    store = open_store(sqlite_path)
    store.write_decisions([an_entry(step) for step in range(500)])
    store.close()
    whole = Path(sqlite_path).read_bytes()
    Path(sqlite_path).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(EnvironmentFailure, match="is damaged"):
        list(open_store(sqlite_path).iter_decisions(DecisionFilter(start=NOON, end=NOON)))


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE invoices (id)")
    connection.close()
    with pytest.raises(EnvironmentFailure, match=r"tables of another program \(invoices\)"):
        open_store(str(path))


@pytest.mark.postgres
def test_in_postgresql_only_tables_of_our_names_are_in_the_way(new_postgres_url: str) -> None:
    with psycopg.connect(new_postgres_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE invoices (id int)")
    open_store(new_postgres_url).close()
    with psycopg.connect(new_postgres_url, autocommit=True) as connection:
        connection.execute(f"DROP TABLE {VERSION_TABLE}")
    with pytest.raises(EnvironmentFailure, match="tables of another program"):
        open_store(new_postgres_url)


def test_a_newer_store_is_refused(place: str) -> None:
    database = Database(place)
    with database.writing() as connection:
        connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    with pytest.raises(EnvironmentFailure, match=r"newer version \('9999'"):
        open_store(place)
    with pytest.raises(EnvironmentFailure, match="pip install --upgrade holdfast"):
        migrate_store(place)
    with database.writing() as connection:
        connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '{REVISIONS[-1]}'")
    database.close()


def test_a_store_that_may_not_be_written_is_told(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(EnvironmentFailure, match="cannot make the folder"):
        open_store(str(blocked / "holdfast.db"))


def test_a_store_that_may_only_be_read_can_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "holdfast.db"
    store = open_store(str(place))
    store.write_decisions([an_entry(1)])
    store.close()
    # Root may write everywhere, so the answer of the system is given here.
    monkeypatch.setattr(os, "access", lambda *_: False)
    shown = open_store(str(place))
    assert shown.find_entry(an_entry(1).id) is not None
    with pytest.raises(EnvironmentFailure, match="may not be written"):
        shown.write_decisions([an_entry(2)])
    shown.close()
    assert [path.name for path in tmp_path.iterdir()] == ["holdfast.db"], "nothing beside it"


def test_a_server_that_is_not_there_is_told_without_the_password() -> None:
    with pytest.raises(EnvironmentFailure, match="cannot be reached") as raised:
        open_store("postgresql://ann:hunter2@127.0.0.1:1/holdfast")
    assert "hunter2" not in str(raised.value)


def test_a_missing_driver_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(EnvironmentFailure, match=r"pip install 'holdfast\[postgres\]'"):
        open_store("postgresql://localhost/holdfast")


def test_a_new_store_and_its_journal_are_their_owners_only(tmp_path: Path) -> None:
    place = tmp_path / "new" / "holdfast.db"
    store = open_store(str(place))
    store.write_decisions([an_entry(1)])
    rights = {path.name: path.stat().st_mode & 0o777 for path in place.parent.iterdir()}
    store.close()
    assert set(rights.values()) == {0o600}, rights
    assert len(rights) == 3, "the file, and two beside it"


def test_git_ignores_the_store_and_not_what_lies_beside_it(tmp_path: Path) -> None:
    place = tmp_path / ".holdfast" / "holdfast.db"
    open_store(str(place)).close()
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (place.parent / "checkout.json").write_text("{}")
    files = (
        ".holdfast/holdfast.db",
        ".holdfast/holdfast.db-wal",
        ".holdfast/holdfast.before-0006.db",
        ".holdfast/traces/t.zip",
        ".holdfast/pictures/p.png",
        ".holdfast/checkout.json",
    )
    ignored = subprocess.run(
        ["git", "check-ignore", *files], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ignored.stdout.split() == list(files[:5])


@pytest.mark.parametrize("place", ["mysql://localhost/x", "sqlite://", "http://"])
def test_an_address_of_another_kind_is_refused(place: str) -> None:
    with pytest.raises(SettingInvalid, match="store must be a path, sqlite:///path"):
        open_store(place)


@pytest.mark.parametrize(
    "place",
    [
        pytest.param("postgresql://ada:tiger@moth@db.example/runs", id="an-at-sign-in-it"),
        pytest.param("postgresql://ada:tiger@db.example:moth/runs", id="a-port-that-is-no-number"),
        pytest.param("postgresql ://ada:tiger/moth", id="no-url"),
    ],
)
def test_an_address_that_cannot_be_read_is_refused_without_its_password(place: str) -> None:
    with pytest.raises(SettingInvalid, match="a URL that cannot be read") as refused:
        open_store(place)
    told = "".join(traceback.format_exception(refused.value, limit=0))
    assert "tiger" not in told
    assert "moth" not in told


# ----------------------------------------------------------------------------- migrations


def scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(Path(migrating.__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)


def test_every_migration_is_listed_in_order() -> None:
    revisions = [script.revision for script in scripts().walk_revisions()]
    assert tuple(reversed(revisions)) == REVISIONS


def test_the_migrations_make_the_tables_that_the_code_uses(place: str) -> None:
    database = Database(place)
    with database.reading() as connection:

        def is_of_this_database(one: object, *_: object) -> bool:
            only = getattr(one, "_ddl_if", None)  # an index may be one database's alone
            return only is None or only.dialect == connection.dialect.name

        options = {
            "version_table": VERSION_TABLE,
            "compare_type": True,
            "include_object": is_of_this_database,
        }
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, metadata) == []
    database.close()


def test_opening_a_store_again_changes_nothing(place: str) -> None:
    open_store(place).close()
    assert migrate_store(place) is False


def _rows(store: SqlStore, question: str) -> list[tuple[object, ...]]:
    with store.database.reading() as connection:
        return [tuple(row) for row in connection.exec_driver_sql(question)]


def an_older_store(place: str) -> None:
    """Make the tables of the first version, and write a decision into them."""
    database = Database(place)
    with database.writing() as connection:
        migrating.upgrade(connection, REVISIONS[0])
        known = {column["name"] for column in inspect(connection).get_columns("confidence_logs")}
        row = row_of(an_entry(1), confidence_logs)
        row = {key: row[key] for key, column in confidence_logs.c.items() if column.name in known}
        connection.execute(insert(confidence_logs).values(row))
    database.close()


def test_an_older_file_is_brought_up_to_date_with_all_it_holds(tmp_path: Path) -> None:
    place = str(tmp_path / "holdfast.db")
    an_older_store(place)
    assert written(place) == [("run-1", 1)]
    assert migrate_store(place) is False
    kept = tmp_path / f"holdfast.before-{REVISIONS[-1]}.db"
    with sqlite3.connect(kept) as connection:
        rows = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchall()
        runs = connection.execute("SELECT job_id, step_number FROM confidence_logs").fetchall()
    connection.close()
    assert (rows, runs) == ([(REVISIONS[0],)], [("run-1", 1)])


def test_a_backup_that_is_there_already_is_left_alone(tmp_path: Path) -> None:
    place, kept = tmp_path / "holdfast.db", tmp_path / f"holdfast.before-{REVISIONS[-1]}.db"
    an_older_store(str(place))
    kept.write_text("somebody's")
    open_store(str(place)).close()
    assert kept.read_text() == "somebody's"


@pytest.mark.postgres
def test_a_shared_database_is_brought_up_to_date_by_a_person(new_postgres_url: str) -> None:
    an_older_store(new_postgres_url)
    with pytest.raises(EnvironmentFailure, match="holdfast store migrate"):
        open_store(new_postgres_url)
    assert migrate_store(new_postgres_url) is True
    assert written(new_postgres_url) == [("run-1", 1)]


# What people had set before organizations were kept apart, as the tables were then.
BEFORE_ORGANIZATIONS = (
    "INSERT INTO recordings VALUES ('checkout', 'Checkout', 'checkout.json', '', NULL)",
    """INSERT INTO configs VALUES ('user', 'ann', '{"mode": "conservative"}')""",
    "INSERT INTO outcome_cache VALUES ('fingerprint', 'pay-button', 3, 4)",
    "INSERT INTO outcome_cache VALUES ('pattern', 'shop.example/', 3, 4)",
    """INSERT INTO calibrators VALUES ('2026-03-01 12:00:00', '{"method": "platt"}')""",
    "INSERT INTO healings (entry_id, job_id, step_number, created_at, confidence, action, label, "
    "url, old_selector, new_selector, review_state) VALUES ('run-1/1/1', 'run-1', 1, "
    "'2026-03-01 12:00:00', 70, 'apply_with_flag', '', '', '', '', 'pending_review')",
    "INSERT INTO runs VALUES ('run-1', '', NULL, 'acme', NULL, '2026-03-01 12:00:00', NULL, NULL, "
    "0, 0)",
)


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_what_people_had_is_the_default_organizations_and_healings_follow_their_decisions(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    place = str(tmp_path / "holdfast.db")
    if kind == "postgres":
        place = str(request.getfixturevalue("new_postgres_url"))
    database = Database(place)
    with database.writing() as connection:
        migrating.upgrade(connection, "0002")
        for statement in BEFORE_ORGANIZATIONS:
            connection.exec_driver_sql(statement)
        columns = "id, job_id, step_number, attempt, timestamp, raw_ai_confidence, "
        columns += "calculated_confidence, final_confidence, factors, boosters_applied, "
        columns += "penalties_applied, action, threshold_used, gates, applied, variant, proposer"
        connection.exec_driver_sql(
            f"INSERT INTO confidence_logs ({columns}, organization_id) VALUES ('run-1/1/1', "
            "'run-1', 1, 1, '2026-03-01 12:00:00', 70, 70, 70, '{}', '[]', '[]', "
            "'apply_with_flag', '{}', '[]', true, 'default', 'engine', 'acme')"
        )
    database.close()
    migrate_store(place)
    store = open_store(place)
    recording, user = store.find_recording("checkout"), store.find_user_config("ann")
    assert recording is not None
    assert recording.path == "checkout.json"
    assert user is not None
    assert user.mode == "conservative"
    assert store.history_at("shop.example/").tries == 4
    assert "fingerprint" not in {kind for (kind,) in _rows(store, "SELECT kind FROM outcome_cache")}
    assert list(store.iter_past("pay-button", "buy-button")) == []
    assert store.find_calibrator() == {"method": "platt"}
    assert [one.organization_id for one in store.iter_healings()] == ["acme"]
    assert store.for_organization("acme").find_run("run-1") is not None
    assert store.for_organization("acme").find_recording("checkout") is None
    (waiting,) = store.for_organization("acme").page_changes(QueueFilter(waiting=True), 1, 9).items
    assert (waiting.healing.number, waiting.times) == (1, 1)
    said = QueueFilter(waiting=True, text=waiting.healing.new_selector, min_confidence=60)
    assert store.for_organization("acme").page_changes(said, 1, 9).total == 1
    store.close()
