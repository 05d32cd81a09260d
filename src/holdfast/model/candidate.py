"""Where an element may be now: candidates, the evidence for each, and the answer as a whole."""

from dataclasses import dataclass
from enum import StrEnum

from holdfast.model.fingerprint import Fingerprint
from holdfast.model.snapshot import Node
from holdfast.model.strategy import StrategyEvaluationResult


class Refusal(StrEnum):
    """Why no element is offered, or why a found one must not be used without a person."""

    GONE = "gone"
    UNLIKELY = "unlikely"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One reason for or against a node, in words a tester understands."""

    strategy: str
    score: float
    reason: str

    def __post_init__(self) -> None:
        """Refuse a score that is none."""
        if not 0.0 <= self.score <= 1.0:
            raise ValueError(f"score must lie in [0, 1], got {self.score!r} from {self.strategy!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A node that may be the element, how likely that is, and why."""

    node: Node
    probability: float
    evidence: tuple[Evidence, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a probability that is none."""
        if not 0.0 <= self.probability <= 1.0:
            raise ValueError(f"probability must lie in [0, 1], got {self.probability!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Location:
    """The full record of looking for one fingerprint on one page.

    ``candidates`` are ranked, best first, refused or not. ``held`` means that the recorded primary
    selector still finds the element and nothing else was asked. ``equivalents`` are other elements
    that do the same (same address and name). Below ``threshold`` the best is a guess. ``notes``
    name strategies that failed, and why.
    """

    fingerprint: Fingerprint
    candidates: tuple[Candidate, ...]
    p_gone: float
    held: bool = False
    refusal: Refusal | None = None
    reason: str = ""
    margin: float = 0.0
    threshold: float = 0.5
    equivalents: tuple[Node, ...] = ()
    results: tuple[StrategyEvaluationResult, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def best(self) -> Candidate | None:
        """Return the best candidate, refused or not."""
        return self.candidates[0] if self.candidates else None

    @property
    def node(self) -> Node | None:
        """Return the element, or None when it is refused."""
        best = self.best
        return None if self.refusal is not None or best is None else best.node

    @property
    def probability(self) -> float:
        """Return how likely the best candidate is the element; 0 without one."""
        best = self.best
        return 0.0 if best is None else best.probability
