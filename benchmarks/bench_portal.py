"""How long the portal's queue takes with 10 000 healings, against one page of them alone.

Fails when the large queue, with each change once, takes more than twice as long: a page is chosen
in SQL, and what is not on it is not read.
"""

import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from starlette.testclient import TestClient

from holdfast.app.wiring import load_project
from holdfast.doors.portal.application import create_app
from holdfast.doors.portal.portal_settings import PortalSettings
from holdfast.model.remembered import Healing
from holdfast.model.thresholds import Thresholds
from holdfast.ports import Archive

ONE_PAGE, MANY = 50, 10_000
ROUNDS = 15
MOST_RATIO = 2.0
# Words that every healing says are the worst case of a search, those of one the best.
ASKED = (
    "/review",
    "/review?text=button",
    "/review?text=button+00017",
    "/review?text=button&min=45",
    "/review?text=button&action=suggest_only",
    "/review?text=button&recording=recordings/7.json",
    "/review?text=button&run=run-1",
    "/review?page=2",
    "/api/v1/healings?state=pending_review",
)
BALANCED = Thresholds(auto_apply=80, apply_with_flag=60, suggest_only=40)
PAGE = {"format": "holdfast-fingerprint/1", "page": "x" * 10_000}  # a small page, as JSON
NOW = datetime.now(UTC)


def a_healing(number: int) -> Healing:
    """Return one of many healings: 50 recordings, each in doubt, so that all of them wait."""
    confidence = 40 + number * 7 % 40
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
        label=f"Button {number:05}",
        url="https://shop.example/basket",
        old_selector="#old",
        new_selector="#new",
        fingerprint=PAGE,
    )


def a_portal(folder: Path, count: int) -> tuple[Archive, TestClient]:
    """Return a portal with so many healings that wait."""
    project = load_project(folder, {})
    store = project.open_shared_store()
    for start in range(0, count, 1000):
        many = [a_healing(number) for number in range(start, min(count, start + 1000))]
        store.write_decisions([], many)
    settings = PortalSettings(project=project, store=store, auth=False)
    return store, TestClient(create_app(settings), "http://127.0.0.1")


def seconds(client: TestClient, address: str) -> float:
    """Return how much of the processor one request takes, with what the database does in it."""
    start = time.process_time()
    client.get(address).raise_for_status()
    return time.process_time() - start


def main() -> int:
    """Print the times and their ratio; return 1 when the queue is slow."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        small, few = a_portal(Path(one), ONE_PAGE)
        large, many = a_portal(Path(other), MANY)
        slow = [at for at in ASKED if compare(few, many, at) > MOST_RATIO]
        small.close()
        large.close()
    return int(bool(slow))


def compare(few: TestClient, many: TestClient, address: str) -> float:
    """Return how much longer the large queue takes, asked in turns so that both see one machine."""
    seconds(few, address), seconds(many, address)  # the first of each is not counted
    pairs = [(seconds(few, address), seconds(many, address)) for _ in range(ROUNDS)]
    less = statistics.median(pair[0] for pair in pairs)
    more = statistics.median(pair[1] for pair in pairs)
    print(f"{address:<42} {1000 * less:7.1f} ms {1000 * more:7.1f} ms   x {more / less:.2f}")
    return more / less


if __name__ == "__main__":
    sys.exit(main())
