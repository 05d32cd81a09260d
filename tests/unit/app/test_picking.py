"""Somebody takes another element than the one proposed: what is recorded, and what counts."""

from dataclasses import replace

import pytest
from tests.unit.app.paper_browser import (
    NOON,
    SHOP,
    PaperStage,
    PaperTime,
    a_recording,
    a_runner,
    a_step,
    a_store,
)
from tests.unit.app.test_reviewing import FilesInMemory

from holdfast.app.reviewing import Reviewer
from holdfast.errors import AnsweredAlready, ResolutionError, UsageError
from holdfast.history.review import cache_change
from holdfast.model.fingerprint_json import fingerprint_from_json
from holdfast.model.healing_decision import History, ReviewState
from holdfast.model.recording_json import recording_from_json, recording_to_json
from holdfast.model.remembered import CacheChange, Healing, RecordingEntry
from holdfast.page.url_pattern import url_pattern
from holdfast.ports import run_now
from holdfast.testing import FixedClock, MemoryStore

OLD = '<h1>Cart</h1><button id="save">Save cart</button><a href="/help">Help</a>'
NEW = OLD.replace("Save cart", "Save your cart") + '<button id="keep">Keep it</button>'
GONE = "<h1>Sorry</h1>"
PENDING, ACCEPTED, REJECTED = ReviewState.PENDING, ReviewState.ACCEPTED, ReviewState.REJECTED


@pytest.fixture
def store() -> MemoryStore:
    made = a_store()
    made.save_recording(RecordingEntry(id="shop.json", name="Buy", path="shop.json"))
    return made


@pytest.fixture
def files() -> FilesInMemory:
    return FilesInMemory()


@pytest.fixture
def reviewer(store: MemoryStore, files: FilesInMemory) -> Reviewer:
    return Reviewer(store=store, files=files, clock=FixedClock(NOON), name="bob")


def refused_on(body: str, time: PaperTime, store: MemoryStore, files: FilesInMemory) -> Healing:
    """Return what a run could not decide about the one step of a recording."""
    recording = a_recording(a_step("click", "#save", OLD))
    files.files["shop.json"] = recording_to_json(recording)
    stage = PaperStage({"": body}, time)
    stage.page.is_quiet = False
    run_now(a_runner(stage, store=store).play(recording))
    (healing,) = store.iter_healings()
    return healing


@pytest.fixture
def healing(time: PaperTime, store: MemoryStore, files: FilesInMemory) -> Healing:
    return refused_on(NEW, time, store, files)


def place_of(healing: Healing, css: str) -> int:
    (node,) = fingerprint_from_json(healing.fingerprint).page.select(css)
    return node.index


def recorded(files: FilesInMemory) -> str:
    fingerprint = recording_from_json(files.files["shop.json"]).steps[0].fingerprint
    assert fingerprint is not None
    return fingerprint.node.text


def test_what_was_picked_becomes_the_recorded_element(
    reviewer: Reviewer, files: FilesInMemory, healing: Healing
) -> None:
    answered = reviewer.pick(healing.number, place_of(healing, "#keep"), "that one")
    assert recorded(files) == "Keep it"
    assert answered.path == "shop.json"
    assert answered.healing.state is ACCEPTED
    history = files.files["shop.json"]["history"]
    assert isinstance(history, list)
    assert history[0]["healingId"] == healing.entry_id


def test_a_pick_is_taken_back_as_any_answer(
    reviewer: Reviewer, files: FilesInMemory, healing: Healing
) -> None:
    before = files.files["shop.json"]
    reviewer.pick(healing.number, place_of(healing, "#keep"))
    answered = reviewer.undo(healing.number)
    assert answered.healing.state is PENDING
    assert recorded(files) == "Save cart"
    assert files.files["shop.json"]["steps"] == before["steps"]


def test_a_pick_says_that_what_was_proposed_was_wrong(
    reviewer: Reviewer, store: MemoryStore, healing: Healing
) -> None:
    reviewer.pick(healing.number, place_of(healing, "#keep"))
    assert store.history_at(url_pattern(SHOP)) == History(successes=0, tries=1)
    reviewer.undo(healing.number)
    assert store.history_at(url_pattern(SHOP)) == History(successes=0, tries=0)


