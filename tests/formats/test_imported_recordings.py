"""Imported recordings are replayed as they are, learned from what is seen, and healed then."""

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Site

from holdfast.adapters.formats.devtools_in import read_devtools
from holdfast.adapters.formats.selenium_ide import read_side
from holdfast.app.learned_steps import with_learned
from holdfast.doors.player import Player
from holdfast.model.recording import Recording, StepAction
from holdfast.model.replay_result import Replay, StepOutcome

pytestmark = pytest.mark.browser

NOW = datetime(2026, 1, 2, tzinfo=UTC)
HELD, HEALED, DONE = StepOutcome.HELD, StepOutcome.HEALED, StepOutcome.DONE
FORM = """<!doctype html><title>Form</title><h1>Your account</h1>
<form onsubmit="event.preventDefault(); said.textContent = [who.value, size.value].join(' ')">
<label for="who">Full name</label><input id="who">
<label for="gate">Login</label><input id="gate" type="password">
<label for="size">Size</label><select id="size"><option value="s">Small</option>
<option value="l">Large</option></select>
<button id="save" class="btn">Save changes</button></form>
<button class="btn" onclick="said.textContent = confirm('Sure?') ? 'gone' : 'kept'">Delete</button>
<ul><li>One</li><li>Two</li></ul><iframe src="/inner"></iframe>
<p id="a" onmousedown="said.textContent = 'from'">Drag me</p>
<p id="b" onmouseup="said.textContent += ' to'">Here</p><p id="said"></p>
<button onclick="window.open('/pop')">Open</button>"""
INNER = """<button onclick="parent.said.textContent = 'inner'">Inside</button>"""
POP = """<button onclick="opener.said.textContent = 'pop'">Tell</button>"""
# The redesign: other ids, classes and words.
NEW = (
    FORM.replace('id="save" class="btn"', 'class="x1"')
    .replace("Save changes", "Save all changes")
    .replace('id="who"', 'id="f9" name="fullName"')
    .replace('for="who"', 'for="f9"')
    .replace("who.value", "f9.value")
)


def devtools(url: str, *steps: dict[str, Any]) -> Recording:
    document = {"title": "form", "steps": [{"type": "navigate", "url": url}, *steps]}
    return read_devtools(document, created_at=NOW).recording


def click(*selectors: str, **more: Any) -> dict[str, Any]:
    return {"type": "click", "selectors": list(selectors), "offsetX": 2, "offsetY": 2, **more}


def change(selector: str, value: str) -> dict[str, Any]:
    return {"type": "change", "selectors": [selector], "value": value}


def says(text: str) -> dict[str, Any]:
    return {"type": "waitForElement", "selectors": ["#said"], "properties": {"innerText": text}}


def play(page: Page, recording: Recording, **given: Any) -> Replay:
    player = Player(page, reader=None, heal_after_ms=300.0, **given)
    return player.play(recording)


def outcomes(replay: Replay) -> list[StepOutcome]:
    return [step.outcome for step in replay.steps]


def trouble(replay: Replay) -> list[tuple[str, str]]:
    return [(step.title, step.reason) for step in replay.steps if not step.outcome.is_good]


@pytest.fixture
def form(site: Site) -> str:
    """Return the address of the form."""
    site.serve("/inner", INNER)
    site.serve("/pop", POP)
    return site.serve("/", FORM)


def test_selectors_are_taken_as_they_are_then_learned_then_healed(
    page: Page, site: Site, form: str
) -> None:
    recording = devtools(
        form,
        change("aria/Full name", "Ada"),
        change("#size", "l"),
        click("#gone", "aria/Save changes"),
        says("Ada l"),
    )
    first = play(page, recording)
    assert outcomes(first) == [DONE, HELD, HELD, HELD, HELD], first
    learned = with_learned(recording, first.learned)
    assert all(s.fingerprint is not None and s.pointer is None for s in learned.steps[1:])
    assert {step.url for step in learned.steps} == {form}
    # What is chosen in a list is known by its label, once the list was seen.
    assert (learned.steps[2].action, learned.steps[2].value) == (StepAction.SELECT, "Large")
    site.serve("/", NEW)
    second = play(page, learned)
    assert outcomes(second) == [DONE, HELD, HELD, HEALED, HELD], second


