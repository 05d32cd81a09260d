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


def draw_outline(
    tags: Sequence[str],
    parents: Sequence[int],
    runs: Sequence[tuple[int, int, str]],
    shown: Sequence[bool],
) -> Outline:
    """Return the outline of a page given as columns; one pass, linear in elements and text."""
    walk = _Walk(tags, shown, _silent(tags, parents))
    opened, pieces = walk.opened, walk.pieces
    starts, depths = [0] * len(tags), [0] * len(tags)
    coming = iter(runs)
    owner, at, text = next(coming, _NO_RUN)
    # The hot loop of every page: it is written out instead of being split into small functions.
    for index, parent in enumerate(parents):
        while at <= index:
            if opened[-1] != owner:
                walk.close_until(owner, index)
            walk.say(owner, text)
            owner, at, text = next(coming, _NO_RUN)
        if opened[-1] != parent:
            walk.close_until(parent, index)
        depths[index] = len(opened) - 1
        if tags[index] not in INLINE_TAGS:
            pieces.append(" ")
            walk.length += 1
        starts[index] = walk.length
        opened.append(index)
    while at <= len(tags):
        walk.close_until(owner, len(tags))
        walk.say(owner, text)
        owner, at, text = next(coming, _NO_RUN)
    walk.close_until(-1, len(tags))
    return Outline(
        ends=walk.ends,
        depths=depths,
        shown=shown,
        page_text="".join(pieces),
        text_starts=starts,
        text_ends=walk.stops,
        own_texts=walk.own,
    )


_NO_RUN = (-1, 1 << 62, "")


class _Walk:
    """The state of one pass through the page: open elements, text so far."""

    def __init__(self, tags: Sequence[str], shown: Sequence[bool], silent: Sequence[bool]) -> None:
        self.tags, self.shown, self.silent = tags, shown, silent
        self.opened: list[int] = [-1]
        self.ends = [0] * len(tags)
        self.stops = [0] * len(tags)
        self.pieces: list[str] = []
        self.length = 0
        self.own: dict[int, str] = {}

    def close_until(self, element: int, index: int) -> None:
        """Close open elements until the given one is the innermost; ``index`` starts next."""
        opened, tags, pieces = self.opened, self.tags, self.pieces
        while opened[-1] != element and len(opened) > 1:
            closed = opened.pop()
            self.ends[closed] = index
            self.stops[closed] = self.length
            if tags[closed] not in INLINE_TAGS:
                pieces.append(" ")
                self.length += 1

    def say(self, owner: int, text: str) -> None:
        """Take up a text; its white space is collapsed, but still keeps words apart at the ends."""
        words = " ".join(text.split())
        if not words:
            self.pieces.append(" ")
            self.length += 1
            return
        if owner < 0 or self.tags[owner] in WORDLESS_TAGS:
            return
        self.own[owner] = f"{self.own[owner]} {words}" if owner in self.own else words
        if self.shown[owner] and not self.silent[owner]:
            lead = " " if text[0].isspace() else ""
            trail = " " if text[-1].isspace() else ""
            said = f"{lead}{words}{trail}"
            self.pieces.append(said)
            self.length += len(said)


def _silent(tags: Sequence[str], parents: Sequence[int]) -> list[bool]:
    """Return which elements' text is never page text, whatever a browser measured."""
    silent: list[bool] = []
    for tag, parent in zip(tags, parents, strict=True):
        silent.append(tag in UNSHOWN_TAGS or (parent >= 0 and silent[parent]))
    return silent


def shown_by_markup(
    tags: Sequence[str], parents: Sequence[int], attributes: Sequence[Mapping[str, str]]
) -> list[bool]:
    """Return which elements are shown, as far as tags and attributes tell."""
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
