"""One search from start to end, without I/O: is the element still there, or where is it now."""

from collections.abc import Sequence
from dataclasses import replace

from holdfast.deciding.gates import GONE_FROM, MARGIN_FLOOR
from holdfast.matching.judge import SimilarityJudge
from holdfast.matching.judging import Judge, Judgement
from holdfast.model.candidate import Candidate, Location, Refusal
from holdfast.model.fingerprint import Fingerprint, IdentityMeaning
from holdfast.model.snapshot import Node, Point, Snapshot
from holdfast.model.strategy import (
    BASE_WEIGHTS,
    LocatorStrategy,
    StrategyEvaluationResult,
    StrategyType,
)
from holdfast.page.frames import find_frame
from holdfast.page.keys import agreeing, contradicting, keys_of
from holdfast.page.kinds import control_of, kind_of
from holdfast.selectors.installed import Installed, installed_strategies
from holdfast.selectors.search import Findings, ask, ask_all
from holdfast.selectors.wording import describe_element, evidence_of
from holdfast.witnesses.trail import EvidenceScoring, Stacks
from holdfast.witnesses.vision import Vision, strategy_for, weigh

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
_NOTABLE = 0.05  # a candidate that could be meant as well
_HAIR = 1e-9  # margins are differences of binary fractions


def locate(fingerprint: Fingerprint, snapshot: Snapshot) -> Location:
    """Return where the recorded element is on the page, or why none is offered."""
    return search(fingerprint, snapshot)


def search(
    fingerprint: Fingerprint,
    snapshot: Snapshot,
    *,
    judge: Judge | None = None,
    vision: Vision | None = None,
    stacks: Stacks | None = None,
) -> Location:
    """Return where the recorded element is on the page, or why none is offered.

    ``vision`` is what was read from a picture of the page, if somebody did, and ``stacks`` what a
    live page says is at the points that evidence scoring looks at (see ``points_to_ask``).
    """
    installed = installed_strategies()
    if stacks is not None:
        installed = installed.replacing(
            StrategyType.EVIDENCE_SCORING, EvidenceScoring(stacks=stacks)
        )
    home = find_frame(fingerprint.page, fingerprint.target, snapshot)
    held = find_held(fingerprint, snapshot, home, installed)
    if held is not None:
        return held
    findings = ask_all(fingerprint.strategies, snapshot, home, installed)
    judgement = (judge or SimilarityJudge()).judge(fingerprint, snapshot, findings.results)
    read = _ask_vision(fingerprint, snapshot, home, vision)
    if read is not None:
        findings = replace(findings, results=(*findings.results, read))
        judgement = weigh(judgement, snapshot, read)
    return conclude(fingerprint, judgement, findings, home)


def points_to_ask(fingerprint: Fingerprint, snapshot: Snapshot) -> list[Point]:
    """Return the points of the page at which a search wants to know what stands there."""
    by_trail = (s for s in fingerprint.strategies if s.type is StrategyType.EVIDENCE_SCORING)
    strategy = next(by_trail, None)
    return [] if strategy is None else EvidenceScoring().points(strategy, snapshot)


def _ask_vision(
    fingerprint: Fingerprint, snapshot: Snapshot, home: int | None, vision: Vision | None
) -> StrategyEvaluationResult | None:
    """Return what reading the page found, None when nobody read it or there are no words."""
    strategy = None if vision is None else strategy_for(fingerprint, vision.config)
    if strategy is None or vision is None or home is None:
        return None
    return ask(strategy, snapshot, home, Installed({StrategyType.VISION_OCR: vision}))


# -------------------------------------------------------------------------------------------- held


def find_held(
    fingerprint: Fingerprint, snapshot: Snapshot, home: int | None, installed: Installed
) -> Location | None:
    """Return the location if the recorded primary selector still finds the element, else None."""
    primary = find_primary(fingerprint)
    if primary is None or home is None:
        return None
    result = ask(primary, snapshot, home, installed)
    if result.node is None or result.match_count != 1:
        return None
    if not looks_same(fingerprint, snapshot, result.node):
        return None
    evidence = evidence_of(result)
    best = Candidate(
        node=snapshot.nodes[result.node], probability=HELD_PROBABILITY, evidence=(evidence,)
    )
    return Location(
        fingerprint=fingerprint,
        candidates=(best,),
        p_gone=1.0 - HELD_PROBABILITY,
        held=True,
        reason=f"it still holds: {evidence.reason}, and nothing contradicts",
        margin=HELD_PROBABILITY,
        results=(result,),
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
        and page.outline.shown[target] == snapshot.outline.shown[index]
        # A name can move from the words themselves to an icon beside them.
        and _says_something(page, target) == _says_something(snapshot, index)
        and not contradicting(recorded, seen)
        and bool(agreeing(recorded, seen))
    )


