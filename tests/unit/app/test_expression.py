"""Locators as code: written as a person would, followed without being evaluated."""

import re
from typing import Any

import pytest

from holdfast.app.expression import follow, write_call
from holdfast.errors import UsageError


class Page:
    """Notes what is called on it."""

    def __init__(self, calls: tuple[str, ...] = ()) -> None:
        self.calls = calls

    def __getattr__(self, name: str) -> Any:
        return lambda *given, **named: Page((*self.calls, write_call(name, given, named)))


@pytest.mark.parametrize(
    ("name", "given", "named", "written"),
    [
        ("locator", ("#save",), {}, 'locator("#save")'),
        ("nth", (2,), {}, "nth(2)"),
        ("get_by_role", ("button",), {"name": 'Say "hi"', "exact": True}, None),
        ("get_by_text", (re.compile("a+"),), {}, 'get_by_text(re.compile("a+"))'),
        ("filter", (), {"has_text": "x", "has": None}, 'filter(has_text="x")'),
    ],
)
def test_a_call_is_written_as_people_write_it(
    name: str, given: tuple[Any, ...], named: dict[str, Any], written: str | None
) -> None:
    expected = written or 'get_by_role("button", name=\'Say "hi"\', exact=True)'
    assert write_call(name, given, named) == expected


def test_code_is_followed_call_by_call() -> None:
    code = 'page.frame_locator("#f").get_by_role("button", name="Pay \\u2026", exact=True)'
    found = follow(Page(), code)
    assert found.calls == ('frame_locator("#f")', 'get_by_role("button", name="Pay …", exact=True)')


@pytest.mark.parametrize(
    "code",
    [
        '__import__("os").system("true")',
        'page.evaluate("alert(1)")',
        "page.context.close()",
        'page.locator("#a").click()',
        "other",
    ],
)
def test_nothing_but_locators_can_be_made(code: str) -> None:
    with pytest.raises(UsageError):
        follow(Page(), code)


def test_arguments_are_never_evaluated() -> None:
    with pytest.raises(ValueError, match="malformed"):
        follow(Page(), 'page.locator(open("x").read())')
