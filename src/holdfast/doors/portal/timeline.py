"""Timeline: a run step by step, from what the store keeps of it and what its recording says."""

from collections.abc import Mapping, Sequence

from holdfast.app.replay import with_start
from holdfast.app.steps import title_of
from holdfast.doors.portal.views import TimelineStep
from holdfast.model.archive import HealingRow
from holdfast.model.recording import Recording, Step
from holdfast.model.remembered import Run
from holdfast.model.replay_result import StepOutcome


def timeline(
    run: Run, recording: Recording | None, healings: Sequence[HealingRow]
) -> tuple[TimelineStep, ...]:
    """Return the steps in order; those that held have no row and are known by the recording."""
    by_number = {healing.step_number: healing for healing in healings}
    steps = {} if recording is None else dict(enumerate(with_start(recording), 1))
    last = max([*steps, *by_number], default=0)
    plain = [step for number, step in steps.items() if number not in by_number]
    with_element = sum(step.fingerprint is not None for step in plain)
    # The run counted those that held: if that is all of them, none was left out.
    ended = None if with_element == run.held_steps else _ended_at(run, by_number)
    return tuple(
        _healed(by_number[number], steps.get(number))
        if number in by_number
        else _plain(number, steps.get(number), run, ended)
        for number in range(1, last + 1)
        if number in by_number or number in steps
    )


def _healed(healing: HealingRow, step: Step | None) -> TimelineStep:
    return TimelineStep(
        number=healing.step_number,
        title=_title(healing.step_number, step, healing.label),
        # It was used; that its outcome is a failure may be a later step's doing.
        outcome=StepOutcome.HEALED if healing.action.applies else StepOutcome.REFUSED,
        confidence=healing.confidence,
        action=healing.action,
        healing_number=healing.number,
        state=healing.state,
        succeeded=healing.succeeded,
    )


def _plain(number: int, step: Step | None, run: Run, ended: int | None) -> TimelineStep:
    """Return a step without a decision: it held, or was done, or was never reached."""
    outcome = None
    if run.ended_at is not None and (run.passed or ended is None or number < ended):
        has_element = step is not None and step.fingerprint is not None
        outcome = StepOutcome.HELD if has_element else StepOutcome.DONE
    return TimelineStep(number=number, title=_title(number, step, ""), outcome=outcome)


def _ended_at(run: Run, healings: Mapping[int, HealingRow]) -> int | None:
    """Return the first step that was not done, after which nothing is known for sure."""
    if run.passed:
        return None
    refused = [number for number, one in healings.items() if not one.action.applies]
    # A run that failed without a refusal failed at a step that the store has no row of.
    return min(refused, default=1)


def _title(number: int, step: Step | None, label: str) -> str:
    if step is not None:
        return title_of(step)
    return f"use {label!r}" if label else f"step {number}"
