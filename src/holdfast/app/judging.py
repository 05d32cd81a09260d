"""Judging: from a search and what is known beside it to a decision."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import NamedTuple

from holdfast.app.advising.advice_effect import Advised, Followed
from holdfast.app.reading import PICTURE_TAGS
from holdfast.deciding.decision import decide, decide_advised
from holdfast.deciding.factors import Appearance, ElementType, ai_confidence_of, measure_factors
from holdfast.deciding.gates import GateFacts, find_gates
from holdfast.matching.words import relate
from holdfast.model.candidate import Location
from holdfast.model.healing_decision import Decision, History
from holdfast.model.replay_result import Usability
from holdfast.model.search_settings import WEIGHTS
from holdfast.model.snapshot import Box, Node
from holdfast.model.thresholds import Thresholds
from holdfast.page.frames import Crossing, find_crossing
from holdfast.page.keys import label_of
from holdfast.page.kinds import is_actionable
from holdfast.page.layout import View, bring_box
from holdfast.page.tables import tables_of
from holdfast.selectors.semantic import semantics_of
from holdfast.selectors.writing import selectors_of

_KEYS = ("id", "name", "href", "data-testid", "data-test", "data-qa", "data-cy")


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What is known of a healing beside where the element is."""

    thresholds: Thresholds
    settled: bool = True
    usability: Usability = field(default_factory=Usability)
    element_history: History = field(default_factory=History)
    page_history: History = field(default_factory=History)
    # What a proposer beside the engine says of the best candidate, 0 to 100.
    ai_confidence: float | None = None
    advised_against: bool = False
    acts: bool = True  # the step presses something; typing or looking cannot be irreversible
    reads: bool = False  # the step only looks: what is disabled or covered can be read as well
    risky_allowed: bool = False
    weights: Mapping[str, Decimal] = field(default_factory=lambda: WEIGHTS)
    excluded: bool = False
    hollow: bool = False
    reworded: bool = False
    unanswered: bool = False

    def advised(self, advised: Advised | None) -> "Circumstances":
        """Return the same with an adviser's word, if one was asked."""
        if advised is None:
            return self
        against = advised.followed is Followed.AGAINST
        return replace(self, ai_confidence=advised.ai_confidence, advised_against=against)


def decide_on(location: Location, seen: Circumstances) -> Decision:
    """Return what to do with the best candidate of a search; nothing found is a rejection too."""
    best = location.best
    recorded = location.fingerprint.node
    factors = measure_factors(
        ai_confidence=ai_confidence_of(location.probability),
        recorded=_appearance(recorded, _recorded_box(location)),
        proposed=Appearance() if best is None else _appearance(best.node, best.node.box),
        matches=0 if best is None else count_matches(best.node),
        stable_parts=() if best is None else (not selectors_of(best.node)[0].is_fragile,),
        element_history=seen.element_history,
        page_history=seen.page_history,
    )
    gates = find_gates(_facts(location, seen))
    if seen.ai_confidence is None:
        return decide(factors, seen.thresholds, gates, seen.weights)
    return decide_advised(factors, seen.ai_confidence, seen.thresholds, gates, seen.weights)


def _facts(location: Location, seen: Circumstances) -> GateFacts:
    best, recorded = location.best, location.fingerprint.node
    words = [label_of(recorded.snapshot, recorded.index)]
    if best is not None:
        words.append(label_of(best.node.snapshot, best.node.index))
    crossing = Crossing.NONE if best is None else _crossing(recorded, best.node)
    among = location.fingerprint.extra.get("among")
    return GateFacts(
        p_gone=location.p_gone,
        other_origin=crossing is Crossing.ORIGIN,
        other_frame=crossing is Crossing.FRAME,
        probability=location.probability,
        default_threshold=location.threshold,
        margin=location.margin,
        unsettled=not seen.settled,
        unactionable=not (seen.usability.seen if seen.reads else seen.usability.is_usable),
        equivalent=bool(location.equivalents),
        advised_against=seen.advised_against,
        wording=". ".join(words) if seen.acts else "",
        was_worded=words[0],
        opposite=best is not None and _is_opposite(recorded, best.node, words),
        risky_allowed=seen.risky_allowed,
        excluded=seen.excluded,
        hollow=seen.hollow,
        reworded=seen.reworded,
        unanswered=seen.unanswered,
        among=among if isinstance(among, int) else 1,
    )


def _is_opposite(recorded: Node, found: Node, labels: Sequence[str]) -> bool:
    """Return whether what was found is called the opposite, and no key says that it is the same.

    A button that shows and hides keeps its id.
    """
    kept = any(recorded.get(key) == found.get(key) != "" for key in _KEYS)
    return not kept and relate(*labels).opposed


def is_hollow(location: Location) -> bool:
    """Return whether what was found only stands around what it was, or around nothing."""
    recorded, best = location.fingerprint.node, location.best
    if best is None:
        return False
    was, now = _substance(recorded), _substance(best.node)
    if was.is_control:
        return not now.is_control and (now.is_host or now.holds_control or not now.says)
    return was.says and not now.says and not now.is_control and not now.shows


class _Substance(NamedTuple):
    says: bool
    shows: bool  # a picture, where words may have been
    is_control: bool
    holds_control: bool
    is_host: bool


def _substance(node: Node) -> _Substance:
    page, index = node.snapshot, node.index
    return _Substance(
        says=bool(node.text or node.name) or node.tag in PICTURE_TAGS,
        shows=any(one.tag in PICTURE_TAGS for one in node.iter_descendants()),
        is_control=is_actionable(page, index),
        holds_control=any(is_actionable(page, one.index) for one in node.iter_descendants()),
        is_host=any(scope.kind == "shadow" and scope.owner == index for scope in page.scopes),
    )


def lacks_words(location: Location, words: Sequence[re.Pattern[str]]) -> bool:
    """Return whether something to read does not say what the locator asks for."""
    recorded, best = location.fingerprint.node, location.best
    if best is None or not words or is_actionable(recorded.snapshot, recorded.index):
        return False
    said = f"{best.node.text}\n{best.node.name}"
    return not all(asked.search(said) for asked in words)


def _crossing(recorded: Node, found: Node) -> Crossing:
    return find_crossing(recorded.snapshot, recorded.index, found.snapshot, found.index)


def _appearance(node: Node, box: Box | None) -> Appearance:
    return Appearance(
        label=label_of(node.snapshot, node.index),
        type=ElementType(tag=node.tag, input_type=node.get("type"), role=node.get("role")),
        box=box,
    )


def _recorded_box(location: Location) -> Box | None:
    """Return where the element stood, brought to the current window."""
    node, best = location.fingerprint.node, location.best
    if node.box is None or best is None:
        return None
    return bring_box(node.box, View.of(node.snapshot), View.of(best.node.snapshot))


def count_matches(node: Node) -> int:
    """Return how many elements the best selector finds; a path counts all that are alike."""
    if not selectors_of(node)[0].is_fragile:
        return 1
    alike = semantics_of(tables_of(node.snapshot), node)
    return alike[0].count if alike else len(node.snapshot.select(node.tag, frame=node.frame))
