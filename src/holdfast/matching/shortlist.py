"""Which candidates are worth a close look, by what can be had for all of them at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import Indel

from holdfast.matching.columns import Floats, Ints
from holdfast.matching.view import View

SHORTLIST = 40  # candidates looked at closely; the true one is among them in all but hopeless cases
_NEIGHBOURS = 6  # paired elements looked at on either side
_NEAR = 6.0  # elements: how fast agreement about distance fades


def pool_of(view: View, target: int) -> Ints:
    """Return what could be the element at all: things to use for a thing to use, else the rest."""
    here, there = view.here, view.there
    if here.pressable[target]:
        alike = np.flatnonzero((there.tag == here.tag[target]) & ~there.pressable)
        return np.union1d(view.usable, alike) if len(alike) else view.usable
    pool: Ints = np.flatnonzero(~there.pressable)
    return pool


@dataclass(frozen=True)
class Surroundings:
    """Paired neighbours of the element and where their partners stand."""

    before: Ints
    after: Ints
    at: int
    end: int
    image_before: Ints
    image_after: Ints
    ancestors: Ints  # images of the paired ancestors, nearest first
    siblings: Ints  # images of the paired siblings

    @classmethod
    def of(cls, view: View, target: int) -> Self:
        here, paired = view.here, view.paired_here
        end = int(here.end[target])
        at = int(np.searchsorted(paired, target))
        before: list[int] = []
        for other in paired[max(0, at - 60) : at][::-1]:
            if here.end[other] <= target:  # not an ancestor
                before.append(int(other))
                if len(before) == _NEIGHBOURS:
                    break
        behind = int(np.searchsorted(paired, end))
        after = paired[behind : behind + _NEIGHBOURS]
        ancestors: list[int] = []
        above = int(here.parent[target])
        while above >= 0 and len(ancestors) < 12:
            if view.image[above] >= 0:
                ancestors.append(int(view.image[above]))
            above = int(here.parent[above])
        beside = [
            int(view.image[other])
            for other in (*before, *map(int, after))
            if here.parent[other] == here.parent[target]
        ]
        lower = np.array(before, np.int64)
        return cls(
            before=lower, after=after, at=target, end=end,
            image_before=view.image[lower], image_after=view.image[after],
            ancestors=np.array(ancestors, np.int64), siblings=np.array(beside, np.int64),
        )  # fmt: skip

    def between(self, candidates: Ints) -> Floats:
        """Return the share of paired neighbours on whose right side each candidate stands."""
        count = len(self.before) + len(self.after)
        if not count:
            return np.zeros(len(candidates))
        right = (self.image_before[:, None] < candidates).sum(0)
        right = right + (self.image_after[:, None] > candidates).sum(0)
        return np.asarray(right / count)

    def as_far(self, candidates: Ints, ends: Ints) -> Floats:
        """Return how well the distances to the paired neighbours agree."""
        was = np.r_[self.at - self.before, self.after - self.end]
        if not len(was):
            return np.zeros(len(candidates))
        now = np.r_[
            candidates[None, :] - self.image_before[:, None],
            self.image_after[:, None] - ends[None, :],
        ]
        return np.asarray(np.exp(-np.abs(now - was[:, None]) / _NEAR).mean(0))


def shortlist(view: View, target: int, pool: Ints, around: Surroundings) -> Ints:
    """Return the most promising of the pool by what can be had for all at once, in page order."""
    if len(pool) <= SHORTLIST:
        return pool
    here, there = view.here, view.there
    worth = np.zeros(len(pool))
    for column, points in (("id", 4), ("name", 3), ("href", 4), ("label", 4), ("picture", 3),
                           ("text", 2), ("classes", 1.5), ("tag", 1), ("kind", 1),
                           ("type", 0.5)):  # fmt: skip
        value = getattr(here, column)[target]
        if value != 0:
            worth += points * (getattr(there, column)[pool] == value)
    worth += 2 * around.between(pool) + 2 * around.as_far(pool, there.end[pool])
    worth += 8 * (pool == view.image[target]) - 2 * (
        view.taken[pool] & (pool != view.image[target])
    )
    labels, hrefs = view.said_by(pool)
    worth += 2 * alike(here.labels[target], labels)
    worth += 2 * alike(here.hrefs[target], hrefs)
    if len(around.ancestors):
        nearest = around.ancestors[0]
        worth += 1.5 * ((pool > nearest) & (pool < there.end[nearest]))
    if here.boxes is not None and there.boxes is not None:
        shift = np.abs(there.boxes[pool, :3] - here.boxes[target, :3])
        worth += np.nan_to_num(np.exp(-shift / 200).sum(1)) * 0.7
    order = np.lexsort((pool, -worth))[:SHORTLIST]
    return np.sort(pool[order])


def alike(wanted: str, labels: Sequence[str]) -> Floats:
    """Return how alike texts are, 0 where one is missing."""
    if not wanted or not labels:
        return np.zeros(len(labels))
    scores = process.cdist([wanted], labels, scorer=Indel.normalized_similarity)
    return np.asarray(scores[0], np.float64)
