"""Feature: a named number with its direction; tables of them are collected, never listed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeVar

S = TypeVar("S")
R = TypeVar("R")


class Speaks(IntEnum):
    """What a feature can do to a candidate; the fit may make it small, never turn it."""

    AGAINST = -1
    EITHER = 0
    FOR = 1


FOR, AGAINST, EITHER = Speaks.FOR, Speaks.AGAINST, Speaks.EITHER


@dataclass(frozen=True)
class Feature(Generic[S, R]):
    """One feature: how it is called, which way it speaks, how it is measured."""

    name: str
    speaks: Speaks
    measure: Callable[[S], R]
    reason: str


class FeatureTable(Generic[S, R]):
    """Features by name, in the order in which they were written down."""

    def __init__(self) -> None:
        self._features: dict[str, Feature[S, R]] = {}

    def __call__(
        self, name: str, speaks: Speaks = FOR
    ) -> Callable[[Callable[[S], R]], Callable[[S], R]]:
        """Return the decorator that makes a function a feature."""

        def add(measure: Callable[[S], R]) -> Callable[[S], R]:
            if name in self._features:
                raise ValueError(f"two features are called {name!r}")
            self._features[name] = Feature(name, speaks, measure, measure.__doc__ or "")
            return measure

        return add

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names, in the order of the table."""
        return tuple(self._features)

    @property
    def features(self) -> tuple[Feature[S, R], ...]:
        """Return the features, in the order of the table."""
        return tuple(self._features.values())

    def numbers(self, named: Mapping[str, float]) -> tuple[float, ...]:
        """Return a number for each feature, 0 for what is not named; unknown names are refused."""
        if unknown := sorted(set(named) - set(self._features)):
            raise ValueError(f"the model names what is not measured: {unknown}")
        return tuple(float(named.get(name, 0.0)) for name in self._features)
