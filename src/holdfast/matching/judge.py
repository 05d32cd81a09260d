"""Judge: compares the whole old page with the whole new one and returns a shortlist."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

import numpy as np

from holdfast.matching.case import Case, most_among
from holdfast.matching.columns import Flags, Floats
from holdfast.matching.equals import level
from holdfast.matching.features import measure
from holdfast.matching.fitted import Model, Situation
from holdfast.matching.matcher import Matcher, matcher_for
from holdfast.matching.reasons import tell, tell_absence
from holdfast.matching.second_look import LOOK_BELOW, look_again
from holdfast.matching.stayed import share_that_stayed
from holdfast.matching.unit_words import KEYS
from holdfast.model.candidate import Evidence
from holdfast.model.fingerprint import Fingerprint, IdentityMeaning
from holdfast.model.snapshot import Snapshot

_UNCHANGED = 0.98  # the same element of the same page
_NAMED_TWICE = 0.98  # at least, of whom two keys name alone: on labelled pages right in 645 of 645
_SAME_ID = 0.9  # at least, of whom an id names alone: on labelled pages right in 218 of 218
_SAME_FIELD = 0.9  # at least, of a field whose name stayed: on labelled pages right in 30 of 30
# At least, of what says as much in its place: on labelled pages right in 512 of 513.
_REWORDED = 0.97
# At most, of what is written and called otherwise throughout: it may well stand in the old place,
# but a fingerprint means this very thing. On labelled pages 2 of 4 168 answers are lost by it.
_ANOTHER_THING = 0.4
_GONE = 0.9  # at least, of the rest, where that is the nearest
_SLOT = 0.9  # of what stands where the element stood, when a place is meant
_ANOTHER_ROW = 0.45  # at most, for an element in the wrong row
_PLACE_ALONE = 0.8  # at most, where only place speaks for it and few others vouch for the place
_FEW = 6  # units of the old page
_HARDLY = 0.6  # of the words: "billing address" is no "shipping address"
_CLEARLY = 0.15  # how much better one row must read than another
_LABEL = KEYS.index("label")


@dataclass(frozen=True)
class Shortlist:
    """What the two pages say: candidates with probabilities, best first, and the rest on demand."""

    ranked: tuple[tuple[int, float], ...]
    p_gone: float
    best: Case | None
    matcher: Matcher
    target: int

    @property
    def threshold(self) -> float:
        """Return the probability below which the best candidate is a guess."""
        return self.matcher.model.threshold

    @property
    def reasons(self) -> tuple[str, ...]:
        """Return what speaks for the element's being gone, and what was not known."""
        reasons = tell_absence(self.best) if self.p_gone >= 0.5 else ()
        if self.matcher.situation is Situation.ELEMENT:
            reasons += ("the page around it was not kept, so more is asked of a candidate",)
        return reasons

    def explain(self, index: int) -> tuple[Evidence, ...]:
        """Return what speaks for and against one candidate; nothing for one it does not list."""
        if self.best is None:
            return ()
        places = np.flatnonzero(self.best.matchup.new.at == index)
        if not len(places):
            return ()
        case = Case(self.best.assignment, self.best.row, int(places[0]))
        return tell(case, self.matcher.view)

    def equivalents(self, index: int) -> tuple[int, ...]:
        """Return the other elements that do the same as a candidate: same address and label."""
        return self.matcher.equivalents(index)

    @cached_property
    def stayed(self) -> float:
        """Return how much of the layout around the element is where it was, 0 to 1."""
        return share_that_stayed(self.matcher.view, self.target)


def judge(fingerprint: Fingerprint, snapshot: Snapshot) -> Shortlist:
    """Return calibrated probabilities for the candidates and for the element's being gone."""
    matcher = matcher_for(fingerprint.page, snapshot, whole_page=fingerprint.has_page)
    is_slot = fingerprint.meaning is IdentityMeaning.SLOT
    return shortlist_for(matcher, fingerprint.target, is_slot=is_slot)


def shortlist_for(matcher: Matcher, target: int, *, is_slot: bool = False) -> Shortlist:
    """Return who may be an element of the old page; a slot means whatever stands there now."""
    best = matcher.best(target)
    if best is None:
        return Shortlist((), 1.0, None, matcher, target)
    here = int(best.matchup.new.at[best.column])
    if matcher.is_unchanged and here == target:
        believed, p_gone, most = _UNCHANGED, 1.0 - _UNCHANGED, 1.0
    else:
        believed, p_gone = believe(best, matcher.model)
        most = most_of(best, np.isin(best.matchup.new.at, matcher.equivalents(here)))
    if is_slot and _stands_there(best):
        believed, p_gone, most = max(believed, _SLOT), min(p_gone, 1.0 - _SLOT), 1.0
    ranked = _share_out(best, believed, p_gone, most)
    if ranked[0][1] < LOOK_BELOW:
        shown = look_again(best, matcher.model)
        ranked, best = _in_order(ranked, shown), shown[0]
    levelled = ranked if matcher.is_unchanged else level(matcher.new, ranked)
    return Shortlist(levelled, p_gone, best, matcher, target)


