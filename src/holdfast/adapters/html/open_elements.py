"""Open elements: tells how many of a page are open at once at most, tag by tag; never too few."""

import re
from collections.abc import Set

FORMATTING = frozenset(b"a b big code em font i nobr s small strike strong tt u".split())
NEVER_DEEP = frozenset(
    b"area base basefont bgsound br col embed frame hr img input keygen link meta param source "
    b"track wbr".split()
)
BREAKING_OUT = frozenset(b"br embed hr img meta".split())  # of a drawing, and hold nothing
FOREIGN = frozenset(b"svg math".split())
SHAPES = frozenset(  # of a drawing: they may close themselves there
    b"path g circle rect line polyline polygon ellipse use stop image defs mask symbol text tspan "
    b"clippath".split()
)
_RAW = b"script style textarea title xmp iframe noscript noembed noframes".split()
_CELLS = frozenset({b"td", b"th"})
_BODIES = frozenset(b"tbody thead tfoot".split())
_PARTS = _CELLS | _BODIES | {b"tr"}
_ROOMS = _BODIES | {b"tr", b"table"}  # what parts of a table stand in: elsewhere they are nothing
# What is open outside of these is not meant by an end tag inside. In a drawing, nobody knows
# whether a program is one.
_TABLE_WALLS = frozenset({b"table", b"template", *_RAW})
_MARKERS = _CELLS | frozenset(b"applet caption marquee object template".split())
_WALLS = _TABLE_WALLS | _MARKERS | FOREIGN | {b"select"}
# What these open is ended by the next of them, if nothing else is open in it.
_ENDS = {
    b"p": frozenset({b"p"}),
    b"li": frozenset({b"p", b"li"}),
    b"dd": frozenset({b"p", b"dd", b"dt"}),
    b"dt": frozenset({b"p", b"dd", b"dt"}),
    b"option": frozenset({b"option"}),
    b"tr": frozenset({b"tr"}),
    **dict.fromkeys(_BODIES, _BODIES | {b"tr"}),
    b"table": _ROOMS,
}
# What is ended by its end tag, whatever was left open in it.
_ENDS_ALL = _PARTS | frozenset(
    b"address article aside blockquote button center details dialog dir div dl fieldset figcaption "
    b"figure footer header hgroup listing main menu nav ol pre search section summary ul table li "
    b"dd dt object".split()
)
_REACH = 50  # so far an end tag is followed: not through a page that was made to be deep
_TAG = (
    # Attributes as HTML 5 reads them: a quote opens a value only right behind its equals sign.
    rb"""<(?P<end>/?)(?P<name>[a-z][^\s/>]*+)(?:[\s/]++|(?:=[^\s/>=]*+|[^\s/>=]++)"""
    rb"""(?:\s*+=\s*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\s>"'][^\s>]*+)?+)?+)*+"""
)
_COMMENT = rb"<!--(?:-?>|.*?(?:--!?>|\Z))|<[!?][^>]*+"
_FLAGS = re.I | re.DOTALL
_TOKENS = re.compile(
    rb"%b|<(?P<raw>%b)\b.*?(?:</(?P=raw)\b|\Z)|%b" % (_COMMENT, b"|".join(_RAW), _TAG), _FLAGS
)
# Data in a drawing, or a comment behind it: where it ends nobody knows.
_FOREIGN_TOKENS = re.compile(rb"(?P<data><!\[CDATA\[)|%b|%b" % (_COMMENT, _TAG), _FLAGS)


def most_open(data: bytes, enough: int) -> tuple[int, int]:
    """Return how many elements may be open at once, and how many that format, up to enough."""
    opened, place = _Open(), 0
    while opened.deepest <= enough:
        pattern = _FOREIGN_TOKENS if opened.is_foreign else _TOKENS
        if (found := pattern.search(data, place)) is None:
            break
        if found.lastgroup == "data":
            return enough + 1, opened.most
        place = found.end()
        if found["name"] is not None:
            name = found["name"].lower()
            if found["end"]:
                opened.end(name)
            else:
                opened.start(name, closes_itself=data[place - 1 : place] == b"/")
    return opened.deepest, opened.most


class _Open:
    """The open elements, the innermost last."""

    def __init__(self) -> None:
        self._names: list[bytes] = []
        self._foreign = self._formatting = self.deepest = self.most = 0
        self._is_drawing = False  # nothing but shapes since a drawing began
        self._knows_tables = True

    @property
    def is_foreign(self) -> bool:
        """Return whether this may be inside a drawing, where other rules hold."""
        return self._foreign > 0

    def start(self, name: bytes, *, closes_itself: bool) -> None:
        if closes_itself and self._is_drawing and name in SHAPES:
            return
        self._is_drawing = name in FOREIGN or (self._is_drawing and name in SHAPES)
        if name in (BREAKING_OUT if self._foreign else NEVER_DEEP):
            return
        self._end_implied(name)
        if name in _PARTS and not (self._names and self._names[-1] in _ROOMS):
            name = b""
        self._names.append(name)
        self._foreign += name in FOREIGN
        self._formatting += name in FORMATTING
        self.deepest = max(self.deepest, len(self._names))
        self.most = max(self.most, self._formatting)

    def end(self, name: bytes) -> None:
        self._is_drawing &= name in SHAPES
        walls = _TABLE_WALLS if name in _PARTS else _WALLS
        up = self._find({name}, walls, _REACH if name in _ENDS_ALL else 1)
        if up:
            self._formatting -= name in FORMATTING
            self._cut(up)
        elif name in _TABLE_WALLS:
            self._knows_tables = False  # it may have ended far above

    def _end_implied(self, name: bytes) -> None:
        if self._foreign or (name == b"option" and self._formatting):  # formatting is put between
            return
        if name in _PARTS and self._knows_tables and (up := self._find(_CELLS, _TABLE_WALLS)):
            self._cut(up)
        ends = _ENDS.get(name, frozenset())
        while self._names and self._names[-1] in ends:
            self._names.pop()

    def _find(self, names: Set[bytes], walls: Set[bytes], reach: int = _REACH) -> int:
        """Return how far up the next of these is, 0 where a wall is nearer."""
        for up in range(1, 1 + min(len(self._names), reach)):
            if self._names[-up] in names:
                return up
            if self._names[-up] in walls:
                break
        return 0

    def _cut(self, up: int) -> None:
        """Close the innermost elements. Only what is formatted behind a marker ends with it."""
        names = self._names[-up:]
        del self._names[-up:]
        self._foreign -= sum(name in FOREIGN for name in names)
        marker = next((place for place, name in enumerate(names) if name in _MARKERS), len(names))
        self._formatting -= sum(name in FORMATTING for name in names[marker:])
