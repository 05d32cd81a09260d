"""Pages that resist, navigation, tabs, dialogs, frames and shadow roots, as they are recorded."""

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Site
from tests.browser.recordings import acts, move_to, named, only, recorded

from holdfast.doors.recorder import Recorder
from holdfast.model.recording import StepAction

pytestmark = pytest.mark.browser


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


def test_what_happens_after_the_end_is_no_part_of_a_recording(page: Page, site: Site) -> None:
    url = site.serve("/", "<button onclick='alert(1)'>Ask</button>")
    with Recorder(page.context, pictures=False) as recorder:
        page.goto(url)
        page.get_by_role("button").focus()
    page.get_by_role("button").click()
    with page.context.expect_page():
        page.evaluate("open('about:blank')")
    page.context.new_page().goto(url)
    assert recorder.recording.steps == ()
    assert recorder.problems == []


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