def _says_something(snapshot: Snapshot, index: int) -> bool:
    outline = snapshot.outline
    start, end = outline.text_starts[index], outline.text_ends[index]
    return not (start == end or outline.page_text[start:end].isspace())


# -------------------------------------------------------------------------------------- conclusion


def conclude(
    fingerprint: Fingerprint, judgement: Judgement, findings: Findings, home: int | None
) -> Location:
    """Return the judgement as a location: home frame first, margin, refusal, reason."""
    ranked = sorted(judgement.candidates, key=lambda candidate: candidate.node.frame != home)
    rivals = _rivals(ranked, judgement.equivalents)
    margin = ranked[0].probability - (rivals[0].probability if rivals else 0.0) if ranked else 0.0
    refusal = _find_refusal(fingerprint, ranked, rivals, judgement)
    crossing = _crossing(ranked, home)
    reason = _explain(refusal, ranked, rivals, judgement)
    return Location(
        fingerprint=fingerprint,
        candidates=tuple(ranked),
        p_gone=judgement.p_gone,
        refusal=refusal,
        reason="; ".join([reason, *judgement.reasons, *crossing]),
        margin=margin,
        threshold=judgement.threshold,
        equivalents=judgement.equivalents,
        every_key_contradicts=judgement.every_key_contradicts,
        results=findings.results,
        notes=(*findings.notes, *crossing),
    )


def _rivals(ranked: Sequence[Candidate], equivalents: Sequence[Node]) -> list[Candidate]:
    """Return the candidates that would be another answer: no twins, no parts of the control."""
    if not ranked:
        return []
    best = ranked[0].node
    control = control_of(best.snapshot, best.index)
    return [
        candidate
        for candidate in ranked[1:]
        if candidate.node not in equivalents
        and control_of(candidate.node.snapshot, candidate.node.index) != control
    ]


def _find_refusal(
    fingerprint: Fingerprint,
    ranked: Sequence[Candidate],
    rivals: Sequence[Candidate],
    judgement: Judgement,
) -> Refusal | None:
    is_slot = fingerprint.meaning is IdentityMeaning.SLOT
    if not ranked or judgement.p_gone >= GONE_FROM:
        return Refusal.GONE
    if judgement.every_key_contradicts and not is_slot:
        return Refusal.GONE
    best = ranked[0].probability
    is_close = bool(rivals) and best - rivals[0].probability < MARGIN_FLOOR - _HAIR
    if best >= judgement.threshold and not is_close:
        return None
    # What is missing for certainty lies with the others, or with its being gone.
    has_rival = bool(rivals) and rivals[0].probability >= _NOTABLE
    is_elsewhere = 1.0 - best - judgement.p_gone >= judgement.p_gone
    return Refusal.AMBIGUOUS if has_rival and is_elsewhere else Refusal.UNLIKELY


def _explain(
    refusal: Refusal | None,
    ranked: Sequence[Candidate],
    rivals: Sequence[Candidate],
    judgement: Judgement,
) -> str:
    if not ranked:
        return "nothing on the page resembles it"
    best = ranked[0]
    told = describe_element(best.node.snapshot, best.node.index)
    if refusal is Refusal.GONE and judgement.every_key_contradicts:
        return f"everything that named it names something else now; the nearest is {told}"
    if refusal is Refusal.GONE:
        return f"it is probably gone ({judgement.p_gone:.2f}); the nearest is {told}"
    if refusal is Refusal.UNLIKELY:
        floor = f"{judgement.threshold:.2f}"
        return f"the best candidate {told} has {best.probability:.2f}, below {floor}"
    if refusal is Refusal.AMBIGUOUS:
        rival = describe_element(rivals[0].node.snapshot, rivals[0].node.index)
        return f"it may be {told} or {rival}, and nothing tells them apart"
    return "; ".join(evidence.reason for evidence in best.evidence)


def _crossing(ranked: Sequence[Candidate], home: int | None) -> list[str]:
    if home is None:
        return ["the frame that it was recorded in is gone"]
    if ranked and ranked[0].node.frame != home:
        return ["found only in another frame than the recorded one"]
    return []
