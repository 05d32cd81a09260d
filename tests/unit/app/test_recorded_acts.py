"""Names for secrets, and secrets in addresses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.app.recorded_acts import mask_parameters
from holdfast.app.values import Values
from holdfast.model.secret_fields import variable_name


@pytest.mark.parametrize(
    ("field", "name"),
    [
        ("password", "PASSWORD"),
        ("user[password]", "USER_PASSWORD"),
        ("cc-number", "CC_NUMBER"),
        ("2fa", "SECRET_2FA"),
        ("Пароль", "SECRET"),
        ("", "SECRET"),
    ],
)
def test_a_variable_is_named_after_its_field(field: str, name: str) -> None:
    assert variable_name(field) == name


@given(st.text())
def test_every_name_is_one_that_a_replay_can_fill_in(field: str) -> None:
    name = variable_name(field)
    assert Values(secrets={name: "told"}).fill(f"${{{name}}}") == "told"


def test_secret_fields_are_masked_in_every_address_of_a_page() -> None:
    page = '{"url":"https://a.example/?x=1&pin=4711#end","href":"/next?pin=4711&x=1"}'
    masked = mask_parameters(page, {"pin", "a.b"})
    assert masked == '{"url":"https://a.example/?x=1&pin=***#end","href":"/next?pin=***&x=1"}'


def test_without_secret_fields_nothing_is_changed() -> None:
    assert mask_parameters("/?pin=4711", ()) == "/?pin=4711"
