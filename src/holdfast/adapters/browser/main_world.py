"""The injected script in the page's own world: what Firefox and WebKit offer.

A page that overwrote the platform's functions before the script came can mislead it there.
"""

from typing import Any

from playwright.sync_api import Error as PlaywrightError

from holdfast.adapters.browser.measurement import MEASURE_SOURCE, Frame, read_measurement
from holdfast.adapters.browser.sync_or_async import AnyElement, AnyFrame, AnyHandle, AnyPage
from holdfast.ports import ready


class MainWorld:
    """The script in the page's own world: what Firefox and WebKit offer."""

    def __init__(self, frame: AnyFrame, world: AnyHandle) -> None:
        self.frame, self._world = frame, world

    @classmethod
    async def enter(cls, frame: AnyFrame) -> "MainWorld":
        """Return the script, started in a frame."""
        handle: AnyHandle = await ready(frame.evaluate_handle(MEASURE_SOURCE))
        return cls(frame, handle)

    async def ask(self, function: str, *given: object) -> Any:
        """Return what a function of the script answers."""
        call = "(world, [name, given]) => world[name](...given)"
        return await ready(self._world.evaluate(call, [function, list(given)]))

    async def find(
        self,
        number: int,
        index: int,
        tag: str,  # noqa: ARG002 - the element itself was kept
        frame: AnyFrame,  # noqa: ARG002 - the world knows its frame
    ) -> AnyElement | None:
        """Return the live element of a measurement, None when it is not in the page any more."""
        call = "(world, [number, index]) => world.element(number, index)"
        handle: AnyHandle = await ready(self._world.evaluate_handle(call, [number, index]))
        return handle.as_element()

    async def index_of(self, number: int, element: AnyElement) -> int:
        """Return which element of a measurement this is, -1 when it was not seen."""
        call = "(world, [number, element]) => world.indexOf(number, element)"
        return int(await ready(self._world.evaluate(call, [number, element])))


class MainWorlds:
    """The script in each frame's own world."""

    def __init__(self, page: AnyPage) -> None:
        self._page = page
        self._worlds: list[MainWorld] = []

    async def measure(self, *, closed_roots: bool) -> Frame:  # noqa: ARG002 - only Chromium opens them
        """Return the page's main frame, measured, with the frames in it."""
        self._worlds = []
        return await self._measure(self._page.main_frame)

    async def everywhere(self, function: str) -> list[Any]:
        """Return what a function answers in each frame, the main frame first."""
        if not self._worlds:
            self._worlds = [await MainWorld.enter(self._page.main_frame)]
        answers = []
        for world in self._worlds:
            try:
                answers.append(await world.ask(function))
            except PlaywrightError:
                continue  # the frame is gone
        return answers

    async def pause(self, milliseconds: int) -> None:
        """Wait, in the page: the events that come meanwhile are heard."""
        await self._worlds[0].ask("pause", milliseconds)

    async def close(self) -> None:
        """Let go of the page; what the script kept goes with the page's own world."""
        self._worlds = []

    async def _measure(self, playwright_frame: AnyFrame) -> Frame:
        world = await MainWorld.enter(playwright_frame)
        self._worlds.append(world)
        frame = read_measurement(str(await world.ask("measure")), world)
        for child in playwright_frame.child_frames:
            try:
                element: AnyElement = await ready(child.frame_element())
                index = await world.index_of(frame.data["number"], element)
                if index >= 0:
                    frame.inner[index] = await self._measure(child)
            except PlaywrightError:
                continue  # the frame went away while the page was measured
        return frame
