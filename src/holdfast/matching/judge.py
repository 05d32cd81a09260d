"""Judge: the matcher in the engine's terms: candidates with probabilities and their reasons."""

import math
from collections.abc import Sequence

from holdfast.matching.fitted import Situation
from holdfast.matching.judging import Judgement
from holdfast.matching.matcher import Matcher, Shortlist, matcher_for
from holdfast.matching.reasons import tell, tell_absence
from holdfast.model.candidate import Candidate, Evidence
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Snapshot
from holdfast.model.strategy import StrategyEvaluationResult, StrategyType
from holdfast.selectors.search import group_by_element
from holdfast.selectors.wording import evidence_of

_SHOWN = 8  # candidates told to people; the rest is noise
_UNLIKELY = 0.005  # runners-up below this are shown only to fill the first three places
_AT_LEAST = 3

# Witnesses that see what the pages' markup does not say; they shift the odds of whom they name.
# Everything else the strategies look at is weighed in the features already.
INDEPENDENT = {
    StrategyType.EVIDENCE_SCORING: 0.5,  # the hand went there: e^0.5, odds 1.6 to 1
}


class SimilarityJudge:
    """Judges by the two pages as a whole; what other strategies found is told as evidence."""

    def judge(
        self,
        fingerprint: Fingerprint,
        snapshot: Snapshot,
        results: Sequence[StrategyEvaluationResult],
    ) -> Judgement:
        """Return calibrated probabilities for the candidates and for the element's being gone."""
        matcher = matcher_for(fingerprint.page, snapshot, whole_page=fingerprint.has_page)
        found = matcher.shortlist(fingerprint.target)
        ranked, p_gone = _with_witnesses(found, results)
        return Judgement(
            candidates=tuple(_candidates(matcher, found, ranked, snapshot, results)),
            p_gone=p_gone,
            equivalents=tuple(snapshot.nodes[i] for i in found.equivalents),
            reasons=_reasons(matcher, found),
            threshold=matcher.model.threshold,
        )


def _reasons(matcher: Matcher, found: Shortlist) -> tuple[str, ...]:
    reasons = tell_absence(found) if found.p_gone >= 0.5 else ()
    if matcher.situation is Situation.ELEMENT:
        reasons += ("the page around it was not kept, so more is asked of a candidate",)
    return reasons


def _candidates(
    matcher: Matcher,
    found: Shortlist,
    ranked: Sequence[tuple[int, float]],
    snapshot: Snapshot,
    results: Sequence[StrategyEvaluationResult],
) -> list[Candidate]:
    spoken = group_by_element(results)
    candidates = []
    for place, (index, probability) in enumerate(ranked[:_SHOWN]):
        if place >= _AT_LEAST and probability < _UNLIKELY:
            break
        told = tell(found.case_of(index), matcher.view)
        voices = tuple(evidence_of(result) for result in spoken.get(index, ()))
        candidates.append(
            Candidate(
                node=snapshot.nodes[index],
                probability=probability,
                evidence=_once((*told, *voices)),
            )
        )
    return candidates


def _once(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    return tuple({item.reason: item for item in reversed(evidence)}.values())[::-1]


def _with_witnesses(
    found: Shortlist, results: Sequence[StrategyEvaluationResult]
) -> tuple[tuple[tuple[int, float], ...], float]:
    """Return the ranking and the chance of being gone, with the odds of whom witnesses named."""
    weights: dict[int, float] = {}
    for result in results:
        weight = INDEPENDENT.get(result.strategy.type, 0.0) * result.confidence
        if result.found and result.node is not None and weight:
            weights[result.node] = weights.get(result.node, 0.0) + weight
    masses = [p * math.exp(weights.get(index, 0.0)) for index, p in found.ranked]
    gained = sum(masses) - sum(p for _, p in found.ranked)
    if gained == 0.0:
        return found.ranked, found.p_gone
    total = 1.0 + gained
    shifted = [(index, mass / total) for (index, _), mass in zip(found.ranked, masses, strict=True)]
    return tuple(sorted(shifted, key=lambda pair: -pair[1])), found.p_gone / total
