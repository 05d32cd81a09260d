"""Live facts: what a live page was asked for the witnesses, and what they find with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from holdfast.model.fingerprint import Fingerprint
from holdfast.model.search_settings import EvidenceScoringConfig
from holdfast.model.snapshot import Point, Snapshot
from holdfast.model.strategy import StrategyEvaluationResult, StrategyType
from holdfast.page.strategy_port import Strategy, ask
from holdfast.witnesses import coordinates
from holdfast.witnesses.protocol import Recorded, Results
from holdfast.witnesses.trail import EvidenceScoring, Stacks
from holdfast.witnesses.vision import Vision, strategy_for


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveFacts:
    """What only a live page knows, as far as somebody asked it.

    ``stacks``: what is at the points that ``points_to_ask`` names; ``vision``: what was read from
    a picture of the page; ``advised``: the node that an adviser chose; ``evidence``: how far the
    trail is followed.
    """

    stacks: Stacks | None = None
    vision: Vision | None = None
    advised: int | None = None
    evidence: EvidenceScoringConfig = field(default_factory=EvidenceScoringConfig)

    def evaluators(self) -> Mapping[StrategyType, Strategy]:
        """Return who evaluates the strategies that witnesses stand on."""
        asked: dict[StrategyType, Strategy] = {
            StrategyType.EVIDENCE_SCORING: EvidenceScoring(self.evidence, self.stacks or {}),
            StrategyType.COORDINATES: coordinates,
        }
        return asked if self.vision is None else {**asked, StrategyType.VISION_OCR: self.vision}


NOTHING_ASKED = LiveFacts()


def points_to_ask(
    fingerprint: Fingerprint, snapshot: Snapshot, evidence: EvidenceScoringConfig
) -> list[Point]:
    """Return the points of the page at which a search wants to know what stands there."""
    strategy = Recorded(fingerprint).find(StrategyType.EVIDENCE_SCORING)
    return [] if strategy is None else EvidenceScoring(evidence).points(strategy, snapshot)


def witness_results(
    fingerprint: Fingerprint, snapshot: Snapshot, frame: int | None, facts: LiveFacts
) -> Results:
    """Return what the recorded strategies of our witnesses find: where, and what is read there."""
    target, results = Recorded(fingerprint), dict[StrategyType, StrategyEvaluationResult]()
    for kind, evaluator in facts.evaluators().items():
        strategy = target.find(kind)
        if kind is StrategyType.VISION_OCR and facts.vision is not None:
            strategy = strategy_for(fingerprint, facts.vision.config)
        if strategy is not None:
            results[kind] = ask(evaluator, strategy, snapshot, frame)
    return results
