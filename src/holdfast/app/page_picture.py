"""Page picture: a screenshot made small, with what is secret painted over in its very pixels.

No library for pictures: browsers write PNG, and a page in a few colours is a small PNG again.
"""

import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from holdfast.model.privacy import find_typed, is_field
from holdfast.model.redaction import Redactor
from holdfast.model.replay_result import Screen
from holdfast.model.snapshot import Box, Point, Snapshot

Pixels = npt.NDArray[np.uint8]  # rows, columns, red green blue

WIDEST = 1280  # pixels; a sharper screen is made coarser by a whole number
TALLEST = 2400  # CSS pixels of the page that are kept, around what is looked for
COLOURS = 96  # enough for text and its soft edges
MOST_BYTES = 1_500_000  # of all page pictures of a run
_HEAD = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {2: 3, 6: 4}  # by PNG's kind of colour: plain, and with transparency
_NONE, _SUB, _UP, _AVERAGE, _PAETH = range(5)  # how PNG writes a row
_VEIL = (176, 176, 176)
_UNREADABLE = frozenset("canvas video object embed".split())


@dataclass(slots=True)
class PictureBudget:
    """What the page pictures of one run may take together."""

    left: int = MOST_BYTES

    def take(self, screen: Screen | None) -> Screen | None:
        """Return the picture if there is room left for it."""
        if screen is None or len(screen.picture) > self.left:
            return None
        self.left -= len(screen.picture)
        return screen


def hidden_places(page: Snapshot, redactor: Redactor) -> list[Box]:
    """Return where nobody may look: every field, and whatever shows what was typed as a secret."""
    if page.boxes is None:
        return []
    hidden = find_typed(page.tags, page.index.columns.column("contenteditable"))
    hidden |= {
        i
        for i, tag in enumerate(page.tags)
        if is_field(tag, page.attributes[i]) or (redactor.secrets and tag in _UNREADABLE)
    }
    hidden |= {owner for owner, _, text in page.text_runs.rows() if redactor.text(text) != text}
    if redactor.secrets and redactor.shows(page.index.page_text):
        hidden.update(_telling(page, redactor, 0))
    return [box for i in hidden if (box := page.boxes[i]) is not None and box.area > 0]


def _telling(page: Snapshot, redactor: Redactor, at: int) -> Iterator[int]:
    """Yield the innermost elements whose text shows a secret, which may stand in several."""
    inner = [one for one in page.children[at] if redactor.shows(page.text_of(one))]
    if not inner:
        yield at
    for one in inner:
        yield from _telling(page, redactor, one)


