"""What a strategy is: a way to say, from what was recorded, which elements of a page it may be."""

from collections.abc import Callable, Sequence
from functools import wraps
from types import MappingProxyType
from typing import Protocol, TypeAlias

from holdfast.errors import HoldfastError
from holdfast.model.snapshot import Point, Snapshot
from holdfast.model.strategy import LocatorStrategy, StrategyEvaluationResult
from holdfast.selectors.worth import match_confidence

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


def centre_of(snapshot: Snapshot, index: int) -> Point | None:
    """Return the middle of an element, None when nothing measured it."""
    box = None if snapshot.boxes is None else snapshot.boxes[index]
    return None if box is None else Point(*box.centre)


def prefer_shown(snapshot: Snapshot, matches: Sequence[int]) -> Sequence[int]:
    """Return those that a person can see; all of them when nobody can see any."""
    shown = snapshot.outline.shown
    return [index for index in matches if shown[index]] or matches
