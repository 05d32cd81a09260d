"""Senses: what the tables know of one token, looked up once."""

from functools import lru_cache
from typing import NamedTuple

from holdfast.matching.words.folding import is_number
from holdfast.matching.words.lists import Poles, contrasts, plain, small_words, synonym_groups
from holdfast.matching.words.translations import english
from holdfast.matching.words.vectors import vocabulary


class Sense(NamedTuple):
    """One token: its stem, what it may mean, where it stands in contrasts, its vector's row."""

    stem: str
    meanings: frozenset[str | int]  # English words, and numbers of synonym groups
    poles: tuple[Poles, ...]
    row: int  # -1 without a vector

    @property
    def is_listed(self) -> bool:
        """Return whether the list of synonyms knows it."""
        return any(isinstance(meaning, int) for meaning in self.meanings)


@lru_cache(maxsize=65536)
def sense_of(token: str) -> Sense:
    """Return what the tables know of a token; a number means nothing but itself."""
    if is_number(token):
        return Sense(token, frozenset(), (), -1)
    own = plain(token)
    names = (own, *(plain(word) for word in english(token)))
    groups = (synonym_groups().get(name, frozenset()) for name in names)
    meanings = frozenset(names).union(*groups)
    # A foreign word may have several translations: its likeliest one speaks for it here.
    likeliest = names[:2] if own not in vocabulary() else names[:1]
    poles = tuple(place for name in likeliest for place in contrasts().get(name, ()))
    telling = (name for name in likeliest if name not in small_words())
    rows = (vocabulary()[name] for name in telling if name in vocabulary())
    return Sense(own, meanings, poles, next(rows, -1))
