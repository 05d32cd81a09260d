"""The recorder's bar: says what is recorded, does what a person wants, leaves the page alone."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Browser as AsyncBrowser
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.browser.bar_parts import box_of, press, texts, wait_for_none, wait_for_text
from tests.browser.conftest import Site
from tests.browser.recordings import acts

from holdfast.doors.recorder import Recorder
from holdfast.model.recording import AssertCheck, StepAction

pytestmark = pytest.mark.browser
SHOP = """<!doctype html><title>Shop</title><h1>Shop</h1><input aria-label=Name><button>Pay</button>
<a href=/next>On</a><script>heard = []
for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'focusin',
                    'focusout', 'keydown', 'contextmenu', 'wheel', 'dragstart', 'toggle']) {
  for (const target of [window, document]) {
    target.addEventListener(type, e => heard.push(type + ' ' + e.target.localName), true)
  }
}</script>"""


@contextmanager
def watched(context: BrowserContext, url: str, **given: Any) -> Iterator[tuple[Recorder, Page]]:
    """Yield a recorder with its bar, and the window that it is in."""
    with Recorder(context, bar=True, **{"pictures": False, **given}) as recorder:
        page = context.new_page()
        page.goto(url)
        wait_for_text(page, "step")
        yield recorder, page
    assert recorder.problems == []


def test_the_bar_shows_steps_as_they_settle_and_comes_back_on_the_next_page(
    context: BrowserContext, site: Site
) -> None:
    site.serve("/next", "<h1>Next</h1><iframe srcdoc='<button>Inner</button>'></iframe>")
    with watched(context, site.serve("/", SHOP)) as (recorder, page):
        page.get_by_label("Name").press_sequentially("Ada")
        wait_for_text(page, "type into 'Name'  'Ada'")
        page.get_by_role("link").click()
        page.wait_for_url("**/next")
        wait_for_text(page, "2 steps")
        assert any("click 'On'" in text for text in texts(page))
        frame = page.frame_locator("iframe").locator("html")
        assert frame.evaluate("html => html.querySelectorAll('holdfast-bar').length") == 0
        assert page.locator("holdfast-bar").count() == 1
    expect(page.locator("holdfast-bar")).to_have_count(0)
    assert acts(recorder.recording) == ["type", "click"]


@pytest.mark.slow
def test_a_new_tab_has_a_bar_of_its_own(context: BrowserContext, site: Site) -> None:
    site.serve("/next", "<button>Inside</button>")
    with watched(context, site.serve("/", "<a target=_blank href=/next>Open</a>")) as (_, page):
        with context.expect_page() as opened:
            page.get_by_role("link").click()
        wait_for_text(opened.value, "2 steps")
        opened.value.get_by_role("button").click()
        wait_for_text(opened.value, "click 'Inside'")
        wait_for_text(page, "3 steps")


BOXES = """() => [...document.querySelectorAll('html, body, body *')].map(e => {
  const {x, y, width, height} = e.getBoundingClientRect(); return [x, y, width, height] })
  .concat([[document.documentElement.scrollWidth, document.documentElement.scrollHeight]])"""


def test_the_page_is_as_it_is_without_the_bar(context: BrowserContext, site: Site) -> None:
    url = site.serve(
        "/", SHOP + "<p style='height:3000px'>long<style>html > * {margin: 9px}</style>"
    )
    plain = context.new_page()
    plain.goto(url)
    without = plain.evaluate(BOXES), plain.evaluate("document.documentElement.innerText")
    with watched(context, url) as (recorder, page):
        with_bar = page.evaluate(BOXES), page.evaluate("document.documentElement.innerText")
        assert with_bar == without
        page.get_by_label("Name").evaluate("field => { field.value = 'Ada' }")
        page.get_by_label("Name").select_text()
        page.evaluate("heard.length = 0")
        for word, said in (("visible", "Esc:"), ("Pause", "Paused:"), ("Resume", "Pause")):
            press(page, word)
            wait_for_text(page, said)
        page.mouse.wheel(0, 0)
        press(page, "Undo")
        wait_for_text(page, "nothing to undo")
        assert page.evaluate("heard") == []
        assert page.evaluate("document.activeElement.ariaLabel") == "Name"
        assert page.evaluate("document.activeElement.selectionEnd") == len("Ada")
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Shift+Tab")
        assert page.evaluate("document.activeElement.localName") != "holdfast-bar"
    assert not any(step.action is StepAction.CLICK for step in recorder.recording.steps)


def test_pause_undo_and_stop(context: BrowserContext, site: Site) -> None:
    site.serve("/next", "<button>Later</button>")
    with watched(context, site.serve("/", SHOP)) as (recorder, page):
        page.get_by_role("button").click()
        page.get_by_label("Name").fill("Ada")
        wait_for_text(page, "2 steps")
        press(page, "Undo")
        wait_for_text(page, "1 step")
        press(page, "Pause")
        wait_for_text(page, "nothing is recorded")
        page.get_by_role("link").click()
        page.wait_for_url("**/next")
        wait_for_text(page, "Resume")
        press(page, "Resume")
        wait_for_text(page, "open /next")
        page.get_by_role("button").click()
        wait_for_text(page, "3 steps")
        press(page, "Stop")
        expect(page.locator("holdfast-bar")).to_have_count(0)
        assert recorder.is_stopped
        page.get_by_role("button").click()
    assert acts(recorder.recording) == ["click", "navigate", "click"]


@pytest.mark.slow
def test_a_tab_is_not_undone(context: BrowserContext, site: Site) -> None:
    with watched(context, site.serve("/", SHOP)) as (recorder, page):
        context.new_page()
        wait_for_text(page, "new tab")
        page.bring_to_front()
        press(page, "Undo")
        wait_for_text(page, "nothing to undo")
    assert acts(recorder.recording) == ["newTab"]


def test_pointing_asserts_and_the_page_hears_no_click(context: BrowserContext, site: Site) -> None:
    site.serve("/frame", "<input aria-label=Code value=77 onclick='this.value = 0'>")
    html = SHOP + "<button disabled>Gone</button><iframe src=/frame></iframe>"
    with watched(context, site.serve("/", html)) as (recorder, page):
        page.get_by_label("Name").fill("Ada")
        wait_for_text(page, "1 step")
        for count, (word, label) in enumerate(
            (("value", "Name"), ("text", "Pay"), ("visible", "Gone"))
        ):
            press(page, word)
            wait_for_text(page, "Esc: leave it")
            page.evaluate("heard.length = 0")
            box = (
                page.get_by_label(label).or_(page.get_by_role("button", name=label)).bounding_box()
            )
            assert box is not None
            page.mouse.click(box["x"] + 5, box["y"] + 5)
            wait_for_text(page, f"{count + 2} steps")
            wait_for_none(page, "Esc: leave it")
            assert "click button" not in page.evaluate("heard")
        press(page, "value")
        field = page.frame_locator("iframe").get_by_label("Code")
        field.hover()
        wait_for_text(page, '"Code"')
        while recorder._at_work:  # the frame is told what is wanted of its click
            page.wait_for_timeout(20)
        page.frames[1].evaluate("1")
        field.click()
        wait_for_text(page, "5 steps")
        assert field.input_value() == "77"
        press(page, "text")
        wait_for_text(page, "Esc: leave it")
        page.keyboard.press("Escape")
        wait_for_none(page, "Esc: leave it")
        page.get_by_role("button", name="Pay").click()
        wait_for_text(page, "6 steps")
    steps = recorder.recording.steps
    assert [(step.check, step.value) for step in steps[1:-1]] == [
        (AssertCheck.VALUE, "Ada"),
        (AssertCheck.TEXT, "Pay"),
        (AssertCheck.VISIBLE, None),
        (AssertCheck.VALUE, "77"),
    ]
    assert steps[-1].action is StepAction.CLICK


@pytest.mark.slow
def test_what_would_be_recorded_is_marked_with_its_locator(
    context: BrowserContext, site: Site
) -> None:
    site.serve("/frame", "<body style='margin:0'><button>Inner</button>")
    html = SHOP + "<iframe src=/frame style='border:0;display:block'></iframe>"
    with watched(context, site.serve("/", html)) as (_, page):
        page.get_by_role("button", name="Pay").hover()
        wait_for_text(page, 'get_by_role("button", name="Pay", exact=True)')
        drawn = page.get_by_role("button", name="Pay").bounding_box()
        assert drawn is not None
        assert box_of(page, "mark") == pytest.approx([*drawn.values()], abs=1)
        inner = page.frame_locator("iframe").get_by_role("button")
        inner.hover()
        wait_for_text(page, '"Inner"')
        drawn = inner.bounding_box()
        assert drawn is not None
        assert box_of(page, "mark") == pytest.approx([*drawn.values()], abs=1)
        inner.click()
        wait_for_text(page, "click 'Inner'")


POLICY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'unsafe-inline'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
}
STRICT = """<html><h1>Shop</h1><button>Pay</button><script>broken = []
addEventListener('securitypolicyviolation', e => broken.push(e.violatedDirective))
addEventListener('error', e => broken.push(e.message))
for (const owner of [Element, Node, Document, ShadowRoot, EventTarget, CSSStyleDeclaration]) {
  for (const name of Object.getOwnPropertyNames(owner.prototype)) {
    if (!/^(?:attachShadow|append.*|createElement|setAttribute|setProperty)$/.test(name)) continue
    owner.prototype[name] = () => { broken.push(name); throw new Error(name) }
  }
}</script>"""


def test_neither_a_strict_policy_nor_changed_functions_break_it(
    context: BrowserContext, site: Site
) -> None:
    with watched(context, site.serve("/", STRICT, POLICY)) as (recorder, page):
        page.get_by_role("button").hover()
        wait_for_text(page, 'get_by_role("button"')
        page.get_by_role("button").click()
        wait_for_text(page, "click 'Pay'")
        panel = box_of(page, "panel")
        assert panel is not None
        assert panel[1] > 400  # its own style is in force
        press(page, "Undo")
        wait_for_text(page, "0 steps")
        assert page.evaluate("broken") == []
    assert recorder.recording.steps == ()


JEALOUS = """<h1>Mine</h1><button>Pay</button><script>seen = 0
new MutationObserver(records => { for (const one of records) for (const node of one.addedNodes)
  { seen++; if (node.localName !== 'body') node.remove() } })
  .observe(document.documentElement, {childList: true})</script>"""


@pytest.mark.slow
def test_a_page_that_takes_it_away_wins(context: BrowserContext, site: Site) -> None:
    with Recorder(context, bar=True, pictures=False) as recorder:
        page = context.new_page()
        page.goto(site.serve("/", JEALOUS))
        page.wait_for_function("seen >= 5")
        page.get_by_role("button").click()
    assert acts(recorder.recording) == ["click"]
    assert page.evaluate("seen") < 20


def test_what_a_page_makes_up_is_not_obeyed(context: BrowserContext, site: Site) -> None:
    with watched(context, site.serve("/", SHOP)) as (recorder, page):
        page.get_by_role("button").click()
        wait_for_text(page, "1 step")
        (x, y, wide, high) = box_of(page, "stop") or (0, 0, 0, 0)
        page.evaluate(
            """([clientX, clientY]) => { const host = document.documentElement.lastElementChild
              for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
                host.dispatchEvent(new PointerEvent(type,
                  {clientX, clientY, bubbles: true, composed: true}))
              }
              host.click()
              dispatchEvent(new CustomEvent('holdfastTells', {detail: '{"kind": "end"}'})) }""",
            [x + wide / 2, y + high / 2],
        )
        assert page.evaluate("document.documentElement.lastElementChild.shadowRoot") is None
        assert page.evaluate("typeof holdfastTells") == "undefined"
        page.get_by_role("button").click()
        wait_for_text(page, "2 steps")
    assert len(recorder.recording.steps) == 2


COVERED = """<body style='margin:0;height:100vh'>
<button style='position:fixed;inset:auto 0 0 0;height:70px'>Pay</button>"""


def test_the_bar_is_in_no_capture_and_in_no_picture(browser: Browser, site: Site) -> None:
    url, pictures = site.serve("/", COVERED), []
    for shows in (False, True):
        context = browser.new_context(viewport={"width": 900, "height": 600})
        with Recorder(context, bar=shows) as recorder:
            page = context.new_page()
            page.goto(url)
            if shows:
                wait_for_text(page, "0 steps")
            page.mouse.move(5, 5)
            page.mouse.move(20, 580)
            if shows:
                wait_for_text(page, "get_by_role")
            page.mouse.click(20, 580)
        (step,) = recorder.recording.steps
        assert step.fingerprint is not None
        assert step.picture is not None
        assert "holdfast-bar" not in step.fingerprint.page.tags
        assert step.fingerprint.node.xpath == "/html/body/button"
        pictures.append(Image.open(BytesIO(step.picture)).convert("RGB"))
        context.close()
    plain, with_bar = pictures
    assert plain.size == with_bar.size
    middle = (plain.width // 2, plain.height // 2)  # where the bar lies over the button
    assert plain.getpixel(middle) == with_bar.getpixel(middle)
    assert plain.getextrema() == with_bar.getextrema()


@pytest.mark.slow
def test_what_is_dragged_passes_under_the_bar(context: BrowserContext, site: Site) -> None:
    html = """<body style='height:100vh;margin:0'><i style='position:fixed;left:0;top:0'>thing</i>
      <script>ends = []; addEventListener('pointerup', ({target, clientX, clientY}) =>
        ends.push(target.localName + ' ' + document.elementFromPoint(clientX, clientY).localName))
      </script>"""
    with watched(context, site.serve("/", html)) as (_, page):
        panel = box_of(page, "panel")
        assert panel is not None
        page.mouse.move(10, 10)
        page.mouse.down()
        page.mouse.move(panel[0] + 50, panel[1] + 5, steps=5)
        page.mouse.up()
        assert page.evaluate("ends") == ["body body"]
        page.mouse.move(400, 100)
        press(page, "Pause")
        wait_for_text(page, "Resume")
        assert page.evaluate("ends") == ["body body"]


@pytest.mark.slow
def test_the_bar_is_moved_by_its_grip_and_stays_there(context: BrowserContext, site: Site) -> None:
    site.serve("/next", "<h1>Next</h1>")
    with watched(context, site.serve("/", SHOP)) as (recorder, page):
        grip = box_of(page, "grip")
        assert grip is not None
        page.mouse.move(grip[0] + 4, grip[1] + 4)
        page.mouse.down()
        page.mouse.move(300, 200, steps=4)
        page.mouse.up()
        moved = box_of(page, "panel")
        assert moved is not None
        assert moved[1] < 250
        page.goto(site.url("/next"))
        wait_for_text(page, "open /next")
        assert box_of(page, "panel") == pytest.approx(moved, abs=40)
    assert acts(recorder.recording) == ["navigate"]


@pytest.mark.slow
def test_the_bar_in_an_async_context(
    awaited: Callable[[Callable[[AsyncBrowser], Awaitable[list[str]]]], list[str]], site: Site
) -> None:
    url = site.serve("/", "<button onclick='alert(1)'>Pay</button>")

    async def work(browser: AsyncBrowser) -> list[str]:
        context = await browser.new_context()
        async with Recorder(context, bar=True) as recorder:
            page = await context.new_page()
            await page.goto(url)
            await page.locator("holdfast-bar").wait_for(state="attached")
            page.on("dialog", lambda dialog: dialog.accept())
            await page.get_by_role("button").click()
            await page.close()
        assert recorder.problems == []
        return acts(recorder.recording)

    assert awaited(work) == ["click", "dialog", "closeTab"]


BLOCKING = """<button onclick='question.showModal()'>Open</button>
<div style='height:90vh;position:relative'><div id=whole>
  <button onclick='whole.requestFullscreen()'>Whole</button><p>Film</div></div>
