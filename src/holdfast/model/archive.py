"""What people look through, a page at a time: which rows are wanted, and what a row shows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from holdfast.model.healing_decision import HealingAction, ReviewState
from holdfast.model.records import Record
from holdfast.model.remembered import RecordingEntry, Run
from holdfast.model.replay_result import Screen
from holdfast.model.thresholds import RecordingHealingConfig, Variant

T = TypeVar("T")

# What a person should look at, and the refusals in which something likely was found: a rule stopped
# them, and a person can tell. The rest was sure, or there is nothing to choose from.
DOUBTFUL = frozenset({HealingAction.APPLY_WITH_FLAG, HealingAction.SUGGEST_ONLY})
LIKELY = 40


def waits(action: HealingAction, confidence: int, *, has_offer: bool) -> bool:
    """Return whether a healing is one that a person can decide, and should."""
    refused_likely = action is HealingAction.REJECT and confidence >= LIKELY
    return action in DOUBTFUL or (refused_likely and has_offer)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOf(Generic[T]):
    """Some of many rows; pages are counted from 1."""

    items: tuple[T, ...]
    total: int
    page: int
    size: int

    @property
    def pages(self) -> int:
        """Return how many pages there are, at least one."""
        return max(1, -(-self.total // self.size))

    @property
    def first(self) -> int:
        """Return which of all rows the first one here is, 0 when there is none."""
        return (self.page - 1) * self.size + 1 if self.items else 0

    @property
    def last(self) -> int:
        """Return which of all rows the last one here is, 0 when there is none."""
        return self.first + len(self.items) - 1 if self.items else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueFilter:
    """Which healings are wanted; what is not said does not matter. No ``actions`` means all.

    ``waiting``: only those that a person can decide, and should. ``change_id``: the same change.
    """

    state: ReviewState | None = ReviewState.PENDING
    actions: frozenset[HealingAction] = frozenset()
    waiting: bool = False
    change_id: str | None = None
    recording_id: str | None = None
    run_id: str | None = None
    min_confidence: int = 0
    max_confidence: int = 100
    text: str = ""

    @property
    def is_of_waiting(self) -> bool:
        """Return whether it asks for what waits, at most by words, sureness and kind.

        Such a change stands where all of it that waits puts it, so that a queue of many thousands
        need not be put in order for each look.
        """
        is_waiting = self.waiting or bool(self.actions and self.actions <= DOUBTFUL)
        others = (self.change_id, self.recording_id, self.run_id)
        return is_waiting and self.state is ReviewState.PENDING and others == (None, None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class HealingRow:
    """A healing in a list: all but the new fingerprint, which holds a page."""

    number: int
    label: str
    step_number: int
    recording_id: str | None
    recording_name: str | None
    run_id: str
    confidence: int
    action: HealingAction
    state: ReviewState
    reviewer: str | None
    reviewed_at: datetime | None
    created_at: datetime
    url: str
    succeeded: bool | None
    old_selector: str
    new_selector: str
    has_offer: bool
    change_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedChange:
    """The same change, in however many steps: shown by the healing that is least sure."""

    healing: HealingRow
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuePage(PageOf[QueuedChange]):
    """A page of the queue. ``around``: its healings' numbers, with one before and one after it."""

    around: tuple[int, ...]


class Offers(NamedTuple):
    """The healings of one recording that a filter finds: all, those to accept, the newest."""

    recording_id: str | None
    found: int
    acceptable: int
    newest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFilter:
    """Which runs are wanted."""

    recording_id: str | None = None
    passed: bool | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """A run in a list, with what became of the steps that did not hold."""

    run: Run
    healed: int
    refused: int
    pending: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingRow:
    """A recording in a list."""

    entry: RecordingEntry
    pending: int
    runs: int
    last_run: Run | None
    config: RecordingHealingConfig | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionFilter:
    """Which decisions are wanted: of a period, and of what else is said."""

    start: datetime
    end: datetime
    recording_id: str | None = None
    action: HealingAction | None = None
    variant: Variant | None = None


EVER = DecisionFilter(start=datetime(1970, 1, 1, tzinfo=UTC), end=datetime(2999, 1, 1, tzinfo=UTC))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bucket:
    """The decisions of one day."""

    start: date
    counts: Mapping[HealingAction, int]
    average_confidence: float
    successes: int
    outcomes: int

    @property
    def decisions(self) -> int:
        """Return how many there were."""
        return sum(self.counts.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class RunnerUp(Record):
    """An element that may be meant instead: which of the page's, how likely (0-100), and why."""

    target: int
    likely: int
    element: str
    why: str
    selector: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HealingEvidence:
    """What a person looks at to answer a healing; pictures are PNG, None when none was taken.

    ``page`` shows where it was looked for, with what is secret hidden.
    """

    reason: str = ""
    runners_up: tuple[RunnerUp, ...] = ()
    before: bytes | None = field(default=None, repr=False)
    after: bytes | None = field(default=None, repr=False)
    page: Screen | None = field(default=None, repr=False)


NO_EVIDENCE: Mapping[str, HealingEvidence] = MappingProxyType({})
