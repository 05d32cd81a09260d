"""Asking every strategy, in the right document, and grouping what they found by element."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from holdfast.model.snapshot import Snapshot
from holdfast.model.strategy import LocatorStrategy, StrategyEvaluationResult, StrategyType
from holdfast.page.frames import other_frames
from holdfast.selectors.installed import Installed
from holdfast.selectors.metadata import FRAME
from holdfast.selectors.strategy_port import MATCHES

# The engine asks these itself: one needs a picture of the page, the other judges the rest.
ASKED_LATER = frozenset({StrategyType.VISION_OCR, StrategyType.SIMILARITY})


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What the strategies said. ``crossed``: only another document than the recorded one had it."""

    results: tuple[StrategyEvaluationResult, ...]
    crossed: bool = False
    notes: tuple[str, ...] = ()


def ask_all(
    strategies: Sequence[LocatorStrategy],
    snapshot: Snapshot,
    home: int | None,
    installed: Installed,
) -> Findings:
    """Return every strategy's result; other documents are asked only if the home has nothing.

    ``home`` is the document that the element was recorded in, None if the page no longer has it.
    """
    asked = [strategy for strategy in strategies if strategy.type not in ASKED_LATER]
    results: list[StrategyEvaluationResult] = []
    if home is not None:
        results = [ask(strategy, snapshot, home, installed) for strategy in asked]
    crossed = False
    if not any(result.found for result in results):
        elsewhere = [
            result
            for frame in other_frames(snapshot, home)
            for strategy in asked
            if (result := ask(strategy, snapshot, frame, installed)).found
        ]
        crossed = bool(elsewhere)
        results = elsewhere or results
    return Findings(
        results=tuple(results),
        crossed=crossed,
        notes=(*installed.notes, *(n for result in results if (n := _note(result)))),
    )


def ask(
    strategy: LocatorStrategy, snapshot: Snapshot, frame: int, installed: Installed
) -> StrategyEvaluationResult:
    """Return what one strategy finds in one document; whatever it does, this does not raise."""
    evaluator = installed.strategies.get(strategy.type)
    if evaluator is None:
        return StrategyEvaluationResult.failure(strategy, "no such strategy is installed")
    try:
        placed = replace(strategy, metadata=MappingProxyType({**strategy.metadata, FRAME: frame}))
        result = _checked(evaluator.evaluate(placed, snapshot), snapshot, frame)
    except Exception as exc:  # noqa: BLE001  # somebody else's code: whatever it does wrong
        told = f"{type(exc).__name__}: {exc}"[:200]
        return StrategyEvaluationResult.failure(strategy, f"the strategy failed with {told}")
    return replace(result, strategy=strategy)


def _checked(
    result: StrategyEvaluationResult, snapshot: Snapshot, frame: int
) -> StrategyEvaluationResult:
    """Return a result that can be relied on: elements of this page and document, a confidence."""
    if not result.found:
        return result
    node, confidence = result.node, result.confidence
    if node is None or not 0 <= node < len(snapshot) or not 0.0 <= confidence <= 1.0:
        raise ValueError(f"no element or no confidence: {node!r}, {confidence!r}")
    if snapshot.frame_of(node) != frame:
        told = "found only in another frame than the one that was asked"
        return StrategyEvaluationResult.failure(result.strategy, told)
    return result


def _note(result: StrategyEvaluationResult) -> str | None:
    return None if result.found else f"{result.strategy.type.value}: {result.error}"


def matches_of(result: StrategyEvaluationResult) -> tuple[int, ...]:
    """Return the elements that a result speaks for, the node it names among them."""
    if not result.found or result.node is None:
        return ()
    listed = result.metadata.get(MATCHES, ())
    places = listed if isinstance(listed, Sequence) and not isinstance(listed, str) else ()
    return (result.node, *(p for p in places if isinstance(p, int) and p != result.node))


def group_by_element(
    results: Sequence[StrategyEvaluationResult],
) -> Mapping[int, tuple[StrategyEvaluationResult, ...]]:
    """Return the results that speak for each element; the order of results does not matter."""
    groups: dict[int, list[StrategyEvaluationResult]] = {}
    for index, result in _pairs(results):
        groups.setdefault(index, []).append(result)
    return {index: tuple(sorted(groups[index], key=_worth)) for index in sorted(groups)}


def _pairs(
    results: Sequence[StrategyEvaluationResult],
) -> Iterator[tuple[int, StrategyEvaluationResult]]:
    for result in results:
        for index in matches_of(result):
            yield index, result


def _worth(result: StrategyEvaluationResult) -> tuple[float, str, str]:
    return -result.confidence, result.strategy.type.value, repr(result.strategy.selector)
