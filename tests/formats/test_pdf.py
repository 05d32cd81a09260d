"""PDF documents: the text of their pages, or that there is none to look in."""

import io

import pytest
from pypdf import PdfWriter

from holdfast.adapters.formats.pdf import read_pdf
from holdfast.errors import ForeignFormat

FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"


def document(*pages: str) -> bytes:
    """Return a document that shows one line of text on each page."""
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>".encode(),
        FONT,
    ]
    for number, line in enumerate(pages):
        shown = f"BT /F 12 Tf 72 720 Td ({line}) Tj ET".encode() if line else b""
        page = f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {5 + 2 * number} 0 R"
        objects.append(f"{page}/Resources<</Font<</F 3 0 R>>>>>>".encode())
        objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(shown), shown))
    data, places = b"%PDF-1.4\n", []
    for number, written in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, written)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
    return b"%s%strailer<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF" % (
        data,
        head,
        size,
        len(data),
    )


def test_pages_follow_each_other() -> None:
    assert read_pdf(document("Delivery is free", "of charge.")) == "Delivery is free\nof charge.\n"


@pytest.mark.parametrize(
    "data",
    [b"", b"no document", b"%PDF-1.4\n1 0 obj\n<<", document("Delivery")[:60], document("", "")],
    ids=["empty", "another file", "torn", "cut off", "pictures only"],
)
def test_what_has_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(ForeignFormat, match="PDF document with text"):
        read_pdf(data)


def encrypted(password: str) -> bytes:
    """Return a document that this password opens; the empty one opens by itself."""
    writer = PdfWriter(clone_from=io.BytesIO(document("Delivery is free")))
    writer.encrypt(password, "of its owner", algorithm="RC4-128")
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def test_an_encrypted_document_is_read_if_it_opens_without_a_password() -> None:
    assert read_pdf(encrypted("")) == "Delivery is free\n"
    with pytest.raises(ForeignFormat, match="got an encrypted one\n  next: save it without"):
        read_pdf(encrypted("secret"))
