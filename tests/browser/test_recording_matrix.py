"""What a person did comes back: recorded as the right steps, replayed, exported, act by act."""

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page
from selenium.webdriver import Chrome
from selenium.webdriver.support.ui import WebDriverWait
from tests.browser.act_pages import HEAD, SEEN
from tests.browser.acts import FILES, Act
from tests.browser.acts_beyond_controls import BEYOND_CONTROLS
from tests.browser.acts_in_editors import IN_EDITORS
from tests.browser.acts_on_controls import ON_CONTROLS
from tests.browser.conftest import Site
from tests.browser.display import virtual_display
from tests.browser.hand import spot
from tests.drivers import driving

from holdfast.adapters.browser.launch import launch_options
from holdfast.app.export.pytest_code import write_pytest
from holdfast.app.export.selenium_code import write_selenium
from holdfast.app.steps import title_of
from holdfast.doors.player import Player
from holdfast.doors.recorder import Recorder
from holdfast.model.conversion import Fate
from holdfast.model.recording import EffectKind, MouseButton, Recording, Step, StepAction

pytestmark = pytest.mark.browser
LOOK = f"return {SEEN}"
DOCUMENT = Path(__file__).parents[2] / "docs/reference/recording.md"
START, END = "<!-- acts: made by tests/browser/test_recording_matrix.py -->", "<!-- end of acts -->"
ACTS = (*ON_CONTROLS, *IN_EDITORS, *BEYOND_CONTROLS)
# One of each family; the others are run by make test-slow.
USUAL = frozenset(
    {
        "pick a day that is drawn anew when pressed",
        "choose from a list that goes when the button is let go",
        "press a button that moves away from under the mouse",
        "type a password",
        "write bold words in an editor of paragraphs",
        "write in an editor that takes keys by a hidden field",
        "delete and write in an editor that writes by itself",
        "Enter that sends a message",
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


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Browser]:
    """Return a browser with windows, on a display of its own."""
    with virtual_display() as display:
        options = launch_options(headed=True) | {"env": {**os.environ, "DISPLAY": display}}
        headed = browser.browser_type.launch(**options)
        yield headed
        headed.close()


@pytest.mark.slow
@pytest.mark.parametrize("act", [pytest.param(act, id=act.name) for act in ACTS])
def test_what_was_done_in_a_window_comes_back(
    act: Act, window: Browser, browser: Browser, site: Site, folder: Path
) -> None:
    for path, html in {"/": HEAD + act.html, **act.pages}.items():
        site.serve(path, html)
    recording = record(act, site.url(), window, bar=True)
    assert [told(step) for step in recording.steps] == [*act.steps]
    recording.save(folder / "act.json")
    replayed(act, browser, folder / "act.json")


# Selenium types what was pasted, and the page sees each letter.
SEES_LETTERS = frozenset({"copy and paste"})


@pytest.fixture(scope="module")
def driver() -> Iterator[Chrome]:
    """Return a browser that Selenium drives."""
    with driving() as chrome:
        yield chrome


@pytest.mark.slow
@pytest.mark.parametrize("act", [pytest.param(act, id=act.name) for act in ACTS])
def test_what_was_done_comes_back_with_selenium(
    act: Act,
    driver: Chrome,
    browser: Browser,
    site: Site,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for path, html in {"/": HEAD + act.html, **act.pages}.items():
        site.serve(path, html)
    for name, value in act.secrets.items():
        monkeypatch.setenv(name, value)
    written = write_selenium(record(act, site.url(), browser))
    assert {told.fate for told in written.account} == {Fate.TAKEN}
    module: dict[str, object] = {}
    exec(compile(written.text, str(folder / "test_exported.py"), "exec"), module)
    test = next(found for name, found in module.items() if name.startswith("test_"))
    assert callable(test)
    first = driver.current_window_handle
    test(driver, site.url().rstrip("/"))
    for other in {*driver.window_handles} - {first}:  # the next test has a window of its own
        driver.switch_to.window(other)
        driver.close()
    driver.switch_to.window(first)
    if act.name not in SEES_LETTERS:
        WebDriverWait(driver, 5).until(lambda _: driver.execute_script(LOOK) == act.saw)


WATCHED = """<style>nav ul {display: none} nav:hover ul {display: block}</style>
<nav tabindex=0 style='width:200px'>Goods<ul><li>Shoes</ul></nav><script>
heard = []; for (const type of ['mouseout', 'pointerout', 'blur', 'resize', 'scroll'])
  addEventListener(type, event => heard.push(type), true)</script>"""


@pytest.mark.slow
def test_a_picture_does_not_disturb_the_page(window: Browser, site: Site) -> None:
    context = window.new_context()
    with Recorder(context) as recorder:
        page = context.new_page()
        page.goto(site.serve("/", WATCHED))
        page.mouse.move(400, 400)
        page.mouse.move(*spot(page, "nav"), steps=4)
        (tab,) = recorder._tabs
        page.evaluate("heard.length = 0")
        while tab._picture is None:
            page.wait_for_timeout(20)
        # Some frames later, what a picture brings about has been told.
        page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)))")
        assert page.locator("nav ul").is_visible()
        assert page.evaluate("heard") == []
    context.close()


def test_the_table_of_acts_is_in_the_documents() -> None:
    lines = ["| what was done | becomes |", "|---|---|"]
    for act in ACTS:
        steps = "<br>".join(f"`{step}`" for step in act.steps)
        lines.append(f"| {act.name} | {steps} |")
    text = DOCUMENT.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    wanted = START + "\n" + "\n".join(lines) + "\n" + END
    if os.environ.get("UPDATE_DOCS"):
        DOCUMENT.write_text(before + wanted + after, encoding="utf-8")
    else:
        assert wanted in text, "UPDATE_DOCS=1 writes the table anew"
    assert len(ACTS) >= 40


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
    exported(act, browser, recording, site.url())


def record(act: Act, url: str, browser: Browser, *, bar: bool = False) -> Recording:
    context = browser.new_context()
    with Recorder(context, name=act.name, bar=bar) as recorder:
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


def exported(act: Act, browser: Browser, recording: Recording, url: str) -> None:
    context = browser.new_context(base_url=url)
    written = write_pytest(recording)
    assert url.rstrip("/") not in written.text.partition("def test_")[2]
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
