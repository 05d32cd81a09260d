"""Where a page does something else than it did when it was recorded, nothing is green."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser
from selenium.webdriver import Chrome
from tests.browser.act_pages import HEAD
from tests.browser.acts import Act
from tests.browser.acts_beyond_controls import BEYOND_CONTROLS
from tests.browser.acts_in_editors import IN_EDITORS
from tests.browser.acts_on_controls import ON_CONTROLS
from tests.browser.conftest import Site
from tests.browser.test_recording_matrix import record
from tests.drivers import driving

from holdfast.app.export.pytest_code import write_pytest
from holdfast.app.export.selenium_code import write_selenium
from holdfast.doors.player import Player
from holdfast.model.recording import Recording

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("impatient")]
ACTS = {act.name: act for act in (*ON_CONTROLS, *IN_EDITORS, *BEYOND_CONTROLS)}
AT_ONCE = " onchange='this.checked = !this.checked'"
# ruff: noqa: E501 - a table
# What is done, what of its page is another now, and what it is instead.
CHANGED = {
    "value": ("replace and correct what is in a field", "oninput=", "oninput=\"this.value += '!'\" x="),
    "value that a page takes": ("type what the page takes away at once", "value = ''", "value = '!'"),
    "value in an editor": ("write in an editor", "text.oninput = () => {", "text.oninput = () => { text.innerText = '!';"),
    "value that keys have by a hidden field": ("write in an editor that takes keys by a hidden field", "isAll = true", "isAll = false"),
    "value in an editor that writes by itself": ("delete and write in an editor that writes by itself", "if (event.data)", "if (!event.data)"),
    "empty lines in an editor": ("write lines in an editor that draws them a moment later", "box.append(line)", "box.append(line, line.cloneNode(true))"),
    "value of a slider": ("pull a range slider", "max=100", "max=50"),
    "value by a key": ("a suggestion that comes late, by keys", "<li>Paris<li>Parma", "<li>Paris<li>Pavia"),
    "value that Enter leaves": ("Enter that sends a message", "field.value = ''", ""),
    "checked": ("tick a box", " onchange='see(this.checked)'", AT_ONCE),
    "unchecked": ("untick a box", " onchange='see(this.checked)'", AT_ONCE),
    "checked radio": ("choose a radio button", "onchange=\"see('fast')\"", AT_ONCE),
    "checked switch": ("flip a switch that is no input", "onclick=", "x="),
    "selected": ("choose an option by keys", "onchange='see(this.value)'", "onchange='this.value=\"Small\"'"),
    "selected of several": ("choose several options", "onchange=", "onchange='this.value=\"B\"' x="),
    "selected in the page's own": ("choose in a list of the page's own", "pick(i);", ""),
    "selected behind another list": ("choose in a list that stands for a hidden one", "put(options[2]", "put(options[0]"),
    "selected behind a mark": ("take away one of several chosen things", ", false)", ", true)"),
    "selected by Enter": ("a suggestion that is marked late, by Enter", "real.selectedIndex =", "real.selectedIndex = 1 ||"),
    "order (HTML)": ("drag within a list (HTML)", "onto.before(held)", "onto.after(held)"),
    "order (pointer)": ("drag within a list (pointer events)", "over.after(held)", "over.before(held)"),
    "order in another list": ("drag between lists (HTML)", "list.append(held)", "todo.append(held)"),
    "order of slow boxes": ("drag within a list of boxes that make room slowly (HTML)", "insertBefore(held, there)", "append(held, one)"),
    "order across slow boxes": ("drag between lists of boxes that make room slowly (pointer events)", "one.parentNode.insertBefore", "held.parentNode.contains"),
    "count": ("click a button that vanishes with its row", "this.parentNode.remove()", "this.hidden = false"),
    "count elsewhere": ("click a button that adds an item to a list elsewhere", "shown.append", "document.createElement(\"ul\").append"),
    "url": ("follow a link", "href=next", "href=other"),
    "url by Enter": ("follow a link with Enter", "href=next", "href=other"),
    "dialog": ("an alert", "alert('Saved');", ""),
    "what a dialog says": ("a question, agreed to", "Sure?", "Delete all?"),
    "what a dialog with a number says": ("a question with a number, agreed to", "Delete 3 of 7", "Pay for 3 of 7"),
    "download": ("a download", "href=file.csv download", "href=#"),
    "download of another file": ("a download", "href=file.csv download", "href=other.csv download"),
    "no tab": ("a link that opens a tab, used there", "target=_blank", ""),
}  # fmt: skip
USUAL = frozenset({"order across slow boxes", "selected behind another list"})
CASES = [
    pytest.param(*case, id=name, marks=() if name in USUAL else pytest.mark.slow)
    for name, case in CHANGED.items()
]


def changed(act: Act, old: str, new: str, site: Site, browser: Browser) -> Recording:
    """Record an act, then let its page do something else."""
    for path, html in {"/": HEAD + act.html, **act.pages}.items():
        site.serve(path, html)
    recording = record(act, site.url(), browser)
    for path, html in {"/": act.html, **act.pages}.items():
        site.serve(path, (HEAD if path == "/" else "") + html.replace(old, new))
    assert any(old in html for html in (act.html, *act.pages.values()))
    return recording


@pytest.mark.parametrize(("name", "old", "new"), CASES)
def test_a_replay_fails(name: str, old: str, new: str, site: Site, browser: Browser) -> None:
    recording = changed(ACTS[name], old, new, site, browser)
    context = browser.new_context()
    assert not Player(context, reader=None).play(recording).passed
    context.close()


@pytest.mark.parametrize(("name", "old", "new"), CASES)
def test_an_exported_test_fails(
    name: str, old: str, new: str, site: Site, browser: Browser
) -> None:
    written = write_pytest(changed(ACTS[name], old, new, site, browser))
    context = browser.new_context(base_url=site.url())
    page = context.new_page()
    page.set_default_timeout(1_000)
    with pytest.raises(Exception, match=r"(?s).*"):
        the_test(written.text)(page)
    context.close()


@pytest.fixture(scope="module")
def driver() -> Iterator[Chrome]:
    """Return a browser that Selenium drives."""
    with driving() as chrome:
        yield chrome


@pytest.mark.slow
@pytest.mark.parametrize(("name", "old", "new"), CASES)
def test_an_exported_selenium_test_fails(
    name: str, old: str, new: str, site: Site, browser: Browser, driver: Chrome
) -> None:
    written = write_selenium(changed(ACTS[name], old, new, site, browser))
    text = written.text.replace("_wait(10)", "_wait(1)").replace(
        "Wait(driver, 10)", "Wait(driver, 1)"
    )
    first = driver.current_window_handle
    with pytest.raises(Exception, match=r"(?s).*"):
        the_test(text)(driver, site.url().rstrip("/"))
    driver.switch_to.window(first)


def the_test(text: str) -> Callable[..., object]:
    """Return the test in an exported module."""
    module: dict[str, Any] = {}
    exec(compile(text, "test_exported.py", "exec"), module)
    test: Callable[..., object] = next(module[one] for one in module if one.startswith("test_"))
    return test
