"""Mending: writes a page so that libxml2, which knows HTML 4, reads it as HTML 5 is read.

Elements that have no content (``<source>``, ``<wbr>``) are closed where they stand, and what stands
in ``<noscript>``, which is text to a browser that runs scripts, is written as text. The pattern
passes over comments and scripts, and is linear in the length of the page.
"""

import re

_SUSPECT = re.compile(rb"<(?:source|track|wbr|embed|keygen|bgsound|noscript)\b", re.IGNORECASE)
# At most 60 attributes: a page that never ends a tag must not cost more than its length.
INSIDE = rb"""(?:[^<>"']++|"[^"]*+"|'[^']*+'){0,120}+"""
# What is no markup though it looks so: comments, programs, and attributes that hold markup.
PASSED = (
    rb"""<!--.*?(?:-->|\Z)|=(?:"(?![\s>/])[^"<]*+<[^"]*+"|'(?![\s>/])[^'<]*+<[^']*+')"""
    rb"|<(?P<program>script|style|textarea|title|xmp|iframe)\b(?![^<>]*/>)"
    rb".*?(?:</(?P=program)\b|\Z)"
)
_TOKENS = re.compile(
    PASSED + rb"|(?P<void><(?:source|track|wbr|embed|keygen|bgsound)(?=[\s/>])" + INSIDE + rb")>"
    rb"|(?P<opened><noscript\b" + INSIDE + rb">)"
    rb"(?P<text>.*?)(?=</noscript\b|\Z)",
    re.IGNORECASE | re.DOTALL,
)
# By hand; the slash behind an address without quotes belongs to it.
_CLOSED = re.compile(rb"""(?:[\s"']|\A<\w+)/\Z""")


def mend(data: bytes) -> bytes:
    """Return the page as libxml2 must see it; the same object when there is nothing to mend."""
    if _SUSPECT.search(data) is None:
        return data
    mended = _TOKENS.sub(_mended, data)
    return data if mended == data else mended


def _mended(found: re.Match[bytes]) -> bytes:
    if found["void"] is not None and _CLOSED.search(found["void"]) is None:
        return found["void"] + b" />"
    if found["opened"] is not None:
        text = found["text"].replace(b"&", b"&amp;").replace(b"<", b"&lt;")
        return found["opened"] + text
    return found[0]
