"""Relatedness: how alike tokens are, for many at once."""

from collections.abc import Hashable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from holdfast.matching.words.senses import Sense, sense_of
from holdfast.matching.words.vectors import unit_vectors

SAME_MEANING = 0.85  # one synonym group, or translations of one word
_FROM, _SPAN, _MOST_RELATED = 0.15, 0.45, 0.8  # where a cosine begins to count, and its best

_Keyed = Iterable[tuple[int, Iterable[Hashable]]]  # by place of a token


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
    same_meaning = _pairs(
        [(place, sense.meanings) for place, sense in enumerate(olds)],
        [(place, sense.meanings) for place, sense in enumerate(news)],
    )
    contrasted = _contrasted(olds, news) - same_meaning
    against = np.zeros(alike.shape, np.bool_)
    if same_meaning:
        alike[tuple(zip(*same_meaning, strict=True))] = SAME_MEANING
    if contrasted:
        against[tuple(zip(*contrasted, strict=True))] = True
        alike[against] = 0.0
    alike[_stems(olds)[:, None] == _stems(news)] = 1.0
    return alike, against


def _related(olds: list[Sense], news: list[Sense]) -> NDArray[np.float32]:
    related: NDArray[np.float32] = _vectors(olds) @ _vectors(news).T
    related -= _FROM
    related /= _SPAN
    np.minimum(np.maximum(related, 0.0, out=related), _MOST_RELATED, out=related)
    # Vectors find what stands in the same sentences, as "pay" and "cancel" do: of words that the
    # list of synonyms knows, it alone says which mean the same.
    related[_listed(olds)[:, None] & _listed(news)] = 0.0
    return related


def _listed(senses: list[Sense]) -> NDArray[np.bool_]:
    """Return which tokens stand in the list of synonyms."""
    return np.array([sense.is_listed for sense in senses], np.bool_)


def _vectors(senses: list[Sense]) -> NDArray[np.float32]:
    return unit_vectors(np.array([sense.row for sense in senses], np.intp))


def _stems(senses: list[Sense]) -> NDArray[np.int64]:
    return np.array([hash(sense.stem) for sense in senses], np.int64)


def _contrasted(olds: list[Sense], news: list[Sense]) -> set[tuple[int, int]]:
    """Return who stands on different sides of one contrast."""
    mine, yours = (
        [(place, sense.poles) for place, sense in enumerate(senses) if sense.poles]
        for senses in (olds, news)
    )
    if not mine or not yours:
        return set()
    sides, others = (
        [(place, [pole.contrast for pole in poles]) for place, poles in side]
        for side in (mine, yours)
    )
    return _pairs(sides, others) - _pairs(mine, yours)


def _pairs(olds: _Keyed, news: _Keyed) -> set[tuple[int, int]]:
    """Return the pairs of places, old and new, that have a key in common."""
    places: dict[Hashable, list[int]] = {}
    for place, keys in news:
        for key in keys:
            places.setdefault(key, []).append(place)
    return {
        (place, other)
        for place, keys in olds
        for key in keys
        if key in places
        for other in places[key]
    }
