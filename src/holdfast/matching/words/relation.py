"""Relation: how two labels relate, in numbers and in words."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from holdfast.matching.words.folding import fold, is_number, pieces
from holdfast.matching.words.lists import plain
from holdfast.matching.words.negation import is_negated
from holdfast.matching.words.relatedness import SAME_MEANING, compare, opposed, similarity
from holdfast.matching.words.tokens import tokens_of
from holdfast.matching.words.translations import english, translation_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """How an old label and a new one relate; all numbers lie in 0…1."""

    old: str
    new: str
    forward: float  # how much of the old label the new one says
    backward: float  # how much of the new label the old one said
    is_equal: bool  # the same words, whatever case, accents and counts
    contains: bool  # one says all that the other says, in the same words
    opposed: bool  # a word of one is the opposite of a word of the other, or one says no to it
    shared: tuple[str, ...]  # words of the old label that the new one has too

    def in_words(self) -> str:
        """Return the reason in one short sentence."""
        return next(_reasons(self), f"{self.old!r} and {self.new!r} have nothing in common")


def relate(old: str, new: str) -> Relation:
    """Return how two labels relate; a label without words relates to nothing but itself."""
    olds, news = tokens_of(old), tokens_of(new)
    alike, against = compare(olds, news)
    forward, backward = _best(alike, axis=1), _best(alike, axis=0)
    least = SAME_MEANING if _are_initials(old, new) or _are_initials(new, old) else 0.0
    is_equal = olds == news if olds or news else fold(old).split() == fold(new).split()
    return Relation(
        old=old,
        new=new,
        forward=1.0 if is_equal else max(least, _mean(forward)),
        backward=1.0 if is_equal else max(least, _mean(backward)),
        is_equal=is_equal,
        contains=1.0 in (_mean(forward), _mean(backward)),
        opposed=_is_opposed(against, forward, backward) or is_negated(old) != is_negated(new),
        shared=tuple(word for word, best in zip(olds, forward, strict=True) if best == 1.0),
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
    if relation.is_equal:
        yield f"{relation.old!r} says the same"
    if is_negated(relation.old) != is_negated(relation.new):
        yield f"one of {relation.old!r} and {relation.new!r} says not to"
    if relation.opposed:
        against = opposed(tokens_of(relation.old), tokens_of(relation.new))
        yield from (f"{one} is the opposite of {other}" for one, other in _said(relation, against))
    if relation.contains:
        longer, shorter = sorted((relation.old, relation.new), key=len, reverse=True)
        yield f"{longer!r} says all that {shorter!r} says"
    if relation.shared:
        yield "both say " + " and ".join(map(repr, relation.shared))
    alike = similarity(tokens_of(relation.old), tokens_of(relation.new))
    yield from _translations(relation)
    same = np.isclose(alike, SAME_MEANING)
    yield from (f"{one} means the same as {other}" for one, other in _said(relation, same))
    if relation.forward >= SAME_MEANING <= relation.backward:
        yield f"{relation.old!r} and {relation.new!r} have the same initials"
    yield from _numbers(relation)
    yield from (f"{one} is related to {other}" for one, other in _said(relation, alike > 0.0))


def _said(relation: Relation, pairs: NDArray[np.bool_]) -> Iterator[tuple[str, str]]:
    """Yield the words of the pairs, as the labels have them where they are single words."""
    olds, news = tokens_of(relation.old), tokens_of(relation.new)
    for row, column in np.argwhere(pairs):
        yield _spelt(relation.old, olds, row), _spelt(relation.new, news, column)


def _spelt(label: str, tokens: tuple[str, ...], place: int) -> str:
    return repr(label.strip() if len(tokens) == 1 else tokens[place])


def _translations(relation: Relation) -> Iterator[str]:
    olds, news = tokens_of(relation.old), tokens_of(relation.new)
    for row, one in enumerate(olds):
        for column, other in enumerate(news):
            here, there = _spelt(relation.old, olds, row), _spelt(relation.new, news, column)
            if plain(other) in map(plain, english(one)):
                yield f"{here} is {_language(one)} for {there}"
            elif plain(one) in map(plain, english(other)):
                yield f"{there} is {_language(other)} for {here}"


def _language(word: str) -> str:
    known = translation_of(word)
    assert known
    return known.languages[0]


def _numbers(relation: Relation) -> Iterator[str]:
    olds = [word for word in tokens_of(relation.old) if is_number(word)]
    news = [word for word in tokens_of(relation.new) if is_number(word)]
    if olds and news:
        yield f"{olds[0]!r} is another number than {news[0]!r}"
