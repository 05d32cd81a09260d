"""Places on a page: bringing recorded points to the current view, and what stands at a point.

Points and boxes are CSS pixels of the page's document, from its upper left corner. What is in a
frame is measured there too: where it stands in the page, however far the frame is scrolled.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from holdfast.model.snapshot import Box, Point, Size, Snapshot
from holdfast.page.page_cache import once_per_page

# The ground that everything stands on: a person who points there points at nothing.
GROUND_TAGS = frozenset({"html", "body"})
ORIGIN = Point(0, 0)

Places: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class View:
    """How a page is looked at: window size (None: not known) and scroll."""

    viewport: Size | None = None
    scroll: Point = ORIGIN

    @classmethod
    def of(cls, snapshot: Snapshot) -> Self:
        """Return how the page was looked at when it was captured."""
        return cls(snapshot.viewport, snapshot.scroll)

    def shows(self, point: Point) -> bool:
        """Return whether a point of the document is in the window; True if its size is unknown."""
        if self.viewport is None:
            return True
        x, y = point.x - self.scroll.x, point.y - self.scroll.y
        return 0 <= x < self.viewport.width and 0 <= y < self.viewport.height


def bring_point(point: Point, recorded: View, now: View) -> Point:
    """Return where a point of the recorded window is in the current document.

    The window is stretched to its current size; what it was scrolled by stays as it is, because
    a document does not grow with its window.
    """
    across, down = _stretch(recorded.viewport, now.viewport)
    return Point(point.x * across + recorded.scroll.x, point.y * down + recorded.scroll.y)


def bring_box(box: Box, recorded: View, now: View) -> Box:
    """Return where a box of the recorded document is in the current one."""
    across, down = _stretch(recorded.viewport, now.viewport)
    in_window = Point(box.x - recorded.scroll.x, box.y - recorded.scroll.y)
    corner = bring_point(in_window, recorded, now)
    return Box(corner.x, corner.y, box.width * across, box.height * down)


def _stretch(recorded: Size | None, now: Size | None) -> tuple[float, float]:
    if recorded is None or now is None or recorded.width <= 0 or recorded.height <= 0:
        return 1.0, 1.0
    return now.width / recorded.width, now.height / recorded.height


def overlap(one: Box, other: Box) -> float:
    """Return the shared area as a share of the area that both cover, 0 when one shows nothing."""
    width = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    height = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    shared = max(width, 0.0) * max(height, 0.0)
    covered = one.area + other.area - shared
    return shared / covered if covered > 0 else 0.0


@dataclass(frozen=True, slots=True)
class _Surface:
    """The boxes of one document, topmost first: left, top, right, bottom, and whose they are."""

    owners: Indices
    edges: Places

    def stack_at(self, point: Point) -> list[int]:
        left, top, right, bottom = self.edges
        hit = (left <= point.x) & (point.x < right) & (top <= point.y) & (point.y < bottom)
        return [int(index) for index in self.owners[hit]]


def stacks_at(snapshot: Snapshot, points: Sequence[Point], *, frame: int = 0) -> list[list[int]]:
    """Return for each point the elements whose box is there, topmost first; none without boxes.

    Topmost is the deepest, and of equally deep ones the last in the document: children are painted
    over their parents, later siblings over earlier ones. What is hidden or has no size is no
    obstacle; the document element and its body are the ground.
    """
    surface = _surfaces(snapshot).get(frame)
    return [[] if surface is None else surface.stack_at(point) for point in points]


@once_per_page
def _surfaces(snapshot: Snapshot) -> Mapping[int, _Surface]:
    if snapshot.boxes is None:
        return {}
    shown, depths = snapshot.index.shown, snapshot.index.depths
    by_frame: dict[int, list[int]] = {}
    for index, (tag, box) in enumerate(zip(snapshot.tags, snapshot.boxes, strict=True)):
        if box is not None and box.area > 0 and shown[index] and tag not in GROUND_TAGS:
            by_frame.setdefault(snapshot.frame_of(index), []).append(index)
    surfaces: dict[int, _Surface] = {}
    for frame, owners in by_frame.items():
        owners.sort(key=lambda index: (depths[index], index), reverse=True)
        boxes = [snapshot.boxes[index] for index in owners]
        corners = [(b.x, b.y, b.x + b.width, b.y + b.height) for b in boxes if b is not None]
        surfaces[frame] = _Surface(np.array(owners), np.array(corners, dtype=np.float64).T)
    return surfaces
