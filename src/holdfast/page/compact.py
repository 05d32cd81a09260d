"""Compact page: the page around a recorded element, small enough to be kept with every recording.

Nothing is left out that the matcher reads, and no element is: indices stay the same.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from holdfast.model.runs import TextRuns
from holdfast.model.snapshot import Box, Snapshot
from holdfast.page.index import PageIndex
from holdfast.page.text import INLINE_TAGS, WORDLESS_TAGS
from holdfast.page.visibility import UNSHOWN_TAGS

# Attributes that never tell one element from another, or only how it looks.
_DROPPED = frozenset(
    "style srcset sizes width height points transform viewbox xmlns version fill stroke "
    "stroke-width preserveaspectratio loading decoding crossorigin referrerpolicy fetchpriority "
    "align valign bgcolor border cellpadding cellspacing color face media rel content charset "
    "http-equiv property itemprop itemscope itemtype x y x1 x2 y1 y2 cx cy r rx ry".split()
)
LONGEST_VALUE = 120  # longer values and texts are cut: their beginning tells them apart
LONGEST_TEXT = 100
LONGEST_DRAWING = 24  # of a path in an icon


def compact(snapshot: Snapshot) -> Snapshot:
    """Return the page reduced to what finding an element again needs; the same if it already is."""
    if snapshot.is_compact:
        return snapshot
    return replace(
        snapshot,
        attributes=tuple(_kept(snapshot.index)),
        runs=_kept_runs(snapshot.index),
        boxes=None if snapshot.boxes is None else tuple(map(_rounded, snapshot.boxes)),
        shown=tuple(snapshot.visibility),  # inline styles, which may hide, are not kept
        is_compact=True,
    )


_NO_ATTRIBUTES: Mapping[str, str] = {}


def _rounded(box: Box | None) -> Box | None:
    """Return the box to a tenth of a pixel: less is noise."""
    return None if box is None else Box(*(round(side, 1) for side in box))


def _kept(page: PageIndex) -> list[Mapping[str, str]]:
    """Return the attributes of every element; most need no change, and are shared."""
    attributes = list(page.attributes)
    changed: set[int] = set()
    for name in page.columns.names:
        places, values = page.columns.column(name)
        longest = _longest(name)
        if longest == 0:
            changed.update(places)
        elif max(map(len, values), default=0) > longest:
            changed.update(i for i, v in zip(places, values, strict=True) if len(v) > longest)
    for index in changed:
        attributes[index] = kept_attributes(attributes[index])
    for index in page.shape.places_of(UNSHOWN_TAGS):
        attributes[index] = _NO_ATTRIBUTES
    return attributes


@lru_cache(maxsize=4096)
def _longest(name: str) -> int:
    """Return how many characters of an attribute are kept; 0 for one that is not."""
    if name in _DROPPED or name.startswith("on"):
        return 0
    return LONGEST_DRAWING if name == "d" else LONGEST_VALUE


def kept_attributes(attributes: Mapping[str, str]) -> Mapping[str, str]:
    """Return the attributes worth keeping, long values cut."""
    kept = ((name, value, _longest(name)) for name, value in attributes.items())
    return {name: value[:longest] for name, value, longest in kept if longest}


def _kept_runs(page: PageIndex) -> TextRuns:
    """Return the runs that are text; white space only where it keeps two inline elements apart."""
    silent = set(page.shape.places_of(WORDLESS_TAGS))
    inline, parents = set(page.shape.places_of(INLINE_TAGS)), page.parents
    rows = zip(page.runs.owners, page.runs.places, page.runs.texts, page.is_blank, strict=True)
    return TextRuns.of(
        [
            (owner, at, " " if blank else kept_text(text))
            for owner, at, text, blank in rows
            if owner >= 0
            and owner not in silent
            and (
                not blank
                or owner in inline  # inside inline text, or before an inline element
                or (at in inline and parents[at] == owner)
            )
        ]
    )


def kept_text(text: str) -> str:
    """Return a run's text with white space collapsed (not trimmed) and cut."""
    words = text.split()
    if not words:
        return " " * bool(text)
    joined = " ".join(words)
    if len(joined) == len(text):  # nothing to keep at its ends
        return joined[:LONGEST_TEXT]
    before, after = " " * text[0].isspace(), " " * text[-1].isspace()
    return f"{before}{joined}{after}"[:LONGEST_TEXT]
