"""Frames that show somebody else's document now: what was recorded in them is not done there."""

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tests.browser.conftest import Site

from holdfast import Player
from holdfast.doors.recorder import Recorder
from holdfast.model.recording import DeclaredSecret, Recording, Step, StepAction
from holdfast.model.replay_result import Replay, StepOutcome

pytestmark = pytest.mark.browser
FORM = """<!doctype html><title>Form</title><label>Amount <input id=a name=amount></label>
<button id=pay onclick="document.title = 'paid ' + a.value">Pay now</button>"""


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "holdfast.toml").write_text("", encoding="utf-8")


def around(address: str) -> str:
    return (
        f"<!doctype html><title>Shop</title><h1>Pay</h1><iframe name=pay src='{address}'></iframe>"
    )


def record(context: BrowserContext, url: str) -> Recording:
    page = context.new_page()
    with Recorder(context, pictures=False) as recorder:
        page.goto(url)
        frame = page.frame_locator("iframe").first
        frame.get_by_label("Amount").fill("25")
        frame.get_by_role("button").click()
    page.close()
    return recorder.recording


def replayed(context: BrowserContext, recording: Recording) -> tuple[Replay, Page]:
    page = context.new_page()
    return Player(page, heal_after_ms=100.0, store=None).play(recording), page


def titles(page: Page) -> list[str]:
    return [frame.title() for frame in page.frames[1:]]


def test_a_frame_of_the_same_origin_holds(context: BrowserContext, site: Site) -> None:
    site.serve("/form", FORM)
    recording = record(context, site.serve("/", around("/form")))
    replay, page = replayed(context, recording)
    assert [step.outcome for step in replay.steps[-2:]] == [StepOutcome.HELD] * 2
    assert titles(page) == ["paid 25"]


def test_a_frame_that_was_foreign_and_still_is_the_same_holds(
    context: BrowserContext, site: Site
) -> None:
    site.serve("/form", FORM)
    recording = record(context, site.serve("/", around(site.url("/form", host="localhost"))))
    replay, page = replayed(context, recording)
    assert [step.outcome for step in replay.steps[-2:]] == [StepOutcome.HELD] * 2
    assert titles(page) == ["paid 25"]


@pytest.mark.parametrize("way", ["directly", "redirected", "by a script"])
def test_a_frame_that_shows_another_origin_now_gets_nothing(
    context: BrowserContext, site: Site, way: str
) -> None:
    """The form is the same to the letter, and so is the frame: only whose it is has changed."""
    site.serve("/form", FORM)
    recording = record(context, site.serve("/", around("/form")))
    evil = site.url("/evil", host="localhost")
    site.serve("/evil", FORM)
    if way == "directly":
        site.serve("/", around(evil))
    elif way == "redirected":
        site.serve("/form", f"<meta http-equiv=refresh content='0;url={evil}'>")
    else:
        site.serve("/form", f"<script>location.replace('{evil}')</script>")
    replay, page = replayed(context, recording)
    assert not replay.passed
    assert all(step.outcome is not StepOutcome.HELD for step in replay.steps[-2:])
    expect(page.frame_locator("iframe").get_by_label("Amount")).to_have_value("")
    assert titles(page) == ["Form"]


def test_a_frame_that_was_foreign_and_belongs_to_a_third_one_gets_nothing(
    context: BrowserContext, site: Site
) -> None:
    site.serve("/form", FORM)
    recording = record(context, site.serve("/", around(site.url("/form", host="localhost"))))
    document = FORM.replace('"', "&quot;").replace("'", "&#39;")
    site.serve("/", around(f"data:text/html,{document}"))
    replay, page = replayed(context, recording)
    assert not replay.passed
    assert titles(page) == ["Form"]


def test_a_popup_of_another_origin_gets_no_secret(context: BrowserContext, site: Site) -> None:
    login = "<!doctype html><title>In</title><label>Password <input type=password></label>"
    home = "<!doctype html><title>Shop</title><a target=_blank href='{}'>Sign in</a>"
    site.serve("/login", login)
    site.serve("/evil", login)
    site.serve("/", home.format("/login"))
    page = context.new_page()
    with Recorder(context, pictures=False) as recorder:
        page.goto(site.url("/"))
        with context.expect_page() as opened:
            page.get_by_role("link").click()
        opened.value.get_by_label("Password").fill("correct horse")
    recording = recorder.recording
    for one in context.pages:
        one.close()
    secrets = {"PASSWORD": "correct horse"}
    fine = Player(context.new_page(), heal_after_ms=100.0, secrets=secrets)
    assert fine.play(recording).passed
    expect(context.pages[-1].get_by_label("Password")).to_have_value("correct horse")
    for one in context.pages:
        one.close()
    site.serve("/", home.format(site.url("/evil", host="localhost")))
    replay = Player(context.new_page(), heal_after_ms=100.0, secrets=secrets).play(recording)
    assert not replay.passed
    expect(context.pages[-1].get_by_label("Password")).to_have_value("")


def test_a_prompt_of_a_foreign_popup_is_not_answered_with_a_secret(
    context: BrowserContext, site: Site
) -> None:
    asks = "<!doctype html><title>-</title><script>document.title = prompt('PIN')</script>"
    home = '<!doctype html><title>Shop</title><button onclick="{}">Pay</button>'
    own = home.format("document.title = prompt('PIN')")
    page = context.new_page()
    with Recorder(context, pictures=False) as recorder:
        page.goto(site.serve("/", own))
        page.on("dialog", lambda dialog: dialog.accept("4711"))
        page.get_by_role("button").click()
    recording = recorder.recording
    page.close()
    asked = Step(id="d", action=StepAction.DIALOG, url=site.url("/"), value="${PIN}", message="PIN")
    clicks = tuple(step for step in recording.steps if step.action is StepAction.CLICK)
    secret = DeclaredSecret(name="PIN", origin=site.url("").rstrip("/"))
    recording = replace(recording, steps=(*clicks, asked), secrets=(secret,))

    def replayed_title() -> str:
        page = context.new_page()
        Player(page, heal_after_ms=100.0, secrets={"PIN": "4711"}).play(recording)
        return context.pages[-1].title()

    assert replayed_title() == "4711"
    site.serve("/evil", asks)
    evil = site.url("/evil", host="localhost")
    site.serve("/", home.format(f"window.open('{evil}')"))
    with context.expect_page() as opened:
        replayed_title()
    opened.value.wait_for_function("document.title !== '-'")
    assert "4711" not in opened.value.title()
