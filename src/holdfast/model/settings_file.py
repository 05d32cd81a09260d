"""Settings file: what `holdfast.toml` says, by dotted key, and on which line."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from holdfast.errors import SettingInvalid, UsageError

# Somebody may put a secret where none belongs; it is not repeated in a terminal or a CI's log.
_SECRET = re.compile(r"(?i)key|token|secret|passw|pwd|credential")

_TRUE = frozenset({"true", "yes", "on", "1"})
_FALSE = frozenset({"false", "no", "off", "0"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsFile:
    """What the file says, by dotted key; nothing when there is no file."""

    path: str
    text: str = ""
    values: Mapping[str, object] = field(default_factory=dict)

    def place_of(self, key: str) -> str:
        """Return file and line of a key, for messages."""
        return (
            f"{self.path.replace(chr(92), '/').rpartition('/')[2]} line {_line_of(self.text, key)}"
        )

    def check_keys(self, known: frozenset[str]) -> None:
        """Raise for a key that means nothing; it may be a misspelt one."""
        for key, value in self.values.items():
            if key not in known:
                near = get_close_matches(key, known, n=1, cutoff=0.6)
                meant = f"did you mean {near[0]}?" if near else f"known are {_named(known)}"
                told = "" if _SECRET.search(key) else f" to {str(value)[:40]!r}"
                raise UsageError(
                    f"{self.place_of(key)} sets {key[:80]!r}{told}, "
                    f"which is no setting\n  next: take it out; {meant}"
                )


def flat(table: Mapping[str, object], before: str = "") -> Iterator[tuple[str, object]]:
    """Yield what a table says, by dotted key."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def _line_of(text: str, key: str) -> int:
    """Return the line on which the key's value ends.

    The parser keeps no lines, so the file is parsed line by line longer until the key appears.
    """
    lines = text.splitlines()
    for count in range(1, len(lines) + 1):
        try:
            beginning = tomllib.loads("\n".join(lines[:count]))
        except tomllib.TOMLDecodeError:  # a value of several lines is not complete yet
            continue
        if key in dict(flat(beginning)):
            return count
    return len(lines)


def _named(known: frozenset[str]) -> str:
    return ", ".join(sorted(known))


def read_switch(value: object) -> bool:
    """Return whether something is switched on; raises ``ValueError`` for what says neither."""
    word = str(value).strip().lower()
    if word not in _TRUE | _FALSE:
        raise ValueError(value)
    return word in _TRUE


def invalid(key: str, value: object, allowed: str, place: str) -> SettingInvalid:
    """Return the error for a wrong value; it names key, value, what is allowed, and the place."""
    return SettingInvalid(key, repr(value), allowed, place)
