"""The stored part of an index: what a recorded page need not work out again, as plain JSON values.

``{"rules", "roles": {role: places}, "names": {"at", "values"}}``: only what the tag (for roles) or
the text (for names) does not give anyway; places are distances from the entry before. Names are
those of the page laid open, which the matcher asks for. Texts and values stand in the page itself,
and no hash is stored: nothing here depends on the process that wrote it. What was stored under
other rules is not used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from holdfast.model.snapshot_json import gaps_of, places_of
from holdfast.page.names import LONGEST_NAME, NAMED_BY_CONTENT, Namer
from holdfast.page.roles import TAG_ROLES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from holdfast.page.index import PageIndex

# One more whenever roles or names of a page come out differently than before.
RULES = 4
# A longer name is worked out again: rows of a table repeat all that is in them.
_LONGEST = 120


def to_stored(page: PageIndex) -> dict[str, Any]:
    """Return what is worth storing of a page's index."""
    opened = page.laid_open
    roles: dict[str, list[int]] = {}
    for index, (tag, role) in enumerate(zip(page.tags, page.roles, strict=True)):
        if role != TAG_ROLES.get(tag, ""):
            roles.setdefault(role, []).append(index)
    usual = _usual_names(opened)
    named = [i for i, name in enumerate(opened.names) if name != usual[i]]
    said = (opened.names[index] for index in named)
    values = [name if len(name) <= _LONGEST else None for name in said]
    return {
        "rules": RULES,
        "roles": {role: gaps_of(places) for role, places in roles.items()},
        "names": {"at": gaps_of(named), "values": values},
    }


def read_roles(stored: Mapping[str, Any], tags: Sequence[str]) -> list[str]:
    """Return the role of every element; raises ``ValueError`` or the like for damaged data."""
    by_tag = {tag: TAG_ROLES.get(tag, "") for tag in set(tags)}
    roles = [by_tag[tag] for tag in tags]
    for role, gaps in stored["roles"].items():
        for place in places_of(gaps, len(tags) - 1):
            roles[place] = role
    return roles


def read_names(stored: Mapping[str, Any], count: int) -> Mapping[int, str | None]:
    """Return the unusual names by element, None for one that must be worked out."""
    names = stored["names"]
    values = [value if value is None else str(value) for value in names["values"]]
    return dict(zip(places_of(names["at"], count - 1), values, strict=True))


def fill_in(opened: PageIndex, unusual: Mapping[int, str | None]) -> list[str]:
    """Return all names of a page laid open."""
    names, namer = _usual_names(opened), Namer(opened)
    for index, name in unusual.items():
        names[index] = namer.name(index) if name is None else name
    return names


def _usual_names(opened: PageIndex) -> list[str]:
    """Return what most elements are called: their text, or nothing."""
    text, starts, ends = opened.text.page, opened.text.starts, opened.text.ends
    return [
        text[start : min(end, start + LONGEST_NAME)] if role in NAMED_BY_CONTENT else ""
        for role, start, end in zip(opened.roles, starts, ends, strict=True)
    ]
