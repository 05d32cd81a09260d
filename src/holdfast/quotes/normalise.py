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
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from holdfast.errors import QuoteInvalid

# As narrow as the text allows: fresh memory is most of what a new page costs.
Codes = NDArray[np.uint8 | np.uint16 | np.uint32]
Places = NDArray[np.int64]

_SPACE = 0x20
_PRINTABLE = 0x7F - _SPACE  # printable ASCII, from the space on
_NO_CHARACTER = "\uffff"  # Unicode never gives this number to a character
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
_ASCII_FOLDING = bytes(_SPACE if chr(code).isspace() else code for code in range(0x100))


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
    codes, steps = code_points(text), _Steps(np.zeros(1, np.int64), np.zeros(1, np.int64))
    shown = _shown(len(codes), hidden)
    if len(borders):
        at = np.asarray(borders, dtype=np.int64)
        codes, steps = np.insert(codes, at, _SPACE), steps.with_more(at, at)
        shown = None if shown is None else np.insert(shown, at, True)
    if shown is not None:
        codes, steps = codes[shown], steps.without(np.flatnonzero(~shown))
    ends: dict[int, int] = {}
    if len(codes):
        codes, steps, ends = _fold(codes, steps)
    spaces = codes == _SPACE
    again = np.flatnonzero(spaces[1:] & spaces[:-1]) + 1
    if len(again):
        codes, steps = np.delete(codes, again), steps.without(again)
    if not len(codes):
        return Normalised("", codes, (), (), {}, len(text))
    at, raw = steps.breaks(len(codes))
    return Normalised(_as_text(codes), codes, at.tolist(), raw.tolist(), ends, len(text))


class _Steps(NamedTuple):
    """The original offset of every character: of those where it is not the one after the last."""

    at: Places
    raw: Places

    def of(self, places: Places) -> Places:
        """Return the original offsets of characters."""
        step = np.searchsorted(self.at, places, side="right") - 1
        return self.raw[step] + places - self.at[step]

    def without(self, places: Places) -> "_Steps":
        """Return the same without some characters."""
        at = np.concatenate((np.zeros(1, np.int64), places - np.arange(len(places))))
        kept = _Steps(at, np.concatenate((np.zeros(1, np.int64), places + 1)))
        return self._after(kept, self.at - np.searchsorted(places, self.at))

    def with_more(self, places: Places, origins: Places) -> "_Steps":
        """Return the same with further characters before these places, of those origins."""
        new = places + np.arange(len(places))
        is_last = np.append(places[1:] != places[:-1], True)
        at = np.concatenate((np.zeros(1, np.int64), new, new[is_last] + 1))
        old = np.concatenate((np.zeros(1, np.int64), origins, places[is_last]))
        order = np.argsort(at, kind="stable")
        moved = self.at + np.searchsorted(places, self.at, side="right")
        return self._after(_Steps(at[order], old[order]), moved)

    def _after(self, change: "_Steps", moved: Places) -> "_Steps":
        """Return these steps behind a change that moved them."""
        at = np.sort(np.concatenate((change.at, moved)), kind="stable")
        at = at[np.append(True, at[1:] != at[:-1])]
        return _Steps(at, self.of(change.of(at)))

    def breaks(self, length: int) -> "_Steps":
        """Return the steps of a text of that length at which the offset does break."""
        at, raw = self.at[self.at < length], self.raw[self.at < length]
        is_break = np.append(True, np.diff(raw) != np.diff(at))
        return _Steps(at[is_break], raw[is_break])


def code_points(text: str) -> Codes:
    """Return the text as numbers, the largest of which is free to mean something else.

    Raises ``QuoteInvalid`` for lone surrogates.
    """
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    try:
        narrow = np.frombuffer(text.encode("utf-16-le"), dtype=np.uint16)
        if len(narrow) == len(text) and _NO_CHARACTER not in text:
            return narrow
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


