"""One tab while it is recorded: its frames, its documents, and pictures of what the mouse is on."""

from base64 import b64decode
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import orjson
from playwright.sync_api import Error as PlaywrightError

from holdfast.app.recorded_acts import PlacedFrame, in_page
from holdfast.app.wiring import AnyPage, Surroundings, Told, Way, crop
from holdfast.model.snapshot import Box, Size, Snapshot
from holdfast.ports import ready

CAUSED_MS = 3_000.0  # how long after an act a new page is taken for its effect, if nothing tells
BAR_WORLD = "holdfast-bar"
LARGEST_PICTURE = Size(600, 400)  # of an element; the upper left of what is larger


@dataclass(slots=True)
class RecordedTab:
    """One tab; ``number`` counts them in the order they were opened."""

    page: AnyPage
    number: int
    bar_event: str = ""  # brings news to the bar in the window; "": there is none
    surroundings: Surroundings = field(default_factory=Surroundings)
    has_address: bool = False
    acted_at: float = -CAUSED_MS
    _documents: dict[Way, int] = field(default_factory=dict)  # how many there were in each frame
    _tells_leaving: bool = False
    _is_leaving: bool = False
    _picture: tuple[Hashable, bytes] | None = None
    _is_drawing: bool = False
    _session: Any = None
    _pointed: dict[Way, tuple[int, tuple[Snapshot, PlacedFrame] | None]] = field(
        default_factory=dict
    )

    def begin(self, told: Told) -> None:
        """Take note of a new document in one of the frames."""
        self.surroundings.begin(told.way)
        self._documents[told.way] = self._documents.get(told.way, 0) + 1
        if not told.way:
            self._tells_leaving = bool(told.data["tellsLeaving"])
            self._picture = None

    def document(self, way: Way) -> tuple[Hashable, ...]:
        """Return a name for the document that is in a frame now."""
        return self.number, way, self._documents.get(way)

    # ---------------------------------------------------------------------------------- navigation

    def leave(self, told: Told) -> None:
        """Take note that the page leads on; going back and reloading may be the person's doing."""
        by_person = told.data["type"] in ("traverse", "reload") and told.data["byPerson"]
        if not told.way and not by_person:
            self._is_leaving = True

    def arrive(self, now_ms: float) -> bool:
        """Return whether the address that was just reached is the effect of an act or the page."""
        caused = self._is_leaving if self._tells_leaving else self._has_acted(now_ms)
        self._is_leaving = False
        return caused

    def _has_acted(self, now_ms: float) -> bool:
        return now_ms - self.acted_at < CAUSED_MS

    # ------------------------------------------------------------------------------------- pictures

    async def point_at(self, told: Told) -> None:
        """Take the picture of what the mouse came to, before anything happens to it."""
        corner = self.corner(told)
        if self._is_drawing or told.data["blank"] or corner is None:
            return
        self._is_drawing = True
        picture = await self.draw(Box(*corner, *told.data["box"][2:]), told.data["ratio"])
        self._is_drawing = False
        if picture is not None:
            self._picture = ((told.way, told.data["element"]), picture)

    def corner(self, told: Told) -> tuple[float, float] | None:
        """Return the upper left of a told box in the page's window; None if that is not known."""
        x, y = told.data["box"][:2]
        if not told.way:
            return x, y
        looked = self.surroundings.look(told.way)
        if looked is None:
            return None
        snapshot, placed = looked
        corner = in_page(placed.origin, x, y)
        return corner.x - snapshot.scroll.x, corner.y - snapshot.scroll.y

    def find_picture(self, element: Hashable) -> bytes | None:
        """Return the picture that was taken when the mouse came to an element, if one was."""
        known = self._picture
        return known[1] if known is not None and known[0] == element else None

    async def draw(self, box: Box, ratio: float) -> bytes | None:
        """Return a picture of a piece of the window, None when none can be taken.

        ``ratio``: how many pixels of the screen there are to one of the page.
        """
        wide, high = min(box.width, LARGEST_PICTURE.width), min(box.height, LARGEST_PICTURE.height)
        piece = Box(*(side * ratio for side in (box.x, box.y, wide, high)))
        if self.page.is_closed() or wide < 1 or high < 1:
            return None
        await self.tell_bar({"kind": "veil", "box": [box.x, box.y, wide, high]})
        try:
            # The whole window: for a piece of it, the browser would move the page about.
            taken = await self._send(
                "Page.captureScreenshot", captureBeyondViewport=False, optimizeForSpeed=True
            )
        except PlaywrightError:
            return None  # the page has moved on, or it is not a Chromium
        finally:
            await self.tell_bar({"kind": "unveil"})
        return crop(b64decode(taken["data"]), piece)

    async def _send(self, method: str, **parameters: object) -> Any:
        if self._session is None:
            self._session = await ready(cast("Any", self.page.context).new_cdp_session(self.page))
        return await ready(self._session.send(method, parameters))

    # ------------------------------------------------------------------------------------- the bar

    async def tell_bar(self, news: Mapping[str, object]) -> None:
        """Bring news to the bar: by an event from a world of ours, whose name no page knows."""
        if not self.bar_event or self.page.is_closed():
            return
        name, text = (orjson.dumps(said).decode() for said in (self.bar_event, _json(news)))
        try:
            tree = await self._send("Page.getFrameTree")
            frame = tree["frameTree"]["frame"]["id"]
            world = await self._send("Page.createIsolatedWorld", frameId=frame, worldName=BAR_WORLD)
            await self._send(
                "Runtime.evaluate",
                expression=f"dispatchEvent(new CustomEvent({name}, {{detail: {text}}}))",
                contextId=world["executionContextId"],
            )
        except PlaywrightError:
            return  # the page has moved on: the next one asks anew

    def look_at(self, told: Told) -> tuple[Snapshot, PlacedFrame] | None:
        """Return the page in which something is pointed at; it is told once for many."""
        if told.page:
            seen = Surroundings()
            seen.see(told.way, told.page)
            self._pointed[told.way] = told.data["measured"], seen.look(told.way)
        number, looked = self._pointed.get(told.way, (-1, None))
        return looked if number == told.data["measured"] else None


def _json(news: Mapping[str, object]) -> str:
    return orjson.dumps(news).decode()
