"""Shards are all and disjoint, and the longest run begins first."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.app.run_order import last_durations, longest_first, read_shard, shard
from holdfast.errors import UsageError
from holdfast.model.remembered import Run

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def a_run(recording: str, seconds: float | None) -> Run:
    ended = None if seconds is None else NOON + timedelta(seconds=seconds)
    return Run(id=f"{recording}-{seconds}", started_at=NOON, recording_id=recording, ended_at=ended)


@given(st.lists(st.integers(), unique=True), st.integers(1, 9))
def test_shards_together_are_all_and_none_is_in_two(given: list[int], of: int) -> None:
    parts = [list(shard(given, number, of)) for number in range(1, of + 1)]
    assert sorted(one for part in parts for one in part) == sorted(given)


def test_a_shard_is_every_nth_of_them() -> None:
    assert shard("abcdefg", *read_shard("2/3")) == "be"


@pytest.mark.parametrize("text", ["0/3", "4/3", "2", "a/b", "1/0", "-1/2", ""])
def test_a_shard_that_there_is_not_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--shard wants a part"):
        read_shard(text)


def test_the_longest_by_its_newest_run_begins_first_and_a_new_one_before_it() -> None:
    runs = [a_run("a", 2), a_run("b", None), a_run("b", 9), a_run("a", 50), a_run("c", 5)]
    known = last_durations(runs)
    assert known == {"a": 2, "b": 9, "c": 5}
    assert longest_first(["a", "b", "c", "new"], known) == ["new", "b", "c", "a"]
