"""Negation: says whether a label tells not to do what its other words say."""

from functools import lru_cache

from holdfast.matching.words.folding import fold, pieces

# Of words that are folded, in the languages whose labels we meet most.
_NEGATIONS = frozenset(
    "not never without dont cannot "  # "don't" is folded to "do not"
    "nicht kein keine keinen keiner nie ohne pas jamais sans non senza sin nunca nao sem не без "
    "niet geen zonder ikke uten uden inte utan bez ne nem nelkul ei ilman degil".split()
)
_UNSPACED = ("不要", "勿", "しない", "せず", "않")  # no signs that are parts of other words


@lru_cache(maxsize=16384)
def is_negated(label: str) -> bool:
    """Return whether a label of several words says no to the others."""
    folded = fold(label)
    words = pieces(folded)
    if any(sign in folded for sign in _UNSPACED):
        return True
    return len(words) > 1 and not _NEGATIONS.isdisjoint(words)
