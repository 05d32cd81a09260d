"""Timeline: a run step by step, from what the store keeps of it."""

from collections.abc import Sequence
from dataclasses import replace

from holdfast.app.replay import with_start
from holdfast.app.steps import title_of
from holdfast.doors.portal.views import TimelineStep
from holdfast.model.archive import HealingRow
from holdfast.model.recording import Recording
from holdfast.model.records import made_of
from holdfast.model.remembered import RunStep
from holdfast.model.replay_result import StepOutcome


def timeline(
    kept: Sequence[RunStep], healings: Sequence[HealingRow], recording: Recording | None
) -> tuple[TimelineStep, ...]:
    """Return the steps in order, each as it was stored, with the healing that it led to.

    A run of version 1 stored its healings only: its other steps are named by the recording, and
    how they went is not known.
    """
    steps = {step.number: made_of(TimelineStep, step) for step in kept}
    if not steps and recording is not None:
        recorded = enumerate(with_start(recording), 1)
        steps = {number: TimelineStep(number=number, title=title_of(s)) for number, s in recorded}
    for healing in healings:
        known = steps.get(healing.step_number)
        steps[healing.step_number] = _with_healing(known or _unnamed(healing), healing)
    return tuple(steps[number] for number in sorted(steps))


def _unnamed(healing: HealingRow) -> TimelineStep:
    title = f"use {healing.label!r}" if healing.label else f"step {healing.step_number}"
    return TimelineStep(number=healing.step_number, title=title)


def _with_healing(step: TimelineStep, healing: HealingRow) -> TimelineStep:
    decided = StepOutcome.HEALED if healing.action.applies else StepOutcome.REFUSED
    return replace(
        step,
        # What was stored of the step is how it went; the decision is what was meant to be done.
        outcome=step.outcome or decided,
        confidence=healing.confidence,
        action=healing.action,
        healing_number=healing.number,
        has_offer=healing.has_offer,
        state=healing.state,
        succeeded=healing.succeeded,
    )
