"""Where a secret may go: its own origin, the user's replacement of it, what the user named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.deciding.origins import SecretOrigins, is_allowed
from holdfast.model.origin import is_same_origin, origin_of


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://Shop.Example/login?x=1", "https://shop.example"),
        ("https://shop.example:443/", "https://shop.example"),
        ("http://shop.example:8080/a", "http://shop.example:8080"),
        ("http://[::1]:5000/", "http://[::1]:5000"),
        ("https://shop.example.:443", "https://shop.example"),
        ("https://user:pass@shop.example/", "https://shop.example"),
        ("about:blank", ""),
        ("data:text/html,<input>", ""),
        ("file:///etc/passwd", ""),
        ("https://shop.example:99999/", ""),
        ("", ""),
    ],
)
def test_origins_are_as_browsers_write_them(url: str, origin: str) -> None:
    assert origin_of(url) == origin


@pytest.mark.parametrize(
    ("pattern", "origin", "expected"),
    [
        ("http://localhost:*", "http://localhost:34567", True),
        ("http://localhost:*", "http://localhost", True),
        ("http://localhost:*", "https://localhost:34567", False),
        ("http://localhost:*", "http://localhost.evil.example:34567", False),
        ("https://staging.example", "https://staging.example", True),
        ("https://staging.example", "https://staging.example:444", False),
        ("https://*.example", "https://evil.example", False),
        ("*", "https://evil.example", False),
        ("http://[::1]:*", "http://[::1]:7", True),
    ],
)
def test_a_star_stands_for_the_port_only(pattern: str, origin: str, expected: bool) -> None:
    assert is_allowed(pattern, origin) is expected


def test_a_secret_goes_home_to_the_users_replacement_and_where_the_user_said() -> None:
    rules = SecretOrigins(
        recorded={"PASSWORD": "https://shop.example"},
        replaced={"https://shop.example": "https://staging.example"},
        allowed=("http://localhost:*",),
    )
    assert rules.refuses("PASSWORD", "https://shop.example/login") is None
    assert rules.refuses("PASSWORD", "https://staging.example/login") is None
    assert rules.refuses("PASSWORD", "http://localhost:8000/login") is None
    refused = rules.refuses("PASSWORD", "https://evil.example/login")
    assert refused is not None
    assert "belongs to https://shop.example" in refused
    assert rules.refuses("PASSWORD", "http://shop.example/login") is not None  # not encrypted
    assert rules.refuses("UNDECLARED", "https://shop.example/") is not None
    assert rules.refuses("PASSWORD", "about:blank") is not None


@given(st.text(max_size=60))
def test_no_address_makes_it_raise(url: str) -> None:
    assert isinstance(is_same_origin(url, url), bool)
    assert SecretOrigins().refuses("X", url) is not None
