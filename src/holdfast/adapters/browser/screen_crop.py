"""Screen crop: cuts a piece out of a screenshot, without a library for pictures.

Only the whole window can be drawn without the page noticing: a screenshot of a piece makes the
browser move the page about, and what stands open under the mouse closes.
"""

import struct
import zlib
from collections.abc import Iterator

from holdfast.model.snapshot import Box

_HEAD = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {2: 3, 6: 4}  # by PNG's kind of colour: plain, and with transparency
_AS_IS, _LIKE_ABOVE = 0, 2  # how a row is written: as it is, or as the difference to the one above


def crop(png: bytes, box: Box) -> bytes | None:
    """Return the piece of a picture, in its pixels; None when it is not written as browsers do."""
    parts = dict(_iter_parts(png))
    width, height, depth, colour, *_ = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    channels = _CHANNELS.get(colour)
    left, top = max(0, round(box.x)), max(0, round(box.y))
    right, bottom = min(width, round(box.x + box.width)), min(height, round(box.y + box.height))
    if channels is None or depth != 8 or left >= right or top >= bottom:
        return None
    rows = _rows(zlib.decompress(parts[b"IDAT"]), width * channels, bottom)
    piece = _undo(rows, left * channels, right * channels)
    if piece is None:
        return None
    size = struct.pack(">IIBBBBB", right - left, bottom - top, 8, colour, 0, 0, 0)
    data = b"".join(b"\0" + row for row in piece[top:])
    return _HEAD + _part(b"IHDR", size) + _part(b"IDAT", zlib.compress(data)) + _part(b"IEND", b"")


def _iter_parts(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield kind and content of each part; the pieces of the picture as one."""
    place, data = len(_HEAD), b""
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place : place + 8])
        content = png[place + 8 : place + 8 + length]
        place += 12 + length
        if kind == b"IDAT":
            data += content
        else:
            yield kind, content
    yield b"IDAT", data


def _rows(data: bytes, length: int, count: int) -> list[bytes]:
    return [data[n * (length + 1) : (n + 1) * (length + 1)] for n in range(count)]


def _undo(rows: list[bytes], start: int, end: int) -> list[bytes] | None:
    """Return these columns of all rows; None if a row is written by a rule that takes long."""
    above, found = bytes(end - start), []
    for row in rows:
        piece = row[1 + start : 1 + end]
        if row[0] == _LIKE_ABOVE:
            above = bytes((a + b) & 255 for a, b in zip(piece, above, strict=True))
        elif row[0] == _AS_IS:
            above = piece
        else:
            return None
        found.append(above)
    return found


def _part(kind: bytes, content: bytes) -> bytes:
    checked = kind + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))
