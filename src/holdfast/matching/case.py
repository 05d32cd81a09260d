"""Case: one old unit and one candidate, with what their assignment and their keys say of them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from holdfast.matching.assignment import JointAssignment, as_share
from holdfast.matching.columns import Flags, Floats, Ints
from holdfast.matching.feature import FeatureTable
from holdfast.matching.matchup import PLACES, Matchup
from holdfast.matching.unit_words import KEYS
from holdfast.matching.units import Purpose, Sort

_NEAR = 4  # units on either side whose fate is looked at
_NEAREST = 5  # units on the screen whose way is followed
_OTHERWISE = 0.5  # from here on two labels have little in common
_FOUND = 0.5  # a chance from which a neighbour counts as found
_ANOTHER_ROW = 0.6  # from here on two rows are not the same one
_CHANGED_ROW, _AHEAD_ROW = 0.3, 0.15  # of a row's words: that went, and that others lack
_ALL, _AHEAD = 0.99, 0.4  # of the words of one label: that the other says, and more than a rival
_CLAIMED = 0.3  # a chance from which another old element may well be the candidate
_ID, _NAME, _ADDRESS, _LABEL, _PICTURE = range(len(KEYS))
_WRITTEN = [_ID, _NAME, _ADDRESS]  # by people, for programs


@dataclass(frozen=True)
class Case:
    """One candidate for one old unit, among all that are believed."""

    assignment: JointAssignment
    row: int
    column: int

    @property
    def matchup(self) -> Matchup:
        """Return what was measured."""
        return self.assignment.matchup

    def pair(self, name: str) -> float:
        """Return one feature of this pair."""
        return self._pair[PLACES[name]]

    @cached_property
    def _pair(self) -> list[float]:
        pair: list[float] = self.matchup.pairs[:, self.row, self.column].tolist()
        return pair

    def row_values(self, name: str) -> Floats:
        """Return one feature of this unit with every candidate."""
        return np.asarray(self.matchup.feature(name)[self.row], np.float64)

    @cached_property
    def rivals(self) -> Flags:
        """Return which candidates would be another answer."""
        return self.matchup.new.apart(self.column)

    @cached_property
    def namesakes(self) -> Flags:
        """Return which rivals are called the same as the candidate."""
        labels = self.matchup.new.keys[_LABEL]
        mine = labels[self.column]
        return np.asarray((labels == mine) & (mine != 0) & self.rivals)

    @cached_property
    def claimants(self) -> Flags:
        """Return which old units could claim the candidate instead."""
        return self.matchup.old.apart(self.row)

    def lead(self, values: Floats) -> float:
        """Return by how much this candidate leads over the best rival."""
        return float(values[self.column]) - most_among(values, self.rivals)

    @cached_property
    def chances(self) -> Floats:
        """Return the chances of all pairs."""
        return self.assignment.after.chances

    @cached_property
    def keys(self) -> tuple[Ints, Ints]:
        """Return the keys of the unit and of the candidate."""
        return self.matchup.old.keys[:, self.row], self.matchup.new.keys[:, self.column]

    @cached_property
    def agrees(self) -> Flags:
        """Return which keys both have and share."""
        old, new = self.keys
        return np.asarray((old == new) & (old != 0))

    @cached_property
    def held_by_rivals(self) -> list[bool]:
        """Return which keys of the unit a rival has."""
        mine = self.keys[0][:, None]
        held: list[bool] = (
            ((self.matchup.new.keys == mine) & self.rivals & (mine != 0)).any(1).tolist()
        )
        return held

    @cached_property
    def any_agrees(self) -> bool:
        """Return whether a key agrees."""
        return bool(self.agrees.any())

    @property
    def is_vouched_for(self) -> bool:
        """Return whether a key agrees that names one thing: "submit" is the name of any button."""
        told = self.agrees.copy()
        told[_NAME] &= self._is_filled_in
        return bool(told.any())

    @property
    def _is_filled_in(self) -> bool:
        return bool(self.matchup.old.purposes[self.row] != Purpose.PRESS)

    @cached_property
    def contradicts(self) -> Floats:
        """Return how much each key contradicts: both have one, and they differ.

        A label that shares words with the old one, or an address whose last part stayed, is less
        of a contradiction.
        """
        old, new = self.keys
        found: Floats = ((old != new) & (old != 0) & (new != 0)).astype(np.float64)
        found[_LABEL] *= 1.0 - max(self.pair("words of one"), self.pair("same label"))
        found[_ADDRESS] *= 1.0 - 0.7 * self.pair("same page name")
        return found

    @cached_property
    def _unique(self) -> Flags:
        """Return which keys name the candidate alone: shared, and met once on either page."""
        old = self.matchup.old.counts[:, self.row] == 1
        new = self.matchup.new.counts[:, self.column] == 1
        return np.asarray(self.agrees & old & new)

    @cached_property
    def named(self) -> int:
        """Return how many keys name the candidate alone."""
        return int(self._unique.sum())

    @property
    def is_named_twice(self) -> bool:
        """Return whether two keys agree, one is met once on either page, and none contradicts."""
        several = int(self.agrees.sum()) >= 2 and self.named >= 1
        return several and not self.contradicts.any()

    @property
    def is_same_id(self) -> bool:
        """Return whether an id that is met once on either page names it, and nothing contradicts.

        Custom elements keep what they say to themselves: there the id is all that is left.
        """
        return bool(self._unique[_ID]) and not self.contradicts.any()

    @property
    def is_same_field(self) -> bool:
        """Return whether a control of the same kind keeps its name, met once on either page.

        Programs read fields by that name: people change the label, and leave it.
        """
        alike = self.pair("same kind") == self.pair("same tag") == 1.0
        if not (self._unique[_NAME] and alike and self._is_filled_in):
            return False
        return not (self._is_renamed_field or self.is_another_rows)

    @property
    def _is_renamed_field(self) -> bool:
        """Return whether a name went to another field: names are counted, reused and swapped.

        What the field was called, another is called now; or it says the opposite; or it is called
        otherwise in another part of the page.
        """
        is_elsewhere = not self.pair("inside the same") and self.contradicts[_LABEL] > _OTHERWISE
        label_went = bool(self.held_by_rivals[_LABEL]) and not self.agrees[_LABEL]
        return bool(label_went or self.pair("opposite words") or is_elsewhere)

    @property
    def is_reworded(self) -> bool:
        """Return whether it says as much as before, no rival does, and its place vouches for it.

        It is inside the same part of the page and in its row, and no key that people wrote
        contradicts. Either one label says all that the other says and it alone stands between what
        its neighbours became; or both say the same, articles aside, and nobody else claims it.
        """
        ahead = self.lead(self.row_values("words of one")) >= _AHEAD
        if not ahead or self.pair("opposite words") or self.pair("same kind") < 1.0:
            return False
        if self.pair("inside the same") < 1.0 or self.pair("row lost"):
            return False
        if self.row_reads_otherwise >= _ANOTHER_ROW or self.contradicts[_WRITTEN].any():
            return False
        if self.is_alone_in_gap and self.pair("words of one") > _ALL:
            return True
        told = self.matchup.old.told[self.row]
        is_told = bool(told) and bool(told == self.matchup.new.told[self.column])
        return is_told and most_among(self.chances[:, self.column], self.claimants) < _CLAIMED

    @cached_property
    def is_alone_in_gap(self) -> bool:
        """Return whether it alone stands between what became of the neighbours."""
        first, last = self.gap
        between = first >= 0 and last < self.chances.shape[1] and last - first == 2
        return between and self.column == first + 1

    @property
    def is_another_thing(self) -> bool:
        """Return whether id or field name, and label, all name something else; nothing agrees.

        What is only read has nothing but its words and its neighbours; without either it is
        another.
        """
        if self.any_agrees or self.another_word < _OTHERWISE:
            return False
        written = max(self.contradicts[KEYS.index("id")], self.contradicts[KEYS.index("name")])
        alone = not self.assignment.contexts[:, self.row, self.column].any()
        return bool(written) or (alone and self.matchup.sort is not Sort.USED)

    @property
    def is_opposite_elsewhere(self) -> bool:
        """Return whether it says the opposite and does not stand where the element stood.

        Whatever id it was given: in its place a control may be switched, elsewhere it is another.
        """
        return bool(self.pair("opposite words")) and not self.gap[0] < self.column < self.gap[1]

    @property
    def is_another_choice(self) -> bool:
        """Return whether it is another one of the choices among which the element was one."""
        is_a_choice = self.matchup.old.purposes[self.row] == Purpose.CHECK
        is_one_of_them = self.agrees[_NAME] and not self._unique[_NAME]
        return bool(is_a_choice and is_one_of_them and self.contradicts[_LABEL] > _OTHERWISE)

    @property
    def is_empty_shell(self) -> bool:
        """Return whether the element was called something and the candidate is an empty shell.

        Of 3 384 labelled elements with a label none became one; wrappers of what is gone do.
        """
        return bool(self.keys[0][_LABEL] and self.matchup.new.shells[self.column])

    @cached_property
    def row_reads_otherwise(self) -> float:
        """Return how little the rows of the two have in common; 0 where one stands in none."""
        old, new = self.matchup.old.rows[self.row], self.matchup.new.rows[self.column]
        return (1.0 - self.pair("row words")) * float(old >= 0 and new >= 0)

    @cached_property
    def _of_other_rows(self) -> Flags:
        """Return which old units are called the same, or show the same, in rows of their own."""
        keys, rows = self.matchup.old.keys, self.matchup.old.rows
        place = _LABEL if keys[_LABEL, self.row] else _PICTURE
        same = (keys[place] == keys[place, self.row]) & (keys[place] != 0)
        return np.asarray(same & (rows >= 0) & (rows != rows[self.row]))

    @property
    def is_one_of_many(self) -> bool:
        """Return whether others of the old page were called the same, in rows of their own."""
        return bool(self._of_other_rows.any())

    @property
    def _row_is_unknown(self) -> bool:
        """Return whether its row reads otherwise, or no more like the old one than others do.

        "Editor, active, Berlin" stands in every row: only the name was this row's own.
        """
        if self.row_reads_otherwise > _ANOTHER_ROW:
            return True
        rows, at = self.row_values("row words"), self.matchup.new.rows
        others = self.namesakes & (at >= 0) & (at != at[self.column])
        ahead = float(rows[self.column]) - most_among(rows, others)
        return bool(others.any()) and self.row_reads_otherwise > _CHANGED_ROW and ahead < _AHEAD_ROW

    @property
    def is_another_rows(self) -> bool:
        """Return whether it is such a control of another row: nothing of its own row agrees.

        A test id that every row has says as little as the label.
        """
        if not (self.is_one_of_many and self._row_is_unknown):
            return False
        keys = self.matchup.old.keys
        shared = (keys[:, self._of_other_rows] == keys[:, [self.row]]).any(1)
        return not np.delete(self.agrees & ~shared, _LABEL).any()

    @cached_property
    def best_chance(self) -> Floats:
        """Return by old unit the chance of its best candidate."""
        return np.asarray(self.chances.max(1, initial=0.0))

    @cached_property
    def best_place(self) -> Ints:
        """Return by old unit its best candidate."""
        return np.asarray(self.chances.argmax(1))

    @cached_property
    def near(self) -> Ints:
        """Return the old units around this one, without it."""
        first, last = max(0, self.row - _NEAR), min(len(self.chances), self.row + _NEAR + 1)
        return np.array([i for i in range(first, last) if i != self.row], np.int64)

    @cached_property
    def gap(self) -> tuple[int, int]:
        """Return the places of the nearest found neighbours; -1 or past the end where none is."""
        found = self.near[self.best_chance[self.near] > _FOUND]
        before, after = found[found < self.row], found[found > self.row]
        first = int(self.best_place[before[-1]]) if len(before) else -1
        last = int(self.best_place[after[0]]) if len(after) else self.chances.shape[1]
        return first, last

    @cached_property
    def kin_keep_labels(self) -> float:
        """Return how many of those that looked like it in its region are still called the same."""
        kin = self.matchup.old.kin(self.row) & (self.matchup.old.keys[_LABEL] != 0)
        kin[self.row] = False
        same = self.matchup.feature("same label")[kin, self.best_place[kin]]
        return mean_of(same * self.best_chance[kin], 0.0)

    @cached_property
    def off_the_others(self) -> float:
        """Return how many pixels it is off where those went that stood nearest; inf if unknown."""
        old, new = self.matchup.old.middles, self.matchup.new.middles
        if old is None or new is None:
            return np.inf
        known = (self.best_chance > _FOUND) & ~np.isnan(old[:, 0])
        known[self.row] = False
        known &= ~np.isnan(new[self.best_place, 0])
        others = np.flatnonzero(known)
        if not len(others) or np.isnan(old[self.row, 0] + new[self.column, 0]):
            return np.inf
        away = np.abs(old[others] - old[self.row]).sum(1)
        others = others[np.argsort(away, kind="stable")[:_NEAREST]]
        moved = np.median(new[self.best_place[others]] - old[others], axis=0)
        return float(np.abs(new[self.column] - old[self.row] - moved).sum())

    @cached_property
    def labels_kept(self) -> tuple[float, float]:
        """Return how many found units are called the same: around this one, and on the page."""
        had = self.matchup.old.keys[_LABEL] != 0
        same = self.matchup.feature("same label")[np.arange(len(had)), self.best_place]
        around = self.near[had[self.near]]
        sure = had & (self.best_chance > _FOUND)
        kept = same * self.best_chance
        return mean_of(kept[around], 0.0), mean_of(same[sure], 0.5)

    @cached_property
    def same_purpose(self) -> tuple[Flags, Flags]:
        """Return which other old units, and which new ones, are used for the same."""
        purpose = self.matchup.old.purposes[self.row]
        old = self.matchup.old.purposes == purpose
        old[self.row] = False
        return old, self.matchup.new.purposes == purpose

    @cached_property
    def free(self) -> Floats:
        """Return by new unit how much of it nobody else claims."""
        return as_share(1.0 - self.chances.sum(0) + self.chances[self.row])

    @cached_property
    def lost(self) -> Floats:
        """Return by old unit how much of it is given to nobody."""
        return as_share(1.0 - self.chances.sum(1))

    @cached_property
    def another_word(self) -> float:
        """Return how little the two labels have in common; 0 where one of them is missing."""
        old, new = self.keys
        said = max(map(self.pair, ("words of one", "same label", "label in code")))
        return (1.0 - said) * bool(old[_LABEL] and new[_LABEL])

    @cached_property
    def changed_word(self) -> float:
        """Return how much the two labels differ either way; 0 where one of them is missing."""
        old, new = self.keys
        said = max(self.pair("words of both"), self.pair("same label"))
        return (1.0 - said) * bool(old[_LABEL] and new[_LABEL])


def mean_of(values: Floats, otherwise: float) -> float:
    return float(values.sum()) / len(values) if len(values) else otherwise


def most_among(values: Floats, among: Flags) -> float:
    """Return the largest of some values, at least 0."""
    return float(np.maximum.reduce(values, where=among, initial=0.0))


def within(value: float, most: float) -> float:
    """Return a value that is cut off on both sides."""
    return float(min(max(value, -most), most))


# What speaks for and against a case: `features` and `around_features` add to it.
feature = FeatureTable[Case, float]()
