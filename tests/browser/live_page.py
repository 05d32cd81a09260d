"""PlaywrightPage: asks a tab what the tests want to know, one call at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from holdfast.adapters.browser.tab import QUIET_MS, SETTLE_TIMEOUT_MS, Tab
from holdfast.ports import run_now

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import ElementHandle, Frame, Page

    from holdfast.model.snapshot import Node, Point, Snapshot


class PlaywrightPage:
    """A page in a browser: snapshots of it, and the way from their nodes back to live elements.

    ``isolated`` False makes the script run in the page's own world, as in Firefox and WebKit.
    """

    def __init__(self, page: Page, *, isolated: bool = True) -> None:
        self.page = page
        self._tab = Tab(page, isolated=isolated)

    def capture(self, *, closed_roots: bool = False) -> Snapshot:
        """Return the page as it is now, with open shadow roots and all frames; boxes are measured.

        ``closed_roots``: enter closed shadow roots as well (Chromium only). Raises
        ``CaptureFailed``.
        """
        return run_now(self._tab.capture(closed_roots=closed_roots))

    def element(self, node: Node) -> ElementHandle:
        """Return the live element of a node that this page captured.

        Raises ``PageChanged`` when it is not in the page any more, is inside a closed shadow root,
        or when the capture is not among the latest four.
        """
        return cast("ElementHandle", run_now(self._tab.element(node)))

    def frame(self, node: Node) -> Frame:
        """Return the live frame that a captured node is in; raises ``PageChanged``."""
        return cast("Frame", run_now(self._tab.frame(node)))

    def stacks_at(self, snapshot: Snapshot, points: Sequence[Point]) -> list[list[int]]:
        """Return for each point of the document the nodes there, topmost first; asks once.

        Points outside the window have none. Raises ``PageChanged``.
        """
        return run_now(self._tab.stacks_at(snapshot, points))

    def settled(self, *, quiet_ms: int = QUIET_MS, timeout_ms: int = SETTLE_TIMEOUT_MS) -> bool:
        """Return True once DOM and network have been quiet, False when that takes too long."""
        return run_now(self._tab.settled(quiet_ms=quiet_ms, timeout_ms=timeout_ms))
