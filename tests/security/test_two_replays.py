"""Two replays in one folder at the same time: both end, and nothing of either is lost."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext
from tests.browser.conftest import Site

from holdfast import Recorder, Recording

pytestmark = [pytest.mark.browser, pytest.mark.slow]
OLD = "<!doctype html><title>Shop</title><h1>Shop</h1><button id=a>Continue to shop</button>"
NEW = "<!doctype html><title>Shop</title><h1>Shop</h1><button class=b>Continue to the shop</button>"


def test_two_replays_of_one_recording_in_one_folder_lose_nothing(
    context: BrowserContext, site: Site, tmp_path: Path
) -> None:
    page = context.new_page()
    with Recorder(context, name="shop", pictures=False) as recorder:
        page.goto(site.serve("/", OLD))
        page.get_by_role("button").click()
    recorder.recording.save(tmp_path / "shop.json")
    page.close()
    (tmp_path / "holdfast.toml").write_text("", encoding="utf-8")
    site.serve("/", NEW)
    command = [sys.executable, "-m", "holdfast", "replay", "shop.json", "--junit"]
    replays = [
        subprocess.Popen(
            [*command, f"{name}.xml"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        for name in ("one", "two")
    ]
    for replay in replays:
        said, _ = replay.communicate(timeout=300)
        assert replay.returncode in {0, 1}, said.decode()
    store = sqlite3.connect(tmp_path / ".holdfast" / "holdfast.db")
    ended = store.execute("SELECT count(*) FROM runs WHERE ended_at IS NOT NULL").fetchone()
    decided = store.execute("SELECT count(DISTINCT job_id) FROM confidence_logs").fetchone()
    sound = store.execute("PRAGMA integrity_check").fetchone()
    store.close()
    assert (ended, decided, sound) == ((2,), (2,), ("ok",))
    assert all((tmp_path / f"{name}.xml").exists() for name in ("one", "two"))
    assert len(Recording.load(tmp_path / "shop.json").steps) == 1
