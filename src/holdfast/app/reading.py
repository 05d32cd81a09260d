"""Reading a page for one search: known boxes first, the whole page only when that fails."""

import math
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, TypeAlias

from holdfast.app.asserted import NOTHING, Asserted
from holdfast.engine import search
from holdfast.errors import HoldfastError, ReadingFailed
from holdfast.model.candidate import Location
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.replay_result import Screen
from holdfast.model.search_settings import VisionStrategyConfig
from holdfast.model.snapshot import Box, Point, Snapshot
from holdfast.model.strategy import BASE_WEIGHTS, LocatorStrategy, StrategyType
from holdfast.model.text_region import TextRegion
from holdfast.ports import LivePage, TextReader
from holdfast.witnesses.facts import NOTHING_ASKED, LiveFacts
from holdfast.witnesses.vision import Vision, recorded_box, strategy_for

Lines: TypeAlias = tuple[TextRegion, ...]
# Runs what blocks (reading takes seconds) where it may block.
Blocking: TypeAlias = Callable[[Callable[[], Lines]], Coroutine[Any, Any, Lines]]

CANVAS = "canvas"
# What shows words that the document does not hold.
PICTURE_TAGS = frozenset({CANVAS, "img", "svg", "video"})
MOST_BOXES = 24  # recognising one takes some 30 ms
# What is larger is read with the page.
HIGHEST_LINE_PX = 90
LARGEST_PICTURE_PX2 = 250_000
KEPT_PAGES = 8


