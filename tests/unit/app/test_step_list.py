"""Steps as they come in: what belongs together is one step."""

import pytest

from holdfast.app.step_list import StepList
from holdfast.model.recording import Step, StepAction


def add(
    steps: StepList, action: str, element: int = 1, *, at: float = 0.0, **given: object
) -> Step:
    session = given.pop("session", None)
    value = given.pop("value", None)
    step = Step(id="", action=StepAction(action), value=None if value is None else str(value))
    return steps.add(step, element=element, session=session, at_ms=at)


def told(steps: StepList) -> list[tuple[str, str | None]]:
    return [(str(step.action), step.value) for step in steps.steps]


def test_keys_of_one_session_are_one_step() -> None:
    steps = StepList()
    for value in ("s", "sh", "shoe"):
        add(steps, "type", session=1, value=value)
    assert told(steps) == [("type", "shoe")]


def test_typing_again_after_something_else_is_another_step() -> None:
    steps = StepList()
    add(steps, "type", session=1, value="a")
    add(steps, "press", value="Escape")
    add(steps, "type", session=2, value="ab")
    assert told(steps) == [("type", "a"), ("press", "Escape"), ("type", "ab")]


def test_the_click_that_puts_the_cursor_into_a_field_is_part_of_typing() -> None:
    steps = StepList()
    click = add(steps, "click", element=7)
    steps.amend(click.id, picture=b"before")
    for value in ("a", "ab"):
        add(steps, "type", element=7, session=1, value=value)
    assert told(steps) == [("type", "ab")]
    # It keeps what was known when the mouse came there.
    assert [(step.id, step.picture) for step in steps.steps] == [(click.id, b"before")]


def test_a_click_elsewhere_stays() -> None:
    steps = StepList()
    add(steps, "click", element=6)
    add(steps, "type", element=7, session=1, value="a")
    assert [action for action, _ in told(steps)] == ["click", "type"]


@pytest.mark.parametrize("clicks", [1, 2])
def test_a_double_click_takes_up_its_clicks(clicks: int) -> None:
    steps = StepList()
    add(steps, "press", value="Escape")
    for number in range(clicks):
        add(steps, "click", at=100.0 * number)
    add(steps, "dblclick", at=300)
    assert [action for action, _ in told(steps)] == ["press", "dblclick"]


def test_a_click_long_before_a_double_click_stays() -> None:
    steps = StepList()
    add(steps, "click", at=0)
    add(steps, "click", at=5_000)
    add(steps, "click", at=5_100)
    add(steps, "dblclick", at=5_100)
    assert [action for action, _ in told(steps)] == ["click", "dblclick"]


def test_ids_stay_and_are_never_given_twice() -> None:
    steps = StepList()
    kept = [add(steps, "click", element=1, at=at) for at in (0, 100)]
    add(steps, "dblclick", element=1, at=100)
    kept.append(add(steps, "click", element=2, at=200))
    assert [step.id for step in kept] == ["s1", "s2", "s3"]
    assert [step.id for step in steps.steps] == ["s1", "s3"]


def test_a_picture_may_come_later() -> None:
    steps = StepList()
    step = add(steps, "click")
    steps.amend(step.id, picture=b"png")
    steps.amend("gone", picture=b"other")
    assert [kept.picture for kept in steps.steps] == [b"png"]


def test_choosing_again_in_the_same_list_is_one_step() -> None:
    steps = StepList()
    add(steps, "select", element=3, value="Small")
    add(steps, "select", element=3, value="Large")
    add(steps, "select", element=4, value="Red")
    assert told(steps) == [("select", "Large"), ("select", "Red")]


def test_choosing_again_after_something_else_is_another_step() -> None:
    steps = StepList()
    add(steps, "select", element=3, value="Small")
    add(steps, "press", element=3, value="Tab")
    add(steps, "select", element=3, value="Large")
    assert [action for action, _ in told(steps)] == ["select", "press", "select"]


def test_a_click_that_only_opened_a_list_of_files_is_not_kept() -> None:
    steps = StepList()
    add(steps, "click", element=3)
    steps.add(Step(id="", action=StepAction.UPLOAD, value="a.pdf"), element=3, opened=True)
    assert told(steps) == [("upload", "a.pdf")]


def test_what_stands_before_an_upload_and_is_no_click_stays() -> None:
    steps = StepList()
    add(steps, "press", element=3, value="Enter")
    steps.add(Step(id="", action=StepAction.UPLOAD, value="a.pdf"), element=3, opened=True)
    assert told(steps) == [("press", "Enter"), ("upload", "a.pdf")]


def test_a_step_that_is_dropped_is_found_no_more_and_its_number_is_not_given_again() -> None:
    steps = StepList()
    first, second = add(steps, "click", element=1), add(steps, "click", element=2)
    steps.drop(first.id)
    assert steps.find(first.id) is None
    assert steps.find(second.id) == second
    assert add(steps, "press", value="Enter").id not in {first.id, second.id}


def test_typing_without_a_session_never_grows() -> None:
    steps = StepList()
    add(steps, "type", element=1, value="a")
    add(steps, "type", element=1, value="ab")
    assert told(steps) == [("type", "a"), ("type", "ab")]
