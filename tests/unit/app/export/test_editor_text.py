"""What is added to an editor is typed alone; all anew would lose what is bold in it."""

from datetime import UTC, datetime

from holdfast import Recording, Step, StepAction, fingerprint, parse
from holdfast.app.export.editor_text import ADDED, with_additions

PAGE = parse("<div id=one contenteditable>x</div><div id=two contenteditable>y</div><input id=f>")


def typed(value: str, css: str = "#one", *, tab: int = 0) -> Step:
    return Step(
        id=f"s-{value}",
        action=StepAction.TYPE,
        value=value,
        tab=tab,
        fingerprint=fingerprint(PAGE, css),
    )


def additions(*steps: Step) -> list[object]:
    made = Recording(
        name="r", start_url="", created_at=datetime(2026, 1, 2, tzinfo=UTC), steps=steps
    )
    return [step.extra.get(ADDED) for step in with_additions(made).steps]


def test_what_one_step_puts_into_the_text_of_the_one_before_is_typed_alone() -> None:
    assert additions(typed("Dear"), typed("Dear Ann")) == ["Dear", " Ann"]
    assert additions(typed("Dear Ann"), typed("Dear good Ann")) == ["Dear Ann", "good "]


def test_another_text_is_written_anew() -> None:
    assert additions(typed("Dear"), typed("Hello")) == [None, None]
    assert additions(typed("Dear Ann"), typed("Dear")) == [None, None]


def test_fields_and_other_editors_are_written_whole() -> None:
    assert additions(typed("a", "#f"), typed("ab", "#f")) == [None, None]
    assert additions(typed("a"), typed("ab", "#two")) == [None, None]


def test_where_the_cursor_was_moved_all_is_written_anew() -> None:
    click = Step(id="c", action=StepAction.CLICK, fingerprint=fingerprint(PAGE, "#one"))
    away = Step(id="n", action=StepAction.NAVIGATE, value="https://shop.example/")
    assert additions(typed("a"), click, typed("ab")) == [None, None, None]
    assert additions(typed("a"), away, typed("ab")) == [None, None, None]


def test_each_tab_has_its_own_cursor() -> None:
    assert additions(typed("a"), typed("b", tab=1), typed("ac")) == ["a", None, "c"]
