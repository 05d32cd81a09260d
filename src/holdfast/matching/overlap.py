"""Overlap: how much of what one side says the other side says, too, for many at once.

A page says few things, often: the matrices are small, and a call of the array library costs more
than what it computes. So several kinds of words are counted and weighed together.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from holdfast.matching.words import compare

Matrix = NDArray[np.float32]
Places = NDArray[np.intp]
Bag = tuple[str, ...]
Kinds = Mapping[str, Sequence[Bag]]  # by kind of words: what each element says


class DistinctBags:
    """What many elements say, by kind of words; those that say the same are counted once."""

    def __init__(self, kinds: Kinds) -> None:
        self.bags: dict[str, list[Bag]] = {}
        self.at: dict[str, Places] = {}  # by element: its bag
        for kind, said in kinds.items():
            self.bags[kind] = list(dict.fromkeys(said))
            self.at[kind] = _rows(said, self.bags[kind])


class Bags:
    """Which bag has which word: a matrix for each kind, all of them in one row of numbers."""

    def __init__(self, said: DistinctBags, columns: Mapping[str, Mapping[str, int]]) -> None:
        self.at = said.at
        bags = said.bags
        self._shapes = {kind: (len(bags[kind]), len(columns[kind])) for kind in bags}
        self._lengths = np.fromiter(map(len, chain.from_iterable(bags.values())), np.intp)
        words = (map(columns[kind].__getitem__, chain(*bags[kind])) for kind in bags)
        self._words = np.fromiter(chain.from_iterable(words), np.intp)
        self._rows = np.repeat(np.arange(len(self._lengths)), self._lengths)
        counts, widths = np.array(list(self._shapes.values()), np.intp).reshape(-1, 2).T
        by_row = np.repeat(widths, counts)
        self._cells = (np.cumsum(by_row) - by_row)[self._rows] + self._words
        # A word of two kinds is counted twice.
        self._known = np.repeat(np.cumsum(widths) - widths, counts)[self._rows] + self._words
        self._size = int(by_row.sum())

    def _laid_out(self, values: Matrix | float) -> dict[str, Matrix]:
        """Return a matrix for each kind, with the values where a bag has a word."""
        flat = np.zeros(self._size, np.float32)
        flat[self._cells] = values
        found, last = {}, 0
        for kind, (count, width) in self._shapes.items():
            first, last = last, last + count * width
            found[kind] = flat[first:last].reshape(count, width)
        return found

    @cached_property
    def incidence(self) -> dict[str, Matrix]:
        """Return which bag has which word."""
        return self._laid_out(1.0)

    @cached_property
    def weights(self) -> dict[str, Matrix]:
        """Return what each word weighs in its bag: more, the fewer elements say it; sums are 1."""
        often = [np.bincount(at, minlength=self._shapes[kind][0]) for kind, at in self.at.items()]
        said = np.bincount(self._known, np.concatenate(often)[self._rows])
        elements = len(next(iter(self.at.values())))
        rarity = np.log(1.0 + elements / np.maximum(said, 1.0)).astype(np.float32)[self._known]
        sums = np.concatenate([each.sum(1) for each in self._laid_out(rarity).values()])
        return self._laid_out(rarity / np.maximum(sums, 1e-9)[self._rows])

    def nearest(self, alike: Matrix) -> dict[str, Matrix]:
        """Return how near each bag comes to each word of the other side.

        ``alike`` has a row for each word of this side.
        """
        longest_first = np.argsort(-self._lengths, kind="stable")
        starts = (np.cumsum(self._lengths) - self._lengths)[longest_first]
        found = np.zeros((len(starts), alike.shape[1]), np.float32)
        # The first word of all bags, then the second of those that have one, and so on.
        for place in range(max(self._lengths.tolist(), default=0)):
            count = int(np.count_nonzero(self._lengths > place))
            said = alike.take(self._words[starts[:count] + place], 0)
            np.maximum(found[:count], said, out=found[:count])
        by_bag = np.empty_like(found)
        by_bag[longest_first] = found
        nearest, last = {}, 0
        for kind, (count, _) in self._shapes.items():
            first, last = last, last + count
            nearest[kind] = np.ascontiguousarray(by_bag[first:last].T)
        return nearest


class Vocabulary:
    """Several kinds of words of two pages, and how alike the words are."""

    def __init__(self, old: Kinds, new: Kinds) -> None:
        olds, news = DistinctBags(old), DistinctBags(new)
        places, others = _places(olds.bags.values()), _places(news.bags.values())
        self._old = Bags(olds, dict.fromkeys(old, places))
        self._new = Bags(news, dict.fromkeys(new, others))
        alike, self._against = compare(tuple(places), tuple(others))
        self._by_old, self._by_new = (
            self._old.nearest(alike),
            self._new.nearest(np.ascontiguousarray(alike.T)),
        )

    def forward(self, old: str, new: str) -> Matrix:
        """Return how much of each old bag each new one says."""
        said = self._old.weights[old] @ self._by_new[new]
        return said.take(self._old.at[old], 0).take(self._new.at[new], 1)

    def backward(self, old: str, new: str) -> Matrix:
        """Return how much of each new bag each old one says; old ones are the rows."""
        said = self._new.weights[new] @ self._by_old[old]
        return said.T.take(self._old.at[old], 0).take(self._new.at[new], 1)

    def opposed(self, kind: str) -> Matrix:
        """Return where a word of one side is the opposite of a word of the other."""
        mine, yours = self._old, self._new
        if not self._against.any():
            return np.zeros((len(mine.at[kind]), len(yours.at[kind])), np.float32)
        against = self._against.astype(np.float32)
        met = mine.incidence[kind] @ against @ yours.incidence[kind].T
        found = np.asarray(met > 0, np.float32)
        return found.take(mine.at[kind], 0).take(yours.at[kind], 1)


class Letters:
    """Several kinds of words of two pages, each compared with itself, to the letter."""

    def __init__(self, old: Kinds, new: Kinds) -> None:
        olds, news = DistinctBags(old), DistinctBags(new)
        columns = {kind: _places((olds.bags[kind], news.bags[kind])) for kind in old}
        self._old, self._new = Bags(olds, columns), Bags(news, columns)

    def word_for_word(self, kind: str) -> Matrix:
        """Return how much two bags have in common, rare words counting more."""
        mine, yours = self._old, self._new
        forward = mine.weights[kind] @ yours.incidence[kind].T
        backward = mine.incidence[kind] @ yours.weights[kind].T
        return self._spread(np.asarray((forward + backward) / 2, np.float32), kind)

    def jaccard(self, kind: str) -> Matrix:
        """Return the share of what either side has that both have."""
        mine, yours = self._old.incidence[kind], self._new.incidence[kind]
        both = mine @ yours.T
        either = mine.sum(1)[:, None] + yours.sum(1) - both
        return self._spread(both / np.maximum(either, 1.0), kind)

    def _spread(self, by_bag: Matrix, kind: str) -> Matrix:
        return by_bag.take(self._old.at[kind], 0).take(self._new.at[kind], 1)


def have_in_common(old: Sequence[Bag], new: Sequence[Bag]) -> Matrix:
    """Return where two have a word in common, as 1; for kinds of words that few have many of."""
    mine, yours = dict.fromkeys(old), dict.fromkeys(new)
    having: dict[str, list[int]] = {}
    for place, bag in enumerate(mine):
        for word in bag:
            having.setdefault(word, []).append(place)
    pairs = [
        (row, at) for at, bag in enumerate(yours) for word in bag for row in having.get(word, ())
    ]
    if not pairs:
        return np.zeros((len(old), len(new)), np.float32)
    found = np.zeros((len(mine), len(yours)), np.float32)
    found[tuple(zip(*pairs, strict=True))] = 1.0
    return found.take(_rows(old, mine), 0).take(_rows(new, yours), 1)


def _rows(said: Sequence[Bag], bags: Iterable[Bag]) -> Places:
    """Return by element the row of what it says."""
    known = {bag: place for place, bag in enumerate(bags)}
    return np.array([known[bag] for bag in said], np.intp)


def _places(kinds: Iterable[Sequence[Bag]]) -> dict[str, int]:
    words = dict.fromkeys(chain.from_iterable(chain.from_iterable(kinds)))
    return {word: place for place, word in enumerate(words)}
