"""Answers to healings: the recording's file first (it is the truth), then the store."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from holdfast.errors import AnsweredAlready, ResolutionError, UsageError
from holdfast.model.healing import ReviewState
from holdfast.model.remembered import Healing, Review
from holdfast.ports import Clock, RecordingFiles, Store
from holdfast.remembering.review import (
    Document,
    accept,
    cache_change,
    exclude,
    include,
    take_back,
)

_LIST = "holdfast review list --all shows them"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A healing with its answer, and the file that was changed; None when it has none."""

    healing: Healing
    path: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewer:
    """Somebody who answers healings."""

    store: Store
    files: RecordingFiles
    clock: Clock
    name: str | None = None

    def accept(self, number: int, reason: str | None = None) -> Answered:
        """Make the healed fingerprint the recorded one; the old one is kept in the history."""
        healing = self._get(number, ReviewState.PENDING)
        if healing.fingerprint is None:
            raise UsageError(
                f"healing {number} offers no element that could be accepted\n"
                "  next: record the step again"
            )
        now = self.clock.now()
        change = self._change(healing, lambda document: accept(document, healing, now))
        return self._answer(healing, ReviewState.ACCEPTED, reason, now, change)

    def reject(self, number: int, reason: str | None = None) -> Answered:
        """Say that this is not the element: the step is never healed to it again."""
        healing = self._get(number, ReviewState.PENDING)
        now = self.clock.now()
        change = self._change(healing, lambda document: exclude(document, healing, now))
        return self._answer(healing, ReviewState.REJECTED, reason, now, change)

    def undo(self, number: int) -> Answered:
        """Take the answer back: the file is as before, and the healing waits again."""
        healing = self._get(number, ReviewState.ACCEPTED, ReviewState.REJECTED)
        restored = take_back if healing.state is ReviewState.ACCEPTED else include
        change = self._change(healing, lambda document: restored(document, healing))
        return self._answer(healing, ReviewState.PENDING, None, self.clock.now(), change)

    def _get(self, number: int, *states: ReviewState) -> Healing:
        healing = self.store.find_healing(number)
        if healing is None:
            raise ResolutionError(f"there is no healing {number}\n  next: {_LIST}")
        if healing.state not in states:
            seen = "waits for an answer" if healing.review is None else f"is {healing.state.value}"
            first = "" if ReviewState.PENDING not in states else "; holdfast review undo first"
            raise AnsweredAlready(number, f"{seen} already", f"{_LIST}{first}")
        return healing

    def _change(self, healing: Healing, change: Callable[[Document], Document]) -> str | None:
        """Write the changed recording; return its path, None when the healing has no recording."""
        if healing.recording_id is None or healing.step_id is None:
            return None
        recording = self.store.find_recording(healing.recording_id)
        if recording is None:
            return None
        document = self.files.load(recording.path)
        changed = change(document)
        if changed != document:
            self.files.save(recording.path, changed)
        return recording.path

    def _answer(
        self,
        healing: Healing,
        state: ReviewState,
        reason: str | None,
        now: datetime,
        path: str | None,
    ) -> Answered:
        review = Review(state=state, at=now, reviewer=self.name, reason=reason)
        counted = cache_change(healing.succeeded, healing.state, state)
        written = self.store.write_review(healing, review, counted)
        found = self.store.find_healing(healing.number)
        assert found is not None, "it was there a moment ago"
        if written:
            return Answered(healing=found, path=path)
        if found.state is healing.state and found.succeeded is not healing.succeeded:
            # Its run ended this moment, which happens once: the same answer, to what is known now.
            return self._answer(found, state, reason, now, path)
        raise AnsweredAlready(healing.number, "was answered by somebody else meanwhile")
