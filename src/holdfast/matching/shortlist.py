"""Shortlist: says which of many candidates are worth a close look, by what is cheap to ask."""

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import Indel

from holdfast.matching.columns import Floats, Ints, PageColumns
from holdfast.matching.view import PageView
from holdfast.page.grouping import grouped

SHORTLIST = 24  # candidates looked at closely; the true one is among them in all but hopeless cases
_NEIGHBOURS = 6  # paired elements looked at on either side
_NEAR = 6.0  # elements: how fast agreement about distance fades
# What it is worth that a column says the same.
_WORTH = {
    "id": 4.0, "href": 4.0, "label": 4.0, "name": 3.0, "picture": 3.0, "text": 2.0, "classes": 1.5,
    "tag": 1.0, "kind": 1.0, "type": 0.5,
}  # fmt: skip
_POINTS = np.array(list(_WORTH.values()))
_FADED = np.exp(-np.arange(4500) / _NEAR)  # by distance; 0 from there on


class Pool:
    """Units of one page among which is looked, with what is asked of them for every target."""

    def __init__(self, page: PageColumns, at: Ints) -> None:
        self.page, self.at = page, at

    def __len__(self) -> int:
        return len(self.at)

    @cached_property
    def columns(self) -> Ints:
        """Return the columns that are worth something, a row for each."""
        return np.stack([getattr(self.page, name)[self.at] for name in _WORTH])

    @cached_property
    def end(self) -> Ints:
        """Return where the units end."""
        return self.page.end[self.at]

    @cached_property
    def by_label(self) -> Mapping[int, list[int]]:
        """Return the units by their labels, as numbers; in document order."""
        labels = self.page.label[self.at]
        return grouped(zip(labels.tolist(), self.at.tolist(), strict=True))

    @cached_property
    def texts(self) -> Sequence[tuple[list[str], Ints]]:
        """Return the different labels and addresses, and by unit which of them is its own."""
        return tuple(map(self._distinct, (self.page.labels, self.page.hrefs)))

    def _distinct(self, texts: Sequence[str]) -> tuple[list[str], Ints]:
        said = [texts[index] for index in self.at.tolist()]
        places = {text: place for place, text in enumerate(dict.fromkeys(said))}
        return list(places), np.fromiter(map(places.__getitem__, said), np.int64, len(said))


def shortlist(view: PageView, target: int, pool: Pool) -> Ints:
    """Return the most promising of the pool, in page order."""
    if len(pool) <= SHORTLIST:
        return pool.at
    here, there = view.here, view.there
    values = np.array([getattr(here, name)[target] for name in _WORTH])
    worth = (_POINTS * (values != 0)) @ (pool.columns == values[:, None])
    image = pool.at == view.image[target]
    worth += 8 * image - 2 * (view.taken[pool.at] & ~image) + _placed(view, target, pool)
    for wanted, (texts, places) in zip(
        (here.labels[target], here.hrefs[target]), pool.texts, strict=True
    ):
        worth += 2 * _alike(wanted, texts)[places]
    if here.boxes is not None and there.boxes is not None:
        shift = np.abs(there.boxes[pool.at, :3] - here.boxes[target, :3])
        worth += np.nan_to_num(np.exp(-shift / 200).sum(1)) * 0.7
    least = np.partition(worth, -SHORTLIST)[-SHORTLIST]
    better, equal = np.flatnonzero(worth > least), np.flatnonzero(worth == least)
    chosen = np.concatenate((better, equal[: SHORTLIST - len(better)]))
    return np.sort(pool.at[chosen])


def _placed(view: PageView, target: int, pool: Pool) -> Floats:
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
    now = np.concatenate(
        (pool.at - view.image[before][:, None], view.image[after][:, None] - pool.end)
    )
    in_order = (now > 0).sum(0, dtype=np.int16) / count
    now -= np.concatenate((target - before, after - end))[:, None]
    far = _FADED[np.minimum(np.abs(now, out=now), len(_FADED) - 1, out=now)].sum(0) / count
    return np.asarray(2 * in_order + 2 * far)


def _alike(wanted: str, texts: Sequence[str]) -> Floats:
    """Return how alike texts are, 0 where one is missing."""
    if not wanted or not texts:
        return np.zeros(len(texts))
    scores = process.cdist([wanted], texts, scorer=Indel.normalized_similarity)
    return np.asarray(scores[0], np.float64)
