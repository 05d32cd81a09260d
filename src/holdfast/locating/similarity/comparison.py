"""One old element against the new page: how well each candidate agrees, trait by trait.

Agreement only ever adds. What is missing on either side counts neither way; what both have and what
differs is counted apart, as a contradiction. The same code looks backwards, from a candidate to the
old page, with the two sides exchanged.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import Indel

from holdfast.locating.similarity.columns import (
    PRESS,
    Flags,
    Floats,
    Ints,
    PageColumns,
    beginning,
)
from holdfast.locating.similarity.pairing import (
    CONTEXT,
    PLACE,
    STRONG,
    Pairing,
    nearest_paired,
)
from holdfast.model.compact import kept_attributes

SHORTLIST = 40  # candidates looked at closely; the true one is among them in all but hopeless cases
_NEIGHBOURS = 6  # paired elements looked at on either side
_NEAR = 6.0  # elements: how fast agreement about distance fades
_SCREEN = 1920.0  # pixels, where no viewport is known
_AROUND = 40  # characters of text read before and after an element

TRAITS = (
    # what it is
    "same tag", "same kind", "same role", "same type",
    # what it is called and where it points; the rarer on the page, the more it says
    "same id", "same name", "same address", "address alike", "same label", "label alike",
    "same text", "text alike", "same own text", "rare label", "rare address", "unique key",
    "words shared", "same page name", "still says something", "label is known", "address is known",
    # how it is written
    "same classes", "classes alike", "rare classes", "attributes alike", "same icon",
    "attribute names alike",
    # where it stands in the page
    "same heading", "text before", "text after", "same place among siblings",
    "as many siblings", "subtree alike", "path alike", "parent classes", "ancestor id",
    "depth alike",
    # where it stands on the screen
    "same column", "same row", "same width", "same height", "same visibility",
    # what the pairing of the whole pages says
    "paired by key", "paired by context", "paired by place", "between neighbours",
    "neighbours as far", "inside the same", "ancestors around", "siblings here", "free",
    "not taken by key", "same neighbours",
    # what became of the elements that looked like it
    "as its peers became", "peers have its tag", "looked like its peers",
)  # fmt: skip
TRAIT = {name: column for column, name in enumerate(TRAITS)}
KEYS = ("id", "name", "href", "label")


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
    def forward(cls, old: PageColumns, new: PageColumns, pairing: Pairing) -> View:
        """Return the view from the old page to the new one."""
        return cls(old, new, pairing.image, pairing.origin, pairing.strength, pairing.survival)

    def backward(self) -> View:
        """Return the view from the other side."""
        strength = np.where(self.origin >= 0, self.strength[self.origin], 0)
        return View(self.there, self.here, self.origin, self.image, strength, self.survival)

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
        return (self.origin >= 0) & (self.strength[self.origin] == STRONG)

    @cached_property
    def usable(self) -> Ints:
        """Return the elements of the other side that a person can press or fill in."""
        return self.there.usable

    @cached_property
    def vouched_here(self) -> Ints:
        """Return the elements of this side that more than their place was paired by."""
        return np.flatnonzero((self.image >= 0) & (self.strength != PLACE))


@dataclass(frozen=True)
class Comparison:
    """The shortlist for one element: candidates (indices on the other page) and their traits."""

    target: int
    candidates: Ints
    traits: Floats  # one row per candidate, one column per name in TRAITS
    contradictions: Floats  # one row per candidate, one column per name in KEYS
    agreements: Floats


def compare(view: View, target: int) -> Comparison:
    """Return the shortlist of candidates for an element, with their traits."""
    pool = _pool(view, target)
    surroundings = _Surroundings.of(view, target)
    chosen = _shortlist(view, target, pool, surroundings)
    return _Closer(view, target, chosen, surroundings).comparison()


def peers_of(view: View, target: int) -> Ints:
    """Return the elements that looked like the target and of which it is known what they became."""
    vouched = view.vouched_here
    return vouched[(view.here.look[vouched] == view.here.look[target]) & (vouched != target)]


def _pool(view: View, target: int) -> Ints:
    """Return what could be the element at all: things to use for a thing to use, else the rest."""
    here, there = view.here, view.there
    if here.pressable[target]:
        alike = np.flatnonzero((there.tag == here.tag[target]) & ~there.pressable)
        return np.union1d(view.usable, alike) if len(alike) else view.usable
    pool: Ints = np.flatnonzero(~there.pressable & (there.depth > 0))
    return pool


@dataclass(frozen=True)
class _Surroundings:
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
    def of(cls, view: View, target: int) -> _Surroundings:
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
        ancestors, above = [], int(here.parent[target])
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


def _shortlist(view: View, target: int, pool: Ints, around: _Surroundings) -> Ints:
    """Return the most promising of the pool by what can be had for all at once, in page order."""
    if len(pool) <= SHORTLIST:
        return pool
    here, there = view.here, view.there
    worth = np.zeros(len(pool))
    for column, points in (("id", 4), ("name", 3), ("href", 4), ("label", 4), ("text", 2),
                           ("classes", 1.5), ("tag", 1), ("kind", 1), ("type", 0.5)):  # fmt: skip
        value = getattr(here, column)[target]
        if value != 0:
            worth += points * (getattr(there, column)[pool] == value)
    worth += 2 * around.between(pool) + 2 * around.as_far(pool, there.end[pool])
    worth += 8 * (pool == view.image[target]) - 2 * (
        view.taken[pool] & (pool != view.image[target])
    )
    worth += 2 * _label_ratio(here.labels[target], [there.labels[i] for i in pool])
    worth += 2 * _label_ratio(here.hrefs[target], [there.hrefs[i] for i in pool])
    if len(around.ancestors):
        nearest = around.ancestors[0]
        worth += 1.5 * ((pool > nearest) & (pool < there.end[nearest]))
    if here.boxes is not None and there.boxes is not None:
        shift = np.abs(there.boxes[pool, :3] - here.boxes[target, :3])
        worth += np.nan_to_num(np.exp(-shift / 200).sum(1)) * 0.7
    order = np.lexsort((pool, -worth))[:SHORTLIST]
    return np.sort(pool[order])


def _label_ratio(wanted: str, labels: Sequence[str]) -> Floats:
    """Return how alike texts are, 0 where one is missing."""
    if not wanted or not labels:
        return np.zeros(len(labels))
    scores = process.cdist([wanted], labels, scorer=Indel.normalized_similarity)
    return np.asarray(scores[0], np.float64)


class _Closer:
    """Looks closely at a shortlist."""

    def __init__(self, view: View, target: int, chosen: Ints, around: _Surroundings) -> None:
        self.view, self.target, self.chosen, self.around = view, target, chosen, around
        self.here, self.there = view.here, view.there
        self.traits = np.zeros((len(chosen), len(TRAITS)))

    def comparison(self) -> Comparison:
        """Return everything that is known about the shortlist."""
        if len(self.chosen):
            self._what()
            self._called()
            self._written()
            self._standing()
            self._on_screen()
            self._paired()
        agree, contradict = self._keys()
        return Comparison(self.target, self.chosen, self.traits, contradict, agree)

    def _put(self, name: str, values: Floats | Flags) -> None:
        self.traits[:, TRAIT[name]] = values

    def _same(self, column: str) -> Flags:
        value = getattr(self.here, column)[self.target]
        return (getattr(self.there, column)[self.chosen] == value) & (value != 0)

    def _rarity(self, column: str) -> float:
        """Return how much it says that this value is met: 1 for once on the page, 0 for always."""
        value = getattr(self.here, column)[self.target]
        if value == 0 or len(self.there) < 2:
            return 0.0
        met = int((getattr(self.there, column) == value).sum())
        return float(np.log(len(self.there) / max(met, 1)) / np.log(len(self.there)))

    def _what(self) -> None:
        self._put("same tag", self._same("tag"))
        self._put("same kind", self._same("kind"))
        roles = self.there.snapshot.roles
        role = self.here.snapshot.roles[self.target]
        self._put("same role", np.array([bool(role) and roles[i] == role for i in self.chosen]))
        self._put("same type", self._same("type"))

    def _called(self) -> None:
        here, there, chosen = self.here, self.there, self.chosen
        for trait, column in (("same id", "id"), ("same name", "name"), ("same address", "href"),
                              ("same label", "label"), ("same text", "text"),
                              ("same own text", "own")):  # fmt: skip
            self._put(trait, self._same(column))
        self._put("rare label", self._same("label") * self._rarity("label"))
        self._put("rare address", self._same("href") * self._rarity("href"))
        self._put(
            "label alike", _label_ratio(here.labels[self.target], [there.labels[i] for i in chosen])
        )
        self._put(
            "address alike", _label_ratio(here.hrefs[self.target], [there.hrefs[i] for i in chosen])
        )
        wanted = beginning(here.snapshot, self.target)
        self._put(
            "text alike", _label_ratio(wanted, [beginning(there.snapshot, i) for i in chosen])
        )
        self._put("unique key", self._has_unique_key())
        words = _words(here.labels[self.target])
        self._put("words shared", [_overlap(words, _words(there.labels[i])) for i in chosen])
        page = _page_name(here.hrefs[self.target])
        self._put(
            "same page name", [page != "" and page == _page_name(there.hrefs[i]) for i in chosen]
        )
        self._put("still says something", (there.text[chosen] != 0) | (here.text[self.target] == 0))
        # A candidate whose own name the old page never knew is probably a new thing.
        self._put(
            "label is known", np.isin(there.label[chosen], here.label) | (there.label[chosen] == 0)
        )
        self._put(
            "address is known", np.isin(there.href[chosen], here.href) | (there.href[chosen] == 0)
        )

    def _has_unique_key(self) -> Flags:
        """Return whether some key is the target's, is met once on either page, and is here."""
        found = np.zeros(len(self.chosen), np.bool_)
        for column in KEYS:
            same = self._same(column)
            if same.sum() == 1:
                value = getattr(self.here, column)[self.target]
                once = all(
                    (getattr(p, column) == value).sum() == 1 for p in (self.here, self.there)
                )
                found |= same & once
        return found

    def _written(self) -> None:
        self._put("same classes", self._same("classes"))
        self._put("rare classes", self._same("classes") * self._rarity("classes"))
        mine = _class_set(self.here, self.target)
        self._put("classes alike", [_jaccard(mine, _class_set(self.there, i)) for i in self.chosen])
        own = _attribute_set(self.here, self.target)
        self._put(
            "attributes alike", [_jaccard(own, _attribute_set(self.there, i)) for i in self.chosen]
        )
        names = frozenset(part.partition("=")[0] for part in own)
        theirs = [
            frozenset(part.partition("=")[0] for part in _attribute_set(self.there, i))
            for i in self.chosen
        ]
        self._put(
            "attribute names alike",
            [1.0 if names == other else _jaccard(names, other) for other in theirs],
        )
        icon = _icons(self.here, self.target)
        if icon:
            self._put("same icon", [float(bool(icon & _icons(self.there, i))) for i in self.chosen])

    def _standing(self) -> None:
        here, there, chosen, target = self.here, self.there, self.chosen, self.target
        self._put("same heading", self._same("heading"))
        before, after = _text_around(here, target)
        around = [_text_around(there, i) for i in chosen]
        self._put("text before", _label_ratio(before[::-1], [b[::-1] for b, _ in around]))
        self._put("text after", _label_ratio(after, [a for _, a in around]))
        self._put("same place among siblings", there.sibling[chosen] == here.sibling[target])
        self._put("as many siblings", there.siblings[chosen] == here.siblings[target])
        self._put("subtree alike", _ratio(there.size[chosen], here.size[target]))
        self._put("depth alike", np.exp(-np.abs(there.depth[chosen] - here.depth[target]) / 3))
        path = _path(here, target)
        self._put("path alike", _label_ratio(path, [_path(there, i) for i in chosen]))
        mine = _class_set(here, int(here.parent[target]))
        parents = there.parent[chosen]
        self._put("parent classes", [_jaccard(mine, _class_set(there, int(p))) for p in parents])
        named = _ancestor_id(here, target)
        if named:
            self._put("ancestor id", [_ancestor_id(there, int(i)) == named for i in chosen])

    def _on_screen(self) -> None:
        here, there, chosen, target = self.here, self.there, self.chosen, self.target
        self._put("same visibility", there.shown[chosen] == here.shown[target])
        if here.boxes is None or there.boxes is None or not here.shown[target]:
            return
        x, y, width, height = here.boxes[target]
        others = there.boxes[chosen]
        seen = there.shown[chosen] & ~np.isnan(others[:, 0])
        others = np.nan_to_num(others)
        centre = np.abs(others[:, 0] + others[:, 2] / 2 - x - width / 2)
        column = np.minimum(np.abs(others[:, 0] - x), centre)
        self._put("same column", np.exp(-column / 150) * seen)
        top = np.abs(others[:, 1] - y)
        bottom = np.abs((_bottom(there) - others[:, 1]) - (_bottom(here) - y))
        self._put("same row", np.exp(-np.minimum(top, bottom) / 150) * seen)
        self._put("same width", _ratio(others[:, 2], width) * seen)
        self._put("same height", _ratio(others[:, 3], height) * seen)

    def _paired(self) -> None:
        view, chosen, target, around = self.view, self.chosen, self.target, self.around
        same = chosen == view.image[target]
        how = view.strength[target]
        self._put("paired by key", same & (how == STRONG))
        self._put("paired by context", same & (how == CONTEXT))
        self._put("paired by place", same & (how == PLACE))
        self._put("between neighbours", around.between(chosen))
        self._put("neighbours as far", around.as_far(chosen, self.there.end[chosen]))
        above = view.region_there[chosen]
        origin = np.where(above >= 0, view.origin[above], -1)
        inside = (origin >= 0) & (origin <= target) & (target < self.here.end[origin])
        self._put("inside the same", inside)
        if len(around.ancestors):
            first, last = around.ancestors[:, None], self.there.end[around.ancestors][:, None]
            self._put("ancestors around", ((chosen > first) & (chosen < last)).mean(0))
        if len(around.siblings):
            parents = self.there.parent[around.siblings]
            self._put(
                "siblings here", (self.there.parent[chosen][None] == parents[:, None]).mean(0)
            )
        free = (view.origin[chosen] < 0) | same
        self._put("free", free)
        self._put("not taken by key", ~view.taken[chosen] | same)
        self._put("same neighbours", self._same_neighbours())
        self._peers()

    def _same_neighbours(self) -> Floats:
        """Return the share of the two next elements of its sort that stand next to the candidate."""
        mine = _beside(self.here, np.array([self.target]))[:, 0]
        images = np.where(mine >= 0, self.view.image[mine], -1)
        theirs = _beside(self.there, self.chosen)
        return np.asarray(((images[:, None] == theirs) & (images[:, None] >= 0)).mean(0))

    def _peers(self) -> None:
        """Compare with what became of the elements that looked like the target."""
        view, chosen, target = self.view, self.chosen, self.target
        peers = peers_of(view, target)
        if len(peers):
            images = view.image[peers]
            looks = self.there.look[images]
            same = looks[:, None] == self.there.look[chosen][None]
            self._put("as its peers became", same.mean(0))
            tags = self.there.tag[images][:, None] == self.there.tag[chosen][None]
            self._put("peers have its tag", tags.mean(0))
            here = self.here.look[view.origin[self._vouched_there]]
            there = self.there.look[self._vouched_there][:, None] == self.there.look[chosen][None]
            alike = (here == self.here.look[target])[:, None] & there
            self._put("looked like its peers", alike.sum(0) / np.maximum(there.sum(0), 1))

    @property
    def _vouched_there(self) -> Ints:
        return self.view.image[self.view.vouched_here]

    def _keys(self) -> tuple[Floats, Floats]:
        """Return which keys agree and which contradict: both sides have one, and they differ."""
        agree = np.zeros((len(self.chosen), len(KEYS)))
        contradict = np.zeros_like(agree)
        for place, column in enumerate(KEYS):
            value = getattr(self.here, column)[self.target]
            theirs = getattr(self.there, column)[self.chosen]
            if value != 0:
                agree[:, place] = theirs == value
                contradict[:, place] = (theirs != value) & (theirs != 0)
        return agree, contradict


