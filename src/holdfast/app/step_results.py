"""Step results: what a replay tells of a step, from what was decided about its element."""

from dataclasses import replace

from holdfast.app.healing import Judged
from holdfast.app.healing_pictures import picture_before, picture_found
from holdfast.app.proposing import old_selector, told
from holdfast.app.steps import title_of
from holdfast.errors import ActFailed, ActRefused, EffectMissing
from holdfast.model.recording import Step
from holdfast.model.redaction import Redactor
from holdfast.model.replay_result import StepOutcome, StepResult


def blank_result(
    number: int,
    step: Step,
    outcome: StepOutcome,
    reason: str = "",
    *,
    effect_seen: bool | None = None,
) -> StepResult:
    """Return a result of which nothing but its outcome and its effect is known."""
    return StepResult(
        number=number,
        step_id=step.id,
        title=title_of(step),
        outcome=outcome,
        reason=reason,
        effect_seen=effect_seen,
    )


def failed_result(number: int, step: Step, exc: ActFailed) -> StepResult:
    """Return the result of a step that was refused, did not work, or did something else."""
    outcome = StepOutcome.REFUSED if isinstance(exc, ActRefused) else StepOutcome.FAILED
    seen = False if isinstance(exc, EffectMissing) else None
    return blank_result(number, step, outcome, exc.reason, effect_seen=seen)


def judged_result(blank: StepResult, step: Step, judged: Judged) -> StepResult:
    """Return the result of a step whose element was searched; the decision's reason unless told."""
    location, best = judged.location, judged.location.best
    return replace(
        blank,
        reason=blank.reason or judged.reason,
        was=told(location.fingerprint.node),
        old_selector=old_selector(location.fingerprint),
        before=step.picture,
        now="" if best is None else told(best.node),
        new_selector=judged.code,
        probability=location.probability,
        decision=judged.decision,
        details=(location.reason, *location.notes),
        nearest=judged.nearest,
        after=judged.after if judged.applies else None,
        page_before=picture_before(location.fingerprint) or "",
        page_after=picture_found(location, judged.seen),
    )


def redacted(result: StepResult, redactor: Redactor) -> StepResult:
    """Return a result as it may be shown and kept: without what was typed as a secret."""
    near = (
        replace(one, element=redactor.text(one.element), why=redactor.text(one.why))
        for one in result.nearest
    )
    return replace(
        result,
        title=redactor.text(result.title),
        reason=redactor.text(result.reason),
        url=redactor.text(result.url),
        was=redactor.text(result.was),
        now=redactor.text(result.now),
        old_selector=redactor.text(result.old_selector),
        new_selector=redactor.text(result.new_selector),
        details=tuple(map(redactor.text, result.details)),
        nearest=tuple(near),
    )
