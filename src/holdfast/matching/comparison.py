"""One old element against the new page: how well each candidate agrees, trait by trait.

Agreement only ever adds. What is missing on either side counts neither way; what both have and what
differs is counted apart, as a contradiction. The same code looks backwards, from a candidate to the
old page, with the two sides exchanged.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from holdfast.matching.columns import Flags, Floats, Ints, beginning
from holdfast.matching.looks import (
    ancestor_id,
    attribute_names,
    attribute_set,
    beside,
    bottom,
    class_set,
    how_many,
    icons,
    is_test_id,
    jaccard,
    overlap,
    page_name,
    paths_of_tags,
    size_ratio,
    text_around,
    words,
)
from holdfast.matching.pairing import CONTEXT, PLACE, STRONG
from holdfast.matching.shortlist import Surroundings, alike, pool_of, shortlist
from holdfast.matching.view import View, peers_of

TRAITS = (
    # what it is
    "same tag", "same kind", "same role", "same type",
    # what it is called and where it points; the rarer on the page, the more it says
    "same id", "same name", "same address", "address alike", "same label", "label alike",
    "same text", "text alike", "same own text", "rare label", "rare address", "unique key",
    "two keys agree",
    "words shared", "same page name", "still says something", "label is known", "address is known",
    # how it is written
    "same classes", "classes alike", "rare classes", "attributes alike", "same icon",
    "same picture", "rare picture", "attribute names alike",
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
KEYS = ("id", "name", "href", "label", "picture")


@dataclass(frozen=True)
class Comparison:
    """The shortlist for one element: candidates (indices on the other page) and their traits."""

    target: int
    candidates: Ints
    traits: Floats  # one row per candidate, one column per name in TRAITS
    contradictions: Floats  # one row per candidate, one column per name in KEYS
    agreements: Floats
    row_twin: int  # the only candidate of its name whose row says the same, -1 for none


def compare(view: View, target: int, twin: int = -1) -> Comparison:
    """Return the shortlist of candidates for an element, with their traits.

    ``twin`` is whoever has its name and its row, and is looked at in any case.
    """
    pool = pool_of(view, target)
    surroundings = Surroundings.of(view, target)
    chosen = shortlist(view, target, pool, surroundings)
    if twin >= 0:
        chosen = np.union1d(chosen, [twin])
    return _Closer(view, target, chosen, surroundings).comparison(twin)


_Values = NDArray[np.floating] | Flags | Sequence[float] | Sequence[bool]


class _Closer:
    """Looks closely at a shortlist."""

    def __init__(self, view: View, target: int, chosen: Ints, around: Surroundings) -> None:
        self.view, self.target, self.chosen, self.around = view, target, chosen, around
        self.here, self.there = view.here, view.there
        self.traits = np.zeros((len(chosen), len(TRAITS)))

    def comparison(self, twin: int) -> Comparison:
        """Return everything that is known about the shortlist."""
        if len(self.chosen):
            self._what()
            self._called()
            self._written()
            self._standing()
            self._on_screen()
            self._paired()
        agree, contradict = self._keys()
        self._put("two keys agree", agree.sum(1) >= 2)
        return Comparison(self.target, self.chosen, self.traits, contradict, agree, twin)

    def _put(self, name: str, values: _Values) -> None:
        self.traits[:, TRAIT[name]] = values

    def _same(self, column: str) -> Flags:
        value = getattr(self.here, column)[self.target]
        return np.asarray((getattr(self.there, column)[self.chosen] == value) & (value != 0))

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
        self._put("label alike", alike(here.labels[self.target], [there.labels[i] for i in chosen]))
        self._put("address alike", alike(here.hrefs[self.target], [there.hrefs[i] for i in chosen]))
        wanted = beginning(here.snapshot, self.target)
        self._put("text alike", alike(wanted, [beginning(there.snapshot, i) for i in chosen]))
        self._put("unique key", self._has_unique_key())
        mine = words(here.labels[self.target])
        self._put("words shared", [overlap(mine, words(there.labels[i])) for i in chosen])
        page = page_name(here.hrefs[self.target])
        self._put(
            "same page name", [page != "" and page == page_name(there.hrefs[i]) for i in chosen]
        )
        self._put("still says something", (there.text[chosen] != 0) | (here.text[self.target] == 0))
        # A candidate whose own name the old page never knew is probably a new thing.
        self._put(
            "label is known", here.knows("label", there.label[chosen]) | (there.label[chosen] == 0)
        )
        self._put(
            "address is known", here.knows("href", there.href[chosen]) | (there.href[chosen] == 0)
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
        mine = class_set(self.here, self.target)
        self._put("classes alike", [jaccard(mine, class_set(self.there, i)) for i in self.chosen])
        own = attribute_set(self.here, self.target)
        theirs = [attribute_set(self.there, i) for i in self.chosen]
        self._put("attributes alike", [jaccard(own, other) for other in theirs])
        names = attribute_names(own)
        self._put(
            "attribute names alike",
            [
                1.0 if names == other else jaccard(names, other)
                for other in map(attribute_names, theirs)
            ],
        )
        self._put("same picture", self._same("picture"))
        self._put("rare picture", self._same("picture") * self._rarity("picture"))
        icon = icons(self.here, self.target)
        if icon:
            self._put("same icon", [float(bool(icon & icons(self.there, i))) for i in self.chosen])

    def _standing(self) -> None:
        here, there, chosen, target = self.here, self.there, self.chosen, self.target
        self._put("same heading", self._same("heading"))
        before, after = text_around(here, target)
        around = [text_around(there, i) for i in chosen]
        self._put("text before", alike(before[::-1], [b[::-1] for b, _ in around]))
        self._put("text after", alike(after, [a for _, a in around]))
        self._put("same place among siblings", there.sibling[chosen] == here.sibling[target])
        self._put("as many siblings", there.siblings[chosen] == here.siblings[target])
        self._put("subtree alike", size_ratio(there.size[chosen], here.size[target]))
        self._put("depth alike", np.exp(-np.abs(there.depth[chosen] - here.depth[target]) / 3))
        path = paths_of_tags(here, [target])[0]
        self._put("path alike", alike(path, paths_of_tags(there, chosen)))
        mine = class_set(here, int(here.parent[target]))
        parents = there.parent[chosen]
        self._put("parent classes", [jaccard(mine, class_set(there, int(p))) for p in parents])
        named = ancestor_id(here, target)
        if named:
            self._put("ancestor id", [ancestor_id(there, int(i)) == named for i in chosen])

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
        low = np.abs((bottom(there) - others[:, 1]) - (bottom(here) - y))
        self._put("same row", np.exp(-np.minimum(top, low) / 150) * seen)
        self._put("same width", size_ratio(others[:, 2], width) * seen)
        self._put("same height", size_ratio(others[:, 3], height) * seen)

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
        """Return the share of its two next neighbours that stand next to the candidate."""
        mine = beside(self.here, np.array([self.target]))[:, 0]
        images = np.where(mine >= 0, self.view.image[mine], -1)
        theirs = beside(self.there, self.chosen)
        return np.asarray(((images[:, None] == theirs) & (images[:, None] >= 0)).mean(0))

    def _peers(self) -> None:
        """Compare with what became of the elements that looked like the target."""
        view, chosen, target = self.view, self.chosen, self.target
        peers = peers_of(view, target)
        if len(peers):
            images, mine = view.image[peers], self.there.look[chosen]
            became = how_many(np.sort(self.there.look[images]), mine)
            self._put("as its peers became", became / len(peers))
            tags = how_many(np.sort(self.there.tag[images]), self.there.tag[chosen])
            self._put("peers have its tag", tags / len(peers))
            looked = became
            if view.is_vouched(target):
                looked = became + (self.there.look[view.image[target]] == mine)
            everybody = how_many(view.looks_there, mine)
            self._put("looked like its peers", looked / np.maximum(everybody, 1))

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
        # A test id and an id are two things, and do not contradict each other.
        kept = [
            is_test_id(self.there, i) == is_test_id(self.here, self.target) for i in self.chosen
        ]
        contradict[:, KEYS.index("id")] *= np.array(kept, np.bool_)
        # Words that moved from the face of a control to its accessible name are no contradiction.
        told = [self.there.labels[i] == self.here.labels[self.target] for i in self.chosen]
        contradict[:, KEYS.index("label")] *= ~np.array(told, np.bool_)
        return agree, contradict
