"""Code to paste: it parses, means what it says, and hides nothing."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.selectors import playwright_code as code


@given(st.text(max_size=60))
def test_a_literal_is_the_text_again_when_python_reads_it(text: str) -> None:
    assert ast.literal_eval(code.literal(text)) == text


@given(st.text(max_size=60))
def test_nothing_in_a_literal_is_invisible(text: str) -> None:
    assert code.literal(text).isprintable()
    assert code.as_shown(text).isprintable()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        pytest.param("Save", '"Save"', id="plain"),
        pytest.param('say "hi"', "'say \"hi\"'", id="double quotes"),
        pytest.param("it's", '"it\'s"', id="single quote"),
        pytest.param('"it\'s"', "'\"it\\'s\"'", id="both quotes"),
        pytest.param("a\\b", '"a\\\\b"', id="backslash"),
        pytest.param("a\nb\tc", '"a\\nb\\tc"', id="white space"),
        pytest.param("größe 保存", '"größe 保存"', id="other letters"),
        pytest.param("abc\u202edef", '"abc\\u202edef"', id="turns the direction of text"),
        pytest.param("\x1b[31m", '"\\x1b[31m"', id="terminal escape"),
        pytest.param('"); import os; ("', "'\"); import os; (\"'", id="tries to end the string"),
    ],
)
def test_literals_read_as_people_write_them(text: str, written: str) -> None:
    assert code.literal(text) == written


def test_a_role_is_asked_for_by_its_exact_name() -> None:
    assert code.by_role("button", "Save") == 'get_by_role("button", name="Save", exact=True)'
    assert code.by_role("main") == 'get_by_role("main")'
    assert (
        code.by_role("heading", "A", 2) == 'get_by_role("heading", name="A", exact=True, level=2)'
    )


def test_only_the_attribute_that_playwright_knows_is_a_test_id_to_it() -> None:
    assert code.by_test_id("data-testid", "pay", "x") == 'get_by_test_id("pay")'
    assert code.by_test_id("data-cy", "pay", '[data-cy="pay"]') == "locator('[data-cy=\"pay\"]')"


def test_frames_are_entered_from_outside_in() -> None:
    line = code.in_frames(code.by_css("#pay"), ("#shop", 'iframe[name="card"]'))
    entered = 'page.frame_locator("#shop").frame_locator(\'iframe[name="card"]\')'
    assert line == f'{entered}.locator("#pay")'
