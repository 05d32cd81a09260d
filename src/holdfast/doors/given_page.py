"""Given page: reads a page that a program sends: HTML, a snapshot, or what our script measured."""

from collections.abc import Mapping
from dataclasses import dataclass

from holdfast.app.wiring import MeasuredPage, parse, read_measured
from holdfast.errors import ForeignFormat, UsageError
from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.snapshot_json import snapshot_from_json


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenPage:
    """A page, and the way back into the measurement that it was made from, if it was."""

    snapshot: Snapshot
    measured: MeasuredPage | None = None

    def way_to(self, node: Node | None) -> list[int] | None:
        """Return the way to an element, None without an element or a measurement."""
        if node is None or self.measured is None:
            return None
        return self.measured.way_to(node.index)


def read_given(
    *,
    html: str | None = None,
    snapshot: Mapping[str, object] | None = None,
    measurement: Mapping[str, object] | None = None,
) -> GivenPage:
    """Return the page; raises ``UsageError`` unless it is given in just one way.

    Damaged data raises ``ForeignFormat``.
    """
    given = {"html": html, "snapshot": snapshot, "measurement": measurement}
    if len([one for one in given.values() if one is not None]) != 1:
        raise UsageError("give the page as one of html, snapshot and measurement")
    try:
        page = _read(html, snapshot, measurement)
        _ = page.snapshot.index.text  # read when first asked for; complains if out of order
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as exc:
        # Foreign data with numbers and shapes that no check of ours has thought of.
        raise ForeignFormat("a page", "a damaged one") from exc
    return page


def _read(
    html: str | None,
    snapshot: Mapping[str, object] | None,
    measurement: Mapping[str, object] | None,
) -> GivenPage:
    if html is not None:
        return GivenPage(snapshot=parse(html))
    if snapshot is not None:
        return GivenPage(snapshot=snapshot_from_json(dict(snapshot)))
    assert measurement is not None, "one of them is given"
    measured = read_measured(measurement)
    return GivenPage(snapshot=measured.snapshot, measured=measured)
