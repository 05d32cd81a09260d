"""Browser: says what steps need of a live page.

What talks to a browser is written once, as coroutines that ask for each answer with ``ready``. With
sync objects nothing ever has to wait inside, and ``run_now`` runs such a coroutine to its end.
"""

import inspect
from collections.abc import Awaitable, Coroutine, Sequence
from typing import Any, Protocol, TypeVar, cast

from holdfast.model.recording import EffectKind, Step
from holdfast.model.replay_result import DialogAnswer, Glimpse, Guard, Screen, Usability
from holdfast.model.snapshot import Node, Point, Snapshot
from holdfast.model.strategy import LocatorStrategy

T = TypeVar("T")


async def ready(answer: Awaitable[T] | T) -> T:
    """Return the answer, awaited if it is still to come."""
    return await answer if inspect.isawaitable(answer) else answer


def run_now(work: Coroutine[Any, Any, T]) -> T:
    """Return what the coroutine returns; it must talk to sync objects only."""
    try:
        work.send(None)
    except StopIteration as end:
        return cast("T", end.value)
    work.close()
    raise RuntimeError("a sync call had to wait: sync and async objects of Playwright were mixed")


class LiveTarget(Protocol):
    """One element of a live page, to be acted on."""

    async def usability(self) -> Usability:
        """Return whether a person could act on it."""

    async def pinned(self) -> "LiveTarget":
        """Return the very element that it is now: whatever replaces it is another one."""

    async def document_url(self) -> str:
        """Return the address of the document that it is in; a blank one's is its parent's."""

    async def picture(self) -> bytes | None:
        """Return a picture of it (PNG), None when none can be taken."""


class SelectorProof(Protocol):
    """Says of one live element which recorded selectors find it on the page as it is."""

    async def is_found(self, strategy: LocatorStrategy, frames: Sequence[str]) -> bool:
        """Return whether a selector finds exactly one element, and this one."""

    async def heard(self, css: str, frames: Sequence[str]) -> tuple[str, str] | None:
        """Return the role and name that the driver itself gives it, where the CSS finds it."""


class LivePage(Protocol):
    """A page in a browser. All methods are coroutines; with a sync browser none ever waits."""

    @property
    def url(self) -> str:
        """Return the page's address."""

    async def glimpse(
        self, strategy: LocatorStrategy, frames: Sequence[str], share: Point | None = None
    ) -> tuple[Glimpse, LiveTarget]:
        """Return what a recorded selector finds now, without capturing the page.

        ``share`` is where in it to act, as shares of its size; None for its middle.
        """

    async def guarded(self, guard: Guard) -> LiveTarget | None:
        """Return the only element that can be nothing but the recorded one; None without one."""

    def presumed(self, guard: Guard, patience_ms: float) -> LiveTarget:
        """Return the same without asking: an act on it fails when there is none, or several."""

    def proof(self, target: LiveTarget) -> SelectorProof:
        """Return who says which selectors find this very element, and nothing else."""

    async def capture(self) -> Snapshot:
        """Return the whole page as it is now."""

    async def stacks_at(self, snapshot: Snapshot, points: Sequence[Point]) -> list[list[int]]:
        """Return what stands at each point of a captured page, topmost first; asks once.

        Raises ``PageChanged`` when the page is not the captured one any more.
        """

    async def settled(self) -> bool:
        """Return True once the page is quiet, False when that takes too long."""

    async def target(self, node: Node, share: Point | None = None) -> LiveTarget:
        """Return the live element of a captured node; raises ``PageChanged`` when it is gone."""

    async def screen(self) -> Screen:
        """Return a picture of the page."""

    async def pause(self, milliseconds: float) -> None:
        """Wait."""


class Stage(Protocol):
    """The browser of a run: its tabs, and what steps do in them. Raises ``ActFailed``."""

    @property
    def page(self) -> LivePage:
        """Return the tab that steps act in."""

    def begin_step(self) -> None:
        """Begin to watch the page for a new step."""

    @property
    def was_interrupted(self) -> bool:
        """Return whether the page had to be interrupted in this step: it did not answer."""

    @property
    def is_open(self) -> bool:
        """Return whether the tab that steps act in is still there."""

    async def enter_tab(self, number: int) -> None:
        """Go on in a tab, counted in the order they were opened; wait for it if need be."""

    async def open_tab(self) -> None:
        """Open an empty tab and go on in it."""

    async def close_tab(self, number: int) -> None:
        """Close a tab."""

    async def navigate(self, url: str) -> None:
        """Open an address."""

    async def scroll(self, x: float, y: float) -> None:
        """Scroll the page to a place."""

    async def press(self, keys: str) -> None:
        """Press a key or a combination."""

    def expect_dialogs(self, dialogs: Sequence[DialogAnswer]) -> None:
        """Answer the coming dialogs like this, one after the other; forget those before."""

    def take_dialog(self) -> str | None:
        """Return what the next dialog said that was opened since, None when none was."""

    def take_declined(self) -> str | None:
        """Return a question of the page that was not expected and so declined, None without one."""

    @property
    def downloads(self) -> Sequence[str]:
        """Return the names of the files that were loaded down since they were forgotten."""

    def forget_downloads(self) -> None:
        """Count downloads from now on."""

    async def pin(self, target: LiveTarget) -> LiveTarget:
        """Return the very element that a target is now."""

    async def find_beside(self, target: LiveTarget, css: str) -> LiveTarget | None:
        """Return what a selector finds in the document of an element, None for nothing."""

    async def lists_around(self, source: LiveTarget, end: LiveTarget | None) -> LiveTarget:
        """Return the lists that a drag may move something in, as they are now."""

    async def lists_before(self, target: LiveTarget) -> LiveTarget:
        """Return the lists that a click may add to or take from, as they are now."""

    async def effect_on(
        self, target: LiveTarget, kind: EffectKind, *, drawn: bool = False
    ) -> str | bool | int | tuple[str, ...] | None:
        """Return what is to be seen on an element; None when it is gone, or there is nothing.

        ``drawn``: of a field that nobody sees, what is drawn for it.
        """

    async def perform(self, step: Step, target: LiveTarget, values: Sequence[str]) -> None:
        """Do with an element what the step says; ``values`` are the step's, filled in."""

    async def drag(self, source: LiveTarget, to: LiveTarget | None, step: Step) -> None:
        """Drag an element as a step says: along its way, or to its place in another element."""

    async def is_seen(self, target: LiveTarget) -> bool:
        """Return whether an element can be seen."""

    async def text_of(self, target: LiveTarget) -> str:
        """Return what an element says."""

    async def value_of(self, target: LiveTarget) -> str:
        """Return what is in a field."""

    async def start_trace(self) -> None:
        """Begin to keep what the browser does."""

    async def stop_trace(self, path: str | None) -> None:
        """Write the trace to a file, or forget it."""
