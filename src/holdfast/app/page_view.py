"""Page view: a page with elements outlined and numbered, as an SVG that needs nothing else.

What is shown is the picture that was taken of it, or, without one, a drawing of the stored page:
that holds nothing that anybody typed.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from holdfast.model.replay_result import Screen
from holdfast.model.snapshot import Box, Snapshot

WINDOW = (720.0, 460.0)  # what is shown around the first mark, unless all is
TALLEST = 2400.0
MOST_DRAWN = 900  # elements in a drawing: more are not told apart
_INK, _PALE, _LINE = "#39414f", "#eef0f3", "#c3c9d2"
_OUTLINES = {"was": "#1d5bb0", "first": "#156350", "other": "#8a5200"}
_FILLED = frozenset("button input select textarea".split())
_PICTURES = frozenset("img svg canvas video iframe".split())
_LETTER = 0.55  # of the size of the type, on average


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """An element to be outlined; ``number`` is written beside it, if it has one."""

    box: Box
    kind: str = "was"
    number: int | None = None


def page_view(
    page: Snapshot, marks: Sequence[Outline], picture: Screen | None = None, *, whole: bool = False
) -> str:
    """Return the page with its marks, or the part of it around the first one."""
    full = _extent(page, picture)
    seen = full if whole or not marks else _around(marks, full)
    parts = [*_ground(page, picture, seen), *(_outlined(mark) for mark in marks)]
    x, y, width, height = seen
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:g} {y:g} {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" font-family="sans-serif">{"".join(parts)}</svg>'
    )


def _extent(page: Snapshot, picture: Screen | None) -> Box:
    """Return what could be shown."""
    if picture is not None:
        width, height = _size(picture.picture)
        return Box(*picture.corner, width / picture.scale, height / picture.scale)
    boxes = [box for box in page.boxes or () if box is not None and box.area > 0]
    right = max((box.x + box.width for box in boxes), default=WINDOW[0])
    bottom = max((box.y + box.height for box in boxes), default=WINDOW[1])
    return Box(0, 0, min(right, 2 * TALLEST), min(bottom, TALLEST))


def _size(png: bytes) -> tuple[int, int]:
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def _around(marks: Sequence[Outline], full: Box) -> Box:
    """Return the window around the first mark; further ones that fit into it are shown as well."""
    first = marks[0].box
    left, top, right, bottom = (
        first.x,
        first.y,
        first.x + first.width,
        first.y + min(first.height, WINDOW[1]),
    )
    for box in (mark.box for mark in marks[1:]):
        wider = min(left, box.x), min(top, box.y), max(right, box.x + box.width)
        lower = max(bottom, box.y + box.height)
        if wider[2] - wider[0] <= 1.6 * WINDOW[0] and lower - wider[1] <= 1.6 * WINDOW[1]:
            left, top, right, bottom = *wider, lower
    width = min(full.width, max(WINDOW[0], right - left + 80))
    height = min(full.height, max(WINDOW[1], bottom - top + 80))
    x = min(max(full.x, (left + right - width) / 2), full.x + full.width - width)
    y = min(max(full.y, (top + bottom - height) / 2), full.y + full.height - height)
    return Box(round(x, 1), round(y, 1), round(width, 1), round(height, 1))


def _ground(page: Snapshot, picture: Screen | None, seen: Box) -> Iterator[str]:
    x, y, width, height = seen
    yield f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="#fff"/>'
    if picture is None:
        yield from _drawing(page, seen)
        return
    wide, high = (side / picture.scale for side in _size(picture.picture))
    data = b64encode(picture.picture).decode()
    yield (
        f'<image x="{picture.corner.x:g}" y="{picture.corner.y:g}" width="{wide:g}" '
        f'height="{high:g}" href="data:image/png;base64,{data}"/>'
    )


def _outlined(mark: Outline) -> str:
    colour = _OUTLINES[mark.kind]
    x, y = mark.box.x - 3, mark.box.y - 3
    place = (
        f'x="{x:g}" y="{y:g}" width="{mark.box.width + 6:g}" height="{mark.box.height + 6:g}" '
        'rx="5" fill="none"'
    )
    # White around it: pages are of every colour.
    frame = (
        f'<rect {place} stroke="#fff" stroke-width="6"/>'
        f'<rect {place} stroke="{colour}" stroke-width="3"/>'
    )
    if mark.number is None:
        return frame
    middle = max(x, 12.0), max(y, 12.0)
    return (
        f'{frame}<circle cx="{middle[0]:g}" cy="{middle[1]:g}" r="11" fill="{colour}" '
        f'stroke="#fff" stroke-width="1.5"/><text x="{middle[0]:g}" y="{middle[1] + 5:g}" '
        f'font-size="14" font-weight="700" fill="#fff" text-anchor="middle">{mark.number}</text>'
    )


# ----------------------------------------------------------------------------------------- drawing


def _drawing(page: Snapshot, seen: Box) -> Iterator[str]:
    """Yield the elements of a stored page: controls and pictures as boxes, and what they say."""
    shown, drawn = page.visibility, 0
    for index, box in enumerate(page.boxes or ()):
        if box is None or not shown[index] or box.area <= 0 or not _meets(box, seen):
            continue
        parts = [*_boxed(page.tags[index], box), *_said(page, index, box)]
        drawn += bool(parts)
        yield from parts
        if drawn >= MOST_DRAWN:
            return


def _meets(box: Box, seen: Box) -> bool:
    across = box.x < seen.x + seen.width and seen.x < box.x + box.width
    return across and box.y < seen.y + seen.height and seen.y < box.y + box.height


def _boxed(tag: str, box: Box) -> Iterator[str]:
    if tag in _FILLED or tag in _PICTURES:
        fill = _PALE if tag in _PICTURES or tag == "button" else "#fff"
        yield (
            f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}" '
            f'rx="4" fill="{fill}" stroke="{_LINE}"/>'
        )


def _said(page: Snapshot, index: int, box: Box) -> Iterator[str]:
    """Yield the text that stands in an element itself, in lines as long as it is wide."""
    words = page.index.own_text_of(index).split()
    tag = page.tags[index]
    if not words and tag in _FILLED:
        own = page.attributes[index]
        words = own.get("value", own.get("placeholder", "")).split()
    if not words:
        return
    size = min(max(0.62 * min(box.height, 30), 9.0), 17.0)
    inside = 8.0 if tag in _FILLED else 0.0
    room = max(1, int((box.width - inside) / (size * _LETTER)))
    lines = _lines(words, room)[: max(1, int(box.height / (1.3 * size)))]
    top = box.y + (box.height - 1.3 * size * len(lines)) / 2 + size
    for at, line in enumerate(lines):
        yield (
            f'<text x="{box.x + inside:g}" y="{top + 1.3 * size * at:g}" font-size="{size:g}" '
            f'fill="{_INK}">{escape(line)}</text>'
        )


def _lines(words: Sequence[str], room: int) -> list[str]:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > room:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()[: 2 * room]
    return lines
