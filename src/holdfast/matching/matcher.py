"""Matcher: compares two pages as wholes; all that does not depend on the element is done once."""

import weakref
from collections.abc import Callable
from functools import cached_property

import numpy as np

from holdfast.matching.assignment import JointAssignment, assign
from holdfast.matching.case import Case
from holdfast.matching.columns import PageColumns, read_columns
from holdfast.matching.fitted import Model, Situation, fitted
from holdfast.matching.matchup import Matchup, match_up, namesakes_outside, who_meets
from holdfast.matching.pairing import Pairing, pair_pages
from holdfast.matching.shortlist import Pool
from holdfast.matching.sides import Side
from holdfast.matching.unit_words import UnitReader
from holdfast.matching.units import Sort
from holdfast.matching.view import PageView
from holdfast.model.snapshot import Snapshot
from holdfast.page.page_cache import once_per_page

columns_of: Callable[[Snapshot], PageColumns] = once_per_page(read_columns)
reader_of: Callable[[Snapshot], UnitReader] = once_per_page(
    lambda snapshot: UnitReader(columns_of(snapshot))
)


class Matcher:
    """Two pages, and who became whom."""

    def __init__(self, old: Snapshot, new: Snapshot, *, whole_page: bool = True) -> None:
        self.old, self.new = columns_of(old), columns_of(new)
        self.old_reader, self.new_reader = reader_of(old), reader_of(new)
        self.situation = Situation.PAGE if whole_page else Situation.ELEMENT
        self._assigned: dict[Sort, JointAssignment] = {}
        self._pools: dict[Sort, tuple[Pool, Pool]] = {}

    @cached_property
    def pairing(self) -> Pairing:
        """Return what belongs together on the two pages."""
        return pair_pages(self.old, self.new)

    @cached_property
    def view(self) -> PageView:
        """Return the pages seen from the old one."""
        return PageView.forward(self.old, self.new, self.pairing)

    @property
    def model(self) -> Model:
        """Return the numbers for what is known of the old page."""
        return fitted()[self.situation]

    def matchup(self, target: int) -> Matchup:
        """Return what is measured about an element of the old page and all that meets it."""
        sort = self._sort_of(target)
        rows, columns = who_meets(self.view, *self._pools_of(sort), target)
        sides = Side(self.old_reader, rows), Side(self.new_reader, columns)
        return match_up(self.view, *sides, sort)

    def best(self, target: int) -> Case | None:
        """Return the best candidate for an element; None when there is nothing of its sort.

        On a page that did not change it is the element itself.
        """
        assignment = self._assignment(target)
        matchup = assignment.matchup
        if not len(matchup.new.at):
            return None
        row = matchup.row_of(target)
        itself = np.flatnonzero(matchup.new.at == target)
        if self.is_unchanged and len(itself):
            return Case(assignment, row, int(itself[0]))
        return best_case(assignment, row)

    def _pools_of(self, sort: Sort) -> tuple[Pool, Pool]:
        """Return the units of a sort on the old page, and who of the new one can be meant.

        Those are its units of the sort, and who carry their names: redesigns make a control of what
        no tag, class or attribute calls one.
        """
        if sort not in self._pools:
            old, units = self.old_reader.pools[sort], self.new_reader.pools[sort]
            strays = namesakes_outside(self.view, sort, old, units)
            meant = np.union1d(units, strays) if len(strays) else units
            self._pools[sort] = Pool(self.old, old), Pool(self.new, meant)
        return self._pools[sort]

    def _sort_of(self, target: int) -> Sort:
        return Sort(int(self.old_reader.units.sorts[target]))

    def _assignment(self, target: int) -> JointAssignment:
        sort = self._sort_of(target)
        if sort in self._assigned:
            return self._assigned[sort]
        matchup = self.matchup(target)
        assignment = assign(matchup, self.model.ranking)
        if len(matchup.old.at) == len(self.old_reader.pools[sort]):  # everybody met
            self._assigned[sort] = assignment
        return assignment

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


def best_case(assignment: JointAssignment, row: int) -> Case:
    """Return the best candidate: whom two keys or a field's name alone name, else the likeliest.

    A sum of many small things must not outvote keys that were each met once on either page.
    """
    keyed = assignment.matchup.feature("paired by key")[row]
    if keyed.any():
        paired = Case(assignment, row, int(np.argmax(keyed)))
        if paired.is_named_twice or paired.is_same_field:
            return paired
    chances, scores = assignment.after.chances[row], assignment.after.scores[row]
    return Case(assignment, row, int(np.lexsort((-scores, -chances))[0]))


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
