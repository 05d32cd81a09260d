"""What a run tells the store: each decision before the step acts, the outcomes at its end."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from holdfast.history.log import RunContext, StepContext, build_entry, with_outcome
from holdfast.model.archive import HealingEvidence
from holdfast.model.healing_decision import (
    ActionResult,
    ConfidenceLogEntry,
    Decision,
    HealingAction,
)
from holdfast.model.privacy import mask_url
from holdfast.model.records import made_of
from holdfast.model.redaction import Redactor
from holdfast.model.remembered import (
    DEFAULT_ORGANIZATION,
    Healing,
    Notification,
    Outcome,
    Run,
    RunStep,
)
from holdfast.model.replay_result import StepResult
from holdfast.page.url_pattern import url_pattern
from holdfast.ports import Clock, Notifier, Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What a healing would put in the place of what was recorded."""

    step_id: str | None = None
    label: str = ""
    url: str = ""
    old_selector: str = ""
    new_selector: str = ""
    fingerprint: Mapping[str, object] | None = None
    found_id: str | None = None
    evidence: HealingEvidence = field(default_factory=HealingEvidence)


@dataclass(slots=True, kw_only=True)
class Journal:
    """One run, from its start to its end.

    ``notifier`` is closed by whoever made it: it may serve several runs. ``started_at`` is told
    where a run begins before there is anything to write. ``redactor`` masks what was typed as a
    secret in this run, wherever pages say it again.
    """

    store: Store
    clock: Clock
    run: RunContext
    name: str = ""
    notifier: Notifier | None = None
    started_at: datetime | None = None
    redactor: Redactor = field(default_factory=Redactor)
    _started: Run | None = field(default=None, init=False)
    _applied: dict[str, tuple[ConfidenceLogEntry, str]] = field(default_factory=dict, init=False)
    _worked: dict[str, bool] = field(default_factory=dict, init=False)

    def start(self) -> None:
        """Write that the run has begun."""
        self._started = Run(
            id=self.run.run_id,
            started_at=self.started_at or self.clock.now(),
            name=self.name,
            recording_id=self.run.recording_id,
            organization_id=self.run.organization_id,
            user_id=self.run.user_id,
        )
        self.store.start_run(self._started)

    def write(
        self, decision: Decision, step: StepContext, proposal: Proposal | None = None
    ) -> tuple[str, ActionResult]:
        """Write a decision; return its id and what may be done now, and not before.

        Raises ``EnvironmentFailure`` when it could not be written: then nothing may be done.
        """
        advice = self.redactor.data(step.advice)
        step = replace(step, advice=advice if isinstance(advice, dict) else None)
        entry = build_entry(decision, self.run, step, self.clock.now())
        offered = _redacted(proposal or Proposal(), self.redactor)
        healing = _healing(entry, offered)
        told = made_of(Notification, healing)
        flagged = [told] if entry.action is HealingAction.APPLY_WITH_FLAG else []
        shown = {entry.id: offered.evidence}
        self.store.write_decisions([entry], [healing], flagged, shown)
        if entry.applied:
            self._applied[entry.id] = entry, offered.url
        if self.notifier is not None:
            self.notifier.send(told)
        return entry.id, ActionResult.of(entry.action, offered.new_selector)

    def step_worked(self, entry_id: str, worked: bool) -> None:
        """Note whether a step with the healed element did what it should; all of them must."""
        self._worked[entry_id] = self._worked.get(entry_id, True) and worked

    def write_steps(self, steps: Sequence[StepResult]) -> None:
        """Write how steps went."""
        self.store.write_steps([self._kept(step) for step in steps])

    def _kept(self, step: StepResult) -> RunStep:
        clean = self.redactor.text
        told = {"title": clean(step.title), "reason": clean(step.reason)}
        url = clean(mask_url(step.url))
        return made_of(RunStep, step, run_id=self.run.run_id, url=url, **told)

    def finish(
        self,
        *,
        passed: bool,
        steps: int = 0,
        held_steps: int = 0,
        kept: Collection[str] | None = None,
    ) -> int:
        """Write how the run ended and what that says of its healings; return how many outcomes.

        ``kept`` are the healings after which all went well; all of a run that passed, unless told.
        """
        assert self._started is not None, "a run ends after it has started"
        ended = replace(
            self._started,
            ended_at=self.clock.now(),
            passed=passed,
            steps=steps,
            held_steps=held_steps,
        )
        good = (self._applied if passed else ()) if kept is None else kept
        count = self.store.write_outcomes(self._outcomes(frozenset(good)))
        self.store.end_run(ended)
        return count

    def _outcomes(self, good: Collection[str]) -> Sequence[Outcome]:
        outcomes = []
        for entry, url in self._applied.values():
            worked = self._worked.get(entry.id, False)
            ended = with_outcome(entry, step_worked=worked, run_passed=entry.id in good)
            pattern = url_pattern(url) if url else None
            outcomes.append(Outcome(entry.id, bool(ended.succeeded), pattern))
        return outcomes


def _redacted(proposal: Proposal, redactor: Redactor) -> Proposal:
    """Return the proposal as it may be kept: pages repeat what was typed, links hold keys."""
    evidence, fingerprint = proposal.evidence, redactor.data(proposal.fingerprint)
    runners_up = tuple(
        replace(
            one,
            element=redactor.text(one.element),
            why=redactor.text(one.why),
            selector=redactor.text(one.selector),
        )
        for one in evidence.runners_up
    )
    return replace(
        proposal,
        label=redactor.text(proposal.label),
        url=redactor.text(mask_url(proposal.url)),
        old_selector=redactor.text(proposal.old_selector),
        new_selector=redactor.text(proposal.new_selector),
        fingerprint=fingerprint if isinstance(fingerprint, dict) else None,
        evidence=replace(evidence, reason=redactor.text(evidence.reason), runners_up=runners_up),
    )


def _healing(entry: ConfidenceLogEntry, proposal: Proposal) -> Healing:
    return made_of(
        Healing,
        proposal,
        entry,
        entry_id=entry.id,
        created_at=entry.timestamp,
        confidence=entry.final_confidence,
        organization_id=entry.organization_id or DEFAULT_ORGANIZATION,
        succeeded=None,
    )
