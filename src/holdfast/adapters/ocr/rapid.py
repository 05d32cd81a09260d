"""RapidOCR 3: its models are inside the wheel, so it works offline; started on first use."""

import io
import queue
import threading
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from holdfast.errors import ExtraMissing, ReadingFailed
from holdfast.model.snapshot import Box
from holdfast.model.text_region import TextRegion

T = TypeVar("T")
Pixels = NDArray[np.uint8]

_DOING = "reading text from pictures"
# Lower than any floor for results: what counts as read is not decided here.
LOWEST_SCORE = 0.3
# Letters that touch the edge of a picture are misread.
MARGIN_PX = 4
HIGHEST_LINE_PX = 60  # what is higher may hold several lines, or one in a corner
BAND_PX = 1500
SETTINGS = MappingProxyType(
    {
        "Global.log_level": "critical",
        # As it comes, it enlarges small pictures to 736 pixels: ten times the work for nothing.
        "Det.limit_type": "max",
        "Det.limit_side_len": 1600,
    }
)
OVERLAP_PX = 100  # higher than any line of a page


class RapidReader:
    """Reads with RapidOCR. One object for a process: starting takes seconds and 700 MB."""

    name = "rapidocr"

    def __init__(self) -> None:
        self._engine: Callable[..., Any] | None = None
        # The engine keeps the settings of a call in itself: one call at a time.
        self._lock = threading.Lock()

    @staticmethod
    def is_installed() -> bool:
        """Return whether the packages are there, without loading them."""
        return all(find_spec(name) is not None for name in ("rapidocr", "onnxruntime", "PIL"))

    def start(self) -> None:
        """Load engine and models, once; raises ``ExtraMissing`` when they are not installed."""
        if self._engine is not None:
            return
        try:
            from rapidocr import RapidOCR
        except ImportError as exc:
            raise ExtraMissing(_DOING, "ocr") from exc
        engine: Callable[..., Any] = RapidOCR(params=dict(SETTINGS))
        # Models are loaded by the first call; a time-out is for reading, not for that.
        engine(np.full((64, 64, 3), 255, np.uint8), use_cls=False)
        self._engine = engine

    def read_page(self, picture: bytes, timeout_ms: float) -> tuple[TextRegion, ...]:
        """Return the lines of a picture, with their words; raises ``ReadingFailed``."""
        self.start()
        pixels = _pixels(picture)
        return _within(timeout_ms, lambda: self._read_page(pixels))

    def read_boxes(
        self, picture: bytes, boxes: Sequence[Box], timeout_ms: float
    ) -> tuple[TextRegion, ...]:
        """Return what each box says, if it says something; raises ``ReadingFailed``."""
        self.start()
        pixels = _pixels(picture)
        return _within(timeout_ms, lambda: self._read_boxes(pixels, boxes))

    def _read_page(self, pixels: Pixels) -> tuple[TextRegion, ...]:
        """Return the lines, read in bands: the engine shrinks what is larger than a screen."""
        lines: list[TextRegion] = []
        for top in range(0, pixels.shape[0], BAND_PX):
            start = max(0, top - OVERLAP_PX)
            band = np.ascontiguousarray(pixels[start : top + BAND_PX + OVERLAP_PX])
            read = (line.moved(1, 0, start) for line in self._read_band(band))
            # A line at a border is read in both bands, and kept in the one that its middle is in.
            lines += [line for line in read if top <= line.box.centre[1] < top + BAND_PX]
        return tuple(lines)

    def _read_band(self, pixels: Pixels) -> tuple[TextRegion, ...]:
        with self._lock:
            seen = self._call(
                pixels, use_det=True, use_rec=True, return_word_box=True, text_score=LOWEST_SCORE
            )
        if seen.txts is None:
            return ()
        # Without words for every line the engine returns fewer entries than lines.
        has_words = seen.word_results is not None and len(seen.word_results) == len(seen.txts)
        words = seen.word_results if has_words else [()] * len(seen.txts)
        return tuple(
            TextRegion(
                text=text,
                box=_box(corners),
                confidence=_percent(score),
                words=tuple(_word(*word) for word in inside),
            )
            for text, score, corners, inside in zip(
                seen.txts, seen.scores, seen.boxes, words, strict=True
            )
        )

    def _read_boxes(self, pixels: Pixels, boxes: Sequence[Box]) -> tuple[TextRegion, ...]:
        found: list[TextRegion] = []
        for box in boxes:
            cut = _cut_out(pixels, box)
            if cut is None:
                continue
            part, left, top = cut
            if box.height > HIGHEST_LINE_PX:
                found += [line.moved(1, left, top) for line in self._read_band(part)]
            else:
                found += self._read_line(part, box)
        return tuple(found)

    def _read_line(self, part: Pixels, box: Box) -> list[TextRegion]:
        with self._lock:
            seen = self._call(part, use_det=False, use_rec=True, return_word_box=False)
        return [
            TextRegion(text=text, box=box, confidence=_percent(score))
            for text, score in zip(seen.txts or (), seen.scores or (), strict=True)
            if text.strip()
        ]

    def _call(self, pixels: Pixels, **settings: object) -> Any:
        assert self._engine is not None  # started before every call
        try:
            # Whole screens stand upright; looking for turned lines only costs time.
            return self._engine(pixels, use_cls=False, **settings)
        except Exception as exc:
            raise ReadingFailed(f"RapidOCR failed with {type(exc).__name__}: {exc}") from exc


