"""How the mouse came there is recorded; drags, hovers and scrolls are, where they matter."""

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Site
from tests.browser.recordings import PAGE, acts, move_to, only, recorded

from holdfast.model.recording import StepAction
from holdfast.model.strategy import StrategyType

pytestmark = pytest.mark.browser


def test_the_mouse_trail_leads_to_the_element(page: Page, site: Site) -> None:
    def work(page: Page) -> None:
        page.mouse.move(5, 5)
        move_to(page, page.locator("#buy"))
        page.mouse.down()
        page.mouse.up()

    step = only(recorded(page, site.serve("/", PAGE), work))
    assert step.fingerprint is not None
    (evidence,) = (
        s.metadata for s in step.fingerprint.strategies if s.type is StrategyType.EVIDENCE_SCORING
    )
    box = step.fingerprint.node.box
    assert box is not None
    x, y = box.centre
    assert evidence["endpoint"] == {"x": pytest.approx(x, abs=1), "y": pytest.approx(y, abs=1)}
    assert evidence["mouseTrail"][-1]["x"] == evidence["endpoint"]["x"]
    assert evidence["pattern"] in {"direct", "unknown", "curved", "corrective"}
    assert evidence["viewport"] == {"width": 1280, "height": 720}


def test_a_drag_of_html_is_one_step(page: Page, site: Site) -> None:
    url = site.serve(
        "/",
        "<div draggable=true id=from style='width:50px;height:50px;background:red'>A</div>"
        "<div id=to style='width:200px;height:200px;background:blue' ondragover="
        "'event.preventDefault()' ondrop='this.append(document.getElementById(\"from\"))'>B</div>",
    )
    step = only(recorded(page, url, lambda page: page.drag_and_drop("#from", "#to")))
    assert step.action is StepAction.DRAG
    assert step.fingerprint is not None
    assert step.to is not None
    assert (step.fingerprint.node.get("id"), step.to.node.get("id")) == ("from", "to")
    assert step.delta is not None
    assert step.delta.y > 50


def test_a_drag_by_pointer_is_one_step_and_marking_text_is_none(page: Page, site: Site) -> None:
    url = site.serve(
        "/",
        "<div id=knob style='position:absolute;left:0;top:100px;width:30px;height:30px;"
        "background:red;user-select:none'></div><p>some words to be marked</p><script>"
        "const knob = document.getElementById('knob');"
        "knob.onpointerdown = event => knob.setPointerCapture(event.pointerId);"
        "knob.onpointermove = event => {"
        " if (event.buttons) knob.style.left = event.clientX + 'px' };"
        "</script>",
    )

    def work(page: Page) -> None:
        for y in (115, 25):
            page.mouse.move(15, y)
            page.mouse.down()
            page.mouse.move(150, y, steps=5)
            page.mouse.up()

    recording = recorded(page, url, work)
    assert recording.steps[0].action is StepAction.DRAG
    assert recording.steps[0].delta is not None
    assert recording.steps[0].delta.x == 135
    assert StepAction.DRAG not in [step.action for step in recording.steps[1:]]


def test_a_hover_without_which_the_click_could_not_be_is_a_step(page: Page, site: Site) -> None:
    url = site.serve(
        "/",
        "<style>.menu ul {display: none} .menu:hover ul {display: block}</style><p>Text</p>"
        "<nav><div class=menu aria-label=Goods role=group><a href='#'>Goods</a>"
        "<ul><li><a href='#shoes'>Shoes</a></ul></div></nav><p style='margin-top:300px'>End</p>",
    )

    def work(page: Page) -> None:
        page.mouse.move(600, 500)
        page.evaluate("new Promise(done => setTimeout(done, 400))")
        page.get_by_text("Goods").hover()
        page.get_by_text("Shoes").click()

    recording = recorded(page, url, work)
    assert acts(recording) == ["hover", "click"]
    assert recording.steps[0].fingerprint is not None
    assert "menu" in recording.steps[0].fingerprint.node.classes


def test_a_scroll_that_brought_the_element_is_a_step_and_others_are_not(
    page: Page, site: Site
) -> None:
    url = site.serve(
        "/",
        "<body style='height:3000px'><button>First</button><script>onscroll = () => { if"
        " (!document.getElementById('late')) document.body.insertAdjacentHTML('beforeend',"
        " '<button id=late>Late</button>') }</script>",
    )

    def work(page: Page) -> None:
        page.mouse.wheel(0, 1500)
        page.locator("#late").wait_for()
        page.locator("#late").click()
        page.mouse.wheel(0, -1500)
        page.get_by_text("First").click()

    recording = recorded(page, url, work)
    assert acts(recording) == ["scroll", "click", "click"]
    assert recording.steps[0].fingerprint is None
    assert recording.steps[0].point is not None
    assert recording.steps[0].point.y > 0


def test_typing_knows_how_the_mouse_came_to_the_field(page: Page, site: Site) -> None:
    def work(page: Page) -> None:
        move_to(page, page.get_by_label("Search"))
        page.mouse.down()
        page.mouse.up()
        page.keyboard.type("shoe")

    step = only(recorded(page, site.serve("/", PAGE), work))
    assert (step.action, step.value) == (StepAction.TYPE, "shoe")
    assert step.fingerprint is not None
    by_trail = [s for s in step.fingerprint.strategies if s.type is StrategyType.EVIDENCE_SCORING]
    assert by_trail[0].metadata["mouseTrail"]
