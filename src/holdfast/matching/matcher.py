"""Matcher: compares two pages and says where an element is now, how likely, or that it is gone."""

import weakref
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from holdfast.matching.assignment import Assignment, assign
from holdfast.matching.columns import Flags, Floats, PageColumns, read_columns
from holdfast.matching.features import Case, measure, namesakes_of
from holdfast.matching.fitted import Model, Situation, fitted
from holdfast.matching.matchup import Matchup, match_up, who_meets
from holdfast.matching.pairing import Pairing, pair_pages
from holdfast.matching.sides import Side
from holdfast.matching.unit_words import UnitReader
from holdfast.matching.units import Sort
from holdfast.matching.view import View
from holdfast.model.snapshot import Snapshot
from holdfast.page.page_cache import once_per_page

_UNCHANGED = 0.98  # the same element of the same page
NAMED_TWICE = 0.98  # at least, of whom two keys name alone: on labelled pages right in 645 of 645
_EVEN = 0.5  # at most, where nothing but order tells two candidates apart
_CLEARLY = 0.15  # how much better one row must read than another
_ALIKE = 0.01  # features that differ by less say the same
# What an element is and says, apart from where it stands: equal in all of them is equal.
_IDENTITY = (
    "same id", "same name", "same address", "same label", "words of one", "words anywhere",
    "same icon", "same heading", "words before", "row words", "region words", "same ancestor id",
    "same purpose", "same classes",
)  # fmt: skip

columns_of: Callable[[Snapshot], PageColumns] = once_per_page(read_columns)
reader_of: Callable[[Snapshot], UnitReader] = once_per_page(
    lambda snapshot: UnitReader(columns_of(snapshot))
)


@dataclass(frozen=True)
class Shortlist:
    """Who may be the element: candidates with their probabilities, best first."""

    ranked: tuple[tuple[int, float], ...]
    p_gone: float
    best: Case | None  # None when there is nothing of its sort on the page
    equivalents: tuple[int, ...]

    def case_of(self, candidate: int) -> Case:
        """Return what was measured about a candidate."""
        assert self.best is not None
        column = int(np.searchsorted(self.best.matchup.new.at, candidate))
        return Case(self.best.assignment, self.best.row, column)


class Matcher:
    """Two pages; everything that does not depend on the element is worked out once."""

    def __init__(self, old: Snapshot, new: Snapshot, *, whole_page: bool = True) -> None:
        self.old, self.new = columns_of(old), columns_of(new)
        self._old_reader, self._new_reader = reader_of(old), reader_of(new)
        self.situation = Situation.PAGE if whole_page else Situation.ELEMENT
        self._assigned: dict[Sort, Assignment] = {}

    @cached_property
    def pairing(self) -> Pairing:
        """Return what belongs together on the two pages."""
        return pair_pages(self.old, self.new)

    @cached_property
    def view(self) -> View:
        """Return the pages seen from the old one."""
        return View.forward(self.old, self.new, self.pairing)

    @property
    def model(self) -> Model:
        """Return the numbers for what is known of the old page."""
        return fitted()[self.situation]

    def matchup(self, target: int) -> Matchup:
        """Return what is measured about an element of the old page and all that meets it."""
        sort = self._sort_of(target)
        old, new = self._old_reader.pools[sort], self._new_reader.pools[sort]
        rows, columns = who_meets(self.view, old, new, target)
        sides = Side(self._old_reader, rows), Side(self._new_reader, columns)
        return match_up(self.view, *sides, sort)

    def _sort_of(self, target: int) -> Sort:
        return Sort(int(self._old_reader.units.sorts[target]))

    def _assignment(self, target: int) -> Assignment:
        sort = self._sort_of(target)
        if sort in self._assigned:
            return self._assigned[sort]
        matchup = self.matchup(target)
        assignment = assign(matchup, self.model.ranking)
        if len(matchup.old.at) == len(self._old_reader.pools[sort]):  # everybody met
            self._assigned[sort] = assignment
        return assignment

    def shortlist(self, target: int) -> Shortlist:
        """Return where an element of the old page may be on the new one."""
        assignment = self._assignment(target)
        matchup = assignment.matchup
        if not len(matchup.new.at):
            return Shortlist((), 1.0, None, ())
        best = best_case(assignment, matchup.row_of(target))
        itself = np.flatnonzero(matchup.new.at == target)
        if self._is_unchanged and len(itself):
            best = Case(assignment, best.row, int(itself[0]))
            believed, p_gone = _UNCHANGED, 1.0 - _UNCHANGED
        else:
            believed, p_gone = judge(best, self.model)
        equivalents = self._equivalents(int(matchup.new.at[best.column]))
        return _share_out(best, believed, p_gone, equivalents, unchanged=self._is_unchanged)

    @cached_property
    def _is_unchanged(self) -> bool:
        """Return whether the two pages say the same, element by element."""
        columns = ("tag", "parent", "id", "href", "label", "text", "classes")
        return len(self.old) == len(self.new) and all(
            np.array_equal(getattr(self.old, name), getattr(self.new, name)) for name in columns
        )

    def _equivalents(self, candidate: int) -> tuple[int, ...]:
        """Return other elements with the same address and the same label: they do the same."""
        new = self.new
        if not new.href[candidate] or not new.label[candidate]:
            return ()
        same = (new.href == new.href[candidate]) & (new.label == new.label[candidate])
        return tuple(int(i) for i in np.flatnonzero(same) if i != candidate)


