"""The fitted numbers of the matcher, read from one small file.

``model.json`` holds, for each situation (with or without boxes; only the element kept), the weight
of every trait, the coefficients of the probability, and those of being gone. ``holdfast bench fit``
makes it anew and says how it was made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

import numpy as np
import orjson

from holdfast.locating.similarity.columns import Floats
from holdfast.locating.similarity.comparison import TRAITS
from holdfast.locating.similarity.doubt import DOUBTS

MODEL_FORMAT = "holdfast-matcher/1"


class Situation(StrEnum):
    """What is known about the old page."""

    BOXES = "page and boxes"
    PAGE = "page"
    ELEMENT = "element only"


@dataclass(frozen=True)
class Logistic:
    """A probability from named inputs."""

    coefficients: Floats
    intercept: float

    def __call__(self, inputs: Floats) -> float:
        """Return the probability, never quite 0 or 1."""
        z = float(np.clip(inputs @ self.coefficients + self.intercept, -12.0, 12.0))
        return 1.0 / (1.0 + float(np.exp(-z)))


@dataclass(frozen=True)
class Tables:
    """The numbers for one situation."""

    weights: Floats  # by TRAITS, never negative
    right: Logistic  # the best candidate is the element
    gone: Logistic  # it is nowhere, given that the best candidate is not it
    threshold: float  # below it the best candidate is not used


@lru_cache(maxsize=1)
def fitted() -> Mapping[Situation, Tables]:
    """Return the numbers that ship with the package."""
    data = orjson.loads(files(__package__).joinpath("model.json").read_bytes())
    return read_tables(data)


def read_tables(data: Mapping[str, object]) -> Mapping[Situation, Tables]:
    """Return the numbers of a model file; names that are missing count 0."""
    situations = data["situations"]
    assert isinstance(situations, Mapping)
    return {Situation(name): _tables(table) for name, table in situations.items()}


def _tables(table: Mapping[str, object]) -> Tables:
    threshold = table["threshold"]
    assert isinstance(threshold, float)
    return Tables(
        weights=_vector(table["weights"], TRAITS),
        right=_logistic(table["right"]),
        gone=_logistic(table["gone"]),
        threshold=threshold,
    )


def _logistic(table: object) -> Logistic:
    assert isinstance(table, Mapping)
    return Logistic(_vector(table["coefficients"], DOUBTS), float(table["intercept"]))


def _vector(table: object, names: Sequence[str]) -> Floats:
    assert isinstance(table, Mapping)
    if unknown := set(table) - set(names):
        raise ValueError(f"the model names what is not measured: {sorted(unknown)}")
    return np.array([float(table.get(name, 0.0)) for name in names])