def _fold(codes: Codes, steps: _Steps) -> tuple[Codes, _Steps, dict[int, int]]:
    """Return the codes folded one by one, clusters composed, and where composed ones end.

    Printable ASCII is compared as it is: only the other places are looked at.
    """
    if codes.dtype == np.uint8:
        return np.frombuffer(codes.tobytes().translate(_ASCII_FOLDING), np.uint8), steps, {}
    special = np.flatnonzero((codes - codes.dtype.type(_SPACE)) >= _PRINTABLE)
    if not len(special):
        return codes, steps, {}
    there = codes[special]
    kinds = np.flatnonzero(np.bincount(there)).tolist()
    folded = {kind: _folded(kind) for kind in kinds}
    if any(letter >= _NO_CHARACTER for to in folded.values() for letter in to):
        codes = codes.astype(np.uint32)  # a few signs are compared as letters beyond 16 bits
    out, ends, gone = codes.copy(), dict[int, int](), np.iinfo(codes.dtype).max
    table = np.zeros(kinds[-1] + 1, dtype=codes.dtype)
    table[kinds] = [ord(to[0]) if to else gone for to in folded.values()]
    out[special] = table[there]
    extra: list[tuple[int, str]] = []  # letters that follow the first one of their character
    for kind, to in folded.items():
        if len(to) > 1:
            extra += [(at, to[1:]) for at in special[there == kind].tolist()]
    marks = [kind for kind in kinds if _is_mark(kind)]
    if marks:
        bases = _compose(codes, special[np.isin(there, marks)], out)
        lasts = np.array([end - 1 for end, _ in bases.values()])
        ends = dict(
            zip(steps.of(np.array([*bases])).tolist(), (steps.of(lasts) + 1).tolist(), strict=True)
        )
        # What a base or a mark became alone does not count any more.
        extra = [(at, to) for at, to in extra if out[at] != gone and at not in bases]
        extra += [(start, to) for start, (_, to) in bases.items()]
    out, steps = _insert(out, steps, sorted(extra))
    left = np.flatnonzero(out == gone)
    return (np.delete(out, left), steps.without(left), ends) if len(left) else (out, steps, ends)


def _insert(out: Codes, steps: _Steps, extra: list[tuple[int, str]]) -> tuple[Codes, _Steps]:
    """Return the codes with further letters behind the places that are named."""
    letters: Codes = np.array([ord(letter) for _, more in extra for letter in more], out.dtype)
    if not len(letters):
        return out, steps
    behind = np.repeat([at + 1 for at, _ in extra], [len(more) for _, more in extra])
    is_few = len(letters) <= FEW
    out = _spliced(out, behind.tolist(), letters) if is_few else np.insert(out, behind, letters)
    return out, steps.with_more(behind, behind - 1)


def _spliced(values: Codes, cuts: list[int], added: Codes) -> Codes:
    """Return the same as ``np.insert``, quicker for a few values in many."""
    parts: list[Codes] = []
    last = 0
    for number, cut in enumerate(cuts):
        parts += [values[last:cut], added[number : number + 1]]
        last = cut
    return np.concatenate([*parts, values[last:]])


def _compose(codes: Codes, places: NDArray[np.int64], out: Codes) -> dict[int, tuple[int, str]]:
    """Make one in ``out`` what is a character and the marks behind it; return where each is.

    By its start: where it ends, and the letters behind its first one.
    """
    gone = np.iinfo(out.dtype).max
    out[places] = gone
    breaks = np.flatnonzero(np.diff(places) > 1)
    firsts = places[np.concatenate(([0], breaks + 1))].tolist()
    lasts = places[np.concatenate((breaks, [len(places) - 1]))].tolist()
    text = _as_text(codes)
    bases: dict[int, tuple[int, str]] = {}
    for first, last in zip(firsts, lasts, strict=True):
        start, end = max(first - 1, 0), last + 1
        to = fold(text[start:end])
        out[start] = ord(to[0]) if to else gone
        bases[start] = (end, to[1:])
    return bases


def _as_text(codes: Codes) -> str:
    if codes.dtype == np.uint8:
        return str(codes.data, "ascii")
    if codes.dtype == np.uint16:
        return str(codes.astype("<u2", copy=False).data, "utf-16-le")
    return str(codes.astype("<u4", copy=False).data, "utf-32-le")


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
