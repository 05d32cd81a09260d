"""The shape of a page: where each subtree ends, what is shown, and the text a person reads.

The text of the whole page is one string; every element owns a stretch of it. Borders of blocks and
line breaks become white space there, hidden text and scripts are left out.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from holdfast.model.runs import TextRuns

Attributes = Mapping[str, str]

# Nothing inside these is ever shown as text of the page.
UNSHOWN_TAGS = frozenset(
    "head script style template noscript title meta link base param source track datalist "
    "noframes noembed rp desc metadata defs symbol".split()
)
# What stands in these is not language, was typed by somebody, or is for browsers of long ago.
WORDLESS_TAGS = frozenset(
    "script style textarea template noscript iframe video audio canvas object".split()
)
# Text on either side of these flows on without a break.
INLINE_TAGS = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark meter nobr "
    "output progress q rb rp rt ruby s samp small span strike strong sub sup time tt u var wbr "
    "tspan img svg picture map area iframe object embed video audio canvas".split()
)


@dataclass(frozen=True)
class Outline:
    """Columns worked out from a page's structure; index i speaks of element i."""

    parents: Sequence[int]
    runs: TextRuns
    wordless: Collection[int]  # elements whose own text nobody reads
    ends: Sequence[int]  # first index after the subtree
    shown: Sequence[bool]
    page_text: str  # white space as it was written
    text_starts: Sequence[int]  # stretch of page_text that belongs to the subtree
    text_ends: Sequence[int]

    def text_of(self, index: int) -> str:
        """Return the subtree's text, white space collapsed."""
        return " ".join(self.page_text[self.text_starts[index] : self.text_ends[index]].split())

    def own_text_of(self, index: int) -> str:
        """Return the text directly in the element, white space collapsed."""
        return self.own_texts.get(index, "")

    @cached_property
    def own_texts(self) -> Mapping[int, str]:
        """Return the text of the elements that have some of their own, white space collapsed."""
        own: dict[int, str] = {}
        for owner, _, text in self.runs.rows():
            words = "" if owner in self.wordless else " ".join(text.split())
            if words and owner >= 0:
                own[owner] = f"{own[owner]} {words}" if owner in own else words
        return own

    @cached_property
    def depths(self) -> Sequence[int]:
        """Return how many elements stand around each."""
        depths: list[int] = []
        for parent in self.parents:
            depths.append(depths[parent] + 1 if parent >= 0 else 0)
        return depths


# -------------------------------------------------------------------------------------------- text

_INLINE, _BLOCK, _SILENT = 0, 1, 2


class _Flows(dict[str, int]):
    """How a tag takes part in the flow of text; what is not listed is a block."""

    def __missing__(self, tag: str) -> int:
        self[tag] = _BLOCK
        return _BLOCK


def draw_outline(
    tags: Sequence[str],
    parents: Sequence[int],
    attributes: Sequence[Attributes],
    runs: TextRuns,
    shown: Sequence[bool],
) -> Outline:
    """Return the outline of a page given as columns; one pass, linear in elements and text.

    Raises ``ValueError`` when elements or texts do not come in the order of a document.
    """
    flow_of = _Flows(_FLOWS)
    flows = [flow_of[tag] for tag in tags]
    try:
        return _walk(flows, parents, runs, shown, _wordless(tags, attributes))
    except IndexError as exc:
        raise ValueError("elements or texts are not in document order") from exc


def _wordless(tags: Sequence[str], attributes: Sequence[Attributes]) -> Collection[int]:
    """Return the elements whose own text nobody reads; a closed details shows only its summary."""
    wordless = {index for index, tag in enumerate(tags) if tag in WORDLESS_TAGS}
    if "details" in tags:
        wordless.update(
            i for i, t in enumerate(tags) if t == "details" and is_closed(attributes[i])
        )
    return wordless


