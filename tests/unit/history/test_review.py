"""What an answer changes in a recording, whatever else stands in that file."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.contract.made_up import a_healing, an_entry

from holdfast.errors import ResolutionError
from holdfast.history.review import Document, accept, exclude, include, take_back
from holdfast.model.remembered import Healing

AT = datetime(2026, 3, 2, tzinfo=UTC)
NEW = {"target": 7}


def a_recording(**more: Any) -> Document:
    steps: list[object] = ["no step", {"id": "step-1", "fingerprint": {"target": 1}}, {"id": 2}]
    return {"name": "buy", "steps": steps, **more}


def healed(step: str = "step-1", run: str = "run-1", **more: Any) -> Healing:
    return a_healing(an_entry(run=run), step_id=step, **{"fingerprint": NEW, **more})


def step_of(document: Document, place: int = 1) -> dict[str, Any]:
    steps = document["steps"]
    assert isinstance(steps, list)
    step = steps[place]
    assert isinstance(step, dict)
    return step


def test_accepting_and_taking_back_leaves_the_recording_as_it_was() -> None:
    before = a_recording()
    accepted = accept(before, healed(), AT)
    assert step_of(accepted)["fingerprint"] == NEW
    assert before == a_recording()  # what was given is not touched
    assert take_back(accepted, healed()) == before


def test_accepting_twice_keeps_the_old_fingerprint_once() -> None:
    once = accept(a_recording(), healed(), AT)
    assert accept(once, healed(), AT) == once


def test_a_step_is_known_by_its_id_also_where_that_is_a_number() -> None:
    accepted = accept(a_recording(), healed("2"), AT)
    assert step_of(accepted, 2)["fingerprint"] == NEW
    assert "fingerprint" not in step_of(a_recording(), 2)


def test_a_healing_that_another_step_had_later_does_not_stand_in_the_way() -> None:
    first, other = healed(), healed("2", run="run-2")
    both = accept(accept(a_recording(), first, AT), other, AT)
    undone = take_back(both, first)
    assert step_of(undone)["fingerprint"] == {"target": 1}
    assert step_of(undone, 2)["fingerprint"] == NEW


def test_a_later_healing_of_the_same_step_is_undone_first() -> None:
    first, later = healed(), healed(run="run-2", fingerprint={"target": 9})
    both = accept(accept(a_recording(), first, AT), later, AT)
    with pytest.raises(ResolutionError, match="was healed again since"):
        take_back(both, first)
    assert take_back(take_back(both, later), first) == a_recording()


def test_an_earlier_healing_of_the_same_step_stays() -> None:
    first, later = healed(), healed(run="run-2", fingerprint={"target": 9})
    once = accept(a_recording(), first, AT)
    assert take_back(accept(once, later, AT), later) == once


def test_what_was_never_accepted_is_not_taken_back() -> None:
    assert take_back(a_recording(), healed()) == a_recording()
    other = accept(a_recording(), healed("2"), AT)
    assert take_back(other, healed(run="run-2")) == other


def test_excluding_twice_excludes_once_and_including_leaves_nothing() -> None:
    once = exclude(a_recording(), healed(), AT)
    (entry,) = step_of(once)["excluded"]
    assert entry["fingerprint"] == NEW
    assert exclude(once, healed(), AT) == once
    assert include(once, healed()) == a_recording()


def test_what_other_healings_excluded_stays_excluded() -> None:
    other = exclude(a_recording(), healed(run="run-2"), AT)
    both = exclude(other, healed(), AT)
    assert len(step_of(both)["excluded"]) == 2
    assert include(both, healed()) == other


def test_where_nothing_was_proposed_nothing_is_excluded() -> None:
    nothing = exclude(a_recording(), healed(fingerprint=None), AT)
    assert step_of(nothing)["excluded"] == []


def test_what_somebody_wrote_among_the_entries_is_passed_over_and_kept() -> None:
    document = a_recording(history=["a note"])
    accepted = accept(document, healed(), AT)
    assert take_back(accepted, healed()) == document
    later = accepted["history"]
    assert isinstance(later, list)
    later.append("another note")
    assert take_back(accepted, healed())["history"] == ["a note", "another note"]


@pytest.mark.parametrize(
    "answer",
    [
        lambda document, healing: accept(document, healing, AT),
        take_back,
        lambda document, healing: exclude(document, healing, AT),
        include,
    ],
    ids=["accept", "take-back", "exclude", "include"],
)
@pytest.mark.parametrize("step", ["gone", "", "None"])
def test_a_step_that_is_not_there_is_told(
    answer: Callable[[Document, Healing], Document], step: str
) -> None:
    with pytest.raises(ResolutionError, match="is not in the recording"):
        answer(a_recording(), healed(step))


@pytest.mark.parametrize("key", ["steps", "history"])
def test_what_is_no_list_is_told_and_not_overwritten(key: str) -> None:
    with pytest.raises(ResolutionError, match=f"{key} of the recording is no list"):
        accept(a_recording(**{key: {"0": "x"}}), healed(), AT)
