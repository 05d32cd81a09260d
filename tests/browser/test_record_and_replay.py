"""What was recorded does the same again: acts of every kind, through the file, in a new window."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Site

from holdfast.doors.player import Player
from holdfast.doors.recorder import Recorder
from holdfast.model.recording import Recording, StepAction
from holdfast.model.replay_result import Replay, StepOutcome

pytestmark = pytest.mark.browser

DRAG_HTML = (
    "<h1>Board</h1><div draggable=true id=card style='width:90px;height:40px;background:#fc9'>Card"
    "</div><div id=done aria-label=Done role=group style='width:300px;height:200px;background:#9cf'"
    " ondragover='event.preventDefault()'"
    " ondrop='this.append(document.getElementById(\"card\"))'>Done</div>"
)
DRAG_POINTER = (
    "<h1>Volume</h1><div style='position:relative;height:60px'><button id=knob style='position:"
    "absolute;left:0;top:10px;width:40px;height:40px'>Knob</button></div><p id=at></p><script>"
    "const knob = document.getElementById('knob'); let from = null;"
    "knob.onpointerdown = e => { knob.setPointerCapture(e.pointerId); from = e.clientX };"
    "knob.onpointermove = e => { if (from !== null) { knob.style.left = e.clientX - from + 'px';"
    " document.getElementById('at').textContent = e.clientX - from } };"
    "knob.onpointerup = () => { from = null };</script>"
)
UPLOAD = (
    '<label for=f>Photo</label><input id=f type=file multiple onchange="Promise.all('
    "[...this.files].map(f => f.text())).then(t => { out.textContent = t.join('+') })\">"
    "<p id=out></p>"
)
DIALOGS = (
    "<button onclick=\"out.append(confirm('Sure?') ? 'yes ' : 'no ')\">Ask</button>"
    "<button onclick=\"out.append(prompt('Your name?'))\">Name</button>"
    "<button onclick=\"alert('Done'); out.append(' done')\">Tell</button><p id=out></p>"
)
Work = Callable[[Page], object]
Again = Callable[[str, Work], tuple[Replay, Page]]


@pytest.fixture
def again(browser: Browser, tmp_path: Path) -> Iterator[Again]:
    """Return what records some work, and replays its file in a window of its own."""
    opened = browser.new_context()

    def run(url: str, work: Work) -> tuple[Replay, Page]:
        first = browser.new_context()
        with Recorder(first, pictures=False) as recorder:
            page = first.new_page()
            page.goto(url)
            work(page)
        first.close()
        assert recorder.problems == []
        recorder.recording.save(tmp_path / "journey.json")
        player = Player(opened, heal_after_ms=500.0, reader=None)
        return player.play(tmp_path / "journey.json"), opened.pages[0]

    yield run
    opened.close()


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=6)
    page.mouse.up()


def test_a_card_is_dragged_to_its_list_again(again: Again, site: Site) -> None:
    replay, page = again(
        site.serve("/", DRAG_HTML), lambda page: page.drag_and_drop("#card", "#done")
    )
    assert replay.passed, [step.reason for step in replay.steps]
    assert page.locator("#done > #card").count() == 1


def test_a_knob_is_dragged_as_far_again(again: Again, site: Site) -> None:
    url = site.serve("/", DRAG_POINTER)

    def turn(page: Page) -> None:
        box = page.locator("#knob").bounding_box()
        assert box is not None
        at = (box["x"] + 20, box["y"] + 20)
        drag(page, at, (at[0] + 150, at[1]))

    replay, page = again(url, turn)
    assert replay.passed, [step.reason for step in replay.steps]
    assert page.text_content("#at") == "150"


def test_files_are_uploaded_again_from_beside_the_recording(
    again: Again, site: Site, tmp_path: Path
) -> None:
    kept, elsewhere = [tmp_path / "a.txt", tmp_path / "b.txt"], tmp_path / "pictures"
    elsewhere.mkdir()
    for file in kept:
        file.write_text(f"content of {file.name}")
    replay, page = again(
        site.serve("/", UPLOAD), lambda page: page.set_input_files("#f", [*map(str, kept)])
    )
    assert replay.passed, [step.reason for step in replay.steps]
    page.get_by_text("content of a.txt+content of b.txt").wait_for()
    (step,) = Recording.load(tmp_path / "journey.json").steps
    assert (step.action, step.values) == (StepAction.UPLOAD, ("a.txt", "b.txt"))


def test_a_file_that_is_missing_is_told(again: Again, site: Site, tmp_path: Path) -> None:
    file = tmp_path / "away" / "a.txt"
    file.parent.mkdir()
    file.write_text("x")
    replay, _ = again(site.serve("/", UPLOAD), lambda page: page.set_input_files("#f", str(file)))
    assert replay.steps[-1].outcome is StepOutcome.FAILED
    assert "no file 'a.txt' to upload" in replay.steps[-1].reason


def test_dialogs_are_answered_again(again: Again, site: Site) -> None:
    def answer(page: Page) -> None:
        page.once("dialog", lambda dialog: dialog.accept())
        page.get_by_text("Ask").click()
        page.get_by_text("Ask").click()  # nobody listens: dismissed
        page.once("dialog", lambda dialog: dialog.accept("Ada"))
        page.get_by_text("Name").click()
        page.once("dialog", lambda dialog: dialog.accept())
        page.get_by_text("Tell").click()

    replay, page = again(site.serve("/", DIALOGS), answer)
    assert replay.passed, [step.reason for step in replay.steps]
    assert page.text_content("#out") == "yes no Ada done"


def test_tabs_are_opened_used_and_closed_again(again: Again, site: Site) -> None:
    inside = "<button onclick=\"opener.out.textContent = 'pressed inside'\">Inside</button>"
    site.serve("/pop", inside)
    url = site.serve(
        "/",
        "<a href='/pop' target=_blank rel=opener>Open</a><p id=out></p>"
        "<button onclick=\"out.append(' and outside')\">Outside</button>",
    )

    def use(page: Page) -> None:
        with page.expect_popup() as opening:
            page.get_by_text("Open").click()
        opening.value.get_by_text("Inside").click()
        opening.value.close()
        page.get_by_text("Outside").click()

    replay, page = again(url, use)
    assert replay.passed, [step.reason for step in replay.steps]
    assert page.text_content("#out") == "pressed inside and outside"
    assert len(page.context.pages) == 1


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_acts_in_a_frame_are_done_in_that_frame_again(again: Again, site: Site, host: str) -> None:
    inner = "<label>Card <input name=card></label><button onclick='top.postMessage(1, \"*\")'>Pay"
    site.serve("/inner", inner)
    frame = f"<iframe src='{site.url('/inner', host=host)}' title=Card></iframe>"
    heard = "<script>onmessage = () => { document.title = 'paid' }</script>"
    url = site.serve("/", f"<h1>Checkout</h1><button>Pay</button>{frame}{heard}")

    def pay(page: Page) -> None:
        inside = page.frame_locator("iframe")
        inside.locator("input").fill("Ada")
        inside.get_by_role("button").click()

    replay, page = again(url, pay)
    assert replay.passed, [step.reason for step in replay.steps]
    # A message between frames arrives after the click that sent it has ended.
    expect(page).to_have_title("paid")
