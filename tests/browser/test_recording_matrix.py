"""What a person did comes back: recorded as the right steps, replayed, exported, act by act."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.act_pages import HEAD, SEEN
from tests.browser.acts import ACTS, FILES, Act
from tests.browser.conftest import Site

from holdfast.app.export.pytest_code import write_pytest
from holdfast.app.steps import title_of
from holdfast.doors.player import Player
from holdfast.doors.recorder import Recorder
from holdfast.model.recording import EffectKind, MouseButton, Recording, Step, StepAction

pytestmark = pytest.mark.browser
# One of each family; the others are run by make test-slow.
USUAL = frozenset(
    {
        "pick a day that is drawn anew when pressed",
        "press a button that moves away from under the mouse",
        "type a password",
        "drag within a list (pointer events)",
        "draw on a canvas",
        "a prompt",
        "go back with the keyboard",
    }
)
CHOSEN = [
    pytest.param(act, id=act.name, marks=() if act.name in USUAL else pytest.mark.slow)
    for act in ACTS
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that the files to upload are in, and where all happens."""
    monkeypatch.chdir(tmp_path)
    for name in FILES:
        (tmp_path / name).write_text(f"content of {name}", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("act", CHOSEN)
def test_what_was_done_comes_back(
    act: Act, browser: Browser, site: Site, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    comes_back(act, browser, browser, site, folder, monkeypatch)


def comes_back(
    act: Act,
    recording_browser: Browser,
    browser: Browser,
    site: Site,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Record an act, then do it again as a replay and as an exported test."""
    for path, html in {"/": HEAD + act.html, **act.pages}.items():
        site.serve(path, html)
    recording = record(act, site.url(), recording_browser)
    assert [told(step) for step in recording.steps] == [*act.steps]
    recording.save(folder / "act.json")
    replayed(act, browser, folder / "act.json")
    for name, value in act.secrets.items():
        monkeypatch.setenv(name, value)
    exported(act, browser, recording)


def record(act: Act, url: str, browser: Browser) -> Recording:
    context = browser.new_context()
    with Recorder(context, name=act.name) as recorder:
        page = context.new_page()
        page.goto(url)
        act.do(page)
        wait_until_seen(act, page)
    context.close()
    assert recorder.problems == []
    return recorder.recording


def replayed(act: Act, browser: Browser, path: Path) -> None:
    context = browser.new_context()
    done = Player(context, reader=None, secrets=act.secrets).play(path)
    assert done.passed, [(one.title, one.label, one.reason) for one in done.steps]
    assert {one.label for one in done.steps} <= {"held", "done"}
    wait_until_seen(act, context.pages[0])
    context.close()


def exported(act: Act, browser: Browser, recording: Recording) -> None:
    context = browser.new_context()
    written = write_pytest(recording)
    module: dict[str, object] = {}
    exec(compile(written.text, "test_exported.py", "exec"), module)
    test = next(found for name, found in module.items() if name.startswith("test_"))
    page = context.new_page()
    page.set_default_timeout(5000)
    assert callable(test)
    test(page)
    wait_until_seen(act, page)
    context.close()


def wait_until_seen(act: Act, page: Page) -> None:
    page.wait_for_function(f"wanted => {SEEN} === wanted", arg=act.saw, timeout=5000)


def told(step: Step) -> str:
    """Return what a step says, as the table of acts writes it."""
    said = "".join(f"{key}+" for key in step.modifiers) + title_of(step)
    if step.button is not MouseButton.LEFT:
        said = f"{step.button.value} {said}"
    given = step.values if step.values is not None else step.value
    shows_value = step.action is StepAction.NAVIGATE or (
        step.action is StepAction.PRESS and step.fingerprint is None
    )
    if given is not None and not shows_value:
        said += f" = {given!r}"
    if step.effect is None:
        return said
    seen = step.effect.expected
    if step.effect.kind is EffectKind.URL:
        seen = urlsplit(str(seen)).path
    return f"{said} -> {step.effect.kind.value} {seen!r}"
