"""Assignment: gives the old units to the new ones, all at once, with *gone* and *new* as answers.

Every old unit spreads one unit of belief over the new ones and over being gone; every new one takes
at most one. So a better claimant wins, and the last text box of a form is found because all others
are spoken for. Twice, what the neighbours became is added to the evidence and it is done again.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from holdfast.matching.columns import Floats
from holdfast.matching.feature import FeatureTable
from holdfast.matching.matchup import Matchup, Members

_BELOW = 2.0  # how far below the page's usual best score nobody's score is at most
_PASSES = 8  # of making rows and columns add up; more changes nothing
_ROUNDS = 2  # of looking at the neighbours; more makes errors sure of each other
_BOUND = 30.0


@dataclass(frozen=True)
class Belief:
    """How likely each old unit (row) is each new one (column), and the scores that say so."""

    scores: Floats
    chances: Floats

    @cached_property
    def usual(self) -> float:
        """Return the score that a page's elements usually reach."""
        return usual_score(self.scores)

    @classmethod
    def of(cls, scores: Floats, null: float) -> "Belief":
        """Return what scores mean when each unit can be given away once; ``null`` is nobody's."""
        odds = np.exp(np.minimum(np.maximum(scores - null, -_BOUND), _BOUND))
        rows, columns = np.ones(odds.shape[0]), np.ones(odds.shape[1])
        for _ in range(_PASSES):  # in place: the calls cost more than what they compute
            for given, taken, by in ((odds, rows, columns), (odds.T, columns, rows)):
                np.dot(given, by, out=taken)
                taken += 1.0
                np.divide(1.0, taken, out=taken)
        return cls(scores, rows[:, None] * odds * columns[None])


@dataclass(frozen=True)
class Neighbourhood:
    """What is believed of everybody, for those who look at their neighbours."""

    matchup: Matchup
    chances: Floats

    def members(self, kind: str) -> tuple[Members, Members]:
        """Return who belongs together on the old page and on the new one."""
        return self.matchup.old.memberships[kind], self.matchup.new.memberships[kind]


context_feature = FeatureTable[Neighbourhood, Floats]()


@context_feature("neighbours in order")
def neighbours_in_order(around: Neighbourhood) -> Floats:
    """Those next before and after it stand next before and after the candidate."""
    chances = around.chances
    found = np.zeros_like(chances)
    for step, told in ((1, chances), (2, chances / 2)):
        found[step:, step:] += told[:-step, :-step]
        found[:-step, :-step] += told[step:, step:]
    return found / 3


@context_feature("row together")
def row_together(around: Neighbourhood) -> Floats:
    """What else stood in its row stands in the candidate's."""
    return _together(around, "rows")


@context_feature("region together")
def region_together(around: Neighbourhood) -> Floats:
    """What else stood in its form, dialog or list stands in the candidate's."""
    return _together(around, "regions")


@context_feature("as its peers became")
def as_its_peers_became(around: Neighbourhood) -> Floats:
    """Those that looked like it became what looks like the candidate."""
    old, new = around.members("looks")
    given = around.chances @ new.found
    others = ((old.found.T @ given)[old.at] - given) / old.sizes[:, None]
    return as_share(others)[:, new.at]


def _together(around: Neighbourhood, kind: str) -> Floats:
    """Return the share of the others of each one's group that went to the candidate's group."""
    old, new = around.members(kind)
    chances = around.chances
    to_group, from_group = chances @ new.found, old.found.T @ chances
    others = ((from_group @ new.found)[old.at] - to_group)[:, new.at] - from_group[old.at]
    share = as_share((others + chances) / old.sizes[:, None])
    return share * (old.grouped[:, None] & new.grouped)


def as_share(values: Floats) -> Floats:
    """Return the values between 0 and 1."""
    return np.minimum(np.maximum(values, 0.0), 1.0)


def look_around(around: Neighbourhood) -> Floats:
    """Return all context features: one matrix for each."""
    return np.array([feature.measure(around) for feature in context_feature.features])


@dataclass(frozen=True)
class Ranking:
    """What each piece of evidence weighs, and what nobody's score is."""

    pairs: Floats  # by pair feature
    contexts: Floats  # by context feature
    null: float


@dataclass(frozen=True)
class JointAssignment:
    """Who became whom: before the neighbours were looked at, and after."""

    matchup: Matchup
    before: Belief
    after: Belief
    contexts: Floats  # the context features of the last round, one matrix for each


def assign(matchup: Matchup, ranking: Ranking) -> JointAssignment:
    """Return who became whom, as far as the evidence says."""
    alone = _weighed(ranking.pairs, matchup.pairs)
    null = min(ranking.null, usual_score(alone) - _BELOW)
    before = belief = Belief.of(alone, null)
    contexts = np.zeros((0, *alone.shape))
    for _ in range(_ROUNDS):
        contexts = look_around(Neighbourhood(matchup, belief.chances))
        belief = Belief.of(alone + _weighed(ranking.contexts, contexts), null)
    return JointAssignment(matchup, before, belief, contexts)


def _weighed(weights: Floats, features: NDArray[np.floating]) -> Floats:
    """Return the sum of all features, each with its weight."""
    return (weights @ features.reshape(len(weights), -1)).reshape(features.shape[1:])


def usual_score(scores: Floats) -> float:
    """Return the score that a page's elements usually reach: less after a strong redesign.

    With one bar for all pages nobody would be believed there, and no neighbour could vouch.
    """
    if not scores.size:
        return 0.0
    best = np.sort(scores.max(1))
    return float(best[(len(best) - 1) // 2] + best[len(best) // 2]) / 2
