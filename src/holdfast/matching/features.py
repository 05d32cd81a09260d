"""Features: what speaks for and against one candidate; the inputs of its probability.

Every function is a feature: its name, which way it speaks, and in its first line why. All are
computed from the assignment, none from the page; most lie between 0 and 1, leads between -1 and 1.
"""

import numpy as np

from holdfast.matching.around_features import neighbours_found
from holdfast.matching.assignment import context_feature
from holdfast.matching.case import Case, feature, most_among, within
from holdfast.matching.columns import Floats
from holdfast.matching.feature import AGAINST, EITHER, FOR, Speaks
from holdfast.matching.pair_features import pair_feature
from holdfast.matching.unit_words import KEYS
from holdfast.matching.units import Purpose

__all__ = ["feature", "measure"]  # the table is complete when it comes from here

_WIDE = 10.0  # a lead in score beyond which more says nothing
_LABEL, _ADDRESS = KEYS.index("label"), KEYS.index("href")
_SPEAKING = frozenset({int(Purpose.PRESS), int(Purpose.NONE)})  # fields say nothing themselves


def measure(case: Case) -> Floats:
    """Return all features of one candidate, to four digits: no tree may split hairs."""
    return np.round([each.measure(case) for each in feature.features], 4)


# ------------------------------------------------------------------- what the pair itself says

_UNTOLD = frozenset({"same part of the order"})  # good to rank by, no reason to believe
# Reasons to look for a better candidate, which say more of the best one. A name that another had
# before: it is no new thing. Other words: half of them is what a neighbour of its kind shares
# ("Open from path", "Open from address"); who shares none was not chosen for its words.
_BOTH_WAYS = frozenset({"label of another", "address of another", "other words on both sides"})


def _add_pair_feature(name: str, speaks: Speaks) -> None:
    @feature(name, speaks)
    def of_the_pair(case: Case) -> float:
        return case.pair(name)


def _add_context_feature(place: int, name: str) -> None:
    @feature(name, FOR)
    def of_the_context(case: Case) -> float:
        return float(case.assignment.contexts[place, case.row, case.column])


for _each in pair_feature.features:
    if _each.name not in _UNTOLD:
        _add_pair_feature(_each.name, EITHER if _each.name in _BOTH_WAYS else _each.speaks)
for _place, _context in enumerate(context_feature.features):
    _add_context_feature(_place, _context.name)


# --------------------------------------------------------------------- what the assignment says


@feature("chance")
def chance(case: Case) -> float:
    """The assignment gives it to the element."""
    return float(case.chances[case.row, case.column])


@feature("lead")
def lead(case: Case) -> float:
    """It is ahead of every rival."""
    return case.lead(case.chances[case.row])


@feature("lead in score")
def lead_in_score(case: Case) -> float:
    """Its evidence outweighs that of every rival."""
    if not case.rivals.any():
        return 1.0
    scores = case.assignment.after.scores[case.row]
    ahead = scores[case.column] - scores[case.rivals].max()
    return within(ahead / _WIDE, 1.0)


@feature("score")
def score(case: Case) -> float:
    """There is much evidence."""
    return min(float(case.assignment.after.scores[case.row, case.column]) / 30.0, 1.5)


@feature("chance alone", EITHER)
def chance_alone(case: Case) -> float:
    """The assignment gave it to the element before anybody looked at the neighbours."""
    return float(case.assignment.before.chances[case.row, case.column])


@feature("lead alone", EITHER)
def lead_alone(case: Case) -> float:
    """It was ahead before anybody looked at the neighbours."""
    return case.lead(case.assignment.before.chances[case.row])


@feature("evidence beside the page's")
def evidence_beside_the_pages(case: Case) -> float:
    """Before anybody looked at the neighbours, others of the page had no more for theirs."""
    before = case.assignment.before
    ahead = before.scores[case.row, case.column] - before.usual
    return within(ahead / _WIDE / 2, 1.0)


@feature("runner-up's chance", EITHER)
def runner_ups_chance(case: Case) -> float:
    """How much of it the assignment gives to the best rival."""
    return most_among(case.chances[case.row], case.rivals)


@feature("room on the page", EITHER)
def room_on_the_page(case: Case) -> float:
    """Of what is used for the same, more are free than are still looked for."""
    old, new = case.same_purpose
    left = float(case.free[new].sum() - case.lost[old].sum())
    return within(left / max(1, int(old.sum())), 1.0)


@feature("room in its region", EITHER)
def room_in_its_region(case: Case) -> float:
    """The same of the candidate's form, dialog or list and of the element's."""
    old, new = case.same_purpose
    mine = old & (case.matchup.old.regions == case.matchup.old.regions[case.row])
    yours = new & (case.matchup.new.regions == case.matchup.new.regions[case.column])
    return within(case.free[yours].sum() - case.lost[mine].sum(), 3.0) / 3


