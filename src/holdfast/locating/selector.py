"""dom_selector and css_selector: by a recorded CSS selector, or an XPath (begins with / or ()."""

from collections.abc import Sequence

from holdfast.locating.metadata import read_frame
from holdfast.locating.strategy import failures_as_results, result_of
from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import BASE_WEIGHTS, LocatorStrategy, StrategyEvaluationResult

_XPATH_PREFIX = "xpath="


@failures_as_results
def evaluate(strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
    """Return the elements that the selector finds."""
    selector, frame = strategy.selector, read_frame(strategy.metadata)
    if not isinstance(selector, str) or not selector.strip():
        raise ValueError("selector is missing or empty")
    if strategy.type not in BASE_WEIGHTS:
        raise ValueError(f"{strategy.type} is not found by a selector")
    found = _ask(snapshot, selector.strip(), frame)
    if not found:
        return StrategyEvaluationResult.failure(strategy, f"nothing matches {selector[:80]!r}")
    matches = [node.index for node in found]
    return result_of(strategy, snapshot, matches, BASE_WEIGHTS[strategy.type])


def _ask(snapshot: Snapshot, selector: str, frame: int) -> Sequence[Node]:
    if not 0 <= frame < len(snapshot.scopes):
        return ()
    expression = selector.removeprefix(_XPATH_PREFIX)
    if expression != selector or expression.startswith(("/", "(")):
        return snapshot.query_xpath(expression, frame=frame)
    return snapshot.select(selector, frame=frame)
