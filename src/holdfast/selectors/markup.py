"""dom_selector, css_selector: finds by a CSS selector, or by an XPath (begins with / or ()."""

from collections.abc import Iterator, Sequence

from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import (
    BASE_WEIGHTS,
    LocatorStrategy,
    StrategyEvaluationResult,
    StrategyType,
)
from holdfast.page.metadata import read_frame
from holdfast.page.strategy_port import failures_as_results, recorded, result_of
from holdfast.page.tables import Tables, Trait
from holdfast.page.wording import quote
from holdfast.selectors.css import (
    attribute_compound,
    css_path,
    find_short_css,
    id_trait,
    is_quotable,
    tag_trait,
    test_id_trait,
    write_compound,
)
from holdfast.selectors.selector import Selector, SelectorKind, css_selector

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


# -------------------------------------------------------------------------- describing and writing


def describe(page: Tables, node: Node) -> Iterator[LocatorStrategy]:
    """Yield id, name, test id and a unique selector, each once; then attributes, and the path."""
    compounds = [traits for _, traits in dom_traits(node)]
    if (test_id := test_id_trait(node)) is not None:
        compounds.append((test_id,))
    written = {write_compound(traits): page.count(node.frame, traits) for traits in compounds}
    if (css := find_short_css(page, node)) is not None:
        written.setdefault(css, 1)
    for selector, count in written.items():
        yield recorded(StrategyType.DOM_SELECTOR, count, selector=selector)
    if traits := attribute_compound(node):
        count = page.count(node.frame, traits)
        yield recorded(StrategyType.CSS_SELECTOR, count, selector=write_compound(traits))
    yield recorded(StrategyType.CSS_SELECTOR, 1, selector=css_path(page, node))


def write(page: Tables, node: Node, frames: tuple[str, ...]) -> Iterator[Selector]:
    """Yield id and name where they are unique, and a short selector that is neither."""
    name_css = None
    for kind, traits in dom_traits(node):
        if page.is_only(node.index, traits):
            name_css = write_compound(traits)
            yield css_selector(kind, traits[-1].value, name_css, frames)
    css = find_short_css(page, node)
    if css is not None and css != name_css:
        yield css_selector(SelectorKind.CSS, css, css, frames)


def dom_traits(node: Node) -> Iterator[tuple[SelectorKind, tuple[Trait, ...]]]:
    """Yield the id, and the name attribute with its tag, where a person wrote them."""
    if (trait := id_trait(node)) is not None:
        yield SelectorKind.ID, (trait,)
    if is_quotable(name := node.get("name")):
        tag = tag_trait(node)
        yield SelectorKind.NAME, (*((tag,) if tag else ()), Trait("attribute", "name", name))
