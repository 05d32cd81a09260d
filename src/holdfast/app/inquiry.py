"""Inquiry: finds an element on a page that nobody acts on here, and says what may be done."""

from dataclasses import dataclass

from holdfast.app.judging import Circumstances, decide_on, is_hollow
from holdfast.app.proposing import found_again, why_not
from holdfast.engine import locate
from holdfast.model.candidate import Location
from holdfast.model.fingerprint import Fingerprint
from holdfast.model.healing_decision import Decision
from holdfast.model.replay_result import StepOutcome, Usability
from holdfast.model.snapshot import Node, Snapshot
from holdfast.model.thresholds import Thresholds


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquired:
    """Where an element is, and what a replay would do; ``decision`` is None when it held."""

    location: Location
    decision: Decision | None

    @property
    def applies(self) -> bool:
        """Return whether the element may be used."""
        return self.decision is None or self.decision.action.applies

    @property
    def label(self) -> str:
        """Return how it went, in the word that people read everywhere."""
        if self.decision is None:
            return StepOutcome.HELD.value
        outcome = StepOutcome.HEALED if self.applies else StepOutcome.REFUSED
        return outcome.label(self.decision.action)

    @property
    def reason(self) -> str:
        """Return why it may be used, or why not."""
        if self.decision is None:
            return self.location.reason
        if self.applies:
            return found_again(self.location)
        return why_not(self.location, self.decision)


def ask_where(
    fingerprint: Fingerprint, page: Snapshot, thresholds: Thresholds, *, presses: bool = True
) -> Inquired:
    """Return where the element is on the page and what may be done with it.

    ``presses``: something may happen that cannot be undone. Whether it can be used is read from
    the page, as far as that tells.
    """
    location = locate(fingerprint, page)
    if location.held:
        return Inquired(location=location, decision=None)
    best = location.best
    seen = Circumstances(
        thresholds=thresholds,
        acts=presses,
        usability=Usability() if best is None else _usability(best.node),
        hollow=is_hollow(location),
    )
    return Inquired(location=location, decision=decide_on(location, seen))


def _usability(node: Node) -> Usability:
    return Usability(seen=node.is_visible, enabled="disabled" not in node.attributes)
