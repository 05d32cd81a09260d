"""Relatedness: how alike tokens are, for many at once."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from holdfast.matching.words.senses import Sense, sense_of
from holdfast.matching.words.vectors import unit_vectors

SAME_MEANING = 0.85  # one synonym group, or translations of one word
_FROM, _SPAN, _MOST_RELATED = 0.15, 0.45, 0.8  # where a cosine begins to count, and its best

_Pairs = Iterable[tuple[int, int]]


def similarity(old: Sequence[str], new: Sequence[str]) -> NDArray[np.float32]:
    """Return how alike each old token is to each new one: 1 the same, 0 nothing or opposite."""
    return compare(old, new)[0]


def opposed(old: Sequence[str], new: Sequence[str]) -> NDArray[np.bool_]:
    """Return which old tokens are opposites of which new ones; synonyms never are."""
    return compare(old, new)[1]


def compare(
    old: Sequence[str], new: Sequence[str]
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return how alike tokens are, and which are opposites."""
    olds, news = [sense_of(token) for token in old], [sense_of(token) for token in new]
    alike = _related(olds, news)
    same_meaning = _where(alike.shape, _sharing(olds, news))
    against = _contrasted(olds, news) & ~same_meaning
    alike[same_meaning] = SAME_MEANING
    alike[against] = 0.0
    alike[_stems(olds)[:, None] == _stems(news)[None]] = 1.0
    return alike, against


def _related(olds: list[Sense], news: list[Sense]) -> NDArray[np.float32]:
    cosines = _vectors(olds) @ _vectors(news).T
    related: NDArray[np.float32] = np.clip((cosines - _FROM) / _SPAN, 0.0, _MOST_RELATED)
    # Vectors find what stands in the same sentences, as "pay" and "cancel" do: of words that the
    # list of synonyms knows, it alone says which mean the same.
    related[np.ix_(_listed(olds), _listed(news))] = 0.0
    return related


def _listed(senses: list[Sense]) -> NDArray[np.bool_]:
    """Return which tokens stand in the list of synonyms."""
    return np.fromiter((sense.is_listed for sense in senses), bool, len(senses))


def _vectors(senses: list[Sense]) -> NDArray[np.float32]:
    return unit_vectors(np.fromiter((sense.row for sense in senses), np.intp, len(senses)))


def _sharing(olds: list[Sense], news: list[Sense]) -> _Pairs:
    return _matches([sense.meanings for sense in olds], [sense.meanings for sense in news])


def _stems(senses: list[Sense]) -> NDArray[np.int64]:
    return np.fromiter((hash(sense.stem) for sense in senses), np.int64, len(senses))


def _contrasted(olds: list[Sense], news: list[Sense]) -> NDArray[np.bool_]:
    """Return who stands on different sides of one contrast."""
    shape = len(olds), len(news)
    if not any(sense.poles for sense in olds) or not any(sense.poles for sense in news):
        return np.zeros(shape, dtype=bool)
    sides = [[place.contrast for place in sense.poles] for sense in olds]
    others = [[place.contrast for place in sense.poles] for sense in news]
    contrasted = _where(shape, _matches(sides, others))
    same_side = _matches([sense.poles for sense in olds], [sense.poles for sense in news])
    contrasted[_where(shape, same_side)] = False
    return contrasted


def _matches(olds: Sequence[Iterable[Hashable]], news: Sequence[Iterable[Hashable]]) -> _Pairs:
    """Return the pairs of places, old and new, that have a key in common."""
    places: defaultdict[Hashable, list[int]] = defaultdict(list)
    for place, keys in enumerate(news):
        for key in keys:
            places[key].append(place)
    for place, keys in enumerate(olds):
        for key in keys:
            if key in places:
                yield from product((place,), places[key])


def _where(shape: tuple[int, ...], pairs: _Pairs) -> NDArray[np.bool_]:
    found = np.zeros(shape, dtype=bool)
    if indices := list(pairs):
        rows, columns = zip(*indices, strict=True)
        found[rows, columns] = True
    return found
