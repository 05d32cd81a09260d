"""PDF: the text of a document, page behind page."""

import io
import logging

from holdfast.errors import ForeignFormat


def read_pdf(data: bytes) -> str:
    """Return the text of a document, a new line behind each page; raises ``ForeignFormat``.

    What a page shows as a picture, as scanned ones do, is no text.
    """
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, FileNotDecryptedError, PyPdfError

    # What it mends on the way is of no use to who looks for a quote.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    wanted = "a PDF document with text in it that opens without a password"
    try:
        text = "".join(f"{page.extract_text()}\n" for page in PdfReader(io.BytesIO(data)).pages)
    except FileNotDecryptedError as exc:
        raise ForeignFormat(wanted, "an encrypted one", "save it without its password") from exc
    except DependencyError as exc:
        raise ForeignFormat(wanted, f"one that needs more ({exc})", "install that package") from exc
    # A damaged document fails wherever its reader first trusts it.
    except (PyPdfError, ValueError, LookupError, TypeError, AttributeError) as exc:
        raise ForeignFormat(wanted, f"something else ({type(exc).__name__}: {exc})") from exc
    if not text.strip():
        raise ForeignFormat(wanted, "pages without any text", "a scanned one needs OCR first")
    return text
