"""The guarded selector: strict enough that counting what it finds is enough."""

from holdfast.app.finding import find_guard
from holdfast.selectors.describe import describe
from holdfast.testing import a_page


def guard_css(body: str, target: str) -> tuple[str, str | None] | None:
    guard = find_guard(describe(a_page(body), target))
    return None if guard is None else (guard.css, guard.text)


def test_what_names_the_element_must_not_be_something_else() -> None:
    body = '<button id="save" type="submit" class="blue">Save</button>'
    assert guard_css(body, "#save") == (
        'button:is([id="save"], :not([id])):is([type="submit"], :not([type]))',
        "Save",
    )


def test_nothing_is_asked_of_the_words_in_a_field_that_can_hold_none() -> None:
    body = '<label>City <input name="city"></label>'
    assert guard_css(body, "input") == ('input:is([name="city"], :not([name]))', None)


def test_a_button_without_words_must_not_say_anything_now() -> None:
    assert guard_css('<button aria-label="Close"></button>', "button") == ("button", "")


def test_quotes_in_a_value_are_escaped() -> None:
    found = guard_css("""<a href='/"x"'>Go</a>""", "a")
    assert found is not None
    assert '[href="/\\"x\\""]' in found[0]


def test_only_a_role_with_a_name_is_guarded() -> None:
    assert guard_css('<div id="box">One</div>', "#box") is None
    assert guard_css("<button>Same</button><button>Same</button>", "button:last-child") is None
