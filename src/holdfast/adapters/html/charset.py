"""Which characters the bytes of a saved page mean: mark, header in the page, or a sound guess."""

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    # Without a mark: no other encoding begins a page like this.
    (b"<\x00", "utf-16-le"),
    (b"\x00<", "utf-16-be"),
)
# Browsers look for the declaration in the first 1024 bytes; saved pages often begin with comments.
_LOOK_AHEAD = 4096
_DECLARED = re.compile(
    rb"""<(?:meta[^>]{0,200}?charset|\?xml[^>]{0,200}?encoding)\s*=\s*["']?\s*([\w.:-]{2,40})""",
    re.IGNORECASE,
)
# Labels that browsers read as a larger encoding, by Python's name of the smaller one
# (https://encoding.spec.whatwg.org/#names-and-labels).
_MEANT = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874",
    "tis-620": "cp874", "gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs",
    "shift_jis": "cp932", "euc_kr": "cp949",
}  # fmt: skip
# The others that browsers know. Nothing else is believed: Python also has codecs that are none.
_KNOWN = frozenset(
    "utf-8 cp866 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp874 cp932 cp949 "
    "iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-10 iso8859-13 "
    "iso8859-14 iso8859-15 iso8859-16 koi8-r koi8-u mac-roman mac-cyrillic gb18030 big5hkscs "
    "euc_jp iso2022_jp".split()
)
_SURROGATES = re.compile("[\ud800-\udfff]")


def decode(data: bytes, encoding: str | None = None) -> str:
    """Return the text of a saved page; bytes that fit no charset become U+FFFD, never an error.

    A mark in the bytes counts most, then ``encoding``, then being sound UTF-8, then what the page
    says: pages are often saved in UTF-8 with the declaration they once had.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            text = data.decode(name, "replace")
            return text.removeprefix("\ufeff")
    given, declared = _find_codec(encoding or ""), _declared(data)
    if given is not None:
        return data.decode(given, "replace")
    if declared != "iso2022_jp":  # the only one whose bytes are all ASCII
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            pass
    if declared in {None, "utf-8"}:
        return data.decode("utf-8" if _is_mostly_utf8(data) else "cp1252", "replace")
    return data.decode(declared, "replace")


def encode(text: str) -> bytes:
    """Return the text as the parser takes it: UTF-8 without mark, NULs or halves of characters."""
    text = text.removeprefix("\ufeff").replace("\x00", "\ufffd")
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        # Two halves side by side are one character; a lone one is none.
        whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return _SURROGATES.sub("\ufffd", whole).encode("utf-8")


def _declared(data: bytes) -> str | None:
    found = _DECLARED.search(data[:_LOOK_AHEAD])
    return None if found is None else _find_codec(found[1].decode("ascii", "replace"))


def _find_codec(label: str) -> str | None:
    """Return Python's name of what browsers understand by a label, None if they do not."""
    try:
        name = codecs.lookup(label).name
    except (LookupError, ValueError):  # ValueError: a NUL in the label
        return None
    meant = _MEANT.get(name, name)
    return meant if meant in _KNOWN else None


def _is_mostly_utf8(data: bytes) -> bool:
    """Return whether a few broken bytes stand in otherwise sound UTF-8."""
    text = data.decode("utf-8", "replace")
    foreign = len(text) - len(text.encode("ascii", "ignore"))
    return foreign > 0 and text.count("\ufffd") * 10 < foreign