def test_accepting_says_that_it_was_right(
    reviewer: Reviewer, store: MemoryStore, healing: Healing
) -> None:
    reviewer.accept(healing.number)
    assert store.history_at(url_pattern(SHOP)) == History(successes=1, tries=1)


@pytest.mark.parametrize(
    ("outcome", "before", "after", "change"),
    [
        pytest.param(None, PENDING, ACCEPTED, (0, 1), id="another one was right"),
        pytest.param(True, PENDING, ACCEPTED, (-1, 0), id="though the run passed"),
        pytest.param(False, PENDING, ACCEPTED, (0, 0), id="and the run had failed"),
        pytest.param(None, ACCEPTED, PENDING, (0, -1), id="taken back"),
        pytest.param(True, ACCEPTED, PENDING, (1, 0), id="taken back, the run had passed"),
    ],
)
def test_a_pick_counts_against_the_proposal(
    outcome: bool | None, before: ReviewState, after: ReviewState, change: tuple[int, int]
) -> None:
    assert cache_change(outcome, before, after, picked=True) == CacheChange(*change)


@pytest.mark.parametrize("target", [-1, 10_000])
def test_only_an_element_of_the_page_can_be_picked(
    reviewer: Reviewer, files: FilesInMemory, healing: Healing, target: int
) -> None:
    with pytest.raises(UsageError, match=f"has no element {target} to pick"):
        reviewer.pick(healing.number, target)
    assert recorded(files) == "Save cart"
    assert files.writes == 0


@pytest.mark.parametrize("act", ["accept", "pick"])
def test_where_nothing_is_offered_nothing_can_be_taken(
    time: PaperTime, reviewer: Reviewer, store: MemoryStore, files: FilesInMemory, act: str
) -> None:
    healing = refused_on(GONE, time, store, files)
    assert healing.fingerprint is None
    given = (healing.number,) if act == "accept" else (healing.number, 1)
    with pytest.raises(UsageError, match="offers no element"):
        getattr(reviewer, act)(*given)


def test_an_answer_is_given_once(reviewer: Reviewer, healing: Healing) -> None:
    reviewer.pick(healing.number, place_of(healing, "#keep"))
    for act in (reviewer.accept, reviewer.reject):
        with pytest.raises(AnsweredAlready, match="is accepted already"):
            act(healing.number)


def test_an_answer_to_what_was_answered_meanwhile_is_refused(
    reviewer: Reviewer, healing: Healing
) -> None:
    seen = healing.version
    reviewer.reject(healing.number)
    reviewer.undo(healing.number)
    with pytest.raises(AnsweredAlready, match="was answered anew since it was looked at"):
        reviewer.accept(healing.number, version=seen)


def test_nothing_that_waits_can_be_taken_back(reviewer: Reviewer, healing: Healing) -> None:
    with pytest.raises(AnsweredAlready, match="waits for an answer already"):
        reviewer.undo(healing.number)


def test_a_healing_that_is_not_there_says_where_to_look(reviewer: Reviewer) -> None:
    with pytest.raises(ResolutionError, match="there is no healing 77\n  next: holdfast review"):
        reviewer.accept(77)


def test_who_answered_what_is_in_the_audit_log(
    reviewer: Reviewer, store: MemoryStore, healing: Healing
) -> None:
    reviewer.pick(healing.number, place_of(healing, "#keep"), "the other one")
    reviewer.undo(healing.number)
    replace(reviewer, name="ann").reject(healing.number)
    told = [(one.user_id, one.act, one.detail) for one in store.page_audit(1, 10).items]
    assert told == [
        ("ann", "rejected", ""),
        ("bob", "took back", ""),
        ("bob", "picked", "the other one"),
    ]


def test_one_answer_to_several_stops_at_none_that_fails(
    reviewer: Reviewer, healing: Healing
) -> None:
    given = reviewer.everywhere([77, healing.number], lambda one, number: one.reject(number))
    assert [one.healing.number for one in given.done] == [healing.number]
    assert given.failed == ((77, "there is no healing 77"),)
