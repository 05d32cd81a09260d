"""Where the body begins when the page does not say so: browsers know, libxml2 does not always.

``<title>Shop</title><main>`` is a whole page in HTML. libxml2 knows the elements of HTML 4 and
opens a body for them, but leaves ``<main>`` in the head, where nothing is shown.
"""

import re

# What may stand before the body, one piece at a time.
_BEFORE = re.compile(
    rb"\s*(?:<!--.*?-->|<!doctype[^>]*>|</?(?:html|head)\b[^>]*>|<(?:meta|link|base)\b[^>]*>"
    rb"|<(title|style|script|noscript|template)\b[^>]*>.*?</\1\s*>)",
    re.IGNORECASE | re.DOTALL,
)
_ELEMENT = re.compile(rb"\s*<[a-z]", re.IGNORECASE)
_SAYS_SO = re.compile(rb"<(?:body|frameset)\b", re.IGNORECASE)


def with_body(data: bytes) -> bytes:
    """Return the page with its body opened where a browser would; the same if it says where."""
    if b"<body" in data or _SAYS_SO.search(data):
        return data
    at = 0
    while found := _BEFORE.match(data, at):
        at = found.end()
    return data[:at] + b"<body>" + data[at:] if _ELEMENT.match(data, at) else data
