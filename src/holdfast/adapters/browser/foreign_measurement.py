"""Foreign measurement: reads a page that another program measured with our script."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from holdfast.adapters.browser.measurement import Frame, Json, Placed, join
from holdfast.model.snapshot import MEASUREMENT_FORMAT, Snapshot
from holdfast.model.snapshot_json import check_format, snapshot_from_json, snapshot_to_json

INNER = "inner"  # in a measurement: those of the frames in it, by the index of the frame's element
MOST_NESTED = 20


class MeasuredPage(NamedTuple):
    """A measured page, and the way to each of its elements.

    A way is the index of the element in its frame, after those of the frame elements around it.
    """

    snapshot: Snapshot
    placed: tuple[Placed, ...]

    def way_to(self, index: int) -> list[int]:
        """Return the way to an element of the page."""
        placed = next(one for one in self.placed if index in one.places)
        around = [] if placed.owner is None else self.way_to(placed.owner)
        return [*around, placed.places[index]]

    def index_at(self, way: Sequence[int]) -> int:
        """Return the element that a way leads to; raises ``LookupError`` when it leads nowhere."""
        placed: Placed | None = self.placed[0]
        index = -1
        for step in way:
            if placed is None or not 0 <= step < len(placed.indices):
                raise LookupError("no element is there")
            index = placed.indices[step]
            placed = next((one for one in self.placed if one.owner == index), None)
        if index < 0:
            raise LookupError("a way needs an element")
        return index


def read_measured(data: Mapping[str, object]) -> MeasuredPage:
    """Return the page; raises ``ForeignFormat``, or what damaged data leads to."""
    snapshot, placed = join(_frame(data, MOST_NESTED))
    # What comes from elsewhere is checked as a stored page is.
    return MeasuredPage(snapshot_from_json(snapshot_to_json(snapshot)), placed)


def _frame(data: Mapping[str, object], deeper: int) -> Frame:
    check_format(data.get("format"), MEASUREMENT_FORMAT)
    given: Json = dict(data)
    inner = given.pop(INNER, {})
    if inner and not deeper:
        raise ValueError("frames are nested too deep")
    frames = {int(index): _frame(one, deeper - 1) for index, one in inner.items()}
    return Frame(given, inner=frames)