async def read_here(read: Callable[[], Lines]) -> Lines:
    """Return what is read, at once: for sync runs."""
    return read()


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A recorded element with what was seen of it: a picture, and where the mouse was in it.

    ``action`` is what is to be done with it; ``asserted`` what is asserted about it, and hence no
    evidence.
    """

    fingerprint: Fingerprint
    picture: bytes | None = None
    point: Point | None = None
    action: str = "click"
    asserted: Asserted = NOTHING

    @property
    def share(self) -> Point | None:
        """Return where in a canvas the mouse was, as shares of its size; None if not known."""
        box = self.fingerprint.node.box
        if self.fingerprint.node.tag != CANVAS or self.point is None or box is None:
            return None
        across, down = self.point.x / (box.width or 1), self.point.y / (box.height or 1)
        return Point(across, down) if 0 <= across <= 1 and 0 <= down <= 1 else None


@dataclass(slots=True)
class PageReading:
    """Reads pages with one reader; what a page says is kept by what it looks like."""

    reader: TextReader
    blocking: Blocking = read_here
    config: VisionStrategyConfig = field(default_factory=VisionStrategyConfig)
    _kept: "OrderedDict[bytes, Lines]" = field(default_factory=OrderedDict)

    async def look_again(
        self,
        page: LivePage,
        location: Location,
        snapshot: Snapshot,
        seen: Seen,
        facts: LiveFacts = NOTHING_ASKED,
    ) -> Location:
        """Return the location with what can be read on the page; with a note if nothing can.

        ``facts`` are what the page was asked for the search before.
        """
        try:
            fingerprint = await self._with_words(seen)
            if strategy_for(fingerprint, self.config) is None:
                return location
            screen = await page.screen()
            asked = replace(location, fingerprint=fingerprint)
            known = await self._known_boxes(screen, asked, snapshot)
            # Not yet fuzzy: the words themselves may stand elsewhere on the page.
            vision = Vision(known, is_fresh=False, config=self.config)
            found = search(fingerprint, snapshot, replace(facts, vision=vision))
            if _was_read(found):
                return found
            vision = Vision(await self._whole_page(screen), config=self.config)
            return search(fingerprint, snapshot, replace(facts, vision=vision))
        except HoldfastError as exc:
            return _with_note(location, str(exc).partition("\n")[0])

    async def _with_words(self, seen: Seen) -> Fingerprint:
        """Return the fingerprint of a canvas with the words drawn where it was clicked."""
        fingerprint, picture, point = seen.fingerprint, seen.picture, seen.point
        known = strategy_for(fingerprint, self.config)
        if known is not None or picture is None or point is None:
            return fingerprint
        lines = await self.blocking(
            lambda: self.reader.read_page(picture, self.config.page_timeout_ms)
        )
        sure = [line for line in lines if line.confidence >= self.config.min_ocr_confidence]
        if not sure:
            return fingerprint
        nearest = min(sure, key=lambda line: math.dist(line.box.centre, point))
        words = nearest.text.strip()[: self.config.max_text_length]
        read = LocatorStrategy(
            type=StrategyType.VISION_OCR,
            confidence=BASE_WEIGHTS[StrategyType.VISION_OCR],
            metadata=MappingProxyType({"targetText": words, "ocrConfidence": nearest.confidence}),
        )
        return replace(fingerprint, strategies=(*fingerprint.strategies, read))

    async def _known_boxes(self, screen: Screen, location: Location, snapshot: Snapshot) -> Lines:
        boxes = known_boxes(location, snapshot, self.config)
        if not boxes:
            return ()
        pixels = [_in_picture(box, screen) for box in boxes]
        try:
            read = await self.blocking(
                lambda: self.reader.read_boxes(screen.picture, pixels, self.config.ocr_timeout_ms)
            )
        except ReadingFailed:
            return ()  # the whole page is left
        return _in_document(read, screen)

    async def _whole_page(self, screen: Screen) -> Lines:
        # The picture is of now. The same picture says the same, so what is kept is as fresh.
        key = blake2b(screen.picture).digest()
        lines = self._kept.get(key) if self.config.use_cache else None
        if lines is None:
            lines = self._kept[key] = await self._read(screen)
            while len(self._kept) > KEPT_PAGES:
                self._kept.popitem(last=False)
        return lines

    async def _read(self, screen: Screen) -> Lines:
        read = await self.blocking(
            lambda: self.reader.read_page(screen.picture, self.config.page_timeout_ms)
        )
        return _in_document(read, screen)


def is_in_doubt(location: Location) -> bool:
    """Return whether the other strategies leave a doubt that a look at the page may clear."""
    return location.refusal is not None or location.fingerprint.node.tag == CANVAS


def known_boxes(location: Location, snapshot: Snapshot, config: VisionStrategyConfig) -> list[Box]:
    """Return where the words may stand: at candidates, in pictures, at the recorded place."""
    if snapshot.boxes is None:
        return []
    pictures = [
        snapshot.boxes[index]
        for index, tag in enumerate(snapshot.tags)
        if tag in PICTURE_TAGS and snapshot.index.shown[index]
    ]
    drawn = [box for box in pictures if box is not None and 0 < box.area <= LARGEST_PICTURE_PX2]
    boxes = [candidate.node.box for candidate in location.candidates]
    strategy = strategy_for(location.fingerprint, config)
    if strategy is not None:
        boxes.append(recorded_box(strategy, snapshot))
    lines = [box for box in boxes if box is not None and _is_line(box)]
    return list(dict.fromkeys([*drawn, *lines]))[:MOST_BOXES]


def _is_line(box: Box) -> bool:
    return box.area > 0 and box.height <= HIGHEST_LINE_PX


def _was_read(location: Location) -> bool:
    return any(
        result.found and result.strategy.type is StrategyType.VISION_OCR
        for result in location.results
    )


def _in_picture(box: Box, screen: Screen) -> Box:
    x, y, scale = box.x - screen.corner.x, box.y - screen.corner.y, screen.scale
    return Box(x * scale, y * scale, box.width * scale, box.height * scale)


def _in_document(lines: Sequence[TextRegion], screen: Screen) -> Lines:
    return tuple(line.moved(screen.scale, screen.corner.x, screen.corner.y) for line in lines)


def _with_note(location: Location, note: str) -> Location:
    return replace(location, notes=(*location.notes, f"vision_ocr: {note}"))
