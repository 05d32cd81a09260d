"""Elements in tests with Selenium: how they are found, in frames and shadow roots, too."""

import ast
from dataclasses import replace
from typing import Any

import pytest
from tests.unit.app.export.selenium_lines import ACTIONS, PAGE, WAIT, a_step, code, found
from tests.unit.app.export.steps import a_recording, plain

from holdfast.app.export.selenium_code import write_selenium
from holdfast.model.conversion import Fate
from holdfast.model.recording import Step, StepAction
from holdfast.model.snapshot import Snapshot
from holdfast.selectors.describe import describe
from holdfast.testing import a_framed_page, a_page

FRAMED = a_framed_page("<iframe name='card'></iframe>", {"iframe": "<button id=pay>Pay</button>"})
PAY = next(node for node in FRAMED.nodes if node.tag == "button")


def in_frame(number: int = 1, **given: Any) -> Step:
    made = describe(FRAMED, PAY)
    return Step(id=f"s{number}", action=StepAction.CLICK, fingerprint=made, **given)


@pytest.mark.parametrize(
    "step",
    [
        a_step(StepAction.HOVER),
        a_step(StepAction.WAIT, value="1.2.3"),
        a_step(StepAction.NAVIGATE, "#m"),
    ],
    ids=["no-element", "no-time", "an-element-too-many"],
)
def test_a_step_that_makes_no_sense_is_left_and_told(step: Step) -> None:
    (told,) = write_selenium(a_recording(step)).account
    assert told.fate is Fate.LEFT
    assert told.why.startswith(f"a step {step.action.value!r} ")


def test_frames_are_entered_and_left() -> None:
    assert code(in_frame(), a_step(StepAction.CLICK, "#save", 2)) == plain(
        'driver.switch_to.frame(driver.find_element(By.NAME, "card"))',
        f"{found('pay')}.click()",
        "driver.switch_to.default_content()",
        f"{found('save')}.click()",
    )


def test_a_frame_is_left_after_its_dialog_and_not_before() -> None:
    dialog = Step(id="s2", action=StepAction.DIALOG, accept=True)
    assert code(in_frame(), dialog)[-3:] == plain(
        f"dialog = {WAIT}(ec.alert_is_present())",
        "dialog.accept()",
        "driver.switch_to.default_content()",
    )


def test_a_frame_is_not_entered_for_a_step_that_is_left() -> None:
    made = describe(FRAMED, PAY)
    step = Step(id="s1", action=StepAction.PRESS, fingerprint=made, value="LaunchMail")
    assert "switch_to" not in write_selenium(a_recording(step)).text


def rooted(inner: str) -> Snapshot:
    return a_framed_page("<my-card></my-card>", {"my-card": inner}, kind="shadow")


ROOT = "driver.find_element(By.CSS_SELECTOR, 'my-card').shadow_root"


def in_root(inner: str, tag: str) -> list[str]:
    page = rooted(inner)
    *_, node = [node for node in page.nodes if node.tag == tag]
    return code(Step(id="s1", action=StepAction.CLICK, fingerprint=describe(page, node)))


def test_in_a_shadow_root_what_is_pressed_is_known_by_its_words() -> None:
    path = "html:nth-of-type(1) > body:nth-of-type(1) > button:nth-of-type(2)"
    button = f"{ROOT}.find_element(By.CSS_SELECTOR, {path!r})"
    assert in_root("<button></button><p>a</p><button>Pay  now</button>", "button") == plain(
        f"pressed = {button}",
        f'{WAIT}(lambda _: " ".join(pressed.text.split()).lower() == "pay now")',
        f"{button}.click()",
    )


def test_in_a_shadow_root_an_id_is_enough() -> None:
    wanted = f'{ROOT}.find_element(By.ID, "pay").click()'
    assert in_root("<button id=pay>Pay</button>", "button") == plain(wanted)


@pytest.mark.parametrize(
    "page", [PAGE, rooted("<button id=go>Go</button>")], ids=["link", "button-in-a-root"]
)
def test_other_things_are_clicked(page: Snapshot) -> None:
    node = next(node for node in page.nodes if node.get("id") == "go")
    (line,) = code(Step(id="s1", action=StepAction.CLICK, fingerprint=describe(page, node)))
    assert line.endswith(".click()")


def test_a_link_in_a_shadow_root_is_pressed_by_the_page() -> None:
    (line,) = in_root("<a id=more href=/more>More</a>", "a")
    assert line.startswith("driver.execute_script('arguments[0].click()', ")


def test_an_editor_in_a_shadow_root_is_written_into_by_what_has_the_focus() -> None:
    page = rooted("<div id=note contenteditable>old</div>")
    node = next(node for node in page.nodes if node.get("id") == "note")
    made, field = describe(page, node), f'{ROOT}.find_element(By.ID, "note")'
    step = Step(id="s1", action=StepAction.TYPE, fingerprint=made, value="a\nb")
    assert code(step) == plain(
        f"field = {field}",
        'driver.execute_script("arguments[0].focus()", field)',
        'field.send_keys(Keys.CONTROL + "a")',
        f'{ACTIONS}.send_keys("a", Keys.ENTER, "b").perform()',
    )
    assert code(replace(step, action=StepAction.PRESS, value="Home")) == plain(
        f'driver.execute_script("arguments[0].focus()", {field})',
        f"{ACTIONS}.send_keys(Keys.HOME).perform()",
    )


def pressed(body: str, css: str) -> tuple[str, str]:
    """Return by what kind of selector an element is found, and by which."""
    (line,) = code(a_step(StepAction.CLICK, css, page=a_page(body)))
    asked = line.removeprefix("driver.find_element(By.").removesuffix(").click()")
    kind, _, selector = asked.partition(", ")
    return kind, str(ast.literal_eval(selector))


@pytest.mark.parametrize(
    ("body", "css", "asked"),
    [
        ("<button data-testid=pay id=x>A</button>", "button", '[data-testid="pay"]'),
        ("<input name=mail>", "input", "mail"),
        ("<button>Save</button><button>Go</button>", "button:first-child",
         '//button[normalize-space()="Save"]'),
        # One says what the other says and more: the words alone would find both.
        ("<button>Save</button><button>Save all</button>", "button:first-child", None),
        ("<label>Mail <input></label><label>Name <input></label>", "label:first-child input",
         '//label[normalize-space()="Mail"]//input'),
        ("<table><tr><td>Ann<td><button>x</button><tr><td>Bob<td><button>x</button></table>",
         "tr:first-child button", '//tr[.//td[normalize-space()="Ann"]]//button'),
        # Words that XPath cannot write plainly name nothing.
        ("<button>Say \"hi\"</button><button>Say 'hi'</button>", "button:first-child", None),
    ],
)  # fmt: skip
def test_an_element_is_found_as_a_person_would_write_it(
    body: str, css: str, asked: str | None
) -> None:
    kind, selector = pressed(body, css)
    if asked is None:
        assert (kind, ":nth-" in selector) == ("CSS_SELECTOR", True)
    else:
        assert selector == asked


def test_a_locator_that_counts_siblings_is_told() -> None:
    page = a_page("<div><button></button><button></button></div>")
    step = a_step(StepAction.CLICK, "button:last-child", page=page)
    assert "counts siblings" in write_selenium(a_recording(step)).account[0].why
