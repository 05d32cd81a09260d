"""Every public method of the installed Playwright, with heal() and without: the same comes out.

The same value or error, and the same events in the same order: those that the page's own scripts
hear, and those that Playwright tells of.
"""

import inspect
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import playwright.async_api as async_interface
import playwright.sync_api as sync_interface
import pytest
from playwright.sync_api import Browser
from tests.browser.conftest import awaited

from holdfast import heal
from holdfast.ports import ready, run_now

__all__ = ["awaited"]  # a fixture

pytestmark = [pytest.mark.browser]

HTML = """<!doctype html><title>Walk</title><main><h1>Walk</h1><form onsubmit="return false">
<label>Name <input id="name" value="Ada" title="who"></label>
<label><input type="checkbox" id="box"> Box</label>
<select id="choice"><option value="a">A</option><option value="b">B</option></select>
<button id="go" type="button" data-testid="go">Go</button></form>
<iframe name="inner" srcdoc="<b id='deep'>Deep</b>"></iframe><img alt="Dot" src="data:,"></main>
<script>window.heard = []; for (const type of ["pointerdown", "mousedown", "focusin", "focusout",
"pointerup", "mouseup", "click", "dblclick", "keydown", "beforeinput", "input", "keyup", "change",
"submit", "dragstart", "drop"]) addEventListener(type, event => heard.push(
`${type} ${event.target.id}`), true);</script>"""
HEARD = "window.heard ?? []"
TOLD = ("console", "pageerror", "popup", "framenavigated", "domcontentloaded", "load", "request")
# Arguments by the name of the parameter; a method that needs another one is called without any.
GIVEN: dict[str, Any] = {
    "selector": "#go", "text": "Go", "test_id": "go", "role": "button", "expression": "1 + 1",
    "value": "a", "name": "title", "key": "a", "type": "click", "files": [], "html": "<p>x</p>",
    "timeout": 5_000, "index": 0, "event": "request", "script": "1", "content": "var x = 1",
    "url_or_predicate": "**/*", "url": "about:blank", "state": "load", "headers": {},
    "viewport_size": {"width": 700, "height": 500}, "attribute": "title", "checked": True,
    "description": "a thing", "locator": None, "position": 0,
}  # fmt: skip
# They end the page, wait for a person or for ever, write files, or are asked in other tests.
LEFT_OUT = frozenset(
    "close pause wait_for_event expect_event once on remove_listener pdf screenshot "
    "wait_for_timeout pick_locator bring_to_front request_gc video screencast".split()
)
SHORT = ("Locator.fill", "Locator.count", "Page.title", "Page.click", "Frame.locator", "Page.frame")


def walked(interface: Any) -> list[str]:
    """Return the public members of pages, frames and locators, by name."""
    found = []
    for kind in ("Page", "Frame", "Locator", "FrameLocator"):
        for name, member in inspect.getmembers(getattr(interface, kind)):
            is_public = not name.startswith(("_", "expect_")) and name not in LEFT_OUT
            if is_public and (isinstance(member, property) or callable(member)):
                found.append(f"{kind}.{name}")
    return found


async def outcome(page: Any, member: str) -> str:
    """Return what comes of one member on a fresh page: value or error, and events in order."""
    await ready(page.set_content(HTML))
    told: list[str] = []
    listeners = {event: partial(_note, told, event) for event in TOLD}
    for event, note in listeners.items():
        page.on(event, note)
    got = await called(page, member)
    heard = await ready(page.evaluate(HEARD))
    for event, note in listeners.items():
        page.remove_listener(event, note)
    return f"{got}, heard {heard}, told {told}"


def _note(told: list[str], event: str, _of: Any) -> None:
    told.append(event)


async def called(page: Any, member: str) -> str:
    """Return what one member gives: a value, a kind of object, or an error."""
    kind, _, name = member.partition(".")
    owner = {
        "Page": page,
        "Frame": page.main_frame,
        "Locator": page.locator("#name"),
        "FrameLocator": page.frame_locator("iframe"),
    }[kind]
    try:
        got = getattr(owner, name)
        if callable(got) and not isinstance(inspect.getattr_static(type(owner), name), property):
            got = await ready(got(**arguments(got)))
    except Exception as exc:  # noqa: BLE001 - which one it is is compared
        return f"raised {type(exc).__name__}"
    return shown(got)


def arguments(method: Any) -> dict[str, Any]:
    needed = inspect.signature(method).parameters
    return {
        name: GIVEN[name]
        for name, parameter in needed.items()
        if (parameter.default is inspect.Parameter.empty or name == "timeout") and name in GIVEN
    }


def shown(value: Any) -> str:
    if value is None or isinstance(value, str | int | float | bool | bytes):
        return repr(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(shown, value))}]"
    if isinstance(value, dict):
        return repr(sorted(value))
    return type(value).__name__.removeprefix("Healing")


def differences(pages: Callable[[], Any], root: Path, members: list[str]) -> list[str]:
    return run_now(_differences(pages, root, members))


async def _differences(pages: Callable[[], Any], root: Path, members: list[str]) -> list[str]:
    found, plain, own = [], await ready(pages()), await ready(pages())
    page = heal(own, root=root, heal_after_ms=20.0)
    for member in members:
        wanted, got = await outcome(plain, member), await outcome(page, member)
        if got != wanted:
            found.append(f"{member}: {wanted} without, {got} with")
    page.holdfast_run.close(passed=False)
    return found


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "holdfast.toml").write_text("", encoding="utf-8")
    return tmp_path


def test_a_few_methods_answer_alike(browser: Browser, root: Path) -> None:
    members = [one for one in walked(sync_interface) if one in SHORT]
    assert len(members) == len(SHORT)
    assert differences(browser.new_page, root, members) == []


def test_events_are_heard_in_the_walk(browser: Browser) -> None:
    said = run_now(outcome(browser.new_page(), "Page.click"))
    assert "'mousedown go', 'focusin go'" in said
    assert "'framenavigated', 'domcontentloaded', 'load'" in run_now(
        outcome(browser.new_page(), "Page.goto")
    )


@pytest.mark.slow
def test_every_method_answers_alike(browser: Browser, root: Path) -> None:
    members = walked(sync_interface)
    assert len(members) >= 230
    assert differences(browser.new_page, root, members) == []


@pytest.mark.slow
def test_every_async_method_answers_alike(
    root: Path, awaited: Callable[[Callable[[Any], Any]], None]
) -> None:
    found: list[str] = []

    async def walk(browser: Any) -> None:
        found.extend(await _differences(browser.new_page, root, walked(async_interface)))

    awaited(walk)
    assert found == []
