"""A page as a replay uses it: glimpses of single elements, the way to them, pictures."""

import re
from base64 import b64decode
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, cast

import orjson
from playwright.sync_api import Error as PlaywrightError

from holdfast.adapters.browser.driver_errors import browser_errors
from holdfast.adapters.browser.proof import Proof, locator_for, scope_of
from holdfast.adapters.browser.tab import Tab
from holdfast.errors import CaptureFailed
from holdfast.model.replay_result import Glimpse, Guard, Screen, Usability
from holdfast.model.snapshot import Node, Point, Snapshot, TextRun
from holdfast.model.strategy import LocatorStrategy
from holdfast.page.build import build_snapshot
from holdfast.ports import LiveTarget, ready


def _script(name: str) -> str:
    return files(__package__).joinpath("injected", name).read_text(encoding="utf-8")


GLIMPSE_SOURCE = _script("glimpse.js")
ACTIONABLE_SOURCE = _script("actionable.js")
_SOMETHING = re.compile(r"\S")
ACT_TIMEOUT_MS = 10_000  # the element is known by now; it only has to become usable
PICTURE_TIMEOUT_MS = 3_000  # pictures wait for fonts, and only adorn


class Target:
    """A live element: a locator that was checked, or the element itself.

    ``share`` is where in it to act, as shares of its size: a canvas has no elements inside.
    ``patience_ms`` is how long an act may wait until it can be done.
    """

    def __init__(
        self, handle: Any, share: Point | None = None, patience_ms: float = ACT_TIMEOUT_MS
    ) -> None:
        self.handle, self.share, self.patience_ms = handle, share, patience_ms

    async def place(self) -> dict[str, float] | None:
        """Return where in it to act, in pixels from its corner; None for its middle."""
        if self.share is None:
            return None
        box = await ready(self.handle.bounding_box())
        if box is None:
            return None
        return {"x": self.share.x * box["width"], "y": self.share.y * box["height"]}

    async def usability(self) -> Usability:
        """Return whether a person could act on it."""
        with browser_errors("looking at an element"):
            answer = await ready(self.handle.evaluate(ACTIONABLE_SOURCE, self.share))
        return Usability(**answer)

    async def pinned(self) -> "Target":
        """Return the very element that it is now: whatever replaces it is another one."""
        if hasattr(self.handle, "owner_frame"):
            return self
        with browser_errors("looking at an element"):
            handle = await ready(self.handle.element_handle(timeout=self.patience_ms))
        return Target(handle, self.share, self.patience_ms)

    async def document_url(self) -> str:
        """Return the address of its document as the browser knows it, not as the page tells it."""
        with browser_errors("looking at an element"):
            frame = await ready((await self.pinned()).handle.owner_frame())
        while frame is not None and frame.url.startswith("about:") and frame.parent_frame:
            frame = frame.parent_frame
        return "" if frame is None else str(frame.url)

    async def picture(self) -> bytes | None:
        """Return a picture of it, None when none can be taken."""
        try:
            taken: bytes = await ready(self.handle.screenshot(timeout=PICTURE_TIMEOUT_MS))
        except PlaywrightError:
            return None
        return taken


