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
_CHUNK = 1 << 15
# Sorting a text costs as much as this many questions without.
SORT_AFTER = 4
_MIX, _LAST = np.uint32(0x9E3779B1), np.uint32(0x85EBCA6B)  # odd numbers with well spread bits
_MIX_TWICE = np.uint32(0x9E3779B1**2 & 0xFFFFFFFF)

Places = NDArray[np.int64]
Grams = NDArray[np.uint16]


class _Few(NamedTuple):
    """Where some pieces stand: which were asked for, the places of all, and the piece at each."""

    asked: NDArray[np.bool_]
    places: Places
    grams: Grams
    counts: Places  # by piece


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
        known = self._counts if self.is_sorted else self._some(grams).counts
        counts: Places = known[grams]
        return counts

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
        if self.is_sorted:
            order, starts = self._sorted
            begins = starts[grams[used]]
        else:
            order, begins = self._some_sorted(grams[used])
        return order[np.repeat(begins, counts) + within], which

    def _some_sorted(self, grams: Grams) -> tuple[Places, Places]:
        """Return the places of a few pieces sorted by piece, and where each of these begins."""
        few = self._some(grams)
        chosen = np.flatnonzero(_table(grams)[few.grams])
        found = few.grams[chosen]
        order = np.argsort(found, kind="stable")
        return few.places[chosen][order], np.searchsorted(found[order], grams)

    def _some(self, grams: Grams) -> _Few:
        """Return where these pieces stand; those of the last time if they were among them."""
        few = self._few
        if few is None or not few.asked[grams].all():
            asked, hashes = _table(grams), self.hashes
            starts = range(0, len(hashes), _CHUNK)
            parts = [at + np.flatnonzero(asked[hashes[at : at + _CHUNK]]) for at in starts]
            places = np.concatenate([np.zeros(0, np.int64), *parts])
            found = hashes[places]
            few = self._few = _Few(asked, places, found, np.bincount(found, minlength=_BUCKETS))
        return few


def _table(grams: Grams) -> NDArray[np.bool_]:
    asked = np.zeros(_BUCKETS, np.bool_)
    asked[grams] = True
    return asked


def _starts(counts: Places) -> Places:
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(counts)))


def hash_grams(codes: Codes) -> Grams:
    """Return the hash of the piece that begins at each place; capitals count as small letters."""
    hashes = np.empty(max(0, len(codes) - GRAM + 1), np.uint16)
    for start in range(0, len(hashes), _CHUNK):
        hashes[start : start + _CHUNK] = _hash_chunk(codes[start : start + _CHUNK + GRAM - 1])
    return hashes


def _hash_chunk(codes: Codes) -> NDArray[np.uint32]:
    small = _small(codes)
    pairs = small[:-1] * _MIX
    pairs += small[1:]
    mixed = pairs[:-2] * _MIX_TWICE
    mixed += pairs[2:]
    mixed ^= mixed >> np.uint32(15)
    mixed *= _LAST
    mixed >>= np.uint32(16)
    return mixed


def _small(codes: Codes) -> NDArray[np.uint32]:
    """Return the codes with small letters for the capitals of ASCII."""
    if codes.dtype == np.uint8:
        return np.frombuffer(codes.tobytes().lower(), np.uint8).astype(np.uint32)
    codes = codes.astype(np.uint32, copy=False)
    small = ((codes - np.uint32(65)) < 26).astype(np.uint32)
    small <<= np.uint32(5)
    small |= codes  # a capital letter is its small one without this bit
    return small
