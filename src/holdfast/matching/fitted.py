"""Fitted: the numbers of the matcher, read from one small file and checked against the features.

``model.json`` holds, for a kept page and for a kept element alone, what each piece of evidence
weighs, the coefficients and trees of the probability, and the coefficients of being gone.
``holdfast bench fit`` makes it anew and says how it was made.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

import numpy as np
import orjson

from holdfast.matching.assignment import Ranking, context_feature
from holdfast.matching.columns import Floats
from holdfast.matching.feature import FeatureTable, R, S
from holdfast.matching.features import feature
from holdfast.matching.pair_features import pair_feature

MODEL_FORMAT = "holdfast-matcher/3"


class Situation(StrEnum):
    """What is known about the old page."""

    PAGE = "page"
    ELEMENT = "element only"


_SUREST = 12.0  # in log odds


@dataclass(frozen=True)
class Logistic:
    """A probability from named inputs."""

    coefficients: Floats
    intercept: float

    def odds(self, inputs: Floats) -> float:
        """Return the logarithm of the odds, never without bounds."""
        return bounded(float(inputs @ self.coefficients) + self.intercept)

    def __call__(self, inputs: Floats) -> float:
        """Return the probability, never quite 0 or 1."""
        return probability(self.odds(inputs))


def bounded(odds: float) -> float:
    """Return log odds within what any evidence can say."""
    return min(max(odds, -_SUREST), _SUREST)


def probability(odds: float) -> float:
    """Return the probability of log odds."""
    return 1.0 / (1.0 + math.exp(-odds))


class Forest:
    """Small trees as columns: where the input at a place is at most so much, go low, else high."""

    def __init__(self, trees: Sequence[object]) -> None:
        # The splits of all trees, and then their leaves, which are numbered from below: ~0, ~1, …
        self._splits: list[tuple[int, float, int, int]] = []
        self._leaves: list[float] = []
        roots = np.array([self._add(tree) for tree in trees], np.intp)
        split = list(zip(*self._splits, strict=True)) or [()] * 4
        self._place, low, high = (np.array(split[column], np.intp) for column in (0, 2, 3))
        self._most, self._value = np.array(split[1]), np.array(self._leaves)
        count = len(self._splits)
        self._low, self._high, self._roots = (
            np.where(each < 0, count + ~each, each) for each in (low, high, roots)
        )
        self._ends = np.arange(count, count + len(self._leaves))  # a leaf leads to itself

    def _add(self, part: object) -> int:
        """Return where a tree begins."""
        if isinstance(part, int | float):
            self._leaves.append(float(part))
            return ~(len(self._leaves) - 1)
        name, most, low, high = _sequence(part)
        if name not in feature.names:
            raise ValueError(f"the model names what is not measured: {name!r}")
        at = len(self._splits)
        self._splits.append((0, 0.0, 0, 0))
        place = feature.names.index(str(name))
        self._splits[at] = place, _number(most), self._add(low), self._add(high)
        return at

    def add_up(self, inputs: Floats) -> float:
        """Return the sum of the leaves that inputs lead to."""
        # Asking every split at once costs less than asking each tree's own, level by level.
        goes_low = inputs[self._place] <= self._most
        further = np.concatenate((np.where(goes_low, self._low, self._high), self._ends))
        at, count = self._roots, len(self._place)
        while at.min() < count:
            at = further[at]
        return math.fsum(self._value[at - count].tolist())


@dataclass(frozen=True)
class Model:
    """The numbers for one situation."""

    ranking: Ranking
    trees: Forest  # the best candidate is the element; their sum is the log odds
    gone: Logistic  # it is nowhere, given that the best candidate is not it
    threshold: float  # below it the best candidate is not used

    def believe(self, inputs: Floats) -> float:
        """Return how likely the best candidate is the element.

        Small trees know that a strong key means little in the wrong place.
        """
        return probability(self.odds(inputs))

    def odds(self, inputs: Floats) -> float:
        """Return the same as log odds."""
        return bounded(self.trees.add_up(inputs))


@lru_cache(maxsize=1)
def fitted() -> Mapping[Situation, Model]:
    """Return the numbers that ship with the package."""
    return read_models(orjson.loads(files(__package__).joinpath("model.json").read_bytes()))


def read_models(data: Mapping[str, object]) -> Mapping[Situation, Model]:
    """Return the numbers of a model file; a name that no feature has is refused."""
    if data.get("format") != MODEL_FORMAT:
        raise ValueError(f"wanted a model of {MODEL_FORMAT!r}, got {data.get('format')!r}")
    situations = _mapping(data["situations"])
    return {Situation(name): _model(_mapping(part)) for name, part in situations.items()}


def _model(table: Mapping[str, object]) -> Model:
    ranking = _mapping(table["ranking"])
    return Model(
        ranking=Ranking(
            pairs=_vector(ranking["pairs"], pair_feature),
            contexts=_vector(ranking["contexts"], context_feature),
            null=_number(ranking["null"]),
        ),
        trees=Forest(_sequence(table["trees"])),
        gone=_logistic(table["gone"]),
        threshold=_number(table["threshold"]),
    )


def _logistic(part: object) -> Logistic:
    table = _mapping(part)
    return Logistic(_vector(table["coefficients"], feature), _number(table["intercept"]))


def _vector(part: object, table: FeatureTable[S, R]) -> Floats:
    named = {name: _number(value) for name, value in _mapping(part).items()}
    return np.array(table.numbers(named))


def _mapping(table: object) -> Mapping[str, object]:
    assert isinstance(table, Mapping)
    return table


def _sequence(part: object) -> Sequence[object]:
    assert isinstance(part, list)
    return part


def _number(value: object) -> float:
    assert isinstance(value, int | float)
    return float(value)
