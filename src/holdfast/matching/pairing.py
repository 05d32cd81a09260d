"""Page against page: which old element is which new one, as far as that is certain.

Keys that are unique on both pages pair first. Pairs then vouch for their parents, for what is
unique inside them, and for what stands between them. Everything is sorting: near-linear.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from holdfast.matching.columns import Flags, Floats, Ints, PageColumns

UNPAIRED, STRONG, CONTEXT, PLACE = 0, 1, 2, 3
_ROUNDS = 4  # later rounds add almost nothing
_VOTES_TO_CHANGE_TAG = 2  # one paired child does not turn a list into a div

# What a key that is unique on both pages is worth when keys disagree about an element.
_KEY_WORTH = {
    "id": 5.0,  # written for programs; a redesign renames it or keeps it
    "name": 4.0,  # the server depends on it
    "address and label": 6.0,
    "label": 3.0,
    "address": 3.0,
    "picture": 2.0,  # icons are few and used again
    "text": 2.5,  # same tag, same words, same size: copied as a block
}


@dataclass(frozen=True)
class Pairing:
    """For each old element its image, for each new one its origin (-1: none), and how it came."""

    image: Ints
    origin: Ints
    strength: Ints  # by old element: UNPAIRED, STRONG, CONTEXT, PLACE
    survival: Mapping[str, float]  # how many of each key outlived the change, 0-1


def pair_pages(old: PageColumns, new: PageColumns) -> Pairing:
    """Return what belongs together on the two pages."""
    work = _Work(old, new)
    work.by_keys()
    survival = work.survival()
    work.by_class()
    for _ in range(_ROUNDS):
        before = int((work.image >= 0).sum())
        work.parents()
        work.inside_regions()
        work.between_siblings()
        if int((work.image >= 0).sum()) == before:
            break
    return Pairing(image=work.image, origin=work.origin, strength=work.strength, survival=survival)


def mix(*columns: Ints) -> Ints:
    """Return one number per element for several columns; 0 where any of them has nothing."""
    first, *others = columns
    mixed, present = first ^ (first >> 29), first != 0
    for column in others:
        mixed *= _SPREAD  # numbers wrap around, which is what is wanted
        mixed += column
        mixed ^= mixed >> 29
        present &= column != 0
    mixed[mixed == 0] = 1
    mixed *= present
    return mixed


_SPREAD = np.int64(0x9E3779B97F4A7C1)


class _Work:
    """The state of one pairing."""

    def __init__(self, old: PageColumns, new: PageColumns) -> None:
        self.old, self.new = old, new
        self.image = np.full(len(old), -1, np.int64)
        self.origin = np.full(len(new), -1, np.int64)
        self.strength = np.zeros(len(old), np.int64)
        self._named: dict[str, tuple[Ints, Ints]] = {}

    # ------------------------------------------------------------------------------ unique keys

    def by_keys(self) -> None:
        """Pair what a key names that is unique on both pages; disagreeing keys are weighed."""
        olds, news, worths = [], [], []
        for name, worth in _KEY_WORTH.items():
            o, n = self._pairs_by(name)
            olds.append(o)
            news.append(n)
            worths.append(np.full(len(o), worth))
        self._elect(np.concatenate(olds), np.concatenate(news), np.concatenate(worths), STRONG)

    def _pairs_by(self, name: str) -> tuple[Ints, Ints]:
        """Return the elements that one key names alone on either page."""
        if name not in self._named:
            self._named[name] = unique_pairs(_key(self.old, name), _key(self.new, name))
        return self._named[name]

    def survival(self) -> Mapping[str, float]:
        """Return for each key how often it is the same in pairs that another key has made."""
        old, new = self.old, self.new
        rates = {}
        for key, witness in _WITNESSES.items():
            o, n = self._pairs_by(witness)
            mine, theirs = getattr(old, key)[o], getattr(new, key)[n]
            both = (mine != 0) & (theirs != 0) & old.pressable[o]
            same = (mine == theirs)[both].sum()
            # Two imagined survivors and one lost keep a page with few witnesses in the middle.
            rates[key] = float((same + 2.0) / (both.sum() + 3.0))
        return rates

    def by_class(self) -> None:
        """Pair the only element of its class with the only one that still has it."""
        old = mix(self.old.tag, self.old.classes) * (self.image < 0)
        new = mix(self.new.tag, self.new.classes) * (self.origin < 0)
        self._join(*unique_pairs(old, new), CONTEXT)

    def _elect(self, old: Ints, new: Ints, worth: Floats, strength: int) -> None:
        """Pair those that are each other's best by summed worth; a tie pairs nobody."""
        if not len(old):
            return
        span = len(self.new)
        both, where = np.unique(old * span + new, return_inverse=True)
        total = np.bincount(where, weights=worth)
        old, new = both // span, both % span
        best_old, best_new = np.zeros(len(self.old)), np.zeros(span)
        np.maximum.at(best_old, old, total)
        np.maximum.at(best_new, new, total)
        wins = (total == best_old[old]) & (total == best_new[new])
        rivals_old = np.bincount(old[total == best_old[old]], minlength=len(self.old))
        rivals_new = np.bincount(new[total == best_new[new]], minlength=span)
        wins &= (rivals_old[old] == 1) & (rivals_new[new] == 1)
        self._join(old[wins], new[wins], strength)

    def _join(self, old: Ints, new: Ints, strength: int) -> None:
        free = (self.image[old] < 0) & (self.origin[new] < 0)
        old, new = old[free], new[free]
        self.image[old], self.origin[new], self.strength[old] = new, old, strength

    # ------------------------------------------------------------------------------ propagation

    def parents(self) -> None:
        """Pair parents whose paired children agree, level by level upwards."""
        for _ in range(64):  # a page is rarely deeper; regions take care of the rest
            paired = np.flatnonzero(self.image >= 0)
            above_old = self.old.parent[paired]
            above_new = self.new.parent[self.image[paired]]
            both = (above_old >= 0) & (above_new >= 0)
            above_old, above_new = above_old[both], above_new[both]
            free = (self.image[above_old] < 0) & (self.origin[above_new] < 0)
            above_old, above_new = above_old[free], above_new[free]
            if not len(above_old):
                return
            span = len(self.new)
            pairs, votes = np.unique(above_old * span + above_new, return_counts=True)
            olds, news = pairs // span, pairs % span
            same = self.old.tag[olds] == self.new.tag[news]
            keep = same | (votes >= _VOTES_TO_CHANGE_TAG)
            worth = votes[keep] + 0.5 * same[keep]
            before = int((self.image >= 0).sum())
            self._elect(olds[keep], news[keep], worth, CONTEXT)
            if int((self.image >= 0).sum()) == before:
                return

    def inside_regions(self) -> None:
        """Pair what is unique among the free elements inside a paired ancestor."""
        region_old = nearest_paired(self.old.parent, self.image >= 0)
        region_new = nearest_paired(self.new.parent, self.origin >= 0)
        # Only what is free inside a region can be paired here, and that is soon little.
        free_old = np.flatnonzero((self.image < 0) & (region_old >= 0))
        free_new = np.flatnonzero((self.origin < 0) & (region_new >= 0))
        for columns, strength in _REGION_KEYS:
            if not len(free_old) or not len(free_new):
                return
            # The same number on both sides for a region and its image.
            name_old = region_old[free_old] + 1
            name_new = self.origin[region_new[free_new]] + 1
            key_old = mix(name_old, *(getattr(self.old, c)[free_old] for c in columns))
            key_new = mix(name_new, *(getattr(self.new, c)[free_new] for c in columns))
            old, new = unique_pairs(key_old, key_new)
            self._join(free_old[old], free_new[new], strength)
            free_old = free_old[self.image[free_old] < 0]
            free_new = free_new[self.origin[free_new] < 0]

    def between_siblings(self) -> None:
        """Pair runs of equal tags that stand, equally long, between the same paired siblings."""
        key_old = self._slot_keys(self.old, self.image >= 0, np.arange(len(self.old)))
        key_new = self._slot_keys(self.new, self.origin >= 0, self.origin)
        shared = np.intersect1d(key_old[key_old != 0], key_new[key_new != 0])
        if not len(shared):
            return
        count_old, rank_old = _counts_and_ranks(key_old, shared)
        count_new, rank_new = _counts_and_ranks(key_new, shared)
        fits_old = count_old > 0
        fits_new = count_new > 0
        full_old = mix(key_old, rank_old + 1, count_old) * fits_old
        full_new = mix(key_new, rank_new + 1, count_new) * fits_new
        self._join(*unique_pairs(full_old, full_new), PLACE)

    def _slot_keys(self, page: PageColumns, paired: Flags, label: Ints) -> Ints:
        """Return a number for (parent, paired sibling before, tag) of each free element, else 0."""
        count = len(page)
        order = page.by_parent
        parents = page.parent[order]
        place = np.arange(count)
        starts = np.maximum.accumulate(np.where(np.r_[True, parents[1:] != parents[:-1]], place, 0))
        last = np.maximum.accumulate(np.where(paired[order], place, -1))
        before = np.where(last >= starts, label[order[np.maximum(last, 0)]] + 2, 1)
        above = np.where(parents >= 0, paired[parents], False)
        names = np.where(above, label[parents] + 1, 0)
        keys = np.zeros(count, np.int64)
        keys[order] = mix(names, before, page.tag[order]) * ~paired[order]
        return keys


