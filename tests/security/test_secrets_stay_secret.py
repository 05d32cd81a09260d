"""A secret that was typed comes back on pages; nothing that a run writes or prints holds it."""

import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from playwright.sync_api import BrowserContext
from tests.browser.conftest import Site

from holdfast import Player
from holdfast.adapters.formats.junit import write_junit
from holdfast.adapters.sql.sql_store import open_store
from holdfast.doors.cli.replay_command import as_data
from holdfast.doors.recorder import Recorder
from holdfast.doors.replay_page import render_replay
from holdfast.model.recording import AssertCheck, Recording, Step, StepAction
from holdfast.model.replay_result import Replay

pytestmark = pytest.mark.browser
SECRET = "tr0ub4dor&3"
LOGIN = """<!doctype html><title>Sign in</title><form action=/next>
<label>Password <input type=password name=password></label><button>Sign in</button></form>"""
OLD = "<!doctype html><title>Hello</title><h1>Welcome</h1><button id=a>Continue to shop</button>"
# Says the password in its text, with spaces, in a link and in another field.
NEW = f"""<!doctype html><title>Hello</title><h1>Welcome, {SECRET}</h1>
<p>{" ".join(SECRET)}</p><a href="/x?again={quote(SECRET)}">{SECRET}</a><input value="{SECRET}">
<button class=new title="{SECRET}">Continue to the shop</button>"""


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "holdfast.toml").write_text("", encoding="utf-8")
    return tmp_path


def recorded(context: BrowserContext, site: Site) -> Recording:
    site.serve("/", LOGIN)
    site.serve("/next", OLD)
    page = context.new_page()
    with Recorder(context, pictures=False) as recorder:
        page.goto(site.url("/"))
        page.get_by_label("Password").fill(SECRET)
        page.get_by_role("button").click()
        page.get_by_role("button", name="Continue").click()
    page.close()
    return recorder.recording


def replayed(context: BrowserContext, recording: Recording, store: Path) -> Replay:
    page = context.new_page()
    opened = open_store(f"sqlite:///{store}")
    try:
        player = Player(page, store=opened, heal_after_ms=100.0, secrets={"PASSWORD": SECRET})
        return player.play(recording)
    finally:
        opened.close()


def _spellings() -> list[str]:
    return [SECRET, quote(SECRET, safe=""), " ".join(SECRET), SECRET.replace("&", "&amp;")]


def test_nothing_that_is_written_or_shown_holds_it(
    context: BrowserContext, site: Site, project: Path
) -> None:
    recording = recorded(context, site)
    recording.save(project / "login.json")
    site.serve("/next", NEW)
    replay = replayed(context, recording, project / "runs.db")
    assert len(replay.steps) == len(recording.steps) + 1
    shown = {
        "recording": (project / "login.json").read_text(encoding="utf-8"),
        "json": str(as_data(replay)),
        "junit": write_junit(replay).decode(),
        "report": render_replay(replay),
        "store": "\n".join(sqlite3.connect(project / "runs.db").iterdump()),
    }
    for place, text in shown.items():
        for spelling in _spellings():
            assert spelling not in text, f"{spelling!r} is in the {place}"


# ------------------------------------------------------------------------- all at once, by command

# In a frame: says what is typed to the page around it, shows it in a field that takes the
# password's place, and sends it along in addresses.
HOSTILE_LOGIN = """<!doctype html><title>Sign in</title><form action=/next target=_top>
<label>Password <input id=pw type=password name=password2></label>
<button>Sign in</button></form>
<script>pw.onchange = () => {
  parent.document.querySelector("h1").textContent = "Typed: " + pw.value
  const shown = document.createElement("input")
  shown.name = "password2"; shown.setAttribute("value", pw.value)
  shown.setAttribute("aria-label", "shown " + pw.value)
  pw.replaceWith(shown)
}</script>"""
FRAMED = "<!doctype html><title>Shop</title><h1>Welcome</h1><iframe src=/login></iframe>"
# Asks with the secret before anything else can be done, and says it wherever a report might look.
HOSTILE_NEXT = f"""<!doctype html><title>Hello {SECRET}</title><h1>Welcome, {SECRET}</h1>
<p>{" ".join(SECRET)}</p><input value="{SECRET}" aria-label="{SECRET}">
<button class=new title="{SECRET}" onclick="alert('{SECRET}')">Continue to the shop</button>"""


def framed_recording(context: BrowserContext, site: Site) -> Recording:
    site.serve("/login", LOGIN.replace("<form ", "<form target=_top "))
    site.serve("/next", OLD)
    page = context.new_page()
    with Recorder(context, pictures=False) as recorder:
        page.goto(site.serve("/", FRAMED))
        frame = page.frame_locator("iframe")
        frame.get_by_label("Password").fill(SECRET)
        frame.get_by_role("button").click()
        page.get_by_role("button", name="Continue").click()
    made = recorder.recording
    page.close()
    last = made.steps[-1]
    asserts = (
        replace(last, id="text", action=StepAction.ASSERT, check=AssertCheck.TEXT, value="Welcome"),
        Step(id="url", action=StepAction.ASSERT, check=AssertCheck.URL, value=site.url("/next")),
    )
    return replace(made, steps=(*made.steps, *asserts))


def run_command(project: Path) -> dict[str, str]:
    """Return all that a replay by command writes and prints, by where."""
    (project / "secrets").write_text(f"PASSWORD={SECRET}\n", encoding="utf-8")
    options = (
        "--secrets secrets --keep-going --junit out.xml --report out.html --trace trace.zip".split()
    )
    command = [sys.executable, "-m", "holdfast", "replay", "login.json", *options]
    printed = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    store = sqlite3.connect(project / ".holdfast" / "holdfast.db")
    told = {
        "stdout": printed.stdout + printed.stderr,
        "junit": (project / "out.xml").read_text(encoding="utf-8"),
        "report": (project / "out.html").read_text(encoding="utf-8"),
        "store": "\n".join(store.iterdump()),
    }
    store.close()
    return told


@pytest.mark.slow
def test_a_run_by_command_writes_and_prints_it_nowhere(
    context: BrowserContext, site: Site, project: Path
) -> None:
    framed_recording(context, site).save(project / "login.json")
    fine = run_command(project)
    assert "Continue to shop" in fine["stdout"], "what is no secret is shown"
    site.serve("/login", HOSTILE_LOGIN)
    site.serve("/next", HOSTILE_NEXT)
    told = run_command(project)
    for place, text in told.items():
        for spelling in _spellings():
            assert spelling not in text, f"{spelling!r} is in the {place}"
    suite = ElementTree.fromstring(told["junit"]).find("testsuite")
    assert suite is not None, "it is written all the same"
    assert suite.get("tests") == "6"
    assert not (project / "trace.zip").exists(), "no trace is kept of a run with secrets"
