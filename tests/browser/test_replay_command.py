"""`holdfast replay` as people call it: files, exit codes, and what stands in the store."""

import os
import pty
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from xml.etree.ElementTree import parse

import orjson
import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Site
from tests.browser.journeys import Journey

from holdfast.app.wiring import load_project
from holdfast.model.recording import Recording, StepAction

pytestmark = pytest.mark.browser

OLD = (
    "<!doctype html><h1>Account</h1><button id='save'>Save changes</button>"
    "<p><a href='#'>Help</a></p>"
)
NEW = OLD.replace(" id='save'", "").replace("Save changes", "Save all changes")


@pytest.fixture
def recording(page: Page, site: Site, tmp_path: Path) -> Path:
    """Return a recording of one click, in a project of its own."""
    (tmp_path / "holdfast.toml").write_text("")
    journey = Journey(page, site.serve("/", OLD)).add(StepAction.CLICK, "#save")
    journey.recording.save(tmp_path / "shop.json")
    return tmp_path / "shop.json"


def replay(recording: Path, *options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "holdfast", "replay", recording.name, *options],
        cwd=recording.parent,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_run_that_holds_exits_with_0_and_says_so(recording: Path) -> None:
    done = replay(recording)
    assert done.returncode == 0, done.stderr
    assert "2/2  ✓ click 'Save changes'" in done.stdout
    assert "1 held" in done.stdout


def test_what_was_healed_is_in_every_format(recording: Path, site: Site) -> None:
    site.serve("/", NEW)
    done = replay(recording, "--json", "--junit", "out.xml", "--report", "out.html")
    told = orjson.loads(done.stdout)
    step = told["steps"][-1]
    assert (step["outcome"], step["now"]) == ("healed", "<button> 'Save all changes'"), step
    assert told["kept"] == ["s1"]
    suite = parse(recording.parent / "out.xml").getroot()[0]
    assert suite.get("failures") == "0"
    assert "Save all changes" in (recording.parent / "out.html").read_text(encoding="utf-8")
    assert (recording.parent / ".holdfast" / "holdfast.db").exists()


NOTES = """<!doctype html><title>Notes</title><h1>Notes</h1><nav><a href="#all">All notes</a></nav>
<main><button id="add">Add note</button><p>Kept here.</p>
<button id="sync">Synchronise</button></main>"""
# Two of them: nobody but a person can tell which is meant.
TWICE = """<!doctype html><title>Notes</title><h1>Notes</h1><nav><a href="#all">All notes</a></nav>
<main><button id="sync">Synchronise</button>
<div><button>Add note</button><button>Add note</button></div></main>"""


def on_a_terminal(folder: Path, keys: bytes, *arguments: str) -> tuple[int, str]:
    """Return how a command ended, and what it said to somebody who types these keys ahead."""
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "holdfast", *arguments]
    with subprocess.Popen(
        command, cwd=folder, stdin=follower, stdout=subprocess.PIPE, text=True
    ) as process:
        os.close(follower)
        os.write(leader, keys)
        told, _ = process.communicate()
    os.close(leader)
    return process.returncode, told


def test_what_would_be_refused_is_asked_and_the_same_run_goes_on(
    page: Page, site: Site, tmp_path: Path
) -> None:
    (tmp_path / "holdfast.toml").write_text("")
    journey = Journey(page, site.serve("/", NOTES))
    journey.add(StepAction.CLICK, "#add").add(StepAction.CLICK, "#sync")
    journey.recording.save(tmp_path / "notes.json")
    site.serve("/", TWICE)

    def answer(key: bytes) -> tuple[int, list[str]]:
        code, told = on_a_terminal(tmp_path, key, "replay", "notes.json", "--ask")
        assert "step 2: 'Add note'" in told
        with closing(load_project(tmp_path).open_store()) as store:
            run = next(iter(store.iter_healings())).run_id
            return code, [step.label for step in store.iter_steps(run)]

    assert answer(b"s") == (1, ["done", "suggested", "held"])
    assert answer(b"2") == (0, ["done", "held", "held"])
    changed = Recording.load(tmp_path / "notes.json").steps[0].fingerprint
    assert changed is not None
    assert changed.node.xpath == "/html/body/main/div/button[2]"
    assert replay(tmp_path / "notes.json").returncode == 0


def test_a_single_threshold_is_a_flag_before_all_files(recording: Path, site: Site) -> None:
    (recording.parent / "holdfast.toml").write_text("[thresholds]\nautoApply = 61\n")
    site.serve("/", NEW)

    for options in ((), ("-j1",)):
        done = replay(recording, "--auto-apply", "99", "--suggest-only", "41", *options)
        assert done.returncode == 0, done.stderr
        with closing(load_project(recording.parent).open_store()) as store:
            newest = next(iter(store.iter_healings()))
            entry = store.find_entry(newest.entry_id)
        assert entry is not None
        assert str(entry.threshold_used) == "99/60/41"


def test_a_message_that_could_not_be_delivered_is_told_and_fails_nothing(
    page: Page, site: Site, tmp_path: Path
) -> None:
    nobody = "http://127.0.0.1:9/hook"  # the port where everything is refused
    (tmp_path / "holdfast.toml").write_text('[notifications]\nslackWebhook = "${HOOK}"\n')
    old = OLD.replace("Save changes", "Delete account")
    journey = Journey(page, site.serve("/", old)).add(StepAction.CLICK, "#save")
    journey.recording.save(tmp_path / "shop.json")
    site.serve("/", old.replace(" id='save'", "").replace("Delete account", "Delete my account"))
    done = replay(tmp_path / "shop.json", HOOK=nobody)
    assert done.returncode == 0, done.stderr
    assert "healed \N{EN DASH} check this (confidence " in done.stdout
    assert "note: a message was not delivered: Slack: " in done.stderr
    assert "holdfast review list" in done.stderr
    assert nobody not in done.stderr


def test_a_refusal_exits_with_1_and_leaves_a_trace(recording: Path, site: Site) -> None:
    site.serve("/", OLD.replace("<button id='save'>Save changes</button>", ""))
    done = replay(recording)
    assert done.returncode == 1
    assert "refused" in done.stdout
    assert (recording.parent / ".holdfast" / "traces" / "shop.zip").exists()


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        (["--var", "nonsense"], 2, "--var wants NAME=VALUE"),
        (["--secrets", "missing.txt"], 3, "cannot read"),
        (["--storage-state", "missing.json"], 3, "cannot read"),
        (["--mode", "wild"], 2, "mode"),
        (["--ask", "--json"], 2, "--ask is for one recording"),
        (["--auto-apply", "50"], 2, "autoApply must be a whole number from 60 to 100"),
        (["--apply-with-flag", "80"], 2, "must be falling (autoApply > applyWithFlag"),
    ],
)
def test_wrong_options_say_what_to_do(
    recording: Path, options: list[str], code: int, told: str
) -> None:
    done = replay(recording, *options)
    assert done.returncode == code
    assert told in done.stderr
