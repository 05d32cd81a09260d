"""What the store keeps beside the log: runs, healings with their review, notifications, outcomes.

Also the short rows that reports read from the log: made for hundreds of thousands of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import NamedTuple, Self

from holdfast.model.healing_decision import ConfidenceLogEntry, HealingAction, ReviewState
from holdfast.model.replay_result import StepOutcome
from holdfast.model.thresholds import Variant

# Whose decisions they are when nobody said.
DEFAULT_ORGANIZATION = "default"


class DecisionRow(NamedTuple):
    """The little of an entry that reports and analytics read; made for many rows.

    ``refused_later``: a later step of its run was refused, and none failed.
    """

    final_confidence: int
    raw_ai_confidence: float
    action: HealingAction
    succeeded: bool | None
    recording_id: str | None = None
    fingerprint_id: str | None = None
    effect_seen: bool | None = None
    refused_later: bool = False

    @classmethod
    def of(cls, entry: ConfidenceLogEntry, steps: "Sequence[RunStep]" = ()) -> Self:
        """Return the row of an entry, and of its run's steps as far as they were kept."""
        values = [getattr(entry, name) for name in LOGGED]
        own = (step.effect_seen for step in steps if step.number == entry.step_number)
        later = {step.outcome for step in steps if step.number > entry.step_number}
        only_refused = StepOutcome.REFUSED in later and StepOutcome.FAILED not in later
        is_open = entry.succeeded is False and only_refused
        return cls(*values)._replace(effect_seen=next(own, None), refused_later=is_open)

    @property
    def outcome(self) -> bool | None:
        """Return how it went, as people are shown it.

        What did what it should did not fail because a later step did, nor because a later one was
        rightly refused; nor is it known to be right.
        """
        is_open = self.effect_seen or (self.refused_later and self.effect_seen is None)
        return None if is_open and not self.succeeded else self.succeeded


# What a row has of its entry; the rest is of its run's steps.
LOGGED = DecisionRow._fields[:-2]


class ExperimentRow(NamedTuple):
    """One decision inside an experiment; ``succeeded`` is None unless applied and known."""

    variant: Variant
    unit: str
    confidence: int
    succeeded: bool | None


class Outcome(NamedTuple):
    """How one applied decision ended, and what the outcome cache counts it for.

    ``pattern`` is the URL pattern of the page; None counts for nothing.
    """

    entry_id: str
    succeeded: bool
    pattern: str | None = None


class PastHealing(NamedTuple):
    """One earlier healing of an element to the same other one, and what is known of it.

    ``is_other``: a person accepted another element instead.
    """

    run_id: str
    action: HealingAction
    succeeded: bool | None = None
    state: ReviewState = ReviewState.PENDING
    is_other: bool = False

    @property
    def is_accepted(self) -> bool:
        """Return whether a person said that this is the element."""
        return self.state is ReviewState.ACCEPTED and not self.is_other

    @property
    def worked(self) -> bool | None:
        """Return whether it was right, as far as that is known: a person's word comes first."""
        return self.succeeded if self.state is ReviewState.PENDING else self.is_accepted


class CacheChange(NamedTuple):
    """What a review adds to the history of a kind of page."""

    successes: int = 0
    tries: int = 0


class Pruned(NamedTuple):
    """How many rows went, and how many old healings stay because somebody may still want them."""

    decisions: int = 0
    runs: int = 0
    healings: int = 0
    notifications: int = 0
    kept_healings: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One replay of a recording, or one test; the last four are known when it has ended."""

    id: str
    started_at: datetime
    name: str = ""
    recording_id: str | None = None
    organization_id: str | None = None
    user_id: str | None = None
    ended_at: datetime | None = None
    passed: bool | None = None
    steps: int = 0
    held_steps: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStep:
    """One step of a run as it is kept: how it went, why, and how long it took.

    ``step_id`` is that of the recording's step, or the place of a written locator. ``effect_seen``
    is None where a step has no effect that can be seen.
    """

    run_id: str
    number: int
    step_id: str
    title: str
    outcome: StepOutcome
    reason: str = ""
    duration_ms: float = 0.0
    url: str = ""
    action: HealingAction | None = None
    confidence: int | None = None
    effect_seen: bool | None = None

    @property
    def label(self) -> str:
        """Return how it went, in the word that people read everywhere."""
        return self.outcome.label(self.action)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingEntry:
    """Where a recording's file is; the file is the truth, this is its index.

    ``path`` is relative to the project's root, with forward slashes.
    """

    id: str
    name: str
    path: str
    start_url: str = ""
    updated_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A person's answer to a healing.

    ``picked`` is the element of the new page that was accepted instead of the one proposed.
    """

    state: ReviewState
    at: datetime
    reviewer: str | None = None
    reason: str | None = None
    picked: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Healing:
    """A proposed new fingerprint for a step, and what a person said to it.

    ``entry_id`` is the decision that proposed it. ``number`` is what people call it by; the store
    gives it. ``fingerprint_id`` names the recorded element, ``found_id`` the proposed one.
    ``label`` is what the step's element said when it was recorded. ``succeeded`` is the decision's
    outcome as far as it is known. ``fingerprint`` is None when nothing could be offered.
    """

    entry_id: str
    run_id: str
    step_number: int
    created_at: datetime
    confidence: int
    action: HealingAction
    recording_id: str | None = None
    step_id: str | None = None
    fingerprint_id: str | None = None
    found_id: str | None = None
    label: str = ""
    url: str = ""
    old_selector: str = ""
    new_selector: str = ""
    fingerprint: Mapping[str, object] | None = None
    number: int = 0
    succeeded: bool | None = None
    review: Review | None = None
    organization_id: str = DEFAULT_ORGANIZATION

    @property
    def state(self) -> ReviewState:
        """Return where the review stands."""
        return ReviewState.PENDING if self.review is None else self.review.state

    @property
    def has_offer(self) -> bool:
        """Return whether there is an element that could be accepted."""
        return self.fingerprint is not None

    @property
    def change_id(self) -> str:
        """Return what all healings of one change share: the words, the old code and the new."""
        said = "\0".join((self.label, self.old_selector, self.new_selector))
        return blake2b(said.encode("utf-8", "replace"), digest_size=8).hexdigest()

    @property
    def version(self) -> str:
        """Return what changes with every answer: whoever answers says which one was seen."""
        if self.review is None:
            return "new"
        return f"{self.review.state.value}@{self.review.at.isoformat()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notification:
    """A message that a healing wants to be looked at; its text is made from these fields alone."""

    entry_id: str
    run_id: str
    step_number: int
    created_at: datetime
    confidence: int
    action: HealingAction
    old_selector: str = ""
    new_selector: str = ""
    status: ReviewState = ReviewState.PENDING
