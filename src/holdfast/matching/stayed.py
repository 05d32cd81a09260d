"""Layout: says how much of what stood around an element is still where it was."""

import numpy as np

from holdfast.matching.columns import Floats, Ints, PageColumns
from holdfast.matching.view import PageView

NEAREST = 40  # paired elements around the target; what is far away moves for its own reasons
TOLERANCE = 16.0  # px that a middle may move: a line of text, not a row of a table


def share_that_stayed(view: PageView, target: int) -> float:
    """Return the share of paired elements near one that did not move; 0 without boxes or pairs.

    Only pairs that more than their place vouches for count: rows that are alike pair in their
    order, and would say that they stayed wherever they went.
    """
    here, there, known = view.here, view.there, view.vouched_here
    if here.boxes is None or there.boxes is None or np.isnan(here.boxes[target]).any():
        return 0.0
    known = known[(here.end[known] <= target) | (known >= here.end[target])]
    was, now = _middles(here, known), _middles(there, view.image[known])
    shown = ~(np.isnan(was) | np.isnan(now)).any(1)
    if not shown.any():
        return 0.0
    was, now = was[shown], now[shown]
    middle = _middles(here, np.array([target]))[0]
    near = np.argsort(np.hypot(*(was - middle).T), kind="stable")[:NEAREST]
    moved = np.hypot(*(now[near] - was[near]).T)
    return float((moved <= TOLERANCE).mean())


def _middles(page: PageColumns, indices: Ints) -> Floats:
    assert page.boxes is not None
    boxes = page.boxes[indices]
    middles = boxes[:, :2] + boxes[:, 2:] / 2
    middles[boxes[:, 2:].prod(1) <= 0] = np.nan  # what has no size stands nowhere
    return np.asarray(middles)
