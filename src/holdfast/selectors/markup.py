"""dom_selector, css_selector: finds by a CSS selector, or by an XPath (begins with / or ()."""

import re
from collections.abc import Sequence

from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import BASE_WEIGHTS, LocatorStrategy, StrategyEvaluationResult
from holdfast.selectors.css_match import selects_css
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
    matches = _ask_index(snapshot, selector.strip(), frame)
    if matches is None:
        matches = [node.index for node in _ask(snapshot, selector.strip(), frame)]
    if not matches:
        return StrategyEvaluationResult.failure(strategy, f"nothing matches {selector[:80]!r}")
    return result_of(strategy, snapshot, matches, BASE_WEIGHTS[strategy.type])


def selects(strategy: LocatorStrategy, node: Node) -> bool:
    """Return whether the selector selects the node."""
    selector = (strategy.selector or "").strip()
    expression = selector.removeprefix(_XPATH_PREFIX)
    if expression == selector and not expression.startswith(("/", "(")):
        return bool(selector) and selects_css(selector, node)
    return expression == node.xpath or node in _ask(node.snapshot, selector, node.frame)


def say(strategy: LocatorStrategy) -> str:
    """Return the selector in words."""
    return f"the selector {quote(strategy.selector)} finds it"


# An id, or one attribute with its value, of any element or of one tag.
_SIMPLE = re.compile(
    r"""(?P<tag>[a-z][a-z0-9-]*)?
        (?: \#(?P<id>[A-Za-z_][\w-]*)
          | \[(?P<name>[a-z][a-z0-9-]*)=(?P<mark>["'])(?P<value>[^"'\\\n]*)(?P=mark)\]
        )\Z""",
    re.VERBOSE | re.ASCII,
)


def _ask_index(snapshot: Snapshot, selector: str, frame: int) -> Sequence[int] | None:
    """Return what a simple selector finds, without a tree of the page; None if it is not simple."""
    simple = _SIMPLE.match(selector)
    if simple is None:
        return None
    name, value = ("id", simple["id"]) if simple["id"] else (simple["name"], simple["value"])
    return [
        index
        for index in snapshot.index.columns.table(name).get(value, ())
        if snapshot.frame_of(index) == frame and simple["tag"] in {None, snapshot.tags[index]}
    ]


def _ask(snapshot: Snapshot, selector: str, frame: int) -> Sequence[Node]:
    if not 0 <= frame < len(snapshot.scopes):
        return ()
    expression = selector.removeprefix(_XPATH_PREFIX)
    if expression != selector or expression.startswith(("/", "(")):
        return snapshot.query_xpath(expression, frame=frame)
    return snapshot.select(selector, frame=frame)
