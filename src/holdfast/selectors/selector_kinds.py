"""Selectors by kind: who evaluates which, and which of them still select a node."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from holdfast.errors import HoldfastError
from holdfast.model.candidate import Evidence
from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import LocatorStrategy, StrategyEvaluationResult, StrategyType
from holdfast.selectors import identity_selector, markup, power, semantic


class SelectorEvaluator(Protocol):
    """One kind of selector: what it finds on a page, whether it selects a node, and in words."""

    def evaluate(self, strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
        """Return what the selector finds on the page."""
        ...

    def selects(self, strategy: LocatorStrategy, node: Node) -> bool:
        """Return whether the selector still selects this node, without asking the page."""
        ...

    def say(self, strategy: LocatorStrategy) -> str:
        """Return the selector in words that a tester understands."""
        ...


SELECTORS: Mapping[StrategyType, SelectorEvaluator] = {
    StrategyType.CDP_SEMANTIC: semantic,
    StrategyType.CDP_POWER: power,
    StrategyType.DOM_SELECTOR: markup,
    StrategyType.CSS_SELECTOR: markup,
    StrategyType.DSL_IDENTITY: identity_selector,
}


# These look at the node and at what is around it; an identity is asked of the whole page.
CHEAP = frozenset(SELECTORS) - {StrategyType.DSL_IDENTITY}


def explain(strategies: Sequence[LocatorStrategy], node: Node) -> tuple[Evidence, ...]:
    """Return the recorded selectors that still select this node, as reasons for it."""
    return tuple(
        reason_of(s, s.confidence) for s in strategies if s.type in CHEAP and _selects(s, node)
    )


def reason_of(strategy: LocatorStrategy, score: float) -> Evidence:
    """Return a selector that finds an element as a reason for that element."""
    words = SELECTORS[strategy.type].say(strategy)
    return Evidence(strategy=strategy.type.value, score=score, reason=words)


def _selects(strategy: LocatorStrategy, node: Node) -> bool:
    try:
        return SELECTORS[strategy.type].selects(strategy, node)
    except (ValueError, HoldfastError):  # damaged metadata, or a selector that nobody can read
        return False
