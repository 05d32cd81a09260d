"""A disk that is full while a run replays: nothing is pressed that is not written, nothing lost."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Site
from tests.browser.journeys import Journey

from holdfast.model.recording import StepAction

pytestmark = pytest.mark.browser
PRESSED = "onclick=\"const r = new XMLHttpRequest(); r.open('GET', '/pressed', false); r.send()\""
OLD = f"<!doctype html><title>Shop</title><h1>Account</h1><button id=save {PRESSED}>Save changes"
NEW = OLD.replace(" id=save", "").replace("Save changes", "Save all changes")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a folder on a disk of four megabytes."""
    place = tmp_path / "small"
    place.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {made.stderr.strip()}")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def replay(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "holdfast", "replay", "shop.json", "--junit", "out.xml"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def fill(folder: Path) -> Path:
    """Leave no room on the disk; what is returned gives it back."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            os.fsync(file.fileno())
    return ballast


def test_what_cannot_be_written_is_not_pressed_and_nothing_is_lost(
    small_disk: Path, page: Page, site: Site
) -> None:
    (small_disk / "holdfast.toml").write_text("")
    journey = Journey(page, site.serve("/", OLD)).add(StepAction.CLICK, "#save")
    journey.recording.save(small_disk / "shop.json")
    assert replay(small_disk).returncode == 0
    site.asked.clear()
    site.serve("/", NEW)
    before = (small_disk / "shop.json").read_bytes()
    ballast = fill(small_disk)
    done = replay(small_disk)
    assert done.returncode not in {0, None}, done.stdout
    assert "full" in done.stderr or "room" in done.stderr, done.stderr
    assert "/pressed" not in site.asked
    assert (small_disk / "shop.json").read_bytes() == before
    ballast.unlink()
    store = sqlite3.connect(small_disk / ".holdfast" / "holdfast.db")
    assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    store.close()
    again = replay(small_disk)
    assert again.returncode == 0, again.stderr
    assert "/pressed" in site.asked
