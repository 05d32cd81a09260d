"""What was seen of imported elements goes into their recording, each page once."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from holdfast import Recording, Snapshot, Step, StepAction
from holdfast.app.learned_steps import is_same_page, with_learned
from holdfast.model.recording import Pointer
from holdfast.selectors.describe import describe
from holdfast.testing import a_page

BODY = "<button id=pay>Pay</button><a id=go href=/x>Go</a>"
POINTER = Pointer(selectors=(("#pay",),))


def imported(*ids: str) -> Recording:
    steps = tuple(Step(id=one, action=StepAction.CLICK, pointer=POINTER) for one in ids)
    made = datetime(2026, 1, 2, tzinfo=UTC)
    return Recording(name="buy", start_url="", created_at=made, steps=steps)


def learned(name: str, css: str, page: Snapshot, onto: str | None = None) -> Step:
    to = None if onto is None else describe(page, onto)
    return Step(id=name, action=StepAction.CLICK, fingerprint=describe(page, css), to=to)


def test_what_was_learned_stands_in_the_place_of_what_was_imported() -> None:
    recording = imported("a", "b", "c")
    known = with_learned(recording, [learned("b", "#pay", a_page(BODY))])
    assert [step.id for step in known.steps] == ["a", "b", "c"]
    assert [step.pointer for step in known.steps] == [POINTER, None, POINTER]
    assert known.name == "buy"


def test_what_is_of_no_step_is_not_added() -> None:
    recording = imported("a")
    assert with_learned(recording, [learned("other", "#pay", a_page(BODY))]) == recording


def test_equal_pages_are_kept_once_also_where_a_drag_ends() -> None:
    steps = [learned("a", "#pay", a_page(BODY), "#go"), learned("b", "#go", a_page(BODY))]
    one, two = with_learned(imported("a", "b"), steps).steps
    assert one.fingerprint is not None
    assert one.to is not None
    assert two.fingerprint is not None
    assert one.fingerprint.page is two.fingerprint.page is one.to.page
    assert (one.fingerprint.node.get("id"), two.fingerprint.node.get("id")) == ("pay", "go")


PAGE = a_page(BODY)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(replace(PAGE, url="https://else.example/"), id="address"),
        pytest.param(a_page(BODY.replace("Pay", "Buy")), id="words"),
        pytest.param(a_page(BODY.replace("id=go", "id=on")), id="attributes"),
        pytest.param(a_page(BODY.replace("<a", "<b").replace("</a", "</b")), id="tags"),
        pytest.param(a_page(f"<div></div>{BODY}"), id="elements"),
        pytest.param(a_page(BODY.replace("<button id=pay>", "<button id=pay hidden>")), id="seen"),
    ],
)
def test_another_page_is_kept_for_itself(other: Snapshot) -> None:
    assert not is_same_page(PAGE, other)
    steps = [learned("a", "#pay", PAGE), Step(id="b", action=StepAction.CLICK)]
    steps[1] = replace(steps[1], fingerprint=describe(other, other.nodes[len(other) - 1]))
    one, two = with_learned(imported("a", "b"), steps).steps
    assert one.fingerprint is not None
    assert two.fingerprint is not None
    assert two.fingerprint.page is not one.fingerprint.page


def test_where_things_stand_makes_no_other_page() -> None:
    here, there = (a_page(BODY, boxes={"#pay": (x, 5, 10, 10)}) for x in (5, 50))
    assert is_same_page(here, there)
