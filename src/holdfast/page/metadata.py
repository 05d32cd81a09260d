"""Reading a strategy's metadata: every value is checked, because people may edit the file.

All readers raise ``ValueError`` with a text that names the value; strategies turn it into a result.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from holdfast.model.search_settings import LONGEST_READ
from holdfast.model.snapshot import Box, Point, Size, Snapshot, TrailPoint
from holdfast.model.strategy import JsonObject
from holdfast.page.keys import label_of
from holdfast.page.layout import View

FRAME = "frame"  # the document to look in: index of its scope in the current snapshot
# No page is a thousand kilometres long; larger numbers only overflow later.
LARGEST_NUMBER = 1e12
LONGEST_TRAIL = 10_000  # a recorder keeps a hundred points


def read_frame(metadata: JsonObject) -> int:
    """Return the document to look in, 0 (the page itself) unless another is named."""
    frame = _object(metadata, "metadata").get(FRAME, 0)
    if not isinstance(frame, int) or isinstance(frame, bool) or frame < 0:
        raise ValueError(f"{FRAME} must be the index of a document, got {_cut(frame)}")
    return frame


def read_text(metadata: JsonObject, key: str) -> str:
    """Return a text that must be there and say something."""
    text = find_text(metadata, key)
    if text is None or not text.strip():
        raise ValueError(f"{key} is missing or empty")
    return text


def find_text(metadata: JsonObject, key: str) -> str | None:
    """Return a text, or None when it is missing."""
    value = _object(metadata, "metadata").get(key)
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{key} must be a text, got {_cut(value)}")
    return value


def read_number(value: object, key: str) -> float:
    """Return a finite number of a size that pages have."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{key} must be a number, got {_cut(value)}")
    if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:  # is False for NaN too
        raise ValueError(f"{key} must be a number of pixels or milliseconds, got {_cut(value)}")
    return float(value)


def read_point(value: object, key: str) -> Point:
    """Return a point given as {x, y}."""
    given = _object(value, key)
    x, y = (read_number(given.get(axis), f"{key}.{axis}") for axis in ("x", "y"))
    return Point(x, y)


def read_trail(metadata: JsonObject, key: str) -> tuple[TrailPoint, ...]:
    """Return the points of a mouse trail, none when it is missing."""
    points = _object(metadata, "metadata").get(key)
    if points is None:
        return ()
    if not isinstance(points, Sequence) or isinstance(points, str | bytes):
        raise ValueError(f"{key} must be a list of points, got {_cut(points)}")
    if len(points) > LONGEST_TRAIL:
        raise ValueError(f"{key} has {len(points)} points, more than any hand makes")
    return tuple(_trail_point(point, f"{key}[{place}]") for place, point in enumerate(points))


def _trail_point(value: object, key: str) -> TrailPoint:
    x, y = read_point(value, key)
    when = _object(value, key).get("timestamp", 0)
    return TrailPoint(x, y, read_number(when, f"{key}.timestamp"))


def read_view(metadata: JsonObject) -> View:
    """Return how the page was looked at: ``viewport`` {width, height} and ``scroll`` {x, y}."""
    given = _object(metadata, "metadata")
    viewport, scroll = given.get("viewport"), given.get("scroll")
    return View(
        None if viewport is None else _size(viewport, "viewport"),
        Point(0, 0) if scroll is None else read_point(scroll, "scroll"),
    )


def _size(value: object, key: str) -> Size:
    given = _object(value, key)
    width, height = (read_number(given.get(side), f"{key}.{side}") for side in ("width", "height"))
    if width <= 0 or height <= 0:
        raise ValueError(f"{key} must have a size, got {width:g} x {height:g}")
    return Size(width, height)


def find_box(metadata: JsonObject, key: str) -> Box | None:
    """Return a box given as {x, y, width, height}, None when it is missing."""
    value = _object(metadata, "metadata").get(key)
    if value is None:
        return None
    corner, size = read_point(value, key), _size(value, key)
    return Box(corner.x, corner.y, size.width, size.height)


@dataclass(frozen=True, slots=True)
class Looks:
    """What was recorded of an element's looks; None and () where nothing was."""

    tag: str | None = None
    id: str | None = None
    classes: frozenset[str] = frozenset()


def read_looks(metadata: JsonObject) -> Looks:
    """Return the ``attributes`` {tagName, id, classList}, each of them optional."""
    value = _object(metadata, "metadata").get("attributes")
    if value is None:
        return Looks()
    given = _object(value, "attributes")
    tag, own_id = find_text(given, "tagName"), find_text(given, "id")
    classes = given.get("classList")
    if classes is None:
        classes = ()
    if not isinstance(classes, Sequence) or isinstance(classes, str | bytes):
        raise ValueError(f"classList must be a list of names, got {_cut(classes)}")
    if not all(isinstance(name, str) for name in classes):
        raise ValueError(f"classList must hold names only, got {_cut(classes)}")
    return Looks(tag.lower() if tag else None, own_id or None, frozenset(classes))


def _object(value: object, key: str) -> Mapping[str, object]:
    if not isinstance(value, dict | Mapping):  # nearly all are of the first, which is quick to ask
        raise ValueError(f"{key} is missing or no object: {_cut(value)}")
    return value


def _cut(value: object) -> str:
    try:
        return repr(value)[:80]
    except (ValueError, RecursionError):  # a number of 5 000 digits, a list that holds itself
        return f"a {type(value).__name__}"


def words_at(snapshot: Snapshot, index: int, longest: int = LONGEST_READ) -> JsonObject | None:
    """Return the metadata of ``vision_ocr`` for an element; None when it says nothing, or a lot."""
    label = label_of(snapshot, index)
    if not label or len(label) > longest:
        return None
    metadata: dict[str, object] = {"targetText": label, "scroll": snapshot.scroll._asdict()}
    if snapshot.viewport is not None:
        metadata["viewport"] = snapshot.viewport._asdict()
    box = None if snapshot.boxes is None else snapshot.boxes[index]
    if box is not None and box.area > 0:
        metadata["textBbox"] = box._asdict()
    return MappingProxyType(metadata)
