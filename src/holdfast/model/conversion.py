"""The account of a conversion: what became of each step, and why of those that were left behind."""

from dataclasses import dataclass
from enum import StrEnum

from holdfast.model.recording import Recording
from holdfast.model.records import Record


class Fate(StrEnum):
    """What became of a step."""

    TAKEN = "taken over"
    IN_PART = "in part"
    LEFT = "not taken over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried(Record):
    """One step of the source: its number there, what it is, what became of it, and why.

    ``steps`` are the steps of the recording that it became, or is part of.
    """

    number: int
    what: str
    fate: Fate
    why: str = ""
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A recording made from a file of another program, and the account of it."""

    recording: Recording
    account: tuple[Carried, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A recording as a file of another program, and the account of it."""

    text: str
    account: tuple[Carried, ...]
