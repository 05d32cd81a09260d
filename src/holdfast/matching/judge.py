"""The matcher as the engine's judge: whole page against whole page, in the engine's terms."""

import math
from collections.abc import Sequence

from holdfast.matching.comparison import TRAIT
from holdfast.matching.doubt import every_key_contradicts, is_something_new
from holdfast.matching.judging import Judgement
from holdfast.matching.matcher import Matcher, Verdict, matcher_for
from holdfast.matching.reasons import tell, tell_absence
from holdfast.matching.tables import Situation, fitted
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
# Everything else the strategies look at is weighed in the traits already.
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
        verdict = matcher.verdict(fingerprint.target)
        ranked, p_gone = _with_witnesses(verdict, results)
        best = verdict.row_of(ranked[0][0]) if ranked else None
        return Judgement(
            candidates=tuple(_candidates(matcher, verdict, ranked, snapshot, results)),
            p_gone=p_gone,
            equivalents=tuple(snapshot.nodes[i] for i in verdict.equivalents),
            every_key_contradicts=best is not None and _is_another(matcher, verdict, best),
            reasons=_reasons(verdict),
            threshold=fitted()[verdict.situation].threshold,
        )


def _is_another(matcher: Matcher, verdict: Verdict, best: int) -> bool:
    """Return whether everything that named the element names something else now.

    What is only read has nothing but its words and its neighbours; without either it is another.
    """
    forward = verdict.forward
    if every_key_contradicts(forward, best):
        return True
    alone = forward.traits[best, TRAIT["same neighbours"]] == 0
    is_read = not matcher.old.pressable[forward.target]
    return bool(is_read and alone) and is_something_new(forward, best)


def _reasons(verdict: Verdict) -> tuple[str, ...]:
    reasons = tell_absence(verdict) if verdict.p_gone >= 0.5 else ()
    if verdict.situation is Situation.ELEMENT:
        reasons += ("the page around it was not kept, so more is asked of a candidate",)
    return reasons


def _candidates(
    matcher: Matcher,
    verdict: Verdict,
    ranked: Sequence[tuple[int, float]],
    snapshot: Snapshot,
    results: Sequence[StrategyEvaluationResult],
) -> list[Candidate]:
    spoken = group_by_element(results)
    row_of = {int(index): row for row, index in enumerate(verdict.forward.candidates)}
    candidates = []
    for place, (index, probability) in enumerate(ranked[:_SHOWN]):
        if place >= _AT_LEAST and probability < _UNLIKELY:
            break
        told = tell(verdict, matcher.old, matcher.new, row_of[index])
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
    verdict: Verdict, results: Sequence[StrategyEvaluationResult]
) -> tuple[tuple[tuple[int, float], ...], float]:
    """Return the ranking and the chance of being gone, with the odds of whom witnesses named."""
    weights: dict[int, float] = {}
    for result in results:
        weight = INDEPENDENT.get(result.strategy.type, 0.0) * result.confidence
        if result.found and result.node is not None and weight:
            weights[result.node] = weights.get(result.node, 0.0) + weight
    masses = [p * math.exp(weights.get(index, 0.0)) for index, p in verdict.ranked]
    gained = sum(masses) - sum(p for _, p in verdict.ranked)
    if gained == 0.0:
        return verdict.ranked, verdict.p_gone
    total = 1.0 + gained
    shifted = [
        (index, mass / total) for (index, _), mass in zip(verdict.ranked, masses, strict=True)
    ]
    return tuple(sorted(shifted, key=lambda pair: -pair[1])), verdict.p_gone / total
