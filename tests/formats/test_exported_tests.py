"""Exported tests are run by pytest, in a real browser, and are fine for ruff and mypy."""

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Site
from tests.formats.conftest import PASSWORD, RunTests

import holdfast
from holdfast.app.export.pytest_code import write_pytest
from holdfast.model.conversion import Fate
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.recording import AssertCheck, MouseButton, Recording, Step, StepAction
from holdfast.model.snapshot import Point
from holdfast.selectors.describe import describe

pytestmark = pytest.mark.browser

# Whatever is done to this page, it writes down.
TELLTALE = """<!doctype html><title>Log</title>
<script>
  const said = [];
  function log(what) {
    said.push(what);
    document.querySelector('#log').textContent = said.join('|');
  }
</script>
<button id="ask" onclick="log(confirm('Sure?') ? 'yes' : 'no')">Ask “me”</button>
<button id="name" onclick="log(prompt('Who?'))">Who's "it"?</button>
<button id="pop" onclick="window.open('/pop')">Open</button>
<label>Datei <input type="file" id="file" onchange="log(this.files[0].name)"></label>
<label>Größe <select id="size" onchange="log(this.value)">
  <option value="s">Klein</option><option value="l">Groß</option></select></label>
<label><input type="checkbox" id="gift" onchange="log('gift ' + this.checked)"> Geschenk 🎁</label>
<label>Wort <input id="word" onchange="log(this.value)"
  onkeydown="if (event.key == 'Enter') log(event.key)"></label>
<p id="spot" onmouseenter="log('over')" ondblclick="log('twice')"
  oncontextmenu="log('right'); return false">Spot</p>
<p id="from" onmousedown="log('down')">From</p><p id="to" onmouseup="log('up')">To</p>
<iframe name="card" src="/card"></iframe>
<pre id="log"></pre>"""
CARD = """<button onclick="parent.log('card')">Karte \\ zahlen</button>"""
POP = """<button onclick="opener.log('pop')">Tell</button>"""
LOG = (
    "no|Ada \\ \"O'Neil\"|pop|a.txt|l|gift true|gift false|Enter|Ü {x} 'q' ä|over|twice|right|"
    "down|up|card"
)


class Telltale:
    """Steps on the page that writes down what is done to it."""

    def __init__(self, page: Page, site: Site) -> None:
        self.url = site.serve("/", TELLTALE)
        site.serve("/card", CARD)
        site.serve("/pop", POP)
        self.steps: list[Step] = []
        page.goto(site.url("/pop"))
        self.popup = holdfast.capture(page)
        page.goto(self.url)
        self.snapshot = holdfast.capture(page)

    def describe(self, css: str) -> Fingerprint:
        return describe(self.snapshot, css)

    def add(self, action: StepAction, css: str | None = None, **given: Any) -> None:
        if css is not None:
            given["fingerprint"] = self.describe(css)
        self.steps.append(Step(id=f"s{len(self.steps)}", action=action, **given))

    @property
    def recording(self) -> Recording:
        made = datetime(2026, 1, 2, tzinfo=UTC)
        steps = tuple(self.steps)
        return Recording(name="Größe & “more”", start_url=self.url, created_at=made, steps=steps)


@pytest.fixture
def telltale(page: Page, site: Site) -> Telltale:
    """Return a journey that does everything that a recording can hold."""
    made = Telltale(page, site)
    made.add(StepAction.CLICK, "#ask")
    made.add(StepAction.DIALOG, accept=False)
    made.add(StepAction.CLICK, "#name")
    made.add(StepAction.DIALOG, accept=True, value='Ada \\ "{{who}}"')
    made.add(StepAction.CLICK, "#pop")
    made.add(StepAction.NEW_TAB, tab=1, extra={"openedByPage": True})
    made.add(StepAction.CLICK, tab=1, fingerprint=describe(made.popup, "button"))
    made.add(StepAction.CLOSE_TAB, tab=1)
    made.add(StepAction.UPLOAD, "#file", value="a.txt")
    made.add(StepAction.SELECT, "#size", value="Groß")
    made.add(StepAction.CHECK, "#gift")
    made.add(StepAction.UNCHECK, "#gift")
    made.add(StepAction.TYPE, "#word", value="Ü {x} 'q' ${LETTER}")
    made.add(StepAction.ASSERT, "#word", check=AssertCheck.VALUE, value="Ü {x} 'q' ${LETTER}")
    made.add(StepAction.PRESS, "#word", value="Enter")
    made.add(StepAction.HOVER, "#spot")
    made.add(StepAction.DBLCLICK, "#spot")
    made.add(StepAction.CLICK, "#spot", button=MouseButton.RIGHT)
    made.add(StepAction.DRAG, "#from", to=made.describe("#to"), point=Point(5, 5))
    card = next(node for node in made.snapshot.nodes if "zahlen" in node.own_text)
    made.add(StepAction.CLICK, fingerprint=describe(made.snapshot, card))
    made.add(StepAction.SCROLL, point=Point(0, 10))
    made.add(StepAction.ASSERT, "#ask", check=AssertCheck.VISIBLE)
    made.add(StepAction.ASSERT, "#log", check=AssertCheck.TEXT, value=LOG)
    made.add(StepAction.ASSERT, check=AssertCheck.URL, value=made.url)
    return made


def test_exported_tests_pass_where_they_were_recorded_and_fail_elsewhere(
    shop_recording: Recording, telltale: Telltale, run_tests: RunTests, tmp_path: Path
) -> None:
    for name, recording in (("shop", shop_recording), ("log", telltale.recording)):
        exported = write_pytest(recording)
        assert {told.fate for told in exported.account} == {Fate.TAKEN}
        (tmp_path / f"test_{name}.py").write_text(exported.text, encoding="utf-8")
    for value in ("something else", "${NOT_SET}"):
        wrong = replace(telltale.steps[-2], value=value)
        code = write_pytest(replace(telltale.recording, name="wrong", steps=(wrong,))).text
        (tmp_path / f"test_wrong_{len(value)}.py").write_text(code, encoding="utf-8")
    (tmp_path / "a.txt").write_text("a")
    done = run_tests(PASSWORD=PASSWORD, VAR_WHO="O'Neil", LETTER="ä")
    assert "2 failed, 2 passed" in done.stdout, done.stdout
    assert "expected to have text 'something else'" in done.stdout
    assert "KeyError: 'NOT_SET'" in done.stdout


@pytest.fixture
def exported(shop_recording: Recording, telltale: Telltale, tmp_path: Path) -> Path:
    """Return a folder with both tests."""
    for name, recording in (("shop", shop_recording), ("log", telltale.recording)):
        path = tmp_path / f"test_{name}.py"
        path.write_text(write_pytest(recording).text, encoding="utf-8")
    return tmp_path


def complaints(folder: Path, *command: str) -> str:
    """Return what a tool says of a folder, nothing when it finds nothing."""
    done = subprocess.run(
        [sys.executable, "-m", *command, "."],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr if done.returncode else ""


def test_ruff_has_no_complaints(exported: Path) -> None:
    # A text that is longer than a line stays one.
    rules = ["--select", "E,F,W,I,UP,B,C4,SIM,RET,PIE,PT", "--ignore", "E501"]
    assert complaints(exported, "ruff", "check", "--isolated", *rules) == ""
    assert complaints(exported, "ruff", "format", "--isolated", "--check") == ""


@pytest.mark.slow
def test_mypy_has_no_complaints(exported: Path) -> None:
    assert complaints(exported, "mypy", "--strict", "--config-file=") == ""
