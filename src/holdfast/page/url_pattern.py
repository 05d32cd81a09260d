"""URL pattern: says which addresses are pages of one kind."""

import re
from urllib.parse import unquote, urlsplit

from holdfast.model.placeholders import MASK

ID = "{id}"
SLUG = "{slug}"

_NUMBER = re.compile(r"\d+")
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
# At least one digit, or every long word of the letters a to f would count.
_HEX = re.compile(r"(?=.{0,99}?\d)[0-9a-f]{8,}")
# ULIDs, nano ids, base62 keys: long, with letters and at least two digits, without separators.
_KEY = re.compile(r"(?=.{0,99}?\d.{0,99}?\d)(?=.{0,99}?[a-z])[0-9a-z_]{10,}")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_PREFIXED_ID = re.compile(r"([a-z]{1,5}[-_])\d+")
_EXTENSION = re.compile(r"\.(?:html?|php|aspx?|jsp|xhtml)$")
_WORDS_OF_A_SLUG = 3  # "sign-in" and "order-history" name a page, "how-to-tie-a-knot" an article
_DEFAULT_PORTS = {"http": 80, "https": 443}


def url_pattern(url: str) -> str:
    """Return host and path with ids and slugs generalised; queries and plain anchors are dropped.

    ``https://shop.example/products/4711?ref=mail`` and ``…/products/4712`` share a pattern. A path
    after ``#`` (``#/users/7``) is a page of its own and stays.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:  # an address that is not one is its own pattern, without its query
        return url.partition("?")[0]
    host = (parts.hostname or "").lower()
    if port is not None and port != _DEFAULT_PORTS.get(parts.scheme):
        host = f"{host}:{port}"
    route = parts.fragment.lstrip("!")
    path = _generalise(parts.path)
    return f"{host}{path}" + (f"#{_generalise(route)}" if route.startswith("/") else "")


def kind_of_page(url: str) -> str:
    """Return the path of an address without ids: the same wherever the site is served."""
    return "/" + url_pattern(url).partition("/")[2]


def _generalise(path: str) -> str:
    """Return the path with each segment generalised; queries inside it and a last slash go."""
    plain = path.partition("?")[0]
    segments = [_segment(unquote(part)) for part in plain.split("/") if part]
    return "/" + "/".join(segments)


def _segment(text: str) -> str:
    """Return the segment itself if it names a page, else what it stands for."""
    if text == MASK:  # a key that was not kept
        return ID
    word = text.lower()
    stem = _EXTENSION.sub("", word)
    ending = word[len(stem) :]
    prefixed = _PREFIXED_ID.fullmatch(stem)
    if prefixed:
        return f"{prefixed[1]}{ID}{ending}"
    if any(kind.fullmatch(stem) for kind in (_NUMBER, _UUID, _HEX, _KEY, _DATE)):
        return ID + ending
    return (SLUG if _is_slug(stem) else stem) + ending


def _is_slug(stem: str) -> bool:
    words = [word for word in re.split(r"[-_\s]", stem) if word]
    has_number = any(word.isdigit() for word in words)
    return len(words) >= _WORDS_OF_A_SLUG or (len(words) > 1 and has_number)
