"""One page against another: where an element is now, how likely that is, or that it is gone."""

import weakref
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from holdfast.matching.circumstances import Around, look_around
from holdfast.matching.columns import Flags, Floats, Ints, PageColumns, read_columns
from holdfast.matching.comparison import Comparison, compare
from holdfast.matching.doubt import (
    Backward,
    Forward,
    Lookalikes,
    best_of,
    doubts,
    look_back,
)
from holdfast.matching.pairing import STRONG, Pairing, pair_pages
from holdfast.matching.rows import row_reads, row_twin
from holdfast.matching.tables import Situation, Tables, fitted
from holdfast.matching.view import View
from holdfast.model.snapshot import Snapshot
from holdfast.page.page_cache import once_per_page

_UNCHANGED = 0.98  # the same element of the same page

columns_of: Callable[[Snapshot], PageColumns] = once_per_page(read_columns)


@dataclass(frozen=True)
class Verdict:
    """What the two pages say about one element."""

    ranked: tuple[tuple[int, float], ...]  # candidates on the new page with their probabilities
    p_gone: float
    forward: Forward
    around: Around
    backward: Backward
    equivalents: tuple[int, ...]
    situation: Situation

    def row_of(self, candidate: int) -> int:
        """Return where a candidate stands in the shortlist."""
        return int(np.flatnonzero(self.forward.candidates == candidate)[0])


class Matcher:
    """Two pages; everything that does not depend on the element is worked out once."""

    def __init__(self, old: Snapshot, new: Snapshot, *, whole_page: bool = True) -> None:
        self.old, self.new = columns_of(old), columns_of(new)
        boxed = self.old.boxes is not None and self.new.boxes is not None
        known = Situation.BOXES if boxed else Situation.PAGE
        self.situation = known if whole_page else Situation.ELEMENT

    @cached_property
    def pairing(self) -> Pairing:
        """Return what belongs together on the two pages."""
        return pair_pages(self.old, self.new)

    @cached_property
    def view(self) -> View:
        """Return the pages seen from the old one."""
        return View.forward(self.old, self.new, self.pairing)

    @cached_property
    def _back_view(self) -> View:
        return self.view.backward()

    def look(self, target: int, weights: Floats) -> Forward:
        """Return the scored shortlist for an element of the old page."""
        return self._forward(self.seen(target), weights)

    def seen(self, target: int) -> Comparison:
        """Return the shortlist for an element of the old page."""
        return compare(self.view, target, row_twin(self.view, target))

    def _forward(self, seen: Comparison, weights: Floats) -> Forward:
        view = self.view
        origins = view.origin[seen.candidates]
        return Forward(
            candidates=seen.candidates,
            ends=self.new.end[seen.candidates],
            origins=origins,
            traits=seen.traits,
            scores=seen.traits @ weights,
            agreements=seen.agreements,
            contradictions=seen.contradictions,
            target=seen.target,
            row_twin=seen.row_twin,
            image=int(view.image[seen.target]),
            strength=int(view.strength[seen.target]),
        )

    def look_back(self, target: int, candidate: int, weights: Floats) -> Backward:
        """Return how the old elements compete for a candidate."""
        seen, ends, placed = self.seen_back(candidate)
        return look_back(seen.candidates, ends, seen.traits @ weights, target, placed)

    def seen_back(self, candidate: int) -> tuple[Comparison, Ints, Flags]:
        """Return the old elements compared with a candidate, their ends, and who is elsewhere."""
        seen = compare(self._back_view, candidate)
        elsewhere = self.view.image[seen.candidates] != candidate
        placed = (self.view.strength[seen.candidates] == STRONG) & elsewhere
        return seen, self.old.end[seen.candidates], placed

    def verdict(self, target: int, tables: Tables | None = None) -> Verdict:
        """Return where an element of the old page is on the new one."""
        tables = tables or fitted()[self.situation]
        forward, around = self.look(target, tables.weights), look_around(self.view, target)
        if not len(forward.candidates):
            nobody = Backward(lead=0.0, share=0.0, rival_placed=False)
            return Verdict((), 1.0, forward, around, nobody, (), self.situation)
        itself = np.flatnonzero((forward.candidates == target) & self.is_unchanged)
        best = int(itself[0]) if len(itself) else best_of(forward)
        here = int(forward.candidates[best])
        backward = self.look_back(target, here, tables.weights)
        lookalikes = self.lookalikes(forward.candidates, target, here)
        inputs = doubts(forward, around, backward, lookalikes, best)
        believed = _UNCHANGED if len(itself) else tables.believe(inputs, forward, best)
        p_gone = (1.0 - believed) * tables.gone(inputs)
        right = min(believed, lookalikes.allow(forward, best) * (1.0 - p_gone))
        shares = _shares(forward, best)
        # What a look-alike might be is its own; what nobody comes near to earn stays with nobody.
        probability = (1.0 - believed - p_gone) * shares / max(float(shares.sum()), 1.0)
        alike = shares * lookalikes.namesakes
        probability += (believed - right) * alike / max(float(alike.sum()), 1e-9)
        return Verdict(
            ranked=_ranked(forward, best, right, probability),
            p_gone=p_gone,
            forward=forward,
            around=around,
            backward=backward,
            equivalents=self.equivalents(here),
            situation=self.situation,
        )

    def lookalikes(self, candidates: Ints, target: int, here: int) -> Lookalikes:
        """Return who is called the same as one of the candidates, and what its row says."""
        new = self.new
        same = (new.label[candidates] == new.label[here]) & (new.kind[candidates] == new.kind[here])
        others = same & ~np.isin(candidates, self.equivalents(here))
        if new.label[here] != self.old.label[target]:  # its name is not what speaks for it
            others &= False
        return Lookalikes(namesakes=np.asarray(others), reads=row_reads(self.view, target, here))

    @cached_property
    def is_unchanged(self) -> bool:
        """Return whether the two pages say the same, element by element."""
        columns = ("tag", "parent", "id", "href", "label", "text", "classes")
        return len(self.old) == len(self.new) and all(
            np.array_equal(getattr(self.old, name), getattr(self.new, name)) for name in columns
        )

    def equivalents(self, candidate: int) -> tuple[int, ...]:
        """Return other elements with the same address and the same label: they do the same."""
        new = self.new
        if not new.href[candidate] or not new.label[candidate]:
            return ()
        same = (new.href == new.href[candidate]) & (new.label == new.label[candidate])
        return tuple(int(i) for i in np.flatnonzero(same) if i != candidate)


