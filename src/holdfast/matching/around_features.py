"""Around features: what neighbours, rows and lists say of one candidate, and what was asked for."""

import numpy as np

from holdfast.matching.case import Case, feature, mean_of
from holdfast.matching.feature import AGAINST, EITHER
from holdfast.matching.units import Purpose, Sort

_PIXELS = 80.0  # how fast being where one's neighbours went fades

# ----------------------------------------------------------------------------------- neighbours


@feature("neighbours found", EITHER)
def neighbours_found(case: Case) -> float:
    """How much of what stood around the element was found; what that means depends on the rest."""
    return mean_of(case.best_chance[case.near], 0.0)


@feature("neighbours keep labels", EITHER)
def neighbours_keep_labels(case: Case) -> float:
    """How many of those are still called the same."""
    return case.labels_kept[0]


@feature("page found", EITHER)
def page_found(case: Case) -> float:
    """How much of the page was found."""
    return mean_of(case.best_chance, 0.0)


@feature("labels stay", EITHER)
def labels_stay(case: Case) -> float:
    """How many of what was found are still called the same."""
    return case.labels_kept[1]


@feature("moved as its neighbours did")
def moved_as_its_neighbours_did(case: Case) -> float:
    """On the screen it went where those went that stood nearest to it."""
    return float(np.exp(-case.off_the_others / _PIXELS))


@feature("its like keep their labels", EITHER)
def its_like_keep_their_labels(case: Case) -> float:
    """How many of those that looked like it around it are still called the same."""
    return case.kin_keep_labels


@feature("label changed though its like keep theirs", AGAINST)
def label_changed_though_its_like_keep_theirs(case: Case) -> float:
    """Of a list in which all others are called as before, it alone would be another."""
    return float(case.changed_word > 0) * case.kin_keep_labels


@feature("gap closed", AGAINST)
def gap_closed(case: Case) -> float:
    """The old neighbours stand side by side now: nothing is left between them."""
    first, last = case.gap
    return float(first >= 0 and last < case.chances.shape[1] and last - first == 1)


@feature("in the gap")
def in_the_gap(case: Case) -> float:
    """It stands between what became of the neighbours."""
    return float(case.gap[0] < case.column < case.gap[1])


@feature("alone in the gap")
def alone_in_the_gap(case: Case) -> float:
    """Nothing else stands between what became of the neighbours."""
    return float(case.is_alone_in_gap)


# ----------------------------------------------------------------------------------- rows, lists


@feature("its row reads otherwise", AGAINST)
def its_row_reads_otherwise(case: Case) -> float:
    """Both stand in rows, and the rows say different things."""
    return case.row_reads_otherwise


@feature("one of many, and its row reads otherwise", AGAINST)
def one_of_many_and_its_row_reads_otherwise(case: Case) -> float:
    """Every row had such a control: only what the row says tells whose it is."""
    return case.row_reads_otherwise * case.is_one_of_many


@feature("its list got shorter", AGAINST)
def its_list_got_shorter(case: Case) -> float:
    """There are fewer of its looks around the candidate than there were around the element."""
    old, new = case.matchup.old.kin(case.row), case.matchup.new.kin(case.column)
    return max(0.0, 1.0 - int(new.sum()) / int(old.sum()))


@feature("its list is spoken for", AGAINST)
def its_list_is_spoken_for(case: Case) -> float:
    """Of those that look like the candidate around it, others claim so many."""
    kin = case.matchup.new.kin(case.column)
    claims = case.chances[:, kin].sum() - case.chances[case.row, kin].sum()
    return float(min(1.0, claims / int(kin.sum())))


# ------------------------------------------------------------------------------ what is asked for


@feature("purpose", EITHER)
def purpose(case: Case) -> float:
    """What is done with the element: pressed, typed into, ticked, chosen from, or nothing."""
    return float(case.matchup.old.purposes[case.row]) / len(Purpose)


@feature("units", EITHER)
def units(case: Case) -> float:
    """How many stood on the old page: on a small one, place says little."""
    return float(np.log1p(len(case.matchup.old.at))) / 10


@feature("is read", EITHER)
def is_read(case: Case) -> float:
    """The element is only read."""
    return float(case.matchup.sort == Sort.READ)


@feature("is a holder", EITHER)
def is_a_holder(case: Case) -> float:
    """The element only holds others."""
    return float(case.matchup.sort == Sort.HOLDER)


@feature("was in a row", EITHER)
def was_in_a_row(case: Case) -> float:
    """The element is one row's."""
    return float(case.matchup.old.rows[case.row] >= 0)
