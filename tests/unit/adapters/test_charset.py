"""Bytes become text: by mark, by what was given, by being UTF-8, by what the page says."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.adapters.html import parse
from holdfast.adapters.html.charset import decode, encode

RUSSIAN = "<p>Привет, мир</p>"
FRENCH = "<p>déjà vu … œuvre</p>"
JAPANESE = "<p>日本語のページ</p>"


def declared(charset: str, text: str) -> bytes:
    return f"<meta charset={charset}>{text}".encode(charset)


MARKED = {
    "utf-8": (codecs.BOM_UTF8, "utf-8"),
    "utf-16, little end first": (codecs.BOM_UTF16_LE, "utf-16-le"),
    "utf-16, big end first": (codecs.BOM_UTF16_BE, "utf-16-be"),
    "utf-32, little end first": (codecs.BOM_UTF32_LE, "utf-32-le"),
    "utf-32, big end first": (codecs.BOM_UTF32_BE, "utf-32-be"),
    "utf-16 without a mark": (b"", "utf-16-le"),
    "utf-16 without a mark, big end first": (b"", "utf-16-be"),
}


@pytest.mark.parametrize(("mark", "charset"), MARKED.values(), ids=MARKED)
def test_a_mark_counts_most(mark: bytes, charset: str) -> None:
    data = mark + f"<meta charset=koi8-r>{RUSSIAN}".encode(charset)
    assert decode(data, "shift_jis").endswith(RUSSIAN)


@pytest.mark.parametrize(
    ("charset", "text"),
    [("windows-1251", RUSSIAN), ("koi8-r", RUSSIAN), ("ibm866", RUSSIAN), ("windows-1252", FRENCH),
     ("iso-8859-15", "<p>déjà 5 €</p>"), ("shift_jis", JAPANESE), ("euc-jp", JAPANESE),
     ("iso-2022-jp", JAPANESE), ("gbk", "<p>中文网页</p>"), ("gb18030", "<p>中文网页</p>"),
     ("big5", "<p>中文網頁</p>"), ("euc-kr", "<p>한국어</p>"), ("windows-1254", "<p>şğı</p>")],
)  # fmt: skip
def test_what_the_page_says_is_believed(charset: str, text: str) -> None:
    assert decode(declared(charset, text)).endswith(text)


def test_what_an_xml_declaration_says_is_believed() -> None:
    data = f"<?xml version='1.0' encoding='windows-1251'?>{RUSSIAN}".encode("windows-1251")
    assert RUSSIAN in decode(data)


def test_the_old_form_of_the_declaration_is_read() -> None:
    head = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">'
    assert RUSSIAN in decode((head + RUSSIAN).encode("windows-1251"))


def test_latin_1_means_windows_1252_as_in_browsers() -> None:
    assert decode(b"<meta charset=iso-8859-1>\x85 \x80") == "<meta charset=iso-8859-1>… €"


@pytest.mark.parametrize("wrong", ["iso-8859-1", "windows-1251", "gbk", "utf-16", "nonsense"])
def test_sound_utf_8_is_utf_8_whatever_the_page_says(wrong: str) -> None:
    data = f"<meta charset={wrong}>{RUSSIAN}".encode()
    assert decode(data).endswith(RUSSIAN)


def test_what_was_given_wins_over_what_the_page_says() -> None:
    data = f"<meta charset=utf-8>{RUSSIAN}".encode("koi8-r")
    assert decode(data, "koi8-r").endswith(RUSSIAN)


def test_without_a_declaration_it_is_utf_8_or_else_windows_1252() -> None:
    assert decode(FRENCH.encode()) == FRENCH
    assert decode(FRENCH.encode("cp1252")) == FRENCH


def test_one_broken_byte_does_not_spoil_a_page_of_utf_8() -> None:
    data = RUSSIAN.encode() + b"\xff" + RUSSIAN.encode()
    assert decode(data) == f"{RUSSIAN}\ufffd{RUSSIAN}"


@pytest.mark.parametrize(
    "label",
    ["hex", "rot13", "idna", "punycode", "undefined", "unicode_escape", "utf-7", "base64", "zip",
     "mbcs", "", "\x00", "../../x", "x" * 10_000],
    ids=lambda label: repr(label)[:20],
)  # fmt: skip
def test_codecs_that_browsers_do_not_know_are_not_believed(label: str) -> None:
    assert decode(FRENCH.encode(), label) == FRENCH
    assert decode(f"<meta charset={label}>".encode() + FRENCH.encode("cp1252")).endswith(FRENCH)


@given(st.binary(max_size=200), st.sampled_from(["", "utf-8", "gbk", "iso-2022-jp", "koi8-r"]))
def test_every_sequence_of_bytes_gives_a_text(data: bytes, label: str) -> None:
    encode(decode(data, label or None))
    encode(decode(f"<meta charset='{label}'>".encode() + data))


@given(st.text(max_size=100))
def test_text_in_utf_8_comes_back(text: str) -> None:
    plain = text.removeprefix("\ufeff")
    assert decode(codecs.BOM_UTF8 + plain.encode("utf-8", "ignore")) == plain


def test_halves_of_characters_are_joined_or_replaced() -> None:
    assert encode("a\ud83d\ude00b\ud83dc\x00").decode() == "a\U0001f600b\ufffdc\ufffd"


def test_a_mark_in_front_of_text_is_no_text() -> None:
    page = parse("\ufeff<!doctype html><html lang=en><head><title>T</title></head><body>x")
    assert page.tags == ("html", "head", "title", "body")
    assert page.title == "T"
