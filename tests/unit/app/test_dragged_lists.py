"""Which item a drag moved, and the list that it ended in, is told from what the items say."""

from holdfast import Step, StepAction, fingerprint, parse
from holdfast.app.dragged_lists import moved_item, order_of, ordered_list, stays_behind
from holdfast.model.recording import Effect, EffectKind

PAGE = parse(
    "<ul id=todo><li id=a>Write <b>tests</b></li><li id=b>Read</li></ul>"
    "<ul id=done><li id=c>Plan</li></ul><ul id=later></ul>"
)


def drag(item: str, to: str | None, *order: str) -> Step:
    """Return a drag of an item, after which the items of the list that it ended in stand so."""
    return Step(
        id="s1",
        action=StepAction.DRAG,
        fingerprint=fingerprint(PAGE, item),
        to=None if to is None else fingerprint(PAGE, to),
        effect=Effect(kind=EffectKind.ORDER, expected=order) if order else None,
    )


def test_the_moved_item_is_told_by_its_words_wherever_it_was_taken_hold_of() -> None:
    assert moved_item(drag("#a b", "#c", "Plan", "Write tests")) == "Write tests"


def test_without_a_recorded_order_nothing_is_told() -> None:
    step = drag("#a", "#c")
    assert (order_of(step), moved_item(step)) == ((), None)


def test_the_list_that_changed_is_the_one_that_held_all_the_others() -> None:
    found = ordered_list(drag("#a", "#c", "Plan", "Write tests"))
    assert found is not None
    assert found.node.get("id") == "done"


def test_an_order_within_one_list_is_looked_at_there() -> None:
    found = ordered_list(drag("#a", "#b", "Read", "Write tests"))
    assert found is not None
    assert found.node.get("id") == "todo"


def test_the_list_that_was_left_is_known_as_such() -> None:
    step = drag("#a", "#c", "Plan", "Write tests")
    assert stays_behind(step, ("Read",))
    assert not stays_behind(step, ("Plan", "Write tests"))
