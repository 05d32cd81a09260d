"""Saved pages as arguments of commands: the HTML file, and the boxes beside it."""

import re
from collections.abc import Mapping
from pathlib import Path

import orjson

from holdfast.app.wiring import parse, read_bytes
from holdfast.errors import ForeignFormat
from holdfast.model.snapshot import Snapshot

_BOXES = "a JSON object of boxes by XPath, or {viewport, elements: [{xpath, x, y, w, h, visible}]}"
_SIDES = ("x", "y", "w", "h")
_LOOK_AHEAD = 4096
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_WIDE_TAG = re.compile(rb"<\x00+[!a-zA-Z]\x00|\x00<\x00+[!a-zA-Z]")


def read_page(html: Path, boxes: Path | None = None) -> Snapshot:
    """Return the snapshot of a saved page, with its boxes when they are given.

    Raises ``EnvironmentFailure`` for a file that cannot be read, ``NoDocument`` and
    ``ForeignFormat`` for one that holds something else.
    """
    data = read_bytes(html)
    _refuse_binary(html, data)
    if boxes is None:
        return parse(data)
    placed, viewport = read_boxes(read_bytes(boxes))
    return parse(data, boxes=placed, viewport=viewport)


def _refuse_binary(html: Path, data: bytes) -> None:
    """Refuse pictures, archives and programs, of which a forgiving parser would make a page."""
    start = data[:_LOOK_AHEAD]
    # Each second byte of UTF-16 is 0; a tag is then still to be seen.
    if len(_CONTROLS.findall(start)) * 20 > len(start) and not _WIDE_TAG.search(start):
        named = str(html)[-80:]
        raise ForeignFormat("a saved page", f"the binary file {named!r}", "give the HTML file")


def read_boxes(
    data: bytes,
) -> tuple[Mapping[str, Mapping[str, float | bool]], tuple[float, float] | None]:
    """Return the boxes by XPath, and the window's size where it is told."""
    try:
        given = orjson.loads(data)
        if not isinstance(given, dict):
            raise TypeError(f"a {type(given).__name__}")
        listed = given.get("elements")
        boxes = given if listed is None else {item["xpath"]: item for item in listed}
        placed = {str(path): _read_box(box) for path, box in boxes.items()}
        viewport = given.get("viewport") if listed is not None else None
        size = None if viewport is None else (float(viewport[0]), float(viewport[1]))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as exc:
        seen = f"something else ({type(exc).__name__}: {exc})"
        raise ForeignFormat(_BOXES, seen, "give the file that holds the boxes") from exc
    return placed, size


def _read_box(box: Mapping[str, object]) -> Mapping[str, float | bool]:
    sides: dict[str, float | bool] = {}
    for side in _SIDES:
        value = box[side]
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise TypeError(f"{side} must be a number, got {value!r:.40}")
        sides[side] = float(value)
    if isinstance(visible := box.get("visible"), bool):
        sides["visible"] = visible
    return sides
