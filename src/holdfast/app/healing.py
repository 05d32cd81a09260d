"""One proposed element judged on a live page: factors, gates, decision, and what is written."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b

from holdfast.app.journal import Proposal
from holdfast.deciding.decision import decide, decide_advised
from holdfast.deciding.factors import Appearance, ElementType, ai_confidence_of, measure_factors
from holdfast.deciding.gates import GateFacts, find_gates
from holdfast.model.archive import HealingEvidence, RunnerUp
from holdfast.model.candidate import Candidate, Location
from holdfast.model.fingerprint import Fingerprint, IdentityMeaning
from holdfast.model.fingerprint_json import fingerprint_to_json
from holdfast.model.healing import Decision, History
from holdfast.model.replay import NearMiss, Usability
from holdfast.model.snapshot import Box, Node
from holdfast.model.strategy import LocatorStrategy, StrategyType
from holdfast.model.thresholds import Thresholds
from holdfast.page.frames import Crossing, find_crossing
from holdfast.page.keys import label_of
from holdfast.page.layout import View, bring_box
from holdfast.selectors.describe import describe
from holdfast.selectors.naming import semantics_of
from holdfast.selectors.page_index import index_of
from holdfast.selectors.playwright_code import as_shown
from holdfast.selectors.wording import describe_element
from holdfast.selectors.writing import Selector, selectors_of

MOST_NEAR_MISSES = 3
# Places change with every window: they say nothing about which element it is.
_PLACES = frozenset(
    {StrategyType.EVIDENCE_SCORING, StrategyType.VISION_OCR, StrategyType.COORDINATES}
)


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
    risky_allowed: bool = False


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
        return decide(factors, seen.thresholds, gates)
    return decide_advised(factors, seen.ai_confidence, seen.thresholds, gates)


def _facts(location: Location, seen: Circumstances) -> GateFacts:
    best, recorded = location.best, location.fingerprint.node
    words = [label_of(recorded.snapshot, recorded.index)]
    if best is not None:
        words.append(label_of(best.node.snapshot, best.node.index))
    crossing = Crossing.NONE if best is None else _crossing(recorded, best.node)
    return GateFacts(
        p_gone=location.p_gone,
        other_origin=crossing is Crossing.ORIGIN,
        other_frame=crossing is Crossing.FRAME,
        probability=location.probability,
        default_threshold=location.threshold,
        margin=location.margin,
        every_key_contradicts=location.every_key_contradicts,
        identity_slot=location.fingerprint.meaning is IdentityMeaning.SLOT,
        settled=seen.settled,
        actionable=seen.usability.is_usable,
        has_equivalent=bool(location.equivalents),
        advised_against=seen.advised_against,
        wording=". ".join(words) if seen.acts else "",
        risky_allowed=seen.risky_allowed,
    )


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
    alike = semantics_of(index_of(node.snapshot), node)
    return alike[0].count if alike else len(node.snapshot.select(node.tag, frame=node.frame))


# ------------------------------------------------------------------------------------- what is told


def near_misses(location: Location) -> tuple[NearMiss, ...]:
    """Return the best candidates in words."""
    return tuple(_near_miss(candidate) for candidate in location.candidates[:MOST_NEAR_MISSES])


def _near_miss(candidate: Candidate) -> NearMiss:
    reasons = [as_shown(evidence.reason) for evidence in candidate.evidence[:2]]
    return NearMiss(
        likely=int(100 * candidate.probability + 0.5),
        element=told(candidate.node),
        why="; ".join(reasons),
    )


def told(node: Node) -> str:
    """Return an element in a few words."""
    return as_shown(describe_element(node.snapshot, node.index))


def old_selector(fingerprint: Fingerprint) -> str:
    """Return the recorded selector as code to read."""
    first: Selector = selectors_of(fingerprint.node)[0]
    return first.playwright


def propose(location: Location, *, step_id: str, url: str) -> Proposal:
    """Return what would stand in the recording if the healing is accepted."""
    fingerprint, best = location.fingerprint, location.best
    label = label_of(fingerprint.page, fingerprint.target)
    if best is None:
        old = old_selector(fingerprint)
        why = HealingEvidence(reason=location.reason)
        return Proposal(step_id=step_id, label=label, url=url, old_selector=old, evidence=why)
    renewed = describe(best.node.snapshot, best.node, meaning=fingerprint.meaning)
    return Proposal(
        step_id=step_id,
        label=label,
        url=url,
        old_selector=old_selector(fingerprint),
        new_selector=selectors_of(best.node)[0].playwright,
        fingerprint=fingerprint_to_json(renewed),
        evidence=HealingEvidence(reason=location.reason, runners_up=_runners_up(location)),
    )


def _runners_up(location: Location) -> tuple[RunnerUp, ...]:
    """Return who came next, by their place on the page that the new fingerprint holds."""
    return tuple(
        RunnerUp(
            target=candidate.node.index,
            likely=miss.likely,
            element=miss.element,
            why=miss.why,
            selector=selectors_of(candidate.node)[0].playwright,
        )
        for candidate in location.candidates[1 : MOST_NEAR_MISSES + 1]
        for miss in (_near_miss(candidate),)
    )


def fingerprint_id(fingerprint: Fingerprint) -> str:
    """Return a short name for a recorded element: the same each time it is recorded alike."""
    ways = [_way(strategy) for strategy in fingerprint.strategies if strategy.type not in _PLACES]
    written = json.dumps(ways, sort_keys=True, default=_plain).encode()
    return blake2b(written, digest_size=12).hexdigest()


def _way(strategy: LocatorStrategy) -> tuple[str, str | None, Mapping[str, object]]:
    return strategy.type.value, strategy.selector, dict(strategy.metadata)


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else str(value)
