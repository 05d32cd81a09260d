"""OCR: reads text from pixels, by whichever reader is installed."""

from holdfast.adapters.ocr.rapid import RapidReader
from holdfast.adapters.ocr.tesseract import TesseractReader
from holdfast.errors import ExtraMissing
from holdfast.ports import TextReader

__all__ = ["RapidReader", "TesseractReader", "find_reader", "get_reader"]


def find_reader() -> TextReader | None:
    """Return the reader that would be used, not yet started; None when none is installed.

    RapidOCR first: it reads white letters on coloured buttons, of which Tesseract reads a third.
    """
    if RapidReader.is_installed():
        return RapidReader()
    return TesseractReader() if TesseractReader.is_installed() else None


def get_reader() -> TextReader:
    """Return the reader that would be used; raises ``ExtraMissing`` when none is installed."""
    reader = find_reader()
    if reader is None:
        raise ExtraMissing("reading text from pictures", "ocr")
    return reader