def _shares(forward: Forward, best: int) -> Floats:
    """Return how near each other candidate comes to the best, 0-1; parts of it count nothing."""
    near = np.exp(np.clip(forward.scores - forward.scores[best], -50.0, 0.0))
    return np.asarray(near * forward.beside(best))


def _ranked(
    forward: Forward, best: int, right: float, others: Floats
) -> tuple[tuple[int, float], ...]:
    """Return the candidates by probability, the best one first."""
    # No runner-up is likelier than the best, whatever the probability model thinks of the best.
    probability = np.minimum(others, right)
    probability[best] = right
    order = np.lexsort((forward.candidates, -probability, -forward.scores))
    order = np.r_[best, order[order != best]]
    return tuple((int(forward.candidates[i]), float(probability[i])) for i in order)


_recent: list[tuple[weakref.ref[Snapshot], weakref.ref[Snapshot], bool, Matcher]] = []
_KEPT = 4  # page pairs; a run goes from page to page and rarely back


def matcher_for(old: Snapshot, new: Snapshot, *, whole_page: bool = True) -> Matcher:
    """Return the matcher for two pages, the same one as long as both are in use."""
    for one, other, whole, matcher in _recent:
        if one() is old and other() is new and whole == whole_page:
            return matcher
    matcher = Matcher(old, new, whole_page=whole_page)
    _recent.insert(0, (weakref.ref(old), weakref.ref(new), whole_page, matcher))
    del _recent[_KEPT:]
    return matcher
