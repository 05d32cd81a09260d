"""Where short pieces of a text stand: four characters at a time, looked up in one step.

A piece is hashed to 16 bits, because an array of 16-bit numbers is sorted in linear time. Pieces
that share a hash cost a little time and nothing else: what is found is compared afterwards.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from holdfast.quotes.normalise import Codes

# Shorter ones stand everywhere; longer ones do not survive an edit.
GRAM = 4
_BUCKETS = 1 << 16
_MIX, _LAST = np.uint32(0x9E3779B1), np.uint32(0x85EBCA6B)  # odd numbers with well spread bits

Places = NDArray[np.int64]
Grams = NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class GramIndex:
    """All places of a text, sorted by the piece that begins there."""

    hashes: Grams
    order: Places
    starts: Places

    @classmethod
    def of(cls, codes: Codes) -> "GramIndex":
        """Return the index of a text."""
        grams = hash_grams(codes)
        counts = np.bincount(grams, minlength=_BUCKETS)
        starts = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts)))
        return cls(grams, np.argsort(grams, kind="stable"), starts)

    def count(self, grams: Grams) -> Places:
        """Return how often each piece stands in the text."""
        counts: Places = self.starts[grams.astype(np.int64) + 1] - self.starts[grams]
        return counts

    def places(self, gram: int) -> Places:
        """Return where one piece stands, in order, and others of the same hash."""
        return self.order[self.starts[gram] : self.starts[gram + 1]]

    def hits(self, grams: Grams, counts: Places, most: int) -> tuple[Places, Places]:
        """Return the places of all pieces and which piece stands there.

        Pieces that stand more than ``most`` times are left out: they say nothing about where.
        """
        used = np.flatnonzero((counts > 0) & (counts <= most))
        counts = counts[used]
        which = np.repeat(used, counts)
        within = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
        return self.order[np.repeat(self.starts[grams[used]], counts) + within], which


def hash_grams(codes: Codes) -> Grams:
    """Return the hash of the piece that begins at each place; capitals count as small letters."""
    if len(codes) < GRAM:
        return np.zeros(0, np.uint16)
    small = np.where((codes >= 65) & (codes <= 90), codes + 32, codes).astype(np.uint32)
    count = len(codes) - GRAM + 1
    mixed = small[:count].copy()
    for step in range(1, GRAM):
        mixed *= _MIX
        mixed += small[step : step + count]
    mixed ^= mixed >> np.uint32(15)
    mixed *= _LAST
    return (mixed >> np.uint32(16)).astype(np.uint16)
