"""Nothing private leaves in the words of a question."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.model.masking import LONGEST, mask, mask_address

WORDS = ["Place order", "Sign in", "Ihre Bestellung", "Оформить заказ", "次へ", "Save changes"]


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("Write to ada@example.com now", "Write to *** now"),
        ("ADA.Lovelace+shop@mail.example.co.uk", "***"),
        ("почта иван@пример.рф", "почта ***"),
        ("Call +49 170 1234567", "Call ***"),
        ("Call (030) 123-4567", "Call ***"),
        ("Call 030/1234567.", "Call ***."),
        ("Tel. ٠٥٥١٢٣٤٥٦٧", "Tel. ***"),
        ("Card 4111 1111 1111 1111 expires", "Card *** expires"),
        ("Card 4111-1111-1111-1111", "Card ***"),
        ("IBAN DE89 3704 0044 0532 0130 00", "IBAN ***"),
        ("Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "Bearer ***"),
        ("key sk-ant-api03-Zx8Kq2Lm9Pv4Rt7W", "key ***"),
        ("ghp_16C7e42F292c6912E7710c838347Ae178B4a", "***"),
        ("3f2504e0-4f89-11d3-9a0c-0305e82c3301", "***"),
        ("Password: hunter2", "Password: ***"),
        ("Your code is 4711", "Your code is ***"),
        ("pin = 1234 please", "pin = *** please"),
        ("a\u200bda@exam\u200bple.com", "***"),
        ("4111\u00a01111\u00a01111\u00a01111", "***"),
        ("https://user:secret@shop.example/a?token=abc", "https:***"),
        ("https://shop.example/a?token=abc&page=2", "https://shop.example/a?token=***"),
        # What people need to tell elements apart stays.
        ("Add to cart", "Add to cart"),
        ("Order 4711", "Order 4711"),
        ("3 items, 12.50", "3 items, 12.50"),
        ("checkout-button-primary", "checkout-button-primary"),
        ("internationalisation", "internationalisation"),
    ],
)  # fmt: skip
def test_mask(text: str, masked: str) -> None:
    assert mask(text) == masked


def test_a_link_says_where_it_leads_and_no_more() -> None:
    assert mask_address("/orders/new?email=ada@example.com&x=1#top") == "/orders/new"


names = st.text(string.ascii_letters + string.digits, min_size=1, max_size=12)
emails = st.builds("{}.{}@{}.example".format, names, names, names)
numbers = st.builds(
    lambda digits, sign: sign.join(digits),
    st.lists(st.text(string.digits, min_size=1, max_size=4), min_size=7, max_size=10),
    st.sampled_from(["", " ", "-", ".", "/", "\u00a0", " - "]),
)
tokens = st.builds(
    "{}7{}x".format,
    st.text(string.ascii_letters + string.digits, min_size=12, max_size=40),
    st.text(string.ascii_letters + string.digits, min_size=4, max_size=40),
)


@given(st.sampled_from(WORDS), st.one_of(emails, numbers, tokens), st.sampled_from(WORDS))
def test_whatever_stands_around_it_what_is_private_is_masked(
    before: str, private: str, after: str
) -> None:
    masked = mask(f"{before} {private} {after}")
    assert private not in masked
    assert "***" in masked
    assert masked.startswith(before)


@given(st.text())
def test_any_text_becomes_one_short_printable_line(text: str) -> None:
    masked = mask(text)
    assert len(masked) <= LONGEST
    assert masked.isprintable()
    assert mask(masked) == masked
