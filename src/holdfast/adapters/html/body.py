"""Body: where it begins and ends as browsers know it, and libxml2 does not always.

``<title>Shop</title><main>`` is a whole page in HTML. libxml2 knows the elements of HTML 4 and
opens a body for them, but leaves ``<main>`` in the head, where nothing is shown. And to a browser
white space behind ``</body>`` still stands in the body.
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
    """Return the page without the tags that end it, so that white space behind them is in the body.

    What is more than white space and comments makes other elements in libxml2, and stays.
    """
    at = max(data.rfind(b"</body"), data.rfind(b"</BODY"))
    if at < 0 or _END.match(data, at) is None:
        return data
    return data[:at] + _END_TAG.sub(b"", data[at:])