@feature("another claims it", AGAINST)
def another_claims_it(case: Case) -> float:
    """The assignment gives it to another old element."""
    return most_among(case.chances[:, case.column], case.claimants)


@feature("another claimed it alone", EITHER)
def another_claimed_it_alone(case: Case) -> float:
    """The assignment gave it to another old element before anybody looked at the neighbours."""
    before = case.assignment.before.chances[:, case.column]
    return most_among(before, case.claimants)


@feature("lead over claimants")
def lead_over_claimants(case: Case) -> float:
    """Looking back from the candidate, no other old element fits it as well."""
    if not case.claimants.any():
        return 1.0
    scores = case.assignment.after.scores[:, case.column]
    ahead = scores[case.row] - scores[case.claimants].max()
    return within(ahead / _WIDE, 1.0)


@feature("it is new", EITHER)
def it_is_new(case: Case) -> float:
    """Nobody of the old page claims the candidate."""
    return max(0.0, 1.0 - float(case.chances[:, case.column].sum()))


@feature("nobody is it", EITHER)
def nobody_is_it(case: Case) -> float:
    """The assignment leaves the element without a candidate."""
    return max(0.0, 1.0 - float(case.chances[case.row].sum()))


@feature("nobody is it though neighbours are found", EITHER)
def nobody_is_it_though_neighbours_are_found(case: Case) -> float:
    """The element alone is left over."""
    return nobody_is_it(case) * neighbours_found(case)


@feature("share among namesakes", EITHER)
def share_among_namesakes(case: Case) -> float:
    """Of all that are called the same, it is this one."""
    chances = case.chances[case.row]
    others = float(chances[case.namesakes].sum())
    return float(chances[case.column] / max(chances[case.column] + others, 1e-9))


@feature("namesakes", EITHER)
def namesakes(case: Case) -> float:
    """Others are called the same: it may be one of them, but it is no new thing."""
    return min(int(case.namesakes.sum()), 5) / 5


# ---------------------------------------------------------------------------------------- words


@feature("lead in words")
def lead_in_words(case: Case) -> float:
    """No rival says as much of what the element said."""
    return max(0.0, case.lead(case.row_values("words of one")))


@feature("a rival has better words", AGAINST)
def a_rival_has_better_words(case: Case) -> float:
    """A rival says more of what the element said."""
    return max(0.0, -case.lead(case.row_values("words of one")))


@feature("a rival has better words anywhere", AGAINST)
def a_rival_has_better_words_anywhere(case: Case) -> float:
    """A rival says more of it in its label or its code."""
    return max(0.0, -case.lead(case.row_values("words anywhere")))


@feature("another word", AGAINST)
def another_word(case: Case) -> float:
    """Both have a label, and no word of one is in the other."""
    return case.another_word


@feature("another word though labels stay", AGAINST)
def another_word_though_labels_stay(case: Case) -> float:
    """On this page, labels outlived the change."""
    return case.another_word * case.labels_kept[1]


@feature("another word though neighbours keep theirs", AGAINST)
def another_word_though_neighbours_keep_theirs(case: Case) -> float:
    """Around it, labels outlived the change."""
    return case.another_word * case.labels_kept[0]


@feature("label changed though labels stay", AGAINST)
def label_changed_though_labels_stay(case: Case) -> float:
    """It says more or less than before; on this page, labels outlived the change."""
    return case.changed_word * case.labels_kept[1]


@feature("label changed though neighbours keep theirs", AGAINST)
def label_changed_though_neighbours_keep_theirs(case: Case) -> float:
    """It says more or less than before; around it, labels outlived the change."""
    return case.changed_word * case.labels_kept[0]


@feature("label not kept though labels stay", AGAINST)
def label_not_kept_though_labels_stay(case: Case) -> float:
    """However near the new one comes; on this page, labels outlived the change."""
    return float(case.changed_word > 0) * case.labels_kept[1]


@feature("label not kept though neighbours keep theirs", AGAINST)
def label_not_kept_though_neighbours_keep_theirs(case: Case) -> float:
    """However near the new one comes; around it, labels outlived the change."""
    return float(case.changed_word > 0) * case.labels_kept[0]


@feature("an empty shell", AGAINST)
def an_empty_shell(case: Case) -> float:
    """It said something, and nothing that can be read, seen or filled in is left of it."""
    return case.pair("falls silent") * float(case.matchup.new.purposes[case.column] in _SPEAKING)


@feature("no word, key or sign agrees", AGAINST)
def no_word_key_or_sign_agrees(case: Case) -> float:
    """What slid into a gap has nothing in common with what was there."""
    shared = ("words anywhere", "label in code", "words of one", "same icon", "same page name")
    agreed = 1.0 if case.any_agrees else max(map(case.pair, shared))
    return max(0.0, 1.0 - 2.0 * agreed) * bool(case.keys[0][_LABEL])


