"""Second look: puts the first few candidates in order anew when the best one is not believed.

Nobody acts on them: a person or an adviser picks from the first three. The assignment says who is
likeliest beside all others, the probability what speaks for each on its own; here both count.
"""

from math import log

import numpy as np

from holdfast.matching.case import Case
from holdfast.matching.features import measure
from holdfast.matching.fitted import Model

LOOK_BELOW = 0.5  # what is more likely wrong than right is looked at again
_MOST = 6  # candidates
_SHARE = 0.5  # of the log odds of the probability, beside the logarithm of the chance
_NO_CHANCE = 1e-4


def different_answers(best: Case, most: int) -> list[Case]:
    """Return the likeliest candidates of which none is a part of another, the best one first."""
    chosen, free = [best], best.rivals.copy()
    for column in np.argsort(-best.chances[best.row], kind="stable").tolist():
        if len(chosen) == most:
            break
        if free[column]:
            chosen.append(Case(best.assignment, best.row, column))
            free &= best.matchup.new.apart(column)
    return chosen


def look_again(best: Case, model: Model) -> list[Case]:
    """Return the first candidates in the order in which people should see them."""

    def told(case: Case) -> float:
        chance = float(case.chances[case.row, case.column])
        return _SHARE * model.odds(measure(case)) + log(chance + _NO_CHANCE)

    return sorted(different_answers(best, _MOST), key=told, reverse=True)
