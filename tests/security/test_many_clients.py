"""Many people at one portal: nobody gets an error, and it does not grow with them."""

import http.client
import re
import sqlite3
import threading
import time
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from tests.doors.portal import made_up
from tests.security.test_portal_attacks import Portal

from holdfast.adapters.sql.sql_store import open_store

ADDRESSES = (
    "/review",
    "/review?state=all&page=3",
    "/review/1?state=all",
    "/runs",
    "/runs/run-default",
    "/recordings",
    "/confidence",
    "/settings",
    "/api/v1/healings?size=200",
    "/api/v1/healings/1",
    "/api/v1/report",
    "/api/v1/decisions?page=2",
)


def fill(root: Path, healings: int) -> None:
    """Make a store with so many healings: the first three, again and again."""
    place = root / ".holdfast" / "holdfast.db"
    (root / "holdfast.toml").write_text("", encoding="utf-8")
    store = open_store(str(place))
    made_up.fill(root, store, made_up.MINE)
    store.close()
    with sqlite3.connect(place) as database:
        for table, key in (("healings", "entry_id"), ("confidence_logs", "id")):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            others = ", ".join(name for name in columns if name not in {key, "number"})
            database.execute(
                f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
                f"INSERT INTO {table} ({key}, {others}) "
                f"SELECT {key} || '-' || n.i, {others} FROM {table}, n",
                (healings // 3,),
            )
    database.close()


def ask(portal: Portal, until: float, turn: int, problems: list[str]) -> None:
    """Ask for one page after the other over one connection, until the time is up."""
    headers = {"Authorization": f"Bearer {portal.token}"}
    with closing(http.client.HTTPConnection("127.0.0.1", portal.port, timeout=120)) as connection:
        while time.monotonic() < until:
            address = ADDRESSES[turn % len(ADDRESSES)]
            turn += 1
            try:
                connection.request("GET", address, headers=headers)
                response = connection.getresponse()
                body = response.read()
            except (http.client.HTTPException, OSError) as exc:
                problems.append(f"{address}: {exc!r}")
                return
            if response.status != 200:
                problems.append(f"{address}: {response.status} {body[:200]!r}")


def peak_mb(root: Path, clients: int, seconds: float) -> tuple[float, list[str]]:
    """Return the most memory that a portal took while so many asked, and what went wrong."""
    problems: list[str] = []
    with ExitStack() as stack:
        portal = Portal(root, stack, "--new-token")
        until = time.monotonic() + seconds
        threads = [
            threading.Thread(target=ask, args=(portal, until, turn, problems))
            for turn in range(clients)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        status = Path(f"/proc/{portal.process.pid}/status").read_text(encoding="ascii")
        assert portal.works()
    (peak,) = re.findall(r"VmHWM:\s+(\d+) kB", status)
    return int(peak) / 1024, problems


def test_some_clients_at_once_get_no_error(tmp_path: Path) -> None:
    fill(tmp_path, 300)
    _, problems = peak_mb(tmp_path, clients=8, seconds=2)
    assert problems == []


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_fifty_clients_for_a_minute_on_ten_thousand_healings(tmp_path: Path) -> None:
    fill(tmp_path, 10_000)
    alone, problems = peak_mb(tmp_path, clients=1, seconds=20)
    assert problems == []
    together, problems = peak_mb(tmp_path, clients=50, seconds=60)
    assert problems == []
    assert together <= alone * 1.5, f"{together:.0f} MB for fifty, {alone:.0f} MB for one"