def _within(timeout_ms: float, work: Callable[[], T]) -> T:
    """Return what the work returns; raises ``ReadingFailed`` when it takes too long.

    The engine cannot be interrupted: late work goes on in its thread and its answer is dropped. No
    daemon thread: the engine aborts the program if that ends while it works.
    """
    answers: queue.SimpleQueue[T | BaseException] = queue.SimpleQueue()

    def run() -> None:
        try:
            answers.put(work())
        except BaseException as exc:  # noqa: BLE001 - raised again in the waiting thread
            answers.put(exc)

    threading.Thread(target=run, name="holdfast-ocr").start()
    try:
        answer = answers.get(timeout=timeout_ms / 1000)
    except queue.Empty:
        raise ReadingFailed(f"no answer within {timeout_ms:g} ms") from None
    if isinstance(answer, BaseException):
        raise answer
    return answer


def _pixels(picture: bytes) -> Pixels:
    """Return the picture as the engine wants it: rows of blue, green, red."""
    try:
        from PIL import Image, UnidentifiedImageError
    except ImportError as exc:
        raise ExtraMissing(_DOING, "ocr") from exc
    try:
        with Image.open(io.BytesIO(picture)) as image:
            colours = np.asarray(image.convert("RGB"), dtype=np.uint8)
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError) as exc:
        raise ReadingFailed(f"the picture cannot be read: {exc}") from exc
    return np.ascontiguousarray(colours[:, :, ::-1])


def _cut_out(pixels: Pixels, box: Box) -> tuple[Pixels, int, int] | None:
    """Return the part of the picture that a box shows, and its corner; None when it is outside."""
    height, width = pixels.shape[:2]
    left, top = max(0, int(box.x) - MARGIN_PX), max(0, int(box.y) - MARGIN_PX)
    right = min(width, int(box.x + box.width) + MARGIN_PX)
    bottom = min(height, int(box.y + box.height) + MARGIN_PX)
    if right - left <= 2 * MARGIN_PX or bottom - top <= 2 * MARGIN_PX:
        return None
    return np.ascontiguousarray(pixels[top:bottom, left:right]), left, top


def _word(text: str, score: float, corners: Sequence[Sequence[float]]) -> TextRegion:
    return TextRegion(text=text, box=_box(corners), confidence=_percent(score), is_line=False)


def _box(corners: Sequence[Sequence[float]]) -> Box:
    across, down = [float(point[0]) for point in corners], [float(point[1]) for point in corners]
    return Box(min(across), min(down), max(across) - min(across), max(down) - min(down))


def _percent(score: float) -> float:
    return min(100.0, max(0.0, 100.0 * float(score)))
