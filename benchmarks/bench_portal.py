"""How long the portal's queue takes with 10 000 healings, against one page of them alone.

Fails when the large queue takes more than three times as long: a page is chosen in SQL, and what is
not on it is not read.
"""

import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from starlette.testclient import TestClient

from holdfast.adapters.sql.store import SqlStore
from holdfast.interfaces.portal.app import create_app
from holdfast.interfaces.portal.settings import PortalSettings
from holdfast.interfaces.wiring import load_project
from holdfast.model.remembered import Healing
from holdfast.model.thresholds import Thresholds

ONE_PAGE, MANY = 50, 10_000
ROUNDS = 15
MOST_RATIO = 3.0
BALANCED = Thresholds(auto_apply=80, apply_with_flag=60, suggest_only=40)
PAGE = {"format": "holdfast-fingerprint/1", "page": "x" * 10_000}  # a small page, as JSON
NOW = datetime.now(UTC)


def a_healing(number: int) -> Healing:
    """Return one of many healings: 50 recordings, every confidence."""
    confidence = number * 7 % 101
    return Healing(
        entry_id=f"run-{number // 20}/{number % 20}/1",
        run_id=f"run-{number // 20}",
        step_number=number % 20,
        created_at=NOW - timedelta(seconds=number),
        confidence=confidence,
        action=BALANCED.action_for(confidence),
        recording_id=f"recordings/{number % 50}.json",
        step_id=f"s{number % 20}",
        fingerprint_id=f"element-{number % 1000}",
        label=f"Button {number}",
        url="https://shop.example/basket",
        old_selector="#old",
        new_selector="#new",
        fingerprint=PAGE,
    )


def a_portal(folder: Path, count: int) -> tuple[SqlStore, TestClient]:
    """Return a portal with so many healings that wait."""
    project = load_project(folder, {})
    store = project.open_shared_store()
    for start in range(0, count, 1000):
        many = [a_healing(number) for number in range(start, min(count, start + 1000))]
        store.write_decisions([], many)
    settings = PortalSettings(project=project, store=store, auth=False)
    return store, TestClient(create_app(settings), "http://127.0.0.1")


def seconds(client: TestClient, address: str) -> float:
    """Return the median time of some requests, after one that is not counted."""
    client.get(address).raise_for_status()
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        client.get(address)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> int:
    """Print the times and their ratio; return 1 when the queue is slow."""
    worst = 0.0
    asked = ("/api/v1/healings", "/api/v1/healings?text=button", "/review")
    taken: dict[int, list[float]] = {}
    for count in (ONE_PAGE, MANY):
        with tempfile.TemporaryDirectory() as folder:
            store, client = a_portal(Path(folder), count)
            taken[count] = [seconds(client, at) for at in asked]
            store.close()
    for at, few, many in zip(asked, taken[ONE_PAGE], taken[MANY], strict=True):
        ratio = many / few
        print(f"{at:<32} {1000 * few:7.1f} ms {1000 * many:7.1f} ms   x {ratio:.2f}")
        if "text" not in at:  # looking for words reads every healing's label
            worst = max(worst, ratio)
    return int(worst > MOST_RATIO)


if __name__ == "__main__":
    sys.exit(main())
