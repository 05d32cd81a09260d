"""The walk: how many functions and modules one search, one healed click and one step go through.

Functions are counted once each, however often they are called; a crossing is a call from one
package into another. What only the first call of a process does (imports, tables) is not counted.
"""

import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from playwright.sync_api import BrowserContext, sync_playwright

import holdfast
from holdfast.adapters.browser.launch import launch_options
from holdfast.app.wiring import load_project

# The same walks through version 1, counted by this script.
VERSION_1 = {
    "one search": (471, 51, 204),
    "one healed click": (1211, 122, 1039),
    "one replayed step": (1151, 117, 977),
}
WORDS = "<h1>Basket</h1><p>Two stoves, one kettle.</p><ul><li>Stove</li><li>Kettle</li></ul>"
OLD = f"<!doctype html><title>Shop</title><main>{WORDS}<button id=pay>Pay now</button></main>"
NEW = (
    f"<!doctype html><title>Shop</title><main>{WORDS}<div class=row>"
    "<button class=go>Pay securely now</button><button>Cancel</button></div></main>"
)
CSS = "#pay"


@dataclass
class Walk:
    """What was gone through."""

    functions: set[CodeType] = field(default_factory=set)
    modules: set[str] = field(default_factory=set)
    crossings: int = 0

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """Hear of a call."""
        module = _module(frame)
        if event != "call" or module is None or frame.f_code.co_name == "<module>":
            return
        self.functions.add(frame.f_code)
        self.modules.add(module)
        caller = None if frame.f_back is None else _module(frame.f_back)
        self.crossings += caller is not None and _package(caller) != _package(module)

    @property
    def counts(self) -> tuple[int, int, int]:
        """Return how many functions, modules and crossings."""
        return len(self.functions), len(self.modules), self.crossings


def _module(frame: FrameType) -> str | None:
    """Return which of our modules a frame belongs to; None for others."""
    name = str(frame.f_globals.get("__name__", ""))
    return name if name.startswith("holdfast") else None


def _package(module: str) -> str:
    return module.split(".")[1] if "." in module else module


@contextmanager
def walking() -> Iterator[Walk]:
    """Yield a walk that notes every call until the end of the block."""
    walk = Walk()
    threading.setprofile(walk.note)
    sys.setprofile(walk.note)
    try:
        yield walk
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def search(_: BrowserContext, __: Path) -> Walk:
    """Walk through a search on a saved page."""
    recorded, page = holdfast.fingerprint(holdfast.parse(OLD), CSS), holdfast.parse(NEW)
    with walking() as walk:
        found = holdfast.locate(recorded, page)
    assert found.node is not None
    assert not found.held
    return walk


def click(context: BrowserContext, root: Path) -> Walk:
    """Walk through a click in a suite whose locator is healed."""
    green = holdfast.heal(context.new_page(), root=root)
    green.set_content(OLD)
    _press(green)
    green.close()
    page = holdfast.heal(context.new_page(), root=root, heal_after_ms=100)
    page.set_content(NEW)
    with walking() as walk:
        _press(page)
    page.close()
    return walk


def _press(page: Any) -> None:
    page.locator(CSS).click(timeout=5_000)  # the same line of source: that is what is remembered


def step(context: BrowserContext, root: Path) -> Walk:
    """Walk through the replay of a recording of one step, which is healed."""
    url = "https://shop.example/"
    recorded = holdfast.fingerprint(holdfast.parse(OLD, url=url), CSS)
    clicked = holdfast.Step(
        id="s1", action=holdfast.StepAction.CLICK, url=url, fingerprint=recorded
    )
    journey = holdfast.Recording(
        name="walk", start_url=url, created_at=datetime(2026, 1, 2, tzinfo=UTC), steps=(clicked,)
    )
    page = context.new_page()
    page.route("**/*", lambda route: route.fulfill(body=NEW, content_type="text/html"))
    with closing(load_project(root).open_store()) as store, walking() as walk:
        player = holdfast.Player(page, heal_after_ms=100, reader=None, store=store)
        done = player.play(journey)
    assert done.steps[0].outcome.is_good, done.steps[0].reason
    page.close()
    return walk


WALKS: dict[str, Callable[[BrowserContext, Path], Walk]] = {
    "one search": search,
    "one healed click": click,
    "one replayed step": step,
}


def main() -> int:
    """Print the table."""
    warnings.simplefilter("ignore")
    print(f"{'':<18} {'functions':>15} {'modules':>13} {'crossings':>15}   (version 1)")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(**launch_options())
        for name, go in WALKS.items():
            for turn in ("first", "again"):  # the first call of a process fills tables
                root = Path(folder, name, turn)
                root.mkdir(parents=True)
                (root / "holdfast.toml").touch()
                with browser.new_context() as context:
                    counts = go(context, root).counts
            cells = [f"{now} ({was})" for now, was in zip(counts, VERSION_1[name], strict=True)]
            print(f"{name:<18} {cells[0]:>15} {cells[1]:>13} {cells[2]:>15}")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
