"""The one-line form: readable, canonical, and the same identity when it is read."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.identity.builders import a_page, an_identity, identity_of
from tests.unit.identity.written import identities

from holdfast.errors import ForeignFormat
from holdfast.identity import from_string, generate, to_string
from holdfast.model.element_identity import Identity

LINE = to_string(an_identity(path=("ul",), text="Save"))


def test_the_line_can_be_read_by_people() -> None:
    page = a_page(
        "<form id=login aria-label='Sign in'><fieldset class=who><button type=submit>"
        " Sign in</button></fieldset></form>"
    )
    assert to_string(identity_of(page, "button")) == (
        'holdfast/1.0 form#login[aria-label="Sign in"]*0.85 / fieldset.who*0.55 '
        '// button[type="submit"]:text("Sign in", " Sign in")*0.6 ! anchor-only(3) = 0.725'
    )


def test_what_is_inside_constraints_and_degradation_are_written_too() -> None:
    page = a_page("<ul><li><b class=x></b><i>*</i></li><li><i>*</i></li><li><i>*</i></li></ul>")
    made = [to_string(generate(page, node)) for node in page.select("li, i")]
    assert made[0] == (
        'holdfast/1.0 body:degraded*0.3 / ul*0.5 // li:text("*"):has(b.x)*0.6 '
        '! anchor-only(3) = 0.39 degraded("no-semantic-anchor")'
    )
    assert made[2] == (
        'holdfast/1.0 body:degraded*0.3 / ul*0.5 // li:text("*")*0.55 ! anchor-only(3) = 0.38 '
        'degraded("no-semantic-anchor, not-unique")'
    )


@settings(max_examples=30)
@given(identities())
def test_a_line_is_one_line_and_reads_back_as_the_same_identity(made: Identity) -> None:
    line = to_string(made)
    assert len(line.splitlines()) == 1
    assert from_string(line) == made
    assert to_string(from_string(line)) == line


def test_white_space_around_a_line_does_no_harm() -> None:
    assert from_string(f"  {LINE}\n") == from_string(LINE)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("", id="nothing"),
        pytest.param("button", id="a selector"),
        pytest.param("holdfast/", id="no version"),
        pytest.param("holdfast/1.0", id="a version alone"),
        pytest.param(LINE.replace("/1.0", "/2.0"), id="a newer version"),
        pytest.param(LINE.replace("//", "/"), id="no target"),
        pytest.param(LINE.replace("*0.5", "*high", 1), id="a score in words"),
        pytest.param(LINE.replace("*0.5", "*7", 1), id="a score above one"),
        pytest.param(LINE.replace("*0.5", "", 1), id="no score"),
        pytest.param(LINE.replace(":text", ":says"), id="an unknown trait"),
        pytest.param(LINE.replace('"Save"', '"Save'), id="an open text"),
        pytest.param(LINE.replace('"Save"', '"\\x"'), id="a bad escape"),
        pytest.param(LINE.replace("anchor-only", "guess"), id="an unknown fallback"),
        pytest.param(LINE + " more", id="more after the end"),
        pytest.param(LINE + ' degraded("")', id="degraded without reason"),
        pytest.param(LINE.replace(" ! ", " ? colour()^1 ! "), id="an unknown constraint"),
        pytest.param(LINE.replace(" ! ", " ? position(a=1,)^1 ! "), id="a comma too many"),
        pytest.param(LINE.replace(':text("Save")', ":has(a" * 50), id="nested too deeply"),
        pytest.param(LINE.replace("form", "form §"), id="a sign that is none"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused(line: str) -> None:
    with pytest.raises(ForeignFormat):
        from_string(line)


@given(st.integers(0, len(LINE)), st.integers(0, 5), st.text(max_size=4))
def test_a_damaged_line_is_read_or_refused_and_never_breaks_anything(
    at: int, cut: int, put: str
) -> None:
    damaged = LINE[:at] + put + LINE[at + cut :]
    try:
        made = from_string(damaged)
    except ForeignFormat:
        return
    assert from_string(to_string(made)) == made


def test_equal_scores_are_written_equally() -> None:
    made = an_identity()
    same = replace(made, anchor=replace(made.anchor, score=5e-1))
    assert to_string(made) == to_string(same)
