"""Vectors: how related two English words are, from vectors of the words that interfaces use."""

from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from holdfast.matching.words.data import content

DIMENSIONS = 50


@cache
def vocabulary() -> Mapping[str, int]:
    """Return the row of every word that has a vector."""
    return {word: row for row, word in enumerate(content("vocabulary.txt").decode().split())}


@cache
def vectors() -> NDArray[np.int8]:
    """Return the vectors, a row a word; their lengths mean nothing."""
    return np.frombuffer(content("vectors.bin"), dtype=np.int8).reshape(-1, DIMENSIONS)


@cache
def _lengths() -> NDArray[np.float32]:
    """Return how long the vectors are."""
    squares = np.einsum("ij,ij->i", vectors(), vectors(), dtype=np.int32)
    return np.asarray(np.maximum(np.sqrt(squares.astype(np.float32)), 1.0), np.float32)


def unit_vectors(rows: NDArray[np.intp]) -> NDArray[np.float32]:
    """Return a vector of length 1 for each row; of zeros for a row of -1, a word without one."""
    found = np.asarray(vectors()[rows] / _lengths()[rows][:, None], np.float32)
    found[rows < 0] = 0.0
    return found
