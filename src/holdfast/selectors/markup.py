"""dom_selector, css_selector: finds by a CSS selector, or by an XPath (begins with / or ()."""

from collections.abc import Sequence

from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import BASE_WEIGHTS, LocatorStrategy, StrategyEvaluationResult
from holdfast.selectors.metadata import read_frame
from holdfast.selectors.strategy_port import failures_as_results, result_of
from holdfast.selectors.wording import quote

_XPATH_PREFIX = "xpath="


@failures_as_results
def evaluate(strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
    """Return the elements that the selector finds."""
    selector, frame = strategy.selector, read_frame(strategy.metadata)
    if not isinstance(selector, str) or not selector.strip():
        raise ValueError("selector is missing or empty")
    if strategy.type not in BASE_WEIGHTS:
        raise ValueError(f"{strategy.type} is not found by a selector")
    matches = [node.index for node in _ask(snapshot, selector.strip(), frame)]
    if not matches:
        return StrategyEvaluationResult.failure(strategy, f"nothing matches {selector[:80]!r}")
    return result_of(strategy, snapshot, matches, BASE_WEIGHTS[strategy.type])


def selects(strategy: LocatorStrategy, node: Node) -> bool:
    """Return whether the selector selects the node."""
    selector = (strategy.selector or "").strip()
    expression = selector.removeprefix(_XPATH_PREFIX)
    if expression == selector and not expression.startswith(("/", "(")):
        return bool(selector) and node.snapshot.index.matches_css(selector, node.index)
    return expression == node.xpath or node in _ask(node.snapshot, selector, node.frame)


def say(strategy: LocatorStrategy) -> str:
    """Return the selector in words."""
    return f"the selector {quote(strategy.selector)} finds it"


def _ask(snapshot: Snapshot, selector: str, frame: int) -> Sequence[Node]:
    if not 0 <= frame < len(snapshot.scopes):
        return ()
    expression = selector.removeprefix(_XPATH_PREFIX)
    if expression != selector or expression.startswith(("/", "(")):
        return snapshot.query_xpath(expression, frame=frame)
    return snapshot.select(selector, frame=frame)