def keep_small(screen: Screen, hidden: Sequence[Box], around: Sequence[Box]) -> Screen | None:
    """Return the picture in few colours, with some places hidden; None if it cannot be read.

    Of a very long page it is the part ``around`` these boxes.
    """
    pixels = _read(screen.picture)
    if pixels is None:
        return None
    scale, corner = screen.scale, screen.corner
    for box in hidden:
        left, top = (box.x - corner.x) * scale, (box.y - corner.y) * scale
        right, bottom = left + box.width * scale, top + box.height * scale
        rows = slice(max(0, int(top)), max(0, int(bottom) + 1))
        pixels[rows, max(0, int(left)) : max(0, int(right) + 1)] = _VEIL
    start = _start(pixels.shape[0] / scale, [box.y - corner.y for box in around])
    kept = pixels[int(start * scale) : int((start + TALLEST) * scale)]
    coarser = -(-kept.shape[1] // WIDEST)
    return Screen(
        picture=_write(_coarse(kept, coarser)),
        scale=scale / coarser,
        corner=Point(corner.x, corner.y + start),
    )


def _start(height: float, tops: Sequence[float]) -> float:
    if height <= TALLEST or not tops:
        return 0.0
    return float(int(min(max(0.0, min(tops) - TALLEST / 4), height - TALLEST)))


def _coarse(pixels: Pixels, factor: int) -> Pixels:
    if factor == 1:
        return pixels
    rows, columns = (side - side % factor for side in pixels.shape[:2])
    blocks = pixels[:rows, :columns].reshape(rows // factor, factor, columns // factor, factor, 3)
    coarse: Pixels = blocks.mean(axis=(1, 3)).astype(np.uint8)
    return coarse


# ------------------------------------------------------------------------------------- reading PNG


def _read(png: bytes) -> Pixels | None:
    """Return the pixels of a picture as browsers write it; None of any other."""
    if not png.startswith(_HEAD):
        return None
    head, data = _parts(png)
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", head)
    channels = _CHANNELS.get(colour)
    if channels is None or depth != 8 or interlaced:
        return None
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + width * channels)
    written = rows[:, 1:].reshape(height, width, channels)
    kinds = rows[:, 0]
    if np.isin(kinds[1:], _UP).all() and kinds[0] in (_NONE, _UP):
        return np.add.accumulate(written, axis=0, dtype=np.uint8)[..., :3].copy()
    return _undo(written, kinds)[..., :3].copy()


def _parts(png: bytes) -> tuple[bytes, bytes]:
    """Return the head of a picture, and its rows as they are packed."""
    place, head, data = len(_HEAD), b"", []
    while place + 8 <= len(png):
        length, kind = struct.unpack(">I4s", png[place : place + 8])
        content = png[place + 8 : place + 8 + length]
        head = content if kind == b"IHDR" else head
        data += [content] if kind == b"IDAT" else []
        place += 12 + length
    return head, b"".join(data)


def _undo(written: Pixels, kinds: npt.NDArray[np.uint8]) -> Pixels:
    """Return the pixels of rows that are written as differences to their neighbours.

    Each needs the one to its left and those above, so all on one slant are worked out at once.
    """
    height, width, channels = written.shape
    known = np.zeros((height + 1, width + 1, channels), np.int16)
    for slant in range(height + width - 1):
        row = np.arange(max(0, slant - width + 1), min(height, slant + 1))
        column = slant - row
        left, above, across = known[row + 1, column], known[row, column + 1], known[row, column]
        kind = kinds[row][:, None]
        guess = np.select(
            [kind == _SUB, kind == _UP, kind == _AVERAGE, kind == _PAETH],
            [left, above, (left + above) // 2, _paeth(left, above, across)],
            0,
        )
        known[row + 1, column + 1] = (written[row, column] + guess) & 255
    return known[1:, 1:].astype(np.uint8)


def _paeth(
    left: npt.NDArray[np.int16], above: npt.NDArray[np.int16], across: npt.NDArray[np.int16]
) -> npt.NDArray[np.int16]:
    """Return PNG's guess of a pixel: whichever neighbour is nearest to left + above - across."""
    by_left, by_above = np.abs(above - across), np.abs(left - across)
    by_across = np.abs(left + above - 2 * across)
    is_left = (by_left <= by_above) & (by_left <= by_across)
    return np.where(is_left, left, np.where(by_above <= by_across, above, across))


# ------------------------------------------------------------------------------------- writing PNG


def _write(pixels: Pixels) -> bytes:
    """Return a picture of few colours: those that most pixels have, and for others the nearest."""
    height, width = pixels.shape[:2]
    coarse = (pixels >> 3).astype(np.uint16)
    codes = ((coarse[..., 0] << 10) | (coarse[..., 1] << 5) | coarse[..., 2]).ravel()
    counts = np.bincount(codes, minlength=1 << 15)
    used = np.flatnonzero(counts)
    flat = pixels.reshape(-1, 3)
    sums = [np.bincount(codes, flat[:, channel], 1 << 15)[used] for channel in range(3)]
    means = np.stack(sums, axis=1) / counts[used][:, None]
    chosen = means[np.argsort(counts[used], kind="stable")[::-1][:COLOURS]]
    distances = ((means[:, None, :] - chosen[None, :, :]) ** 2).sum(axis=2)
    nearest = np.zeros(1 << 15, np.uint8)
    nearest[used] = distances.argmin(axis=1)
    rows = np.zeros((height, width + 1), np.uint8)
    rows[:, 1:] = nearest[codes].reshape(height, width)
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    palette = np.rint(chosen).astype(np.uint8).tobytes()
    packed = zlib.compress(rows.tobytes(), 9)
    parts = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", packed), (b"IEND", b""))
    return _HEAD + b"".join(_part(kind, content) for kind, content in parts)


def _part(kind: bytes, content: bytes) -> bytes:
    checked = kind + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))
