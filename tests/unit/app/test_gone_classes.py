"""A library's own class is gone from a whole page: what else was named still tells the elements."""

import pytest

from holdfast import parse
from holdfast.app.gone_classes import find_renamed

WAS = """<div class="bk bk-root"><div class="bk card"><button class="bk card-header"></button>
<div class="bk card-button task done">&#9658;</div><div class="bk row bk-clearfix">One</div>
<div class="bk row">Two</div><input class="bk bk-input"></div></div>"""
NOW = WAS.replace('"bk ', '"')


def names(calls: list[str], was: str = WAS, now: str = NOW) -> list[str] | None:
    """Return the classes of what is found, None for nothing to be said."""
    found = find_renamed(calls, parse(was), parse(now))
    return None if found is None else [node.attributes["class"] for node in found.nodes]


def test_what_else_was_named_still_tells_the_elements() -> None:
    assert names(['locator(".bk.card-header")']) == ["card-header"]
    assert names(['locator(".bk.card > .bk.row")']) == ["row bk-clearfix", "row"]
    assert names(['locator(".bk.card")', 'locator("div.bk.card-button")']) == [
        "card-button task done"
    ]


def test_a_child_without_another_name_is_any_child_that_shows_something() -> None:
    children = names(['locator(".bk.card > .bk")'])
    assert children == [
        "card-header",
        "card-button task done",
        "row bk-clearfix",
        "row",
        "bk-input",
    ]
    assert names(['locator(".bk.card > .bk")', "nth(2)"]) == ["row bk-clearfix"]


def test_a_place_stays_a_place() -> None:
    rows = 'locator(".bk.row")'
    assert names([rows, "nth(1)"]) == names([rows, "last"]) == ["row"]
    assert names([rows, "first"]) == ["row bk-clearfix"]
    found = find_renamed([rows, "last"], parse(WAS), parse(NOW))
    assert found is not None
    assert found.code == 'page.locator(".row").nth(-1)'


@pytest.mark.parametrize(
    "selector",
    [
        ".bk > .bk",  # nothing else was named
        ".card-header",  # nothing of it is gone
        ".bk.card-header:visible",  # asks for more than a name
        ".bk.card-header, .bk.row",
        "text=One",
    ],
)
def test_what_says_more_or_nothing_else_is_left_alone(selector: str) -> None:
    assert names([f"locator({selector!r})"]) is None


@pytest.mark.parametrize("state", ["done", "hydrated", "task"])
def test_a_class_that_says_how_things_are_is_never_left_out(state: str) -> None:
    was = WAS.replace('"bk ', f'"bk {state} ')
    assert names([f'locator(".card-header.{state}")'], was, was.replace(f" {state}", "")) is None


def test_a_class_that_chose_among_elements_is_never_left_out() -> None:
    was = WAS.replace("</div></div>", '<div class="row">Three</div></div></div>')
    assert names(['locator(".bk.row")'], was, was.replace('"bk ', '"')) is None


def test_a_class_that_some_still_have_is_not_gone() -> None:
    now = NOW.replace('class="row"', 'class="bk row"')
    assert names(['locator(".bk.card-header")'], WAS, now) is None
