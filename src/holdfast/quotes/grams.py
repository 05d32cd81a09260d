"""Where short pieces of a text stand: four characters at a time, looked up in one step.

A piece is hashed to 16 bits, because an array of 16-bit numbers is sorted in linear time. Pieces
that share a hash cost a little time and nothing else: what is found is compared afterwards.
"""

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from holdfast.quotes.normalise import Codes

# Shorter ones stand everywhere; longer ones do not survive an edit.
GRAM = 4
_BUCKETS = 1 << 16
# A long text is hashed in parts that stay in the processor's cache: twice as fast.
_CHUNK = 1 << 16
# Sorting a text costs as much as this many questions without.
SORT_AFTER = 4
_MIX, _LAST = np.uint32(0x9E3779B1), np.uint32(0x85EBCA6B)  # odd numbers with well spread bits

Places = NDArray[np.int64]
Grams = NDArray[np.uint16]


class _Few(NamedTuple):
    """Where some pieces stand: which were asked for, the places of all, and the piece at each."""

    asked: NDArray[np.bool_]
    places: Places
    grams: Grams


class GramIndex:
    """Where each piece of a text begins; sorted only when it is asked often enough to pay."""

    def __init__(self, codes: Codes) -> None:
        """Take the text; the pieces are hashed."""
        self.hashes = hash_grams(codes)
        self._asked = 0
        self._few: _Few | None = None

    @cached_property
    def _counts(self) -> Places:
        return np.bincount(self.hashes, minlength=_BUCKETS)

    @cached_property
    def _sorted(self) -> tuple[Places, Places]:
        """Return all places sorted by the piece that begins there, and where each piece begins."""
        return np.argsort(self.hashes, kind="stable"), _starts(self._counts)

    @property
    def is_sorted(self) -> bool:
        """Return whether it pays to sort; the answers are the same."""
        return self._asked > SORT_AFTER

    def count(self, grams: Grams) -> Places:
        """Return how often each piece stands in the text."""
        if self.is_sorted:
            counts: Places = self._counts[grams]
            return counts
        few: Places = np.bincount(self._some(grams).grams, minlength=_BUCKETS)[grams]
        return few

    def places(self, gram: int) -> Places:
        """Return where one piece stands, in order, and others of the same hash."""
        self._asked += 1
        order, starts = self._sorted
        return order[starts[gram] : starts[gram + 1]]

    def hits(self, grams: Grams, counts: Places, most: int) -> tuple[Places, Places]:
        """Return the places of all pieces and which piece stands there.

        Pieces that stand more than ``most`` times are left out: they say nothing about where.
        """
        self._asked += 1
        used = np.flatnonzero((counts > 0) & (counts <= most))
        counts = counts[used]
        which = np.repeat(used, counts)
        within = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
        order, starts = self._sorted if self.is_sorted else self._some_sorted(grams[used])
        return order[np.repeat(starts[grams[used]], counts) + within], which

    def _some_sorted(self, grams: Grams) -> tuple[Places, Places]:
        """Return the same as ``_sorted`` for a few pieces."""
        few = self._some(grams)
        chosen = np.flatnonzero(_table(grams)[few.grams])
        found = few.grams[chosen]
        order = few.places[chosen][np.argsort(found, kind="stable")]
        return order, _starts(np.bincount(found, minlength=_BUCKETS))

    def _some(self, grams: Grams) -> _Few:
        """Return where these pieces stand; those of the last time if they were among them."""
        few = self._few
        if few is None or not few.asked[grams].all():
            asked = _table(grams)
            places = np.flatnonzero(np.take(asked, self.hashes))
            few = self._few = _Few(asked, places, self.hashes[places])
        return few


def _table(grams: Grams) -> NDArray[np.bool_]:
    asked = np.zeros(_BUCKETS, np.bool_)
    asked[grams] = True
    return asked


def _starts(counts: Places) -> Places:
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(counts)))


def hash_grams(codes: Codes) -> Grams:
    """Return the hash of the piece that begins at each place; capitals count as small letters."""
    count = len(codes) - GRAM + 1
    if count <= _CHUNK:
        return _hash_chunk(codes)
    hashes = np.empty(count, np.uint16)
    for start in range(0, count, _CHUNK):
        hashes[start : start + _CHUNK] = _hash_chunk(codes[start : start + _CHUNK + GRAM - 1])
    return hashes


def _hash_chunk(codes: Codes) -> Grams:
    if len(codes) < GRAM:
        return np.zeros(0, np.uint16)
    small = ((codes - np.uint32(65)) < 26).astype(np.uint32)
    small <<= np.uint32(5)
    small |= codes  # a capital letter is its small one without this bit
    count = len(codes) - GRAM + 1
    mixed = small[:count] * _MIX
    mixed += small[1 : 1 + count]
    for step in range(2, GRAM):
        mixed *= _MIX
        mixed += small[step : step + count]
    mixed ^= mixed >> np.uint32(15)
    mixed *= _LAST
    mixed >>= np.uint32(16)
    return mixed.astype(np.uint16)
