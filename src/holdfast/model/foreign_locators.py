"""Selectors of pointers: which kind each is, in the notation of Chrome's Recorder and ours."""

import re
from enum import StrEnum
from typing import NamedTuple


class PointerKind(StrEnum):
    """What a part of a selector asks for."""

    CSS = "css"
    ARIA = "aria"  # accessible name, role
    TEXT = "text"  # words in it
    XPATH = "xpath"
    PIERCE = "pierce"  # CSS, looked for in all shadow roots
    # Not of DevTools, but what Playwright's locators need beside these:
    ROLE = "role"  # role/words: of this role, with these words in its name; either may be open
    WITH = "with"  # of what was found so far, what has these words in it
    NTH = "nth"  # of what was found so far, this one; -1 is the last


OURS = frozenset({PointerKind.ROLE, PointerKind.WITH, PointerKind.NTH})

# name[role="button"]; a name may hold anything but such brackets.
_ATTRIBUTE = re.compile(r"""\[\s*(?P<key>\w+)\s*=\s*(?P<mark>["'])(?P<value>.*?)(?P=mark)\s*\]""")
UNWRITABLE = frozenset("[]\"'()\\")  # a name with one of these cannot be written in aria/


class Meaning(NamedTuple):
    """A role and a name, either of which may be open."""

    name: str
    role: str


def split_part(part: str) -> tuple[PointerKind, str]:
    """Return the kind of a selector's part, and what it asks for."""
    for kind in PointerKind:
        if part.startswith(f"{kind}/"):
            return kind, part.removeprefix(f"{kind}/")
    return PointerKind.CSS, part


def read_aria(asked: str) -> Meaning:
    """Return name and role of ``Name[role="button"]``; other attributes are left open."""
    given = {found["key"]: found["value"] for found in _ATTRIBUTE.finditer(asked)}
    name = _ATTRIBUTE.sub("", asked) or given.get("name", "")
    return Meaning(" ".join(name.split()), given.get("role", "").strip().lower())


def write_aria(name: str, role: str) -> str | None:
    """Return the selector for a name and a role, None when the name cannot be written."""
    if not name or UNWRITABLE.intersection(name) or name != " ".join(name.split()):
        return None
    return f'aria/{name}[role="{role}"]' if role else f"aria/{name}"
