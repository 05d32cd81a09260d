"""The tags of a page in bulk: where each ends, and which are surely closed by the next of its name.

One look at all bytes at once instead of one at each tag; whatever is written in an unusual way is
not understood here, and counts as open.
"""

import string
from collections.abc import Collection, Iterator

import numpy as np
from numpy.typing import NDArray

from holdfast.adapters.html.open_elements import (
    BREAKING_OUT,
    FOREIGN,
    FORMATTING,
    NEVER_DEEP,
    SHAPES,
)

_Numbers = NDArray[np.int64]
_Words = NDArray[np.uint64]
_Truths = NDArray[np.bool_]
# Names in small letters; what ends one is zero.
_FOLDED = np.frombuffer(
    bytes.maketrans(
        string.ascii_uppercase.encode() + b"\t\n\f\r />", string.ascii_lowercase.encode() + bytes(7)
    ),
    np.uint8,
)
_PADDING = bytes(24)
_ONES, _HIGHS = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
_ROUNDS = 50  # elements in elements that are seen through


class Tags:
    """All that begins with "<" in a page, in its order."""

    def __init__(self, data: bytes) -> None:
        self._bytes = np.frombuffer(data + _PADDING, np.uint8)
        self._at = np.flatnonzero(self._bytes == ord("<"))
        stops = np.append(np.flatnonzero(self._bytes == ord(">")), len(data) + 1)
        self._stop = stops[np.searchsorted(stops, self._at)]
        following = np.append(self._at[1:], len(data))
        self._is_end = self._bytes[self._at + 1] == ord("/")
        self._name_at = self._at + 1 + self._is_end
        initial = _FOLDED[self._bytes[self._name_at]]
        self._is_tag = (initial >= ord("a")) & (initial <= ord("z"))
        self._is_sound = self._is_tag & (self._stop < following)
        self._is_sound[self._with_odd_quotes()] = False

    @property
    def count(self) -> int:
        """Return how many there are."""
        return len(self._at)

    @property
    def starts(self) -> int:
        """Return how many begin an element, at most."""
        return int((~self._is_end).sum())

    def places_of_long(self, least: int) -> list[int]:
        """Return where start tags are that may have so many characters."""
        may_be_long = ~self._is_sound | (self._stop - self._at >= least)
        found: list[int] = self._at[self._is_tag & ~self._is_end & may_be_long].tolist()
        return found

    def unpaired(self) -> Iterator[tuple[int, int]]:
        """Yield how many elements may be open at once, and how many that format: ever nearer."""
        first, second = self._names()
        pairs = self._is_sound & (second < _HIGHS)  # longer names are not known to the end
        seen = ~(self._holds_nothing(first, second) | self._is_comment())
        first, second, pairs, is_end = first[seen], second[seen], pairs[seen], self._is_end[seen]
        opens = self._is_tag[seen] & ~is_end
        formats = _is_one_of(first, second, FORMATTING) & opens
        for depth in range(_ROUNDS):
            yield depth + int(opens.sum()), int(formats.sum())  # what is closed is not reopened
            same = (first[:-1] == first[1:]) & (second[:-1] == second[1:])
            closed = same & pairs[:-1] & pairs[1:] & opens[:-1] & is_end[1:]
            if not closed.any():
                return
            left = ~(np.append(closed, False) | np.append(False, closed))
            first, second, pairs = first[left], second[left], pairs[left]
            is_end, opens, formats = is_end[left], opens[left], formats[left]

    def _names(self) -> tuple[_Words, _Words]:
        """Return the first eight letters of each name and the next, as numbers."""
        first, ends = self._words(self._name_at)
        second = np.zeros_like(first)
        longer = np.flatnonzero(~ends)
        second[longer], _ = self._words(self._name_at[longer] + 8)
        return first, second

    def _words(self, places: _Numbers) -> tuple[_Words, _Truths]:
        """Return eight letters each, up to the end of a name, and which have one."""
        all_words = np.ndarray((len(self._bytes) - 7,), np.dtype("<u8"), self._bytes, strides=(1,))
        words = _FOLDED[all_words[places].view(np.uint8)].view(np.dtype("<u8"))
        zeros = (words - _ONES) & ~words & _HIGHS
        lowest = zeros & (~zeros + np.uint64(1))
        return words & ((lowest >> np.uint64(7)) - np.uint64(1)), zeros != 0

    def _with_odd_quotes(self) -> _Numbers:
        """Return the tags that may go on behind their ">", in a value.

        A value begins with a quote right behind "=" (or white space behind that). A tag ends where
        it seems to if its quotes come in pairs, the first right behind "=", and the second where
        none may begin.
        """
        quotes = np.flatnonzero(self._bytes == ord('"'))
        since, until = np.searchsorted(quotes, self._at), np.searchsorted(quotes, self._stop)
        counts = np.where(self._is_sound, until - since, 0)
        odd = counts % 2 == 1
        counts[odd] = 0
        changes = np.zeros(len(quotes) + 1, np.int8)
        changes[since[counts > 0]] += 1
        changes[until[counts > 0]] -= 1
        inside = quotes[np.cumsum(changes[:-1], dtype=np.int8).view(np.bool_)]
        begins, ends = inside[0::2], inside[1::2]
        fits = (self._bytes[begins - 1] == ord("=")) & self._is_blank(ends + 1)
        fits &= (ends == begins + 1) | ~self._may_begin(ends)
        of_pairs = np.repeat(np.arange(len(counts)), counts // 2)
        single = np.flatnonzero(self._bytes == ord("'"))
        single = np.searchsorted(self._at, single[self._may_begin(single)]) - 1
        return np.concatenate((np.flatnonzero(odd), of_pairs[~fits], single[single >= 0]))

    def _may_begin(self, quotes: _Numbers) -> _Truths:
        """Return which quotes may begin a value: "=" stands before them, or much white space."""
        before, further = quotes - 1, quotes - 2
        is_space = self._is_blank(before)
        after_space = (self._bytes[further] == ord("=")) | self._is_blank(further)
        found: _Truths = (self._bytes[before] == ord("=")) | (is_space & after_space)
        return found

    def _is_blank(self, places: _Numbers) -> _Truths:
        """Return where white space is, or a slash or bracket: what ends a name."""
        found: _Truths = _FOLDED[self._bytes[places]] == 0
        return found

    def _is_comment(self) -> _Truths:
        """Return what is a whole comment without markup in it."""
        at, stop, page = self._at, self._stop, self._bytes
        opens = (page[at + 1] == ord("!")) & (page[at + 2] == ord("-")) & (page[at + 3] == ord("-"))
        closes = (page[stop - 1] == ord("-")) & (page[stop - 2] == ord("-"))
        found: _Truths = opens & closes & (stop < np.append(at[1:], len(page)))
        return found

    def _holds_nothing(self, first: _Words, second: _Words) -> _Truths:
        """Return which tags begin nothing that stays open."""
        drawing = _is_one_of(first, second, FOREIGN)
        names = BREAKING_OUT if drawing.any() else NEVER_DEEP
        empty: _Truths = _is_one_of(first, second, names) & self._is_sound & ~self._is_end
        if not drawing.any():
            return empty
        slash, before = self._stop - 1, self._stop - 2
        # A slash behind a bare value belongs to it.
        itself = (self._bytes[before] == ord('"')) | self._is_blank(before)
        itself &= self._bytes[slash] == ord("/")
        shape = _is_one_of(first, second, SHAPES) & self._is_sound
        # In a drawing, where nothing but shapes stands since it began.
        other = np.where(shape, 0, np.arange(len(first)))
        since = np.maximum.accumulate(other)
        began = drawing & self._is_sound & ~self._is_end & ~itself
        found: _Truths = empty | (shape & itself & ~self._is_end & began[since])
        return found


def _is_one_of(first: _Words, second: _Words, names: Collection[bytes]) -> _Truths:
    """Return which names are among some short ones."""
    codes = [int.from_bytes(name, "little") for name in names if len(name) <= 8]
    found: _Truths = (second == 0) & np.isin(first, np.array(codes, np.uint64))
    return found
