"""Relation: how two labels relate, in numbers and in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from holdfast.matching.words import translations
from holdfast.matching.words.folding import fold, is_number, pieces
from holdfast.matching.words.lists import plain
from holdfast.matching.words.relatedness import SAME_MEANING, opposed, similarity
from holdfast.matching.words.tokens import tokens_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """How an old label and a new one relate; all numbers lie in 0…1."""

    old: str
    new: str
    forward: float  # how much of the old label the new one says
    backward: float  # how much of the new label the old one said
    is_equal: bool  # the same words, whatever case, accents and counts
    contains: bool  # one says all that the other says, in the same words
    opposed: bool  # a word of one is the opposite of a word of the other
    shared: tuple[str, ...]  # words of the old label that the new one has too

    def in_words(self) -> str:
        """Return the reason in one short sentence."""
        if self.is_equal:
            return f"{self.old!r} is the same label"
        return next(_reasons(self), f"{self.old!r} and {self.new!r} have nothing in common")


def relate(old: str, new: str) -> Relation:
    """Return how two labels relate; a label without words relates to nothing but itself."""
    olds, news = tokens_of(old), tokens_of(new)
    alike = similarity(olds, news)
    forward, backward = _best(alike, axis=1), _best(alike, axis=0)
    same = {plain(token) for token in olds} & {plain(token) for token in news}
    by_initials = _are_initials(old, new) or _are_initials(new, old)
    least = SAME_MEANING if by_initials else 0.0
    is_equal = olds == news if olds or news else fold(old).split() == fold(new).split()
    return Relation(
        old=old,
        new=new,
        forward=1.0 if is_equal else max(least, _mean(forward)),
        backward=1.0 if is_equal else max(least, _mean(backward)),
        is_equal=is_equal,
        contains=bool(olds and news) and (_mean(forward) == 1.0 or _mean(backward) == 1.0),
        opposed=_is_opposed(opposed(olds, news), forward, backward),
        shared=tuple(token for token in olds if plain(token) in same),
    )


def _best(alike: NDArray[np.float32], axis: int) -> NDArray[np.float32]:
    best: NDArray[np.float32] = np.max(alike, axis=axis, initial=0.0)
    return best


def _mean(best: NDArray[np.float32]) -> float:
    return float(best.mean()) if best.size else 0.0


def _is_opposed(
    against: NDArray[np.bool_], forward: NDArray[np.float32], backward: NDArray[np.float32]
) -> bool:
    """Say whether opposites meet of which neither finds its own word on the other side."""
    alone = (forward < SAME_MEANING)[:, None] & (backward < SAME_MEANING)[None, :]
    return bool((against & alone).any())


def _are_initials(short: str, long: str) -> bool:
    letters, words = fold(short).replace(".", "").strip(), pieces(fold(long))
    return 1 < len(letters) == len(words) and letters == "".join(word[0] for word in words)


def _reasons(relation: Relation) -> Iterator[str]:
    """Yield what can be said, the most telling first."""
    olds, news = tokens_of(relation.old), tokens_of(relation.new)
    if relation.opposed:
        yield from (f"{a!r} is the opposite of {b!r}" for a, b in _pairs(olds, news, opposed))
    if relation.contains:
        yield f"{relation.new!r} and {relation.old!r}: one says all that the other says"
    yield from _foreign(olds, news)
    if relation.shared:
        yield "both say " + " and ".join(map(repr, relation.shared))
    yield from (f"{a!r} means the same as {b!r}" for a, b in _pairs(olds, news, _mean_the_same))
    if min(relation.forward, relation.backward) >= SAME_MEANING:
        yield f"{relation.old!r} and {relation.new!r} are one in initials"
    yield from (f"{a!r} is another number than {b!r}" for a, b in _numbers(olds, news))
    yield from (f"{a!r} is related to {b!r}" for a, b in _pairs(olds, news, _are_related))


def _pairs(olds: Sequence[str], news: Sequence[str], test: object) -> Iterator[tuple[str, str]]:
    assert callable(test)
    for row, column in np.argwhere(test(olds, news)):
        yield olds[row], news[column]


def _mean_the_same(olds: Sequence[str], news: Sequence[str]) -> NDArray[np.bool_]:
    return np.isclose(similarity(olds, news), SAME_MEANING)


def _are_related(olds: Sequence[str], news: Sequence[str]) -> NDArray[np.bool_]:
    return similarity(olds, news) > 0.0


def _foreign(olds: Sequence[str], news: Sequence[str]) -> Iterator[str]:
    for one, other in _pairs(olds, news, _mean_the_same):
        for word, meant in ((one, other), (other, one)):
            if plain(meant) in map(plain, translations.english(word)):
                language = translations.languages(word)[0]
                yield f"{word!r} is {language} for {meant!r}"


def _numbers(olds: Sequence[str], news: Sequence[str]) -> Iterator[tuple[str, str]]:
    mine, yours = (
        [word for word in olds if is_number(word)],
        [word for word in news if is_number(word)],
    )
    if mine and yours:
        yield mine[0], yours[0]
