"""Books: their text in reading order, whatever the archive's order is."""

import io
from zipfile import ZipFile

import pytest

from holdfast.adapters.formats.epub import read_epub
from holdfast.errors import ForeignFormat

CONTAINER = '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
PACKAGE = (
    '<package xmlns="http://www.idpf.org/2007/opf"><manifest>'
    '<item id="two" href="text/2%20b.xhtml"/><item id="one" href="text/1.xhtml"/></manifest>'
    '<spine><itemref idref="one"/><itemref idref="two"/></spine></package>'
)
XHTML = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>{}</body></html>'
ONE = "<h1>One<a id='p1'/></h1><p>It <b>was</b><!-- no -->&nbsp;night.<script>x()</script></p>"


def book(**changed: str) -> bytes:
    files = {
        "OEBPS/text/2 b.xhtml": XHTML.format("<p>Day.</p>"),
        "META-INF/container.xml": CONTAINER,
        "OEBPS/book.opf": PACKAGE,
        "OEBPS/text/1.xhtml": XHTML.format(ONE),
    }
    stored = io.BytesIO()
    with ZipFile(stored, "w") as archive:
        for name, text in (files | changed).items():
            archive.writestr(name, text)
    return stored.getvalue()


def test_chapters_come_in_reading_order_and_blocks_end_lines() -> None:
    assert read_epub(book()).split("\n") == ["One", "It was\N{NO-BREAK SPACE}night.", "Day.", ""]


@pytest.mark.parametrize(
    "data",
    [
        b"no archive",
        book(**{"META-INF/container.xml": "<container/>"}),
        book(**{"OEBPS/text/1.xhtml": "\x01\x02 encrypted"}),
        book(**{"OEBPS/book.opf": PACKAGE.replace("text/1.xhtml", "../../../etc/passwd")}),
    ],
)
def test_what_is_no_book_is_refused(data: bytes) -> None:
    with pytest.raises(ForeignFormat, match="EPUB"):
        read_epub(data)
