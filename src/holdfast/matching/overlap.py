"""Overlap: how much of what one side says the other side says, too, for many at once."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from holdfast.matching.words import compare

Matrix = NDArray[np.float32]
Bag = tuple[str, ...]


class Bags:
    """What many elements say; those that say the same are counted once."""

    def __init__(self, bags: Sequence[Bag], places: Mapping[str, int]) -> None:
        known = {bag: place for place, bag in enumerate(dict.fromkeys(bags))}
        self.at = np.array([known[bag] for bag in bags], np.intp)
        self.lengths = np.array([len(bag) for bag in known], np.intp)
        words = map(places.__getitem__, chain.from_iterable(known))
        self.words = np.fromiter(words, np.intp, int(self.lengths.sum()))
        self._vocabulary = len(places)

    @cached_property
    def incidence(self) -> Matrix:
        """Return which bag has which word."""
        found = np.zeros((len(self.lengths), self._vocabulary), np.float32)
        found[np.repeat(np.arange(len(self.lengths)), self.lengths), self.words] = 1.0
        return found

    @cached_property
    def weights(self) -> Matrix:
        """Return what each word weighs in its bag: more, the fewer elements say it; sums are 1."""
        counts = self.incidence.T @ np.bincount(self.at, minlength=len(self.lengths))
        rarity = np.log(1.0 + len(self.at) / np.maximum(counts, 1.0))
        weighed = self.incidence * rarity.astype(np.float32)
        return np.asarray(weighed / np.maximum(weighed.sum(1, keepdims=True), 1e-9), np.float32)

    def nearest(self, alike: Matrix) -> Matrix:
        """Return for each word of the other side how near each bag comes to it."""
        found = np.zeros((len(alike), len(self.lengths)), np.float32)
        speaking = np.flatnonzero(self.lengths)
        if len(speaking):
            starts = np.r_[0, np.cumsum(self.lengths[speaking])[:-1]]
            found[:, speaking] = np.maximum.reduceat(alike[:, self.words], starts, axis=1)
        return found


class Vocabulary:
    """Several kinds of words of two pages, and how alike the words are."""

    def __init__(self, old: Mapping[str, Sequence[Bag]], new: Mapping[str, Sequence[Bag]]) -> None:
        places, others = _places(old.values()), _places(new.values())
        self._old = {kind: Bags(bags, places) for kind, bags in old.items()}
        self._new = {kind: Bags(bags, others) for kind, bags in new.items()}
        alike, self._against = compare(tuple(places), tuple(others))
        self._by_old = {kind: bags.nearest(alike.T) for kind, bags in self._old.items()}
        self._by_new = {kind: bags.nearest(alike) for kind, bags in self._new.items()}

    def overlap(self, old: str, new: str) -> tuple[Matrix, Matrix]:
        """Return how much of each old bag each new one says, and the other way round."""
        mine, yours = self._old[old], self._new[new]
        cells = np.ix_(mine.at, yours.at)
        forward, backward = mine.weights @ self._by_new[new], yours.weights @ self._by_old[old]
        return forward[cells], backward.T[cells]

    def opposed(self, kind: str) -> Matrix:
        """Return where a word of one side is the opposite of a word of the other."""
        mine, yours = self._old[kind], self._new[kind]
        if not self._against.any():
            return np.zeros((len(mine.at), len(yours.at)), np.float32)
        met = mine.incidence @ self._against.astype(np.float32) @ yours.incidence.T
        return np.asarray(met > 0, np.float32)[np.ix_(mine.at, yours.at)]


def word_for_word(old: Sequence[Bag], new: Sequence[Bag]) -> Matrix:
    """Return how much two bags have in common to the letter, rare words counting more."""
    if not any(old) or not any(new):
        return np.zeros((len(old), len(new)), np.float32)
    places = _places([old, new])
    mine, yours = Bags(old, places), Bags(new, places)
    forward = mine.weights @ yours.incidence.T
    backward = mine.incidence @ yours.weights.T
    return np.asarray((forward + backward) / 2, np.float32)[np.ix_(mine.at, yours.at)]


def jaccard(old: Sequence[Bag], new: Sequence[Bag]) -> Matrix:
    """Return the share of what either side has that both have."""
    if not any(old) or not any(new):
        return np.zeros((len(old), len(new)), np.float32)
    places = _places([old, new])
    mine, yours = (Bags(side, places) for side in (old, new))
    both = mine.incidence @ yours.incidence.T
    either = mine.lengths[:, None] + yours.lengths[None] - both
    return np.asarray(both / np.maximum(either, 1.0), np.float32)[np.ix_(mine.at, yours.at)]


def _places(sides: Iterable[Sequence[Bag]]) -> dict[str, int]:
    said = dict.fromkeys(chain.from_iterable(sides))  # many elements say the same
    words = dict.fromkeys(chain.from_iterable(said))
    return {word: place for place, word in enumerate(words)}
