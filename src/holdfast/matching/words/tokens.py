"""Tokens: the words that a label, or a name in the code, is made of."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from holdfast.matching.words import translations
from holdfast.matching.words.folding import fold, is_number, is_unspaced, pieces, without_counts
from holdfast.matching.words.lists import generic_words, longest_phrase, phrases, signs, stop_words
from holdfast.matching.words.stems import lemma
from holdfast.matching.words.vectors import vocabulary

MOST_TOKENS = 8
_MOST_CHARACTERS = 200  # of a label; a longer text is no label, and its end says nothing new

_PREFIXES = ("btn", "txt", "chk", "lbl", "ddl", "frm", "cmd", "lnk", "img", "inp", "icon", "ic")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_CHUNK = re.compile(r"[^\W_]+")
_VOWELS = frozenset("aeiouy")


@lru_cache(maxsize=65536)
def tokens_of(label: str) -> tuple[str, ...]:
    """Return the words of a label, at most eight, each once, in plain form; none for no words."""
    folded = fold(without_counts(label[:_MOST_CHARACTERS]))
    words = [part for piece in pieces(folded) for part in _parts(piece)]
    if not words:
        sign = signs().get(folded.strip().removesuffix("\ufe0f"))
        return (sign,) if sign else ()
    return plain_tokens(translations.join(words))[:MOST_TOKENS]


@lru_cache(maxsize=65536)
def code_tokens_of(identifier: str) -> tuple[str, ...]:
    """Return the words of an id, a class, an address or an icon's name that say what it is for."""
    words: list[str] = []
    for chunk in _CHUNK.findall(identifier[:_MOST_CHARACTERS]):
        if not _is_hash(chunk):
            words += (fold(part) for part in _CAMEL.split(chunk))
    split = [part for word in words for run in pieces(word) for part in _code_parts(run)]
    found = plain_tokens([word for word in split if not is_number(word)])
    telling = (token for token in found if token not in generic_words() and len(token) > 1)
    return tuple(telling)[:MOST_TOKENS]


def plain_tokens(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words with phrases made one, stop words out, each once in its plain form."""
    joined = list(_join(words))
    telling = [word for word in joined if word not in stop_words()] or joined
    return tuple(dict.fromkeys(map(_lemma, telling)))


def _lemma(word: str) -> str:
    base = lemma(word)
    return phrases().get((base,), base)


def _join(words: Sequence[str]) -> Iterable[str]:
    at = 0
    while at < len(words):
        for length in range(min(longest_phrase(), len(words) - at), 0, -1):
            if word := phrases().get(tuple(words[at : at + length])):
                yield word
                at += length
                break
        else:
            yield words[at]
            at += 1


def _parts(piece: str) -> Sequence[str]:
    """Return the words inside one run of letters: as it is, cut where a script has no spaces."""
    if is_unspaced(piece):
        return translations.segments(piece)
    if len(piece) > 7 and piece not in vocabulary():
        return translations.compound(piece) or (piece,)
    return (piece,)


def _code_parts(run: str) -> Sequence[str]:
    """Return the words that were written together: 'txtusername', 'savebutton'."""
    known = vocabulary()
    if len(run) < 6 or run in known or (run,) in phrases():
        return (run,)
    for prefix in _PREFIXES:
        if run.startswith(prefix) and run[len(prefix) :] in known:
            return (run[len(prefix) :],)
    for cut in range(len(run) - 3, 2, -1):
        if run[:cut] in known and run[cut:] in known:
            return run[:cut], run[cut:]
    return (run,)


def _is_hash(chunk: str) -> bool:
    """Say whether a piece of a name was made by a machine: 'a8f3e1', 'bdVaJa', 'x1lliihq'."""
    if chunk.isdigit() or not chunk.isascii():
        return False
    changes = sum(one.isdigit() != two.isdigit() for one, two in pairwise(chunk))
    if changes > 1 or (changes and len(chunk) > 10):
        return True
    letters = [char for char in chunk.lower() if char.isalpha()]
    if len(letters) > 4 and not _VOWELS.intersection(letters):
        return True
    humps = _CAMEL.split(chunk)
    return len(humps) > 2 and sum(map(len, humps)) / len(humps) < 2.5
