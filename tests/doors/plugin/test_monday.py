"""A Monday: a suite is red after a redesign; one key for each change, a patch, and it is green."""

import io
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, expect

from holdfast.app.wiring import load_project
from holdfast.doors.cli import main
from holdfast.doors.portal.application import create_app
from holdfast.doors.portal.portal_settings import PortalSettings

# Slow: the suite is run four times, each in a process and a browser of its own.
pytestmark = [pytest.mark.browser, pytest.mark.slow]

BEFORE = """<!doctype html><title>Notes</title><main><h1>Notes</h1>
<form><label>Title <input id="note-title"></label>
<button id="save" type="button" onclick="document.querySelector('output').textContent='Saved'">
Save</button> <button id="discard" type="reset">Discard</button></form>
<nav><a id="archive" href="#archive">Archive</a> <a href="#help">Help</a></nav>
<output></output></main>"""
AFTER = """<!doctype html><title>Notes</title><main class="v2"><h1>Notes</h1>
<section><label>Title <input class="field"></label>
<div class="bar"><button class="primary" type="button"
onclick="document.querySelector('output').textContent='Saved'">Save note</button>
<button class="ghost" type="reset">Discard</button></div></section>
<nav><a class="link" href="#archive">Archived notes</a> <a href="#help">Help</a></nav>
<output></output></main>"""
TESTS = """import os, pytest
from playwright.sync_api import expect

@pytest.fixture
def notes(healing_page):
    healing_page.set_default_timeout(4000)
    healing_page.goto(os.environ["SITE"])
    return healing_page

def test_a_note_is_saved(notes):
    notes.locator("#save").click()
    expect(notes.locator("output")).to_have_text("Saved")

def test_a_long_note_is_saved(notes):
    notes.locator("#save").click()

def test_an_empty_note_is_saved(notes):
    notes.locator("#save").click()

def test_the_archive_is_reached(notes):
    notes.locator("#archive").click()
    expect(notes).to_have_url(os.environ["SITE"] + "#archive")
"""
SET_UP = """import pytest
from holdfast.adapters.browser.launch import launch_options

@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return {**browser_type_launch_args, **launch_options()}
"""
CHANGES = 2  # a renamed button in three tests, and a renamed link in one


@dataclass(frozen=True)
class Monday:
    """A suite that is red, and the page that made it so."""

    root: Path

    def run(self, page: str) -> int:
        """Return how pytest ends on a page."""
        site = self.root / "site.html"
        site.write_text(page, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "--holdfast-after", "300", "test_notes.py"],
            cwd=self.root,
            env={**os.environ, "SITE": site.as_uri()},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode

    def source(self) -> str:
        return (self.root / "test_notes.py").read_text(encoding="utf-8")

    def kept(self) -> dict[str, bytes]:
        """Return the fingerprints and what is healed in the source, by file."""
        own = self.root / ".holdfast"
        files = [*(own / "fingerprints").rglob("*.json"), *(own / "healed").glob("*.json")]
        return {str(file): file.read_bytes() for file in files}

    def patch(self) -> None:
        """Put what was answered into the source."""
        assert call("patch", "--out", "monday.patch") == 0
        subprocess.run(["git", "apply", "monday.patch"], cwd=self.root, check=True)


def call(*words: str) -> int:
    """Run a command in this process; return how it ends."""
    return main([*words])


@pytest.fixture(scope="module")
def red(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("monday")
    (root / "holdfast.toml").write_text("", encoding="utf-8")
    (root / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (root / "conftest.py").write_text(SET_UP, encoding="utf-8")
    (root / "test_notes.py").write_text(TESTS, encoding="utf-8")
    monday = Monday(root)
    assert monday.run(BEFORE) == 0
    assert monday.run(AFTER) == 1
    return root


@pytest.fixture
def monday(red: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Monday]:
    """Yield the red suite; its source is as before afterwards."""
    monkeypatch.chdir(red)
    monkeypatch.setenv("HOLDFAST_USER", "ann")
    source = (red / "test_notes.py").read_bytes()
    yield Monday(red)
    (red / "test_notes.py").write_bytes(source)


def test_one_key_for_each_change_in_the_terminal_and_back(
    monday: Monday, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = monday.kept()
    keys = io.StringIO("1" * CHANGES)
    monkeypatch.setattr(sys, "stdin", keys)
    assert call("fix") == 0
    told = capsys.readouterr().out
    assert keys.read() == ""
    assert f"1 of {CHANGES}: 'Save'" in told
    assert "picture     .holdfast/pictures/healing-" in told
    monday.patch()
    assert monday.source().count("Save note") == 3
    assert '#archive").click' not in monday.source()
    # All three return: the healings wait again, fingerprints and patch are what they were.
    numbers = [word for line in told.splitlines() if "undo" in line for word in line.split()]
    assert call("review", "undo", *(word for word in numbers if word.isdigit())) == 0
    assert monday.kept() == before


def test_one_key_for_each_change_in_the_portal_and_the_suite_is_green(
    monday: Monday, browser: Browser
) -> None:
    with portal(monday.root) as url:
        page = browser.new_page(base_url=url)
        page.goto("/review")
        for _ in range(CHANGES):
            number = page.locator("article.healing").get_attribute("data-number")
            expect(page.locator("article.healing img.page").first).to_be_visible()
            page.keyboard.press("1")
            expect(page.get_by_role("status")).to_contain_text(f"Healing {number}")
        expect(page.get_by_text("Nothing waits for you").first).to_be_visible()
        page.close()
    monday.patch()
    assert monday.run(AFTER) == 0


class portal:  # noqa: N801 - used like a function
    """A portal on a project's folder, for as long as the block lasts."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def __enter__(self) -> str:
        project = load_project(self.root)
        self.store = project.open_shared_store()
        settings = PortalSettings(project=project, store=self.store, auth=False)
        self.listening = socket.create_server(("127.0.0.1", 0))
        config = uvicorn.Config(
            create_app(settings), log_level="error", lifespan="off", ws="none", access_log=False
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([self.listening],))
        self.thread.start()
        return f"http://127.0.0.1:{self.listening.getsockname()[1]}"

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.listening.close()
        self.store.close()
