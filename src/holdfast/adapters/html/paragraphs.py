"""Paragraphs: writes the empty ones that browsers make of an end tag without its paragraph.

``<p><div>x</div></p>`` is an empty paragraph, a ``div`` and another empty paragraph: the ``div``
ends the first, and its end tag makes the second. libxml2 drops that end tag.
"""

import re

from holdfast.adapters.html.mending import INSIDE

# What stands in no paragraph, and ends one that is open.
_BLOCKS = frozenset(
    b"address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption "
    b"figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p pre "
    b"search section summary table ul".split()
)
_PARTS = frozenset(b"caption tbody td tfoot th thead tr".split())
# An open paragraph outside of these is not meant by an end tag inside.
_WALLS = frozenset(b"button caption object table td template th".split())
_ITEMS = {b"li": (b"ol", b"ul", b"menu"), b"dd": (b"dl",), b"dt": (b"dl",)}
_TRACKED = (_BLOCKS | _PARTS | _WALLS) - {b"hr"}
_NAMES = b"|".join(sorted(_BLOCKS - {b"p"}))
_SUSPECT = re.compile(
    rb"<p(?=[\s>])[^>]*+>(?:[^<]++|<(?!/?p[\s>]|(?:"
    + _NAMES
    + rb")[\s>]))*+<(?:"
    + _NAMES
    + rb")[\s>]",
    re.IGNORECASE,
)
_OPENED, _CLOSED = re.compile(rb"<p[\s>]", re.IGNORECASE), re.compile(rb"</p[\s>]", re.IGNORECASE)
_TAGS = re.compile(
    rb"<!--.*?(?:-->|\Z)"
    rb"|<(?P<program>script|style|textarea|title|xmp|iframe|noscript)\b(?![^<>]*/>)"
    rb".*?(?:</(?P=program)\b|\Z)"
    rb"|<(?P<end>/?)(?P<name>"
    + b"|".join(sorted(_TRACKED, reverse=True))
    + rb")(?=[\s>/])"
    + INSIDE
    + rb">",
    re.IGNORECASE | re.DOTALL,
)


def with_paragraphs(data: bytes, made: bytes = b"<p></p>") -> bytes:
    """Return the page with those paragraphs written out; the same object when there are none."""
    if not _may_lack_one(data):
        return data
    parts, done, page = [], 0, _OpenElements()
    for found in _TAGS.finditer(data):
        name = found["name"]
        if name is None:
            continue
        if not found["end"]:
            page.start(name.lower())
        elif not page.end(name.lower()):
            parts += [data[done : found.start()], made]
            done = found.end()
    return b"".join([*parts, data[done:]]) if parts else data


def _may_lack_one(data: bytes) -> bool:
    if _SUSPECT.search(data) is not None:
        return True
    return len(_CLOSED.findall(data)) > len(_OPENED.findall(data))


class _OpenElements:
    """The elements that are open, as far as paragraphs are concerned."""

    def __init__(self) -> None:
        self._open: list[bytes] = []

    def start(self, name: bytes) -> None:
        """Open an element; ends what cannot stand around it."""
        if name in _PARTS:
            self._leave_until(b"table")
        elif name in _ITEMS:
            self._leave_item(name)
        if name in _BLOCKS and (place := self._place(b"p", _WALLS)) >= 0:
            del self._open[place:]
        if name in _TRACKED:
            self._open.append(name)

    def end(self, name: bytes) -> bool:
        """Close an element; return whether a browser makes nothing new of it."""
        place = self._place(name, _WALLS - {name} if name == b"p" else frozenset())
        if place >= 0:
            del self._open[place:]
        return place >= 0 or name != b"p"

    def _place(self, name: bytes, walls: frozenset[bytes]) -> int:
        """Return where the innermost of a name is open; -1 if a wall is in between, or none is."""
        for place in range(len(self._open) - 1, -1, -1):
            if self._open[place] == name:
                return place
            if self._open[place] in walls:
                return -1
        return -1

    def _leave_until(self, name: bytes) -> None:
        place = self._place(name, frozenset())
        if place >= 0:
            del self._open[place + 1 :]

    def _leave_item(self, name: bytes) -> None:
        """End the item before: of the same list, not of one around it."""
        lists = frozenset(_ITEMS[name]) | _WALLS
        others = (b"dd", b"dt") if name != b"li" else (b"li",)
        places = [place for one in others if (place := self._place(one, lists)) >= 0]
        if places:
            del self._open[min(places) :]
