"""Answers change the recording and the cache, can be taken back, and are given once."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.contract.made_up import NOON, a_healing, an_entry

from holdfast.app.reviewing import Reviewer
from holdfast.errors import ResolutionError, UsageError
from holdfast.history.review import accept, cache_change
from holdfast.model.healing_decision import History, ReviewState
from holdfast.model.remembered import CacheChange, Healing, Outcome, RecordingEntry, Review
from holdfast.testing import FixedClock, MemoryStore

PENDING, ACCEPTED, REJECTED = ReviewState.PENDING, ReviewState.ACCEPTED, ReviewState.REJECTED
OLD = {"format": "holdfast-fingerprint/1", "target": 1}
NEW = {"format": "holdfast-fingerprint/1", "target": 7}
PATTERN = "shop.example/orders/{id}"
RECORDING: dict[str, object] = {
    "format": "holdfast-recording/1",
    "name": "checkout",
    "later": {"field": "kept"},
    "steps": [{"id": "step-1", "action": "click", "fingerprint": OLD}, {"id": "step-2"}],
}


class FilesInMemory:
    """Recordings' files without files."""

    def __init__(self) -> None:
        self.files: dict[str, dict[str, object]] = {"checkout.json": RECORDING}
        self.writes = 0

    def load(self, path: str) -> dict[str, object]:
        return self.files[path]

    def save(self, path: str, document: Mapping[str, object]) -> None:
        self.writes += 1
        self.files[path] = dict(document)

    def step(self, number: int = 0) -> dict[str, object]:
        steps = self.files["checkout.json"]["steps"]
        assert isinstance(steps, list)
        step = steps[number]
        assert isinstance(step, dict)
        return step


@pytest.fixture
def store() -> MemoryStore:
    """Return a store with one healing, number 1."""
    store = MemoryStore()
    store.save_recording(RecordingEntry(id="checkout", name="Checkout", path="checkout.json"))
    entry = an_entry(confidence=70)
    store.write_decisions([entry], [a_healing(entry)])
    return store


@pytest.fixture
def files() -> FilesInMemory:
    return FilesInMemory()


@pytest.fixture
def reviewer(store: MemoryStore, files: FilesInMemory) -> Reviewer:
    return Reviewer(store=store, files=files, clock=FixedClock(NOON), name="bob")


@pytest.mark.parametrize(
    ("outcome", "before", "after", "change"),
    [
        pytest.param(None, PENDING, ACCEPTED, (1, 1), id="a suggestion accepted"),
        pytest.param(None, PENDING, REJECTED, (0, 1), id="a suggestion rejected"),
        pytest.param(True, PENDING, ACCEPTED, (0, 0), id="counted already"),
        pytest.param(True, PENDING, REJECTED, (-1, 0), id="the wrong element, yet the run passed"),
        pytest.param(False, PENDING, ACCEPTED, (1, 0), id="right, the run failed otherwise"),
        pytest.param(False, REJECTED, PENDING, (0, 0), id="taken back, a failure stays one"),
        pytest.param(None, ACCEPTED, PENDING, (-1, -1), id="taken back, nothing is known"),
    ],
)
def test_a_persons_word_counts_before_the_outcome(
    outcome: bool | None, before: ReviewState, after: ReviewState, change: tuple[int, int]
) -> None:
    assert cache_change(outcome, before, after) == CacheChange(*change)


def test_accepting_replaces_the_fingerprint_and_keeps_the_old_one(
    reviewer: Reviewer, files: FilesInMemory, store: MemoryStore
) -> None:
    answered = reviewer.accept(1, reason="same button")
    assert answered.path == "checkout.json"
    assert answered.healing.review is not None
    assert (answered.healing.review.reviewer, answered.healing.state) == ("bob", ACCEPTED)
    assert files.step()["fingerprint"] == NEW
    changed = files.files["checkout.json"]
    assert changed["history"] == [
        {
            "healingId": "run-1/1/1",
            "stepId": "step-1",
            "replacedAt": NOON.isoformat(),
            "fingerprint": OLD,
        }
    ]
    assert changed["later"] == {"field": "kept"}
    assert store.history_at(PATTERN) == History(successes=1, tries=1)


def test_undoing_puts_everything_back(
    reviewer: Reviewer, files: FilesInMemory, store: MemoryStore
) -> None:
    reviewer.accept(1)
    assert reviewer.undo(1).healing.state is PENDING
    assert files.step()["fingerprint"] == OLD
    assert "history" not in files.files["checkout.json"]
    assert store.history_at(PATTERN) == History()


def test_rejecting_excludes_the_element_for_this_step(
    reviewer: Reviewer, files: FilesInMemory, store: MemoryStore
) -> None:
    reviewer.reject(1)
    assert files.step()["fingerprint"] == OLD
    assert files.step()["excluded"] == [
        {"healingId": "run-1/1/1", "rejectedAt": NOON.isoformat(), "fingerprint": NEW}
    ]
    assert list(store.iter_excluded("pay-button", "checkout", "step-1")) == [NEW]
    reviewer.undo(1)
    assert "excluded" not in files.step()
    assert list(store.iter_excluded("pay-button", "checkout", "step-1")) == []


