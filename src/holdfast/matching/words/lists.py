"""Lists: reads the word lists that people wrote: phrases, synonyms, opposites."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from holdfast.matching.words.data import lines, words
from holdfast.matching.words.stems import stem


class Poles(NamedTuple):
    """Where a word stands in one contrast: which one, and on which side."""

    contrast: int
    pole: int


@cache
def phrases() -> Mapping[tuple[str, ...], str]:
    """Return the word that counts for a phrase, by the words of the phrase."""
    pairs = (line.split(" = ") for line in lines("phrases.txt"))
    return {tuple(left.split()): right for left, right in pairs}


def plain(word: str) -> str:
    """Return the word that counts for a word: its spelling and form made one with its kin."""
    base = stem(phrases().get((word,), word))
    return phrases().get((base,), base)


@cache
def longest_phrase() -> int:
    """Return how many words the longest phrase has."""
    return max(map(len, phrases()))


@cache
def synonym_groups() -> Mapping[str, frozenset[int]]:
    """Return the numbers of the groups that a word stands in, by word."""
    groups: defaultdict[str, set[int]] = defaultdict(set)
    for number, line in enumerate(lines("synonyms.txt")):
        for word in line.split():
            groups[plain(word)].add(number)
    return {word: frozenset(numbers) for word, numbers in groups.items()}


@cache
def contrasts() -> Mapping[str, tuple[Poles, ...]]:
    """Return where a word stands in the contrasts, by word."""
    found: defaultdict[str, list[Poles]] = defaultdict(list)
    for number, line in enumerate(lines("opposites.txt")):
        for pole, side in enumerate(line.split(" | ")):
            for word in side.split():
                found[plain(word)].append(Poles(number, pole))
    return {word: tuple(places) for word, places in found.items()}


@cache
def signs() -> Mapping[str, str]:
    """Return the word that a label of signs alone stands for."""
    pairs = (line.split(" = ") for line in lines("signs.txt"))
    return {sign: word for all_signs, word in pairs for sign in all_signs.split()}


@cache
def stop_words() -> frozenset[str]:
    """Return the words that say nothing unless they stand alone."""
    return words("stop_words.txt")


@cache
def small_words() -> frozenset[str]:
    """Return the words that stand beside any other; they mean nothing but themselves."""
    return frozenset(map(plain, words("small_words.txt")))


@cache
def generic_words() -> frozenset[str]:
    """Return the words that say how a thing is built, not what it is for."""
    return words("generic_words.txt")