_KEY_COLUMNS = {
    "id": ("id",),
    "name": ("name",),
    "address and label": ("href", "label"),
    "label": ("label",),
    "address": ("href",),
    "picture": ("picture",),
}
_WITNESSES = {"id": "address and label", "name": "label", "href": "label", "label": "address"}
_REGION_KEYS: tuple[tuple[tuple[str, ...], int], ...] = (
    (("kind", "id"), CONTEXT),
    (("kind", "href", "label"), CONTEXT),
    (("kind", "label"), CONTEXT),
    (("kind", "href"), CONTEXT),
    (("kind", "picture"), CONTEXT),
    (("tag", "text"), CONTEXT),
    (("tag", "classes"), PLACE),
    (("kind", "type"), PLACE),
    (("kind",), PLACE),
)


def unique_pairs(old: Ints, new: Ints) -> tuple[Ints, Ints]:
    """Return the indices of keys that occur exactly once on either side; 0 is no key."""
    here, there = np.flatnonzero(old), np.flatnonzero(new)
    keys = np.concatenate((old[here], new[there]))
    order = np.argsort(keys)
    keys = keys[order]
    # Two equal keys side by side, and no third.
    starts = np.concatenate(([True], keys[1:] != keys[:-1], [True, True]))
    twice = np.flatnonzero(starts[:-3] & ~starts[1:-2] & starts[2:-1])
    one, other = order[twice], order[twice + 1]
    first, second = np.minimum(one, other), np.maximum(one, other) - len(here)
    across = (first < len(here)) & (second >= 0)
    return here[first[across]], there[second[across]]


