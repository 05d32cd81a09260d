"""The strategies that are installed; ours come in by the same door as yours."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType

from holdfast.selectors.strategy_port import Strategy

GROUP = "holdfast.strategies"
_OURS = "holdfast."


@dataclass(frozen=True, slots=True)
class Installed:
    """Strategies by type, and what is to be said about those that could not be used."""

    strategies: Mapping[str, Strategy]
    notes: tuple[str, ...] = ()

    def replacing(self, name: str, strategy: Strategy) -> "Installed":
        """Return the same with another strategy under a name."""
        return Installed(MappingProxyType({**self.strategies, name: strategy}), self.notes)


@cache
def installed_strategies() -> Installed:
    """Return every strategy that an installed package offers, found once per process."""
    return load_strategies(tuple(entry_points(group=GROUP)))


def load_strategies(entries: tuple[EntryPoint, ...]) -> Installed:
    """Return the strategies behind entry points; a broken one leaves a note, not an error.

    Of two with the same name ours is used: a package that is merely installed changes no result.
    """
    loaded: dict[str, Strategy] = {}
    notes: list[str] = []
    for entry in sorted(entries, key=lambda e: (e.name, not e.value.startswith(_OURS), e.value)):
        if entry.name in loaded:
            notes.append(
                f"strategy {entry.name!r} of {entry.value!r} is not used: it exists already"
            )
            continue
        try:
            found = entry.load()
        except Exception as exc:  # noqa: BLE001  # somebody else's code: whatever it does wrong
            notes.append(f"strategy {entry.name!r} cannot be loaded: {type(exc).__name__}: {exc}")
            continue
        if callable(getattr(found, "evaluate", None)):
            loaded[entry.name] = found
        else:
            notes.append(f"strategy {entry.name!r} of {entry.value!r} has no function 'evaluate'")
    return Installed(MappingProxyType(loaded), tuple(notes))
