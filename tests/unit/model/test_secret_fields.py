"""Secret fields: told by what they are called, in Python as in the recorder's script."""

import pytest

from holdfast.model.secret_fields import is_secret_field, names_a_secret, variable_name


@pytest.mark.parametrize(
    "name",
    ["password", "userPassword", "user_pwd", "PIN", "cardNumber", "card-number", "Security code",
     "cvv2", "IBAN", "otp", "my.secret"],
)  # fmt: skip
def test_secret_names(name: str) -> None:
    assert names_a_secret(name)


@pytest.mark.parametrize("name", ["email", "spinner", "compass", "shopping", "cityName", ""])
def test_other_names(name: str) -> None:
    assert not names_a_secret(name)


@pytest.mark.parametrize(
    "attributes",
    [
        {"type": "PASSWORD"},
        {"autocomplete": "section-a cc-number"},
        {"autocomplete": "one-time-code"},
        {"placeholder": "Your password"},
        {"aria-label": "Card number"},
    ],
)
def test_secret_fields(attributes: dict[str, str]) -> None:
    assert is_secret_field(attributes)
    assert not is_secret_field({"type": "text", "name": "city"}, "City")
    assert is_secret_field({}, "Passphrase")


@pytest.mark.parametrize(
    ("field", "name"),
    [("card-number", "CARD_NUMBER"), ("2nd pin", "SECRET_2ND_PIN"), ("пароль", "SECRET")],
)
def test_the_name_of_a_variable(field: str, name: str) -> None:
    assert variable_name(field) == name
