"""Distil: makes small vectors of big ones, for the words that interfaces use."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from holdfast.matching.words.folding import fold, is_number, pieces

DIMENSIONS = 50
WORDS = 12_000
_COMMON = 50_000  # words, the most frequent of all, over which mean and directions are taken
_DROPPED = 2  # first principal components: they carry how frequent a word is, not what it means


def count_words(phrases: Iterable[str]) -> Counter[str]:
    """Return how many distinct phrases use a word of ASCII letters."""
    counts: Counter[str] = Counter()
    for phrase in sorted(set(phrases)):
        words = {word for word in pieces(fold(phrase)) if word.isascii() and not is_number(word)}
        counts.update(word for word in words if len(word) > 1)
    return counts


def choose(counts: Mapping[str, int], always: Iterable[str], ranks: Mapping[str, int]) -> list[str]:
    """Return the words to keep, in order of the alphabet: those of lists, then the most used."""
    kept = {word for word in always if word in ranks}
    by_use = sorted((word for word in counts if word in ranks), key=lambda w: (-counts[w], w))
    common = sorted(
        (word for word in ranks if word.isalpha() and word.isascii() and len(word) > 1),
        key=ranks.__getitem__,
    )
    for word in [*(word for word in by_use if counts[word] > 1), *common]:
        if len(kept) >= WORDS:
            break
        kept.add(word)
    return sorted(kept)


def distil(
    words: Sequence[str], all_words: Sequence[str], table: NDArray[np.float32]
) -> NDArray[np.int8]:
    """Return a row of int8 for each word: mean and first components off, fewer dimensions."""
    common = _units(table[:_COMMON])
    mean = common.mean(axis=0)
    directions = _directions(common - mean)
    rows = {word: row for row, word in enumerate(all_words)}
    chosen = _units(table[[rows[word] for word in words]]) - mean
    chosen -= chosen @ directions[:_DROPPED].T @ directions[:_DROPPED]
    chosen = _units(chosen)
    own = _directions(chosen - chosen.mean(axis=0))[:DIMENSIONS]
    small = _units(chosen @ own.T)
    largest = np.abs(small).max(axis=1, keepdims=True)
    return np.asarray(np.rint(small / largest * 127), dtype=np.int8)


def _units(table: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(table, axis=1, keepdims=True)
    lengths[lengths == 0.0] = 1.0
    return np.asarray(table / lengths, dtype=np.float32)


def _directions(centred: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the principal directions, the widest first, their signs fixed."""
    _, vectors = np.linalg.eigh((centred.T @ centred).astype(np.float64))
    rows = vectors.T[::-1]
    signs = np.sign(rows[np.arange(len(rows)), np.abs(rows).argmax(axis=1)])
    return np.asarray(rows * signs[:, None], dtype=np.float32)
