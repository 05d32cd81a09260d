"""Secrets are never written: not as values, not in pages, addresses, pictures or names."""

from pathlib import Path

import orjson
import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Site

from holdfast.doors.recorder import Recorder
from holdfast.model.recording import Recording

pytestmark = pytest.mark.browser

SECRET = "hunter2-Zq9"
FIELDS = {
    "password": "<input type=password name=password>",
    "shown-password": "<input type=password id=f name=p onfocus=\"this.type='text'\">",
    "named-password": "<input name=userPassword>",
    "code": "<input autocomplete=one-time-code name=x>",
    "labelled-code": "<label>Verification code <input name=vc></label>",
    "card": "<input autocomplete=cc-number name=number>",
    "card-by-name": "<input name=card_number>",
    "cvv": "<input placeholder=CVV>",
    "placeholder": "<input placeholder='One-time code'>",
    "named-by-user": "<input name=api_key>",
    "user-s-selector": "<textarea class=token-box></textarea>",
    "user-s-label": "<label>Favourite colour <input></label>",
}


def record(page: Page, url: str, secret: str = SECRET) -> Recording:
    named = ("api_key", ".token-box", "favourite colour")
    with Recorder(page.context, secrets=named) as recorder:
        page.goto(url)
        field = page.locator("input, textarea").first
        field.click()
        page.keyboard.type(secret)
        field.hover()
        page.keyboard.press("Alt+3")
        page.keyboard.press("Alt+2")
        page.get_by_role("button").click()
        page.wait_for_load_state()
        if page.get_by_role("button").count():
            page.get_by_role("button").first.click()
    assert recorder.problems == []
    return recorder.recording


def bytes_of(recording: Recording, folder: Path) -> bytes:
    path = folder / "recording.json"
    recording.save(path)
    assert [found.name for found in folder.iterdir()] == ["recording.json"]
    return path.read_bytes()


@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS.keys())
def test_a_secret_is_not_in_any_byte_that_is_written(
    page: Page, site: Site, tmp_path: Path, field: str
) -> None:
    url = site.serve("/", f"<form onsubmit='return false'>{field}<button>Go</button></form>")
    recording = record(page, url)
    written = bytes_of(recording, tmp_path)
    assert SECRET.encode() not in written
    assert SECRET[:6].encode() not in written
    typed = next(step for step in recording.steps if step.action == "type")
    assert typed.value is not None
    assert typed.value.startswith("${")
    assert typed.picture is None
    assert all(step.picture is None for step in recording.steps if step.action == "assert")


def test_a_secret_that_the_page_shows_elsewhere_is_blanked(
    page: Page, site: Site, tmp_path: Path
) -> None:
    url = site.serve(
        "/",
        "<form onsubmit='return false'><input type=password name=password"
        ' oninput="out.textContent = out.title = document.title = this.value;'
        " this.setAttribute('value', this.value); this.dataset.v = this.value\">"
        "<button>Go</button></form><p id=out></p>",
    )
    written = bytes_of(record(page, url), tmp_path)
    assert SECRET.encode() not in written
    assert b"***********" in written


def test_what_was_seen_half_typed_does_not_bare_the_rest(
    page: Page, site: Site, tmp_path: Path
) -> None:
    url = site.serve(
        "/",
        "<form onsubmit='return false'><input type=password"
        " oninput='out.textContent = this.value'><button>Go</button></form><p id=out></p>",
    )
    with Recorder(page.context) as recorder:
        page.goto(url)
        page.get_by_role("textbox").click()
        for half in (SECRET[:8], SECRET[8:]):
            page.keyboard.type(half)
            page.get_by_role("button").click()
            page.get_by_role("textbox").press("End")
    written = bytes_of(recorder.recording, tmp_path)
    assert b'"***********"' in written
    assert SECRET[8:].encode() not in written


@pytest.mark.parametrize(
    ("name", "sent"), [("thing", "thing"), ("a[b]", "a%5Bb%5D"), ("das Ding", "das+Ding")]
)
def test_a_secret_that_a_form_sends_by_its_address_is_masked(
    page: Page, site: Site, tmp_path: Path, name: str, sent: str
) -> None:
    site.serve(
        "/next",
        "<a id=more href=''>more</a><button>Two</button><script>"
        "document.getElementById('more').href = location.href + '&page=2'</script>",
    )
    url = site.serve(
        "/",
        f"<form action='/next'><input autocomplete=one-time-code name='{name}'>"
        "<button>Go</button></form>",
    )
    recording = record(page, url)
    written = bytes_of(recording, tmp_path)
    assert SECRET.encode() not in written
    assert f"?{sent}=***" in recording.steps[-1].url


def test_a_code_in_boxes_of_one_character_is_a_secret(
    page: Page, site: Site, tmp_path: Path
) -> None:
    boxes = "".join(f"<input maxlength=1 aria-label='Digit {i}'>" for i in range(6))
    url = site.serve(
        "/",
        f"<form onsubmit='return false'>{boxes}<p></p><button>Go</button></form>"
        "<script>oninput = () => { const all = document.querySelectorAll('input');"
        "document.querySelector('p').textContent = [...all].map(one => one.value).join('') }"
        "</script>",
    )
    with Recorder(page.context) as recorder:
        page.goto(url)
        for place, digit in enumerate("837264"):
            page.locator("input").nth(place).press(digit)
        page.get_by_role("button").click()
    written = orjson.loads(bytes_of(recorder.recording, tmp_path))
    typed = [step for step in written["steps"] if step["action"] == "type"]
    assert [step["value"] for step in typed] == [f"${{DIGIT_{i}}}" for i in range(6)]
    assert "837264" not in orjson.dumps(written).decode()


def test_what_is_typed_elsewhere_is_in_its_step_and_nowhere_else(
    page: Page, site: Site, tmp_path: Path
) -> None:
    url = site.serve(
        "/", "<form onsubmit='return false'><input name=city><button>Go</button></form>"
    )
    recording = record(page, url, "Ouagadougou")
    written = orjson.loads(bytes_of(recording, tmp_path))
    typed = next(step for step in written["steps"] if step["action"] == "type")
    assert typed["value"] == "Ouagadougou"
    assert "Ouagadougou" not in orjson.dumps(written["pages"]).decode()
