"""Batch work on Ray, in an environment of its own: a killed task is done again, each row once."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.processes import descendants

RAY = Path(__file__).parent.parent.parent / ".venv-ray"
PYTHON = RAY / "bin" / "python"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (RAY / ".holdfast-ready").exists(), reason="Ray is not here: make test-slow installs it"
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


def test_a_killed_task_is_done_again_and_each_row_is_there_once(
    quotes: Path, tmp_path: Path
) -> None:
    out = tmp_path / "places.parquet"
    driver = subprocess.Popen(
        [PYTHON, "-m", "holdfast", "batch", "anchor", quotes, "--out", out, "--engine", "ray"],
        env={**os.environ, "RAY_ADDRESS": "local", "RAY_TMPDIR": "/tmp"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    killed = kill_a_task(driver)
    told, _ = driver.communicate(timeout=600)
    assert driver.returncode == 0, told.decode()
    assert killed, "no task was seen"
    answers = pq.read_table(out).to_pylist()
    assert [row["id"] for row in answers] == list(range(ROWS))
    assert all(row["error"] is None and row["start"] is not None for row in answers)
