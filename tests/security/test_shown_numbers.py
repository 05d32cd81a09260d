"""Card numbers, web tokens and keys are kept nowhere, whatever the field or the page calls them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Site

import holdfast
from holdfast import heal
from holdfast.doors.recorder import Recorder
from holdfast.model.recording import Recording

CARD, KEY = "4111 1111 1111 1111", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"
SHOWN = (CARD, KEY, TOKEN, "482913")
PAGE = f"""<!doctype html><title>Shop</title><p>Paid with {CARD}</p><p>{KEY} {TOKEN}</p>
<p>Your code is 482913</p><p>Order 4711 of 2026</p><input aria-label=Note>
<button title="{CARD}">Go on</button>"""


@pytest.mark.browser
def test_a_recording_holds_none_that_a_page_shows_or_somebody_types(
    page: Page, site: Site, tmp_path: Path
) -> None:
    with Recorder(page.context, pictures=False) as recorder:
        page.goto(site.serve("/", PAGE))
        page.get_by_label("Note").fill(CARD)
        page.get_by_role("button").click()
    assert recorder.problems == []
    typed, pressed = recorder.recording.steps
    assert typed.value == "${NOTE}"
    assert [secret.name for secret in recorder.recording.secrets] == ["NOTE"]
    recorder.save(tmp_path / "kept.json")
    kept = (tmp_path / "kept.json").read_text(encoding="utf-8")
    assert [text for text in SHOWN if text in kept] == []
    assert "Order 4711 of 2026" in kept
    assert pressed.fingerprint is not None
    assert pressed.fingerprint.node.text == "Go on"
    assert Recording.load(tmp_path / "kept.json").steps[1].fingerprint == pressed.fingerprint


@pytest.mark.browser
@pytest.mark.filterwarnings("ignore::holdfast.HealedWarning")
def test_a_suite_keeps_none_and_heals_as_before(page: Page, site: Site, tmp_path: Path) -> None:
    (tmp_path / "holdfast.toml").write_text("", encoding="utf-8")

    def used(html: str) -> None:
        tab = heal(page.context.new_page(), root=tmp_path, heal_after_ms=150.0)
        tab.goto(site.serve("/", html))
        tab.locator("button[title]").click(timeout=5_000)
        tab.close()

    used(PAGE)
    files = [path for path in (tmp_path / ".holdfast").rglob("*.json") if path.is_file()]
    kept = "".join(path.read_text(encoding="utf-8") for path in files)
    assert "Order 4711 of 2026" in kept
    assert [text for text in SHOWN if text in kept] == []
    used(PAGE.replace(f'title="{CARD}"', "class=next"))


def test_an_import_writes_none_and_its_file_is_its_owners_only(tmp_path: Path) -> None:
    steps = [
        {"type": "navigate", "url": "https://shop.example/"},
        {"type": "change", "value": CARD, "selectors": [["#note"]], "target": "main"},
        {"type": "change", "value": "Berlin", "selectors": [["#city"]], "target": "main"},
    ]
    (tmp_path / "in.json").write_text(json.dumps({"title": "x", "steps": steps}), encoding="utf-8")
    command = [sys.executable, "-m", "holdfast", "import", "in.json", "--out", "out.json"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    made = Recording.load(tmp_path / "out.json")
    assert [step.value for step in made.steps][1:] == ["${SECRET}", "Berlin"]
    assert (tmp_path / "out.json").stat().st_mode & 0o777 == 0o600


ORDERS = ("4111111111111111", "5500005555555559", "340000000000009", "6011000000000004")


def orders(numbers: tuple[str, ...]) -> str:
    row = "<tr><td>Order {}</td><td><button>Edit</button></td></tr>"
    return f"<table>{''.join(map(row.format, numbers))}</table>"


@pytest.mark.parametrize("number", ORDERS)
def test_order_numbers_that_look_like_cards_stay_keys_of_their_rows_and_are_not_stored(
    number: str, tmp_path: Path
) -> None:
    turned = ORDERS[::-1]
    old, new = (holdfast.parse(orders(numbers)) for numbers in (ORDERS, turned))
    made = holdfast.fingerprint(old, f"tr:nth-of-type({ORDERS.index(number) + 1}) button")
    found = holdfast.locate(made, new)
    assert found.best is not None
    assert new.select("button").index(found.best.node) == turned.index(number)
    assert found.refusal is None
    for value in (made, old):
        value.save(tmp_path / "kept.json")
        kept = (tmp_path / "kept.json").read_text(encoding="utf-8")
        assert [each for each in ORDERS if each in kept] == []
        assert "Order " in kept
