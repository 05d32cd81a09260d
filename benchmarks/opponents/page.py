"""A page as the opponents see it: lxml elements by path."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lxml import etree

Boxes = Mapping[str, Mapping[str, Any]]
_KEPT = 6
_recent: list[tuple[str, "Page"]] = []


@dataclass(frozen=True)
class Page:
    """The elements of a page by the path that lxml gives them, in document order."""

    by_path: Mapping[str, etree._Element]


def read_page(html: str) -> Page:
    """Return the page; the last few are kept, told apart by being the same string."""
    for text, page in _recent:
        if text is html:
            return page
    root = etree.fromstring(html.encode(), etree.HTMLParser(encoding="utf-8"))
    tree = root.getroottree()
    page = Page({tree.getpath(node): node for node in root.iter(etree.Element)})
    _recent.insert(0, (html, page))
    del _recent[_KEPT:]
    return page
