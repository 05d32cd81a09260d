"""cdp_power: finds by words: test id, label, placeholder, text, alternative text, title.

Metadata: ``by`` (testId, label, placeholder, text, alt or title) and ``value``.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import (
    BASE_WEIGHTS,
    LocatorStrategy,
    StrategyEvaluationResult,
    StrategyType,
)
from holdfast.page.keys import TEST_ID_ATTRIBUTES
from holdfast.page.kinds import is_actionable
from holdfast.page.tables import fold, tables_of
from holdfast.selectors.metadata import read_frame, read_text
from holdfast.selectors.strategy_port import failures_as_results, prefer_shown, result_of
from holdfast.selectors.wording import quote

BASE = BASE_WEIGHTS[StrategyType.CDP_POWER]


@failures_as_results
def evaluate(strategy: LocatorStrategy, snapshot: Snapshot) -> StrategyEvaluationResult:
    """Return the elements that say the recorded words."""
    frame = read_frame(strategy.metadata)
    by, value = read_text(strategy.metadata, "by"), read_text(strategy.metadata, "value")
    if by not in WAYS:
        raise ValueError(f"by must be one of {', '.join(WAYS)}, got {by[:80]!r}")
    found = [index for index in WAYS[by](snapshot, value) if snapshot.frame_of(index) == frame]
    if not found:
        return StrategyEvaluationResult.failure(strategy, f"no element with {by} {value[:80]!r}")
    return result_of(strategy, snapshot, prefer_shown(snapshot, found), BASE)


def selects(strategy: LocatorStrategy, node: Node) -> bool:
    """Return whether the node says the recorded words, where they were recorded."""
    by, value = read_text(strategy.metadata, "by"), read_text(strategy.metadata, "value")
    given, wanted = node.snapshot.attributes[node.index], fold(value)
    if by == "testId":
        return any(given.get(name) == value for name in TEST_ID_ATTRIBUTES)
    if by == "label":
        return tables_of(node.snapshot).takes_label(node.index) and fold(node.name) == wanted
    if by != "text":
        return fold(given.get(by, "")) == wanted
    inside = [] if is_actionable(node.snapshot, node.index) else node.children
    return fold(node.text) == wanted and not any(fold(one.text) == wanted for one in inside)


def say(strategy: LocatorStrategy) -> str:
    """Return the words and where they stand, in words."""
    by = str(strategy.metadata.get("by"))
    return f"same {_IN_WORDS.get(by, by)} {quote(strategy.metadata.get('value'))}"


_IN_WORDS = {"testId": "test id", "alt": "alternative text"}

Way = Callable[[Snapshot, str], Sequence[int]]


def _by_test_id(snapshot: Snapshot, value: str) -> Sequence[int]:
    tables = map(snapshot.index.columns.table, TEST_ID_ATTRIBUTES)
    return sorted({index for table in tables for index in table.get(value, ())})


def _by_label(snapshot: Snapshot, value: str) -> Sequence[int]:
    return tables_of(snapshot).by_label.get(fold(value), ())


def _by_text(snapshot: Snapshot, value: str) -> Sequence[int]:
    """Return one element for each place where the text stands.

    An element and its only content say the same text; the one that is clicked stands for both,
    else the innermost.
    """
    kept: list[int] = []
    for index in snapshot.index.text.places_of_folded(fold(value)):
        around = kept[-1] if kept and index < snapshot.index.ends[kept[-1]] else None
        if around is None:
            kept.append(index)
        elif not is_actionable(snapshot, around):
            kept[-1] = index
    return kept


def _by_attribute(name: str) -> Way:
    def way(snapshot: Snapshot, value: str) -> Sequence[int]:
        return tables_of(snapshot).by_words(name).get(fold(value), ())

    return way


WAYS: Mapping[str, Way] = MappingProxyType(
    {
        "testId": _by_test_id,
        "label": _by_label,
        "placeholder": _by_attribute("placeholder"),
        "text": _by_text,
        "alt": _by_attribute("alt"),
        "title": _by_attribute("title"),
    }
)
