"""Where a frame, a shadow root or a popup does something else than recorded, nothing is green."""

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, BrowserContext
from selenium.common.exceptions import NoAlertPresentException
from selenium.webdriver import Chrome
from tests.browser.act_pages import HEAD
from tests.browser.conftest import Site
from tests.browser.hand import spot
from tests.browser.test_changed_pages import the_test
from tests.drivers import driving

from holdfast.app.export.pytest_code import write_pytest
from holdfast.app.export.selenium_code import write_selenium
from holdfast.doors.player import Player
from holdfast.doors.recorder import Recorder
from holdfast.model.recording import Recording

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.usefixtures("impatient")]
# ruff: noqa: E501 - a table
# What stands inside, what is typed once it was clicked, what of it is another now, and what instead.
INSIDE = {
    "value": ("<input aria-label=Name oninput='this.value'>", "Ada", "this.value", 'this.value += "!"'),
    "checked": ("<input type=checkbox aria-label=Gift onchange=0>", "", "onchange=0", "onchange='this.checked = false'"),
    "switch": ("<button role=switch aria-checked=false onclick='this.ariaChecked = true'>Dark</button>", "", "= true", "= false"),
    "count around": ("<ul><li>A <button onclick='this.parentNode.remove()'>x</button><li>B</ul>", "", ".remove()", ".normalize()"),
    "count elsewhere": ("<button onclick='this.nextSibling.append(document.createElement(\"li\"))'>Add</button><ul><li>A</ul>", "", ".append(", ".contains("),
    "choice": ("<button onclick='this.nextSibling.value = \"B\"'>Choose</button><select name=s><option>A<option>B</select>", "", "= \"B\"", "= \"A\""),
    "editor": ("<div contenteditable role=textbox aria-label=Text style='width:200px'>old</div>", "er", "contenteditable", "contenteditable oninput='this.textContent = \"x\"'"),
    "gone": ("<button>Save</button>", "", "Save", "Leave"),
    "alert": ("<button onclick='alert(\"Saved\")'>Save</button>", "", "Saved", "Lost"),
    "address": ("<a href=/next>Onwards</a>", "", "/next", "/other"),
}  # fmt: skip
CONTROL = "input, button, a, [contenteditable]"
FRAME = "<iframe src=/inside title=Inside style='width:400px;height:200px'></iframe>"
POPUP = "<button onclick='window.open(\"/inside\")'>Open</button>"
SHADOW = """<shop-card></shop-card><script>customElements.define('shop-card', class extends HTMLElement {{
connectedCallback() {{ this.attachShadow({{mode: 'open'}}).innerHTML = `{}` }} }})</script>"""
AROUND = ("frame", "shadow root", "popup")
CASES = [
    pytest.param(kind, around, id=f"{kind} in a {around}")
    for kind in INSIDE
    for around in AROUND
    # A frame's own address is nobody's effect.
    if (kind, around) != ("address", "frame")
]


def serve(site: Site, around: str, html: str) -> None:
    outer = {"frame": FRAME, "popup": POPUP, "shadow root": SHADOW.format(html)}[around]
    site.serve("/", HEAD + outer)
    site.serve("/inside", f"<!doctype html><meta charset=utf-8>{html}")


def do(context: BrowserContext, around: str, words: str) -> None:
    page = context.pages[0]
    page.on("dialog", lambda dialog: dialog.accept())
    if around == "popup":
        with page.expect_popup() as popup:
            page.mouse.click(*spot(page, "button"))
        page = popup.value
        page.on("dialog", lambda dialog: dialog.accept())
        page.wait_for_load_state()
    page.mouse.click(*spot(page, f"iframe >> {CONTROL}" if around == "frame" else CONTROL))
    page.keyboard.type(words)
    page.wait_for_timeout(500)  # until the recorder has seen what came of it


def changed(kind: str, around: str, site: Site, browser: Browser) -> Recording:
    """Record an act inside, then let what is inside do something else."""
    html, words, old, new = INSIDE[kind]
    serve(site, around, html)
    context = browser.new_context()
    with Recorder(context, name=kind) as recorder:
        context.new_page().goto(site.url())
        do(context, around, words)
    context.close()
    assert old in html
    serve(site, around, html.replace(old, new))
    return recorder.recording


def runs(run: Callable[[], object]) -> bool:
    try:
        run()
    except Exception:  # noqa: BLE001 - red is red
        return False
    return True


@pytest.mark.parametrize(("kind", "around"), CASES)
def test_a_replay_fails(kind: str, around: str, site: Site, browser: Browser) -> None:
    recording, passes = changed(kind, around, site, browser), []
    for _ in range(2):
        context = browser.new_context()
        passes.append(Player(context, reader=None).play(recording).passed)
        context.close()
        serve(site, around, INSIDE[kind][0])
    assert passes == [False, True]


@pytest.mark.parametrize(("kind", "around"), CASES)
def test_an_exported_test_fails(kind: str, around: str, site: Site, browser: Browser) -> None:
    test = the_test(write_pytest(changed(kind, around, site, browser)).text)
    passes = []
    for _ in range(2):
        context = browser.new_context(base_url=site.url())
        page = context.new_page()
        context.set_default_timeout(1_000)
        passes.append(runs(lambda page=page: test(page)))  # type: ignore[misc]
        context.close()
        serve(site, around, INSIDE[kind][0])
    assert passes == [False, True]


@pytest.fixture(scope="module")
def driver() -> Iterator[Chrome]:
    """Return a browser that Selenium drives."""
    with driving() as chrome:
        yield chrome


@pytest.mark.parametrize(("kind", "around"), CASES)
def test_an_exported_selenium_test_fails(
    kind: str, around: str, site: Site, browser: Browser, driver: Chrome
) -> None:
    text = write_selenium(changed(kind, around, site, browser)).text
    test = the_test(text.replace("_wait(10)", "_wait(1)").replace("(driver, 10)", "(driver, 1)"))
    first, passes = driver.current_window_handle, []
    for _ in range(2):
        passes.append(runs(lambda: test(driver, site.url().rstrip("/"))))
        with suppress(NoAlertPresentException):
            driver.switch_to.alert.dismiss()
        for other in {*driver.window_handles} - {first}:
            driver.switch_to.window(other)
            driver.close()
        driver.switch_to.window(first)
        serve(site, around, INSIDE[kind][0])
    assert passes == [False, True]
