"""Answers to healings: the recording's file and the store change together, or not at all."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from holdfast.app.suite_answers import SuiteAnswers
from holdfast.errors import AnsweredAlready, HoldfastError, ResolutionError, UsageError
from holdfast.history.review import Document, accept, cache_change, exclude, include, take_back
from holdfast.model.access import AuditEntry
from holdfast.model.fingerprint_json import fingerprint_from_json, fingerprint_to_json
from holdfast.model.healing_decision import ReviewState
from holdfast.model.remembered import Healing, RecordingEntry, Review
from holdfast.ports import Clock, RecordingFiles, Store
from holdfast.selectors.describe import describe

_LIST = "holdfast review list --all shows them"
GONE = "it is gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A healing with its answer, and the file that was changed; None when it has none."""

    healing: Healing
    path: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Everywhere:
    """What became of one answer to several healings: those answered, and why others were not."""

    done: tuple[Answered, ...]
    failed: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class _Still:
    """A clock that stands: answers of one act are known by their time."""

    at: datetime

    def now(self) -> datetime:
        return self.at


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewer:
    """Somebody who answers healings. ``suite`` is where healings of tests are written down."""

    store: Store
    files: RecordingFiles
    clock: Clock
    name: str | None = None
    suite: SuiteAnswers | None = None

    def accept(
        self, number: int, reason: str | None = None, *, version: str | None = None
    ) -> Answered:
        """Make the healed fingerprint the recorded one; the old one is kept in the history."""
        healing = self._get(number, ReviewState.PENDING, version=version)
        _check_offer(healing)
        review = self._review(ReviewState.ACCEPTED, reason)
        return self._answer(healing, review, lambda old: accept(old, healing, review.at), healing)

    def pick(
        self, number: int, target: int, reason: str | None = None, *, version: str | None = None
    ) -> Answered:
        """Make another element of the new page the recorded one, by its place on that page."""
        healing = self._get(number, ReviewState.PENDING, version=version)
        chosen = with_other(healing, target)
        review = self._review(ReviewState.ACCEPTED, reason, picked=target)
        return self._answer(healing, review, lambda old: accept(old, chosen, review.at), chosen)

    def reject(
        self, number: int, reason: str | None = None, *, version: str | None = None
    ) -> Answered:
        """Say that this is not the element: the step is never healed to it again."""
        healing = self._get(number, ReviewState.PENDING, version=version)
        review = self._review(ReviewState.REJECTED, reason)
        return self._answer(healing, review, lambda old: exclude(old, healing, review.at))

    def everywhere(
        self,
        numbers: Iterable[int],
        act: Callable[["Reviewer", int], Answered],
        *,
        newest_first: bool = False,
    ) -> Everywhere:
        """Give one answer to several healings, all at one time; one that fails stops no other.

        The oldest comes first. What is taken back, is so ``newest_first``: a step may be among
        them several times.
        """
        at_once, done, failed = replace(self, clock=_Still(self.clock.now())), [], []
        for number in sorted(numbers, reverse=newest_first):
            try:
                done.append(act(at_once, number))
            except HoldfastError as exc:
                failed.append((number, str(exc).partition("\n")[0]))
        return Everywhere(done=tuple(done), failed=tuple(failed))

    def undo(self, number: int, *, version: str | None = None) -> Answered:
        """Take the answer back: the file is as before, and the healing waits again."""
        answered = ReviewState.ACCEPTED, ReviewState.REJECTED
        healing = self._get(number, *answered, version=version)
        restored = take_back if healing.state is ReviewState.ACCEPTED else include
        review = self._review(ReviewState.PENDING, None)
        return self._answer(healing, review, lambda old: restored(old, healing))

    def check(self, number: int, *states: ReviewState, version: str | None) -> None:
        """Raise unless a healing can be answered as it was looked at."""
        self._get(number, *states, version=version)

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
        self,
        healing: Healing,
        review: Review,
        change: Callable[[Document], Document],
        chosen: Healing | None = None,
    ) -> Answered:
        """Write the answer and what it changes, both or none: a recording, or a suite's files.

        ``chosen`` is the healing with the element that is accepted.
        """
        recording = self._find_recording(healing)

        def act() -> None:
            if recording is None:
                self._answer_suite(healing, review, chosen)
            else:
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
            return Answered(healing=found, path=self._path(healing, recording))
        if found.version == healing.version and found.succeeded is not healing.succeeded:
            # Its run ended this moment, which happens once: the same answer, to what is known now.
            return self._answer(found, review, change, chosen)
        raise AnsweredAlready(healing.number, "was answered by somebody else meanwhile")

    def _answer_suite(self, healing: Healing, review: Review, chosen: Healing | None) -> None:
        if not self._is_of_suite(healing) or self.suite is None:
            return
        if chosen is not None:
            self.suite.accept(chosen, picked=review.picked is not None)
        elif healing.state is ReviewState.ACCEPTED:
            self.suite.take_back(healing)

    def _is_of_suite(self, healing: Healing) -> bool:
        return self.suite is not None and healing.recording_id is None and bool(healing.step_id)

    def _path(self, healing: Healing, recording: RecordingEntry | None) -> str | None:
        """Return what an answer changes; None when nothing knows the step."""
        if recording is not None:
            return recording.path
        return f".holdfast/fingerprints/{healing.step_id}" if self._is_of_suite(healing) else None

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
