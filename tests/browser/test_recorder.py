"""What is done in a browser becomes steps: one for each act, with the element as it was before."""

from collections.abc import Awaitable, Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.async_api import Browser as AsyncBrowser
from playwright.sync_api import BrowserContext, Page
from tests.browser.conftest import Site
from tests.browser.recordings import PAGE, acts, move_to, named, only, recorded

from holdfast.doors.recorder import Recorder
from holdfast.errors import UsageError
from holdfast.model.recording import AssertCheck, MouseButton, Recording, StepAction
from holdfast.model.recording_json import recording_from_json, recording_to_json

pytestmark = pytest.mark.browser


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


CHANGING = (
    "<button id=go style='width:100px;height:40px;border:0;background:#f00;color:#f00'"
    " onclick=\"this.style.background = '#00f'\">Go</button>"
)


def pixels(picture: bytes) -> bytes:
    return Image.open(BytesIO(picture)).convert("RGB").tobytes()


def test_the_picture_is_of_the_element_before_its_click(page: Page, site: Site) -> None:
    with Recorder(page.context) as recorder:
        page.goto(site.serve("/", CHANGING))
        before = pixels(page.locator("#go").screenshot())
        move_to(page, page.locator("#go"))
        # A person takes a moment until the click: here, until the picture has been taken.
        (tab,) = recorder._tabs
        for _ in range(500):
            if tab._picture is not None and pixels(tab._picture[1]) == before:
                break
            page.wait_for_timeout(20)
        page.mouse.down()
        page.mouse.up()
    assert pixels(page.locator("#go").screenshot()) != before
    (step,) = recorder.recording.steps
    assert step.picture is not None
    assert pixels(step.picture) == before


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
    site: Site,
    awaited: Callable[[Callable[[AsyncBrowser], Awaitable[Recording]]], Recording],
    tmp_path: Path,
) -> None:
    url = site.serve("/", PAGE)

    async def work(browser: AsyncBrowser) -> Recording:
        context = await browser.new_context()
        async with Recorder(context) as recorder:
            page = await context.new_page()
            await page.goto(url)
            await page.click("#buy")
            await page.get_by_label("Search").fill("shoes")
            recorder.save(tmp_path / "early.json")  # what was done so far
        assert recorder.problems == []
        recorder.save(tmp_path / "whole.json")
        return recorder.recording

    recording = awaited(work)
    assert Recording.load(tmp_path / "whole.json") == recording
    assert acts(Recording.load(tmp_path / "early.json"))[:1] == ["click"]
    assert acts(recording) == ["click", "type"]
    assert recording.start_url == url