# --------------------------------------------------------------------------- single-element looks


def _ratio(values: Ints | Floats, wanted: float) -> Floats:
    larger = np.maximum(values, wanted)
    return np.where(larger > 0, np.minimum(values, wanted) / np.maximum(larger, 1e-9), 0.0)


def _jaccard(mine: frozenset[str], other: frozenset[str]) -> float:
    union = len(mine | other)
    return len(mine & other) / union if union and mine and other else 0.0


def _words(label: str) -> frozenset[str]:
    return frozenset(word for word in _WORD.findall(label) if len(word) > 2)


_WORD = re.compile(r"\w+")


def _overlap(mine: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of the shorter side's words that the other side has, too."""
    shorter = min(len(mine), len(other))
    return len(mine & other) / shorter if shorter else 0.0


def _page_name(href: str) -> str:
    """Return the last part of an address, which outlives a move to another folder."""
    return href.rstrip("/").rpartition("/")[2]


def _class_set(page: PageColumns, index: int) -> frozenset[str]:
    if index < 0:
        return frozenset()
    return frozenset(page.snapshot.attributes[index].get("class", "").split())


_KNOWN_ELSEWHERE = frozenset({"id", "class", "href", "name", "type", "style"})


def _attribute_set(page: PageColumns, index: int) -> frozenset[str]:
    attributes = kept_attributes(page.snapshot.attributes[index])
    return frozenset(f"{k}={v}" for k, v in attributes.items() if k not in _KNOWN_ELSEWHERE)


_ICON_STEMS = (
    "fa-",
    "icon-",
    "glyphicon-",
    "bi-",
    "ti-",
    "mdi-",
    "ion-",
    "octicon-",
    "nc-",
    "ni-",
    "lnr-",
)


def _icons(page: PageColumns, index: int) -> frozenset[str]:
    """Return the icons that an element shows, by the names icon fonts and sprites give them."""
    found = set()
    for i in range(index, min(int(page.end[index]), index + 12)):
        attributes = page.snapshot.attributes[i]
        if not attributes:
            continue
        for token in attributes.get("class", "").split():
            if token.startswith(_ICON_STEMS):
                found.add(token.partition("-")[2])
        link = attributes.get("xlink:href", "") or (
            attributes.get("href", "") if page.snapshot.tags[i] == "use" else ""
        )
        if link:
            found.add(link.rpartition("#")[2])
    return frozenset(found)


def _text_around(page: PageColumns, index: int) -> tuple[str, str]:
    outline = page.snapshot.outline
    text, start, end = outline.page_text, outline.text_starts[index], outline.text_ends[index]
    before = " ".join(text[max(0, start - 3 * _AROUND) : start].split())[-_AROUND:]
    after = " ".join(text[end : end + 3 * _AROUND].split())[:_AROUND]
    return before.casefold(), after.casefold()


def _path(page: PageColumns, index: int) -> str:
    tags, parents, steps = page.snapshot.tags, page.snapshot.parents, list[str]()
    while index >= 0 and len(steps) < 30:
        steps.append(tags[index])
        index = parents[index]
    return "/".join(steps)


def _ancestor_id(page: PageColumns, index: int) -> int:
    """Return the nearest stable id above an element, as a hash; 0 for none."""
    index = int(page.parent[index])
    while index >= 0:
        if page.id[index]:
            return int(page.id[index])
        index = int(page.parent[index])
    return 0


def _bottom(page: PageColumns) -> float:
    assert page.boxes is not None
    lowest = page.boxes[0, 1] + page.boxes[0, 3]
    return float(lowest) if np.isfinite(lowest) else 0.0


def _beside(page: PageColumns, places: Ints) -> Ints:
    """Return the elements of the same sort next before and next after each place, -1 for none."""
    sort = page.usable if page.pressable[places[0]] else np.flatnonzero(~page.pressable)
    if not len(sort):
        return np.full((2, len(places)), -1)
    before = np.searchsorted(sort, places) - 1
    after = np.searchsorted(sort, places, side="right")
    return np.stack([
        np.where(before >= 0, sort[np.maximum(before, 0)], -1),
        np.where(after < len(sort), sort[np.minimum(after, len(sort) - 1)], -1),
    ])  # fmt: skip


def is_press(page: PageColumns, index: int) -> bool:
    """Return whether the element is a link or a button."""
    return page.kinds[index] == PRESS