def test_an_answer_is_given_once(reviewer: Reviewer) -> None:
    reviewer.accept(1)
    with pytest.raises(UsageError, match="healing 1 is accepted already"):
        reviewer.reject(1)
    reviewer.undo(1)
    with pytest.raises(UsageError, match="healing 1 is pending_review already"):
        reviewer.undo(1)


def test_a_healing_that_is_not_there_is_told(reviewer: Reviewer) -> None:
    with pytest.raises(ResolutionError, match="there is no healing 9"):
        reviewer.accept(9)


def test_a_healing_without_an_element_cannot_be_accepted(
    reviewer: Reviewer, store: MemoryStore
) -> None:
    entry = an_entry(2, confidence=10)
    store.write_decisions([entry], [a_healing(entry, fingerprint=None)])
    with pytest.raises(UsageError, match="offers no element"):
        reviewer.accept(2)


def test_the_older_of_two_healings_of_a_step_is_not_undone_first(
    reviewer: Reviewer, store: MemoryStore, files: FilesInMemory
) -> None:
    later = an_entry(1, run="run-2", confidence=70)
    store.write_decisions([later], [a_healing(later, fingerprint={"target": 9})])
    reviewer.accept(1)
    reviewer.accept(2)
    with pytest.raises(ResolutionError, match="was healed again"):
        reviewer.undo(1)
    reviewer.undo(2)
    assert files.step()["fingerprint"] == NEW
    reviewer.undo(1)
    assert files.step()["fingerprint"] == OLD


def test_a_step_that_was_taken_out_is_told(reviewer: Reviewer, store: MemoryStore) -> None:
    entry = an_entry(5, confidence=70)
    store.write_decisions([entry], [a_healing(entry)])
    with pytest.raises(ResolutionError, match="'step-5' of healing 2 is not in the recording"):
        reviewer.accept(2)


def test_accepting_again_after_the_store_failed_changes_the_file_no_more(
    reviewer: Reviewer, files: FilesInMemory, store: MemoryStore
) -> None:
    healing = store.find_healing(1)
    assert healing is not None
    files.files["checkout.json"] = accept(RECORDING, healing, NOON - timedelta(days=1))
    reviewer.accept(1)
    assert files.writes == 0
    assert files.step()["fingerprint"] == NEW


def test_a_healing_without_a_recording_is_answered_in_the_store_alone(
    reviewer: Reviewer, store: MemoryStore, files: FilesInMemory
) -> None:
    entry = an_entry(2, confidence=70)
    store.write_decisions([entry], [a_healing(entry, recording_id=None)])
    assert reviewer.accept(2).path is None
    assert files.writes == 0


def test_of_two_reviewers_the_second_is_told(reviewer: Reviewer, store: MemoryStore) -> None:
    class Hasty(MemoryStore):
        """A store in which somebody else answers between the question and the answer."""

        def write_review(self, *_: object) -> bool:
            return False

    hasty = Hasty(store.database)
    with pytest.raises(UsageError, match="answered by somebody else"):
        replace(reviewer, store=hasty).accept(1)


def test_an_outcome_that_was_counted_is_not_counted_again(
    reviewer: Reviewer, store: MemoryStore
) -> None:
    store.write_outcomes([Outcome("run-1/1/1", True, PATTERN)])
    reviewer.accept(1)
    assert store.history_at(PATTERN) == History(successes=1, tries=1)


def test_a_run_that_ends_during_the_answer_does_not_count_twice(
    reviewer: Reviewer, store: MemoryStore
) -> None:
    class Ending(MemoryStore):
        """A store in which the run ends between the question and the answer."""

        def write_review(
            self,
            healing: Healing,
            review: Review,
            change: CacheChange,
            act: Callable[[], None] | None = None,
        ) -> bool:
            self.write_outcomes([Outcome("run-1/1/1", True, PATTERN)])
            return super().write_review(healing, review, change, act)

    ending = Ending(store.database)
    answered = replace(reviewer, store=ending).accept(1)
    assert answered.healing.state is ACCEPTED
    assert ending.history_at(PATTERN) == History(successes=1, tries=1)


def test_accepting_in_an_open_run_counts_once_and_undo_leaves_the_outcome(
    reviewer: Reviewer, store: MemoryStore
) -> None:
    reviewer.accept(1)
    store.write_outcomes([Outcome("run-1/1/1", False, PATTERN)])
    assert store.history_at(PATTERN) == History(successes=1, tries=1)
    reviewer.undo(1)
    assert store.history_at(PATTERN) == History(successes=0, tries=1)
