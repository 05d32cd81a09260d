"""What the pages as a whole say about one element, whichever candidate is looked at.

Who on the new page holds its keys; how well the pages match around it; which free elements of its
kind stand where it should be. An element whose neighbours are all found again, next to each other,
with nothing free between them, is gone.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from holdfast.matching.columns import Ints, PageColumns
from holdfast.matching.comparison import KEYS
from holdfast.matching.view import View, peers_of

_AROUND = 8  # elements of the same sort looked at on either side


@dataclass(frozen=True)
class Around:
    """The element's situation, apart from any candidate."""

    holders: tuple[Ints, ...]  # by KEYS: elements of the other page with the element's key
    known_here: tuple[int, ...]  # by KEYS: how many elements of its own page have the key
    certainty: float  # share of elements like it, near it, that were found again
    found_by_key: float  # share of them found by a key of their own
    window: tuple[int, int]  # where it should stand: between the images of its neighbours
    free: Ints  # elements of its sort in the window that belong to nobody
    survival: Mapping[str, float]  # by KEYS: how many outlived the change on this page
    has_peers: bool  # others that looked like it were found again
    labels_kept: float  # share of elements like it, near it, that are still called the same
    addresses_kept: float  # share of those with an address that still point there


def look_around(view: View, target: int) -> Around:
    """Return the circumstances of one element."""
    here, there = view.here, view.there
    holders, known = [], []
    for key in KEYS:
        value = getattr(here, key)[target]
        holders.append(_holders(there, key, value, here.pressable[target]))
        known.append(int((getattr(here, key) == value).sum()) if value else 0)
    near = _near(here, target)
    found = view.image[near] >= 0
    window = _window(view, target)
    inside = np.arange(*window)
    alike = there.pressable[inside] == here.pressable[target]
    if not here.pressable[target]:
        alike &= there.tag[inside] == here.tag[target]
    free = inside[alike & (view.origin[inside] < 0)]
    return Around(
        holders=tuple(holders),
        known_here=tuple(known),
        certainty=float(found.mean()) if len(near) else 0.0,
        found_by_key=float((view.strength[near] == 1).mean()) if len(near) else 0.0,
        window=window,
        free=free,
        survival=view.survival,
        has_peers=len(peers_of(view, target)) > 0,
        labels_kept=_kept(view, near, "label"),
        addresses_kept=_kept(view, near, "href"),
    )


def _kept(view: View, near: Ints, key: str) -> float:
    """Return the share of elements with a key whose partners have the same."""
    had = near[getattr(view.here, key)[near] != 0]
    image = view.image[had]
    same = getattr(view.there, key)[image] == getattr(view.here, key)[had]
    return float((same & (image >= 0)).mean()) if len(had) else 0.0


def _holders(page: PageColumns, key: str, value: int, pressable: bool) -> Ints:
    if value == 0:
        return np.zeros(0, np.int64)
    same = getattr(page, key) == value
    if key == "label" and pressable:  # a heading that says the same is not a rival
        same &= page.pressable
    return np.flatnonzero(same)


def _near(page: PageColumns, target: int) -> Ints:
    """Return the elements of the same sort around one, itself, its inside and outside left out."""
    sort = page.pressable == page.pressable[target]
    before = np.flatnonzero(sort[:target] & (page.end[:target] <= target))[-_AROUND:]
    end = int(page.end[target])
    after = end + np.flatnonzero(sort[end : end + 40 * _AROUND])[:_AROUND]
    return np.asarray(np.r_[before, after])


def _window(view: View, target: int) -> tuple[int, int]:
    """Return where the element should stand: after what came before it, before what came after."""
    here, paired = view.here, view.paired_here
    first, last = 0, len(view.there)
    at = int(np.searchsorted(paired, target))
    for other in paired[max(0, at - 40) : at][::-1]:
        if here.end[other] <= target:
            first = int(view.there.end[view.image[other]])
            break
        if other == here.parent[target]:
            first = int(view.image[other]) + 1
            break
    behind = int(np.searchsorted(paired, here.end[target]))
    if behind < len(paired):
        last = int(view.image[paired[behind]])
    return (first, last) if first <= last else (first, first)