def test_frames_tabs_dialogs_drags_and_counts(page: Page, site: Site, form: str) -> None:
    there = {"target": site.url("/pop")}
    recording = devtools(
        form,
        click("aria/Open"),
        click("aria/Tell", **there),
        {"type": "close", **there},
        says("pop"),
        click("text/Insi", frame=[0]),
        says("inner"),
        {"type": "waitForElement", "selectors": ["li"], "operator": "==", "count": 2},
        {"type": "waitForElement", "selectors": ["#nothing"], "visible": False},
        click("xpath///button[text()='Delete']"),
        {"type": "customStep", "name": "holdfast",
         "parameters": {"action": "dialog", "accept": False}},
        says("kept"),
        {"type": "customStep", "name": "holdfast",
         "parameters": {"action": "drag", "pointer": {"selectors": ["#a"]},
                        "toPointer": {"selectors": ["#b"]}}},
        says("from to"),
    )  # fmt: skip
    replay = play(page, recording)
    assert replay.passed, trouble(replay)
    learned = with_learned(recording, replay.learned)
    assert play(page, learned).passed


def test_what_no_selector_finds_is_refused_and_nothing_is_clicked(page: Page, form: str) -> None:
    replay = play(page, devtools(form, click("#none", "aria/None")))
    assert outcomes(replay) == [DONE, StepOutcome.REFUSED]
    assert "nothing to heal by" in replay.steps[1].reason


def test_of_several_the_first_is_used_and_that_is_said(page: Page, form: str) -> None:
    replay = play(page, devtools(form, click("li")))
    assert replay.passed
    assert replay.steps[1].details == ("2 elements are pointed at; the first was used",)


def test_a_password_that_the_file_holds_is_not_learned(page: Page, form: str) -> None:
    assert devtools(form, change("#pw", "hunter2")).steps[1].value == "${PW}"  # its name tells
    recording = devtools(form, change("#gate", "hunter2"))
    assert recording.steps[1].value == "hunter2"  # nothing in the file tells that it is one
    replay = play(page, recording)
    assert replay.passed
    learned = with_learned(recording, replay.learned)
    assert learned.steps[1].value == "${GATE}"
    assert "secret field" in replay.steps[1].details[0]


def test_a_test_of_selenium_ide(page: Page, form: str) -> None:
    lines = [
        ("open", "/", ""), ("type", "id=who", "Ada"), ("select", "id=size", "label=Large"),
        ("click", "css=#save", ""), ("assertText", "id=said", "Ada l"),
        ("selectFrame", "index=0", ""), ("click", "xpath=//button", ""),
        ("selectFrame", "relative=top", ""), ("assertText", "id=said", "inner"),
        ("chooseOkOnNextConfirmation", "", ""), ("click", "css=.btn:not(#save)", ""),
        ("waitForText", "id=said", "gone"), ("mouseOver", "id=a", ""),
        ("dragAndDropToObject", "id=a", "id=b"), ("verifyText", "id=said", "from to"),
        ("assertElementNotPresent", "id=none", ""), ("assertElementPresent", "css=li", ""),
    ]  # fmt: skip
    commands = [{"command": c, "target": t, "value": v} for c, t, v in lines]
    project = {"url": form, "tests": [{"name": "t", "commands": commands}]}
    recording = read_side(project, created_at=NOW).recording
    replay = play(page, recording)
    assert replay.passed, trouble(replay)
    assert play(page, with_learned(recording, replay.learned)).passed


def holdfast(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "holdfast", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_import_replay_and_learn_as_people_call_them(tmp_path: Path, form: str) -> None:
    (tmp_path / "holdfast.toml").write_text("")
    steps = [{"type": "navigate", "url": form}, click("#save")]
    (tmp_path / "form.json").write_bytes(orjson.dumps({"title": "form", "steps": steps}))
    done = holdfast(tmp_path, "import", "form.json", "--out", "ours.json")
    assert done.returncode == 0, done.stderr
    assert "2 steps: 2 taken over" in done.stdout
    done = holdfast(tmp_path, "replay", "ours.json")
    assert done.returncode == 0, done.stderr
    assert "replay with --learn" in done.stderr
    assert Recording.load(tmp_path / "ours.json").steps[1].fingerprint is None
    done = holdfast(tmp_path, "replay", "ours.json", "--learn")
    assert "learned 1 element of the import" in done.stderr, done.stderr
    assert Recording.load(tmp_path / "ours.json").steps[1].fingerprint is not None
