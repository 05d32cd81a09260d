"""Text as it is compared: one kind of space, quote mark and dash, nothing invisible, NFKC.

Every character of the result knows which characters of the original it came from. Most characters
come from the one after their neighbour's, so only the places where that breaks are kept: on 1 MB of
prose a few thousand numbers instead of a million.
"""

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from holdfast.errors import QuoteInvalid

Codes = NDArray[np.uint32]
Number = TypeVar("Number", np.uint32, np.int32)
Places = NDArray[np.int32]

_SPACE = 0x20
_PRINTABLE = 0x7F - _SPACE  # printable ASCII, from the space on
_GONE = 0xFFFFFFFF
FEW = 4096  # letters that are put between others one by one
# Invisible by their category, yet drawn: the Arabic and Kaithi number signs and their like.
_DRAWN = frozenset({*range(0x600, 0x606), 0x6DD, 0x70F, 0x8E2, 0x110BD, 0x110CD})
_SINGLE = (
    "\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}"
    "\u201a\u201b\u2032\u2035\u02bc\u00b4"
)
_DOUBLE = (
    "\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}"
    "\u201e\u201f\u2033\u2036\u00ab\u00bb"
)
# What a typographer, an editor or a keyboard layout changes without changing what is said.
FOLDED: Mapping[str, str] = MappingProxyType(
    {**dict.fromkeys(_SINGLE, "'"), **dict.fromkeys(_DOUBLE, '"'), "\N{MINUS SIGN}": "-"}
)
_FOLDING = str.maketrans(dict(FOLDED))


@dataclass(frozen=True, slots=True)
class Normalised:
    """A text in its comparable form, and the way back to the original offsets."""

    text: str
    codes: Codes
    _at: Sequence[int]  # where a stretch of unbroken correspondence begins, here
    _raw: Sequence[int]  # and in the original
    _ends: Mapping[int, int]  # original offset of a base with marks: where its last mark ends
    _raw_length: int

    def raw_start(self, place: int) -> int:
        """Return the original offset of a character; that of the end for the end."""
        if place >= len(self.text):
            return self._raw_length
        step = bisect_right(self._at, place) - 1
        return self._raw[step] + place - self._at[step]

    def raw_end(self, place: int) -> int:
        """Return the original offset just behind the character before ``place``."""
        if place <= 0:
            return 0
        start = self.raw_start(place - 1)
        return self._ends.get(start, start + 1)

    def place_of(self, raw: int) -> int:
        """Return the first place whose original offset is not before ``raw``."""
        step = bisect_left(self._raw, raw)
        following = self._at[step] if step < len(self._at) else len(self.text)
        if step == 0:
            return following
        return min(self._at[step - 1] + raw - self._raw[step - 1], following)


def normalise(
    text: str, *, hidden: Iterable[tuple[int, int]] = (), borders: Sequence[int] = ()
) -> Normalised:
    """Return the comparable form; ``hidden`` stretches are left out, ``borders`` become spaces.

    Raises ``QuoteInvalid`` for lone surrogates, which are no characters.
    """
    codes = code_points(text)
    raw = np.arange(len(codes), dtype=np.int32)
    shown = _shown(len(codes), hidden)
    if len(borders):
        at = np.asarray(borders, dtype=np.int32)
        codes, raw = np.insert(codes, at, _SPACE), np.insert(raw, at, at)
        shown = None if shown is None else np.insert(shown, at, True)
    if shown is not None:
        codes, raw = codes[shown], raw[shown]
    ends: dict[int, int] = {}
    if len(codes):
        codes, raw, ends = _fold(codes, raw)
    spaces = codes == _SPACE
    again = np.flatnonzero(spaces[1:] & spaces[:-1]) + 1
    if len(again):
        codes, raw = np.delete(codes, again), np.delete(raw, again)
    return _with_breaks(codes, raw, ends, len(text))


def code_points(text: str) -> Codes:
    """Return the text as numbers; raises ``QuoteInvalid`` for lone surrogates."""
    try:
        return np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32)
    except UnicodeEncodeError as exc:
        seen = f"a lone surrogate U+{ord(text[exc.start]):04X} at offset {exc.start}"
        advice = "decode the source as UTF-8 or UTF-16 before it gets here"
        raise QuoteInvalid("text of whole characters", seen, advice) from exc


def _shown(length: int, hidden: Iterable[tuple[int, int]]) -> NDArray[np.bool_] | None:
    shown: NDArray[np.bool_] | None = None
    for start, end in hidden:
        if shown is None:
            shown = np.ones(length, dtype=np.bool_)
        shown[start:end] = False
    return shown