<dialog id=question style='width:100vw;height:100vh;max-width:none;max-height:none'>
  <button style='position:fixed;inset:auto 0 0 0;height:90px'>Under</button>
  <input aria-label=Mail><button onclick='question.close()'>Accept</button></dialog>"""
COUNTED = "document.querySelectorAll('dialog > *').length"


def test_the_bar_is_there_above_a_modal_dialog(context: BrowserContext, site: Site) -> None:
    with watched(context, site.serve("/", SHOP + BLOCKING)) as (recorder, page):
        page.get_by_role("button", name="Open").click()
        wait_for_text(page, "click 'Open'")
        before = page.evaluate(COUNTED)
        page.get_by_label("Mail").press_sequentially("Ada")
        wait_for_text(page, "2 steps")
        page.evaluate("heard.length = 0")
        for word, said in (("Pause", "Resume"), ("Resume", "Pause"), ("Undo", "1 step")):
            press(page, word)
            wait_for_text(page, said)
        assert page.evaluate("heard") == []
        assert page.evaluate("document.activeElement.ariaLabel") == "Mail"
        assert page.evaluate(COUNTED) == before
        page.get_by_role("button", name="Accept").click()
        wait_for_text(page, "click 'Accept'")
        page.get_by_role("button", name="Pay").click()
        wait_for_text(page, "3 steps")
        press(page, "Stop")
        expect(page.locator("holdfast-bar")).to_have_count(0)
    assert acts(recorder.recording) == ["click", "click", "click"]
    for step in recorder.recording.steps:
        assert step.fingerprint is not None
        assert "holdfast-bar" not in step.fingerprint.page.tags


def test_the_bar_is_there_above_a_dialog_of_a_component_and_in_full_screen(
    context: BrowserContext, site: Site
) -> None:
    html = """<ask-me></ask-me><script>customElements.define('ask-me', class extends HTMLElement {
      connectedCallback() { this.attachShadow({mode: 'open'}).innerHTML =
        '<dialog style="width:100vw;height:100vh"><button>Yes</button></dialog>' } })
      </script><button onclick="document.querySelector('ask-me').shadowRoot.firstChild.showModal()">
      Ask</button>"""
    with watched(context, site.serve("/", SHOP + BLOCKING + html)) as (recorder, page):
        page.get_by_role("button", name="Whole").click()
        page.wait_for_function("document.fullscreenElement !== null")
        wait_for_text(page, "1 step")
        press(page, "Undo")
        wait_for_text(page, "0 steps")
        page.evaluate("document.exitFullscreen()")
        page.wait_for_function("document.fullscreenElement === null")
        page.get_by_role("button", name="Ask").click()
        page.get_by_role("button", name="Yes").click()
        wait_for_text(page, "2 steps")
        press(page, "Undo")
        wait_for_text(page, "1 step")
    assert acts(recorder.recording) == ["click"]


def test_the_bar_comes_back_into_a_document_that_is_written_anew(
    context: BrowserContext, site: Site
) -> None:
    with watched(context, site.serve("/", "<html dir=rtl>" + SHOP + BLOCKING)) as (recorder, page):
        page.get_by_role("button", name="Open").click()
        wait_for_text(page, "1 step")
        grip, stop = box_of(page, "grip"), box_of(page, "stop")
        assert grip is not None
        assert stop is not None
        assert grip[0] < stop[0]  # its words are those of a language from left to right
        page.evaluate("document.open(); document.write('<button>Go</button>'); document.close()")
        wait_for_text(page, "1 step")
        page.get_by_role("button", name="Go").click()
        wait_for_text(page, "2 steps")
        press(page, "Undo")
        wait_for_text(page, "1 step")
    assert acts(recorder.recording) == ["click"]
