"""The shape of a page: where each subtree ends, what is shown, and the text a person reads.

The text of the whole page is one string; every element owns a stretch of it. Borders of blocks and
line breaks become white space there, hidden text and scripts are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

# Nothing inside these is ever shown as text of the page.
UNSHOWN_TAGS = frozenset(
    "head script style template noscript title meta link base param source track datalist".split()
)
# What stands in these is not language, or was typed by somebody.
WORDLESS_TAGS = frozenset({"script", "style", "textarea", "template", "noscript"})
# Text on either side of these flows on without a break.
INLINE_TAGS = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark meter nobr "
    "output progress q rb rp rt ruby s samp small span strike strong sub sup time tt u var wbr "
    "tspan".split()
)


@dataclass(frozen=True)
class Outline:
    """Columns worked out from a page's structure; index i speaks of element i."""

    ends: Sequence[int]  # first index after the subtree
    depths: Sequence[int]
    shown: Sequence[bool]
    page_text: str
    text_starts: Sequence[int]  # stretch of page_text that belongs to the subtree
    text_ends: Sequence[int]
    own_texts: Mapping[int, str]  # elements with text of their own, white space collapsed

    def text_of(self, index: int) -> str:
        """Return the subtree's text, white space collapsed."""
        return " ".join(self.page_text[self.text_starts[index] : self.text_ends[index]].split())

    def own_text_of(self, index: int) -> str:
        """Return the text directly in the element, white space collapsed."""
        return self.own_texts.get(index, "")

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Return the subtree text of every element."""
        stretch, page = zip(self.text_starts, self.text_ends, strict=True), self.page_text
        return tuple(" ".join(page[start:end].split()) for start, end in stretch)


def is_hidden_by_markup(tag: str, attributes: Mapping[str, str]) -> bool:
    """Return whether the element's own tag and attributes hide it, without any style sheet."""
    if tag in UNSHOWN_TAGS or "hidden" in attributes:
        return attributes.get("hidden") != "until-found" or tag in UNSHOWN_TAGS
    if tag == "input":
        return attributes.get("type", "").lower() == "hidden"
    style = attributes.get("style")
    if style is None:
        return False
    squeezed = "".join(style.lower().split())
    return "display:none" in squeezed or "visibility:hidden" in squeezed


class _Walk:
    """The state of one pass through the page: open elements, text so far."""

    def __init__(self, count: int) -> None:
        self.ends = [count] * count
        self.depths = [0] * count
        self.starts = [0] * count
        self.stops = [0] * count
        self.pieces: list[str] = []
        self.length = 0
        self.own: dict[int, str] = {}

    def write(self, text: str) -> None:
        self.pieces.append(text)
        self.length += len(text)


def draw_outline(
    tags: Sequence[str],
    parents: Sequence[int],
    attributes: Sequence[Mapping[str, str]],
    runs: Sequence[tuple[int, int, str]],
    measured: Sequence[bool] | None,
) -> Outline:
    """Return the outline of a page given as columns; one pass, linear in elements and text."""
    shown = list(measured) if measured is not None else _shown_by_markup(tags, parents, attributes)
    walk = _Walk(len(tags))
    stack: list[int] = []
    next_run, run_count = 0, len(runs)
    silent = _silent(tags, parents)
    for index in range(len(tags) + 1):
        while next_run < run_count and runs[next_run][1] <= index:
            owner, _, text = runs[next_run]
            next_run += 1
            while stack and stack[-1] != owner:
                _leave(stack.pop(), index, tags, walk)
            if text.isspace():
                walk.write(" ")
            elif owner >= 0 and tags[owner] not in WORDLESS_TAGS:
                words = " ".join(text.split())
                walk.own[owner] = f"{walk.own[owner]} {words}" if owner in walk.own else words
                if shown[owner] and not silent[owner]:
                    walk.write(text)
        if index == len(tags):
            break
        parent = parents[index]
        while stack and stack[-1] != parent:
            _leave(stack.pop(), index, tags, walk)
        walk.depths[index] = len(stack)
        if tags[index] not in INLINE_TAGS:
            walk.write(" ")
        walk.starts[index] = walk.length
        stack.append(index)
    while stack:
        _leave(stack.pop(), len(tags), tags, walk)
    return Outline(
        ends=walk.ends,
        depths=walk.depths,
        shown=shown,
        page_text="".join(walk.pieces),
        text_starts=walk.starts,
        text_ends=walk.stops,
        own_texts=walk.own,
    )


def _leave(index: int, end: int, tags: Sequence[str], walk: _Walk) -> None:
    walk.ends[index] = end
    walk.stops[index] = walk.length
    if tags[index] not in INLINE_TAGS:
        walk.write(" ")


def _silent(tags: Sequence[str], parents: Sequence[int]) -> list[bool]:
    """Return which elements' text is never page text, whatever a browser measured."""
    silent: list[bool] = []
    for tag, parent in zip(tags, parents, strict=True):
        silent.append(tag in UNSHOWN_TAGS or (parent >= 0 and silent[parent]))
    return silent


def _shown_by_markup(
    tags: Sequence[str], parents: Sequence[int], attributes: Sequence[Mapping[str, str]]
) -> list[bool]:
    shown: list[bool] = []
    for tag, parent, attribute in zip(tags, parents, attributes, strict=True):
        if parent >= 0 and not shown[parent]:
            shown.append(False)
        elif tag == "dialog" and "open" not in attribute:
            shown.append(False)
        elif parent >= 0 and tags[parent] == "details" and tag != "summary":
            shown.append("open" in attributes[parent])
        elif not attribute:
            shown.append(tag not in UNSHOWN_TAGS)
        else:
            shown.append(not is_hidden_by_markup(tag, attribute))
    return shown
