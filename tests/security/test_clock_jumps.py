"""The clock is set back or forth while things are under way: nothing is lost, nobody locked out."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.contract.made_up import an_entry

from holdfast.adapters.sql.sql_store import open_store
from holdfast.doors.portal.limits import MOST_FAILURES, LoginLimit
from holdfast.doors.portal.problems import PortalProblem
from holdfast.history.report import build_report
from holdfast.model.archive import DecisionFilter
from holdfast.model.remembered import Outcome, Run
from holdfast.testing import FixedClock

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
YEAR = timedelta(days=365)


def test_a_clock_that_is_set_back_locks_nobody_out() -> None:
    clock = FixedClock(NOON)
    limit = LoginLimit(clock)
    for _ in range(MOST_FAILURES):
        limit.count_failure("192.0.2.1", "hf_guess")
    with pytest.raises(PortalProblem):
        limit.check("192.0.2.1", "hf_guess")
    clock.advance(-YEAR)
    limit.check("192.0.2.1", "hf_guess")


def test_a_clock_that_is_set_forth_only_forgets() -> None:
    clock = FixedClock(NOON)
    limit = LoginLimit(clock)
    for _ in range(MOST_FAILURES):
        limit.count_failure("192.0.2.1", "hf_guess")
    clock.advance(YEAR)
    limit.check("192.0.2.1", "hf_guess")


def test_a_run_that_ends_before_it_began_is_kept_with_all_of_its_steps(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "holdfast.db"))
    store.start_run(Run(id="run-1", name="r", started_at=NOON))
    entries = [an_entry(step, run="run-1") for step in range(1, 4)]
    store.write_decisions(entries)
    assert store.write_outcomes([Outcome(one.id, True, None) for one in entries if one.applied])
    ended = NOON - YEAR
    store.end_run(Run(id="run-1", name="r", started_at=NOON, ended_at=ended, passed=True, steps=3))
    found = store.find_run("run-1")
    assert found is not None
    assert (found.passed, found.ended_at) == (True, ended)
    rows = list(store.iter_decisions(DecisionFilter(start=NOON - YEAR, end=NOON + YEAR)))
    assert len(rows) == 3
    assert build_report(rows, NOON - YEAR, NOON + YEAR).decisions == 3
    store.close()
