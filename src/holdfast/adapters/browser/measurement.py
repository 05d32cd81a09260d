"""Measurement: joins what the injected script measured, frame by frame, to one snapshot."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

import numpy as np
import orjson

from holdfast.errors import CaptureFailed
from holdfast.model.rendering import Rendering
from holdfast.model.snapshot import MEASUREMENT_FORMAT, Box, Point, Scope, Size, Snapshot, TextRun
from holdfast.page.build import build_snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from holdfast.adapters.browser.sync_or_async import AnyElement, AnyFrame

Json: TypeAlias = dict[str, Any]

MEASURE_SOURCE = files(__package__).joinpath("injected", "measure.js").read_text(encoding="utf-8")
_NOTHING: dict[str, str] = {}


class World(Protocol):
    """The script in one frame."""

    async def ask(self, function: str, *given: object) -> Any:
        """Return what a function of the script answers."""

    async def find(self, number: int, index: int, tag: str, frame: AnyFrame) -> AnyElement | None:
        """Return the live element of a measurement, None when it is not in the page any more."""


@dataclass(slots=True)
class Frame:
    """One frame as it was measured, and the frames in it by the index of their frame element."""

    data: Json
    world: World | None = None
    inner: dict[int, Frame] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameOrigin:
    """Where a frame's window begins in the page, and how much larger it is drawn there."""

    x: float
    y: float
    across: float = 1.0
    down: float = 1.0

    def window(self, point: Point) -> Point:
        """Return a point of the page in the frame's own window."""
        return Point((point.x - self.x) / self.across, (point.y - self.y) / self.down)

    def boxes(self, hundredths: Sequence[int]) -> list[Box | None]:
        """Return the boxes in the page, None for what is not laid out; four numbers each."""
        measured = np.array(hundredths, dtype=np.float64).reshape(-1, 4)
        scale = np.array([self.across, self.down, self.across, self.down]) / 100
        placed = measured * scale + np.array([self.x, self.y, 0, 0])
        boxes: list[Box | None] = list(map(Box, *placed.T.tolist()))
        for index in np.flatnonzero(~measured.any(axis=1)):
            boxes[index] = None
        return boxes


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Where the elements of one measured frame stand among those of the page."""

    frame: Frame
    owner: int | None  # the frame element in the page; None for the page itself
    indices: Sequence[int]  # of the page, by index in the frame
    origin: FrameOrigin

    @property
    def world(self) -> World:
        """Return where the frame was measured; only for frames that were measured by asking."""
        assert self.frame.world is not None
        return self.frame.world

    @property
    def number(self) -> int:
        """Return the number by which the script knows the measurement."""
        return int(self.frame.data["number"])

    @property
    def places(self) -> Mapping[int, int]:
        """Return the index in the frame, by index in the page."""
        return {place: index for index, place in enumerate(self.indices)}


def read_measurement(text: str, world: World | None = None) -> Frame:
    """Return one measured frame; raises ``CaptureFailed`` when the script met an error."""
    data = orjson.loads(text)
    if "error" in data:
        raise CaptureFailed("measuring the page", str(data["error"]))
    if data["format"] != MEASUREMENT_FORMAT:
        raise CaptureFailed("measuring the page", f"the script speaks {data['format']!r}")
    return Frame(data, world)


class FrameElement(NamedTuple):
    """A frame element: where its inner window begins, its scale, its place in ``window.frames``."""

    place: int
    x: float
    y: float
    across: float
    down: float
    ordinal: int


def iter_frames(data: Json) -> Iterator[FrameElement]:
    """Yield the frame elements of a measured frame, in document order."""
    numbers = iter(data["frames"])
    return map(FrameElement, *(numbers for _ in FrameElement._fields))


def join(top: Frame) -> tuple[Snapshot, tuple[Placed, ...]]:
    """Return the page with the content of its frames inside, and where each frame came to stand."""
    columns = _Columns()
    scroll = Point(*top.data["scroll"])
    columns.add(top, Scope("document", -1, top.data["url"]), FrameOrigin(x=scroll.x, y=scroll.y))
    snapshot = build_snapshot(
        tags=columns.tags,
        parents=columns.parents,
        attributes=columns.attributes,
        runs=columns.runs,
        boxes=columns.boxes,
        shown=columns.shown,
        scope_of=columns.scope_of,
        rendering=columns.rendering,
        scopes=columns.scopes,
        url=top.data["url"],
        title=top.data["title"],
        viewport=Size(*top.data["viewport"]),
        scroll=scroll,
        device_scale=top.data["deviceScale"],
    )
    return snapshot, tuple(columns.placed)


class _Columns:
    """The columns of the page, put together from those of its frames."""

    def __init__(self) -> None:
        self.tags: list[str] = []
        self.parents: list[int] = []
        self.attributes: list[dict[str, str]] = []
        self.runs: list[TextRun] = []
        self.boxes: list[Box | None] = []
        self.shown: list[bool] = []
        self.scope_of: list[int] = []
        self.scopes: list[Scope] = []
        self.placed: list[Placed] = []
        self.rendering = Rendering()

    def add(self, frame: Frame, scope: Scope, origin: FrameOrigin) -> None:
        """Append a frame; the content of each frame in it comes right after its frame element."""
        data = frame.data
        first = len(self.scopes)
        self.scopes.append(scope)
        self.scopes.extend(Scope("shadow", host, data["url"]) for host in data["hosts"])
        reader = _Reader(frame, scope.owner, first, origin)
        owner = None if scope.owner < 0 else scope.owner
        places = reader.places  # filled while the columns are copied
        self.placed.append(Placed(frame=frame, owner=owner, indices=places, origin=origin))
        start = 0
        for index, corner in _corners(data, origin):
            if index not in frame.inner:
                continue
            reader.copy(self, start, index + 1)
            start = index + 1
            inner = frame.inner[index]
            self.add(inner, Scope("frame", places[index], inner.data["url"]), corner)
        reader.copy(self, start, len(data["tags"]))
        reader.finish(self)
        self.rendering |= read_rendering(data, places, self.attributes)
        for number, host in enumerate(data["hosts"], first + 1):
            self.scopes[number] = Scope("shadow", places[host], data["url"])


def _corners(data: Json, origin: FrameOrigin) -> list[tuple[int, FrameOrigin]]:
    """Return where the inner window of each frame element begins, in document order."""
    return [
        (
            element.place,
            FrameOrigin(
                x=origin.x + element.x * origin.across,
                y=origin.y + element.y * origin.down,
                across=origin.across * element.across,
                down=origin.down * element.down,
            ),
        )
        for element in iter_frames(data)
    ]


class _Reader:
    """Copies the columns of one frame, stretch by stretch, to where they stand in the page."""

    def __init__(self, frame: Frame, owner: int, first_scope: int, origin: FrameOrigin) -> None:
        self.data, self.owner, self.first_scope, self.origin = (
            frame.data,
            owner,
            first_scope,
            origin,
        )
        self.places: list[int] = []
        self._run = 0  # the first text that is not copied yet

    def copy(self, page: _Columns, start: int, end: int) -> None:
        """Append the elements from ``start`` to ``end``, and the texts that stand among them."""
        data, places, offset = self.data, self.places, len(page.tags) - start
        places.extend(range(start + offset, end + offset))
        page.tags.extend(data["tags"][start:end])
        page.parents.extend(
            self.owner if parent < 0 else places[parent] for parent in data["parents"][start:end]
        )
        page.attributes.extend(given or _NOTHING for given in data["attributes"][start:end])
        page.boxes.extend(self.origin.boxes(data["boxes"][4 * start : 4 * end]))
        page.shown.extend(sign == "1" for sign in data["shown"][start:end])
        page.scope_of.extend(self.first_scope + scope for scope in data["scopeOf"][start:end])
        # A text right behind a frame element comes after the content of the frame.
        self._copy_runs(page, end, offset)

    def finish(self, page: _Columns) -> None:
        """Append the texts behind the last element."""
        count = len(self.data["tags"])
        self._copy_runs(page, count + 1, len(page.tags) - count)

    def _copy_runs(self, page: _Columns, end: int, offset: int) -> None:
        data, places = self.data, self.places
        start, stop = self._run, bisect_left(data["runPlaces"], end, self._run)
        owners = (
            self.owner if owner < 0 else places[owner] for owner in data["runOwners"][start:stop]
        )
        at = (place + offset for place in data["runPlaces"][start:stop])
        page.runs.extend(map(TextRun, owners, at, data["runTexts"][start:stop]))
        self._run = stop


# A computed ``content``: strings, attr(), other functions (counters and pictures say nothing), and
# behind a stroke the alternative text, which counts instead of all before it.
# What is not closed goes to the end: nothing is ever looked at twice.
_PIECES = re.compile(
    r"""(?<![\w-])attr\(\s*+([\w-]++)[^)]*+(?:\)|$)
    | (?<![\w-])[\w-]++\((?:"(?:[^"\\]|\\.)*+(?:"|$)|[^")])*+(?:\)|$)
    | "((?:[^"\\]|\\.)*+)(?:"|\\?$) | (/)""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
_LAST = 0x10FFFF


def read_rendering(
    data: Mapping[str, Any], places: Sequence[int], attributes: Sequence[Mapping[str, str]]
) -> Rendering:
    """Return what one measured frame says; ``places`` and ``attributes`` are those of the page."""
    before: dict[int, str] = {}
    after: dict[int, str] = {}
    pseudos = iter(data.get("pseudos", ()))
    for index, side, display, content in zip(pseudos, pseudos, pseudos, pseudos, strict=True):
        words = read_content(content, attributes[places[index]])
        if display != "inline":
            words = f" {words} "
        if words.strip():
            (before if side == "::before" else after)[places[index]] = words
    apart = iter(data.get("apart", ()))
    laid_out = {places[index]: bool(is_apart) for index, is_apart in zip(apart, apart, strict=True)}
    return Rendering(before, after, laid_out, _read_slots(data, places))


def _read_slots(data: Mapping[str, Any], places: Sequence[int]) -> dict[int, tuple[int | str, ...]]:
    slots: dict[int, tuple[int | str, ...]] = {}
    told = iter(data.get("slots", ()))
    for slot, item in zip(told, told, strict=True):
        shown = item if isinstance(item, str) else places[item]
        slots[places[slot]] = (*slots.get(places[slot], ()), shown)
    return slots


def read_content(content: str, attributes: Mapping[str, str]) -> str:
    """Return the words of a computed ``content`` value."""
    words: list[str] = []
    for attribute, text, stroke in _PIECES.findall(content):
        if stroke:
            words.clear()
        elif attribute:
            words.append(attributes.get(attribute.lower(), ""))
        else:
            words.append(_ESCAPED.sub(_unescaped, text))
    return "".join(words)


def _unescaped(found: re.Match[str]) -> str:
    if found[1] is None:
        return found[2]
    number = int(found[1], 16)
    return chr(number) if 0 < number <= _LAST and not 0xD800 <= number < 0xE000 else "\ufffd"
