"""What a test of one's own types into a secret field is masked in all that its run keeps."""

import sqlite3
import warnings
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from holdfast import HealedWarning, heal

pytestmark = pytest.mark.browser
SECRET = "tr0ub4dor&3 zwei"
OLD = """<!doctype html><title>In</title><label>Password <input id=pw type=password></label>
<p id=said>Hello</p><button id=go>Continue to shop</button>"""
NEW = """<!doctype html><title>In</title><label>Password <input id=pw type=password></label>
<p id=said>Hello</p><button id=forth class=new>Continue to the shop</button>
<script>pw.oninput = () => { said.textContent = forth.title = forth.textContent = pw.value;
  forth.textContent = "Continue to the shop"; forth.dataset.again = pw.value }</script>"""


def used(context: BrowserContext, root: Path, html: str, button: str) -> None:
    page = heal(context.new_page(), root=root, heal_after_ms=150.0)
    page.set_content(html)
    page.locator("#pw").fill(SECRET)
    page.locator(button).click(timeout=5_000)
    page.close()


def test_a_healing_of_a_page_that_repeats_it_holds_nothing_of_it(
    context: BrowserContext, tmp_path: Path
) -> None:
    (tmp_path / "holdfast.toml").write_text("", encoding="utf-8")
    used(context, tmp_path, OLD, "#go")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HealedWarning)
        used(context, tmp_path, NEW, "#go")
    store = sqlite3.connect(tmp_path / ".holdfast" / "holdfast.db")
    (healings,) = store.execute("SELECT count(*) FROM healings").fetchone()
    kept = "\n".join(store.iterdump())
    store.close()
    assert healings == 1
    files = [path for path in (tmp_path / ".holdfast").rglob("*") if path.is_file()]
    kept += "\n".join(path.read_bytes().decode("utf-8", "replace") for path in files)
    for spelling in (SECRET, SECRET.replace("&", "&amp;"), SECRET.replace("&", "\\u0026")):
        assert spelling not in kept
    assert "Continue to the shop" in kept
