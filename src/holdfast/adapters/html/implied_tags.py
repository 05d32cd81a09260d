"""Implied tags: writes those that browsers imply and libxml2 does not know of.

A row stands in a ``tbody``, whether the page says so or not; a ``section`` or an ``hr`` ends the
paragraph before it; ``<p><div>x</div></p>`` is an empty paragraph, a ``div`` and another empty
paragraph. What the page says stays in its order.
"""

import re
from collections.abc import Collection

from holdfast.adapters.html.mending import INSIDE, PASSED

# What stands in no paragraph, and ends one that is open.
_BLOCKS = frozenset(
    b"address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption "
    b"figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p pre "
    b"search section summary table ul".split()
)
_BODIES = (b"tbody", b"thead", b"tfoot")
# The parts of a table with what they stand in, and what is implied where that is not open.
_PARTS: dict[bytes, tuple[bytes, ...]] = {
    **dict.fromkeys((b"caption", b"colgroup", *_BODIES), (b"table",)),
    b"col": (b"colgroup",),
    b"tr": _BODIES,
    b"td": (b"tr",),
    b"th": (b"tr",),
}
_IMPLIED = {b"col": b"colgroup", b"tr": b"tbody", b"td": b"tr", b"th": b"tr"}
_AROUND = {
    name: frozenset({b"table", b"template", *_PARTS[name], *_PARTS[_IMPLIED.get(name, name)]})
    for name in _PARTS
}
_BETWEEN_CELLS = frozenset({b"table", b"tr", *_BODIES})
# What is open outside of these is not meant by an end tag inside.
_WALLS = frozenset(b"caption object table td template th".split())
_PARAGRAPH_WALLS = _WALLS | {b"button"}
_TABLE_WALLS = frozenset({b"table", b"template"})
_ITEMS = {b"li": (b"ol", b"ul", b"menu"), b"dd": (b"dl",), b"dt": (b"dl",)}
_EMPTY = frozenset({b"col", b"hr"})
_TRACKED = _BLOCKS | _PARTS.keys() | _WALLS | {b"button"}
_NAMES = b"|".join(sorted(_BLOCKS - {b"p"}))
_GAP = rb"(?:\s++|<!--(?:[^-]|-(?!->))*+-->)*+"
_IN_TEXT = (
    rb"<p(?=[\s>])[^>]*+>(?:[^<]++|<(?!/?p[\s>]|(?:%b)[\s>]))*+<(?:%b)[\s>]" % (_NAMES, _NAMES),
    rb"<button\b[^>]*+>(?:[^<]++|<(?!/?button\b))*+<button\b",
)
_IN_TABLES = (
    rb"<table\b[^>]*+>%b<(?:t[rdh]|col|form)[\s>]" % _GAP,
    rb"<(?:t(?:body|head|foot)\b[^>]*+|/tr\s*+)>%b<(?:t[dh]|form)[\s>]" % _GAP,
    rb"<(?:/(?:t(?:body|head|foot)|caption|colgroup)\s*+|col\b[^>]*+)>%b<t[rdh][\s>]" % _GAP,
    rb"<tr\b[^>]*+>%b<form[\s>]" % _GAP,
)
_OPENED, _CLOSED = re.compile(rb"<p[\s>]", re.IGNORECASE), re.compile(rb"</p[\s>]", re.IGNORECASE)


def _tags(names: Collection[bytes]) -> re.Pattern[bytes]:
    """Return the pattern of tags by their names; it passes over what is no markup."""
    return re.compile(
        PASSED + rb"|<(?P<whole>noscript|svg)\b(?![^<>]*/>).*?(?:</(?P=whole)\b|\Z)"
        rb"|<(?P<end>/?)(?P<name>%b)(?=[\s>/])%b>"
        % (b"|".join(sorted(names, reverse=True)), INSIDE),
        re.IGNORECASE | re.DOTALL,
    )


# What may imply tags, and the tags that tell then; tables alone are quicker to read.
_SUSPECTS = tuple(
    (tuple(re.compile(one, re.IGNORECASE) for one in patterns), _tags(names))
    for patterns, names in (
        (_IN_TEXT, _TRACKED),
        (_IN_TABLES, {*_PARTS, b"table", b"template", b"form"}),
    )
)


