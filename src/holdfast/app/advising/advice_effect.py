"""What follows from an answer: a better first candidate or more care; never less care."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from holdfast.model.advice import Advice
from holdfast.model.candidate import Candidate, Location, Refusal
from holdfast.page.kinds import control_of


class Followed(StrEnum):
    """What an answer led to."""

    AGREED = "agreed"  # it chose what the engine chose: its score counts
    CHOSE = "chose another"  # its choice is proposed instead, and has to pass the gates
    AGAINST = "advised against"  # none of these: a person decides
    LOGGED = "only logged"  # the engine said gone, and that is never overruled
    NOTHING = "nothing"  # there was no answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Advised:
    """A search after the advice; ``ai_confidence`` is the adviser's word on its best candidate."""

    location: Location
    followed: Followed
    ai_confidence: float | None = None


def follow(location: Location, advice: Advice, chosen: Candidate | None) -> Advised:
    """Return the search as the advice leaves it; ``chosen`` is what its number stands for."""
    best = location.best
    if location.refusal is Refusal.GONE or best is None:
        return Advised(location=location, followed=Followed.LOGGED)
    if chosen is None:
        return Advised(location=location, followed=Followed.AGAINST)
    if _is_same(location, best, chosen):
        return Advised(
            location=location, followed=Followed.AGREED, ai_confidence=float(advice.raw_score)
        )
    return Advised(
        location=_with_first(location, chosen),
        followed=Followed.CHOSE,
        ai_confidence=float(advice.raw_score),
    )


def _is_same(location: Location, best: Candidate, chosen: Candidate) -> bool:
    """Return whether using the one or the other does the same."""
    if chosen.node == best.node or chosen.node in location.equivalents:
        return True
    snapshot = best.node.snapshot
    return control_of(snapshot, chosen.node.index) == control_of(snapshot, best.node.index)


def _with_first(location: Location, chosen: Candidate) -> Location:
    """Return the search with another candidate first; by the engine's word it is the less likely.

    So its margin is negative, and the gate `ambiguous` lets it be suggested at most.
    """
    others = tuple(one for one in location.candidates if one.node != chosen.node)
    return replace(
        location,
        candidates=(chosen, *others),
        refusal=location.refusal or Refusal.AMBIGUOUS,
        margin=chosen.probability - max(one.probability for one in others),
        equivalents=(),
        reason=f"an adviser takes another element for it than the engine; {location.reason}",
    )


def advice_in_words(told: Mapping[str, object]) -> str:
    """Return what an adviser said and what followed, from its entry in the log."""
    if told.get("error"):
        return f"no advice ({told['error']})"
    answer = f"took {told['chosen']} for it" if told.get("chosen") else "took none of these for it"
    known = ", known already" if told.get("cached") else ""
    return (
        f"{answer}, {told.get('rawScore')} of 100{known}: {told.get('why')}; "
        f"the engine's best was {told.get('engine')}; {_FOLLOWED.get(str(told['followed']), '')}"
    )


_FOLLOWED = MappingProxyType(
    {
        Followed.AGREED.value: "they agree, and its word counts as the proposer's",
        Followed.CHOSE.value: "its choice is proposed instead, and has to pass the gates",
        Followed.AGAINST.value: "so a person decides",
        Followed.LOGGED.value: "only logged: what is gone stays gone",
    }
)