def _fold(codes: Codes, raw: Places) -> tuple[Codes, Places, dict[int, int]]:
    """Return the codes folded one by one, clusters composed, and where composed ones end.

    Printable ASCII is compared as it is: only the other places are looked at.
    """
    special = np.flatnonzero((codes - np.uint32(_SPACE)) >= _PRINTABLE)
    if not len(special):
        return codes, raw, {}
    there = codes[special]
    kinds = np.flatnonzero(np.bincount(there)).tolist()
    folded = {kind: _folded(kind) for kind in kinds}
    table = np.zeros(kinds[-1] + 1, dtype=np.uint32)
    table[kinds] = [ord(to[0]) if to else _GONE for to in folded.values()]
    out, ends = codes.copy(), dict[int, int]()
    out[special] = table[there]
    extra: list[tuple[int, str]] = []  # letters that follow the first one of their character
    for kind, to in folded.items():
        if len(to) > 1:
            extra += [(at, to[1:]) for at in special[there == kind].tolist()]
    marks = [kind for kind in kinds if _is_mark(kind)]
    if marks:
        bases = _compose(codes, special[np.isin(there, marks)], out)
        ends = {int(raw[start]): int(raw[end - 1]) + 1 for start, (end, _) in bases.items()}
        # What a base or a mark became alone does not count any more.
        extra = [(at, to) for at, to in extra if out[at] != _GONE and at not in bases]
        extra += [(start, to) for start, (_, to) in bases.items()]
    out, raw = _insert(out, raw, sorted(extra))
    gone = np.flatnonzero(out == _GONE)
    return (np.delete(out, gone), np.delete(raw, gone), ends) if len(gone) else (out, raw, ends)


def _insert(out: Codes, raw: Places, extra: list[tuple[int, str]]) -> tuple[Codes, Places]:
    """Return the codes with further letters behind the places that are named."""
    letters = [ord(letter) for _, more in extra for letter in more]
    if not letters:
        return out, raw
    behind = np.repeat([at + 1 for at, _ in extra], [len(more) for _, more in extra])
    if len(letters) > FEW:
        return np.insert(out, behind, letters), np.insert(raw, behind, raw[behind - 1])
    cuts, added = behind.tolist(), np.array(letters, np.uint32)
    return _spliced(out, cuts, added), _spliced(raw, cuts, raw[behind - 1])


def _spliced(values: NDArray[Number], cuts: list[int], added: NDArray[Number]) -> NDArray[Number]:
    """Return the same as ``np.insert``, quicker for a few values in many."""
    parts: list[NDArray[Number]] = []
    last = 0
    for number, cut in enumerate(cuts):
        parts += [values[last:cut], added[number : number + 1]]
        last = cut
    return np.concatenate([*parts, values[last:]])


def _compose(codes: Codes, places: NDArray[np.int64], out: Codes) -> dict[int, tuple[int, str]]:
    """Make one in ``out`` what is a character and the marks behind it; return where each is.

    By its start: where it ends, and the letters behind its first one.
    """
    out[places] = _GONE
    breaks = np.flatnonzero(np.diff(places) > 1)
    firsts = places[np.concatenate(([0], breaks + 1))].tolist()
    lasts = places[np.concatenate((breaks, [len(places) - 1]))].tolist()
    text = _as_text(codes)
    bases: dict[int, tuple[int, str]] = {}
    for first, last in zip(firsts, lasts, strict=True):
        start, end = max(first - 1, 0), last + 1
        to = fold(text[start:end])
        out[start] = ord(to[0]) if to else _GONE
        bases[start] = (end, to[1:])
    return bases


def _as_text(codes: Codes) -> str:
    return codes.astype("<u4", copy=False).tobytes().decode("utf-32-le")


def _is_mark(code: int) -> bool:
    """Return whether the character may compose with the one before it."""
    return unicodedata.category(chr(code))[0] == "M" or 0x1160 <= code <= 0x11FF


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Return a short text in its comparable form, white space as spaces but not collapsed."""
    composed = unicodedata.normalize("NFKC", text.translate(_FOLDING))
    return "".join(_folded(ord(letter)) for letter in composed)


@lru_cache(maxsize=4096)
def _folded(code: int) -> str:
    """Return what one character is compared as: "" for what cannot be seen."""
    letter = chr(code)
    if code < 0x80:
        return " " if letter.isspace() else letter
    if letter in FOLDED:
        return FOLDED[letter]
    category = unicodedata.category(letter)
    if (category == "Cf" and code not in _DRAWN) or 0xFE00 <= code <= 0xFE0F:
        return ""  # soft hyphens, joiners, direction marks, variation selectors
    if category == "Pd":
        return "-"
    return "".join(" " if c.isspace() else c for c in unicodedata.normalize("NFKC", letter))


def _with_breaks(codes: Codes, raw: Places, ends: dict[int, int], length: int) -> Normalised:
    if not len(codes):
        return Normalised("", codes, (), (), {}, length)
    at = np.concatenate((np.zeros(1, np.int64), np.flatnonzero(np.diff(raw) != 1) + 1))
    return Normalised(_as_text(codes), codes, at.tolist(), raw[at].tolist(), ends, length)
