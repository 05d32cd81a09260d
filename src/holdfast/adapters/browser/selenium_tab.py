"""Selenium tab: a page that a WebDriver shows, as healing uses it: captured, led back into.

Only the frame that the driver is switched to is looked at. The script runs in the page's own world
and leaves nothing there.
"""

import time
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from selenium.common.exceptions import WebDriverException

from holdfast.adapters.browser.measurement import (
    MEASURE_SOURCE,
    Frame,
    iter_frames,
    join,
    read_measurement,
)
from holdfast.errors import CaptureFailed, PageChanged
from holdfast.model.replay_result import Glimpse, Guard, Screen, Usability
from holdfast.model.snapshot import Node, Point, Snapshot
from holdfast.model.strategy import LocatorStrategy
from holdfast.ports import LiveTarget, SelectorProof

QUIET_S = 0.25
SETTLE_S = 5.0
_ACTIONABLE = files(__package__).joinpath("injected", "actionable.js").read_text(encoding="utf-8")
# What tells one state of a page from another at little cost, and whether it is still loading.
_STATE = """const root = document.documentElement;
return [document.readyState, root.getElementsByTagName('*').length, root.textContent.length]"""
# Follows places among siblings from the top; -1 enters a shadow root.
_FOLLOW = """let node = document.documentElement;
for (const step of arguments[0]) node = node && (step < 0 ? node.shadowRoot : node.children[step]);
return node && node.localName === arguments[1] ? node : null"""


class SeleniumTarget:
    """A live element."""

    def __init__(self, element: Any) -> None:
        self.handle = element

    async def usability(self) -> Usability:
        """Return whether a person could act on it."""
        return Usability(**self._ask(f"return ({_ACTIONABLE})(arguments[0])"))

    async def pinned(self) -> "SeleniumTarget":
        """Return the very element that it is now, which it is already."""
        return self

    async def document_url(self) -> str:
        """Return the address of the document that it is in."""
        return str(self._ask("return arguments[0].ownerDocument.URL"))

    async def picture(self) -> bytes | None:
        """Return a picture of it, None when none can be taken."""
        try:
            taken: bytes = self.handle.screenshot_as_png
        except WebDriverException:
            return None
        return taken

    def _ask(self, script: str) -> Any:
        return _run(self.handle.parent, "looking at an element", script, self.handle)


class Unproved:
    """Says of no selector that it finds the element."""

    async def is_found(self, strategy: LocatorStrategy, frames: Sequence[str]) -> bool:  # noqa: ARG002 - the port's
        """Return False: Playwright's selectors are not asked with a driver."""
        return False

    async def heard(self, css: str, frames: Sequence[str]) -> tuple[str, str] | None:  # noqa: ARG002 - the port's
        """Return None: a driver names nothing."""
        return None


class SeleniumTab:
    """What a driver shows in the frame that it is switched to."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    @property
    def url(self) -> str:
        """Return the page's address."""
        return str(self.driver.current_url)

    async def capture(self) -> Snapshot:
        """Return the frame as it is now."""
        return join(_measure(self.driver))[0]

    async def settled(self) -> bool:
        """Return True once nothing has changed for a while, False when that takes too long."""
        deadline, seen = time.monotonic() + SETTLE_S, None
        while time.monotonic() < deadline:
            state = _run(self.driver, "waiting for the page to settle", _STATE)
            if state == seen and state[0] == "complete":
                return True
            seen = state
            time.sleep(QUIET_S)
        return False

    async def target(self, node: Node, share: Point | None = None) -> SeleniumTarget:  # noqa: ARG002 - the port's
        """Return the live element of a captured node; raises ``PageChanged`` when it is gone."""
        way = _way(node.snapshot, node.index)
        found = _run(self.driver, "leading back to an element", _FOLLOW, way, node.tag)
        if found is None:
            raise PageChanged(f"<{node.tag}> {node.name or node.text!r:.60}")
        return SeleniumTarget(found)

    async def stacks_at(self, snapshot: Snapshot, points: Sequence[Point]) -> list[list[int]]:  # noqa: ARG002 - the port's
        """Raise ``PageChanged``: what stands where is left to the boxes."""
        raise PageChanged("what stands at a point")

    async def screen(self) -> Screen:
        """Return a picture of what is in the window."""
        scale = _run(self.driver, "taking a picture", "return [devicePixelRatio, scrollX, scrollY]")
        picture = self.driver.get_screenshot_as_png()
        return Screen(picture=picture, scale=float(scale[0]), corner=Point(*scale[1:]))

    async def pause(self, milliseconds: float) -> None:
        """Wait."""
        time.sleep(milliseconds / 1000)

    async def glimpse(
        self, strategy: LocatorStrategy, frames: Sequence[str], share: Point | None = None
    ) -> tuple[Glimpse, SeleniumTarget]:
        """Not needed: who writes tests asks the driver itself."""
        raise NotImplementedError

    async def guarded(self, guard: Guard) -> SeleniumTarget | None:
        """Not needed, as ``glimpse``."""
        raise NotImplementedError

    def proof(self, target: LiveTarget) -> SelectorProof:  # noqa: ARG002 - the port's
        """Return one that proves nothing: what the driver finds is asked where it is written."""
        return Unproved()

    def presumed(self, guard: Guard, patience_ms: float) -> SeleniumTarget:
        """Not needed, as ``glimpse``."""
        raise NotImplementedError


def capture_all(driver: Any) -> Snapshot:
    """Return the frame that a driver is switched to, with the frames in it; it stays there."""
    return join(_measure_all(driver))[0]


def _measure_all(driver: Any) -> Frame:
    frame = _measure(driver)
    for element in iter_frames(frame.data):
        try:
            driver.switch_to.frame(element.ordinal)
        except WebDriverException:
            continue  # it is gone, or shows no document
        try:
            frame.inner[element.place] = _measure_all(driver)
        finally:
            driver.switch_to.parent_frame()
    return frame


def _measure(driver: Any) -> Frame:
    text = _run(driver, "capturing the page", f"return ({MEASURE_SOURCE}).measure()")
    return read_measurement(str(text))


def _run(driver: Any, doing: str, script: str, *given: object) -> Any:
    try:
        return driver.execute_script(script, *given)
    except WebDriverException as exc:
        raise CaptureFailed(doing, str(exc.msg).partition("\n")[0]) from exc


def _way(snapshot: Snapshot, index: int) -> list[int]:
    """Return the places among siblings from the top to an element, -1 where a root is entered."""
    way: list[int] = []
    scopes = snapshot.scope_of or (0,) * len(snapshot)
    while (parent := snapshot.parents[index]) >= 0:
        family = [one for one in snapshot.children[parent] if scopes[one] == scopes[index]]
        way.insert(0, family.index(index))
        if scopes[parent] != scopes[index]:
            way.insert(0, -1)
        index = parent
    return way
