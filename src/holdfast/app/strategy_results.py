"""Strategy results: evaluates every recorded strategy on a page and measures the time of each."""

import time
from dataclasses import replace
from types import MappingProxyType

from holdfast.deciding.gates import GONE_FROM
from holdfast.matching.judge import judge
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Snapshot
from holdfast.model.strategy import LocatorStrategy, StrategyEvaluationResult, StrategyType
from holdfast.page.frames import find_frame
from holdfast.page.strategy_port import ask, centre_of
from holdfast.selectors.selector_kinds import SELECTORS
from holdfast.witnesses.facts import NOTHING_ASKED, LiveFacts

COULD_BE_MEANT = 0.05  # probability from which a candidate counts as a match


def evaluate_strategies(
    fingerprint: Fingerprint, snapshot: Snapshot
) -> tuple[StrategyEvaluationResult, ...]:
    """Return what each recorded strategy finds on the page by itself; none of them raises.

    This explains: where the element is and how sure that is, ``locate`` says.
    """
    return evaluate_with(fingerprint, snapshot, NOTHING_ASKED)


def evaluate_with(
    fingerprint: Fingerprint, snapshot: Snapshot, facts: LiveFacts
) -> tuple[StrategyEvaluationResult, ...]:
    """Return the same with what a live page was asked."""
    results = []
    for strategy in fingerprint.strategies:
        started = time.perf_counter()
        result = _evaluate(strategy, fingerprint, snapshot, facts)
        spent_ms = 1000 * (time.perf_counter() - started)
        results.append(replace(result, duration_ms=spent_ms))
    return tuple(results)


def _evaluate(
    strategy: LocatorStrategy, fingerprint: Fingerprint, snapshot: Snapshot, facts: LiveFacts
) -> StrategyEvaluationResult:
    if strategy.type is StrategyType.SIMILARITY:
        return _compared(strategy, fingerprint, snapshot)
    evaluator = {**SELECTORS, **facts.evaluators()}.get(strategy.type)
    if evaluator is None:  # all but one need no more than the page
        return StrategyEvaluationResult.failure(strategy, "nobody read a picture of the page")
    home = find_frame(fingerprint.page, fingerprint.target, snapshot)
    return ask(evaluator, strategy, snapshot, home)


def _compared(
    strategy: LocatorStrategy, fingerprint: Fingerprint, snapshot: Snapshot
) -> StrategyEvaluationResult:
    """Return what comparing the two pages says, before any witness is heard."""
    shortlist = judge(fingerprint, snapshot)
    count = sum(probability >= COULD_BE_MEANT for _, probability in shortlist.ranked)
    if not shortlist.ranked or shortlist.p_gone >= GONE_FROM:
        told = f"it is probably gone ({shortlist.p_gone:.2f})"
        return StrategyEvaluationResult.failure(strategy, told, match_count=count)
    index, probability = shortlist.ranked[0]
    return StrategyEvaluationResult(
        strategy=strategy,
        found=True,
        confidence=probability,
        node=index,
        click_point=centre_of(snapshot, index),
        match_count=max(count, 1),
        metadata=MappingProxyType({"pGone": shortlist.p_gone}),
    )
