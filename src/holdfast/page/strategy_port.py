"""Strategies: what one is, how it is asked, and what its find is worth."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from types import MappingProxyType
from typing import Protocol, TypeAlias

from holdfast.errors import HoldfastError
from holdfast.model.snapshot import Point, Snapshot
from holdfast.model.strategy import (
    BASE_WEIGHTS,
    JsonObject,
    LocatorStrategy,
    StrategyEvaluationResult,
    StrategyType,
)
from holdfast.page.metadata import FRAME

MATCHES = "matches"  # in a result's metadata: the elements found, in the order of the document
MOST_MATCHES = 20  # kept; a strategy that finds more says nothing about any of them

Evaluate: TypeAlias = Callable[[LocatorStrategy, Snapshot], StrategyEvaluationResult]


class Strategy(Protocol):
    """A way to find elements. A module with a function ``evaluate`` is one.

    ``evaluate`` never raises: what cannot be done comes back as ``found=False`` with an error.
    Metadata may name the document to look in (``frame``, index of its scope in the snapshot);
    without it, that is the page itself.
    """

    def evaluate(self, strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
        """Return what the strategy finds on the page."""
        ...


def ask(
    evaluator: Strategy, strategy: LocatorStrategy, snapshot: Snapshot, frame: int | None
) -> StrategyEvaluationResult:
    """Return what a strategy finds in one document; whatever happens, this does not raise."""
    if frame is None:
        return StrategyEvaluationResult.failure(strategy, "the document it was recorded in is gone")
    try:
        placed = replace(strategy, metadata=MappingProxyType({**strategy.metadata, FRAME: frame}))
        return replace(evaluator.evaluate(placed, snapshot), strategy=strategy)
    except Exception as exc:  # noqa: BLE001 - what was recorded is foreign; one never raises
        told = f"{type(exc).__name__}: {exc}"[:200]
        return StrategyEvaluationResult.failure(strategy, f"the strategy failed with {told}")


def failures_as_results(evaluate: Evaluate) -> Evaluate:
    """Return the function with bad metadata and unreadable selectors answered, not raised."""

    @wraps(evaluate)
    def answer(strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
        try:
            return evaluate(strategy, snapshot)
        except (ValueError, HoldfastError) as exc:
            return StrategyEvaluationResult.failure(strategy, str(exc).partition("\n")[0])

    return answer


def result_of(
    strategy: LocatorStrategy, snapshot: Snapshot, matches: Sequence[int], base: float
) -> StrategyEvaluationResult:
    """Return the result for the elements that were found, of which there is at least one."""
    first = matches[0]
    return StrategyEvaluationResult(
        strategy=strategy,
        found=True,
        confidence=match_confidence(base, len(matches)),
        node=first,
        click_point=centre_of(snapshot, first),
        match_count=len(matches),
        metadata=MappingProxyType({MATCHES: tuple(matches[:MOST_MATCHES])}),
    )


def recorded(
    kind: StrategyType,
    count: int,
    *,
    selector: str | None = None,
    metadata: JsonObject | None = None,
    base: float | None = None,
) -> LocatorStrategy:
    """Return a way to an element as it is recorded, where ``count`` elements are found by it."""
    return LocatorStrategy(
        type=kind,
        confidence=match_confidence(BASE_WEIGHTS[kind] if base is None else base, count),
        selector=selector,
        metadata=MappingProxyType(dict(metadata or {})),
    )


LOSS_PER_DOUBLING = 0.15  # each doubling of the matches halves the chance to guess right
LARGEST_LOSS = 0.4  # reached at seven matches: by then it is only a kind of element


def match_confidence(base: float, count: int) -> float:
    """Return the confidence of one find among ``count`` equal ones; 0 when there is none."""
    if count < 1:
        return 0.0
    return base - min(LOSS_PER_DOUBLING * math.log2(count), LARGEST_LOSS)


def centre_of(snapshot: Snapshot, index: int) -> Point | None:
    """Return the middle of an element, None when nothing measured it."""
    box = None if snapshot.boxes is None else snapshot.boxes[index]
    return None if box is None else Point(*box.centre)


def prefer_shown(snapshot: Snapshot, matches: Sequence[int]) -> Sequence[int]:
    """Return those that a person can see; all of them when nobody can see any."""
    shown = snapshot.index.shown
    return [index for index in matches if shown[index]] or matches
