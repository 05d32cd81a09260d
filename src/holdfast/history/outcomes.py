"""Outcomes: say what earlier healings mean for the next one of the same element."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from holdfast.model.healing_decision import HealingAction, History, ReviewState
from holdfast.model.remembered import PastHealing

PROOF_RUNS = 3  # that pass in a row prove a healing that nobody has answered


def history_of(past: Iterable[PastHealing]) -> History:
    """Return in how many runs a healing to one and the same element was right.

    It is no history before a person accepted it or three runs in a row passed with it: a healing
    that nobody looked at must not make the next one surer. The order of ``past`` is that of the
    runs, from either end; a run is right when all that was healed in it is.
    """
    known = [(one, one.worked) for one in past]
    runs: dict[str, bool] = {}
    for one, worked in known:
        if worked is not None:
            runs[one.run_id] = runs.get(one.run_id, True) and worked
    if not any(one.is_accepted for one, _ in known) and _longest_row(runs.values()) < PROOF_RUNS:
        return History()
    return History(successes=sum(runs.values()), tries=len(runs))


def _longest_row(passed: Iterable[bool]) -> int:
    """Return how many in a row passed, at most."""
    return max((len(list(row)) for good, row in groupby(passed) if good), default=0)


def waits_for_answer(past: Sequence[PastHealing]) -> bool:
    """Return whether this healing was flagged before, and no person has answered it."""
    flagged = any(
        one.action is HealingAction.APPLY_WITH_FLAG and one.state is ReviewState.PENDING
        for one in past
    )
    return flagged and not any(one.is_accepted for one in past)
