"""XPaths as lxml counts: for those who number elements by its own HTML parser.

It reads many pages otherwise than browsers do. So that each element is known in both trees, the
start tags of a copy are numbered, and both read that.
"""

import re
from collections.abc import Collection, Mapping
from itertools import count
from typing import TypeVar

from holdfast.adapters.html.charset import encode
from holdfast.adapters.html.html_columns import read_columns
from holdfast.adapters.html.open_elements import FORMATTING
from holdfast.adapters.html.parser import read
from holdfast.adapters.html.tree_columns import Columns
from holdfast.model.snapshot import Node, Scope, Snapshot
from holdfast.page.index import PageIndex

T = TypeVar("T")
_NUMBER = "data-number-of-tag"
_START = re.compile(rb"<([a-z][^\s/>]*+)", re.IGNORECASE)
_SOLE = frozenset({"html", "head", "body"})


class LxmlPaths:
    """Leads from lxml's XPaths to the elements of a parsed page and back."""

    def __init__(self, html: str, page: Snapshot) -> None:
        data = encode(html)
        theirs = read_columns(data)
        self._theirs: Mapping[int, str] | None = None
        if not _is_alike(theirs, page):
            self._theirs = _pair(data, page)
            self._ours = {path: index for index, path in self._theirs.items()}

    @property
    def differ(self) -> bool:
        """Return whether lxml may have elements elsewhere than we do."""
        return self._theirs is not None

    def find(self, page: Snapshot, path: str) -> Node | None:
        """Return the element that lxml has at a path; None for none."""
        if self._theirs is None:
            return page.find_xpath(path)
        if (index := self._ours.get(path)) is not None:
            return page.nodes[index]
        node = page.find_xpath(path)
        return None if node is None or node.index in self._theirs else node  # what ``of`` gave

    def of(self, node: Node) -> str:
        """Return the path at which lxml has an element; our own if it has none."""
        return node.xpath if self._theirs is None else self._theirs.get(node.index, node.xpath)

    def renamed(self, page: Snapshot, by_path: Mapping[str, T]) -> Mapping[str, T]:
        """Return what is given by lxml's paths, by our own."""
        if self._theirs is None:
            return by_path
        theirs = self._theirs.items()
        return {page.path_of(index): by_path[path] for index, path in theirs if path in by_path}


def _is_alike(theirs: Columns, page: Snapshot) -> bool:
    return theirs.tags == list(page.tags) and theirs.parents == list(page.parents)


def _pair(data: bytes, page: Snapshot) -> dict[int, str]:
    """Return lxml's paths by the places of our elements."""
    for unnumbered in (frozenset(), FORMATTING):  # formatting is closed by what looks the same
        numbered = _with_numbers(data, unnumbered)
        ours = read(numbered)
        if ours.tags == list(page.tags):
            break
    theirs = _index(read_columns(numbered))
    known: dict[str, int] = {}
    for place, (tag, given) in enumerate(zip(theirs.tags, theirs.attributes, strict=True)):
        known.setdefault(_key(tag, given), place)
    known.pop("", None)  # what only lxml implies
    pairs = dict[int, str]()
    for index, (tag, given) in enumerate(zip(ours.tags, ours.attributes, strict=True)):
        if (key := _key(tag, given)) in known:
            pairs[index] = theirs.path_of(known.pop(key))
    return pairs


def _with_numbers(data: bytes, unnumbered: Collection[bytes]) -> bytes:
    numbers = count()

    def number(found: re.Match[bytes]) -> bytes:
        if found[1].lower() in unnumbered:
            return found[0]
        return b"%b %b=%d " % (found[0], _NUMBER.encode(), next(numbers))

    return _START.sub(number, data)


def _key(tag: str, given: Mapping[str, str]) -> str:
    """Return what an element is known by: there is one html, one head and one body."""
    return tag if tag in _SOLE else given.get(_NUMBER, "")


def _index(columns: Columns) -> PageIndex:
    return PageIndex(
        tags=columns.tags,
        parents=columns.parents,
        attributes=columns.attributes,
        runs=columns.runs,
        scopes=(Scope("document", -1, ""),),
    )