def with_implied_tags(data: bytes, mark: bytes = b"") -> bytes:
    """Return the page with those tags written out; the same object when there are none.

    ``mark`` stands in the start tags that are written.
    """
    if (tags := _telling_tags(data)) is None:
        return data
    parts, done, page = list[bytes](), 0, _OpenElements(mark)
    for found in tags.finditer(data):
        if (name := found["name"]) is None:
            continue
        if found["end"]:
            before, after = b"", page.end(name.lower())
            kept = found.start() if after else found.end()
        else:
            before, after = page.start(name.lower())
            kept = found.end()
        if before or after:
            parts += [data[done : found.start()], before, data[found.start() : kept], after]
            done = found.end()
    return b"".join([*parts, data[done:]]) if parts else data


def _telling_tags(data: bytes) -> re.Pattern[bytes] | None:
    """Return the pattern of the tags to go through; None where nothing is implied."""
    if len(_CLOSED.findall(data)) > len(_OPENED.findall(data)):
        return _SUSPECTS[0][1]
    for suspects, tags in _SUSPECTS:
        if any(suspect.search(data) is not None for suspect in suspects):
            return tags
    return None


class _OpenElements:
    """The elements that are open, as far as paragraphs, items, tables and buttons go."""

    def __init__(self, mark: bytes) -> None:
        self._open: list[bytes] = []
        self._mark = mark

    def start(self, name: bytes) -> tuple[bytes, bytes]:
        """Open an element; return what is implied before it and behind it."""
        before = b""
        if name in _PARTS:
            before = self._leave_part(name)
        elif name in _ITEMS:
            before = self._leave_item(name)
        elif name == b"button":
            before = self._leave(self._place(name, _WALLS))
        if name in _BLOCKS:
            before += self._leave(self._place(b"p", _PARAGRAPH_WALLS))
        if name == b"form" and self._open and self._open[-1] in _BETWEEN_CELLS:
            return before, b"</form>"
        if name not in _EMPTY:
            self._open.append(name)
        return before, b""

    def end(self, name: bytes) -> bytes:
        """Close an element; return what a browser makes of the tag instead."""
        walls = _TABLE_WALLS if name in _PARTS or name == b"table" else _WALLS
        place = self._place(name, _PARAGRAPH_WALLS if name == b"p" else walls)
        if place >= 0:
            del self._open[place:]
        return b"<p%b></p>" % self._mark if place < 0 and name == b"p" else b""

    def _place(self, name: bytes, walls: frozenset[bytes]) -> int:
        """Return where the innermost of a name is open; -1 if a wall is in between, or none is."""
        if name not in self._open:
            return -1
        for place in range(len(self._open) - 1, -1, -1):
            if self._open[place] == name:
                return place
            if self._open[place] in walls:
                break
        return -1

    def _leave(self, place: int) -> bytes:
        """Close the element at a place; return its end tag."""
        if place < 0:
            return b""
        name = self._open[place]
        del self._open[place:]
        return b"</%b>" % name

    def _leave_part(self, name: bytes) -> bytes:
        """Close the parts of the table that end here, and open those that are implied."""
        opened, around, written = self._open, _AROUND[name], b""
        if opened and opened[-1] in _PARTS[name]:
            return b""
        place = len(opened) - 1
        while place >= 0 and opened[place] not in around:
            if opened[place] in _PARTS:
                written += b"</%b>" % opened[place]
            place -= 1
        if place < 0 or opened[place] == b"template":
            return b""
        lacking = list[bytes]()
        while opened[place] not in _PARTS[name]:
            name = _IMPLIED[name]
            lacking.insert(0, name)
        opened[place + 1 :] = lacking
        return written + b"".join(b"<%b%b>" % (one, self._mark) for one in lacking)

    def _leave_item(self, name: bytes) -> bytes:
        """End the item before: of the same list, not of one around it."""
        lists = frozenset(_ITEMS[name]) | _WALLS
        others = (b"dd", b"dt") if name != b"li" else (b"li",)
        places = [place for one in others if (place := self._place(one, lists)) >= 0]
        return self._leave(min(places, default=-1))
