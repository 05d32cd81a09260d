"""Rendering: what style sheets and slots make of the markup, where they make something of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Rendering:
    """By element: the words of ``::before`` and ``::after``, and who stands apart or in line.

    ``apart`` names only those that are laid out otherwise than their tag says: True for an inline
    element that is a box of its own (block, inline-block, child of a flex box), False for a block
    that flows with the text. ``slots`` gives what a slot shows from outside its shadow root:
    elements by index, and texts.
    """

    before: Mapping[int, str] = field(default_factory=dict)
    after: Mapping[int, str] = field(default_factory=dict)
    apart: Mapping[int, bool] = field(default_factory=dict)
    slots: Mapping[int, tuple[int | str, ...]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.before or self.after or self.apart or self.slots)

    def __or__(self, other: "Rendering") -> "Rendering":
        return Rendering(
            {**self.before, **other.before},
            {**self.after, **other.after},
            {**self.apart, **other.apart},
            {**self.slots, **other.slots},
        )

    def moved(self, places: Mapping[int, int]) -> "Rendering":
        """Return what concerns some elements, by their new places; slots lead outside them."""
        return Rendering(
            {places[i]: value for i, value in self.before.items() if i in places},
            {places[i]: value for i, value in self.after.items() if i in places},
            {places[i]: value for i, value in self.apart.items() if i in places},
        )

    def to_json(self) -> dict[str, Any]:
        """Return the columns as plain JSON values."""
        columns = {part.name: getattr(self, part.name) for part in fields(self)}
        return {
            name: {"at": list(column), "values": list(column.values())}
            for name, column in columns.items()
            if column
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], count: int) -> "Rendering":
        """Return the columns; raises ``ValueError`` or the like for damaged data."""
        columns: dict[str, dict[int, Any]] = {}
        for part in fields(cls):
            column = data.get(part.name, {"at": (), "values": ()})
            kind = _KINDS[part.name]
            columns[part.name] = dict(
                zip(map(int, column["at"]), map(kind, column["values"]), strict=True)
            )
            if not all(0 <= index < count for index in columns[part.name]):
                raise ValueError("something is drawn outside the page")
        shown = (item for items in columns["slots"].values() for item in items)
        if not all(isinstance(item, str) or 0 <= item < count for item in shown):
            raise ValueError("a slot shows what is not on the page")
        return cls(**columns)


_KINDS: Mapping[str, Callable[[Any], Any]] = {
    "before": str, "after": str, "apart": bool, "slots": tuple,
}  # fmt: skip
