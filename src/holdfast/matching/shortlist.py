"""Shortlist: says which of many candidates are worth a close look, by what is cheap to ask."""

from collections.abc import Sequence

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import Indel

from holdfast.matching.columns import Floats, Ints
from holdfast.matching.view import PageView

SHORTLIST = 24  # candidates looked at closely; the true one is among them in all but hopeless cases
_NEIGHBOURS = 6  # paired elements looked at on either side
_NEAR = 6.0  # elements: how fast agreement about distance fades
# What it is worth that a column says the same.
_WORTH = {
    "id": 4.0, "href": 4.0, "label": 4.0, "name": 3.0, "picture": 3.0, "text": 2.0, "classes": 1.5,
    "tag": 1.0, "kind": 1.0, "type": 0.5,
}  # fmt: skip


def shortlist(view: PageView, target: int, pool: Ints) -> Ints:
    """Return the most promising of the pool, in page order."""
    if len(pool) <= SHORTLIST:
        return pool
    here, there = view.here, view.there
    worth = np.zeros(len(pool))
    for column, points in _WORTH.items():
        value = getattr(here, column)[target]
        if value != 0:
            worth += points * (getattr(there, column)[pool] == value)
    image = pool == view.image[target]
    worth += 8 * image - 2 * (view.taken[pool] & ~image) + _placed(view, target, pool)
    for texts_here, texts_there in ((here.labels, there.labels), (here.hrefs, there.hrefs)):
        worth += 2 * _alike(texts_here[target], [texts_there[i] for i in pool.tolist()])
    if here.boxes is not None and there.boxes is not None:
        shift = np.abs(there.boxes[pool, :3] - here.boxes[target, :3])
        worth += np.nan_to_num(np.exp(-shift / 200).sum(1)) * 0.7
    order = np.lexsort((pool, -worth))[:SHORTLIST]
    return np.sort(pool[order])


def _placed(view: PageView, target: int, pool: Ints) -> Floats:
    """Return how well each stands between what became of the element's neighbours, and how far."""
    here, paired = view.here, view.paired_here
    at, end = int(np.searchsorted(paired, target)), int(here.end[target])
    before = paired[max(0, at - 60) : at]
    before = before[here.end[before] <= target][-_NEIGHBOURS:]  # not what is around it
    behind = int(np.searchsorted(paired, end))
    after = paired[behind : behind + _NEIGHBOURS]
    count = len(before) + len(after)
    if not count:
        return np.zeros(len(pool))
    now_before = pool[None] - view.image[before][:, None]
    now_after = view.image[after][:, None] - view.there.end[pool][None]
    now, was = np.r_[now_before, now_after], np.r_[target - before, after - end]
    far = np.exp(-np.abs(now - was[:, None]) / _NEAR).mean(0)
    return np.asarray(2 * (now > 0).mean(0) + 2 * far)


def _alike(wanted: str, texts: Sequence[str]) -> Floats:
    """Return how alike texts are, 0 where one is missing."""
    if not wanted or not texts:
        return np.zeros(len(texts))
    scores = process.cdist([wanted], texts, scorer=Indel.normalized_similarity)
    return np.asarray(scores[0], np.float64)