def _walk(  # noqa: C901  # the hot loop of every page: calls would double its cost
    flows: Sequence[int],
    parents: Sequence[int],
    runs: TextRuns,
    shown: Sequence[bool],
    wordless: Collection[int],
) -> Outline:
    count = len(parents)
    ends, starts, stops = [0] * count, [0] * count, [0] * count
    pieces: list[str] = []
    say = pieces.append
    opened = [-1]
    index = length = 0
    silent = -1  # the outermost open element whose text is never page text
    for owner, at, text in chain(runs.rows(), [(-1, count, " ")]):
        while index < at:  # elements that start before the text
            parent = parents[index]
            while opened[-1] != parent:
                closed = opened.pop()
                ends[closed], stops[closed] = index, length
                if flows[closed]:
                    say(" ")
                    length += 1
                    if closed == silent:
                        silent = -1
            if flow := flows[index]:
                say(" ")
                length += 1
                if flow == _SILENT and silent < 0:
                    silent = index
            starts[index] = length
            opened.append(index)
            index += 1
        while opened[-1] != owner:
            closed = opened.pop()
            ends[closed], stops[closed] = index, length
            if flows[closed]:
                say(" ")
                length += 1
                if closed == silent:
                    silent = -1
        if text.isspace():
            say(" ")
            length += 1
        elif silent < 0 <= owner and shown[owner] and owner not in wordless:
            say(text)
            length += len(text)
    return Outline(
        parents=parents,
        runs=runs,
        wordless=wordless,
        ends=ends,
        shown=shown,
        page_text="".join(pieces),
        text_starts=starts,
        text_ends=stops,
    )


_FLOWS = dict.fromkeys(INLINE_TAGS, _INLINE) | dict.fromkeys(UNSHOWN_TAGS, _SILENT)


# -------------------------------------------------------------------------------------- visibility

_HIDING_TAGS = UNSHOWN_TAGS | {"dialog", "details", "audio", "input"}
_HIDING_ATTRIBUTES = frozenset({"hidden", "style", "popover"})
_STYLES = re.compile(
    r"(?:^|;)\s*(display|visibility|content-visibility)\s*:\s*([\w-]+)", re.IGNORECASE
)
_UNSEEN = frozenset(
    {("display", "none"), ("visibility", "hidden"), ("visibility", "collapse"),
     ("content-visibility", "hidden")}
)  # fmt: skip


def shown_by_markup(
    tags: Sequence[str], parents: Sequence[int], attributes: Sequence[Attributes]
) -> list[bool]:
    """Return which elements are shown, as far as tags and attributes tell."""
    shown: list[bool] = []
    closed: set[int] = set()
    show, has_no_say = shown.append, _HIDING_ATTRIBUTES.isdisjoint
    for index, (tag, parent, attribute) in enumerate(zip(tags, parents, attributes, strict=True)):
        if parent >= 0 and (not shown[parent] or (parent in closed and tag != "summary")):
            show(False)
        elif tag in _HIDING_TAGS:
            show(not is_hidden_by_markup(tag, attribute))
            if tag == "details" and is_closed(attribute):
                closed.add(index)
        else:
            is_shown = not attribute or has_no_say(attribute)
            show(is_shown or not is_hidden_by_markup(tag, attribute))
    return shown


def is_closed(attributes: Attributes) -> bool:
    """Return whether a details or dialog with these attributes is closed."""
    return "open" not in attributes


def is_hidden_by_markup(tag: str, attributes: Attributes) -> bool:
    """Return whether the element's own tag and attributes hide it, without any style sheet."""
    if tag in UNSHOWN_TAGS or (tag == "input" and attributes.get("type", "").lower() == "hidden"):
        return True
    if tag == "audio":
        return "controls" not in attributes
    styles = dict(_STYLES.findall(attributes["style"].lower())) if "style" in attributes else {}
    if not _UNSEEN.isdisjoint(styles.items()):
        return True
    if "display" in styles:  # a style wins over what browsers do by themselves
        return False
    return (
        "hidden" in attributes
        or "popover" in attributes
        or (tag == "dialog" and is_closed(attributes))
    )
