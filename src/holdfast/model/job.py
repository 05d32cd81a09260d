"""Job: a run that is done elsewhere, in another process or on another machine, and how it ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Self

from holdfast.errors import HoldfastError
from holdfast.model.records import Record, named
from holdfast.model.replay_result import Replay
from holdfast.model.thresholds import Mode

INTERRUPTED = 130  # what shells say of a program ended by Ctrl-C: 128 + SIGINT


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Record):
    """A recording to be replayed, and how.

    ``recording`` is what its file holds. Secrets are not in a job: whoever does it has its own.
    What belongs to one machine (``folder``, ``path``, ``trace``) does not travel.
    """

    SPARSE = True

    run_id: str
    name: str
    recording_id: str
    recording: bytes = named(None, default=b"", repr=False)
    base_url: str | None = None
    mode: Mode | None = None
    thresholds: Mapping[str, int] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    keep_going: bool = False
    pictures: bool = False
    idempotent: bool = False
    path: str = named(None, default="")
    trace: str | None = named(None, default=None)
    learn: bool = named(None, default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Record):
    """How a job ended. ``acted``: whether something may have been done to a page."""

    replay: Replay
    exit_code: int
    acted: bool = False

    @classmethod
    def of(cls, replay: Replay, *, acted: bool = False, stopped: bool = False) -> Self:
        """Return the end of a run that came to its own end, or was stopped."""
        code = 0 if replay.passed else 3 if replay.error is not None else 1
        return cls(
            replay=replace(replay, learned=()),
            exit_code=INTERRUPTED if stopped else code,
            acted=acted,
        )

    @classmethod
    def without_run(cls, job: Job, error: str, *, exit_code: int, at: datetime) -> Self:
        """Return the end of a job whose run did not come to an end of its own."""
        replay = Replay(
            run_id=job.run_id, name=job.name, started_at=at, ended_at=at, steps=(), error=error
        )
        return cls(replay=replay, exit_code=exit_code)


def first_line(exc: BaseException) -> str:
    """Return what an error says, in one line; an unexpected one says its name."""
    told = str(exc).partition("\n")[0][:300]
    return told if isinstance(exc, HoldfastError) else f"unexpected {type(exc).__name__}: {told}"
