"""Translations: what a word of another language is in English, as public catalogues have it."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import takewhile
from typing import NamedTuple

from holdfast.matching.words.data import content, lines
from holdfast.matching.words.folding import is_number, is_unspaced
from holdfast.matching.words.stems import stem
from holdfast.matching.words.vectors import vocabulary

_LONGEST_PHRASE = 4  # words
_LONGEST_RUN = 8  # signs, of a word in a script without spaces
_SHORTEST_PART = 4  # letters, of a word inside a compound
_LONGEST_COMPOUND = 40  # letters
_SHORTEST_INFLECTED = 5  # letters
_KIN = 60  # words of one beginning that are looked at
_LINKS = ("", "s", "es", "n", "en", "e", "o")  # letters that hold a compound together


class Translation(NamedTuple):
    """A foreign word: in English, likeliest first (none: it joins other words), and where from."""

    english: tuple[str, ...]
    languages: tuple[str, ...]


@lru_cache(maxsize=65536)
def translation_of(word: str) -> Translation | None:
    """Return what the catalogues know of a foreign word, or of another form of it; else None."""
    return _entry(word) or _kin(word)


def english(word: str) -> tuple[str, ...]:
    """Return what a foreign word may be in English, likeliest first; none for an English word."""
    known = None if _is_english(word) else translation_of(word)
    return known.english if known else ()


def join(words: Sequence[str]) -> Sequence[str]:
    """Return the words with foreign phrases made one and foreign joining words left out."""
    if all(map(_is_english, words)):
        return words
    joined: list[str] = []
    at = 0
    while at < len(words):
        sizes = range(min(_LONGEST_PHRASE, len(words) - at), 1, -1)
        size = next((size for size in sizes if _entry(" ".join(words[at : at + size]))), 1)
        joined.append(" ".join(words[at : at + size]))
        at += size
    return [word for word in joined if not _is_joining(word)] or joined


def segments(run: str) -> list[str]:
    """Return the known words in a run of a script without spaces, and what is between them."""
    words, at, unknown = [], 0, ""
    while at < len(run):
        sizes = range(min(_LONGEST_RUN, len(run) - at), 0, -1)
        size = next((size for size in sizes if _entry(run[at : at + size])), 0)
        if size:
            words += [*_pairs(unknown), run[at : at + size]]
        unknown = "" if size else unknown + run[at]
        at += size or 1
    return words + _pairs(unknown)


def compound(word: str) -> tuple[str, ...]:
    """Return the two words that a long foreign one is made of; none when it is not."""
    if len(word) > _LONGEST_COMPOUND or translation_of(word):
        return ()
    for cut in range(len(word) - _SHORTEST_PART, _SHORTEST_PART - 1, -1):
        if word[cut:] in vocabulary() or _is_foreign(word[cut:]):
            for link in _LINKS:
                first = word[:cut].removesuffix(link)
                if (
                    len(first) >= _SHORTEST_PART
                    and first + link == word[:cut]
                    and _is_foreign(first)
                ):
                    return first, word[cut:]
    return ()


def _is_foreign(word: str) -> bool:
    known = _entry(word)
    return known is not None and bool(known.english)


@lru_cache(maxsize=65536)
def _entry(word: str) -> Translation | None:
    key = f"{word}\t".encode()
    place = bisect_left(_table(), key)
    if place == len(_table()) or not _table()[place].startswith(key):
        return None
    _, meant, codes = _table()[place].decode().split("\t")
    names = (_languages()[codes[at : at + 2]] for at in range(0, len(codes), 2))
    return Translation(tuple(meant.split()), tuple(names))


def _kin(word: str) -> Translation | None:
    """Return the translation of the nearest word that differs only in its ending."""
    base = stem(word)
    beginning = base.removesuffix("-").encode()
    if len(word) < _SHORTEST_INFLECTED or is_unspaced(word) or " " in word:
        return None
    start = bisect_left(_table(), beginning)
    rows = takewhile(lambda row: row.startswith(beginning), _table()[start : start + _KIN])
    words = (row.decode().partition("\t")[0] for row in rows)
    kin = (other for other in words if abs(len(other) - len(word)) < 4 and stem(other) == base)
    nearest = max(kin, key=lambda other: (_in_common(word, other), -len(other)), default="")
    known = _entry(nearest) if nearest else None
    return known if known and known.english else None


def _in_common(one: str, other: str) -> int:
    """Return how many letters two words begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _pairs(run: str) -> list[str]:
    """Return the neighbouring pairs of signs: what is left to compare when no word is known."""
    return [run[at : at + 2] for at in range(max(1, len(run) - 1))] if run else []


def _is_english(word: str) -> bool:
    return is_number(word) or word in vocabulary()


def _is_joining(word: str) -> bool:
    known = None if _is_english(word) else _entry(word)
    return known is not None and not known.english


@cache
def _table() -> list[bytes]:
    return content("translations.txt").split(b"\n")


@cache
def _languages() -> Mapping[str, str]:
    return dict(line.split() for line in lines("languages.txt"))
