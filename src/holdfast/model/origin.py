"""Origin: reads scheme, host and port of an address, as browsers compare them.

https://html.spec.whatwg.org/#concept-origin
"""

from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}
NO_ORIGIN = ""  # of what has none to be compared: about:blank, data:, an unreadable address


def origin_of(url: str) -> str:
    """Return scheme, host and port of an address as browsers write them; "" when it has none."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        return NO_ORIGIN
    scheme, host = parts.scheme.lower(), (parts.hostname or "").lower().rstrip(".")
    if scheme not in _PORTS or not host:
        return NO_ORIGIN
    host = f"[{host}]" if ":" in host else host
    return f"{scheme}://{host}" if port in {None, _PORTS[scheme]} else f"{scheme}://{host}:{port}"


def is_same_origin(one: str, other: str) -> bool:
    """Return whether two addresses are of one origin; two without any are not."""
    return origin_of(one) == origin_of(other) != NO_ORIGIN
