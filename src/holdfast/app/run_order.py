"""Run order: which of many recordings are replayed here, and in which order."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from holdfast.errors import UsageError
from holdfast.model.remembered import Run

T = TypeVar("T")


def read_shard(text: str) -> tuple[int, int]:
    """Return which part of how many, as ``2/5`` says it; raises ``UsageError``."""
    number, _, of = text.partition("/")
    if number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of) <= 10_000:
        return int(number), int(of)
    raise UsageError(
        f"--shard wants a part and how many there are, got {text[:80]!r}\n  next: --shard 1/4"
    )


def shard(ordered: Sequence[T], number: int, of: int) -> Sequence[T]:
    """Return one of so many parts; together they are all, and no two have one in common.

    Every machine must come to the same parts, so nothing that only one of them knows counts here.
    """
    return ordered[number - 1 :: of]


def last_durations(runs: Iterable[Run]) -> Mapping[str, float]:
    """Return the seconds that the last run of each recording took; runs come newest first."""
    durations: dict[str, float] = {}
    for run in runs:
        if run.recording_id is not None and run.ended_at is not None:
            seconds = (run.ended_at - run.started_at).total_seconds()
            durations.setdefault(run.recording_id, seconds)
    return durations


def longest_first(ids: Sequence[str], durations: Mapping[str, float]) -> Sequence[str]:
    """Return the recordings, longest first: a long one at the end keeps all others waiting.

    One that never ran may be long: it comes before all others.
    """
    unknown = float("inf")
    return sorted(ids, key=lambda one: -durations.get(one, unknown))
