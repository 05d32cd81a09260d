"""Unfolding: which pages would cost far more than their length if they were read as HTML 5.

The rules of HTML 5 look through all that is open at most tags, and open again whatever formatting
was never closed. Browsers stop at a depth; a parser that does not needs minutes for a page of one
megabyte that was made for it. Everything here is linear in the length of the page.
"""

import re
from collections import Counter

_FEW = 2_000  # so many elements do no harm, however they stand
_DEEPEST = _FEW
_MOST_REOPENED = _FEW**2 // 4
_MOST_STEPS = 200_000_000  # a second
# More attributes than anybody writes: each is compared with all before it.
_LONG_TAG = re.compile(rb"""<[a-z](?>[^<>"'\s/]++[\s/]*+|"[^"]*+"|'[^']*+'|[<"'\s/]){500}""", re.I)
FORMATTING = frozenset(b"a b big code em font i nobr s small strike strong tt u".split())
# What is closed right behind its text, and what holds nothing. Only attributes that everybody reads
# alike, and no "<" in them: where one try ends at the next tag, all tries together are linear.
_ATTRIBUTES = rb"""(?:\s++[^\s"'<>/=]++(?:=(?:"[^"<]*+"|'[^'<]*+'|[^\s"'=<>`]++))?+)*+\s*+/?>"""
_CLOSED = re.compile(
    rb"<(?:(?:img|br|input|wbr|hr)%b|([a-z][a-z0-9-]*+)%b[^<]*+</\1\s*+>)"
    % (_ATTRIBUTES, _ATTRIBUTES),
    re.I,
)
# What formats a text, a picture or an icon and is closed behind it: most links of a page.
_CLOSED_FORMATTING = re.compile(
    rb"<(%b)%b(?:[^<]++|</?(?:span|img|br)%b|<(b|code|em|i|small|strong|u)%b[^<]*+</\2\s*+>)*+"
    rb"</\1\s*+>" % (b"|".join(sorted(FORMATTING)), *3 * [_ATTRIBUTES]),
    re.I,
)
_STARTS = re.compile(rb"<([a-z][^\s/>]*+)", re.I)
# What holds nothing, and what the next of its kind ends.
_NEVER_DEEP = frozenset(
    b"area base basefont bgsound br col embed frame hr img input keygen link meta param source "
    b"track wbr p li dd dt option optgroup tr tbody thead tfoot colgroup rt rp".split()
)
# What is open outside of these is not meant by an end tag inside.
_WALLS = frozenset(b"applet caption marquee math object svg table td template th".split())
_CELLS = frozenset({b"td", b"th"})
_CELL_ENDS = _CELLS | frozenset(b"tr tbody thead tfoot".split())
_TOKENS = re.compile(
    rb"<!--.*?(?:-->|\Z)"
    rb"|<(?P<raw>script|style|textarea|title|xmp|iframe|noscript|noembed|noframes)\b"
    rb".*?(?:</(?P=raw)\b|\Z)"
    # Attributes as HTML 5 reads them: a quote opens a value only right behind its equals sign.
    rb"""|<(?P<end>/?)(?P<name>[a-z][^\s/>]*+)(?:[\s/]++|(?:=[^\s/>=]*+|[^\s/>=]++)"""
    rb"""(?:\s*+=\s*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\s>"'][^\s>]*+)?+)?+)*+""",
    re.I | re.DOTALL,
)


def unfolds(data: bytes) -> bool:
    """Return whether a page may become much larger, or take much longer, than it looks."""
    return _has_much_open(data) or _LONG_TAG.search(data) is not None


def _has_much_open(data: bytes) -> bool:
    """Return whether too much may be open at once.

    Counted from cheap to exact, where the cheaper count is too much; none is less than what a
    parser has open.
    """
    tags = data.count(b"<")
    starts = tags - data.count(b"</")
    if starts <= _FEW:
        return False

    def is_much(deepest: int, formatting: int) -> bool:
        return deepest * tags > _MOST_STEPS or formatting * starts > _MOST_REOPENED

    if not is_much(*_opened(_CLOSED_FORMATTING.sub(b" ", data))):
        return False
    # Twice: what holds only such elements is closed, too.
    if not is_much(*_opened(_CLOSED.sub(b" ", _CLOSED.sub(b" ", data)))):
        return False
    deepest, formatting = _most_open(data)
    return deepest > _DEEPEST or formatting * starts > _MOST_REOPENED


def _opened(data: bytes) -> tuple[int, int]:
    """Return how many elements begin that may hold others, and how many that format."""
    deepest = formatting = 0
    for name, count in Counter(_STARTS.findall(data)).items():
        deepest += count * (name.lower() not in _NEVER_DEEP)
        formatting += count * (name.lower() in FORMATTING)
    return deepest, formatting


def _most_open(data: bytes) -> tuple[int, int]:
    """Return how many elements may be open at once at most, and how many that format."""
    rooms = _Rooms()
    for found in _TOKENS.finditer(data):
        if (name := found["name"]) is not None:
            if found["end"]:
                rooms.end(name.lower())
            else:
                rooms.start(name.lower())
    return rooms.deepest, rooms.most


class _Rooms:
    """What is open between the walls, counted: never less than what a parser has open."""

    def __init__(self) -> None:
        self._rooms: list[tuple[bytes, Counter[bytes]]] = [(b"", Counter())]
        self._walls = Counter[bytes]()
        self._depth = self._formatting = self.deepest = self.most = 0

    def start(self, name: bytes) -> None:
        if name in _CELL_ENDS and self._rooms[-1][0] in _CELLS:
            self._leave()
        if name in _NEVER_DEEP:
            return
        if name in _WALLS:
            self._rooms.append((name, Counter()))
            self._walls[name] += 1
        self._rooms[-1][1][name] += 1
        self._depth += 1
        self.deepest = max(self.deepest, self._depth)
        if name in FORMATTING:
            self._formatting += 1
            self.most = max(self.most, self._formatting)

    def end(self, name: bytes) -> None:
        opened = self._rooms[-1][1]
        if name in _WALLS:
            while self._walls[name] and self._leave() != name:
                pass
        elif opened[name]:
            opened[name] -= 1
            self._depth -= 1
            self._formatting -= name in FORMATTING

    def _leave(self) -> bytes:
        """Leave the innermost room with all that is open in it; return its name."""
        wall, opened = self._rooms.pop()
        self._walls[wall] -= 1
        self._depth -= opened.total()
        self._formatting -= sum(opened[name] for name in opened.keys() & FORMATTING)
        return wall
