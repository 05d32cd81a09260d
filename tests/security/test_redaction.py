"""What was typed as a secret leaves memory in no spelling; what only looks like one is kept."""

import html
import json
import re
from base64 import b64decode, b64encode, urlsafe_b64encode
from unicodedata import normalize
from urllib.parse import quote, quote_plus, unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.model.redaction import Redactor, is_card_number, mask_patterns

SECRET = "p4ss w&rd/Ü"


@pytest.mark.parametrize(
    "shown",
    [
        SECRET,
        f"Your password is {SECRET}.",
        f"https://shop.example/next?next=1&p={quote(SECRET)}",
        f"/next?p={quote_plus(SECRET)}#top",
        "p 4 s s w & r d / Ü",
        "p4ss w&amp;rd/Ü",
        SECRET.upper(),
        "/next?p=" + "".join(f"%{byte:02X}" for byte in SECRET.encode()),
        f"/next?u={quote(quote(SECRET, safe=''), safe='')}",
        "".join(f"&#{ord(sign)};" for sign in SECRET),
        "".join(f"&#x{ord(sign):04X};" for sign in SECRET),
        "".join(f"\\u{ord(sign):04x}" for sign in SECRET),
        f"Basic {b64encode(f'ann:{SECRET}'.encode()).decode()}",
        f"x{b64encode(f'a:{SECRET}!'.encode()).decode()}",
        urlsafe_b64encode(SECRET.encode()).decode(),
        SECRET.encode().hex(),
        "\u200b".join(SECRET),
        "\u00ad".join(SECRET),
        "\\xad".join(SECRET),  # as we show it
        "\n".join(SECRET),
        "".join(f"\\x{ord(sign):02x}" for sign in SECRET),
        normalize("NFD", SECRET),
        SECRET.replace("/", "\\/"),
        quote(SECRET.encode("latin-1")),
        quote(quote(quote(SECRET, safe=""), safe=""), safe=""),
        "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in SECRET),
        "·".join(SECRET),
        ".".join(SECRET),
        "".join(f"\\{ord(sign):x} " for sign in SECRET),
        b64encode(SECRET.encode("utf-16-le")).decode(),
    ],
)
def test_a_typed_secret_is_masked_in_every_spelling(shown: str) -> None:
    redactor = Redactor.of([SECRET])
    masked = redactor.text(shown)
    assert "***" in masked
    assert redactor.shows(shown)
    for piece in ("p4ss", "P4SS", "rd/Ü", quote("rd/Ü", safe="")):
        assert piece not in masked
    readable = unquote(unquote(html.unescape(masked)))
    assert "p4ss" not in readable
    for word in re.findall(r"[\w+/-]{8,}", masked):
        assert b"p4ss" not in b64decode(word + "==", validate=False)


@pytest.mark.parametrize(
    "text",
    ["p4 ss words", "Order 4711, Zürich", "/next?p=1%20a&q=%C3%9C", "cDRzc3dvcmRz", "&#220;"],
)
def test_what_is_not_the_secret_stays(text: str) -> None:
    redactor = Redactor.of([SECRET])
    assert redactor.text(text) == text
    assert not redactor.shows(text)


@pytest.mark.parametrize(
    ("url", "masked"),
    [
        ("/in?password2=abc&page=2", "/in?password2=***&page=2"),
        ("/in?user[pwd1]=abc", "/in?user[pwd1]=***"),
        ("/in?page2=7&size10=3", "/in?page2=7&size10=3"),
        ("/in?mot_de_passe=abc&cardNumber=4929", "/in?mot_de_passe=***&cardNumber=***"),
        ("/in?keyword=abc&postcode=8001", "/in?keyword=abc&postcode=8001"),
    ],
)
def test_numbered_names_of_secrets_in_addresses_are_masked(url: str, masked: str) -> None:
    assert Redactor.of([]).text(url) == masked


def test_a_typed_card_number_is_masked_in_groups_of_four() -> None:
    assert (
        Redactor.of(["4929123456781234"]).text("Card 4929 1234 5678 1234 ends") == "Card *** ends"
    )


def test_a_short_secret_is_masked_only_as_the_whole_text() -> None:
    redactor = Redactor.of(["123"])
    assert redactor.text(" 123 ") == "***"
    assert redactor.text("Order 1234, 123 items") == "Order 1234, 123 items"


