"""One tab of a browser: captured, led back into, waited for."""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import orjson
from playwright.sync_api import Error as PlaywrightError

from holdfast.adapters.browser.driver_errors import browser_errors
from holdfast.adapters.browser.measurement import Placed, join
from holdfast.adapters.browser.sync_or_async import AnyElement, AnyFrame, AnyPage
from holdfast.adapters.browser.worlds import Worlds, open_worlds
from holdfast.errors import PageChanged
from holdfast.model.snapshot import Node, Point, Snapshot
from holdfast.ports import ready

ATTEMPTS = 3  # a page that navigates while it is measured is measured again
KEPT_CAPTURES = 4  # as many as the script keeps the elements of
QUIET_MS = 250  # longer than a frame of any animation, shorter than a person's patience
SETTLE_TIMEOUT_MS = 5_000
# What a page waits for before it shows what it is going to show.
AWAITED = frozenset({"document", "script", "stylesheet", "xhr", "fetch"})


@dataclass(frozen=True, slots=True)
class _Kept:
    """A capture and the way back: the page's element index → frame, and index in it."""

    snapshot: Snapshot
    placed: tuple[Placed, ...]

    def find(self, index: int) -> tuple[Placed, int]:
        for placed in self.placed:
            if index in placed.places:
                return placed, placed.places[index]
        raise AssertionError("every element stands in a frame")


