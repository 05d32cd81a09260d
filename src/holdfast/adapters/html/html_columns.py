"""Columns of a page as libxml2 reads it: filled from the events of its forgiving HTML parser."""

from collections.abc import Mapping

from lxml import etree

from holdfast.adapters.html.tree_columns import Columns
from holdfast.errors import NoDocument
from holdfast.model.runs import TextRuns


def read_columns(data: bytes) -> Columns:
    """Return the columns of a document; raises ``NoDocument`` when it has no element."""
    seen = _Listener()
    # The listener sees all of a page; a tree of libxml2 ends at 2 048 levels.
    parser = etree.HTMLParser(  # type: ignore[call-overload]  # a target may ignore comments
        encoding="utf-8", huge_tree=True, target=seen
    )
    try:
        etree.fromstring(data or b" ", parser)
    except (etree.XMLSyntaxError, AssertionError) as exc:  # lxml asserts on an empty document
        raise NoDocument(len(data)) from exc
    if not seen.tags:
        raise NoDocument(len(data))
    return Columns(seen.tags, seen.parents, seen.attributes, seen.runs)


class _Listener:
    """Takes the parser's events and keeps them as columns; cheaper than a tree and its proxies."""

    def __init__(self) -> None:
        self.tags: list[str] = []
        self.parents: list[int] = []
        self.attributes: list[Mapping[str, str]] = []
        self.runs = TextRuns()
        self._texts: list[str] = []
        self._owners: list[int] = []
        self._places: list[int] = []
        self._more: dict[int, list[str]] = {}  # further pieces of a text, by its run
        self._after_pre: list[int] = []  # runs that may stand right behind <pre>
        self._listen()

    def _listen(self) -> None:
        """Make the functions that are called for each tag and text, with their state in locals."""
        texts, more, after_pre, opened = self._texts, self._more, self._after_pre, list[int]()
        add_tag, add_parent = self.tags.append, self.parents.append
        add_attributes, add_text = self.attributes.append, texts.append
        add_owner, add_place = self._owners.append, self._places.append
        open_one, close_one = opened.append, opened.pop
        here, count = -1, 0  # the innermost open element, and how many have started
        flows_on = False  # the parser cuts long texts into pieces

        def start(tag: str, given: Mapping[str, str]) -> None:
            nonlocal here, count, flows_on
            add_tag(tag)
            add_parent(here)
            add_attributes(given)
            open_one(here)
            here = count
            count += 1
            flows_on = False
            if tag == "pre":
                after_pre.append(len(texts))

        def end(_tag: str) -> None:
            nonlocal here, flows_on
            here = close_one()
            flows_on = False

        def data(text: str) -> None:
            nonlocal flows_on
            if flows_on:
                more.setdefault(len(texts) - 1, []).append(text)
            else:
                add_text(text)
                add_owner(here)
                add_place(count)
                flows_on = True

        self.start, self.end, self.data = start, end, data

    def close(self) -> None:
        """Finish the runs."""
        texts, owners, places = self._texts, self._owners, self._places
        for index, pieces in self._more.items():
            texts[index] = "".join((texts[index], *pieces))
        for index in reversed(self._after_pre):
            self._drop_first_break(index)
        self.runs = TextRuns(tuple(owners), tuple(places), tuple(texts))

    def _drop_first_break(self, index: int) -> None:
        """Take out the line break right behind ``<pre>``, which is not part of the page.

        https://html.spec.whatwg.org/#parsing-main-inbody
        """
        texts, owners, places = self._texts, self._owners, self._places
        if index == len(texts) or self.tags[owners[index]] != "pre":
            return
        if owners[index] == places[index] - 1 and texts[index].startswith("\n"):
            texts[index] = texts[index][1:]
            if not texts[index]:
                del texts[index], owners[index], places[index]