def test_data_is_masked_to_its_leaves_and_keeps_its_shape() -> None:
    data = {"texts": ["hunter22", 7, None, {"deep": "say hunter22"}]}
    assert Redactor.of(["hunter22"]).data(data) == {"texts": ["***", 7, None, {"deep": "say ***"}]}


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("4111 1111 1111 1111", "***"),
        ("Order 4111111111111112", "Order 4111111111111112"),  # fails the check: no card
        ("key sk_live_abcdefghij0123456789", "key ***"),
        ("ghp_" + "a1" * 12, "***"),
        ("eyJhbGciOiJI.eyJzdWIiOiIx.c2ln", "***"),
        ("Your code is 482913", "Your code is ***"),
        ("482913 visitors", "482913 visitors"),  # nothing says that it is a code
        ("Postal code: 8001", "Postal code: 8001"),
        ("Bestätigungscode: 99 - 8001", "Bestätigungscode: 99 - 8001"),
        ("Код подтверждения: 8001", "Код подтверждения: ***"),
        ("0000 0000 0000 0000", "0000 0000 0000 0000"),
        ("4111.1111.1111.1111", "***"),
        ("4111  1111\u20091111  1111", "***"),
        ("10.0.0.12 4111.1111.1111.1112", "10.0.0.12 4111.1111.1111.1112"),
        ("eyJhbGciOiJIUzI1NiJ9.e30.abc", "***"),
        ("ASIAIOSFODNN7EXAMPLE", "***"),
        ("npm_" + "a1" * 18, "***"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIEvQ", "***"),
        ("sent password2=abc&page=2", "sent password2=***&page=2"),
        ("input[name=password][type=password]", "input[name=password][type=password]"),
        ("482913 is your verification code", "*** is your verification code"),
        ("G-482913 is your verification code", "*** is your verification code"),
        ("Your code: 482-913", "Your code: ***"),
        ("Coupon code: 482913", "Coupon code: 482913"),
        ("Error code 404404, order 482913", "Error code 404404, order 482913"),
        ("One-time payment of 2500", "One-time payment of 2500"),
        ("Tan 1234 boots, pin-up 1999", "Tan 1234 boots, pin-up 1999"),
    ],
)
def test_cards_tokens_and_keys_are_masked_wherever_they_stand(text: str, masked: str) -> None:
    assert mask_patterns(text) == masked


@pytest.mark.parametrize(
    "said",
    [
        "Code de sécurité : ",
        "Código de confirmación ",
        "Código de acesso: ",
        "Codice di sicurezza ",
        "Einmalcode: ",
        "Проверочный код: ",
        "認証番号 ",
        "校验码 ",
        "Doğrulama kodu: ",
        "Je verificatiecode is ",
        "Kod weryfikacyjny: ",
        "کد تایید: ",
        "رمز التحقق ",
        "인증번호 ",
    ],
)
def test_a_one_time_code_is_masked_beside_the_words_of_its_language(said: str) -> None:
    assert mask_patterns(f"{said}482913") == f"{said}***"


def test_luhn_by_hand() -> None:
    # 7992739871 with check digit 3: 7+9+9+4+7+6+9+7+7+2 = 67, 67 + 3 = 70; three zeros before it
    # change nothing.
    assert is_card_number("00079927398713")
    assert not is_card_number("00079927398710")
    assert not is_card_number("79927398713")  # too short for a card


@given(
    st.text(min_size=4, max_size=30).filter(
        lambda s: len("".join(s.split()).replace("-", "")) >= 4
    ),
    st.text(max_size=40),
    st.text(max_size=40),
)
def test_no_text_shows_a_secret_that_was_typed(secret: str, before: str, after: str) -> None:
    assert secret not in Redactor.of([secret]).text(f"{before}{secret}{after}") or secret in "***"


@given(st.dictionaries(st.text(max_size=5), st.lists(st.text(max_size=20), max_size=4), max_size=4))
def test_data_stays_plain_data(data: dict[str, list[str]]) -> None:
    assert json.loads(json.dumps(Redactor.of(["secret-value"]).data(data))) is not None
