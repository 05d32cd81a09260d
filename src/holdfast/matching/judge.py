"""Judge: compares the whole old page with the whole new one and returns a shortlist."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from holdfast.matching.comparison import TRAIT
from holdfast.matching.doubt import every_key_contradicts, is_something_new
from holdfast.matching.equals import level, lookalikes
from holdfast.matching.matcher import Matcher, Verdict, matcher_for
from holdfast.matching.reasons import tell, tell_absence
from holdfast.matching.stayed import share_that_stayed
from holdfast.matching.tables import Situation, fitted
from holdfast.model.candidate import Evidence
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Snapshot


@dataclass(frozen=True)
class Shortlist:
    """What the two pages say: candidates with probabilities, best first, and the rest on demand."""

    ranked: tuple[tuple[int, float], ...]
    p_gone: float
    threshold: float  # below it the best candidate is a guess
    reasons: tuple[str, ...]
    lookalikes: frozenset[int]  # called and used like the best one, it included
    _matcher: Matcher
    _verdict: Verdict

    def explain(self, index: int) -> tuple[Evidence, ...]:
        """Return what speaks for and against one candidate; nothing for one it does not list."""
        row = self._row(index)
        if row is None:
            return ()
        return tell(self._verdict, self._matcher.old, self._matcher.new, row)

    def is_another(self, index: int) -> bool:
        """Return whether everything that named the element names something else at a candidate.

        What is only read has nothing but its words and its neighbours; without either it is
        another.
        """
        row, forward = self._row(index), self._verdict.forward
        if row is None:
            return False
        if every_key_contradicts(forward, row):
            return True
        alone = forward.traits[row, TRAIT["same neighbours"]] == 0
        is_read = not self._matcher.old.pressable[forward.target]
        return bool(is_read and alone) and is_something_new(forward, row)

    def equivalents(self, index: int) -> tuple[int, ...]:
        """Return the other elements that do the same as a candidate: same address and label."""
        return self._matcher.equivalents(index)

    @cached_property
    def stayed(self) -> float:
        """Return how much of the layout around the element is where it was, 0 to 1."""
        return share_that_stayed(self._matcher.view, self._verdict.forward.target)

    def _row(self, index: int) -> int | None:
        rows = np.flatnonzero(self._verdict.forward.candidates == index)
        return int(rows[0]) if len(rows) else None


def judge(fingerprint: Fingerprint, snapshot: Snapshot) -> Shortlist:
    """Return calibrated probabilities for the candidates and for the element's being gone."""
    matcher = matcher_for(fingerprint.page, snapshot, whole_page=fingerprint.has_page)
    verdict = matcher.verdict(fingerprint.target)
    return Shortlist(
        ranked=level(matcher, verdict),
        p_gone=verdict.p_gone,
        threshold=fitted()[verdict.situation].threshold,
        reasons=_reasons(verdict),
        lookalikes=lookalikes(matcher.new, [index for index, _ in verdict.ranked]),
        _matcher=matcher,
        _verdict=verdict,
    )


def _reasons(verdict: Verdict) -> tuple[str, ...]:
    reasons = tell_absence(verdict) if verdict.p_gone >= 0.5 else ()
    if verdict.situation is Situation.ELEMENT:
        reasons += ("the page around it was not kept, so more is asked of a candidate",)
    return reasons
