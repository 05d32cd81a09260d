"""Healings of the store are looked at again with both pages, or left out with a reason."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from tests.contract.made_up import a_healing, an_entry

from holdfast import fingerprint, parse
from holdfast.app.stored_cases import get_case, iter_cases
from holdfast.errors import ForeignFormat, HoldfastError, ResolutionError, UsageError
from holdfast.model.healing_decision import ReviewState
from holdfast.model.remembered import CacheChange, Healing, Outcome, RecordingEntry, Review
from holdfast.testing import FixedClock, MemoryStore

WAS = fingerprint(parse("<button id=pay>Pay</button>"), "button")
IS = fingerprint(parse("<main><button id=buy>Pay now</button></main>"), "button")
STEP: dict[str, object] = {"id": "step-1", "action": "click", "fingerprint": WAS.to_json()}


@dataclass
class OneFile:
    """A recording's file without a file."""

    document: dict[str, object] = field(default_factory=lambda: {"steps": [STEP]})

    def load(self, path: str) -> dict[str, object]:
        return self.document

    def save(self, path: str, document: Mapping[str, object]) -> None:
        self.document = dict(document)


def a_store(**healed: object) -> MemoryStore:
    """Return a store with one healing, number 1, and its recording."""
    store = MemoryStore()
    store.save_recording(RecordingEntry(id="checkout", name="Checkout", path="checkout.json"))
    entry = an_entry(confidence=70)
    store.write_decisions([entry], [a_healing(entry, **{"fingerprint": IS.to_json(), **healed})])
    return store


def answer(store: MemoryStore, state: ReviewState) -> None:
    healing = store.find_healing(1)
    assert isinstance(healing, Healing)
    review = Review(state=state, at=FixedClock().now(), reviewer="ann")
    assert store.write_review(healing, review, CacheChange())


def test_a_case_has_what_was_recorded_and_the_page_of_today() -> None:
    case = get_case(OneFile(), a_store(), 1)
    assert (case.action, case.recorded.node.text, case.found.node.text) == (
        "click",
        "Pay",
        "Pay now",
    )
    assert case.is_right is None


@pytest.mark.parametrize(
    ("state", "right"), [(ReviewState.ACCEPTED, True), (ReviewState.REJECTED, False)]
)
def test_a_persons_word_says_whether_it_was_right(state: ReviewState, right: bool) -> None:
    store = a_store()
    answer(store, state)
    assert get_case(OneFile(), store, 1).is_right is right


def test_a_run_that_passed_speaks_for_it_and_one_that_failed_says_nothing() -> None:
    for succeeded, right in ((True, True), (False, None)):
        store = a_store()
        store.write_outcomes([Outcome("run-1/1/1", succeeded)])
        assert get_case(OneFile(), store, 1).is_right is right


def test_what_was_accepted_is_compared_with_what_it_replaced() -> None:
    replaced = {"healingId": "run-1/1/1", "stepId": "step-1", "fingerprint": WAS.to_json()}
    now = {**STEP, "fingerprint": IS.to_json()}
    files = OneFile({"steps": [now], "history": [replaced]})
    assert get_case(files, a_store(), 1).recorded.node.text == "Pay"


@pytest.mark.parametrize(
    ("store", "files", "error"),
    [
        pytest.param(a_store(fingerprint=None), OneFile(), UsageError, id="nothing was found"),
        pytest.param(a_store(recording_id="gone"), OneFile(), UsageError, id="no recording"),
        pytest.param(a_store(), OneFile({"steps": []}), ForeignFormat, id="no such step"),
    ],
)
def test_what_cannot_be_looked_at_says_why_and_stops_no_other(
    store: MemoryStore, files: OneFile, error: type[HoldfastError]
) -> None:
    with pytest.raises(error, match="next: "):
        get_case(files, store, 1)
    assert list(iter_cases(files, store)) == []


def test_a_number_that_nobody_has_is_told() -> None:
    with pytest.raises(ResolutionError, match="there is no healing 7"):
        get_case(OneFile(), a_store(), 7)
