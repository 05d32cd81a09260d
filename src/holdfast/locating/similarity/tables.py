"""The fitted numbers of the matcher, read from one small file.

``model.json`` holds, for each situation (with or without boxes; only the element kept), the weight
of every trait, the coefficients of the probability, and those of being gone. ``holdfast bench fit``
makes it anew and says how it was made.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

import numpy as np
import orjson

from holdfast.locating.similarity.columns import Floats
from holdfast.locating.similarity.comparison import TRAITS
from holdfast.locating.similarity.doubt import DOUBTS, Forward

MODEL_FORMAT = "holdfast-matcher/1"


class Situation(StrEnum):
    """What is known about the old page."""

    BOXES = "page and boxes"
    PAGE = "page"
    ELEMENT = "element only"


class Regime(StrEnum):
    """What the keys say of a candidate; evidence weighs differently in each."""

    AGREE = "keys agree"
    MIXED = "some keys agree, some contradict"
    SILENT = "no key to compare"
    CONTRADICT = "keys contradict"


def regime_of(forward: Forward, best: int) -> Regime:
    """Return what the keys say of one candidate of the shortlist."""
    agrees = bool(forward.agreements[best].any())
    if forward.contradictions[best].any():
        return Regime.MIXED if agrees else Regime.CONTRADICT
    return Regime.AGREE if agrees else Regime.SILENT


# Being sure is discounted: sites that no fit has seen hold surprises that the seen ones did not.
# In log odds: nothing is taken off below even odds of 2 to 1, the whole from 8 to 1.
CAUTION, _CAREFREE, _CAREFUL = 0.8, 0.7, 2.1


def cautious(probability: float) -> float:
    """Return the probability to act on: the fitted one, with the discount for being sure."""
    odds = float(np.log(probability / (1.0 - probability)))
    share = min(max((odds - _CAREFREE) / (_CAREFUL - _CAREFREE), 0.0), 1.0)
    return 1.0 / (1.0 + float(np.exp(CAUTION * share - odds)))


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
    right: Mapping[Regime, Logistic]  # the best candidate is the element
    gone: Logistic  # it is nowhere, given that the best candidate is not it
    threshold: float  # below it the best candidate is not used


@lru_cache(maxsize=1)
def fitted() -> Mapping[Situation, Tables]:
    """Return the numbers that ship with the package."""
    data = orjson.loads(files(__package__).joinpath("model.json").read_bytes())
    return read_tables(data)


def read_tables(data: Mapping[str, object]) -> Mapping[Situation, Tables]:
    """Return the numbers of a model file; names that are missing count 0."""
    situations = _mapping(data["situations"])
    return {Situation(name): _tables(_mapping(part)) for name, part in situations.items()}


def _tables(table: Mapping[str, object]) -> Tables:
    return Tables(
        weights=_vector(table["weights"], TRAITS),
        right={Regime(name): _logistic(part) for name, part in _mapping(table["right"]).items()},
        gone=_logistic(table["gone"]),
        threshold=_number(table["threshold"]),
    )


def _mapping(table: object) -> Mapping[str, object]:
    assert isinstance(table, Mapping)
    return table


def _logistic(part: object) -> Logistic:
    table = _mapping(part)
    return Logistic(_vector(table["coefficients"], DOUBTS), _number(table["intercept"]))


def _number(value: object) -> float:
    assert isinstance(value, int | float)
    return float(value)


def _vector(part: object, names: Sequence[str]) -> Floats:
    table = _mapping(part)
    if unknown := set(table) - set(names):
        raise ValueError(f"the model names what is not measured: {sorted(unknown)}")
    return np.array([_number(table.get(name, 0.0)) for name in names])
