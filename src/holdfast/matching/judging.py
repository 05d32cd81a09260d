"""How likely each element is the recorded one, and how likely that it is gone: who says so."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from holdfast.model.candidate import Candidate
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.strategy import StrategyEvaluationResult


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
