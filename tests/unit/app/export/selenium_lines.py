"""Steps on one page, and the lines that a test with Selenium has for them."""

from typing import Any

from tests.unit.app.export.steps import a_recording, body_of
from tests.unit.app.export.steps import a_step as a_step_on

from holdfast.app.export.selenium_code import write_selenium
from holdfast.model.recording import Step, StepAction
from holdfast.model.snapshot import Snapshot
from holdfast.testing import a_page

ACTIONS = "ActionChains(driver)"
WAIT = "WebDriverWait(driver, 10).until"
PAGE = a_page(
    """<input id="m"><input id="day" type="date"><textarea id="note"></textarea>
    <select id="size"><option>S<option>M</select><select id="many" multiple><option>A</select>
    <input id="gift" type="checkbox"><button id="save">Save</button><a id="go" href="/cart">Go</a>
    <canvas id="sign"></canvas><div id="editor" contenteditable>Dear <b>Ann</b></div>
    <ul id="tasks"><li id="one">Buy<li id="two">Pay</ul>
    <div id="switch" role="switch" aria-checked="false">Light</div>
    <div role="listbox"><div id="twenty" role="option" aria-selected="false">Twenty</div></div>""",
    boxes={"#sign": (10, 10, 200, 100), "#editor": (10, 120, 300, 40), "#save": (9, 9, 60, 20)},
)


def a_step(
    action: StepAction, css: str | None = None, number: int = 1, page: Snapshot = PAGE, **given: Any
) -> Step:
    return a_step_on(action, css, number, page, **given)


def found(name: str) -> str:
    return f'driver.find_element(By.ID, "{name}")'


def code(*steps: Step) -> list[str]:
    """Return the lines of the test that do the steps, without the breaks of long ones."""
    lines = body_of(write_selenium(a_recording(*steps)).text)
    return lines[1 if steps[0].action is StepAction.NAVIGATE else 2 :]
