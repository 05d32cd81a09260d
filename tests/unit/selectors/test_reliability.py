"""Advice: what can be relied on, what cannot, and what to do about it."""

import pytest

from holdfast.selectors.reliability import advise
from holdfast.testing import a_page


def test_marks_are_sorted_into_stable_and_not() -> None:
    page = a_page('<button id=":r7:" class="btn-save p-4 is-active css-1a2b3c">Save</button>')
    advice = advise(page.select("button")[0])
    assert [(mark.what, mark.value) for mark in advice.stable] == [
        ("class", "btn-save"),
        ("text", "Save"),
    ]
    assert [(mark.value, mark.why) for mark in advice.unstable] == [
        (":r7:", "made by a machine"),
        ("p-4", "only styles"),
        ("is-active", "says what state it is in now"),
        ("css-1a2b3c", "made by a machine"),
    ]


@pytest.mark.parametrize(
    ("body", "css", "told"),
    [
        pytest.param('<b id=":r7:">x</b>', "b", "the id ':r7:' is made by a machine", id="id"),
        pytest.param(
            "<ul><li></li><li></li></ul>", "li:first-child", "no selector is unique", id="twins"
        ),
        pytest.param('<p class="note"></p>', "p", "nothing that a person reads", id="wordless"),
        pytest.param(
            '<p id="x">a</p><b id="x">b</b>', "p", "the id 'x' is not unique", id="shared id"
        ),
        pytest.param("<p hidden>secret</p>", "p", "it is hidden", id="hidden"),
    ],
)
def test_what_can_go_wrong_is_told(body: str, css: str, told: str) -> None:
    warnings = advise(a_page(body).select(css)[0]).warnings
    assert [warning for warning in warnings if warning.startswith(told)]


def test_an_element_with_a_name_and_a_good_id_gets_no_warning() -> None:
    page = a_page('<button id="save">Save</button>')
    assert advise(page.select("button")[0]).warnings == ()
