"""Tesseract, if its program is there: small and quick, and reads many scripts."""

import csv
import io
import os
import shutil
import subprocess
from collections.abc import Sequence

from holdfast.errors import ExtraMissing, ReadingFailed
from holdfast.model.snapshot import Box
from holdfast.model.text_region import TextRegion

PROGRAM = "tesseract"
WHOLE_PAGE = "3"  # page segmentation: find columns, blocks and lines
ONE_BLOCK = "6"  # known boxes: one block of text, of one line or more
_WORD_LEVEL = "5"
START_TIMEOUT_S = 20
_NOT_LANGUAGES = frozenset({"osd", "equ", "snum"})
# Words of one line in the table: block, paragraph and line together.
_LINE_KEY = ("block_num", "par_num", "line_num")
# Small letters are read far better when they are larger.
ENLARGED = 2
# A rim of the page around a coloured button is taken for a picture frame, and nothing is read.
MARGIN_PX = 0


class TesseractReader:
    """Reads with the Tesseract program, in every language that is installed for it."""

    name = "tesseract"

    def __init__(self, languages: str | None = None) -> None:
        self._languages = languages

    @staticmethod
    def is_installed() -> bool:
        """Return whether the program is on the PATH."""
        return shutil.which(PROGRAM) is not None

    def start(self) -> None:
        """Find out which languages there are, once; raises ``ReadingFailed`` without program."""
        if self._languages is not None:
            return
        listed = _run(["--list-langs"], b"", START_TIMEOUT_S).decode(errors="replace").split("\n")
        known = [name.strip() for name in listed[1:] if name.strip()]
        languages = [name for name in known if name not in _NOT_LANGUAGES]
        # The first language is the one it trusts most.
        languages.sort(key=lambda name: (name != "eng", name))
        self._languages = "+".join(languages) or "eng"

    def read_page(self, picture: bytes, timeout_ms: float) -> tuple[TextRegion, ...]:
        """Return the lines of a picture, with their words; raises ``ReadingFailed``."""
        self.start()
        return self._read(picture, WHOLE_PAGE, timeout_ms)

    def read_boxes(
        self, picture: bytes, boxes: Sequence[Box], timeout_ms: float
    ) -> tuple[TextRegion, ...]:
        """Return what the boxes say; raises ``ReadingFailed``, ``ExtraMissing`` without Pillow."""
        self.start()
        share_ms = timeout_ms / max(1, len(boxes))
        found: list[TextRegion] = []
        for box, part, left, top in _parts(picture, boxes):
            lines = self._read(part, ONE_BLOCK, share_ms)
            found += [line.moved(ENLARGED, left, top) for line in lines]
            if len(lines) > 1:
                found.append(_as_block(lines, box))
        return tuple(found)

    def _read(self, picture: bytes, layout: str, timeout_ms: float) -> tuple[TextRegion, ...]:
        arguments = ["stdin", "stdout", "--psm", layout, "-l", self._languages or "eng", "tsv"]
        return _lines(_run(arguments, picture, timeout_ms / 1000).decode(errors="replace"))


def _run(arguments: Sequence[str], given: bytes, timeout_s: float) -> bytes:
    program = shutil.which(PROGRAM)
    if program is None:
        raise ReadingFailed(f"there is no program {PROGRAM!r} on the PATH")
    try:
        answer = subprocess.run(  # noqa: S603 - the program found on the PATH, our own arguments
            [program, *arguments],
            input=given,
            capture_output=True,
            timeout=timeout_s,
            check=True,
            # More threads make it slower on pictures of this size.
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        )
    except subprocess.TimeoutExpired as exc:
        raise ReadingFailed(f"no answer within {1000 * timeout_s:g} ms") from exc
    except (OSError, subprocess.CalledProcessError) as exc:
        told = (getattr(exc, "stderr", b"") or b"").decode(errors="replace").strip()
        raise ReadingFailed(f"tesseract failed: {(told or str(exc))[-200:]}") from exc
    return answer.stdout


def _lines(table: str) -> tuple[TextRegion, ...]:
    """Return the lines of Tesseract's table, which has a row for each word."""
    rows = csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE)
    lines: dict[tuple[str, ...], list[TextRegion]] = {}
    for row in rows:
        if row.get("level") == _WORD_LEVEL and (row.get("text") or "").strip():
            lines.setdefault(tuple(row[key] for key in _LINE_KEY), []).append(_word(row))
    return tuple(_line(words) for words in lines.values())


def _word(row: dict[str, str]) -> TextRegion:
    left, top, width, height = (float(row[key]) for key in ("left", "top", "width", "height"))
    confidence = min(100.0, max(0.0, float(row["conf"])))
    box = Box(left, top, width, height)
    return TextRegion(text=row["text"].strip(), box=box, confidence=confidence, is_line=False)


def _line(words: Sequence[TextRegion]) -> TextRegion:
    """Return the words as a line; it was read as surely as its words on average."""
    left, top = min(w.box.x for w in words), min(w.box.y for w in words)
    right = max(w.box.x + w.box.width for w in words)
    bottom = max(w.box.y + w.box.height for w in words)
    return TextRegion(
        text=" ".join(word.text for word in words),
        box=Box(left, top, right - left, bottom - top),
        confidence=sum(word.confidence for word in words) / len(words),
        words=tuple(words),
    )


def _as_block(lines: Sequence[TextRegion], box: Box) -> TextRegion:
    return TextRegion(
        text=" ".join(line.text for line in lines),
        box=box,
        confidence=min(line.confidence for line in lines),
    )


def _parts(picture: bytes, boxes: Sequence[Box]) -> list[tuple[Box, bytes, float, float]]:
    """Return each box with its part of the picture, enlarged, and where that begins."""
    try:
        from PIL import Image
    except ImportError as exc:
        raise ExtraMissing("reading single boxes with Tesseract", "ocr") from exc
    parts: list[tuple[Box, bytes, float, float]] = []
    with Image.open(io.BytesIO(picture)) as image:
        grey = image.convert("L")
        for box in boxes:
            left, top = max(0, int(box.x) - MARGIN_PX), max(0, int(box.y) - MARGIN_PX)
            right = min(grey.width, int(box.x + box.width) + MARGIN_PX)
            bottom = min(grey.height, int(box.y + box.height) + MARGIN_PX)
            if right - left <= 2 * MARGIN_PX or bottom - top <= 2 * MARGIN_PX:
                continue
            cut = grey.crop((left, top, right, bottom))
            larger = cut.resize(
                (cut.width * ENLARGED, cut.height * ENLARGED), Image.Resampling.BICUBIC
            )
            written = io.BytesIO()
            larger.save(written, "PNG")
            parts.append((box, written.getvalue(), float(left), float(top)))
    return parts
