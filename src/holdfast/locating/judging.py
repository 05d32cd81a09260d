"""How likely each element is the recorded one, and how likely that it is gone.

A judge sees both pages and what the strategies found. ``AgreementJudge`` knows only the latter; it
is what remains when the page around the element was not kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from rapidfuzz.fuzz import ratio

from holdfast.locating.search import group_by_element, matches_of
from holdfast.locating.wording import evidence_of, quote
from holdfast.model.candidate import Candidate, Evidence
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import StrategyEvaluationResult
from holdfast.signals.keys import agreeing, contradicting, keys_of, label_of
from holdfast.signals.kinds import control_of, kind_of

# Strategies agree more often than independent witnesses would: several look at the same name.
TRUST = 0.9
CONTRADICTION = 0.6  # factor for each key that says something else
NEAR_MISS = 0.1  # at most, for an element that no strategy found
ENOUGH_CANDIDATES = 3  # a person who is asked wants to see the alternatives
KEYS = "keys"  # the evidence that compares what names the element


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The candidates, best first, and what else was concluded from the two pages."""

    candidates: tuple[Candidate, ...]
    p_gone: float
    equivalents: tuple[Node, ...] = ()
    every_key_contradicts: bool = False
    reasons: tuple[str, ...] = ()
    threshold: float = 0.5  # below it the best candidate is a guess


class Judge(Protocol):
    """Whoever turns evidence into probabilities."""

    def judge(
        self,
        fingerprint: Fingerprint,
        snapshot: Snapshot,
        results: Sequence[StrategyEvaluationResult],
    ) -> Judgement:
        """Return the judgement; the order of the results makes no difference."""
        ...


class AgreementJudge:
    """Judges by how many strategies agree on an element, and which of its keys contradict."""

    def judge(
        self,
        fingerprint: Fingerprint,
        snapshot: Snapshot,
        results: Sequence[StrategyEvaluationResult],
    ) -> Judgement:
        """Return probabilities that add up to 1 together with that of being gone."""
        recorded = _traits(fingerprint.page, fingerprint.target)
        candidates = [
            _candidate(snapshot.nodes[index], spoken, recorded)
            for index, spoken in group_by_element(results).items()
        ]
        candidates += _near_misses(fingerprint, snapshot, recorded, candidates)
        total = _total(candidates)
        if total > 1.0:
            candidates = [_scaled(candidate, 1 / total) for candidate in candidates]
        ranked = tuple(sorted(candidates, key=lambda c: (-c.probability, c.node.index)))
        best = ranked[0].node if ranked else None
        recorded = keys_of(fingerprint.page, fingerprint.target)
        seen = {} if best is None else keys_of(snapshot, best.index)
        return Judgement(
            candidates=ranked,
            p_gone=max(0.0, 1.0 - total),
            equivalents=() if best is None else tuple(_equivalents(best, ranked)),
            every_key_contradicts=bool(contradicting(recorded, seen))
            and not agreeing(recorded, seen),
        )


def _candidate(
    node: Node, results: Sequence[StrategyEvaluationResult], recorded: Mapping[str, str]
) -> Candidate:
    doubt, reasons = 1.0, dict[str, Evidence]()
    for result in results:
        evidence = evidence_of(result)
        if evidence.reason in reasons:
            continue  # two strategies that ask for the same are one witness; the better comes first
        reasons[evidence.reason] = evidence
        answers = {_answer(node.snapshot.nodes[index]) for index in matches_of(result)}
        doubt *= 1.0 - TRUST * result.confidence / len(answers)
    seen = _traits(node.snapshot, node.index)
    against = contradicting(recorded, seen)
    return Candidate(
        node=node,
        probability=(1.0 - doubt) * CONTRADICTION ** len(against),
        evidence=(*reasons.values(), *_objections(against, recorded, seen)),
    )


def _traits(snapshot: Snapshot, index: int) -> Mapping[str, str]:
    """Return the element's keys and its kind, each of which may speak against a candidate."""
    return {"kind": kind_of(snapshot, index), **keys_of(snapshot, index)}


def _objections(
    against: Sequence[str], recorded: Mapping[str, str], seen: Mapping[str, str]
) -> Iterator[Evidence]:
    for key in against:
        words = f"other {key}: {quote(seen[key])}, recorded was {quote(recorded[key])}"
        yield Evidence(strategy=KEYS, score=0.0, reason=words)


def _near_misses(
    fingerprint: Fingerprint,
    snapshot: Snapshot,
    recorded: Mapping[str, str],
    found: Sequence[Candidate],
) -> list[Candidate]:
    """Return elements of the same kind that nobody found, the most alike label first."""
    missing = ENOUGH_CANDIDATES - len(found)
    if missing <= 0:
        return []
    kind, label = (
        kind_of(fingerprint.page, fingerprint.target),
        recorded.get("label", "").casefold(),
    )
    taken = {control_of(snapshot, candidate.node.index) for candidate in found}
    alike = [
        (-ratio(label, label_of(snapshot, index).casefold()) / 100, index)
        for index in range(len(snapshot))
        if snapshot.outline.shown[index] and index not in taken and kind_of(snapshot, index) == kind
    ]
    misses: list[Candidate] = []
    for likeness, index in sorted(alike)[:missing]:
        seen = keys_of(snapshot, index)
        against = contradicting(recorded, seen)
        like = Evidence(strategy=KEYS, score=-likeness, reason=_likeness(-likeness, label))
        probability = NEAR_MISS * -likeness * CONTRADICTION ** len(against)
        objections = _objections(against, recorded, seen)
        node = snapshot.nodes[index]
        misses.append(Candidate(node=node, probability=probability, evidence=(like, *objections)))
    return misses


def _likeness(likeness: float, label: str) -> str:
    return f"same kind, label {likeness:.0%} alike" if label else "same kind"


def _total(candidates: Sequence[Candidate]) -> float:
    """Return the sum of the probabilities; parts of one control, and equivalents, count once."""
    answers: dict[tuple[str, ...], float] = {}
    for candidate in candidates:
        answer = _answer(candidate.node)
        answers[answer] = max(answers.get(answer, 0.0), candidate.probability)
    return sum(answers[answer] for answer in sorted(answers))


def _answer(node: Node) -> tuple[str, ...]:
    control = control_of(node.snapshot, node.index)
    keys = keys_of(node.snapshot, control)
    both = tuple(keys[word].casefold() for word in ("link", "label") if word in keys)
    return both if len(both) == 2 else (str(control),)


def _scaled(candidate: Candidate, factor: float) -> Candidate:
    probability = min(1.0, candidate.probability * factor)
    return Candidate(node=candidate.node, probability=probability, evidence=candidate.evidence)


def _equivalents(best: Node, ranked: Sequence[Candidate]) -> Iterator[Node]:
    """Yield the other candidates that do the same: same address and same label."""
    keys = keys_of(best.snapshot, best.index)
    for candidate in ranked[1:]:
        others = keys_of(candidate.node.snapshot, candidate.node.index)
        if {"link", "label"} <= set(agreeing(keys, others)):
            yield candidate.node
