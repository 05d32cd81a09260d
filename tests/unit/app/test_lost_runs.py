"""What becomes of a run whose worker died: nothing is done to a page twice."""

from dataclasses import replace
from typing import Any

import pytest
from tests.unit.app.paper_browser import NOON

from holdfast.app.lost_runs import (
    LOST,
    LOST_OFTEN,
    MOST_ATTEMPTS,
    may_begin_anew,
    settle_lost,
    state_of,
    why_without_result,
)
from holdfast.errors import UsageError
from holdfast.model.job import INTERRUPTED, Ended, Job, first_line
from holdfast.model.queued_run import QueuedRun, RunState, Settlement
from holdfast.model.records import plain, read
from holdfast.model.replay_result import StepOutcome, StepResult


def a_run(**given: Any) -> QueuedRun:
    told = {"run_id": "r1", "name": "shop.json", "queued_at": NOON, "state": RunState.RUNNING}
    return QueuedRun(**{"version": "2", "idempotent": False, **told, **given})


JOB = Job(run_id="r1", name="shop.json", recording_id="shop.json")


def an_end(exit_code: int = 0, *, acted: bool = False) -> Ended:
    ended = Ended.without_run(JOB, "the browser is gone", exit_code=exit_code, at=NOON)
    return replace(ended, acted=acted)


@pytest.mark.parametrize(
    ("given", "settled"),
    [
        pytest.param({}, Settlement.AGAIN, id="it had done nothing yet"),
        pytest.param({"acted": True}, Settlement.LOST, id="it had acted"),
        pytest.param({"acted": True, "idempotent": True}, Settlement.AGAIN, id="twice is as once"),
        pytest.param({"attempts": MOST_ATTEMPTS - 1}, Settlement.AGAIN, id="one more try"),
        pytest.param({"attempts": MOST_ATTEMPTS}, Settlement.LOST, id="tried often enough"),
        pytest.param(
            {"attempts": MOST_ATTEMPTS, "idempotent": True},
            Settlement.LOST,
            id="it takes every worker down",
        ),
        pytest.param({"cancelled": True}, Settlement.CANCELLED, id="nobody wants it"),
        pytest.param(
            {"cancelled": True, "acted": True}, Settlement.CANCELLED, id="nobody wants it now"
        ),
        pytest.param(
            {"state": RunState.PASSED, "cancelled": True}, Settlement.ENDED, id="it had ended"
        ),
    ],
)
def test_a_run_without_its_worker_is_settled(given: dict[str, Any], settled: Settlement) -> None:
    assert settle_lost(a_run(**given)) is settled


@pytest.mark.parametrize(
    ("run", "ended", "again"),
    [
        pytest.param(a_run(), an_end(3), True, id="the browser did not start"),
        pytest.param(a_run(), an_end(3, acted=True), False, id="it had acted"),
        pytest.param(a_run(), an_end(1), False, id="it failed by itself"),
        pytest.param(a_run(), an_end(0), False, id="it passed"),
        pytest.param(a_run(cancelled=True), an_end(3), False, id="nobody wants it"),
        pytest.param(a_run(attempts=MOST_ATTEMPTS), an_end(3), False, id="tried often enough"),
        pytest.param(a_run(attempts=MOST_ATTEMPTS - 1), an_end(3), True, id="one more try"),
    ],
)
def test_only_what_the_outside_broke_off_is_begun_anew(
    run: QueuedRun, ended: Ended, again: bool
) -> None:
    assert may_begin_anew(run, ended) is again


@pytest.mark.parametrize(
    ("code", "cancelled", "state"),
    [
        pytest.param(0, False, RunState.PASSED, id="passed"),
        pytest.param(1, False, RunState.FAILED, id="refused or failed"),
        pytest.param(3, False, RunState.FAILED, id="the outside"),
        pytest.param(0, True, RunState.CANCELLED, id="cancelled while it passed"),
        pytest.param(130, True, RunState.CANCELLED, id="cancelled"),
    ],
)
def test_where_a_job_stands_is_told_by_its_exit_code(
    code: int, cancelled: bool, state: RunState
) -> None:
    assert state_of(an_end(code), cancelled=cancelled) is state


def test_a_job_without_a_result_says_why() -> None:
    assert why_without_result(a_run(state=RunState.CANCELLED)) == "somebody cancelled it"
    assert why_without_result(a_run(state=RunState.LOST, acted=True)) == LOST
    assert why_without_result(a_run(state=RunState.LOST)) == LOST_OFTEN
    assert str(MOST_ATTEMPTS) in LOST_OFTEN


def test_an_end_without_a_run_tells_what_ended_it() -> None:
    ended = Ended.without_run(JOB, "no JSON", exit_code=2, at=NOON)
    assert (ended.exit_code, ended.acted) == (2, False)
    assert (ended.replay.run_id, ended.replay.name, ended.replay.error) == (
        "r1",
        "shop.json",
        "no JSON",
    )
    assert not ended.replay.passed


def test_an_end_survives_the_way_through_the_queue() -> None:
    ended = an_end(1, acted=True)
    assert read(Ended, plain(ended)) == ended


@pytest.mark.parametrize(
    ("exc", "line"),
    [
        pytest.param(UsageError("no page\n  next: look again"), "no page", id="ours"),
        pytest.param(
            ValueError("odd\nand more"), "unexpected ValueError: odd", id="somebody else's"
        ),
    ],
)
def test_an_error_is_told_in_one_line(exc: Exception, line: str) -> None:
    assert first_line(exc) == line


@pytest.mark.parametrize(
    ("outcomes", "error", "stopped", "code"),
    [
        pytest.param(("held",), None, False, 0, id="all went well"),
        pytest.param(("held", "refused"), None, False, 1, id="something was refused"),
        pytest.param(("held",), "the browser is gone", False, 3, id="the outside"),
        pytest.param(("held", "not run"), None, True, INTERRUPTED, id="Ctrl-C"),
        pytest.param(("held",), "the browser is gone", True, INTERRUPTED, id="Ctrl-C above all"),
    ],
)
def test_the_exit_code_of_a_run_says_how_it_ended(
    outcomes: tuple[str, ...], error: str | None, stopped: bool, code: int
) -> None:
    steps = tuple(
        StepResult(number=number, step_id="s", title="t", outcome=StepOutcome(one))
        for number, one in enumerate(outcomes, 1)
    )
    replay = replace(an_end().replay, steps=steps, error=error)
    assert Ended.of(replay, stopped=stopped).exit_code == code


def test_only_a_second_attempt_is_another_run() -> None:
    assert [a_run(attempts=number).attempt_id for number in range(4)] == [
        "r1",
        "r1",
        "r1-2",
        "r1-3",
    ]
