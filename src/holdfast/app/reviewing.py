"""Answers to healings: the recording's file and the store change together, or not at all."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from holdfast.errors import AnsweredAlready, ResolutionError, UsageError
from holdfast.history.review import (
    Document,
    accept,
    cache_change,
    exclude,
    include,
    take_back,
)
from holdfast.model.access import AuditEntry
from holdfast.model.fingerprint_json import fingerprint_from_json, fingerprint_to_json
from holdfast.model.healing_decision import ReviewState
from holdfast.model.remembered import Healing, RecordingEntry, Review
from holdfast.ports import Clock, RecordingFiles, Store
from holdfast.selectors.describe import describe

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

    def accept(
        self, number: int, reason: str | None = None, *, version: str | None = None
    ) -> Answered:
        """Make the healed fingerprint the recorded one; the old one is kept in the history."""
        healing = self._get(number, ReviewState.PENDING, version=version)
        _check_offer(healing)
        review = self._review(ReviewState.ACCEPTED, reason)
        return self._answer(healing, review, lambda old: accept(old, healing, review.at))

    def pick(
        self, number: int, target: int, reason: str | None = None, *, version: str | None = None
    ) -> Answered:
        """Make another element of the new page the recorded one, by its place on that page."""
        healing = self._get(number, ReviewState.PENDING, version=version)
        chosen = with_other(healing, target)
        review = self._review(ReviewState.ACCEPTED, reason, picked=target)
        return self._answer(healing, review, lambda old: accept(old, chosen, review.at))

    def reject(
        self, number: int, reason: str | None = None, *, version: str | None = None
    ) -> Answered:
        """Say that this is not the element: the step is never healed to it again."""
        healing = self._get(number, ReviewState.PENDING, version=version)
        review = self._review(ReviewState.REJECTED, reason)
        return self._answer(healing, review, lambda old: exclude(old, healing, review.at))

    def undo(self, number: int, *, version: str | None = None) -> Answered:
        """Take the answer back: the file is as before, and the healing waits again."""
        answered = ReviewState.ACCEPTED, ReviewState.REJECTED
        healing = self._get(number, *answered, version=version)
        restored = take_back if healing.state is ReviewState.ACCEPTED else include
        review = self._review(ReviewState.PENDING, None)
        return self._answer(healing, review, lambda old: restored(old, healing))

    def _get(self, number: int, *states: ReviewState, version: str | None) -> Healing:
        healing = self.store.find_healing(number)
        if healing is None:
            raise ResolutionError(f"there is no healing {number}\n  next: {_LIST}")
        if healing.state not in states:
            seen = "waits for an answer" if healing.review is None else f"is {healing.state.value}"
            first = "" if ReviewState.PENDING not in states else "; holdfast review undo first"
            raise AnsweredAlready(number, f"{seen} already", f"{_LIST}{first}")
        if version not in (None, healing.version):
            raise AnsweredAlready(number, "was answered anew since it was looked at")
        return healing

    def _review(
        self, state: ReviewState, reason: str | None, *, picked: int | None = None
    ) -> Review:
        at = self.clock.now()
        return Review(state=state, at=at, reviewer=self.name, reason=reason, picked=picked)

    def _answer(
        self, healing: Healing, review: Review, change: Callable[[Document], Document]
    ) -> Answered:
        """Write the answer and the changed recording, both or none of them."""
        recording = self._find_recording(healing)

        def act() -> None:
            if recording is not None:
                document = self.files.load(recording.path)
                changed = change(document)
                if changed != document:
                    self.files.save(recording.path, changed)

        picked = review.picked is not None or (
            healing.review is not None and healing.review.picked is not None
        )
        counted = cache_change(healing.succeeded, healing.state, review.state, picked=picked)
        written = self.store.write_review(healing, review, counted, act)
        found = self.store.find_healing(healing.number)
        assert found is not None, "it was there a moment ago"
        if written:
            self.store.write_audit(_noted(healing, review))
            return Answered(healing=found, path=None if recording is None else recording.path)
        if found.version == healing.version and found.succeeded is not healing.succeeded:
            # Its run ended this moment, which happens once: the same answer, to what is known now.
            return self._answer(found, review, change)
        raise AnsweredAlready(healing.number, "was answered by somebody else meanwhile")

    def _find_recording(self, healing: Healing) -> RecordingEntry | None:
        if healing.recording_id is None or healing.step_id is None:
            return None
        return self.store.find_recording(healing.recording_id)


def _noted(healing: Healing, review: Review) -> AuditEntry:
    words = {ReviewState.ACCEPTED: "accepted", ReviewState.REJECTED: "rejected"}
    act = "picked" if review.picked is not None else words.get(review.state, "took back")
    return AuditEntry(
        at=review.at,
        user_id=review.reviewer or "",
        act=act,
        subject=f"healing {healing.number}",
        detail=review.reason or "",
    )


def _check_offer(healing: Healing) -> None:
    if healing.fingerprint is None:
        raise UsageError(
            f"healing {healing.number} offers no element that could be accepted\n"
            "  next: record the step again"
        )


def with_other(healing: Healing, target: int) -> Healing:
    """Return the healing as if another element of the new page had been proposed."""
    _check_offer(healing)
    proposed = fingerprint_from_json(healing.fingerprint)
    if not 0 <= target < len(proposed.page):
        raise UsageError(
            f"healing {healing.number} has no element {target} to pick\n"
            f"  next: holdfast review show {healing.number}"
        )
    chosen = describe(proposed.page, proposed.page.nodes[target], meaning=proposed.meaning)
    return replace(healing, fingerprint=fingerprint_to_json(chosen))
