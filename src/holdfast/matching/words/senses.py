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
    is_listed: bool  # in the list of synonyms


@lru_cache(maxsize=65536)
def sense_of(token: str) -> Sense:
    """Return what the tables know of a token; a number means nothing but itself."""
    if is_number(token):
        return Sense(token, frozenset(), (), -1, is_listed=False)
    own = plain(token)
    names = (own, *(plain(word) for word in english(token)))
    groups = frozenset[int]().union(*(synonym_groups().get(name, ()) for name in names))
    # A foreign word may have several translations: its likeliest one speaks for it here.
    likeliest = names[:2] if own not in vocabulary() else names[:1]
    poles = tuple(place for name in likeliest for place in contrasts().get(name, ()))
    telling = (name for name in likeliest if name not in small_words())
    rows = (vocabulary()[name] for name in telling if name in vocabulary())
    return Sense(own, groups.union(names), poles, next(rows, -1), is_listed=bool(groups))
