"""Installed witnesses: finds them by their entry points; ours come in by the same door as yours."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from holdfast.witnesses.protocol import Witness

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "holdfast.witnesses"
OLD_GROUP = "holdfast.strategies"  # of the first edition; nothing in it is asked any more
_OURS = "holdfast."


@dataclass(frozen=True, slots=True)
class Installed:
    """Witnesses by name, and what is to be said about those that could not be used."""

    witnesses: Mapping[str, Witness]
    notes: tuple[str, ...] = ()


@cache
def installed_witnesses() -> Installed:
    """Return every witness that an installed package offers, found once per process."""
    from importlib.metadata import entry_points  # brings half of the standard library

    return load_witnesses((*entry_points(group=GROUP), *entry_points(group=OLD_GROUP)))


def load_witnesses(entries: "tuple[EntryPoint, ...]") -> Installed:
    """Return the witnesses behind entry points; a broken one leaves a note, not an error.

    Of two with the same name ours is used.
    """
    loaded: dict[str, Witness] = {}
    notes: list[str] = []
    for entry in sorted(entries, key=lambda e: (e.name, not e.value.startswith(_OURS), e.value)):
        problem = _load(entry, loaded)
        if problem is not None:
            notes.append(problem)
    return Installed(MappingProxyType(loaded), tuple(notes))


def _load(entry: "EntryPoint", loaded: dict[str, Witness]) -> str | None:
    """Put a witness among the loaded ones, or return why it is not used."""
    told = f"{entry.name!r} of {entry.value!r}"
    if entry.group == OLD_GROUP:
        if entry.value.startswith(_OURS):
            return None  # an older Holdfast was installed here
        return (
            f"plug-in {told} is not asked: the group {OLD_GROUP!r} is no more; "
            f"give odds for nodes and register it under {GROUP!r}"
        )
    if entry.name in loaded:
        return f"witness {told} is not used: there is one of that name already"
    try:
        found = entry.load()
    except Exception as exc:  # noqa: BLE001 - somebody else's code: whatever it does wrong
        return f"witness {told} cannot be loaded: {type(exc).__name__}: {exc}"[:300]
    if not callable(getattr(found, "odds", None)):
        return f"witness {told} has no function 'odds'"
    loaded[entry.name] = found
    return None