def _counts_and_ranks(keys: Ints, shared: Ints) -> tuple[Ints, Ints]:
    """Return how many elements share each one's key, and its rank among them; else 0."""
    counts, ranks = np.zeros(len(keys), np.int64), np.zeros(len(keys), np.int64)
    chosen = np.flatnonzero(np.isin(keys, shared))
    order = chosen[np.argsort(keys[chosen], kind="stable")]
    sorted_keys = keys[order]
    starts = np.flatnonzero(np.r_[True, sorted_keys[1:] != sorted_keys[:-1]])
    lengths = np.diff(np.r_[starts, len(order)])
    counts[order] = np.repeat(lengths, lengths)
    ranks[order] = np.arange(len(order)) - np.repeat(starts, lengths)
    return counts, ranks


def nearest_paired(parent: Ints, paired: Flags) -> Ints:
    """Return the nearest paired element above each element, -1 if there is none."""
    above = parent.copy()
    while True:
        climbing = (above >= 0) & ~paired[above]
        if not climbing.any():
            return above
        # Jumping over elements that already know doubles the step each time.
        above[climbing] = above[above[climbing]]


def _key(page: PageColumns, name: str) -> Ints:
    if name == "text":
        return mix(page.tag, page.text, page.size)
    keys = mix(page.kind, *(getattr(page, column) for column in _KEY_COLUMNS[name]))
    return keys * page.pressable if name in {"name", "label"} else keys
