"""Body: where it begins and ends as browsers know it, and libxml2 does not always.

``<title>Shop</title><main>`` is a whole page in HTML. libxml2 knows the elements of HTML 4 and
opens a body for them, but leaves ``<main>`` in the head, where nothing is shown. And to a browser
what stands behind ``</body>`` still stands in the body.
"""

import re

# What may stand before the body, one piece at a time.
_BEFORE = re.compile(
    rb"\s*(?:<!--.*?-->|<!doctype[^>]*>|</?(?:html|head)\b[^>]*>|<(?:meta|link|base)\b[^>]*>"
    rb"|<(title|style|script|noscript|template)\b[^>]*>.*?</\1\s*>)",
    re.IGNORECASE | re.DOTALL,
)
_ELEMENT = re.compile(rb"\s*<[a-z]", re.IGNORECASE)
_END_TAG = re.compile(rb"</(?:body|html)\s*>", re.IGNORECASE)
_END = re.compile(rb"(?:\s++|</(?:body|html)\s*>|<!--(?:[^-]|-(?!->))*+-->)*+\Z", re.IGNORECASE)
_ENDS_OR_PROGRAMS = re.compile(
    rb"<!--.*?(?:-->|\Z)"
    rb"|<(?P<program>script|style|textarea|title|xmp|iframe)\b(?![^<>]*/>).*?(?:</(?P=program)\b|\Z)"
    rb"|(?P<end></(?:body|html)\s*>)",
    re.IGNORECASE | re.DOTALL,
)
_SAYS_SO = re.compile(rb"<(?:body|frameset)\b", re.IGNORECASE)


def with_body(data: bytes) -> bytes:
    """Return the page with its body opened where a browser would; the same if it says where."""
    if b"<body" in data or _SAYS_SO.search(data):
        return data
    at = 0
    while found := _BEFORE.match(data, at):
        at = found.end()
    if (found := _ELEMENT.match(data, at)) is None:
        return data
    at = found.end() - len(b"<a")  # white space before it is in nothing
    return data[:at] + b"<body>" + data[at:]


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
