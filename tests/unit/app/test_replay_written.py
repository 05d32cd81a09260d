"""What is written of a recording done again: decisions, steps, outcomes, and traces."""

import pytest
from sqlalchemy import text
from tests.unit.app.paper_browser import (
    PaperStage,
    PaperTime,
    RunSettings,
    a_step,
    a_store,
    replayed,
)
from tests.unit.app.test_replay import (
    GONE,
    HELP,
    KEEP_GOING,
    MAIL,
    RENAMED,
    SAVE,
    THANKS,
    a_stage,
    outcomes,
)

from holdfast.app.replay import STOPPED
from holdfast.errors import ActFailed, EnvironmentFailure
from holdfast.model.healing_decision import HealingAction, ReviewState
from holdfast.model.recording import Step
from holdfast.model.remembered import Run
from holdfast.testing import MemoryStore

# ---------------------------------------------------------------------------------------- the store


def run_of(store: MemoryStore) -> Run:
    run = store.find_run("run-1")
    assert run is not None
    return run


def test_a_decision_is_in_the_store_before_the_element_is_used(time: PaperTime) -> None:
    store, stage = a_store(), a_stage(time, RENAMED)
    seen: list[int] = []
    stage.then["Save your cart"] = lambda _: seen.append(len(store.entries))
    replayed(stage, SAVE, store=store)
    assert seen == [1]


def test_a_refused_decision_is_written_as_well(time: PaperTime) -> None:
    store = a_store()
    replayed(a_stage(time, GONE), SAVE, store=store)
    (entry,) = store.entries.values()
    assert entry.action is HealingAction.REJECT
    assert entry.applied is False
    assert entry.succeeded is None


def test_held_steps_are_counted_and_write_no_decision(time: PaperTime) -> None:
    store = a_store()
    replayed(a_stage(time), MAIL, SAVE, store=store)
    run = run_of(store)
    assert (run.passed, run.steps, run.held_steps) == (True, 3, 2)
    assert store.entries == {}


def test_each_step_is_in_the_store_with_how_it_went(time: PaperTime) -> None:
    store = a_store()
    replayed(a_stage(time, GONE), SAVE, HELP, store=store)
    kept = [(one.number, one.outcome.value, one.reason) for one in store.iter_steps("run-1")]
    assert [one[:2] for one in kept] == [(1, "done"), (2, "refused"), (3, "not run")]
    assert kept[2][2] == STOPPED


@pytest.mark.parametrize(
    ("after", "succeeded"),
    [
        pytest.param((HELP,), True, id="all went well"),
        pytest.param((a_step("click", "a", THANKS),), False, id="a later step was refused"),
    ],
)
def test_a_healing_succeeded_only_if_the_rest_of_its_run_passed(
    time: PaperTime, after: tuple[Step, ...], succeeded: bool
) -> None:
    store = a_store()
    replayed(a_stage(time, RENAMED), SAVE, *after, store=store)
    first = next(iter(store.entries.values()))
    assert first.applied
    assert first.succeeded is succeeded


def test_a_healing_that_did_not_work_has_not_succeeded(time: PaperTime) -> None:
    store, stage = a_store(), a_stage(time, RENAMED)

    def breaks(_: PaperStage) -> None:
        raise ActFailed("it is covered")

    stage.then["Save your cart"] = breaks
    replayed(stage, SAVE, store=store)
    (entry,) = store.entries.values()
    assert entry.succeeded is False


def test_a_healing_waits_for_a_person_with_the_step_it_is_for(time: PaperTime) -> None:
    store = a_store()
    replayed(a_stage(time, RENAMED), SAVE, store=store)
    (healing,) = store.iter_healings(ReviewState.PENDING)
    assert (healing.step_id, healing.step_number, healing.recording_id) == ("s1", 2, "shop.json")
    assert healing.old_selector == 'page.get_by_role("button", name="Save cart", exact=True)'
    assert healing.label == "Save cart"


def test_a_store_that_cannot_be_written_ends_the_run(time: PaperTime) -> None:
    store, stage = a_store(), a_stage(time)

    def loses_the_table(_: PaperStage) -> None:
        with store.database.writing() as connection:
            connection.execute(text("drop table steps"))

    stage.then["Save cart"] = loses_the_table
    replay = replayed(stage, SAVE, HELP, store=store, settings=KEEP_GOING)
    assert replay.error is not None
    assert outcomes(replay)[-1] == "not run"
    assert ("click", "Help") not in stage.done


# ------------------------------------------------------------------------------------------- traces

TRACED = RunSettings(trace="failed.zip")


def test_a_run_that_passed_leaves_no_trace(time: PaperTime) -> None:
    stage = a_stage(time)
    replay = replayed(stage, SAVE, settings=TRACED)
    assert stage.traces == [None]
    assert replay.trace is None


def test_the_trace_of_a_failed_run_is_where_it_was_wanted(time: PaperTime) -> None:
    stage = a_stage(time, GONE)
    replay = replayed(stage, SAVE, settings=TRACED)
    assert stage.traces == ["failed.zip"]
    assert replay.trace == "failed.zip"


def test_a_trace_that_cannot_be_written_is_a_note_and_no_failure(time: PaperTime) -> None:
    stage = a_stage(time)
    stage.trace_fails = EnvironmentFailure("cannot write 'failed.zip': no room\n  next: make room")
    replay = replayed(stage, SAVE, settings=TRACED)
    assert replay.passed
    assert replay.notes == ("the trace could not be written: cannot write 'failed.zip': no room",)
