"""A page that changes between a person's question and answer: the chosen element, or none."""

from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Site

from holdfast import Player, capture, fingerprint
from holdfast.app.replay import CHANGED_SINCE, SHOWN
from holdfast.doors.recorder import Recorder
from holdfast.model.recording import Recording, Step
from holdfast.model.replay_result import Replay, StepOutcome, StepResult

pytestmark = pytest.mark.browser
BEFORE = "<!doctype html><title>Shop</title><h1>Basket</h1><button id=pay>Pay</button>"
AFTER = """<!doctype html><title>Shop</title><h1>Basket</h1>
<p><button class=a onclick="document.title='a'">Send order</button></p>
<p><button class=b onclick="document.title='b'">Send order</button></p>"""
SWAPPED = "() => { document.querySelector('.a').textContent = 'Send order and subscribe' }"


@pytest.fixture
def recording(page: Page, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recording:
    monkeypatch.chdir(tmp_path)
    with Recorder(page.context, pictures=False) as recorder:
        page.goto(site.serve("/", BEFORE))
        page.get_by_role("button").click()
    site.serve("/", AFTER)
    return recorder.recording


def answered(page: Page, recording: Recording, meanwhile: str) -> Replay:
    """Return a replay in which a person chose the first button, and what the page did meanwhile."""

    async def choose(step: Step, _: StepResult) -> Step:
        chosen = fingerprint(capture(page), ".a")
        page.evaluate(meanwhile)
        return Step(id=step.id, action=step.action, url=step.url, fingerprint=chosen)

    return Player(page, heal_after_ms=100.0, helper=choose).play(recording)


@pytest.mark.parametrize(
    ("meanwhile", "outcome", "reason", "title"),
    [
        ("() => {}", StepOutcome.HELD, SHOWN, "a"),
        (SWAPPED, StepOutcome.REFUSED, CHANGED_SINCE, "Shop"),
        ("() => document.querySelector('p').remove()", StepOutcome.REFUSED, CHANGED_SINCE, "Shop"),
    ],
)
def test_what_a_person_chose_is_used_as_it_was_shown_or_not_at_all(
    page: Page, recording: Recording, meanwhile: str, outcome: StepOutcome, reason: str, title: str
) -> None:
    replay = answered(page, recording, meanwhile)
    assert (replay.steps[-1].outcome, replay.steps[-1].reason) == (outcome, reason)
    assert page.title() == title
