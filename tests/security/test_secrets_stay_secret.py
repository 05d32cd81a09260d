"""A secret that was typed comes back on pages; nothing that a run writes or prints holds it."""

import sqlite3
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext
from tests.browser.conftest import Site

from holdfast import Player
from holdfast.adapters.formats.junit import write_junit
from holdfast.adapters.sql.sql_store import open_store
from holdfast.doors.cli.replay_command import as_data
from holdfast.doors.recorder import Recorder
from holdfast.doors.replay_page import render_replay
from holdfast.model.recording import Recording
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
