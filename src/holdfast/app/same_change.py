"""Same change: puts healings together that one answer is enough for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from holdfast.model.archive import DOUBTFUL
from holdfast.model.remembered import Healing


@dataclass(frozen=True, slots=True)
class SameChange:
    """Healings of one element that changed in one way: in several steps, recordings or tests."""

    healings: tuple[Healing, ...]

    @property
    def first(self) -> Healing:
        """Return the one that is shown: the least sure, for whoever accepts it accepts all."""
        return min(self.healings, key=lambda one: one.confidence)

    @property
    def places(self) -> Sequence[str]:
        """Return the recordings or runs that it was seen in."""
        return sorted({one.recording_id or one.run_id for one in self.healings})


def group_changes(healings: Iterable[Healing]) -> list[SameChange]:
    """Return what a person can decide, each change once: those that touch most come first."""
    groups: dict[tuple[str, str, str], list[Healing]] = {}
    for one in healings:
        if one.action in DOUBTFUL and one.fingerprint is not None:
            key = (one.label, one.old_selector, one.new_selector)
            groups.setdefault(key, []).append(one)
    changes = [SameChange(tuple(found)) for found in groups.values()]
    return sorted(changes, key=lambda change: (-len(change.healings), change.first.number))
