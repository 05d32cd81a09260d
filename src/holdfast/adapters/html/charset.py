"""Which characters the bytes of a saved page mean: mark, header in the page, or a sound guess."""

from __future__ import annotations

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Browsers look for the declaration in the first 1024 bytes; saved pages often begin with comments.
_LOOK_AHEAD = 4096
_DECLARED = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
# Labels that browsers read as another encoding (https://encoding.spec.whatwg.org/#names-and-labels).
_MEANT = {"iso-8859-1": "cp1252", "latin1": "cp1252", "latin-1": "cp1252", "ascii": "cp1252",
          "us-ascii": "cp1252", "utf-16": "utf-8", "utf-16le": "utf-8", "utf-16be": "utf-8",
          "gb2312": "gbk", "x-sjis": "cp932", "shift_jis": "cp932"}  # fmt: skip


def decode(data: bytes, encoding: str | None = None) -> str:
    """Return the text of a saved page; bytes that fit no charset become U+FFFD, never an error."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace")
    declared = encoding or _declared(data)
    for name in filter(None, (declared, "utf-8")):
        try:
            return data.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
    if _is_mostly_utf8(data):
        return data.decode("utf-8", "replace")
    return data.decode("cp1252", "replace")


def _declared(data: bytes) -> str | None:
    found = _DECLARED.search(data[:_LOOK_AHEAD])
    if found is None:
        return None
    name = found[1].decode("ascii", "replace").lower()
    return _MEANT.get(name, name)


def _is_mostly_utf8(data: bytes) -> bool:
    """Return whether a few broken bytes stand in otherwise sound UTF-8."""
    text = data.decode("utf-8", "replace")
    foreign = sum(1 for character in text if ord(character) > 127)
    return foreign > 0 and text.count("\ufffd") * 10 < foreign
