"""Rows: what stands beside elements of one name and tells them apart."""

import numpy as np

from holdfast.matching.columns import Ints, PageColumns
from holdfast.matching.shortlist import alike
from holdfast.matching.view import View

_LONGEST_ROW = 600  # characters; what says more is no row
_ROWS = 400  # rows that are read; a page with more of one name is left to the rest of the evidence
_COMPARED = 40  # of them, when none says the same to the letter


def row_text(page: PageColumns, index: int) -> str:
    """Return what is said beside an element, in the nearest part of the page that says more.

    Without white space: whether words stand apart is a matter of markup.
    """
    row = page.rows_read.get(index)
    if row is None:
        row = page.rows_read[index] = _read_row(page, index)
    return row


def _read_row(page: PageColumns, index: int) -> str:
    outline, own = page.snapshot.index, len(page.snapshot.index.text_of(index))
    above = int(page.parent[index])
    while above >= 0 and outline.text_ends[above] - outline.text_starts[above] <= _LONGEST_ROW:
        text = outline.text_of(above)
        if len(text) > own + 1:
            return "".join(text.casefold().split())
        above = int(page.parent[above])
    return ""


def row_twin(view: View, target: int) -> int:
    """Return the only element of the same name whose row says the same to the letter, -1 for none.

    Two rows often differ by a digit alone, and then nothing else tells them apart.
    """
    here, there = view.here, view.there
    if not here.pressable[target] or here.is_alone(target):
        return -1
    row = row_text(here, target)
    mine, theirs = _namesakes(here, here, target), _namesakes(here, there, target)
    if not row or len(mine) + len(theirs) > _ROWS:
        return -1
    if any(row_text(here, int(i)) == row for i in mine if i != target):
        return -1
    same = [int(i) for i in theirs if row_text(there, int(i)) == row]
    return same[0] if len(same) == 1 else -1


def row_reads(view: View, target: int, candidate: int) -> float:
    """Return how much more a candidate's row reads like the old one's than any namesake's."""
    here, there = view.here, view.there
    if here.is_alone(target):
        return 0.0
    row = row_text(here, target)
    holders = _namesakes(here, there, target)
    same = there.kind[holders] == there.kind[candidate]
    others = [int(i) for i in holders[same] if i != candidate][:_COMPARED]
    if not row or not others:
        return 0.0
    rows = [row_text(there, index) for index in (candidate, *others)]
    if rows.count(row) == 1:
        return 1.0 if rows[0] == row else -1.0
    mine, *theirs = alike(row, rows)
    return float(mine - max(theirs))


def _namesakes(here: PageColumns, page: PageColumns, target: int) -> Ints:
    """Return the elements of a page that are called and used like an element of this one."""
    same = (page.label == here.label[target]) & (page.pressable == here.pressable[target])
    return np.flatnonzero(same)
