"""A run is shown as it was stored; nothing is guessed."""

from dataclasses import replace

from starlette.testclient import TestClient
from tests.doors.portal.conftest import World

from holdfast.doors.portal.timeline import timeline
from holdfast.model.healing_decision import HealingAction
from holdfast.model.remembered import RunStep
from holdfast.model.replay_result import StepOutcome

KEPT = (
    RunStep(run_id="r", number=1, step_id="a", title="open /", outcome=StepOutcome.DONE),
    RunStep(
        run_id="r",
        number=2,
        step_id="b",
        title="click 'Pay'",
        outcome=StepOutcome.FAILED,
        reason="expected 1 dialog, saw none",
        duration_ms=1234.0,
        effect_seen=False,
    ),
    RunStep(run_id="r", number=3, step_id="c", title="click 'Ok'", outcome=StepOutcome.NOT_RUN),
)


def test_a_step_that_failed_is_shown_as_failed_with_its_reason() -> None:
    opened, paid, left = timeline(KEPT, (), None)
    assert opened.outcome is StepOutcome.DONE
    assert (paid.outcome, paid.reason) == (StepOutcome.FAILED, "expected 1 dialog, saw none")
    assert (paid.duration_ms, paid.effect_seen) == (1234.0, False)
    assert left.outcome is StepOutcome.NOT_RUN


def test_a_healing_does_not_change_how_its_step_went(world: World) -> None:
    row = world.store.for_organization(world.mine.organization).list_run_healings(world.mine.run)[0]
    healed = replace(row, step_number=2, action=HealingAction.AUTO_APPLY)
    step = timeline(KEPT, (healed,), None)[1]
    assert step.outcome is StepOutcome.FAILED
    assert (step.healing_number, step.action) == (row.number, HealingAction.AUTO_APPLY)


def test_a_run_that_stored_no_steps_does_not_claim_to_know_them(
    program: TestClient, world: World
) -> None:
    steps = program.get(f"/api/v1/runs/{world.mine.run}").json()["timeline"]
    assert [step["outcome"] is None for step in steps] == [True, False, False, False]


def test_programs_get_the_steps_as_they_were_stored(program: TestClient, world: World) -> None:
    store = world.store.for_organization(world.mine.organization)
    store.write_steps([replace(step, run_id=world.mine.run) for step in KEPT])
    steps = program.get(f"/api/v1/runs/{world.mine.run}").json()["timeline"]
    assert [step["outcome"] for step in steps[:3]] == ["done", "failed", "not run"]
    assert steps[1]["reason"] == "expected 1 dialog, saw none"