# ----------------------------------------------------------------------------- signs and commands


@feature("another shows its sign", AGAINST)
def another_shows_its_sign(case: Case) -> float:
    """A rival has the icon that the element had; the candidate has not."""
    return max(0.0, -case.lead(case.row_values("same icon")))


@feature("another has its command", AGAINST)
def another_has_its_command(case: Case) -> float:
    """The code calls a rival what it called the element, and the candidate otherwise."""
    return max(0.0, -case.lead(case.row_values("same command")))


# ----------------------------------------------------------------------------------------- keys


def _add_key_features(place: int, key: str) -> None:
    @feature(f"{key} contradicts", AGAINST)
    def contradicts(case: Case) -> float:
        return float(case.contradicts[place])

    @feature(f"{key} contradicts though they survive", AGAINST)
    def contradicts_though_they_survive(case: Case) -> float:
        return float(case.contradicts[place]) * case.matchup.survival.get(key, 0.5)

    @feature(f"another has the {key}", AGAINST)
    def another_has_it(case: Case) -> float:
        return float(case.held_by_rivals[place] and not case.agrees[place])

    @feature(f"fewer have its {key}", AGAINST)
    def fewer_have_it(case: Case) -> float:
        had = int(case.matchup.old.counts[place, case.row])
        left = int(case.matchup.new.counts[place, case.column])
        return max(0.0, 1.0 - left / had) if case.agrees[place] else 0.0


for _place, _key in enumerate(KEYS):
    _add_key_features(_place, _key)


@feature("keys agree")
def keys_agree(case: Case) -> float:
    """Several keys agree."""
    return int(case.agrees.sum()) / 3


@feature("keys contradict", AGAINST)
def keys_contradict(case: Case) -> float:
    """Several keys contradict."""
    return float(case.contradicts.sum()) / 3


@feature("no key agrees", AGAINST)
def no_key_agrees(case: Case) -> float:
    """Nothing that a person wrote names both."""
    return float(not case.any_agrees)


@feature("every key contradicts", AGAINST)
def every_key_contradicts(case: Case) -> float:
    """What a person wrote to name it names something else, and so does its label."""
    return 0.0 if case.any_agrees else min(1.0, float(case.contradicts.sum()) / 2)


@feature("something new", AGAINST)
def something_new(case: Case) -> float:
    """No key agrees, its label is another, and the old page knew neither label nor address."""
    unknown = not case.pair("label of another") and not case.pair("address of another")
    return case.another_word * float(unknown and not case.any_agrees)


@feature("something new though labels stay", AGAINST)
def something_new_though_labels_stay(case: Case) -> float:
    """On a page that kept its labels, what has a new one is a new thing."""
    return something_new(case) * case.labels_kept[1]


@feature("every key contradicts though they survive", AGAINST)
def every_key_contradicts_though_they_survive(case: Case) -> float:
    """Such keys outlived the change, and each of these names something else."""
    stayed = [case.matchup.survival.get(key, 0.5) for key in KEYS]
    told = float(case.contradicts @ np.array(stayed))
    return 0.0 if case.any_agrees else min(1.0, told / 2)


@feature("address and label changed", AGAINST)
def address_and_label_changed(case: Case) -> float:
    """It leads elsewhere, and it says more, less or other than before."""
    return float(case.contradicts[_ADDRESS]) * (case.changed_word > 0)


@feature("address and label changed though they survive", AGAINST)
def address_and_label_changed_though_they_survive(case: Case) -> float:
    """On a page that kept its addresses and its labels."""
    survival = case.matchup.survival.get("href", 0.5)
    return address_and_label_changed(case) * survival * case.labels_kept[1]


@feature("named")
def named(case: Case) -> float:
    """Keys that are met once on either page name it, and none contradicts."""
    return 0.0 if case.contradicts.any() else min(case.named, 2) / 2


@feature("named twice")
def named_twice(case: Case) -> float:
    """Two keys agree, one of them is met once on either page, and none contradicts."""
    return float(case.is_named_twice)


@feature("same field")
def same_field(case: Case) -> float:
    """A control of the same kind keeps the name that programs read it by."""
    return float(case.is_same_field)


@feature("another thing", AGAINST)
def another_thing(case: Case) -> float:
    """Id or field name, and label, all name something else; nothing agrees."""
    return float(case.is_another_thing)


@feature("unpaired", AGAINST)
def unpaired(case: Case) -> float:
    """The pairing of the pages left the element alone."""
    return float(case.matchup.image[case.row] < 0)


@feature("paired elsewhere", AGAINST)
def paired_elsewhere(case: Case) -> float:
    """The pairing of the pages put the element elsewhere."""
    image = int(case.matchup.image[case.row])
    return float(0 <= image != case.matchup.new.at[case.column])
