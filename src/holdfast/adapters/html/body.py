"""Body: where it begins and ends as browsers know it, and libxml2 does not always.

``<title>Shop</title><main>`` is a whole page in HTML. libxml2 knows the elements of HTML 4 and
opens a body for them, but leaves ``<main>`` in the head, where nothing is shown. And to a browser
what stands behind ``</body>`` still stands in the body.
"""

import re

from holdfast.adapters.html.mending import PASSED

# What may stand before the body, one piece at a time.
_BEFORE = re.compile(
    rb"(?:<!--.*?-->|<!doctype[^>]*>|</?(?:html|head)\b[^>]*>|<(?:meta|link|base)\b[^>]*>"
    rb"|<(title|style|script|noscript|template)\b[^>]*>.*?</\1\s*>)",
    re.IGNORECASE | re.DOTALL,
)
_SPACE = re.compile(rb"[ \t\r\n\f]*+")
_ELEMENT = re.compile(rb"<[a-z]", re.IGNORECASE)
_END_TAG = re.compile(rb"</(?:body|html)\s*>", re.IGNORECASE)
_END = re.compile(rb"(?:\s++|</(?:body|html)\s*>|<!--(?:[^-]|-(?!->))*+-->)*+\Z", re.IGNORECASE)
_ENDS_OR_PROGRAMS = re.compile(
    PASSED + rb"|(?P<end></(?:body|html)\s*>)",
    re.IGNORECASE | re.DOTALL,
)
_SAYS_SO = re.compile(rb"<(?:body|frameset)\b", re.IGNORECASE)


def with_body(data: bytes) -> bytes:
    """Return the page with its body opened where a browser would; the same if it says where."""
    if b"<body" in data or _SAYS_SO.search(data):
        return data
    at = _behind_space(data, 0)
    while found := _BEFORE.match(data, at):
        at = _behind_space(data, found.end())
    if _ELEMENT.match(data, at) is None:
        return data
    return data[:at] + b"<body>" + data[at:]  # white space before it is in nothing


def _behind_space(data: bytes, at: int) -> int:
    found = _SPACE.match(data, at)
    return at if found is None else found.end()


def without_end(data: bytes) -> bytes:
    """Return the page without the tags that end it: to a browser they end nothing.

    What stands behind them stands where it would without them.
    """
    at = _first_end(data)
    if at < 0:
        return data
    if _END.match(data, at) is not None:
        return data[:at] + _END_TAG.sub(b"", data[at:])
    return _ENDS_OR_PROGRAMS.sub(lambda found: b"" if found["end"] else found[0], data)


def says_more_behind(data: bytes) -> bool:
    """Return whether more than white space and comments stands behind the end of the body."""
    at = _first_end(data)
    return at >= 0 and _END.match(data, at) is None


def _first_end(data: bytes) -> int:
    places = [data.find(tag) for tag in (b"</body", b"</html", b"</BODY", b"</HTML")]
    return min((at for at in places if at >= 0), default=-1)