class Tab:
    """A page of Playwright, sync or async; the methods are coroutines in both cases."""

    def __init__(self, page: AnyPage, *, isolated: bool = True) -> None:
        self.page: Any = page
        self._isolated = isolated
        self._worlds: Worlds | None = None
        self._kept: list[_Kept] = []
        self._awaited: set[Any] = set()
        self._has_crashed = False
        self._heard = (
            ("crash", self._crashed),
            ("request", self._started),
            ("requestfinished", self._ended),
            ("requestfailed", self._ended),
        )
        self._listens = False
        self.listen()

    @property
    def is_gone(self) -> bool:
        """Return whether nothing can be asked of the page any more."""
        return self._has_crashed or self.page.is_closed()

    def _crashed(self, _: Any) -> None:
        self._has_crashed = True

    def _started(self, request: Any) -> None:
        if request.resource_type in AWAITED:
            self._awaited.add(request)

    def _ended(self, request: Any) -> None:
        self._awaited.discard(request)

    def listen(self) -> None:
        """Hear what the page waits for, from now on."""
        hear: Any = self.page.on
        if not self._listens:
            for event, hearer in self._heard:
                hear(event, hearer)
        self._listens = True

    def stop_listening(self) -> None:
        """Leave the page without any listener of ours."""
        if self._listens:
            for event, hearer in self._heard:
                self.page.remove_listener(event, hearer)
        self._listens = False
        self._awaited.clear()

    async def leave(self) -> None:
        """Stop listening to the page, and let go of the script in it."""
        self.stop_listening()
        if self._worlds is not None:
            with suppress(PlaywrightError):  # the page may be closed
                await self._worlds.close()

    async def capture(self, *, closed_roots: bool = False) -> Snapshot:
        """Return the page as it is now."""
        with browser_errors("capturing the page"):
            for _ in range(ATTEMPTS - 1):
                try:
                    return await self._capture(closed_roots=closed_roots)
                except PlaywrightError:
                    if self.is_gone:
                        raise
                    await ready(self.page.wait_for_load_state("domcontentloaded"))
            return await self._capture(closed_roots=closed_roots)

    async def _capture(self, *, closed_roots: bool) -> Snapshot:
        self._refuse_if_gone()
        worlds = await self._get_worlds()
        snapshot, placed = join(await worlds.measure(closed_roots=closed_roots))
        self._kept = [*self._kept[1 - KEPT_CAPTURES :], _Kept(snapshot, placed)]
        return snapshot

    def _refuse_if_gone(self) -> None:
        if self.is_gone:
            raise PlaywrightError("Target crashed, or was closed")

    async def _get_worlds(self) -> Worlds:
        if self._worlds is None:
            self._worlds = await open_worlds(self.page, isolated=self._isolated)
        return self._worlds

    async def element(self, node: Node) -> AnyElement:
        """Return the live element of a captured node; raises ``PageChanged`` when it is gone."""
        kept = next((k for k in self._kept if k.snapshot is node.snapshot), None)
        if kept is None:
            raise PageChanged(_named(node))
        with browser_errors("leading back to an element"):
            return await self._element(kept, node.index)

    async def _element(self, kept: _Kept, index: int) -> AnyElement:
        placed, inner = kept.find(index)
        node = kept.snapshot.nodes[index]
        frame = await self._frame(kept, index)
        number, world = placed.number, placed.world
        try:
            found = frame and await world.find(number, inner, node.tag, frame)
        except PlaywrightError as exc:
            if self.is_gone:
                raise
            raise PageChanged(_named(node)) from exc
        if not found:
            raise PageChanged(_named(node))
        return found

    async def frame(self, node: Node) -> AnyFrame:
        """Return the live frame that a captured node is in; raises ``PageChanged``."""
        kept = next((k for k in self._kept if k.snapshot is node.snapshot), None)
        with browser_errors("leading back to a frame"):
            frame = kept and await self._frame(kept, node.index)
        if not frame:
            raise PageChanged(_named(node))
        return frame

    async def _frame(self, kept: _Kept, index: int) -> AnyFrame | None:
        snapshot = kept.snapshot
        owner = snapshot.scopes[snapshot.frame_of(index)].owner
        if owner < 0:
            main: AnyFrame = self.page.main_frame
            return main
        element = await self._element(kept, owner)
        frame: AnyFrame | None = await ready(element.content_frame())
        return frame

    async def stacks_at(self, snapshot: Snapshot, points: Sequence[Point]) -> list[list[int]]:
        """Return for each point of the document the elements there, topmost first; asks once."""
        kept = next((k for k in self._kept if k.snapshot is snapshot), None)
        if kept is None:
            raise PageChanged("what was asked about")
        with browser_errors("asking what stands at a point"):
            return await self._stacks(kept, kept.placed[0], list(points))

    async def _stacks(self, kept: _Kept, placed: Placed, points: list[Point]) -> list[list[int]]:
        flat = [side for point in points for side in placed.origin.window(point)]
        answer = orjson.loads(await placed.world.ask("stacks", placed.number, flat))
        if not isinstance(answer, list):
            raise PageChanged("what was asked about")
        stacks = [[placed.indices[index] for index in stack] for stack in answer]
        for inner in kept.placed:
            if inner.owner is None or inner.owner not in placed.places:
                continue
            hit = [i for i, stack in enumerate(stacks) if inner.owner in stack]
            if hit:
                inside = await self._stacks(kept, inner, [points[i] for i in hit])
                for place, stack in zip(hit, inside, strict=True):
                    at = stacks[place].index(inner.owner)
                    stacks[place][at:at] = stack
        return stacks

    async def settled(
        self, timeout_ms: float = SETTLE_TIMEOUT_MS, *, quiet_ms: int = QUIET_MS
    ) -> bool:
        """Return True when DOM and network were quiet for a while, False when the time is up."""
        deadline = time.monotonic() + timeout_ms / 1000
        with browser_errors("waiting for the page to settle"):
            worlds = await self._get_worlds()
            is_quiet = False
            while not is_quiet and time.monotonic() < deadline:
                try:
                    is_quiet = await self._quiet(worlds, quiet_ms)
                except PlaywrightError:
                    if self.is_gone:
                        raise
                    await ready(self.page.wait_for_load_state("domcontentloaded"))
            self._refuse_if_gone()
            await worlds.everywhere("unwatch")
        return is_quiet

    async def _quiet(self, worlds: Worlds, quiet_ms: int) -> bool:
        """Return whether all has been quiet long enough; waits for what is missing otherwise."""
        self._refuse_if_gone()
        quiet_for = min(await worlds.everywhere("quietFor"))
        if quiet_for >= quiet_ms and not self._awaited:
            return True
        await worlds.pause(max(quiet_ms - int(quiet_for), quiet_ms // 5))
        return False


def _named(node: Node) -> str:
    return f"<{node.tag}> {node.name or node.text!r:.60}"
