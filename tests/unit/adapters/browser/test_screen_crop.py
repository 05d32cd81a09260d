"""A piece is cut out of a screenshot as browsers write them."""

import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image

from holdfast.adapters.browser.screen_crop import crop
from holdfast.model.snapshot import Box

WIDE, HIGH = 7, 5


def colour(x: int, y: int) -> tuple[int, int, int]:
    return 10 * x, 20 * y, 200 - x * y


def picture(rule: int) -> bytes:
    """Return a small PNG whose rows are written by one rule: 0 as they are, 2 by the row above."""
    rows, above = [], bytes(3 * WIDE)
    for y in range(HIGH):
        row = bytes(value for x in range(WIDE) for value in colour(x, y))
        written = bytes((a - b) & 255 for a, b in zip(row, above, strict=True)) if rule else row
        rows.append(bytes([rule]) + written)
        above = row
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", WIDE, HIGH, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"".join(rows))),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


@pytest.mark.parametrize("rule", [0, 2])
def test_a_piece_has_the_pixels_of_its_place(rule: int) -> None:
    piece = crop(picture(rule), Box(2, 1, 3, 2))
    assert piece is not None
    image = Image.open(BytesIO(piece))
    assert image.size == (3, 2)
    assert [image.getpixel((x, y)) for y in range(2) for x in range(3)] == [
        colour(x, y) for y in (1, 2) for x in (2, 3, 4)
    ]


def test_a_piece_that_reaches_outside_is_cut_off() -> None:
    piece = crop(picture(2), Box(-3, 3, 5, 9))
    assert piece is not None
    assert Image.open(BytesIO(piece)).size == (2, 2)


@pytest.mark.parametrize("box", [Box(9, 0, 2, 2), Box(0, 0, 0, 3)])
def test_there_is_no_piece_outside_the_picture(box: Box) -> None:
    assert crop(picture(2), box) is None


def test_rows_by_another_rule_are_left_alone() -> None:
    assert crop(picture(1), Box(0, 0, 2, 2)) is None
