"""Lexicon: learns from parallel phrases which foreign word is which English one."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from holdfast.matching.words.folding import fold, is_number, is_unspaced, pieces
from holdfast.matching.words.lists import stop_words
from holdfast.matching.words.tokens import plain_tokens

_MOST_ENGLISH, _MOST_FOREIGN = 6, 9  # words; longer texts align badly and are no labels
_ROUNDS = 8  # of expectation and maximisation
_LEAST_SHARE = 0.1  # of a word's uses, for a translation to be kept; twice that of a frequent one
_OFTEN = 100  # uses, of a frequent word: likely one that joins others and means little itself
_LEAST_COUNT = 1.3  # uses, for a pair that only longer phrases attest
_SURE_SHARE = 0.6  # of a word's uses, however few
_LEAST_OF_BEST = 0.25  # of the likeliest translation, for another one to be kept beside it
_STOP_COUNT = 40  # uses, for a word that means nothing by itself to be a stop word
_NOTHING = ""  # the meaning of a word that joins others
_LONGEST_RUN = 8  # signs, of a word in a script without spaces


class Pair(NamedTuple):
    """The words of a phrase in English and in the other language."""

    english: tuple[str, ...]
    foreign: tuple[str, ...]
    times: int  # how many catalogues say so


class Entry(NamedTuple):
    """A foreign word: what it is in English, each with how much speaks for it; nothing: a stop."""

    word: str
    english: dict[str, float]
    uses: int


def pairs_of(phrases: Iterable[tuple[str, str]]) -> list[Pair]:
    """Return the phrases as words, English and foreign, those that are short enough."""
    texts = Counter((plain_tokens(_english(one)), fold(other)) for one, other in phrases)
    known = _unspaced_words(sorted(texts))
    found: Counter[tuple[tuple[str, ...], tuple[str, ...]]] = Counter()
    for (english, foreign), times in texts.items():
        words = tuple(word for piece in pieces(foreign) for word in cut(piece, known))
        words = tuple(word for word in words if not is_number(word))
        says = not stop_words().issuperset(english)
        if says and len(english) <= _MOST_ENGLISH and 0 < len(words) <= _MOST_FOREIGN:
            found[english, words] += times
    return [Pair(english, foreign, times) for (english, foreign), times in sorted(found.items())]


def learn(pairs: Sequence[Pair]) -> list[Entry]:
    """Return what the foreign words mean; a word without meaning that is often used is a stop."""
    shares, uses = _shares(pairs)
    alone: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for pair in pairs:
        if len(pair.english) == 1 == len(pair.foreign):
            alone[pair.foreign[0]][pair.english[0]] += pair.times
    entries = []
    for word in sorted(uses):
        least = (_LEAST_SHARE if uses[word] < _OFTEN else 2 * _LEAST_SHARE) * uses[word]
        meant = {
            english: count / uses[word]
            for english, count in shares[word].items()
            if (count >= least and count >= _LEAST_COUNT) or count >= _SURE_SHARE * uses[word]
        }
        if labels := alone[word]:
            meant = _with_labels(meant, labels)
        if meant or uses[word] >= _STOP_COUNT:
            entries.append(Entry(word, meant, uses[word]))
    return [*entries, *_fixed_phrases(pairs, entries)]


def _with_labels(meant: Mapping[str, float], labels: Counter[str]) -> dict[str, float]:
    """Return the shares, half of each from labels that are this one word and nothing else."""
    total = labels.total()
    shares = {
        word: 0.5 * meant.get(word, 0.0) + 0.5 * labels[word] / total
        for word in sorted({*meant, *labels})
    }
    return {word: share for word, share in shares.items() if share >= 0.5 * _LEAST_SHARE}


def cut(piece: str, known: Mapping[str, object] | set[str]) -> list[str]:
    """Return a run of a script without spaces cut into known words; other pieces as they are."""
    if not is_unspaced(piece):
        return [piece]
    words, at = [], 0
    while at < len(piece):
        sizes = range(min(_LONGEST_RUN, len(piece) - at), 0, -1)
        size = next((size for size in sizes if piece[at : at + size] in known), 1)
        words.append(piece[at : at + size])
        at += size
    return words


def _english(text: str) -> list[str]:
    return [word for word in pieces(fold(text)) if not is_number(word)]


def _unspaced_words(texts: Sequence[tuple[tuple[str, ...], str]]) -> set[str]:
    """Return the words of a script without spaces: runs that go with one English word."""
    runs: Counter[str] = Counter()
    together: Counter[tuple[str, str]] = Counter()
    tokens: Counter[str] = Counter()
    whole = set()
    for english, foreign in texts:
        parts = {part for piece in pieces(foreign) if is_unspaced(piece) for part in _runs(piece)}
        if not parts or len(english) > _MOST_ENGLISH:
            continue
        runs.update(parts)
        tokens.update(english)
        together.update((part, token) for part in parts for token in english)
        if len(english) == 1 and len(foreign) <= _LONGEST_RUN and foreign in parts:
            whole.add(foreign)
    best: defaultdict[str, tuple[float, str]] = defaultdict(lambda: (0.0, ""))
    for (part, token), count in together.items():
        if count > 2:
            best[part] = max(best[part], (2 * count / (runs[part] + tokens[token]), token))
    close = {part for part, (dice, _) in best.items() if dice > 0.3}
    return whole | (close - _fragments(close, runs) - _padded(close, best, whole))


def _fragments(close: set[str], runs: Mapping[str, int]) -> set[str]:
    """Return pieces of longer words that are used hardly more often than those."""
    inner = ((part, piece) for part in close for piece in _runs(part) if piece != part)
    return {piece for part, piece in inner if runs[piece] < 1.3 * runs[part]}


def _padded(close: set[str], best: Mapping[str, tuple[float, str]], whole: set[str]) -> set[str]:
    """Return words with something around them that adds nothing: particles, endings."""
    inner = ((part, piece) for part in close for piece in _runs(part) if piece != part)
    return {
        part
        for part, piece in inner
        if best.get(piece, (0.0, ""))[1] == best[part][1]
        and (piece in whole or (piece in close and best[piece] >= best[part]))
    }


def _runs(piece: str) -> Iterator[str]:
    for size in range(2, _LONGEST_RUN + 1):
        for at in range(len(piece) - size + 1):
            yield piece[at : at + size]


def _shares(pairs: Sequence[Pair]) -> tuple[dict[str, dict[str, float]], Counter[str]]:
    """Return expected uses of each foreign word as each English one, and its uses at all."""
    english = {
        word: at for at, word in enumerate(sorted({w for pair in pairs for w in pair.english}))
    }
    foreign = {
        word: at for at, word in enumerate(sorted({w for pair in pairs for w in pair.foreign}))
    }
    cells = [
        (number, english[one], foreign[other])
        for number, pair in enumerate(pairs)
        for one in pair.english
        for other in pair.foreign
    ]
    phrase, one, other = np.array(cells, dtype=np.int64).T
    kind, place = np.unique(one * len(foreign) + other, return_inverse=True)
    to = _align(phrase * len(english) + one, kind % len(foreign), place)
    fro = _align(phrase * len(foreign) + other, kind // len(foreign), place)
    counts = np.bincount(place, weights=np.sqrt(to * fro), minlength=len(kind))
    names, others = list(english), list(foreign)
    shares: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for pair_kind, count in zip(kind.tolist(), counts.tolist(), strict=True):
        if count > 0.2:
            shares[others[pair_kind % len(foreign)]][names[pair_kind // len(foreign)]] = count
    return shares, Counter(word for pair in pairs for word in pair.foreign)


def _align(
    target: NDArray[np.int64], given: NDArray[np.int64], place: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return for each cell how likely its target word comes from its given word (IBM model 1)."""
    _, target = np.unique(target, return_inverse=True)
    chance = np.full(len(given), 0.1)
    nothing = 0.02  # that a word comes from none of the others
    likely = np.zeros(len(place))
    for _ in range(_ROUNDS):
        likely = chance[place]
        likely /= (np.bincount(target, weights=likely) + nothing)[target]
        counts = np.bincount(place, weights=likely, minlength=len(given))
        chance = counts / np.bincount(given, weights=counts)[given]
    return likely


