"""`holdfast replay` with a browser that runs already, signed in, with secrets; one that dies."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import orjson
import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Site
from tests.browser.journeys import Journey

from holdfast.adapters.browser.launch import get_browser, launch_arguments
from holdfast.model.recording import StepAction

pytestmark = pytest.mark.browser

HTML = (
    "<!doctype html><h1>Account</h1><label for=pin>PIN</label><input id=pin>"
    "<button id=save onclick=\"out.textContent = document.cookie + ' ' + pin.value\">Save changes"
    "</button><button id=more>Show more</button><p id=out></p>"
)


@contextmanager
def running_chromium(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Yield a Chromium of its own, and the address of its DevTools."""
    command = [
        get_browser().path,
        *launch_arguments(),
        "--headless",
        "--remote-debugging-port=0",
        f"--user-data-dir={folder}",
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as chromium:
        try:
            assert chromium.stderr is not None
            told = (re.search(r"DevTools listening on (\S+)", line) for line in chromium.stderr)
            yield chromium, next(found[1] for found in told if found)
        finally:
            chromium.kill()


@pytest.fixture
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, str]]:
    """Return the process and the DevTools address of a Chromium that runs already."""
    with running_chromium(tmp_path_factory.mktemp("profile")) as (process, address):
        yield process.pid, address


@pytest.fixture
def recording(page: Page, site: Site, tmp_path: Path) -> Path:
    """Return a recording of three steps, in a project of its own."""
    (tmp_path / "holdfast.toml").write_text("")
    journey = Journey(page, site.serve("/", HTML))
    journey.add(StepAction.TYPE, "#pin", value="${PIN}")
    journey.add(StepAction.CLICK, "#save").add(StepAction.CLICK, "#more")
    journey.add(StepAction.ASSERT, "#out", check="text", value="{{expected}}")
    journey.recording.save(tmp_path / "account.json")
    return tmp_path / "account.json"


def command(recording: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "holdfast", "replay", recording.name, *options]


def replay(recording: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(recording, *options),
        cwd=recording.parent,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_browser_that_runs_already_is_used_and_left_running(
    recording: Path, chromium: tuple[int, str]
) -> None:
    (recording.parent / "secrets.env").write_text("# of the test\nPIN=4711\n")
    process, address = chromium
    options = ["--browser-ws", address, "--secrets", "secrets.env", "--var", "expected=4711"]
    done = replay(recording, *options)
    assert done.returncode == 0, done.stdout + done.stderr
    os.kill(process, 0)  # raises when it is gone


def test_an_address_where_no_browser_answers_is_a_clear_error(recording: Path) -> None:
    done = replay(recording, "--browser-ws", "ws://127.0.0.1:9/devtools")
    assert done.returncode == 3
    assert "no browser answers at 'ws://127.0.0.1:9/devtools'" in done.stderr
    assert "next: " in done.stderr
    assert "Traceback" not in done.stderr


def test_it_starts_signed_in_and_no_secret_is_left_behind(recording: Path, site: Site) -> None:
    folder = recording.parent
    state = {"cookies": [{"name": "user", "value": "ada", "url": site.url("/")}], "origins": []}
    (folder / "state.json").write_bytes(orjson.dumps(state))
    (folder / "secrets.env").write_text("PIN=47110815\n")
    options = ["--storage-state", "state.json", "--secrets", "secrets.env"]
    more = ["--var", "expected=user=ada 47110815", "--report", "out.html", "--junit", "out.xml"]
    done = replay(recording, *options, *more)
    assert done.returncode == 0, done.stdout + done.stderr
    written = [f for f in folder.rglob("*") if f.is_file() and f.name != "secrets.env"]
    assert {"out.html", "out.xml", "holdfast.db"} <= {file.name for file in written}
    for file in written:
        assert b"47110815" not in file.read_bytes(), file
    assert "47110815" not in done.stdout + done.stderr


def test_a_browser_that_is_killed_ends_the_run_with_what_is_known(
    recording: Path, chromium: tuple[int, str], site: Site
) -> None:
    (recording.parent / "secrets.env").write_text("PIN=4711\n")
    process, address = chromium
    # The third step never holds: while it is waited for, the browser is killed.
    site.serve("/", HTML.replace("<button id=more>Show more</button>", ""))
    options = ["--browser-ws", address, "--secrets", "secrets.env", "--var", "expected=x"]
    files = ["--junit", "out.xml", "--report", "out.html"]
    with subprocess.Popen(
        command(recording, *options, *files),
        cwd=recording.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stdout is not None
        lines = [run.stdout.readline() for _ in range(3)]
        os.kill(process, signal.SIGKILL)
        rest, complaints = run.communicate(timeout=60)
    told = "".join(lines) + rest
    assert run.returncode == 3, told + complaints
    assert complaints.startswith("error: ")
    assert "next:" in complaints
    assert "Traceback" not in complaints
    assert "2 held" in told
    assert "not run" in told
    assert "</testsuites>" in (recording.parent / "out.xml").read_text()
    assert "</html>" in (recording.parent / "out.html").read_text()
    assert not list(recording.parent.rglob("*.tmp*"))
    database = recording.parent / ".holdfast" / "holdfast.db"
    with closing(sqlite3.connect(database)) as store:
        (passed, ended, held), *others = store.execute(
            "SELECT passed, ended_at, held_steps FROM runs"
        ).fetchall()
    assert (passed, held, others) == (0, 2, [])
    assert ended is not None
