"""holdfast record and holdfast validate, as a person calls them."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.browser.conftest import Site

from holdfast.interfaces.recording_files import load_recording

pytestmark = pytest.mark.browser


def test_ctrl_c_ends_a_recording_and_keeps_it(site: Site, tmp_path: Path) -> None:
    out = tmp_path / "shop.json"
    url = site.serve("/", "<button>Pay</button>")
    command = [sys.executable, "-m", "holdfast", "record", url, "--out", str(out), "--headless"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        assert run.stdout.readline().startswith("recording http://127.0.0.1")
        run.send_signal(signal.SIGINT)
        printed, complaints = run.communicate(timeout=60)
    assert (run.returncode, complaints) == (0, "")
    assert printed.endswith(f"0 steps written to {out}\n")
    assert load_recording(out).start_url == url
    assert [found.name for found in tmp_path.iterdir()] == ["shop.json"]


def test_without_a_display_the_error_says_what_to_do(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "holdfast", "record", "localhost", "-o", str(tmp_path / "x")]
    bare = {k: v for k, v in os.environ.items() if k not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=bare)
    assert run.returncode == 3
    assert "no display" in run.stderr
    assert "next:" in run.stderr


def test_a_file_that_cannot_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    out = tmp_path / "missing" / "x.json"
    command = [
        sys.executable,
        "-m",
        "holdfast",
        "record",
        "localhost",
        "-o",
        str(out),
        "--headless",
    ]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 3
    assert "cannot write" in run.stderr


def test_a_site_that_does_not_answer_is_a_clear_error(tmp_path: Path) -> None:
    out = tmp_path / "x.json"
    command = [sys.executable, "-m", "holdfast", "record", "127.0.0.1:1", "-o", str(out)]
    run = subprocess.run([*command, "--headless"], capture_output=True, text=True, check=False)
    assert run.returncode == 3
    assert "opening 'http://127.0.0.1:1'" in run.stderr
    assert not out.exists()