def _fixed_phrases(pairs: Sequence[Pair], entries: Sequence[Entry]) -> list[Entry]:
    """Return phrases of several words for one English word that their words do not say."""
    meant = {entry.word: entry.english for entry in entries}
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for pair in pairs:
        if (
            len(pair.english) == 1
            and 1 < len(pair.foreign) < 5
            and not is_unspaced(pair.foreign[0])
        ):
            found[" ".join(pair.foreign)][pair.english[0]] += 1
    kept = []
    for phrase, counts in sorted(found.items()):
        sayings = Counter(word for part in phrase.split() for word in meant.get(part, ()))
        # One word says it, and the others join or add: it will be read word by word.
        said = {word: count for word, count in sorted(counts.items()) if sayings[word] != 1}
        if said:
            total = counts.total()
            shares = {word: count / total for word, count in said.items()}
            kept.append(Entry(phrase, shares, total))
    return kept


def merge(by_language: Mapping[str, Sequence[Entry]]) -> dict[str, tuple[list[str], list[str]]]:
    """Return English words and languages by foreign word, over all languages."""
    weights: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    languages: defaultdict[str, list[str]] = defaultdict(list)
    for language, entries in by_language.items():
        for entry in entries:
            languages[entry.word].append(language)
            # A word that is used much in its language is likelier to be meant.
            worth = math.log2(1 + entry.uses)
            for english, share in (entry.english or {_NOTHING: 1.0}).items():
                weights[entry.word][english] += share * worth
    return {word: (_likeliest(weights[word]), languages[word]) for word in sorted(languages)}


def _likeliest(weights: Mapping[str, float]) -> list[str]:
    """Return what most languages say; nothing when in most the word only joins others."""
    ranked = sorted(weights, key=lambda word: (-weights[word], word))
    if ranked[0] == _NOTHING:
        return []
    least = _LEAST_OF_BEST * weights[ranked[0]]
    return [word for word in ranked if weights[word] >= least and word != _NOTHING][:4]
