"""Where short pieces of a text stand: four characters at a time, looked up in one step.

A piece is hashed to 16 bits, because an array of 16-bit numbers is sorted in linear time. Pieces
that share a hash cost a little time and nothing else: what is found is compared afterwards.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from holdfast.quotes.normalise import Codes

# Shorter ones stand everywhere; longer ones do not survive an edit.
GRAM = 4
_BUCKETS = 1 << 16
# Sorting a text costs as much as this many questions without.
SORT_AFTER = 6
_MIX, _LAST = np.uint32(0x9E3779B1), np.uint32(0x85EBCA6B)  # odd numbers with well spread bits

Places = NDArray[np.int64]
Grams = NDArray[np.uint16]


class GramIndex:
    """Where each piece of a text begins; sorted only when it is asked often enough to pay."""

    def __init__(self, codes: Codes) -> None:
        """Take the text; the pieces are hashed and counted."""
        self.hashes = hash_grams(codes)
        self._counts = np.bincount(self.hashes, minlength=_BUCKETS)
        self._asked = 0

    @cached_property
    def _sorted(self) -> tuple[Places, Places]:
        """Return all places sorted by the piece that begins there, and where each piece begins."""
        order = np.argsort(self.hashes, kind="stable")
        return order, np.concatenate((np.zeros(1, np.int64), np.cumsum(self._counts)))

    def _is_sorted(self) -> bool:
        """Return whether it pays to sort; the answers are the same."""
        self._asked += 1
        return self._asked > SORT_AFTER

    def count(self, grams: Grams) -> Places:
        """Return how often each piece stands in the text."""
        counts: Places = self._counts[grams]
        return counts

    def places(self, gram: int) -> Places:
        """Return where one piece stands, in order, and others of the same hash."""
        if not self._is_sorted():
            return np.flatnonzero(self.hashes == gram)
        order, starts = self._sorted
        return order[starts[gram] : starts[gram + 1]]

    def hits(self, grams: Grams, counts: Places, most: int) -> tuple[Places, Places]:
        """Return the places of all pieces and which piece stands there.

        Pieces that stand more than ``most`` times are left out: they say nothing about where.
        """
        used = np.flatnonzero((counts > 0) & (counts <= most))
        counts = counts[used]
        which = np.repeat(used, counts)
        within = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
        order, starts = self._sorted if self._is_sorted() else self._some_sorted(grams[used])
        return order[np.repeat(starts[grams[used]], counts) + within], which

    def _some_sorted(self, grams: Grams) -> tuple[Places, Places]:
        """Return the same as ``_sorted`` for a few pieces."""
        wanted = np.zeros(_BUCKETS, np.bool_)
        wanted[grams] = True
        found = np.flatnonzero(wanted[self.hashes])
        order = found[np.argsort(self.hashes[found], kind="stable")]
        counts = np.where(wanted, self._counts, 0)
        return order, np.concatenate((np.zeros(1, np.int64), np.cumsum(counts)))


def hash_grams(codes: Codes) -> Grams:
    """Return the hash of the piece that begins at each place; capitals count as small letters."""
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
