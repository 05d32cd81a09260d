"""Needed roles: say what one needs to be for each request; what is not listed needs most."""

from collections.abc import Sequence

from holdfast.model.access import Role

API = "/api/v1"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

# For strangers, too: the way in, what it looks like, and how the API is called.
OPEN = ("/login", "/static/", f"{API}/openapi.json")
_RECORDINGS = ("/recordings/", f"{API}/recordings/")
# First that fits by method and how the path begins.
_NEEDED: Sequence[tuple[str, str, Role]] = (
    ("POST", f"{API}/locate", Role.LOCATE),
    ("POST", f"{API}/fingerprint", Role.LOCATE),
    ("GET", f"{API}/viewer", Role.LOCATE),
    ("POST", "/logout", Role.LOCATE),
    ("GET", "/audit", Role.ADMIN),
    ("GET", f"{API}/audit", Role.ADMIN),
    ("GET", "/", Role.VIEWER),
    ("POST", f"{API}/reviews/preview", Role.VIEWER),  # changes nothing
    ("POST", f"{API}/reviews", Role.REVIEWER),
    ("POST", "/review/", Role.REVIEWER),
    ("PUT", f"{API}/settings", Role.REVIEWER),  # one's own
    ("POST", "/settings", Role.REVIEWER),
)


def is_open(path: str) -> bool:
    """Return whether strangers may ask for it."""
    return any(path == one or (one.endswith("/") and path.startswith(one)) for one in OPEN)


def needed_role(method: str, path: str) -> Role:
    """Return what one needs to be allowed for a request."""
    asked = "GET" if method in SAFE_METHODS else method
    if asked == "POST" and path.startswith(_RECORDINGS) and path.endswith("/rollback"):
        return Role.REVIEWER  # takes answers back
    fitting = (role for way, start, role in _NEEDED if way == asked and path.startswith(start))
    return next(fitting, Role.ADMIN)
