"""Page pictures: small, exact where it matters, and nothing that was typed is in them."""

import struct
import zlib

import numpy as np
import pytest

from holdfast.app.page_picture import (
    TALLEST,
    WIDEST,
    PictureBudget,
    _read,
    hidden_places,
    keep_small,
)
from holdfast.app.page_view import Outline, page_view
from holdfast.model.redaction import Redactor
from holdfast.model.replay_result import Screen
from holdfast.model.snapshot import Box, Point, Snapshot, TextRun

WHITE, RED, VEIL = (255, 255, 255), (200, 0, 0), (176, 176, 176)


def a_png(pixels: np.ndarray, kind: int = 0, *, interlaced: int = 0) -> bytes:
    """Return a picture written by one of PNG's five rules, each worked out here by its formula."""
    height, width, channels = pixels.shape
    wide = np.zeros((height + 1, width + 1, channels), np.int64)
    wide[1:, 1:] = pixels
    left, above, across = wide[1:, :-1], wide[:-1, 1:], wide[:-1, :-1]
    base = left + above - across
    near = [np.abs(base - one) for one in (left, above, across)]
    paeth = np.where(
        (near[0] <= near[1]) & (near[0] <= near[2]),
        left,
        np.where(near[1] <= near[2], above, across),
    )
    guess = (0 * left, left, above, (left + above) // 2, paeth)[kind]
    rows = ((pixels - guess) & 255).astype(np.uint8).reshape(height, -1)
    data = b"".join(bytes([kind]) + row.tobytes() for row in rows)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, interlaced)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + name + content + b"\0\0\0\0"
        for name, content in ((b"IHDR", head), (b"IDAT", zlib.compress(data)), (b"IEND", b""))
    )


def noise(height: int = 7, width: int = 9) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 256, (height, width, 3)).astype(np.uint8)


@pytest.mark.parametrize("kind", range(5))
def test_every_rule_of_png_is_read(kind: int) -> None:
    pixels = noise()
    found = _read(a_png(pixels, kind))
    assert found is not None
    assert (found == pixels).all()


@pytest.mark.parametrize(
    "png",
    [
        pytest.param(b"GIF89a", id="another format"),
        pytest.param(a_png(noise(), interlaced=1), id="interlaced"),
    ],
)
def test_what_no_browser_writes_is_no_picture(png: bytes) -> None:
    assert keep_small(Screen(picture=png, scale=1.0, corner=Point(0, 0)), [], []) is None


def colours(screen: Screen) -> np.ndarray:
    """Return the colours of a small picture, pixel by pixel."""
    png, place, parts = screen.picture, 8, {}
    while place < len(png):
        length, name = struct.unpack(">I4s", png[place : place + 8])
        parts[name] = png[place + 8 : place + 8 + length]
        place += 12 + length
    width, height = struct.unpack(">II", parts[b"IHDR"][:8])
    palette = np.frombuffer(parts[b"PLTE"], np.uint8).reshape(-1, 3)
    rows = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(height, width + 1)
    return palette[rows[:, 1:]]


def test_what_is_hidden_is_gone_from_the_very_pixels() -> None:
    pixels = np.full((40, 60, 3), WHITE, np.uint8)
    pixels[10:20, 20:40] = RED
    screen = Screen(picture=a_png(pixels, 2), scale=2.0, corner=Point(0, 0))
    kept = keep_small(screen, [Box(10, 5, 10, 5)], [])
    assert kept is not None
    seen = {tuple(map(int, one)) for one in colours(kept).reshape(-1, 3)}
    assert RED not in seen
    assert VEIL in seen


@pytest.mark.slow
def test_a_sharp_screen_is_made_coarser_and_a_long_page_cut_around_what_matters() -> None:
    tall, wide = int(2.5 * TALLEST), 2 * WIDEST
    pixels = np.full((tall, wide, 3), WHITE, np.uint8)
    screen = Screen(picture=a_png(pixels, 2), scale=1.0, corner=Point(0, 0))
    kept = keep_small(screen, [], [Box(0, 4000, 10, 10)])
    assert kept is not None
    assert colours(kept).shape == (TALLEST // 2, WIDEST, 3)
    assert (kept.scale, kept.corner) == (0.5, Point(0, 4000 - TALLEST / 4))


def test_a_run_keeps_no_more_than_its_share() -> None:
    budget = PictureBudget(left=10)
    small = Screen(picture=b"123456", scale=1, corner=Point(0, 0))
    assert budget.take(small) is small
    assert budget.take(small) is None
    assert budget.take(None) is None


def a_page() -> Snapshot:
    return Snapshot(
        tags=("html", "input", "p", "b", "canvas", "button"),
        parents=(-1, 0, 0, 2, 0, 0),
        attributes=({}, {"type": "text"}, {}, {}, {}, {}),
        runs=(
            TextRun(2, 3, "Your code is hunter"),
            TextRun(3, 4, "2hunter"),
            TextRun(5, 6, "<Pay>"),
        ),
        boxes=tuple(Box(0, 10.0 * at, 50, 8) for at in range(6)),
        shown=(True,) * 6,
    )


def test_fields_are_always_hidden_and_with_a_secret_whatever_shows_it() -> None:
    assert hidden_places(a_page(), Redactor()) == [Box(0, 10, 50, 8)]
    hidden = hidden_places(a_page(), Redactor.of(["hunter2hunter"]))
    # The field, the paragraph in whose two parts the secret stands, and the canvas nobody can read.
    assert sorted(hidden) == [Box(0, 10, 50, 8), Box(0, 20, 50, 8), Box(0, 40, 50, 8)]


def test_a_drawing_says_what_the_page_says_and_never_as_markup() -> None:
    drawn = page_view(a_page(), [Outline(box=Box(0, 50, 50, 8), kind="first", number=1)])
    assert "&lt;Pay&gt;" in drawn
    assert "<Pay>" not in drawn
    assert ">1</text>" in drawn
