"""XPaths as lxml counts: for those who number elements by its own HTML parser.

It reads some pages otherwise than browsers do (see ``mending``). Both trees hold the same elements
in the same order, but for what only one of them has: lxml the elements inside ``<noscript>``, ours
a body where the page leaves it out.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from holdfast.adapters.html.body import says_more_behind, with_body
from holdfast.adapters.html.charset import encode
from holdfast.adapters.html.html_columns import read_columns
from holdfast.adapters.html.implied_tags import with_implied_tags
from holdfast.adapters.html.mending import mend
from holdfast.adapters.html.parser import MADE, as_browsers_read
from holdfast.model.snapshot import Node, Scope, Snapshot
from holdfast.page.index import PageIndex

T = TypeVar("T")
_ONLY_OURS = frozenset({"html", "head", "body"})


class LxmlPaths:
    """Leads from lxml's XPaths to the elements of a parsed page and back."""

    def __init__(self, html: str, tags: Sequence[str]) -> None:
        data = encode(html)
        self._theirs: Mapping[int, str] | None = None
        if _reads_otherwise(data):
            self._theirs = dict(_pair(data, tags))
            self._ours = {path: index for index, path in self._theirs.items()}

    @property
    def differ(self) -> bool:
        """Return whether lxml may have elements elsewhere than we do."""
        return self._theirs is not None

    def find(self, page: Snapshot, path: str) -> Node | None:
        """Return the element that lxml has at a path; None for none."""
        if self._theirs is None:
            return page.find_xpath(path)
        index = self._ours.get(path)
        return None if index is None else page.nodes[index]

    def of(self, node: Node) -> str:
        """Return the path at which lxml has an element; our own if it has none."""
        return node.xpath if self._theirs is None else self._theirs.get(node.index, node.xpath)

    def renamed(self, page: Snapshot, by_path: Mapping[str, T]) -> Mapping[str, T]:
        """Return what is given by lxml's paths, by our own."""
        if self._theirs is None:
            return by_path
        theirs = self._theirs.items()
        return {page.path_of(index): by_path[path] for index, path in theirs if path in by_path}


def _reads_otherwise(data: bytes) -> bool:
    """Return whether browsers and lxml may have other elements, or have them elsewhere."""
    mended = mend(data)
    is_same = mended is data and with_implied_tags(data) is data and with_body(data) is data
    return not is_same or says_more_behind(data)


def _pair(data: bytes, ours: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the places of our elements with lxml's paths."""
    columns = read_columns(data)
    made = _made(data) if with_implied_tags(mend(data)) is not data else frozenset()
    theirs = PageIndex(
        tags=columns.tags,
        parents=columns.parents,
        attributes=columns.attributes,
        runs=columns.runs,
        scopes=(Scope("document", -1, ""),),
    )
    place, index = 0, 0
    while place < len(ours) and index < len(theirs):
        tag = theirs.tags[index]
        if place in made:
            place += 1
        elif tag == ours[place]:
            yield place, theirs.path_of(index)
            place, index = place + 1, theirs.ends[index] if tag == "noscript" else index + 1
        elif ours[place] in _ONLY_OURS:
            place += 1
        else:
            index += 1


def _made(data: bytes) -> frozenset[int]:
    """Return the places of elements that stand only in ours."""
    attributes = read_columns(as_browsers_read(data, marked=True)).attributes
    return frozenset(place for place, given in enumerate(attributes) if MADE in given)
