"""What tests of the recorder share: work that is recorded, and questions to the result."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page

from holdfast.doors.recorder import Recorder
from holdfast.model.recording import Recording, Step


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
