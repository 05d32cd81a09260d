"""Engine: one search from start to end, without I/O: held, else matcher, witnesses, conclusion."""

from typing import TYPE_CHECKING

from holdfast.model.candidate import Candidate, Location
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Snapshot
from holdfast.model.strategy import (
    BASE_WEIGHTS,
    LocatorStrategy,
    StrategyEvaluationResult,
    StrategyType,
)
from holdfast.page.frames import find_frame
from holdfast.page.keys import agreeing, contradicting, keys_of
from holdfast.page.kinds import kind_of
from holdfast.page.strategy_port import ask
from holdfast.selectors.selector_kinds import SELECTORS, explain, reason_of

if TYPE_CHECKING:
    from holdfast.witnesses.facts import LiveFacts

# A selector that was unique, still is, and finds what looks the same: as sure as it gets.
HELD_PROBABILITY = 0.99
PRIMARY_TYPES = frozenset(
    {
        StrategyType.CDP_SEMANTIC,
        StrategyType.CDP_POWER,
        StrategyType.DOM_SELECTOR,
        StrategyType.CSS_SELECTOR,
    }
)
_HAIR = 1e-9  # weights are binary fractions


def locate(fingerprint: Fingerprint, snapshot: Snapshot) -> Location:
    """Return where the recorded element is on the page, or why none is offered."""
    return search(fingerprint, snapshot)


def search(
    fingerprint: Fingerprint, snapshot: Snapshot, facts: "LiveFacts | None" = None
) -> Location:
    """Return where the element is, with what a live page was asked before."""
    home = find_frame(fingerprint.page, fingerprint.target, snapshot)
    primary = _ask_primary(fingerprint, snapshot, home)
    if primary is not None and _holds(fingerprint, snapshot, primary):
        return _as_held(fingerprint, snapshot, primary)
    # Imported here: what holds needs none of it, and it takes as long as all the rest.
    from holdfast.conclusion import search_page

    return search_page(fingerprint, snapshot, home, primary, facts)


# -------------------------------------------------------------------------------------------- held


def _ask_primary(
    fingerprint: Fingerprint, snapshot: Snapshot, home: int | None
) -> StrategyEvaluationResult | None:
    """Return what the recorded primary selector finds, None when there is none to be trusted."""
    primary = find_primary(fingerprint)
    if primary is None or home is None:
        return None
    return ask(SELECTORS[primary.type], primary, snapshot, home)


def _holds(fingerprint: Fingerprint, snapshot: Snapshot, found: StrategyEvaluationResult) -> bool:
    is_one = found.node is not None and found.match_count == 1
    return is_one and looks_same(fingerprint, snapshot, found.node or 0)


def _as_held(
    fingerprint: Fingerprint, snapshot: Snapshot, found: StrategyEvaluationResult
) -> Location:
    evidence = reason_of(found.strategy, found.confidence)
    node = snapshot.nodes[found.node or 0]
    best = Candidate(node=node, probability=HELD_PROBABILITY, evidence=(evidence,))
    return Location(
        fingerprint=fingerprint,
        candidates=(best,),
        p_gone=1.0 - HELD_PROBABILITY,
        held=True,
        reason=f"it still holds: {evidence.reason}, and nothing contradicts",
        margin=HELD_PROBABILITY,
        results=(found,),
    )


def find_primary(fingerprint: Fingerprint) -> LocatorStrategy | None:
    """Return the recorded selector that can hold, None when there is none to be trusted."""
    primary = next((s for s in fingerprint.strategies if s.type in PRIMARY_TYPES), None)
    if primary is None or not _was_unique(primary) or _is_place(primary):
        return None
    return primary


def _was_unique(strategy: LocatorStrategy) -> bool:
    """Return whether it found one element only when it was recorded; less is worth less."""
    return strategy.confidence >= BASE_WEIGHTS[strategy.type] - _HAIR


def _is_place(strategy: LocatorStrategy) -> bool:
    """Return whether a selector counts positions: it always finds something, whatever moved."""
    selector = strategy.selector or ""
    return selector.startswith(("/", "(")) or any(word in selector for word in _COUNTING)


_COUNTING = (":nth-", ":first-", ":last-")


def looks_same(fingerprint: Fingerprint, snapshot: Snapshot, index: int) -> bool:
    """Return whether an element is of the recorded kind; a key agrees, and none is against."""
    page, target = fingerprint.page, fingerprint.target
    recorded, seen = keys_of(page, target), keys_of(snapshot, index)
    return (
        kind_of(page, target) == kind_of(snapshot, index)
        and page.index.shown[target] == snapshot.index.shown[index]
        # A name can move from the words themselves to an icon beside them.
        and _says_something(page, target) == _says_something(snapshot, index)
        and not contradicting(recorded, seen)
        and bool(agreeing(recorded, seen))
    )


def _says_something(snapshot: Snapshot, index: int) -> bool:
    outline = snapshot.index
    start, end = outline.text_starts[index], outline.text_ends[index]
    return not (start == end or outline.page_text[start:end].isspace())


def still_selects(location: Location) -> bool:
    """Return whether the first recorded selector, not to be trusted alone, finds what was found.

    A row of a table is recorded by its place. If that is still the element, nothing was healed.
    """
    fingerprint, node = location.fingerprint, location.node
    first = next((s for s in fingerprint.strategies if s.type in PRIMARY_TYPES), None)
    if first is None or node is None or not explain((first,), node):
        return False
    result = ask(SELECTORS[first.type], first, node.snapshot, node.frame)
    return result.match_count == 1 and result.node == node.index
