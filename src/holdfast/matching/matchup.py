"""Matchup: everything measured about old units and new ones, as numbers; no page is needed further.

On a small page all units of a sort meet. On a large one only those around the element meet, those
that could be it, and those that could claim the same: the rest has no say about it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from holdfast.matching.columns import Flags, Floats, Ints
from holdfast.matching.pair_features import measure_pairs, pair_feature
from holdfast.matching.shortlist import Pool, shortlist
from holdfast.matching.sides import Side, Sides
from holdfast.matching.unit_words import KEYS
from holdfast.matching.units import Sort
from holdfast.matching.view import PageView

MOST = 300  # units of a page that all meet
_AROUND = 8  # units on either side of the element that always meet
_CLAIMANTS = 12  # old units of the same label that meet
_PART = 12  # elements; what holds more is a part of the page
_STRAYS = 60  # elements that are no units and meet all the same

PLACES = {name: place for place, name in enumerate(pair_feature.names)}


class Members(NamedTuple):
    """Who belongs to which group."""

    at: Ints  # by unit: its group
    found: Floats  # units by groups, 1 where one belongs to the other
    sizes: Ints  # by unit: how many others are in its group, at least 1
    grouped: Flags  # by unit: it has a group

    @classmethod
    def of(cls, groups: Ints) -> "Members":
        """Return the members of groups; they stand in the order in which they are met.

        Sums must not depend on how names are hashed.
        """
        known: dict[int, int] = {}
        at = np.array([known.setdefault(group, len(known)) for group in groups.tolist()], np.intp)
        found = np.zeros((len(groups), len(known)))
        found[np.arange(len(groups)), at] = 1.0
        return cls(at, found, np.maximum(np.bincount(at)[at] - 1, 1), groups >= 0)


@dataclass(frozen=True)
class UnitColumns:
    """The units of one page that meet, in document order."""

    at: Ints
    end: Ints
    keys: Ints  # one row for each of KEYS; 0 for none
    counts: Ints  # how many elements of the page have the same key
    rows: Ints
    regions: Ints
    looks: Ints
    purposes: Ints
    told: Ints  # what the labels say, articles and possessives aside; 0 for nothing
    shells: Flags  # nothing is left of it that can be read, seen or filled in
    boxes: Floats | None  # where they stand

    @cached_property
    def memberships(self) -> Mapping[str, Members]:
        """Return who stands in the same row, in the same region, and who looks the same."""
        groups = {"rows": self.rows, "regions": self.regions, "looks": self.looks}
        return {name: Members.of(each) for name, each in groups.items()}

    @classmethod
    def of(cls, side: Side) -> "UnitColumns":
        """Return the columns of one side."""
        return cls(
            at=side.at,
            end=side.column("end"),
            keys=np.array([side.column(key) for key in KEYS]),
            counts=side.reader.key_counts[:, side.at],
            rows=side.codes["row"],
            regions=side.codes["region"],
            looks=side.column("look"),
            purposes=side.reader.units.purposes[side.at].astype(np.int64),
            told=side.codes["told"],
            shells=side.shells,
            boxes=side.boxes,
        )

    @cached_property
    def middles(self) -> Floats | None:
        """Return the middles of the units on the screen, NaN of what has no size."""
        if self.boxes is None:
            return None
        middles = self.boxes[:, :2] + self.boxes[:, 2:] / 2
        middles[~(self.boxes[:, 2:].prod(1) > 0)] = np.nan
        return np.asarray(middles)

    def kin(self, place: int) -> Flags:
        """Return which units look like the given one in the same region, itself included."""
        same = self.looks == self.looks[place]
        return np.asarray(same & (self.regions == self.regions[place]))

    def apart(self, place: int) -> Flags:
        """Return which units are neither the given one, nor inside it, nor around it."""
        first, last = self.at[place], self.end[place]
        inside = (self.at >= first) & (self.at < last)
        around = (self.at <= first) & (self.end >= last)
        return np.asarray(~(inside | around))


@dataclass(frozen=True)
class Matchup:
    """Old units against new ones."""

    sort: Sort
    pairs: NDArray[np.float32]  # one matrix for each pair feature
    old: UnitColumns
    new: UnitColumns
    image: Ints  # by old unit: the element that the pairing gave it, -1 for none
    survival: Mapping[str, float]  # how many of each key outlived the change

    def feature(self, name: str) -> NDArray[np.float32]:
        """Return one feature for all pairs."""
        return np.asarray(self.pairs[PLACES[name]])

    def row_of(self, target: int) -> int:
        """Return where an element of the old page stands among the units."""
        return int(np.searchsorted(self.old.at, target))


def match_up(view: PageView, old: Side, new: Side, sort: Sort) -> Matchup:
    """Return everything that is measured about two sets of units."""
    return Matchup(
        sort=sort,
        pairs=measure_pairs(Sides(view, old, new)),
        old=UnitColumns.of(old),
        new=UnitColumns.of(new),
        image=view.image[old.at],
        survival=view.survival,
    )


def who_meets(view: PageView, old: Pool, new: Pool, target: int) -> tuple[Ints, Ints]:
    """Return the units that meet for an element: all of a small page, those concerned of a large.

    ``old`` and ``new`` are all units of its sort.
    """
    if len(old) <= MOST and len(new) <= MOST:
        return old.at, new.at
    place = int(np.searchsorted(old.at, target))
    likely = shortlist(view, target, new)
    near = old.at[max(0, place - _AROUND) : place + _AROUND + 1]
    images, origins = view.image[near], view.origin[likely]
    said = set(view.there.label[likely].tolist()) - {0}
    named = sorted(chain.from_iterable(old.by_label.get(label, ()) for label in said))
    label = int(view.here.label[target])
    namesakes = new.by_label.get(label, [])[:_CLAIMANTS] if label else []
    claimants = _nearest(np.array(named, np.int64), target)
    rows = {*near.tolist(), *_among(origins, old.at).tolist(), *claimants.tolist()}
    columns = {*likely.tolist(), *_among(images, new.at).tolist(), *namesakes}
    return np.array(sorted(rows), np.int64), np.array(sorted(columns), np.int64)


def namesakes_outside(view: PageView, sort: Sort, old: Ints, new: Ints) -> Ints:
    """Return elements that are no units, but have an id or a label of old units that no unit has.

    What another old element became is not meant, and neither is a part of what is used or read.
    """
    here, there = view.here, view.there
    steps = np.zeros(len(there) + 1, np.int64)
    np.add.at(steps, new, 1)
    np.add.at(steps, there.end[new] if sort is not Sort.HOLDER else new + 1, -1)
    outside = np.cumsum(steps[:-1]) == 0
    origin = view.origin
    outside &= (there.size <= _PART) & ((origin < 0) | np.isin(origin, old))
    if sort is Sort.USED:  # a link or a button that lost its tag is switched off, not rebuilt
        old = old[~here.pressable[old]]
    found = np.zeros(len(there), np.bool_)
    for key in ("id", "label"):
        missing = np.setdiff1d(getattr(here, key)[old], getattr(there, key)[new])
        found |= np.isin(getattr(there, key), missing[missing != 0])
    return np.flatnonzero(found & outside)[:_STRAYS]


def _among(elements: Ints, units: Ints) -> Ints:
    """Return those of the elements that are units; the units are in document order."""
    places = np.minimum(np.searchsorted(units, elements), len(units) - 1)
    return np.asarray(elements[units[places] == elements])


def _nearest(places: Ints, target: int) -> Ints:
    order = np.argsort(np.abs(places - target), kind="stable")[:_CLAIMANTS]
    return np.asarray(places[order])