def _stands_there(best: Case) -> bool:
    """Return whether a candidate stands where the element stood: nothing else does."""
    paired = best.matchup.image[best.row] == best.matchup.new.at[best.column]
    first, last = best.gap
    return bool(paired) or (last - first == 2 and best.column == first + 1)


def believe(best: Case, model: Model) -> tuple[float, float]:
    """Return how likely the best candidate is the element, and how likely it is gone."""
    inputs = measure(best)
    least, most = bounds_of(best)
    believed = min(max(model.believe(inputs), least), most)
    gone = max(model.gone(inputs), _GONE if most == _ANOTHER_THING else 0.0)
    return believed, (1.0 - believed) * gone


def bounds_of(best: Case) -> tuple[float, float]:
    """Return the least and the most that may be believed, by keys that people wrote and by rows."""
    return next((bounds for applies, bounds in _BOUNDS if applies(best)), (0.0, 1.0))


def _speaks_by_place_alone(best: Case) -> bool:
    """Return whether nothing that is said or that names it agrees, on a page that has few units."""
    shared = ("words of one", "label in code", "same page name")  # a plus adds whatever you like
    is_silent = not best.is_vouched_for and max(map(best.pair, shared)) < _HARDLY
    return bool(len(best.matchup.old.at) < _FEW and best.keys[0][_LABEL] and is_silent)


# The first that applies: what keys and rows say of the least and the most that may be believed.
_BOUNDS: tuple[tuple[Callable[[Case], bool], tuple[float, float]], ...] = (
    (attrgetter("is_named_twice"), (_NAMED_TWICE, 1.0)),
    (attrgetter("is_same_field"), (_SAME_FIELD, 1.0)),
    (attrgetter("is_another_thing"), (0.0, _ANOTHER_THING)),
    (attrgetter("is_empty_shell"), (0.0, _ANOTHER_THING)),
    (attrgetter("is_another_choice"), (0.0, _ANOTHER_THING)),
    (attrgetter("is_opposite_elsewhere"), (0.0, _ANOTHER_THING)),
    (attrgetter("is_same_id"), (_SAME_ID, 1.0)),
    (attrgetter("is_another_rows"), (0.0, _ANOTHER_ROW)),
    (attrgetter("is_reworded"), (_REWORDED, 1.0)),
    (_speaks_by_place_alone, (0.0, _PLACE_ALONE)),
)


def most_of(best: Case, twins: Flags) -> float:
    """Return the most that may be believed of a candidate among those that are called the same.

    Whatever speaks for it speaks as much for a look-alike, unless its row reads like the old one's;
    a row that does, around another one of its name, speaks for that one. Twins do the same. Who was
    called otherwise had none, unless it was a row's and the candidate is the page's.
    """
    was, now = best.keys[0][_LABEL], best.keys[1][_LABEL]
    others = best.namesakes & ~twins
    if not others.any() or (was != now and not best.pair("row lost")):
        return 1.0
    rows = best.row_values("row words")
    ahead = float(rows[best.column]) - most_among(rows, others)
    if ahead > _CLEARLY:
        return 1.0
    chances = best.chances[best.row]
    share = float(chances[best.column] / max(chances[best.column] + chances[others].sum(), 1e-9))
    share = max(share, 1.0 / (1 + int(others.sum())))
    return min(share, _ANOTHER_ROW) if ahead < -_CLEARLY else share


def _share_out(
    best: Case, believed: float, p_gone: float, most: float
) -> tuple[tuple[int, float], ...]:
    """Return the candidates with their probabilities: what is left belongs to the others."""
    right = min(believed, most * (1.0 - p_gone))
    chances = best.chances[best.row] * best.rivals
    others = (1.0 - believed - p_gone) * chances / max(float(chances.sum()), 1e-9)
    # What a look-alike might be is its own.
    alike = chances * best.namesakes
    others += (believed - right) * alike / max(float(alike.sum()), 1e-9)
    return _ranked(best, right, others)


def _in_order(
    ranked: tuple[tuple[int, float], ...], first: list[Case]
) -> tuple[tuple[int, float], ...]:
    """Return the candidates with these first; what each place is worth stays as it was."""
    shown = [int(case.matchup.new.at[case.column]) for case in first]
    others = [index for index, _ in ranked if index not in set(shown)]
    worth = [probability for _, probability in ranked]
    return tuple(zip([*shown, *others], worth, strict=True))


def _ranked(best: Case, right: float, others: Floats) -> tuple[tuple[int, float], ...]:
    """Return the candidates by probability, the best one first."""
    # No runner-up is likelier than the best, whatever the probability model thinks of the best.
    shares = np.minimum(others, right)
    shares[best.column] = right
    order = np.lexsort((best.matchup.new.at, -best.chances[best.row], -shares))
    order = np.r_[best.column, order[order != best.column]]
    return tuple(zip(best.matchup.new.at[order].tolist(), shares[order].tolist(), strict=True))
