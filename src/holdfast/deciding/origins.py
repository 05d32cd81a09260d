"""Origins: decides where a secret may be typed, whatever a recording or a page says.

A secret belongs to the origin that it was recorded at. It goes nowhere else, except where the user
said so: the site that ``--base-url`` put in the recorded one's place, and what ``--allow-origin``
names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from holdfast.model.origin import NO_ORIGIN, is_same_origin, origin_of


def is_allowed(pattern: str, origin: str) -> bool:
    """Return whether a pattern names the origin: exactly, or with ``*`` in the place of the port.

    A star anywhere else is no pattern: a wildcard in a host's name hands secrets to strangers.
    """
    if pattern.endswith(":*"):
        base = origin_of(pattern[:-2])
        return base != NO_ORIGIN and _without_port(origin) == _without_port(base)
    return "*" not in pattern and is_same_origin(pattern, origin)


def _without_port(origin: str) -> str:
    scheme, _, rest = origin.partition("://")
    host = rest if rest.endswith("]") else rest.rpartition(":")[0] or rest
    return f"{scheme}://{host}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretOrigins:
    """Where each secret of a run may go. ``replaced`` is the recorded origin → the user's own."""

    recorded: Mapping[str, str] = field(default_factory=dict)
    replaced: Mapping[str, str] = field(default_factory=dict)
    allowed: Sequence[str] = ()

    def refuses(self, name: str, url: str) -> str | None:
        """Return why a secret may not go to a document, None when it may."""
        here, home = origin_of(url), self.recorded.get(name, NO_ORIGIN)
        if here == NO_ORIGIN:
            return f"the secret {name!r} is not typed into a document without an origin"
        if here in {home, self.replaced.get(home, home)}:
            return None
        if any(is_allowed(pattern, here) for pattern in self.allowed):
            return None
        where = home or "no origin"
        return (
            f"the secret {name!r} belongs to {where}, and this is {here}: "
            f"if that is meant, --allow-origin {here}"
        )
