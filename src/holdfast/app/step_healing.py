"""A step whose element does not hold: the decision, written down first, and what follows of it."""

from dataclasses import dataclass, field, replace

from holdfast.app.advising.advice_effect import Followed
from holdfast.app.consulting import ENGINE
from holdfast.app.finding import Found
from holdfast.app.healing import (
    Circumstances,
    decide_on,
    fingerprint_id,
    near_misses,
    old_selector,
    propose,
    told,
)
from holdfast.app.journal import Journal
from holdfast.app.permissions import Permissions, texts_of
from holdfast.app.steps import PRESSING, StepDoer, title_of
from holdfast.app.values import uses_secrets
from holdfast.engine import locate
from holdfast.errors import ActFailed, ActRefused
from holdfast.history.log import StepContext
from holdfast.history.outcomes import url_pattern
from holdfast.model.candidate import Location
from holdfast.model.healing import Decision, History
from holdfast.model.recording import Step
from holdfast.model.replay import StepOutcome, StepResult, Usability
from holdfast.model.thresholds import Thresholds
from holdfast.ports import Stage
from holdfast.selectors.writing import selectors_of

MOST_REASONS = 3  # in one line; all of them stand in the details
EXCLUDED = "a person said that this step does not mean the element that was found"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """How a run behaves."""

    thresholds: Thresholds
    healing_enabled: bool = True
    risky_allowed: bool = False
    keep_going: bool = False
    pictures: bool = False
    trace: str | None = None
    base_url: str | None = None
    permissions: Permissions = field(default_factory=Permissions)


@dataclass(slots=True, kw_only=True)
class Healer:
    """Judges what was found for a step, and uses it or refuses; ``entries`` are those written."""

    stage: Stage
    settings: RunSettings
    journal: Journal | None = None
    entries: dict[int, str] = field(default_factory=dict, init=False)

    async def heal(
        self, number: int, step: Step, found: Found, location: Location, doer: StepDoer
    ) -> StepResult:
        """Return how a step went whose element was searched: used, refused, or tried in vain."""
        usability = Usability() if found.target is None else await found.target.usability()
        decision = decide_on(location, self._circumstances(step, found, location, usability))
        if self._is_excluded(step, location):
            return self._refused(number, step, location, decision, EXCLUDED)
        after = await self._picture(step, found)
        entry = self._write(number, step, found, decision, after)
        if found.target is None or not decision.action.applies:
            return self._refused(number, step, location, decision, _why_not(location, decision))
        try:
            await doer.do(step, found.target)
        except ActFailed as exc:
            self._worked(entry, worked=False)
            refused = isinstance(exc, ActRefused)
            outcome = StepOutcome.REFUSED if refused else StepOutcome.FAILED
            failed = self._judged(number, step, outcome, location, decision)
            return replace(failed, reason=exc.reason, after=after)
        self._worked(entry, worked=True)
        healed = self._judged(number, step, StepOutcome.HEALED, location, decision)
        return replace(healed, reason=_found_again(location), after=after)

    def _circumstances(
        self, step: Step, found: Found, location: Location, usability: Usability
    ) -> Circumstances:
        store = None if self.journal is None else self.journal.store
        advised = None if found.consulted is None else found.consulted.advised
        element, page = History(), History()
        if store is not None:
            element = store.history_of(fingerprint_id(location.fingerprint))
            page = store.history_at(url_pattern(self.stage.page.url))
        return Circumstances(
            thresholds=self.settings.thresholds,
            settled=found.settled,
            usability=usability,
            element_history=element,
            page_history=page,
            ai_confidence=None if advised is None else advised.ai_confidence,
            advised_against=advised is not None and advised.followed is Followed.AGAINST,
            acts=step.action in PRESSING,
            risky_allowed=self.settings.risky_allowed,
        )

    def _is_excluded(self, step: Step, location: Location) -> bool:
        """Return whether a person said that this step is not to be healed to this element."""
        best = location.best
        return best is not None and any(
            locate(wrong, best.node.snapshot).node == best.node for wrong in step.excluded
        )

    async def _picture(self, step: Step, found: Found) -> bytes | None:
        """Return the found element for those who judge the healing; never one that holds a secret.

        It is taken before the act, which may take the element away.
        """
        wanted = self.settings.pictures or self.journal is not None
        if found.target is None or not wanted or uses_secrets(texts_of(step)):
            return None
        return await found.target.picture()

    def _write(
        self,
        number: int,
        step: Step,
        found: Found,
        decision: Decision,
        after: bytes | None,
    ) -> str | None:
        """Write the decision, for good, before anything is done."""
        location = found.location
        if self.journal is None or location is None:
            return None
        context = StepContext(
            step_number=number,
            fingerprint_id=fingerprint_id(location.fingerprint),
            probability=location.probability,
            margin=location.margin,
            proposer=ENGINE if found.consulted is None else found.consulted.proposer,
            advice=None if found.consulted is None else found.consulted.consultation.to_json(),
        )
        proposal = propose(location, step_id=step.id, url=self.stage.page.url)
        shown = replace(proposal.evidence, before=step.picture, after=after)
        proposal = replace(proposal, evidence=shown)
        entry_id, _ = self.journal.write(decision, context, proposal)
        self.entries[number] = entry_id
        return entry_id

    def _worked(self, entry_id: str | None, *, worked: bool) -> None:
        if self.journal is not None and entry_id is not None:
            self.journal.step_worked(entry_id, worked)

    def _judged(
        self,
        number: int,
        step: Step,
        outcome: StepOutcome,
        location: Location,
        decision: Decision,
    ) -> StepResult:
        best = location.best
        return replace(
            blank_result(number, step, outcome),
            url=self.stage.page.url,
            was=told(location.fingerprint.node),
            old_selector=old_selector(location.fingerprint),
            before=step.picture,
            now="" if best is None else told(best.node),
            new_selector="" if best is None else selectors_of(best.node)[0].playwright,
            probability=location.probability,
            decision=decision,
            details=(location.reason, *location.notes),
            nearest=near_misses(location),
        )

    def _refused(
        self, number: int, step: Step, location: Location, decision: Decision, why: str
    ) -> StepResult:
        judged = self._judged(number, step, StepOutcome.REFUSED, location, decision)
        return replace(judged, reason=why)


def blank_result(number: int, step: Step, outcome: StepOutcome, reason: str = "") -> StepResult:
    """Return a result of which nothing but its outcome is known."""
    return StepResult(
        number=number, step_id=step.id, title=title_of(step), outcome=outcome, reason=reason
    )


def _found_again(location: Location) -> str:
    best = location.best
    assert best is not None  # only what was found is used
    reasons = "; ".join(evidence.reason for evidence in best.evidence[:MOST_REASONS])
    return f"found again as {told(best.node)}: {reasons or location.reason}"


def _why_not(location: Location, decision: Decision) -> str:
    """Return why nothing was done, the strictest reason first."""
    if decision.gates:
        return f"{location.reason} ({decision.gates[0].name})"
    return (
        f"confidence {decision.confidence} is below {decision.thresholds.apply_with_flag} "
        f"({decision.action.value}): {location.reason}"
    )
