"""The page around a recorded element, small enough to be kept with every recording.

Nothing is left out that the matcher reads, and no element is: indices stay the same.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from holdfast.model.runs import TextRuns
from holdfast.model.snapshot import Box, Snapshot
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
_SPACE = re.compile(r"\s+")


def compact(snapshot: Snapshot) -> Snapshot:
    """Return the page reduced to what finding an element again needs; the same if it already is."""
    if snapshot.is_compact:
        return snapshot
    tags = snapshot.tags
    return replace(
        snapshot,
        attributes=tuple(
            _NO_ATTRIBUTES if not attribute or tag in UNSHOWN_TAGS else kept_attributes(attribute)
            for tag, attribute in zip(tags, snapshot.attributes, strict=True)
        ),
        runs=TextRuns.of(_kept_runs(snapshot)),
        boxes=None if snapshot.boxes is None else tuple(map(_rounded, snapshot.boxes)),
        shown=tuple(snapshot.visibility),  # inline styles, which may hide, are not kept
        is_compact=True,
    )


_NO_ATTRIBUTES: Mapping[str, str] = {}


def _rounded(box: Box | None) -> Box | None:
    """Return the box to a tenth of a pixel: less is noise."""
    return None if box is None else Box(*(round(side, 1) for side in box))


def kept_attributes(attributes: Mapping[str, str]) -> Mapping[str, str]:
    """Return the attributes worth keeping, long values cut."""
    return {
        name: value[: LONGEST_VALUE if name != "d" else LONGEST_DRAWING]
        for name, value in attributes.items()
        if name not in _DROPPED and not name.startswith("on")
    }


def kept_text(text: str) -> str:
    """Return a run's text with white space collapsed (not trimmed) and cut."""
    return _SPACE.sub(" ", text)[:LONGEST_TEXT]


def _kept_runs(snapshot: Snapshot) -> Iterator[tuple[int, int, str]]:
    """Yield the runs that are text; white space only where it keeps two inline elements apart."""
    tags, parents = snapshot.tags, snapshot.parents
    for owner, at, text in snapshot.text_runs.rows():
        if owner < 0 or tags[owner] in WORDLESS_TAGS:
            continue
        if not text.isspace():
            yield owner, at, kept_text(text)
        elif tags[owner] in INLINE_TAGS or (
            at < len(tags) and tags[at] in INLINE_TAGS and parents[at] == owner
        ):
            yield owner, at, " "
