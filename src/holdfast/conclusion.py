"""Conclusion: searches a page for what did not hold, hears the witnesses, refuses or offers."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from holdfast.deciding.gates import GONE_FROM, MARGIN_FLOOR
from holdfast.matching.judge import Shortlist, judge
from holdfast.model.candidate import Candidate, Evidence, Location, Refusal
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import StrategyEvaluationResult
from holdfast.page.kinds import control_of
from holdfast.page.wording import describe_element
from holdfast.selectors.selector_kinds import explain
from holdfast.witnesses.facts import NOTHING_ASKED, LiveFacts, witness_results
from holdfast.witnesses.hearing import Heard, evidence_heard, hear, weigh
from holdfast.witnesses.installed import installed_witnesses
from holdfast.witnesses.protocol import CurrentPage, Recorded

_NOTABLE = 0.05  # a candidate that could be meant as well
_HAIR = 1e-9  # margins are differences of binary fractions
_SHOWN = 8  # candidates told to people; the rest is noise
_UNLIKELY = 0.005  # runners-up below this are shown only to fill the first three places
_AT_LEAST = 3


def search_page(
    fingerprint: Fingerprint,
    snapshot: Snapshot,
    home: int | None,
    primary: StrategyEvaluationResult | None,
    facts: LiveFacts | None = None,
) -> Location:
    """Return where the element is; ``primary`` is what its recorded selector found instead."""
    asked = facts or NOTHING_ASKED
    shortlist = judge(fingerprint, snapshot)
    page = CurrentPage(
        snapshot=snapshot,
        frame=home,
        candidates=tuple(index for index, _ in shortlist.ranked),
        stayed=shortlist.stayed,
        results=witness_results(fingerprint, snapshot, home, asked),
        advised=asked.advised,
    )
    heard = hear(Recorded(fingerprint), page, installed_witnesses())
    notes = () if primary is None or primary.found else (_note(primary),)
    return conclude(fingerprint, shortlist, replace(heard, notes=(*notes, *heard.notes)), page)


def conclude(
    fingerprint: Fingerprint, shortlist: Shortlist, heard: Heard, page: CurrentPage
) -> Location:
    """Return the shortlist with what the witnesses said as a location: refused, or with reasons."""
    weighed, p_gone = weigh(shortlist.ranked, shortlist.p_gone, heard.said, page)
    home_first = sorted(weighed, key=lambda one: page.snapshot.frame_of(one[0]) != page.frame)
    best = home_first[0][0] if home_first else None
    twins = () if best is None else shortlist.equivalents(best)
    ranked = list(_iter_candidates(fingerprint, shortlist, heard, page, home_first))
    found = Location(
        fingerprint=fingerprint,
        candidates=tuple(ranked),
        p_gone=p_gone,
        threshold=shortlist.threshold,
        equivalents=tuple(page.snapshot.nodes[i] for i in twins),
        results=tuple(page.results.values()),
    )
    rivals = _rivals(ranked, found.equivalents)
    refusal = _find_refusal(found, rivals)
    crossing = _crossing(ranked, page.frame)
    failed = [_note(result) for result in page.results.values() if not result.found]
    reasons = () if p_gone < GONE_FROM <= shortlist.p_gone else shortlist.reasons
    return replace(
        found,
        refusal=refusal,
        reason="; ".join([_explain(refusal, found, rivals), *reasons, *crossing]),
        margin=found.probability - (rivals[0].probability if rivals else 0.0),
        notes=(*heard.notes, *failed, *crossing),
    )


def _iter_candidates(
    fingerprint: Fingerprint,
    shortlist: Shortlist,
    heard: Heard,
    page: CurrentPage,
    weighed: Sequence[tuple[int, float]],
) -> Iterator[Candidate]:
    """Yield the candidates that are worth telling, each with what speaks for and against it."""
    for place, (index, probability) in enumerate(weighed[:_SHOWN]):
        if place >= _AT_LEAST and probability < _UNLIKELY:
            return
        node = page.snapshot.nodes[index]
        told = (
            *shortlist.explain(index),
            *explain(fingerprint.strategies, node),
            *evidence_heard(heard, page, index, installed_witnesses()),
        )
        yield Candidate(node=node, probability=min(probability, 1.0), evidence=_once(told))


def _once(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    return tuple({item.reason: item for item in reversed(evidence)}.values())[::-1]


def _note(failed: StrategyEvaluationResult) -> str:
    return f"{failed.strategy.type.value}: {failed.error}"


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


def _find_refusal(found: Location, rivals: Sequence[Candidate]) -> Refusal | None:
    if found.best is None or found.p_gone >= GONE_FROM:
        return Refusal.GONE
    best = found.probability
    is_close = bool(rivals) and best - rivals[0].probability < MARGIN_FLOOR - _HAIR
    if best >= found.threshold and not is_close:
        return None
    # What is missing for certainty lies with the others, or with its being gone.
    # Among fifty that are alike nobody has much, and each is as good as the best.
    has_rival = bool(rivals) and rivals[0].probability >= min(_NOTABLE, best / 2)
    is_elsewhere = 1.0 - best - found.p_gone >= found.p_gone
    return Refusal.AMBIGUOUS if has_rival and is_elsewhere else Refusal.UNLIKELY


def _explain(refusal: Refusal | None, found: Location, rivals: Sequence[Candidate]) -> str:
    best = found.best
    if best is None:
        return "nothing on the page resembles it"
    told = describe_element(best.node.snapshot, best.node.index)
    if refusal is Refusal.GONE:
        return f"it is probably gone ({found.p_gone:.2f}); the nearest is {told}"
    if refusal is Refusal.UNLIKELY:
        floor = f"{found.threshold:.2f}"
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
