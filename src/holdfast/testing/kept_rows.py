"""Kept rows: hold what the stores for tests keep, and find what an organization sees of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from itertools import count
from typing import Any, Protocol, TypeVar

from holdfast.model.access import AuditEntry, Token
from holdfast.model.archive import (
    EVER,
    LIKELY,
    DecisionFilter,
    HealingEvidence,
    HealingRow,
    PageOf,
    QueueFilter,
    RunRow,
    waits,
)
from holdfast.model.healing_decision import ConfidenceLogEntry, HealingAction, History
from holdfast.model.remembered import (
    DEFAULT_ORGANIZATION,
    CacheChange,
    Healing,
    Notification,
    RecordingEntry,
    Run,
    RunStep,
)
from holdfast.model.thresholds import (
    RecordingHealingConfig,
    ThresholdExperiment,
    UserHealingConfig,
)

K = TypeVar("K")
T = TypeVar("T")


class OfSomebody(Protocol):
    @property
    def organization_id(self) -> str | None: ...


R = TypeVar("R", bound=OfSomebody)


@dataclass(slots=True)
class Kept:
    """What the stores of all organizations keep, each thing in a dict by its key."""

    runs: dict[str, Run] = field(default_factory=dict)
    entries: dict[str, ConfidenceLogEntry] = field(default_factory=dict)
    healings: dict[str, Healing] = field(default_factory=dict)
    notifications: dict[str, Notification] = field(default_factory=dict)
    evidence: dict[str, HealingEvidence] = field(default_factory=dict)
    tokens: dict[str, Token] = field(default_factory=dict)
    steps: dict[tuple[str, int], RunStep] = field(default_factory=dict)
    sessions: dict[str, tuple[str, datetime]] = field(default_factory=dict)
    failures: list[tuple[str, datetime]] = field(default_factory=list)
    audit: list[tuple[str, AuditEntry]] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    owned: dict[str, "Owned"] = field(default_factory=dict)


@dataclass(slots=True)
class Owned:
    """What one organization has set, and its histories."""

    recordings: dict[str, RecordingEntry] = field(default_factory=dict)
    user_configs: dict[str, UserHealingConfig] = field(default_factory=dict)
    recording_configs: dict[str, RecordingHealingConfig] = field(default_factory=dict)
    experiments: dict[str, ThresholdExperiment] = field(default_factory=dict)
    advices: dict[str, tuple[datetime, Mapping[str, object]]] = field(default_factory=dict)
    calibrators: dict[datetime, Mapping[str, object]] = field(default_factory=dict)
    histories: dict[str, History] = field(default_factory=dict)


# A suggestion stops its step until somebody answers; to an unlikely refusal there is least to say.
_USEFUL = {
    HealingAction.SUGGEST_ONLY: 0,
    HealingAction.REJECT: 1,
    HealingAction.APPLY_WITH_FLAG: 2,
    HealingAction.AUTO_APPLY: 3,
}


class SeenRows:
    """What a store of one organization, or of all, sees of what is kept."""

    def __init__(self, organization_id: str | None = None, kept: Kept | None = None) -> None:
        self.kept = kept or Kept()
        self.organization_id = organization_id

    @property
    def owner(self) -> str:
        """Return whose the rows are that this store writes."""
        return self.organization_id or DEFAULT_ORGANIZATION

    @property
    def entries(self) -> Mapping[str, ConfidenceLogEntry]:
        """Return all decisions by id."""
        return self.kept.entries

    @property
    def own(self) -> Owned:
        """Return what this organization has set."""
        return self.kept.owned.setdefault(self.owner, Owned())

    def _seen(self, row: R | None) -> R | None:
        """Return the row if this store may see it; nobody's rows are the default one's."""
        if row is None or self.organization_id is None:
            return row
        return row if (row.organization_id or DEFAULT_ORGANIZATION) == self.owner else None

    def _log(self, wanted: DecisionFilter = EVER) -> list[ConfidenceLogEntry]:
        entries = sorted(self.kept.entries.values(), key=lambda entry: (entry.timestamp, entry.id))
        return [one for one in entries if self._seen(one) is not None and _is_logged(one, wanted)]

    def _queue(self, wanted: QueueFilter) -> list[Healing]:
        """Return the healings that a filter finds, most useful first."""
        found = []
        for healing in self.kept.healings.values():
            entry = self.kept.entries.get(healing.entry_id)
            known = replace(healing, succeeded=None if entry is None else entry.succeeded)
            if self._seen(known) is not None and _is_wanted(known, wanted):
                found.append(known)
        return sorted(found, key=usefulness)

    def _row(self, healing: Healing) -> HealingRow:
        owned = self.kept.owned.get(healing.organization_id, Owned())
        recording = owned.recordings.get(healing.recording_id or "")
        derived: dict[str, Any] = {
            "recording_name": None if recording is None else recording.name,
            "reviewer": None if healing.review is None else healing.review.reviewer,
            "reviewed_at": None if healing.review is None else healing.review.at,
        }
        names = [one.name for one in fields(HealingRow) if one.name not in derived]
        return HealingRow(**{name: getattr(healing, name) for name in names}, **derived)

    def _runs(self, recording_id: str | None) -> list[Run]:
        seen = [run for run in self.kept.runs.values() if self._seen(run) is not None]
        of_it = [run for run in seen if recording_id in (None, run.recording_id)]
        return sorted(of_it, key=lambda run: (run.started_at, run.id))[::-1]

    def _run_row(self, run: Run) -> RunRow:
        found = self._queue(QueueFilter(state=None, run_id=run.id))
        healed = sum(one.action.applies for one in found)
        waiting = self._queue(QueueFilter(run_id=run.id, waiting=True))
        return RunRow(run=run, healed=healed, refused=len(found) - healed, pending=len(waiting))


def usefulness(healing: Healing) -> tuple[int, int, int]:
    """Return where a healing stands in the queue; the smallest comes first."""
    unlikely = healing.action is HealingAction.REJECT and healing.confidence < LIKELY
    return 4 if unlikely else _USEFUL[healing.action], -healing.confidence, -healing.number


def in_groups(queue: Sequence[Healing], all_of_it: Sequence[Healing]) -> list[tuple[Healing, int]]:
    """Return each change once, most useful first: the healing that shows it, and how often.

    A change stands where ``all_of_it`` puts it, which holds the queue.
    """
    wanted, whole = _by_change(queue), _by_change(all_of_it)
    in_order = sorted(wanted, key=lambda change_id: _place(whole[change_id]))
    return [(_least_sure(wanted[one]), len(wanted[one])) for one in in_order]


def _by_change(queue: Sequence[Healing]) -> dict[str, list[Healing]]:
    groups: dict[str, list[Healing]] = {}
    for one in queue:
        groups.setdefault(one.change_id, []).append(one)
    return groups


def _least_sure(found: Sequence[Healing]) -> Healing:
    return min(found, key=lambda one: (one.confidence, -one.number))


def _place(found: Sequence[Healing]) -> tuple[int, ...]:
    shown = _least_sure(found)
    useful = min(usefulness(one)[0] for one in found)
    sure = max(one.confidence for one in found)
    return useful, -len(found), -sure, shown.confidence, -shown.number


def _is_wanted(healing: Healing, wanted: QueueFilter) -> bool:
    return (
        wanted.state in (None, healing.state)
        and (not wanted.actions or healing.action in wanted.actions)
        and (
            not wanted.waiting
            or waits(healing.action, healing.confidence, has_offer=healing.has_offer)
        )
        and wanted.change_id in (None, healing.change_id)
        and wanted.recording_id in (None, healing.recording_id)
        and wanted.run_id in (None, healing.run_id)
        and wanted.min_confidence <= healing.confidence <= wanted.max_confidence
        and contains(wanted.text, healing.label, healing.old_selector, healing.new_selector)
    )


def _is_logged(entry: ConfidenceLogEntry, wanted: DecisionFilter) -> bool:
    return (
        wanted.start <= entry.timestamp <= wanted.end
        and wanted.recording_id in (None, entry.recording_id)
        and wanted.action in (None, entry.action)
        and wanted.variant in (None, entry.variant)
    )


def contains(text: str, *places: str) -> bool:
    """Return whether one of the places holds a text, however it is written."""
    return any(text.lower() in place.lower() for place in places)


def page_of(rows: Sequence[T], page: int, size: int) -> PageOf[T]:
    """Return one page of many rows."""
    start = (page - 1) * size
    return PageOf(items=tuple(rows[start : start + size]), total=len(rows), page=page, size=size)


def count_outcome(owned: Owned, pattern: str | None, change: CacheChange) -> None:
    """Count an outcome for a kind of page."""
    if pattern is not None:
        known = owned.histories.get(pattern, History())
        owned.histories[pattern] = History(
            successes=known.successes + change.successes, tries=known.tries + change.tries
        )


def forget(kept: dict[K, T], keys: Sequence[K]) -> int:
    """Take these keys away; return how many."""
    for key in keys:
        del kept[key]
    return len(keys)