class LiveTab(Tab):
    """One page of a replay, sync or async; the methods are coroutines in both cases."""

    async def pause(self, milliseconds: float) -> None:
        """Wait; what the page does meanwhile is heard."""
        with browser_errors("waiting"):
            await ready(self.page.wait_for_timeout(milliseconds))

    async def glimpse(
        self, strategy: LocatorStrategy, frames: Sequence[str], share: Point | None = None
    ) -> tuple[Glimpse, Target]:
        """Return what a recorded selector finds now, in the frame that the CSS of each leads to."""
        return await self.look(locator_for(self.page, strategy, frames), share)

    async def look(self, locator: Any, share: Point | None = None) -> tuple[Glimpse, Target]:
        """Return what a locator finds now; it does not wait for anything."""
        try:
            seen = orjson.loads(await ready(locator.evaluate_all(GLIMPSE_SOURCE)))
        except (PlaywrightError, orjson.JSONDecodeError) as exc:
            if self.is_gone:
                raise CaptureFailed("looking for an element", "the page is closed") from exc
            return Glimpse(count=0), Target(
                locator
            )  # a frame that is missing, a page that moves on
        element = None if "tags" not in seen else _measured(seen)
        return Glimpse(count=seen["count"], element=element), Target(locator, share)

    async def guarded(self, guard: Guard) -> Target | None:
        """Return the only element that can be nothing but the recorded one; None if there is none.

        It is counted only: that crosses to the page once, and brings a number back.
        """
        locator = self._guarded(guard)
        try:
            count = await ready(locator.count())
        except PlaywrightError as exc:
            if self.is_gone:
                raise CaptureFailed("looking for an element", "the page is closed") from exc
            return None
        return Target(locator) if count == 1 else None

    def presumed(self, guard: Guard, patience_ms: float) -> Target:
        """Return the same without asking: an act on it fails when there is none, or several."""
        return Target(self._guarded(guard), patience_ms=patience_ms)

    def _guarded(self, guard: Guard) -> Any:
        css = scope_of(self.page, guard.frames).locator(guard.css)
        locator = locator_for(self.page, guard.strategy, guard.frames).and_(css)
        if guard.text:
            return locator.filter(has_text=guard.text)
        return locator if guard.text is None else locator.filter(has_not_text=_SOMETHING)

    def proof(self, target: LiveTarget) -> Proof:
        """Return who says which selectors find this very element, and nothing else."""
        return Proof(self.page, cast("Target", target).handle)

    async def target(self, node: Node, share: Point | None = None) -> Target:
        """Return the live element of a captured node; raises ``PageChanged`` when it is gone."""
        return Target(await self.element(node), share)

    async def screen(self) -> Screen:
        """Return a picture of the whole document, and its scale."""
        with browser_errors("taking a picture"):
            scale = await ready(self.page.evaluate("devicePixelRatio"))
            taken = await self._quick_picture()
            if not taken:
                taken = await ready(self.page.screenshot(full_page=True, timeout=ACT_TIMEOUT_MS))
        return Screen(picture=taken, scale=float(scale), corner=Point(0, 0))

    async def _quick_picture(self) -> bytes:
        """Return the picture as Chromium writes it in no time; b"" from another browser."""
        try:
            session = await ready(self.page.context.new_cdp_session(self.page))
        except PlaywrightError:
            return b""
        try:
            metrics = await ready(session.send("Page.getLayoutMetrics"))
            size, window = metrics["cssContentSize"], metrics["cssLayoutViewport"]
            asked: dict[str, Any] = {"optimizeForSpeed": True}
            if size["width"] > window["clientWidth"] or size["height"] > window["clientHeight"]:
                clip = {**size, "x": 0, "y": 0, "scale": 1}
                asked |= {"captureBeyondViewport": True, "clip": clip}
            taken = await ready(session.send("Page.captureScreenshot", asked))
            return b64decode(taken["data"])
        finally:
            await ready(session.detach())

    @property
    def url(self) -> str:
        """Return the page's address."""
        return str(self.page.url)


def _measured(seen: dict[str, Any]) -> Snapshot:
    attributes = [dict(own) for own in seen["attributes"]]
    if seen["named"].strip() and "aria-label" not in attributes[0]:
        # The words that name it stand elsewhere on the page.
        attributes[0].pop("aria-labelledby", None)
        attributes[0]["aria-label"] = " ".join(seen["named"].split())
    return build_snapshot(
        tags=seen["tags"],
        parents=seen["parents"],
        attributes=attributes,
        runs=[TextRun(*run) for run in seen["runs"]],
        shown=seen["shown"],
    )
