"""EPUB: the text of a book in its reading order, chapter behind chapter."""

import io
import re
from collections.abc import Iterator
from html.entities import html5
from posixpath import dirname, join, normpath
from urllib.parse import unquote
from zipfile import BadZipFile, ZipFile

from lxml import etree
from lxml.etree import _Element

from holdfast.errors import ForeignFormat
from holdfast.page.text import INLINE_TAGS
from holdfast.page.visibility import UNSHOWN_TAGS

LARGEST = 256 * 1024 * 1024  # bytes of all chapters; more is a mistake or an attack
_NAMED = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z][A-Za-z0-9]*;)")


def read_epub(data: bytes) -> str:
    """Return the text of a book, a new line behind each block; raises ``ForeignFormat``."""
    try:
        with ZipFile(io.BytesIO(data)) as book:
            names = list(_chapters(book))
            if sum(book.getinfo(name).file_size for name in names) > LARGEST:
                raise ForeignFormat("a book", f"more than {LARGEST} bytes of text in {len(names)}")
            return "".join(part for name in names for part in _iter_text(_tree(book, name)))
    except (BadZipFile, KeyError, etree.XMLSyntaxError, NotImplementedError, RuntimeError) as exc:
        seen = f"something else ({type(exc).__name__}: {exc})"
        raise ForeignFormat("an EPUB book that is not encrypted", seen) from exc


def _chapters(book: ZipFile) -> Iterator[str]:
    """Yield the names of the chapters in reading order."""
    package = _find(_tree(book, "META-INF/container.xml"), "rootfile")[0].attrib["full-path"]
    tree = _tree(book, package)
    hrefs = {item.attrib["id"]: item.attrib["href"] for item in _find(tree, "item")}
    for chapter in _find(tree, "itemref"):
        yield normpath(join(dirname(package), unquote(hrefs[chapter.attrib["idref"]])))


def _tree(book: ZipFile, name: str) -> _Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    return etree.fromstring(_NAMED.sub(_as_number, book.read(name)), parser)


def _as_number(match: re.Match[bytes]) -> bytes:
    """Return a character that HTML has a name for as XML without a DTD writes it."""
    letters = html5.get(match[1].decode(), "")
    return "".join(f"&#{ord(letter)};" for letter in letters).encode()


def _find(tree: _Element, tag: str) -> list[_Element]:
    found = list(tree.iter("{*}" + tag))
    if not found:
        raise KeyError(f"no {tag}")
    return found


def _iter_text(chapter: _Element) -> Iterator[str]:
    """Yield the texts of a chapter's body, and a new line behind each block."""
    inside = False
    for event, node in etree.iterwalk(chapter, events=("start", "end", "comment", "pi")):
        tag = etree.QName(node).localname if event in {"start", "end"} else ""
        inside = (inside or tag == "body") and (event, tag) != ("end", "body")
        if event == "start" and inside and tag not in UNSHOWN_TAGS:
            yield node.text or ""
        elif event != "start" and inside:
            is_block = tag and tag not in INLINE_TAGS and tag not in UNSHOWN_TAGS
            yield ("\n" if is_block else "") + (node.tail or "")
