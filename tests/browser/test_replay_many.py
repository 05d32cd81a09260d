"""Many recordings in one command: processes, one JUnit and report, the worst exit code, Ctrl-C."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from xml.etree.ElementTree import parse

import orjson
import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Site
from tests.browser.journeys import Journey

from holdfast.model.recording import StepAction

pytestmark = pytest.mark.browser

COUNTING = (
    "<!doctype html><h1>Shop</h1>"
    "<button id='buy' onclick=\"fetch('/bought', {method: 'POST'})\">Buy now</button>"
)


@pytest.fixture
def folder(page: Page, site: Site, tmp_path: Path) -> Path:
    """Return a project with two recordings, each of one click on a page of its own."""
    (tmp_path / "holdfast.toml").write_text("")
    for name in ("a", "b"):
        journey = Journey(page, site.serve(f"/{name}", COUNTING)).add(StepAction.CLICK, "#buy")
        (tmp_path / "suite").mkdir(exist_ok=True)
        journey.recording.save(tmp_path / "suite" / f"{name}.json")
    (tmp_path / "suite" / "other.json").write_text("{}")
    site.asked.clear()
    return tmp_path


def begin(folder: Path, *options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "holdfast", "replay", "suite", *options],
        cwd=folder,
        env=os.environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def until(is_so: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.02)


def test_two_processes_make_one_junit_one_report_and_the_worst_exit_code(
    folder: Path, site: Site
) -> None:
    site.serve("/b", "<!doctype html><h1>Closed</h1>")
    written = ["--junit", "out.xml", "--report", "out.html", "--summary", "out.md"]
    done = begin(folder, "-j", "2", "--json", *written)
    told, lines = done.communicate(timeout=120)
    assert done.returncode == 1, lines
    replays = orjson.loads(told)
    assert [(one["name"], one["passed"]) for one in replays] == [
        ("suite/a.json", True),
        ("suite/b.json", False),
    ]
    suites = parse(folder / "out.xml").getroot()
    assert [(suite.get("name"), suite.get("failures")) for suite in suites] == [
        ("suite/a.json", "0"),
        ("suite/b.json", "1"),
    ]
    report = (folder / "out.html").read_text(encoding="utf-8")
    assert "1 passed, 1 did not" in report
    summary = (folder / "out.md").read_text(encoding="utf-8")
    assert "suite/a.json: passed" in summary
    assert "suite/b.json: failed" in summary
    assert site.asked.count("/bought") == 1
    assert "✓ suite/a.json" in lines


def test_ctrl_c_lets_nothing_begin_and_no_act_follow_and_all_is_still_written(
    folder: Path, site: Site
) -> None:
    gate = site.hold("/a")
    done = begin(folder, "-j", "1", "--junit", "out.xml")
    until(lambda: "/a" in site.asked)
    done.send_signal(signal.SIGINT)
    assert done.stderr is not None
    assert any("ending: " in line for line in iter(done.stderr.readline, ""))
    gate.set()
    _, lines = done.communicate(timeout=120)
    assert done.returncode == 130, lines
    assert "/bought" not in site.asked
    suites = parse(folder / "out.xml").getroot()
    told = {suite.get("name"): suite.findtext("system-err") for suite in suites}
    assert told == {
        "suite/a.json": "somebody interrupted it",
        "suite/b.json": "not begun: somebody interrupted it",
    }
