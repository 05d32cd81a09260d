"""Variables and secrets: filled in, or asked for; never shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.app.values import Values, read_secrets, uses_secrets
from holdfast.errors import UsageError
from holdfast.model.placeholders import as_text


def test_both_kinds_are_filled_in() -> None:
    values = Values(variables={"who": "Ada"}, secrets={"PIN": "4711"})
    assert values.fill("{{ who }}: ${PIN}, {{who}}") == "Ada: 4711, Ada"


@pytest.mark.parametrize(
    ("text", "told"),
    [("{{who}}", "--var who=VALUE"), ("${PIN}", "environment variable HOLDFAST_SECRET_PIN")],
)
def test_a_missing_name_says_what_to_do(text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        Values().check(["plain", text])


def test_what_only_looks_like_a_name_stays() -> None:
    assert Values().fill("$5 {x} {{}} ${}") == "$5 {x} {{}} ${}"


def test_a_secret_is_not_in_the_repr() -> None:
    assert "4711" not in repr(Values(secrets={"PIN": "4711"}))


def test_it_is_known_whether_secrets_are_used() -> None:
    assert uses_secrets(["a", "${PIN}"])
    assert not uses_secrets(["a", "{{PIN}}"])


def test_a_file_of_secrets_is_read() -> None:
    assert read_secrets("# mine\n\nPIN = 4711\nNAME='a=b'\n") == {"PIN": "4711", "NAME": "a=b"}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('"a b "', "a b "),
        ("'it is'", "it is"),
        ("O'Neil'", "O'Neil'"),
        ('"half', '"half'),
        ("'mixed\"", "'mixed\""),
        ("''", ""),
        ("'", "'"),
        ("", ""),
        ("'a' or 'b'", "a' or 'b"),
        ("a\u2028b", "a\u2028b"),
        ("a=b#c", "a=b#c"),
    ],
)
def test_only_quotes_around_a_secret_are_not_part_of_it(written: str, meant: str) -> None:
    assert read_secrets(f"A=1\r\nPIN = {written} \r\n") == {"A": "1", "PIN": meant}


@given(st.text(st.characters(exclude_characters="\n\ufffd"), max_size=12))
def test_every_secret_can_be_written_in_quotes(secret: str) -> None:
    assert read_secrets(f'PIN="{secret}"') == {"PIN": secret}


def test_a_mark_that_editors_put_before_a_file_is_no_part_of_a_name() -> None:
    assert read_secrets("\ufeffPIN=1") == {"PIN": "1"}


def test_a_file_that_is_not_in_utf_8_is_told_before_something_wrong_is_typed() -> None:
    text = "PIN=gr\xfcn".encode("latin-1").decode(errors="replace")
    with pytest.raises(UsageError, match="not in UTF-8"):
        read_secrets(text)


def test_a_wrong_line_is_named_but_not_shown() -> None:
    with pytest.raises(UsageError, match="line 2") as caught:
        read_secrets("A=1\nhunter2\n")
    assert "hunter2" not in str(caught.value)


def test_what_was_typed_or_imported_as_text_names_no_secret() -> None:
    values = Values(secrets={"HOME": "/root"})
    assert as_text("${HOME} and $${HOME}") == "$${HOME} and $$${HOME}"
    assert values.fill("$${HOME}") == "${HOME}"
    assert values.fill_variables("$${HOME}") == "$${HOME}"
    assert not uses_secrets([as_text("${HOME}")])


@given(st.text(alphabet="${}HOME_a1 ", max_size=20).filter(lambda text: "{{" not in text))
def test_every_text_comes_back_from_its_placeholder_form(text: str) -> None:
    assert Values(secrets={}).fill(as_text(text)) == text