def best_case(assignment: Assignment, row: int) -> Case:
    """Return the best candidate: whom two keys name alone, else the likeliest.

    A sum of many small things must not outvote two keys that were each met once on either page.
    """
    chances, scores = assignment.after.chances[row], assignment.after.scores[row]
    best = Case(assignment, row, int(np.lexsort((-scores, -chances))[0]))
    keyed = assignment.matchup.feature("paired by key")[row]
    if keyed.any():
        paired = Case(assignment, row, int(np.argmax(keyed)))
        if is_named_twice(paired):
            return paired
    return best


def is_named_twice(case: Case) -> bool:
    """Return whether two keys name the candidate and nobody else, and none contradicts."""
    return case.named >= 2 and not case.contradicts.any()


def judge(best: Case, model: Model) -> tuple[float, float]:
    """Return how likely the best candidate is the element, and how likely it is gone."""
    inputs = measure(best)
    believed = max(model.believe(inputs), NAMED_TWICE if is_named_twice(best) else 0.0)
    return believed, (1.0 - believed) * model.gone(inputs)


def most(best: Case) -> float:
    """Return the most that may be believed of a candidate among those that are called the same.

    Whatever speaks for it speaks as much for a look-alike, unless its row reads like the old one's.
    """
    labels = best.matchup.old.keys[3, best.row], best.matchup.new.keys[3, best.column]
    others = namesakes_of(best) if labels[0] == labels[1] else np.zeros_like(best.rivals)
    if equals_of(best).any():
        return _EVEN
    rows = best.row_values("row words")
    ahead = rows[best.column] - np.max(rows, where=others, initial=0.0)
    if not others.any() or ahead > _CLEARLY:
        return 1.0
    chances = best.chances[best.row]
    share = float(chances[best.column] / max(chances[best.column] + chances[others].sum(), 1e-9))
    return min(share, _EVEN) if ahead < -_CLEARLY else share


def equals_of(best: Case) -> Flags:
    """Return the rivals that nothing but their order tells apart from the candidate."""
    found = best.rivals.copy()
    for name in _IDENTITY:
        values = best.row_values(name)
        found &= np.abs(values - values[best.column]) < _ALIKE
    keys = best.matchup.new.keys
    return np.asarray(found & (keys == keys[:, [best.column]]).all(0))


def _share_out(
    best: Case, believed: float, p_gone: float, equivalents: tuple[int, ...], *, unchanged: bool
) -> Shortlist:
    """Return the candidates with their probabilities; what nobody earns stays with nobody."""
    at = best.matchup.new.at
    twins = np.isin(at, equivalents)
    right = believed if unchanged else min(believed, most(best) * (1.0 - p_gone))
    right = believed if twins.any() and equals_of(best)[~twins].sum() == 0 else right
    chances = best.chances[best.row] * best.rivals
    others = (1.0 - believed - p_gone) * chances / max(float(chances.sum()), 1.0)
    alike = chances * (namesakes_of(best) | equals_of(best))
    others += (believed - right) * alike / max(float(alike.sum()), 1e-9)
    return Shortlist(_ranked(best, right, others), p_gone, best, equivalents)


def _ranked(best: Case, right: float, others: Floats) -> tuple[tuple[int, float], ...]:
    """Return the candidates by probability, the best one first."""
    # No runner-up is likelier than the best, whatever the probability model thinks of the best.
    shares = np.minimum(others, right)
    shares[best.column] = right
    scores = best.assignment.after.chances[best.row]
    order = np.lexsort((best.matchup.new.at, -scores, -shares))
    order = np.r_[best.column, order[order != best.column]]
    return tuple((int(best.matchup.new.at[i]), float(shares[i])) for i in order)


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
