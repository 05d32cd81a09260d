"""Extent: says how far healing may go in a run."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from holdfast.errors import SettingInvalid
from holdfast.model.thresholds import Mode

HEAL_AFTER_MS = 2_000.0  # SPEC 4: nothing is healed before nothing was found for this long


class Extent(StrEnum):
    """How far Holdfast may go, from nothing to using what it found."""

    OFF = "off"  # pages are Playwright's own
    SUGGEST = "suggest"  # a step that fails says what was probably meant
    OBSERVE = "observe"  # the same, and elements of green runs are fingerprinted
    HEAL = "heal"  # the same, and a locator that finds nothing is healed

    @property
    def keeps(self) -> bool:
        """Return whether elements of green runs are fingerprinted."""
        return self in {Extent.OBSERVE, Extent.HEAL}


# From careful to bold; a marker can only make a run more careful.
CAUTION = (Extent.OFF, Extent.SUGGEST, Extent.OBSERVE, Extent.HEAL)


def read_extent(word: str, place: str) -> Extent:
    """Return the extent of this name; raises ``SettingInvalid``, naming the place, for another."""
    try:
        return Extent(word.strip().lower())
    except ValueError as exc:
        allowed = "one of off, observe, suggest, heal"
        raise SettingInvalid("holdfast", word, allowed, place) from exc


def more_careful(one: Extent, other: Extent) -> Extent:
    """Return the one that does less."""
    return min(one, other, key=CAUTION.index)


@dataclass(frozen=True, slots=True, kw_only=True)
class HealSettings:
    """How a run heals.

    ``root`` is the project's folder, below which sources lie and ``.holdfast`` is. ``mode`` names
    the thresholds, and ``thresholds`` single ones by their keys; without them the effective ones of
    the project hold.
    """

    root: Path
    extent: Extent = Extent.HEAL
    heal_after_ms: float = HEAL_AFTER_MS
    mode: Mode | None = None
    thresholds: Mapping[str, int] = field(default_factory=dict)
    allow_risky: bool = False
