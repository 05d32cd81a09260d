"""Unfolding: which pages would cost far more than their length if they were read as HTML 5.

The rules of HTML 5 look through all that is open at most tags, and open again whatever formatting
was never closed. Browsers stop at a depth; a parser that does not needs minutes for a page of one
megabyte that was made for it. Everything here is linear in the length of the page, and counts
never less than what a parser has open.
"""

import re

from holdfast.adapters.html.open_elements import most_open
from holdfast.adapters.html.tag_pairs import Tags

_FEW = 2_000  # so many elements do no harm, however they stand
_DEEPEST = _FEW
_MOST_REOPENED = _FEW**2 // 4
_MOST_STEPS = 200_000_000  # a second
# More attributes than anybody writes: each is compared with all before it.
_MOST_ATTRIBUTES = 500
_LONG_TAG = re.compile(
    rb"""<[a-z](?>[^<>"'\s/]++[\s/]*+|"[^"]*+"|'[^']*+'|[<"'\s/]){%d}""" % _MOST_ATTRIBUTES, re.I
)


def unfolds(data: bytes) -> bool:
    """Return whether a page may become much larger, or take much longer, than it looks."""
    tags = Tags(data)
    long = tags.places_of_long(2 * _MOST_ATTRIBUTES)  # each takes two characters at least
    return any(_LONG_TAG.match(data, place) for place in long) or _has_much_open(data, tags)


def _has_much_open(data: bytes, tags: Tags) -> bool:
    """Return whether too much may be open at once: asked in bulk, then exactly."""
    starts = tags.starts
    if starts <= _FEW:
        return False
    for deepest, formatting in tags.unpaired():
        if deepest * tags.count <= _MOST_STEPS and formatting * starts <= _MOST_REOPENED:
            return False
    deepest, formatting = most_open(data, _DEEPEST)
    return deepest > _DEEPEST or formatting * starts > _MOST_REOPENED
