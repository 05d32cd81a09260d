"""Batch work on Ray, in an environment of its own: a killed task is done again, each row once."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.batch.archives import an_archive
from tests.processes import descendants

PEERS = Path(__file__).parent.parent.parent / ".venv-peers"
PYTHON = PEERS / "bin" / "python"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (PEERS / ".holdfast-ready").exists(),
        reason="Ray is not here: make test-slow installs it",
    ),
]
ROWS = 6000
TEXT = " ".join(f"Sentence number {number} says something of its own." for number in range(400))


@pytest.fixture
def quotes(tmp_path: Path) -> Path:
    """Return a file of quotes in many documents, in row groups that Ray can share out."""
    rows = [
        {"id": n, "exact": f"number {n % 400} says", "text": f"{TEXT} Document {n // 400}."}
        for n in range(ROWS)
    ]
    path = tmp_path / "quotes.parquet"
    pq.write_table(pa.Table.from_pylist(rows), path, row_group_size=400)
    return path


def kill_a_task(driver: "subprocess.Popen[bytes]") -> bool:
    """Kill a process that answers rows just now, as soon as there is one; False if none ever is."""
    end = time.monotonic() + 240
    while driver.poll() is None and time.monotonic() < end:
        for process, name in descendants(driver.pid):
            if "ray::" in name and "MapBatches" in name:
                os.kill(process, signal.SIGKILL)
                return True
        time.sleep(0.02)
    return False


def start(*arguments: object) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [PYTHON, "-m", "holdfast", "batch", *map(str, arguments), "--engine", "ray"],
        env={**os.environ, "RAY_ADDRESS": "local", "RAY_TMPDIR": "/tmp"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def all_are_there(out: Path) -> None:
    answers = pq.read_table(out).to_pylist()
    assert [row["id"] for row in answers] == list(range(ROWS))
    assert all(row["error"] is None and row["start"] is not None for row in answers)


def test_a_killed_task_is_done_again_and_each_row_is_there_once(
    quotes: Path, tmp_path: Path
) -> None:
    out = tmp_path / "places.parquet"
    driver = start("anchor", quotes, "--out", out)
    killed = kill_a_task(driver)
    told, _ = driver.communicate(timeout=600)
    assert driver.returncode == 0, told.decode()
    assert killed, "no task was seen"
    all_are_there(out)


def test_a_killed_job_goes_on_behind_the_rows_that_it_answered(
    quotes: Path, tmp_path: Path
) -> None:
    out = tmp_path / "places.parquet"
    driver = start("anchor", quotes, "--out", out)
    end = time.monotonic() + 240
    while not list(tmp_path.glob("*.parts/*.parquet")) and driver.poll() is None:
        assert time.monotonic() < end, "nothing was answered"
        time.sleep(0.02)
    for process, _ in descendants(driver.pid):
        os.kill(process, signal.SIGKILL)
    driver.kill()
    driver.communicate()
    assert not out.exists()
    told, _ = (again := start("anchor", quotes, "--out", out, "--json")).communicate(timeout=600)
    assert again.returncode == 0, told.decode()
    assert json.loads(told.splitlines()[-1])["kept"] > 0
    all_are_there(out)


def test_pages_come_from_an_archive(tmp_path: Path) -> None:
    archive = an_archive(tmp_path / "new.warc.gz", {"go": "<main><a id=go>Go</a></main>"})
    rows = tmp_path / "rows.jsonl"
    old = {"id": 1, "target": "#go", "old_html": "<a id=go>Go</a>"}
    row = {**old, "new_url": "https://shop.example/go"}
    rows.write_text(json.dumps(row) + "\n", "utf-8")
    out = tmp_path / "found.parquet"
    told, _ = (done := start("locate", rows, "--pages", archive, "--out", out)).communicate()
    assert done.returncode == 0, told.decode()
    assert pq.read_table(out).to_pylist()[0]["xpath"] == "/html/body/main/a"
