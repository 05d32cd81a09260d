"""View: two pages, the old one and the new one, with what is known of their pairing."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from holdfast.matching.columns import Flags, Ints, PageColumns
from holdfast.matching.pairing import PLACE, STRONG, Pairing, nearest_paired


@dataclass(frozen=True)
class PageView:
    """Two pages and who was paired with whom."""

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
    def vouched_here(self) -> Ints:
        """Return the elements of this side that more than their place was paired by."""
        return np.flatnonzero((self.image >= 0) & (self.strength != PLACE))
