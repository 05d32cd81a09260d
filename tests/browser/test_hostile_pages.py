"""Pages that never answer or never come to rest end their step; the run ends orderly."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.conftest import Site
from tests.browser.journeys import Journey

from holdfast.adapters.browser import watchdog
from holdfast.doors.player import Player
from holdfast.model.recording import StepAction
from holdfast.model.replay_result import Replay, StepOutcome

pytestmark = pytest.mark.browser
CALM = "<button id=go>Go</button><button id=on onclick=\"document.title = 'on'\">On</button>"
HANGS = CALM.replace("id=go", "id=go onclick='while (true);'")
HANGS_ONCE_AND_AGAIN = CALM + "<script>setInterval(() => { while (true); }, 50)</script>"
RESTLESS = (
    CALM.replace("id=go>Go", "id=left>Gone")
    + "<script>setTimeout(() => location.reload(), 30)</script>"
)


@pytest.fixture(autouse=True)
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a page hang for a second and not for ten."""
    monkeypatch.setattr(watchdog, "ANSWER_MS", 1_000.0)


def replay(page: Page, site: Site, html: str, browser: Browser) -> Replay:
    """Record two clicks on a calm page, and replay them on another one."""
    journey = Journey(page, site.serve("/", CALM)).add(StepAction.CLICK, "#go")
    recording = journey.add(StepAction.CLICK, "#on").recording
    site.serve("/", html)
    context = browser.new_context()
    done = Player(context, reader=None, heal_after_ms=300.0, keep_going=True).play(recording)
    context.close()
    return done


def test_a_page_that_hangs_fails_its_step_and_the_run_goes_on(
    page: Page, site: Site, browser: Browser
) -> None:
    done = replay(page, site, HANGS, browser)
    assert [step.outcome for step in done.steps] == ["done", "failed", "held"]
    assert "did not answer any more" in done.steps[1].reason
    assert done.error is None


def test_a_page_that_hangs_for_ever_is_ended_and_so_is_the_run(
    page: Page, site: Site, browser: Browser
) -> None:
    done = replay(page, site, HANGS_ONCE_AND_AGAIN, browser)
    assert not done.passed
    assert "and was ended" in (done.error or "")
    assert {step.outcome for step in done.steps} <= {"done", "held", "failed", "not run"}
    assert len(done.steps) == 3


@pytest.mark.slow
def test_a_page_that_never_comes_to_rest_fails_its_step(
    page: Page, site: Site, browser: Browser
) -> None:
    done = replay(page, site, RESTLESS, browser)
    assert done.steps[1].outcome in {StepOutcome.FAILED, StepOutcome.REFUSED}
    assert done.error is None


@pytest.mark.slow
def test_what_a_run_writes_is_written_when_the_page_hangs(
    page: Page, site: Site, tmp_path: Path
) -> None:
    journey = Journey(page, site.serve("/", CALM)).add(StepAction.CLICK, "#go")
    journey.recording.save(tmp_path / "go.json")
    site.serve("/", "<script>while (true);</script>" + CALM)
    command = [sys.executable, "-m", "holdfast", "replay", "go.json"]
    files = ["--junit", "out.xml", "--report", "out.html"]
    told = subprocess.run(
        [*command, *files], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert told.returncode == 1, told.stderr
    assert "did not answer any more" in (tmp_path / "out.xml").read_text(encoding="utf-8")
    assert (tmp_path / "out.html").exists()
