"""What is done in a browser becomes steps: one for each act, with the element as it was before."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser as AsyncBrowser
from playwright.sync_api import BrowserContext, Locator, Page
from tests.browser.conftest import Site

from holdfast.errors import UsageError
from holdfast.interfaces.recorder import Recorder
from holdfast.model.recording import AssertCheck, MouseButton, Recording, Step, StepAction
from holdfast.model.recording_json import recording_from_json, recording_to_json
from holdfast.model.strategy import StrategyType

pytestmark = pytest.mark.browser


def acts(recording: Recording) -> list[str]:
    return [str(step.action) for step in recording.steps]


def recorded(page: Page, url: str, work: Callable[[Page], object]) -> Recording:
    with Recorder(page.context, pictures=False) as recorder:
        page.goto(url)
        work(page)
    assert recorder.problems == []
    assert recorder.recording.start_url == url
    return recorder.recording


def only(recording: Recording) -> Step:
    (step,) = recording.steps
    return step


def named(step: Step) -> str:
    assert step.fingerprint is not None
    return step.fingerprint.node.name


def move_to(page: Page, locator: Locator) -> None:
    """Move the mouse there in small steps, as a hand does."""
    box = locator.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=10)


PAGE = """<!doctype html><title>Shop</title><h1>Shop</h1>
<button id=buy><span>Buy</span></button>
<input id=q aria-label=Search><textarea aria-label=Note></textarea>
<div contenteditable aria-label=Editor role=textbox>x</div>
<select aria-label=Size><option value=s>Small<option value=l>Large</select>
<select multiple aria-label=Many><option>A<option>B<option>C</select>
<label><input type=checkbox id=gift> Gift</label>
<input type=radio name=r aria-label=Fast><input type=radio name=r aria-label=Slow>
<input type=file aria-label=Photo multiple><input type=date aria-label=Day>
<form onsubmit="return false"><input aria-label=Mail><button>Send</button></form>"""


def test_a_click_on_a_part_is_a_click_on_the_control(page: Page, site: Site) -> None:
    step = only(recorded(page, site.serve("/", PAGE), lambda page: page.click("#buy span")))
    assert step.action is StepAction.CLICK
    assert step.fingerprint is not None
    assert step.fingerprint.node.get("id") == "buy"
    assert step.url == site.url()
    assert step.point is not None


def test_a_word_is_one_step(page: Page, site: Site) -> None:
    def work(page: Page) -> None:
        page.click("#q")
        page.keyboard.type("red shoes")

    step = only(recorded(page, site.serve("/", PAGE), work))
    assert (step.action, step.value) == (StepAction.TYPE, "red shoes")
    assert named(step) == "Search"


def test_fields_of_all_kinds(page: Page, site: Site, tmp_path: Path) -> None:
    photo = tmp_path / "cat.png"
    photo.write_bytes(b"x")

    def work(page: Page) -> None:
        page.get_by_label("Note").fill("two words")
        page.get_by_label("Editor").fill("edited")
        page.get_by_label("Size").select_option("l")
        page.get_by_label("Many").select_option(["A", "C"])
        page.get_by_label("Gift").check()
        page.get_by_label("Gift").uncheck()
        page.get_by_label("Slow").check()
        page.get_by_label("Photo").set_input_files(photo)
        page.get_by_label("Day").fill("2026-11-15")

    recording = recorded(page, site.serve("/", PAGE), work)
    told = [(str(step.action), named(step), step.value, step.values) for step in recording.steps]
    assert told == [
        ("type", "Note", "two words", None),
        ("type", "Editor", "edited", None),
        ("select", "Size", "Large", None),
        ("select", "Many", None, ("A", "C")),
        ("check", "Gift", None, None),
        ("uncheck", "Gift", None, None),
        ("check", "Slow", None, None),
        ("upload", "Photo", "cat.png", None),
        ("type", "Day", "2026-11-15", None),
    ]


def test_a_label_s_click_is_the_box_s_check(page: Page, site: Site) -> None:
    step = only(recorded(page, site.serve("/", PAGE), lambda page: page.click("label")))
    assert (step.action, named(step)) == (StepAction.CHECK, "Gift")


def test_a_double_click_is_not_two_clicks(page: Page, site: Site) -> None:
    step = only(recorded(page, site.serve("/", PAGE), lambda page: page.dblclick("#buy")))
    assert step.action is StepAction.DBLCLICK


def test_buttons_and_modifiers_are_kept(page: Page, site: Site) -> None:
    def work(page: Page) -> None:
        page.click("#buy", button="right")
        page.click("#buy", modifiers=["Shift"])

    right, shifted = recorded(page, site.serve("/", PAGE), work).steps
    assert right.button is MouseButton.RIGHT
    assert shifted.modifiers == ("Shift",)


def test_keys_that_are_not_text_are_presses_and_enter_is_not_also_a_submit(
    page: Page, site: Site
) -> None:
    def work(page: Page) -> None:
        page.get_by_label("Mail").fill("a@b.c")
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        page.keyboard.press("Control+k")
        page.get_by_role("button", name="Send").press("Enter")

    recording = recorded(page, site.serve("/", PAGE), work)
    told = [(str(step.action), step.value) for step in recording.steps]
    assert told == [
        ("type", "a@b.c"),
        ("press", "Enter"),
        ("press", "Escape"),
        ("press", "Control+k"),
        ("click", None),
    ]


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


# -------------------------------------------------------------------------------- pages that resist

RESISTING = {
    "stops-propagation": "for (const type of ['pointerdown', 'mousedown', 'click', 'input'])"
    " addEventListener(type, event => event.stopImmediatePropagation(), true)",
    "removes-itself": "document.querySelector('button').onclick = event => event.target.remove()",
    "removed-on-press": "document.querySelector('button').onpointerdown ="
    " event => event.target.remove()",
    "renders-anew": "document.querySelector('button').onclick ="
    " () => { document.body.innerHTML = '<p>all new</p>' }",
    "leaves": "document.querySelector('button').onclick = () => { location.href = '/next' }",
    "overwrites": "JSON.stringify = null; Array.prototype.push = null; setTimeout = null;"
    "Element.prototype.matches = Element.prototype.closest = () => null;"
    "Element.prototype.getBoundingClientRect = () => null; Array.prototype.toJSON = () => 1",
}


@pytest.mark.parametrize("script", RESISTING.values(), ids=RESISTING.keys())
def test_the_element_is_recorded_as_it_was_before_its_click(
    page: Page, site: Site, script: str
) -> None:
    site.serve("/next", "<p>next</p>")
    url = site.serve("/", f"<h1>Old</h1><button>Pay now</button><script>{script}</script>")

    def work(page: Page) -> None:
        box = page.get_by_role("button").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + 5, box["y"] + 5)
        page.wait_for_load_state()

    step = only(recorded(page, url, work))
    assert (step.action, named(step)) == (StepAction.CLICK, "Pay now")
    assert step.fingerprint is not None
    assert step.fingerprint.page.select("h1")[0].text == "Old"


def test_a_document_that_is_written_anew_is_recorded_too(page: Page, site: Site) -> None:
    def work(page: Page) -> None:
        page.set_content("<button>Second</button>")
        page.get_by_role("button").click()

    step = only(recorded(page, site.serve("/", "<button>First</button>"), work))
    assert named(step) == "Second"


# --------------------------------------------------------------------- pages, tabs, frames, dialogs


def test_only_navigation_by_the_person_is_a_step(page: Page, site: Site) -> None:
    site.serve("/two", "<a href='/three'>Three</a>")
    site.serve("/three", "<button onclick=\"history.pushState({}, '', '/four')\">Push</button>")
    url = site.serve("/", "<a href='/two'>Two</a>")

    def work(page: Page) -> None:
        page.get_by_text("Two").click()
        page.wait_for_url("**/two")
        page.get_by_text("Three").click()
        page.wait_for_url("**/three")
        page.get_by_text("Push").click()
        page.wait_for_url("**/four")
        page.goto(url)
        page.get_by_text("Two").click()

    recording = recorded(page, url, work)
    assert acts(recording) == ["click", "click", "click", "navigate", "click"]
    assert recording.steps[3].value == url


def test_tabs_are_opened_used_and_closed(page: Page, site: Site) -> None:
    site.serve("/pop", "<button>Inside</button>")
    url = site.serve("/", "<a href='/pop' target=_blank>Open</a><button>Outside</button>")

    def work(page: Page) -> None:
        with page.expect_popup() as opening:
            page.get_by_text("Open").click()
        opening.value.get_by_text("Inside").click()
        opening.value.close()
        page.get_by_text("Outside").click()

    recording = recorded(page, url, work)
    assert [(str(step.action), step.tab) for step in recording.steps] == [
        ("click", 0),
        ("newTab", 1),
        ("click", 1),
        ("closeTab", 1),
        ("click", 0),
    ]
    assert recording.steps[1].extra == {"openedByPage": True}


def test_dialogs_are_steps_with_their_answer(page: Page, site: Site) -> None:
    url = site.serve(
        "/",
        "<button onclick=\"confirm('Sure?')\">One</button>"
        "<button onclick=\"prompt('Your name?')\">Two</button>",
    )

    def work(page: Page) -> None:
        page.get_by_text("One").click()
        page.once("dialog", lambda dialog: dialog.accept("Ada"))
        page.get_by_text("Two").click()

    first, refused, second, answered = recorded(page, url, work).steps
    assert (first.action, second.action) == (StepAction.CLICK, StepAction.CLICK)
    assert (refused.message, refused.accept) == ("Sure?", False)
    assert (answered.message, answered.accept, answered.value) == ("Your name?", True, "Ada")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_acts_in_a_frame_are_recorded_within_the_whole_page(
    page: Page, site: Site, host: str
) -> None:
    site.serve("/inner", "<button style='margin:40px'>Inner</button>")
    url = site.serve(
        "/",
        "<h1>Outer</h1><iframe style='margin-left:100px' name=box"
        f" src='{site.url('/inner', host=host)}'></iframe>",
    )

    def work(page: Page) -> None:
        page.wait_for_load_state("networkidle")
        button = page.frame_locator("iframe").get_by_role("button")
        move_to(page, button)
        button.click()

    step = only(recorded(page, url, work))
    assert step.fingerprint is not None
    node = step.fingerprint.node
    assert (node.name, step.fingerprint.page.scopes[node.frame].kind) == ("Inner", "frame")
    assert step.fingerprint.page.select("h1")[0].text == "Outer"
    assert node.box is not None
    assert node.box.x > 140
    assert step.url == url


def test_a_click_in_a_shadow_root_is_a_click_on_what_is_inside(page: Page, site: Site) -> None:
    url = site.serve(
        "/",
        "<x-y></x-y><script>document.querySelector('x-y').attachShadow({mode: 'open'})"
        ".innerHTML = '<button><i>Deep</i></button>'</script>",
    )
    step = only(recorded(page, url, lambda page: page.get_by_text("Deep").click()))
    assert (named(step), step.fingerprint is not None) == ("Deep", True)


# ------------------------------------------------------------------------------ drag, hover, scroll


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


# -------------------------------------------------------------------------------- asserts, pictures


def test_a_key_asserts_what_the_mouse_is_on(page: Page, site: Site) -> None:
    def work(page: Page) -> None:
        page.hover("h1")
        page.keyboard.press("Alt+1")
        page.keyboard.press("Alt+2")
        page.get_by_label("Search").fill("shoes")
        page.get_by_label("Search").hover()
        page.keyboard.press("Alt+3")

    recording = recorded(page, site.serve("/", PAGE), work)
    asserts = [step for step in recording.steps if step.action is StepAction.ASSERT]
    assert [(step.check, step.value) for step in asserts] == [
        (AssertCheck.VISIBLE, None),
        (AssertCheck.TEXT, "Shop"),
        (AssertCheck.VALUE, "shoes"),
    ]


def test_each_element_has_its_picture(page: Page, site: Site) -> None:
    with Recorder(page.context) as recorder:
        page.goto(site.serve("/", PAGE))
        move_to(page, page.locator("#buy"))
        page.click("#buy")
        page.get_by_label("Search").fill("x")
    for step in recorder.recording.steps:
        assert step.picture is not None
        assert step.picture.startswith(b"\x89PNG")


def test_a_page_is_stored_once_for_all_steps_on_it(page: Page, site: Site) -> None:
    def work(page: Page) -> None:
        for _ in range(3):
            page.click("#buy")
        page.get_by_label("Search").fill("x")

    recording = recorded(page, site.serve("/", PAGE), work)
    written = recording_to_json(recording)
    assert len(written["pages"]) == 1
    assert recording_to_json(recording_from_json(written)) == written


def test_the_page_sees_nothing_of_the_recorder(page: Page, site: Site) -> None:
    url = site.serve(
        "/",
        "<button>Pay</button><script>window.seen = []; new MutationObserver(all => seen.push("
        "...all.map(one => one.type))).observe(document, {subtree: true, childList: true,"
        " attributes: true}); addEventListener('unhandledrejection', () => seen.push('rejected'))"
        "</script>",
    )

    def work(page: Page) -> None:
        move_to(page, page.get_by_role("button"))
        page.get_by_role("button").click()
        assert page.evaluate("seen") == []
        assert page.evaluate("Object.keys(window).filter(name => /holdfast/i.test(name))") == []

    recorded(page, url, work)


# ---------------------------------------------------------------------------- contexts of all kinds


def test_pages_that_are_open_already_are_recorded(
    context: BrowserContext, page: Page, site: Site
) -> None:
    page.goto(site.serve("/", PAGE))
    with Recorder(context, pictures=False) as recorder:
        page.click("#buy")
    assert acts(recorder.recording) == ["click"]
    assert recorder.recording.start_url == site.url()


def test_nothing_is_recorded_after_the_end(page: Page, site: Site) -> None:
    with Recorder(page.context, pictures=False) as recorder:
        page.goto(site.serve("/", PAGE))
    page.click("#buy")
    page.goto(site.url("/other"))
    page.close()
    assert recorder.recording.steps == ()


def test_a_sync_context_cannot_be_awaited(page: Page) -> None:
    recorder = Recorder(page.context)
    with pytest.raises(UsageError, match="async with"):
        recorder.__aenter__().send(None)


def test_the_async_recorder_does_the_same(
    site: Site, awaited: Callable[[Callable[[AsyncBrowser], Awaitable[Recording]]], Recording]
) -> None:
    url = site.serve("/", PAGE)

    async def work(browser: AsyncBrowser) -> Recording:
        context = await browser.new_context()
        async with Recorder(context) as recorder:
            page = await context.new_page()
            await page.goto(url)
            await page.click("#buy")
            await page.get_by_label("Search").fill("shoes")
        assert recorder.problems == []
        return recorder.recording

    recording = awaited(work)
    assert acts(recording) == ["click", "type"]
    assert recording.start_url == url
