"""The fitted numbers of the matcher, read from one small file.

``model.json`` holds, for each situation (with or without boxes; only the element kept), the weight
of every trait, the coefficients and the trees of the probability, and the coefficients of being
gone. ``holdfast bench fit`` makes it anew and says how it was made.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from typing import Union

import numpy as np
import orjson

from holdfast.matching.columns import Floats
from holdfast.matching.comparison import TRAITS
from holdfast.matching.doubt import DOUBTS, Forward, is_named_twice

MODEL_FORMAT = "holdfast-matcher/2"


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


# Being rather sure is discounted: sites that no fit has seen hold surprises that the seen ones did
# not. In log odds, what is taken off: nothing up to 3 to 2, most from 12 to 1 to 20 to 1, and less
# again at 90 to 1, where several keys agree and surprises were not seen.
_ODDS, _DISCOUNT = (0.4, 2.5, 3.0, 4.5), (0.0, 1.2, 1.2, 0.5)
_NAMED_TWICE = 0.98  # at least, of whom two keys name alone: on labelled pages right in 645 of 645
_SAME_ROW = 0.9  # at least, where rows tell namesakes apart and one says the same: 45 of 45


def cautious(probability: float) -> float:
    """Return the probability to act on: the fitted one, with the discount for being sure."""
    odds = math.log(probability / (1.0 - probability))
    return _probability(odds - float(np.interp(odds, _ODDS, _DISCOUNT)))


@dataclass(frozen=True)
class Logistic:
    """A probability from named inputs."""

    coefficients: Floats
    intercept: float

    def odds(self, inputs: Floats) -> float:
        """Return the logarithm of the odds, never without bounds."""
        return float(np.clip(inputs @ self.coefficients + self.intercept, -_SUREST, _SUREST))

    def __call__(self, inputs: Floats) -> float:
        """Return the probability, never quite 0 or 1."""
        return _probability(self.odds(inputs))


_SUREST = 12.0  # in log odds


def _probability(odds: float) -> float:
    return 1.0 / (1.0 + math.exp(-odds))


# A number to add, or: where the input at a place is at most so much, one tree, else the other.
Tree = Union[float, tuple[int, float, "Tree", "Tree"]]  # noqa: UP007 - it names itself


def _add_up(trees: Sequence[Tree], inputs: Sequence[float]) -> float:
    total = 0.0
    for tree in trees:
        while not isinstance(tree, float):
            place, most, low, high = tree
            tree = low if inputs[place] <= most else high
        total += tree
    return total


def _floor(forward: Forward, best: int) -> float:
    """Return the least that may be believed of a candidate."""
    if is_named_twice(forward, best):
        return _NAMED_TWICE
    in_the_row = forward.candidates[best] == forward.row_twin
    return _SAME_ROW if in_the_row and not forward.contradictions[best].any() else 0.0


@dataclass(frozen=True)
class Tables:
    """The numbers for one situation."""

    weights: Floats  # by TRAITS, never negative
    right: Mapping[Regime, Logistic]  # the best candidate is the element
    trees: tuple[Tree, ...]  # the same, seen by what its inputs mean together
    gone: Logistic  # it is nowhere, given that the best candidate is not it
    threshold: float  # below it the best candidate is not used

    def believe(self, inputs: Floats, forward: Forward, best: int) -> float:
        """Return how likely the best candidate is the element.

        Two opinions, their odds halfway: each input by itself, which carries over to pages unlike
        any seen; and small trees, which know that a strong key means little in the wrong place.
        """
        plain = self.right[regime_of(forward, best)].odds(inputs)
        together = _add_up(self.trees, inputs.tolist())
        odds = (plain + min(max(together, -_SUREST), _SUREST)) / 2
        return max(cautious(_probability(odds)), _floor(forward, best))


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
        trees=tuple(_tree(part) for part in _sequence(table["trees"])),
        gone=_logistic(table["gone"]),
        threshold=_number(table["threshold"]),
    )


def _mapping(table: object) -> Mapping[str, object]:
    assert isinstance(table, Mapping)
    return table


def _logistic(part: object) -> Logistic:
    table = _mapping(part)
    return Logistic(_vector(table["coefficients"], DOUBTS), _number(table["intercept"]))


def _tree(part: object) -> Tree:
    if isinstance(part, int | float):
        return float(part)
    name, most, low, high = _sequence(part)
    if name not in DOUBTS:
        raise ValueError(f"the model names what is not measured: {name!r}")
    return DOUBTS.index(str(name)), _number(most), _tree(low), _tree(high)


def _sequence(part: object) -> Sequence[object]:
    assert isinstance(part, list)
    return part


def _number(value: object) -> float:
    assert isinstance(value, int | float)
    return float(value)


def _vector(part: object, names: Sequence[str]) -> Floats:
    table = _mapping(part)
    if unknown := set(table) - set(names):
        raise ValueError(f"the model names what is not measured: {sorted(unknown)}")
    return np.array([_number(table.get(name, 0.0)) for name in names])
