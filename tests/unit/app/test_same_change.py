"""Healings of one change are answered together, and only those."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.made_up import NOON, a_healing, an_entry

from holdfast.app.reviewing import GONE, Reviewer
from holdfast.app.same_change import (
    SameChange,
    answered_with,
    group_changes,
    same_offer,
    say_gone,
    take,
    waiting_like,
)
from holdfast.errors import AnsweredAlready, ResolutionError
from holdfast.model.archive import HealingEvidence, RunnerUp
from holdfast.model.fingerprint_json import fingerprint_to_json
from holdfast.model.healing_decision import HealingAction, ReviewState
from holdfast.model.remembered import Healing, RecordingEntry
from holdfast.selectors.describe import describe
from holdfast.testing import FixedClock, MemoryStore, a_page

FLAGGED, SUGGESTED = HealingAction.APPLY_WITH_FLAG, HealingAction.SUGGEST_ONLY
REFUSED, APPLIED = HealingAction.REJECT, HealingAction.AUTO_APPLY
PAGE = a_page("<button id=buy>Buy</button><button id=order>Order now</button>")
BUY, ORDER = (PAGE.select(f"#{name}")[0].index for name in ("buy", "order"))
OFFER = fingerprint_to_json(describe(PAGE, "#buy"))


def offered(target: int, selector: str) -> RunnerUp:
    return RunnerUp(
        target=target, likely=30, element="a button", why="same place", selector=selector
    )


class Files:
    """The recordings of a folder, in memory."""

    def __init__(self, *names: str) -> None:
        step: dict[str, object] = {"id": "step-1", "fingerprint": {"target": 0}}
        self.kept: dict[str, dict[str, object]] = {
            f"{name}.json": {"name": name, "steps": [dict(step)]} for name in names
        }

    def load(self, path: str) -> dict[str, object]:
        return self.kept[path]

    def save(self, path: str, document: Mapping[str, object]) -> None:
        self.kept[path] = dict(document)

    def steps(self, name: str) -> list[dict[str, object]]:
        steps = self.kept[f"{name}.json"]["steps"]
        assert isinstance(steps, list)
        return steps


def a_waiting(recording: str, *, run: str = "", confidence: int = 70, **more: object) -> Healing:
    """Return a healing of the first step of a recording."""
    made = an_entry(run=run or recording, confidence=confidence, recording_id=recording)
    given = {"recording_id": recording, "fingerprint": OFFER, **more}
    return a_healing(made, **given)


def write(store: MemoryStore, *healings: Healing, evidence: HealingEvidence | None = None) -> None:
    for one in healings:
        entry = an_entry(run=one.run_id, confidence=one.confidence, recording_id=one.recording_id)
        kept = {} if evidence is None else {entry.id: evidence}
        store.write_decisions([entry], [replace(one, entry_id=entry.id)], evidence=kept)


@pytest.fixture
def store() -> MemoryStore:
    """Return a store with one change in three recordings, and another change."""
    store = MemoryStore()
    for name in ("buy", "pay", "send", "other"):
        store.save_recording(RecordingEntry(id=name, name=name, path=f"{name}.json"))
    write(store, *(a_waiting(name) for name in ("buy", "pay", "send")))
    write(store, a_waiting("other", label="Cancel"))
    return store


@pytest.fixture
def files() -> Files:
    return Files("buy", "pay", "send", "other")


@pytest.fixture
def reviewer(store: MemoryStore, files: Files) -> Reviewer:
    return Reviewer(store=store, files=files, clock=FixedClock(NOON), name="bob")


def states(store: MemoryStore) -> list[ReviewState]:
    found = [store.find_healing(number) for number in range(1, 5)]
    return [one.state for one in found if one is not None]


PENDING, ACCEPTED, REJECTED = ReviewState.PENDING, ReviewState.ACCEPTED, ReviewState.REJECTED


# ---------------------------------------------------------------------------------------- grouping


def numbered(number: int, **more: object) -> Healing:
    return replace(a_waiting(f"recording-{number}"), number=number, **more)  # type: ignore[arg-type] # keywords of the test


def test_what_changed_in_one_way_is_one_change() -> None:
    same = [numbered(1), numbered(2, url="https://shop.example/other"), numbered(3)]
    (change,) = group_changes(same)
    assert change.numbers == (1, 2, 3)
    assert change.places == ["recording-1", "recording-2", "recording-3"]


@pytest.mark.parametrize(
    "other", [{"label": "Cancel"}, {"old_selector": "#other"}, {"new_selector": "#other"}]
)
def test_other_words_or_another_locator_are_another_change(other: dict[str, object]) -> None:
    assert [one.numbers for one in group_changes([numbered(1), numbered(2, **other)])] == [
        (1,),
        (2,),
    ]


def test_the_change_that_touches_most_comes_first_then_the_oldest() -> None:
    twice = [numbered(number, label="Twice") for number in (4, 5)]
    changes = group_changes([numbered(7, label="Later"), numbered(2, label="Earlier"), *twice])
    assert [change.numbers for change in changes] == [(4, 5), (2,), (7,)]


def test_the_least_sure_one_is_shown_of_equals_the_newest() -> None:
    sure, less, newer = numbered(1), numbered(2, confidence=60), numbered(3, confidence=60)
    assert SameChange((sure, less)).first is less
    assert SameChange((less, sure, newer)).first is newer


@pytest.mark.parametrize(
    ("action", "confidence", "usual", "also_unlikely"),
    [
        pytest.param(FLAGGED, 70, True, True, id="flagged"),
        pytest.param(SUGGESTED, 50, True, True, id="suggested"),
        pytest.param(REFUSED, 40, True, True, id="refused-but-likely"),
        pytest.param(REFUSED, 39, False, True, id="refused-and-unlikely"),
        pytest.param(APPLIED, 95, False, False, id="nobody-need-look"),
    ],
)
def test_what_a_person_is_asked(
    action: HealingAction, confidence: int, usual: bool, also_unlikely: bool
) -> None:
    one = numbered(1, action=action, confidence=confidence)
    assert bool(group_changes([one])) is usual
    assert bool(group_changes([one], unlikely=True)) is also_unlikely


@pytest.mark.parametrize("action", [FLAGGED, REFUSED])
def test_where_nothing_is_offered_there_is_nothing_to_accept(action: HealingAction) -> None:
    assert group_changes([numbered(1, action=action, fingerprint=None)], unlikely=True) == []


def test_a_place_is_the_recording_or_the_line_of_a_test_or_the_run() -> None:
    in_test = numbered(1, recording_id=None, step_id="test_shop.py:12")
    alone = numbered(2, recording_id=None, step_id=None, run_id="run-7")
    assert SameChange((in_test, alone)).places == ["run-7", "test_shop.py:12"]


@given(st.lists(st.sampled_from("abc"), max_size=12))
def test_every_healing_is_in_one_change(labels: list[str]) -> None:
    changes = group_changes([numbered(n, label=label) for n, label in enumerate(labels, start=1)])
    assert sorted(n for one in changes for n in one.numbers) == list(range(1, len(labels) + 1))
    assert len(changes) == len(set(labels))


# --------------------------------------------------------------------------------------- answering


def test_what_waits_for_the_same_answer_is_found(store: MemoryStore) -> None:
    assert waiting_like(store, 2) == (1, 2, 3)
    assert waiting_like(store, 4) == (4,)
    assert waiting_like(store, 99) == (99,)


def test_what_was_answered_waits_no_more(store: MemoryStore, reviewer: Reviewer) -> None:
    reviewer.reject(1)
    assert waiting_like(store, 2) == (2, 3)
    assert waiting_like(store, 1) == (1, 2, 3)  # it is asked for itself


def test_one_answer_is_given_to_all(store: MemoryStore, reviewer: Reviewer, files: Files) -> None:
    done = take(reviewer, waiting_like(store, 1), None)
    assert [one.path for one in done.done] == ["buy.json", "pay.json", "send.json"]
    assert (done.failed, states(store)) == ((), [ACCEPTED, ACCEPTED, ACCEPTED, PENDING])
    assert files.steps("pay")[0]["fingerprint"] == OFFER
    assert files.steps("other")[0]["fingerprint"] == {"target": 0}


def test_of_what_cannot_be_answered_the_rest_is_and_it_is_told(
    store: MemoryStore, reviewer: Reviewer
) -> None:
    reviewer.reject(2)
    done = take(reviewer, (3, 2, 1), None)
    assert [one.healing.number for one in done.done] == [1, 3]
    assert done.failed == ((2, "healing 2 is rejected already"),)
    assert states(store) == [ACCEPTED, REJECTED, ACCEPTED, PENDING]


def test_that_an_element_is_gone_is_said_with_its_reason(
    store: MemoryStore, reviewer: Reviewer
) -> None:
    say_gone(reviewer, (1, 2))
    found = store.find_healing(1)
    assert found is not None
    assert found.review is not None
    assert (found.review.state, found.review.reason) == (REJECTED, GONE)
    assert states(store) == [REJECTED, REJECTED, PENDING, PENDING]


def test_what_was_answered_in_one_act_is_found_again(store: MemoryStore, files: Files) -> None:
    clock = FixedClock(NOON)
    reviewer = Reviewer(store=store, files=files, clock=clock, name="bob")
    take(reviewer, (1, 2), None)
    clock.advance(timedelta(seconds=1))
    take(reviewer, (3,), None)
    assert answered_with(store, 1) == (1, 2)
    assert answered_with(store, 3) == (3,)
    assert answered_with(store, 4) == (4,)  # it waits still
    assert answered_with(store, 99) == (99,)


def test_answers_of_one_act_have_one_time_though_the_clock_goes_on(
    store: MemoryStore, files: Files
) -> None:
    class Ticking(FixedClock):
        def now(self) -> datetime:
            self.advance(timedelta(seconds=1))
            return super().now()

    take(Reviewer(store=store, files=files, clock=Ticking(), name="bob"), (1, 2, 3), None)
    assert answered_with(store, 2) == (1, 2, 3)


def test_what_was_done_together_is_taken_back_newest_first(
    store: MemoryStore, reviewer: Reviewer, files: Files
) -> None:
    # The first step of "buy" was healed twice: only the newest can be undone first.
    write(store, a_waiting("buy", run="later"))
    take(reviewer, (1, 5), None)
    numbers = answered_with(store, 1)
    back = reviewer.everywhere(numbers, lambda one, n: one.undo(n), newest_first=True)
    assert ([one.healing.number for one in back.done], back.failed) == ([5, 1], ())
    assert files.steps("buy") == [{"id": "step-1", "fingerprint": {"target": 0}}]
    assert "history" not in files.kept["buy.json"]


# --------------------------------------------------------------------------------- another element


def test_another_element_is_picked_on_each_page_by_its_own_number(
    reviewer: Reviewer, store: MemoryStore, files: Files
) -> None:
    """Pages count their elements each for itself; the selector says which is the same."""
    wide = a_page("<p>News</p><button id=buy>Buy</button><button id=order>Order now</button>")
    on_wide = fingerprint_to_json(describe(wide, "#buy"))
    there = wide.select("#order")[0].index
    write(
        store,
        a_waiting("buy", run="narrow"),
        evidence=HealingEvidence(runners_up=(offered(BUY, "#b"), offered(ORDER, "#order"))),
    )
    write(store, a_waiting("pay", run="wide", fingerprint=on_wide),
          evidence=HealingEvidence(runners_up=(offered(there, "#order"),)))  # fmt: skip
    done = take(reviewer, (5, 6), offered(ORDER, "#order"))
    assert (len(done.done), done.failed) == (2, ())
    for name, target in (("buy", ORDER), ("pay", there)):
        chosen = files.steps(name)[0]["fingerprint"]
        assert isinstance(chosen, dict)
        assert chosen["target"] == target


def test_a_picked_element_says_that_the_proposed_one_was_wrong(
    reviewer: Reviewer, store: MemoryStore
) -> None:
    write(store, a_waiting("buy", run="again"),
          evidence=HealingEvidence(runners_up=(offered(ORDER, "#order"),)))  # fmt: skip
    (answer,) = take(reviewer, (5,), offered(ORDER, "#order")).done
    assert answer.healing.review is not None
    assert answer.healing.review.picked == ORDER


@pytest.mark.parametrize("number", [1, 99])
def test_what_was_not_offered_cannot_be_picked(store: MemoryStore, number: int) -> None:
    chosen = replace(offered(ORDER, "#order"), element="<button> 'Order now'")
    with pytest.raises(ResolutionError, match=f"healing {number} was not offered"):
        same_offer(store, number, chosen)


@pytest.mark.parametrize("target", [-1, len(PAGE)])
def test_an_element_that_is_not_on_the_page_cannot_be_picked(
    reviewer: Reviewer, store: MemoryStore, files: Files, target: int
) -> None:
    write(store, a_waiting("buy", run="again"),
          evidence=HealingEvidence(runners_up=(offered(target, "#gone"),)))  # fmt: skip
    done = take(reviewer, (5,), offered(target, "#gone"))
    assert done.failed == ((5, f"healing 5 has no element {target} to pick"),)
    assert files.steps("buy")[0]["fingerprint"] == {"target": 0}


def test_undoing_a_pick_puts_the_old_element_back(
    reviewer: Reviewer, store: MemoryStore, files: Files
) -> None:
    reviewer.pick(1, ORDER)
    reviewer.undo(1)
    assert files.steps("buy")[0]["fingerprint"] == {"target": 0}
    assert states(store)[0] is PENDING


def test_who_looked_at_an_older_answer_is_told_and_changes_nothing(
    reviewer: Reviewer, store: MemoryStore, files: Files
) -> None:
    seen = store.find_healing(1)
    assert seen is not None
    reviewer.accept(1, version=seen.version)
    reviewer.undo(1)
    with pytest.raises(AnsweredAlready, match="was answered anew since it was looked at"):
        reviewer.reject(1, version=seen.version)
    assert "excluded" not in files.steps("buy")[0]
