"""Attacks on passwords in a real browser: judged by what the attacker's page received."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page
from tests.browser.conftest import Site

from holdfast import Player
from holdfast.doors.recorder import Recorder
from holdfast.model.recording import Recording, Step, StepAction
from holdfast.model.replay_result import Replay, StepOutcome

pytestmark = pytest.mark.browser
SECRET = "correct horse"
FORM = """<!doctype html><title>Sign in</title><form onsubmit="return false">
<label>User <input name=user></label>
<label>Password <input id=pw type=password name=password></label>
<button>Sign in</button></form>"""
LOGIN = FORM + "<script>pw.oninput = () => { document.title = pw.value }</script>"


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "holdfast.toml").write_text("", encoding="utf-8")


def record(context: BrowserContext, url: str) -> Recording:
    page = context.new_page()
    with Recorder(context, pictures=False) as recorder:
        page.goto(url)
        page.get_by_label("Password").fill(SECRET)
    page.close()
    (typed,) = [step for step in recorder.recording.steps if step.action is StepAction.TYPE]
    assert typed.value == "${PASSWORD}"
    return recorder.recording


def replayed(
    context: BrowserContext, recording: Recording, **settings: object
) -> tuple[Replay, Page]:
    page = context.new_page()
    player = Player(page, heal_after_ms=100.0, secrets={"PASSWORD": SECRET}, **settings)  # type: ignore[arg-type]  # tests name each option
    return player.play(recording), page


def texts(page: Page) -> list[str]:
    """Return what every document of the page got: its title is what was typed."""
    return [frame.title() for frame in page.frames]


def test_a_password_is_typed_where_it_was_recorded(context: BrowserContext, site: Site) -> None:
    recording = record(context, site.serve("/", LOGIN))
    replay, page = replayed(context, recording)
    assert replay.passed
    assert texts(page) == [SECRET]


def test_a_form_that_moved_into_a_frame_of_another_origin_gets_nothing(
    context: BrowserContext, site: Site
) -> None:
    recording = record(context, site.serve("/", LOGIN))
    site.serve("/evil", LOGIN)
    frame = site.url("/evil", host="localhost")
    site.serve("/", f"<!doctype html><title>Shop</title><iframe src={frame}></iframe>")
    replay, page = replayed(context, recording)
    assert replay.steps[-1].outcome is not StepOutcome.HELD
    assert not replay.passed
    assert SECRET not in texts(page)


@pytest.mark.parametrize("move", ["redirect", "script"])
def test_a_site_that_sends_one_elsewhere_gets_nothing_there(
    context: BrowserContext, site: Site, move: str
) -> None:
    recording = record(context, site.serve("/", LOGIN))
    site.serve("/evil", LOGIN)
    evil = site.url("/evil", host="localhost")
    how = f"<meta http-equiv=refresh content='0;url={evil}'>"
    site.serve("/", how if move == "redirect" else f"<script>location = '{evil}'</script>")
    replay, page = replayed(context, recording)
    assert not replay.passed
    assert "belongs to http://127.0.0.1" in replay.steps[-1].reason
    assert SECRET not in texts(page)


def test_the_user_can_name_another_site_and_a_recording_cannot(
    context: BrowserContext, site: Site
) -> None:
    recording = record(context, site.serve("/", LOGIN))
    elsewhere = site.url("", host="localhost")
    replay, page = replayed(context, recording, base_url=elsewhere)
    assert replay.passed
    assert texts(page) == [SECRET]
    moved = _moved(recording, lambda url: url.replace("127.0.0.1", "localhost"))
    declared = replace(moved, secrets=recording.secrets)
    assert not replayed(context, declared)[0].passed
    allowed, page = replayed(context, declared, allow_origins=("http://localhost:*",))
    assert allowed.passed
    assert texts(page) == [SECRET]


def _moved(recording: Recording, move: Callable[[str], str]) -> Recording:
    steps = tuple(
        replace(step, url=move(step.url), value=move(step.value) if step.value else None)
        for step in recording.steps
    )
    return replace(recording, start_url=move(recording.start_url), steps=steps)


def test_a_secret_is_not_carried_away_in_an_address(context: BrowserContext, site: Site) -> None:
    recording = record(context, site.serve("/", LOGIN))
    evil = site.url("/evil?got=${PASSWORD}", host="localhost")
    leak = Step(id="leak", action=StepAction.NAVIGATE, url=evil, value=evil)
    replay, page = replayed(context, replace(recording, steps=(*recording.steps, leak)))
    assert replay.steps[-1].outcome is StepOutcome.REFUSED
    assert "localhost" not in page.url


def test_the_recording_declares_its_secrets_with_their_origin(
    context: BrowserContext, site: Site
) -> None:
    recording = record(context, site.serve("/", LOGIN))
    assert [(one.name, one.origin) for one in recording.secrets] == [
        ("PASSWORD", site.url("").rstrip("/"))
    ]


def test_the_environment_is_not_read(
    context: BrowserContext, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH_TO_SECRETS", "x")
    recording = record(context, site.serve("/", LOGIN))
    steal = replace(recording.steps[-1], value="${PATH_TO_SECRETS}")
    with pytest.raises(Exception, match="needs the secret 'PATH_TO_SECRETS'"):
        replayed(context, replace(recording, steps=(*recording.steps[:-1], steal)))
