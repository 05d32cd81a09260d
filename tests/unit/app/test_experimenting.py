"""Experiments: one whose time is up is completed by itself, and blocks no other."""

from datetime import UTC, datetime, timedelta

import pytest

from holdfast.app.experimenting import ExperimentPlan, get_experiment, start_experiment
from holdfast.errors import UsageError
from holdfast.model.thresholds import ExperimentStatus
from holdfast.testing import MemoryStore

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def plan(name: str, days: int | None) -> ExperimentPlan:
    return ExperimentPlan(name=name, control="80/60/40", treatment="75/55/35", days=days)


def test_an_experiment_ends_by_its_date_and_the_next_can_start() -> None:
    store = MemoryStore()
    start_experiment(store, plan("bolder", 7), NOON, by="ann")
    start_experiment(store, plan("calmer", None), NOON + timedelta(days=7), by="ann")
    first = get_experiment(store, "bolder")
    assert first.status is ExperimentStatus.COMPLETED
    assert first.end_date == NOON + timedelta(days=7)


def test_one_that_goes_on_still_blocks_the_next() -> None:
    store = MemoryStore()
    start_experiment(store, plan("bolder", 7), NOON, by="ann")
    with pytest.raises(UsageError, match="active"):
        start_experiment(store, plan("calmer", None), NOON + timedelta(days=6), by="ann")
