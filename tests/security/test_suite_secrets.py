"""What a test of one's own types into a secret field is masked in all that its run keeps."""

import sqlite3
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page
from tests.browser.conftest import Site

from holdfast import ActRefused, HealedWarning, heal

pytestmark = pytest.mark.browser
SECRET = "tr0ub4dor&3 zwei"
OLD = """<!doctype html><title>In</title>FIELD
<p id=said>Hello</p><button id=go>Continue to shop</button>"""
REPEATS = f"{OLD}<script>pw.oninput = () => {{ said.textContent = pw.value }}</script>"
NEW = """<!doctype html><title>In</title>FIELD
<p id=said>Hello</p><button id=forth class=new>Continue to the shop</button>
<script>pw.oninput = () => { said.textContent = forth.title = forth.textContent = pw.value;
  forth.textContent = "Continue to the shop"; forth.dataset.again = pw.value }</script>"""


def used(context: BrowserContext, root: Path, html: str, button: str) -> None:
    page = heal(context.new_page(), root=root, heal_after_ms=150.0)
    page.set_content(html)
    page.locator("#pw").fill(SECRET)
    page.locator(button).click(timeout=5_000)
    page.close()


@pytest.mark.parametrize(
    "field",
    [
        "<label>Password <input id=pw type=password></label>",
        "<label>Security answer <input id=pw></label>",
        "<b id=what>Security answer</b><p>Once</p><input id=pw aria-labelledby=what>",
        "<div>Security answer</div><div><input id=pw></div>",
    ],
)
def test_a_healing_of_a_page_that_repeats_it_holds_nothing_of_it(
    context: BrowserContext, tmp_path: Path, field: str
) -> None:
    (tmp_path / "holdfast.toml").write_text("", encoding="utf-8")
    for html in (REPEATS, OLD):
        used(context, tmp_path, html.replace("FIELD", field), "#go")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HealedWarning)
        used(context, tmp_path, NEW.replace("FIELD", field), "#go")
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


def by_name(page: Page) -> None:
    page.locator("#pw").fill(timeout=5_000, value=SECRET)


def by_keys(page: Page) -> None:
    page.locator("#pw").focus()
    page.keyboard.type(SECRET)


def after_another(page: Page) -> None:
    page.locator("#pw").fill(SECRET)


@pytest.mark.parametrize("types", [by_name, by_keys, after_another])
def test_a_secret_is_known_however_a_test_types_it(
    context: BrowserContext, tmp_path: Path, types: Callable[[Page], None]
) -> None:
    (tmp_path / "holdfast.toml").write_text("", encoding="utf-8")
    field = "<label>Password <input id=pw type=password></label>"
    for typing in ((), (types,)):
        page = heal(context.new_page(), root=tmp_path, heal_after_ms=150.0)
        page.set_content(REPEATS.replace("FIELD", field))
        page.locator("#go").click()
        for act in typing:
            act(page)
            assert page.locator("#said").inner_text() == SECRET
        page.close()
    kept = b"".join(one.read_bytes() for one in tmp_path.rglob("*") if one.is_file())
    assert b"Continue to shop" in kept
    assert SECRET.encode() not in kept
    assert SECRET.partition("&")[0].encode() not in kept


SIGN_IN = """<!doctype html><title>In</title><h1>Sign in</h1><form><label>Password
<input id={} type=password></label><button type=button>Sign in</button></form>"""


def signed_in(page: Page) -> None:
    page.locator("#pw").fill(SECRET)  # one line of source: that is what is remembered


def pinned(page: Page) -> None:
    page.locator("#pw").fill("12")  # too short to be masked everywhere, and a secret all the same


@pytest.mark.filterwarnings("ignore::holdfast.HealedWarning")
def test_a_secret_goes_into_a_healed_field_only_where_the_test_went(
    context: BrowserContext, site: Site, tmp_path: Path
) -> None:
    (tmp_path / "holdfast.toml").write_text("", encoding="utf-8")
    old = site.serve("/in", SIGN_IN.format("pw"))
    site.serve("/in-again", SIGN_IN.format("secret-word"))
    foreign = old.replace("127.0.0.1", "localhost").replace("/in", "/in-again")
    green = heal(context.new_page(), root=tmp_path, heal_after_ms=150.0)
    green.goto(old)
    signed_in(green)
    green.close()
    page = heal(context.new_page(), root=tmp_path, heal_after_ms=150.0)
    page.goto(old.replace("/in", "/in-again"))
    signed_in(page)
    assert page.locator("input").input_value() == SECRET
    with page.expect_navigation():
        page.evaluate("url => { location = url }", foreign)
    with pytest.raises(ActRefused, match="which the test did not open") as refused:
        signed_in(page)
    assert SECRET not in str(refused.value)
    assert page.locator("input").input_value() == ""
    page.goto(foreign)
    signed_in(page)
    assert page.locator("input").input_value() == SECRET
    page.close()


LIES = """Object.defineProperty(Document.prototype, 'URL', {get: () => HOME});
Object.defineProperty(Node.prototype, 'ownerDocument', {get: () => ({URL: HOME})});
if (location.hash) Object.defineProperty(Element.prototype, 'attributes', {get() { throw Error() }})
"""


@pytest.mark.filterwarnings("ignore::holdfast.HealedWarning")
@pytest.mark.parametrize("silent", ["", "#silent"])
def test_a_page_that_lies_about_itself_or_says_nothing_gets_no_secret(
    context: BrowserContext, site: Site, tmp_path: Path, silent: str
) -> None:
    (tmp_path / "holdfast.toml").write_text("", encoding="utf-8")
    old = site.serve("/in", SIGN_IN.format("pw"))
    lies = LIES.replace("HOME", repr(old))
    again = site.serve("/in-again", SIGN_IN.format("secret-word"))
    site.serve("/lies", f"<script>{lies}</script>" + SIGN_IN.format("secret-word"))
    foreign = site.url("/lies", host="localhost") + silent
    green = heal(context.new_page(), root=tmp_path, heal_after_ms=150.0)
    green.goto(old)
    signed_in(green)
    pinned(green)
    green.close()
    page = heal(context.new_page(), root=tmp_path, heal_after_ms=150.0)
    page.set_default_timeout(5_000)
    page.goto(again)
    signed_in(page)
    pinned(page)
    assert page.locator("input").input_value() == "12"
    with page.expect_navigation():
        page.evaluate("url => { location = url }", foreign)
    for act in (signed_in, pinned):
        with pytest.raises(ActRefused, match="which the test did not open"):
            act(page)
    assert page.locator("input").input_value() == ""
    page.close()
