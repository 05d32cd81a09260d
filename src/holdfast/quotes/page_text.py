"""Page text: as ``body.textContent`` gives it, and the way between offsets and elements.

An offset is a number of Unicode code points. A point is an element and an offset in *its* text
content, so that a selection may begin in one inline element and end in another.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from holdfast.errors import QuoteInvalid
from holdfast.model.snapshot import Snapshot, TextRun
from holdfast.page.text import INLINE_TAGS
from holdfast.page.visibility import UNSHOWN_TAGS


class TextPoint(NamedTuple):
    """A place in the text of an element: its XPath, and how many code points come before."""

    xpath: str
    offset: int


@dataclass(frozen=True)
class QuotableText:
    """A page's text content; for plain text there are no elements and everything is shown."""

    text: str
    snapshot: Snapshot | None = None
    runs: tuple[TextRun, ...] = ()

    @cached_property
    def _run_starts(self) -> Sequence[int]:
        return list(accumulate((len(run.text) for run in self.runs), initial=0))[:-1]

    def element_at(self, offset: int) -> int | None:
        """Return the element that directly holds the character at an offset; None on plain text."""
        if not self.runs:
            return None
        return self.runs[max(0, bisect_right(self._run_starts, offset) - 1)].owner

    def point_at(self, offset: int) -> TextPoint | None:
        """Return the place of the character at an offset; None on plain text."""
        return self._point(self.element_at(offset), offset)

    def point_before(self, end: int) -> TextPoint | None:
        """Return the place just behind the character before ``end``; None on plain text."""
        return self._point(self.element_at(end - 1), end)

    def _point(self, element: int | None, offset: int) -> TextPoint | None:
        if element is None or self.snapshot is None:
            return None
        start, _ = self.stretch_of(element)
        return TextPoint(self.snapshot.nodes[element].xpath, offset - start)

    def stretch_of(self, element: int) -> tuple[int, int]:
        """Return where the text content of an element begins and ends."""
        assert self.snapshot is not None
        end = self.snapshot.index.ends[element]
        first = bisect_right(self.runs, element, key=lambda run: run.at)
        last = first
        while last < len(self.runs) and element <= self.runs[last].owner < end:
            last += 1
        return self._start_of(first), self._start_of(last)

    def _start_of(self, run: int) -> int:
        return self._run_starts[run] if run < len(self.runs) else len(self.text)

    def find_offset(self, point: TextPoint) -> int | None:
        """Return the offset of a place, or None when its element or the place is not there."""
        node = None if self.snapshot is None else self.snapshot.find_xpath(point.xpath)
        if node is None:
            return None
        start, end = self.stretch_of(node.index)
        return start + point.offset if 0 <= point.offset <= end - start else None

    def text_node_at(self, xpath: str, number: int) -> int:
        """Return where the n-th text directly inside an element begins, from 1 on."""
        node = None if self.snapshot is None else self.snapshot.find_xpath(xpath)
        own = [i for i, run in enumerate(self.runs) if node is not None and run.owner == node.index]
        if not 1 <= number <= len(own):
            seen = f"{len(own)} in {xpath!r:.80}"
            raise QuoteInvalid(f"text node {number}", seen, "check the XPath and the offset")
        return self._run_starts[own[number - 1]]

    def offset_of(self, point: TextPoint) -> int:
        """Return the offset of a place; raises ``QuoteInvalid`` when it is not on the page."""
        offset = self.find_offset(point)
        if offset is None:
            seen = f"{point.xpath!r:.80} + {point.offset}, which is not there"
            raise QuoteInvalid("a place in the page's text", seen, "check the XPath and the offset")
        return offset

    @cached_property
    def hidden(self) -> tuple[tuple[int, int], ...]:
        """Return the stretches that nobody sees: scripts, styles, hidden elements."""
        if self.snapshot is None:
            return ()
        shown = self.snapshot.visibility
        tucked = (self._stretch(i) for i, run in enumerate(self.runs) if not shown[run.owner])
        return tuple(sorted({*tucked, *self.unread}))

    @cached_property
    def unread(self) -> tuple[tuple[int, int], ...]:
        """Return the stretches that are never text for a reader: scripts, styles, templates."""
        if self.snapshot is None:
            return ()
        tags = self.snapshot.tags
        silent = (i for i, run in enumerate(self.runs) if tags[run.owner] in UNSHOWN_TAGS)
        return tuple(self._stretch(index) for index in silent)

    def is_hidden(self, start: int, end: int) -> bool:
        """Return whether a part of this stretch cannot be seen."""
        at = bisect_right(self.hidden, (start, len(self.text)))
        return any(
            first < end and start < last for first, last in self.hidden[max(0, at - 1) :][:2]
        )

    def _stretch(self, run: int) -> tuple[int, int]:
        start = self._run_starts[run]
        return start, start + len(self.runs[run].text)

    @cached_property
    def borders(self) -> tuple[int, ...]:
        """Return the offsets where a block begins or ends, or a line breaks, between two texts."""
        pairs = zip(self.runs, self.runs[1:], self._run_starts[1:], strict=False)
        return tuple(start for one, two, start in pairs if self._is_border(one, two))

    def _is_border(self, one: TextRun, two: TextRun) -> bool:
        """Return whether anything but inline tags begins or ends between two neighbours."""
        assert self.snapshot is not None
        tags, parents, ends = self.snapshot.tags, self.snapshot.parents, self.snapshot.index.ends
        if any(tags[started] not in INLINE_TAGS for started in range(one.at, two.at)):
            return True
        closed = one.owner
        while not closed <= two.owner < ends[closed]:
            if tags[closed] not in INLINE_TAGS:
                return True
            closed = parents[closed]
        return False


def page_text(page: str | Snapshot | QuotableText) -> QuotableText:
    """Return the text of a page, or of plain text; frames and shadow roots are not in it."""
    if isinstance(page, QuotableText):
        return page
    if isinstance(page, str):
        return QuotableText(page)
    body = next((i for i, tag in enumerate(page.tags) if tag == "body"), None)
    if body is None:
        return QuotableText("", page)
    ends, scope_of = page.index.ends, page.scope_of
    # What is inside a template is no part of the document.
    inert = [(i, ends[i]) for i, tag in enumerate(page.tags) if tag == "template"]
    runs = tuple(
        run
        for run in page.runs
        if body <= run.owner < ends[body]
        and (scope_of is None or scope_of[run.owner] == scope_of[body])
        and not any(first <= run.owner < last for first, last in inert)
    )
    return QuotableText("".join(run.text for run in runs), page, runs)
