"""Two pages seen from one side, with what is known of their pairing."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from holdfast.matching.columns import Flags, Ints, PageColumns
from holdfast.matching.pairing import PLACE, STRONG, Pairing, nearest_paired


@dataclass(frozen=True)
class View:
    """Two pages seen from one side: from old to new, or backwards."""

    here: PageColumns  # the page of the element that is looked for
    there: PageColumns  # the page it is looked for on
    image: Ints
    origin: Ints
    strength: Ints  # by element of ``here``
    survival: Mapping[str, float]  # how many of each key outlived the change

    @classmethod
    def forward(cls, old: PageColumns, new: PageColumns, pairing: Pairing) -> Self:
        """Return the view from the old page to the new one."""
        return cls(old, new, pairing.image, pairing.origin, pairing.strength, pairing.survival)

    def backward(self) -> Self:
        """Return the view from the other side."""
        strength = np.where(self.origin >= 0, self.strength[self.origin], 0)
        return type(self)(self.there, self.here, self.origin, self.image, strength, self.survival)

    @cached_property
    def paired_here(self) -> Ints:
        """Return the paired elements of this side, in document order."""
        return np.flatnonzero(self.image >= 0)

    @cached_property
    def region_there(self) -> Ints:
        """Return the nearest paired element above each element of the other side."""
        return nearest_paired(self.there.parent, self.origin >= 0)

    @cached_property
    def taken(self) -> Flags:
        """Return which elements of the other side a key gave to an element of this one."""
        return np.asarray((self.origin >= 0) & (self.strength[self.origin] == STRONG))

    @cached_property
    def usable(self) -> Ints:
        """Return the elements of the other side that a person can press or fill in."""
        return self.there.usable

    def said_by(self, pool: Ints) -> tuple[list[str], list[str]]:
        """Return the labels and the addresses of elements of the other side."""
        if pool is self.usable:  # as for most targets
            return self._usable_said
        there = self.there
        return [there.labels[i] for i in pool], [there.hrefs[i] for i in pool]

    @cached_property
    def _usable_said(self) -> tuple[list[str], list[str]]:
        there = self.there
        return [there.labels[i] for i in self.usable], [there.hrefs[i] for i in self.usable]

    @cached_property
    def vouched_here(self) -> Ints:
        """Return the elements of this side that more than their place was paired by."""
        return np.flatnonzero((self.image >= 0) & (self.strength != PLACE))

    def is_vouched(self, target: int) -> bool:
        """Return whether more than its place paired an element of this side."""
        return bool(self.image[target] >= 0 and self.strength[target] != PLACE)

    @cached_property
    def looks_there(self) -> Ints:
        """Return how the partners of vouched elements look on the other side, sorted."""
        return np.sort(self.there.look[self.image[self.vouched_here]])


def peers_of(view: View, target: int) -> Ints:
    """Return the elements that looked like the target and of which it is known what they became."""
    vouched = view.vouched_here
    alike = view.here.look[vouched] == view.here.look[target]
    return np.asarray(vouched[alike & (vouched != target)])
