"""Engine: one search from start to end, without I/O: held, else matcher, witnesses, conclusion."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from holdfast.deciding.gates import GONE_FROM, MARGIN_FLOOR
from holdfast.matching.judge import Shortlist, judge
from holdfast.model.candidate import Candidate, Evidence, Location, Refusal
from holdfast.model.fingerprint import Fingerprint, IdentityMeaning
from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import (
    BASE_WEIGHTS,
    LocatorStrategy,
    StrategyEvaluationResult,
    StrategyType,
)
from holdfast.page.frames import find_frame
from holdfast.page.keys import agreeing, contradicting, keys_of
from holdfast.page.kinds import control_of, kind_of
from holdfast.selectors.selector_kinds import SELECTORS, explain, reason_of
from holdfast.selectors.strategy_port import ask
from holdfast.selectors.wording import describe_element
from holdfast.witnesses.facts import NOTHING_ASKED, LiveFacts, witness_results
from holdfast.witnesses.hearing import Heard, evidence_heard, hear, weigh
from holdfast.witnesses.installed import installed_witnesses
from holdfast.witnesses.protocol import CurrentPage, Recorded

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
_SHOWN = 8  # candidates told to people; the rest is noise
_UNLIKELY = 0.005  # runners-up below this are shown only to fill the first three places
_AT_LEAST = 3


def locate(fingerprint: Fingerprint, snapshot: Snapshot) -> Location:
    """Return where the recorded element is on the page, or why none is offered."""
    return search(fingerprint, snapshot)


def search(
    fingerprint: Fingerprint, snapshot: Snapshot, facts: LiveFacts = NOTHING_ASKED
) -> Location:
    """Return where the element is, with what a live page was asked before."""
    home = find_frame(fingerprint.page, fingerprint.target, snapshot)
    primary = _ask_primary(fingerprint, snapshot, home)
    if primary is not None and _holds(fingerprint, snapshot, primary):
        return _as_held(fingerprint, snapshot, primary)
    shortlist = judge(fingerprint, snapshot)
    page = CurrentPage(
        snapshot=snapshot,
        frame=home,
        candidates=tuple(index for index, _ in shortlist.ranked),
        stayed=shortlist.stayed,
        results=witness_results(fingerprint, snapshot, home, facts),
        advised=facts.advised,
    )
    heard = hear(Recorded(fingerprint), page, installed_witnesses())
    notes = () if primary is None or primary.found else (_note(primary),)
    return conclude(fingerprint, shortlist, replace(heard, notes=(*notes, *heard.notes)), page)


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


# -------------------------------------------------------------------------------------- conclusion


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
        every_key_contradicts=best is not None and shortlist.is_another(best),
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
    is_slot = found.fingerprint.meaning is IdentityMeaning.SLOT
    if found.best is None or found.p_gone >= GONE_FROM:
        return Refusal.GONE
    if found.every_key_contradicts and not is_slot:
        return Refusal.GONE
    best = found.probability
    is_close = bool(rivals) and best - rivals[0].probability < MARGIN_FLOOR - _HAIR
    if best >= found.threshold and not is_close:
        return None
    # What is missing for certainty lies with the others, or with its being gone.
    has_rival = bool(rivals) and rivals[0].probability >= _NOTABLE
    is_elsewhere = 1.0 - best - found.p_gone >= found.p_gone
    return Refusal.AMBIGUOUS if has_rival and is_elsewhere else Refusal.UNLIKELY


def _explain(refusal: Refusal | None, found: Location, rivals: Sequence[Candidate]) -> str:
    best = found.best
    if best is None:
        return "nothing on the page resembles it"
    told = describe_element(best.node.snapshot, best.node.index)
    if refusal is Refusal.GONE and found.every_key_contradicts:
        return f"everything that named it names something else now; the nearest is {told}"
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
