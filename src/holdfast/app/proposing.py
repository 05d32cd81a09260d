"""Proposing: what a healing would change, who else may be meant, and both in words."""

import json
from collections.abc import Mapping
from hashlib import blake2b

from holdfast.app.journal import Proposal
from holdfast.app.locator_proof import write_locator
from holdfast.model.archive import HealingEvidence, RunnerUp
from holdfast.model.candidate import Candidate, Location
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.fingerprint_json import fingerprint_to_json
from holdfast.model.healing_decision import Decision
from holdfast.model.replay_result import NearMiss
from holdfast.model.snapshot import Node
from holdfast.model.strategy import LocatorStrategy, StrategyType
from holdfast.page.keys import label_of
from holdfast.page.wording import describe_element
from holdfast.selectors.describe import describe
from holdfast.selectors.playwright_code import as_shown
from holdfast.selectors.writing import selectors_of

MOST_NEAR_MISSES = 3
MOST_REASONS = 3  # in one line; all of them stand in the details
# Places change with every window: they say nothing about which element it is.
_PLACES = frozenset(
    {StrategyType.EVIDENCE_SCORING, StrategyType.VISION_OCR, StrategyType.COORDINATES}
)


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
    return write_locator(fingerprint).code


def found_again(location: Location) -> str:
    """Return as what an element was found again, and why that is it."""
    best = location.best
    assert best is not None, "only what was found is used"
    reasons = "; ".join(evidence.reason for evidence in best.evidence[:MOST_REASONS])
    return f"found again as {told(best.node)}: {reasons or location.reason}"


def why_not(location: Location, decision: Decision) -> str:
    """Return why nothing was done: the gate that stopped it, else what is missing."""
    stopping = [gate for gate in decision.gates if not gate.at_most.applies]
    if stopping:
        strictest = min(stopping, key=lambda gate: gate.at_most)
        return location.reason if strictest.name == location.refusal else strictest.reason
    needed = decision.thresholds.apply_with_flag
    return f"confidence {decision.confidence} is below the {needed} needed: {location.reason}"


def renew(location: Location) -> Fingerprint | None:
    """Return the best candidate as it would be recorded now; None without one."""
    best = location.best
    if best is None:
        return None
    return describe(best.node.snapshot, best.node, meaning=location.fingerprint.meaning)


def propose(
    location: Location, *, step_id: str | None, url: str, renewed: Fingerprint | None = None
) -> Proposal:
    """Return what would stand in the recording if the healing is accepted."""
    fingerprint, new = location.fingerprint, renewed or renew(location)
    return Proposal(
        step_id=step_id,
        label=label_of(fingerprint.page, fingerprint.target),
        url=url,
        old_selector=old_selector(fingerprint),
        new_selector="" if new is None else write_locator(new).code,
        fingerprint=None if new is None else fingerprint_to_json(new),
        found_id=None if new is None else fingerprint_id(new),
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
