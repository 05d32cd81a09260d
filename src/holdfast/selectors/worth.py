"""What a find is worth: less, the more elements were found."""

import math

LOSS_PER_DOUBLING = 0.15  # each doubling of the matches halves the chance to guess right
LARGEST_LOSS = 0.4  # reached at seven matches: by then it is only a kind of element


def match_confidence(base: float, count: int) -> float:
    """Return the confidence of one find among ``count`` equal ones; 0 when there is none."""
    if count < 1:
        return 0.0
    return base - min(LOSS_PER_DOUBLING * math.log2(count), LARGEST_LOSS)
