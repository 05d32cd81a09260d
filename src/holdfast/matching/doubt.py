"""What speaks for and against the best candidate: the inputs of its probability.

Each is between 0 and 1 (a few between -1 and 1), each has a name that can be read aloud, and all
are computed from the comparison, the circumstances and the look backwards, never from the page.
"""

from dataclasses import dataclass

import numpy as np

from holdfast.matching.circumstances import Around
from holdfast.matching.columns import Flags, Floats, Ints
from holdfast.matching.comparison import KEYS, TRAIT

_WIDE = 10.0  # a lead in score beyond which more says nothing
_NARROW = 2.0  # a lead in score that the next page's noise may turn around
_ANOTHER_ROW = 0.45  # at most, for an element in the wrong row
_CLEARLY = 0.15  # how much better one row must read than another


@dataclass(frozen=True)
class Forward:
    """The shortlist as it was scored, looking from the old page to the new one."""

    candidates: Ints
    ends: Ints  # where each candidate's subtree ends
    origins: Ints  # the old element each candidate was paired with, -1 for none
    traits: Floats
    scores: Floats
    agreements: Floats
    contradictions: Floats
    target: int
    row_twin: int  # the only candidate of its name whose row says the same, -1 for none
    image: int  # where the pairing put the element, -1 for nowhere
    strength: int

    def beside(self, index: int) -> Flags:
        """Return which candidates are neither the given one nor part of the same control."""
        first, last = self.candidates[index], self.ends[index]
        inside = (self.candidates >= first) & (self.candidates < last)
        around = (self.candidates <= first) & (self.ends >= last)
        return np.asarray(~(inside | around))


@dataclass(frozen=True)
class Backward:
    """The look back from one candidate: how the old elements compete for it."""

    lead: float  # score of the element over the best other old element
    share: float  # softmax share of the element among the old ones
    rival_placed: bool  # that other old element was found elsewhere by a key


_TOLD = (
    "same tag", "same kind", "same role", "same type", "same id", "same name", "same address",
    "same label", "label alike", "same text", "text alike", "rare label",
    "rare address", "unique key", "two keys agree", "same classes", "classes alike", "rare classes",
    "attributes alike", "same icon", "same picture", "rare picture",
    "same heading", "text before", "text after",
    "same place among siblings", "as many siblings", "subtree alike", "path alike",
    "parent classes", "ancestor id", "same column", "same row", "same width", "same height",
    "same visibility", "paired by key", "paired by context", "paired by place",
    "between neighbours", "neighbours as far", "inside the same", "ancestors around",
    "siblings here", "free", "not taken by key", "same neighbours", "as its peers became",
    "peers have its tag", "looked like its peers", "words shared", "same page name",
    "still says something", "label is known", "attribute names alike",
)  # fmt: skip
_TOLD_AT = np.array([TRAIT[name] for name in _TOLD])

_MORE = (
    "lead", "share", "score",
    "id contradicts", "name contradicts", "address contradicts", "label contradicts",
    "picture contradicts", "no key agrees", "keys agree", "keys contradict",
    "another has the id", "another has the name", "another has the address",
    "another has the label", "another has the picture", "label is nowhere", "address is nowhere",
    "unpaired", "paired elsewhere", "paired and certain", "paired, others by key",
    "nothing free here", "only free here", "stands in the window", "gap closed",
    "back lead", "back share", "back rival placed", "unpaired though certain",
    "unpaired and nothing agrees", "contradicts though certain",
    "id contradicts though ids survive", "address contradicts though addresses survive",
    "label contradicts though labels survive", "unlike its peers", "free rivals",
    "every key contradicts", "it is something new", "slot holds",
    "new thing in no slot", "address of a sibling", "address of another",
    "unique key uncontradicted", "unique key and words shared", "words shared all the same",
    "certain around", "found by key around", "addresses survive", "labels survive",
    "fewer have its address", "fewer have its label",
    "label contradicts though neighbours keep theirs",
    "address contradicts though neighbours keep theirs",
    "neighbours keep labels", "neighbours keep addresses",
    "something new though neighbours stay", "narrow lead", "another fits its slot",
    "row reads like it", "another row reads like it", "share among namesakes",
)  # fmt: skip
DOUBTS = (*_TOLD, *_MORE)
# The sign that each input's meaning demands; all others speak for the candidate.
SPEAKS_AGAINST = frozenset({
    "id contradicts", "name contradicts", "address contradicts", "label contradicts",
    "picture contradicts", "no key agrees", "keys contradict", "another has the id",
    "another has the name", "another has the address", "another has the label",
    "another has the picture", "label is nowhere", "address is nowhere",
    "unpaired", "paired elsewhere", "nothing free here", "gap closed", "back rival placed",
    "unpaired though certain", "unpaired and nothing agrees", "contradicts though certain",
    "id contradicts though ids survive", "address contradicts though addresses survive",
    "label contradicts though labels survive", "unlike its peers", "free rivals",
    "every key contradicts", "it is something new", "new thing in no slot",
    "address of a sibling", "address of another", "fewer have its address", "fewer have its label",
    "label contradicts though neighbours keep theirs",
    "address contradicts though neighbours keep theirs", "another row reads like it",
    "something new though neighbours stay", "narrow lead", "another fits its slot",
})  # fmt: skip
# How much of the page outlived the change: what it means depends on all else.
SPEAKS_EITHER_WAY = frozenset({
    "certain around", "found by key around", "addresses survive", "labels survive",
    "neighbours keep labels", "neighbours keep addresses",
})  # fmt: skip


@dataclass(frozen=True)
class Lookalikes:
    """Others that are called the same as one candidate, and what its row says."""

    namesakes: Flags  # by candidate of the shortlist: called the same, and does something else
    reads: float  # how much more its row reads like the old one's than any namesake's row

    def share(self, forward: Forward, best: int) -> float:
        """Return the candidate's share among those that could be meant as well."""
        return _lead_and_share(forward.scores, best, forward.beside(best) & self.namesakes)[1]

    def allow(self, forward: Forward, best: int) -> float:
        """Return the most that may be believed of the candidate.

        Whatever speaks for it speaks as much for a look-alike; and a row that reads like the old
        one's, around another element of the same name, speaks for that one.
        """
        if self.reads > _CLEARLY or not self.namesakes.any():
            return 1.0
        share = self.share(forward, best)
        return min(share, _ANOTHER_ROW) if self.reads < -_CLEARLY else share


def doubts(
    forward: Forward, around: Around, backward: Backward, lookalikes: Lookalikes, best: int
) -> Floats:
    """Return the inputs of the probability for one candidate of the shortlist, by DOUBTS."""
    traits = forward.traits[best, _TOLD_AT]
    reads = lookalikes.reads
    rows = max(reads, 0.0), max(-reads, 0.0), lookalikes.share(forward, best)
    return np.asarray(np.r_[traits, _more(forward, around, backward, best), rows])


def _more(forward: Forward, around: Around, backward: Backward, best: int) -> list[float]:
    beside = forward.beside(best)
    lead, share = _lead_and_share(forward.scores, best, beside)
    agree, contradict = forward.agreements[best], forward.contradictions[best]
    here = int(forward.candidates[best])
    end = int(forward.ends[best])
    rivals = [_held_elsewhere(holders, here, end) for holders in around.holders]
    nowhere = [
        bool(known) and not len(holders)
        for known, holders in zip(around.known_here, around.holders, strict=True)
    ]
    paired_here = forward.image == here
    unpaired = forward.image < 0
    nothing_free = not len(around.free)
    only_free = len(around.free) == 1 and int(around.free[0]) == here
    in_window = around.window[0] <= here < max(around.window[1], around.window[0] + 1)
    nothing_agrees = not agree.any()
    label, address = _LABEL, _ADDRESS
    every_contradicts = nothing_agrees and bool(contradict.any())
    something_new = is_something_new(forward, best)
    unique = float(forward.traits[best, TRAIT["unique key"]])
    slot = forward.traits[best, TRAIT["same neighbours"]] == 1 and len(around.free) <= 1
    return [
        min(lead, _WIDE) / _WIDE,
        share,
        min(float(forward.scores[best]) / 60.0, 1.0),
        *contradict.tolist(),
        float(nothing_agrees),
        float(agree.sum()) / len(KEYS),
        float(contradict.sum()) / len(KEYS),
        *map(float, rivals),
        float(nowhere[label]),
        float(nowhere[address]),
        float(unpaired),
        float(not unpaired and not paired_here),
        around.certainty * paired_here,
        around.found_by_key * paired_here,
        float(nothing_free),
        float(only_free),
        float(in_window),
        float(around.window[0] >= around.window[1]),
        float(np.clip(backward.lead, -_WIDE, _WIDE)) / _WIDE,
        backward.share,
        float(backward.rival_placed),
        float(unpaired) * around.certainty,
        float(unpaired and nothing_agrees),
        float(contradict.sum()) / len(KEYS) * around.certainty,
        contradict[KEYS.index("id")] * around.survival["id"],
        contradict[address] * around.survival["href"],
        contradict[label] * around.survival["label"],
        float(around.has_peers and forward.traits[best, TRAIT["as its peers became"]] == 0),
        min(len(around.free) - (here in around.free), 3) / 3,
        float(every_contradicts),
        float(something_new),
        float(slot),
        float(something_new and not slot),
        _sibling_address(forward, best),
        float(contradict[address] and forward.traits[best, TRAIT["address is known"]]),
        float(unique and not contradict.any()),
        unique * _words_shared(forward, best),
        _sibling_address(forward, best) * _words_shared(forward, best),
        around.certainty,
        around.found_by_key,
        around.survival["href"],
        around.survival["label"],
        _fewer(around, address) * agree[address],
        _fewer(around, label) * agree[label],
        contradict[label] * around.labels_kept,
        contradict[address] * around.addresses_kept,
        around.labels_kept,
        around.addresses_kept,
        something_new * around.labels_kept,
        max(0.0, 1.0 - lead / _NARROW),
        _slot_rival(forward, best, beside),
    ]


def _slot_rival(forward: Forward, best: int, beside: Flags) -> float:
    """Return how much better another candidate fits between the old element's neighbours."""
    fit = forward.traits[:, TRAIT["same neighbours"]]
    return max(0.0, float(np.max(fit, where=beside, initial=0.0) - fit[best]))


def _sibling_address(forward: Forward, best: int) -> float:
    """Return how closely another address resembles the old one, its last part being another.

    ``forms/editors.html`` and ``forms/wizard.html`` are two pages of one site, and so two things;
    a page that moved keeps its own name, and a site that was rebuilt changes everything.
    """
    traits = forward.traits[best]
    if not forward.contradictions[best, _ADDRESS] or traits[TRAIT["same page name"]]:
        return 0.0
    return float(traits[TRAIT["address alike"]])


def _words_shared(forward: Forward, best: int) -> float:
    traits = forward.traits[best]
    return max(float(traits[TRAIT["words shared"]]), float(traits[TRAIT["same label"]]))


def best_of(forward: Forward) -> int:
    """Return the place of the best candidate: whom keys or its row name alone, else the score.

    A sum of many small things must not outvote two keys that were each met once on either page,
    nor a row that says the same to the letter where rows are all that tells elements apart.
    """
    named = np.flatnonzero(_named_twice(forward))
    if len(named) != 1:
        named = np.flatnonzero(forward.candidates == forward.row_twin)
    return int(named[0]) if len(named) == 1 else int(np.argmax(forward.scores))


def is_named_twice(forward: Forward, best: int) -> bool:
    """Return whether two keys name the candidate and nobody else, and none contradicts."""
    named = _named_twice(forward)
    return bool(named[best]) and int(named.sum()) == 1


def _named_twice(forward: Forward) -> Flags:
    alone = forward.traits[:, TRAIT["unique key"]] == 1
    several = forward.traits[:, TRAIT["two keys agree"]] == 1
    return np.asarray(alone & several & ~forward.contradictions.any(1))


def every_key_contradicts(forward: Forward, best: int) -> bool:
    """Return whether what a person wrote to name it, and what it is called, both say another thing.

    An id or a field name beside the label: a link with another address and another text may still
    be the same link, and then its neighbours tell; this is another element in the old one's place.
    """
    agree, contradict = forward.agreements[best], forward.contradictions[best]
    written = contradict[KEYS.index("id")] or contradict[KEYS.index("name")]
    called = contradict[_LABEL] or contradict[KEYS.index("picture")]
    return bool(written and called) and not agree.any()


def is_something_new(forward: Forward, best: int) -> bool:
    """Return whether every key contradicts, and none of the candidate's is known from the old page.

    A thing that took the place of the old one, and not the old one under another name.
    """
    agree, contradict = forward.agreements[best], forward.contradictions[best]
    if agree.any() or not contradict[_LABEL]:
        return False
    knows_label = bool(forward.traits[best, TRAIT["label is known"]])
    knows_address = bool(forward.traits[best, TRAIT["address is known"]])
    return not knows_label and not (contradict[_ADDRESS] and knows_address)


_LABEL, _ADDRESS = KEYS.index("label"), KEYS.index("href")


def _fewer(around: Around, key: int) -> float:
    """Return the share of the elements with the same key that are no longer there.

    Where two had it and one is left, nobody knows which.
    """
    known, left = around.known_here[key], len(around.holders[key])
    return max(0.0, 1.0 - left / known) if known else 0.0


def _held_elsewhere(holders: Ints, first: int, last: int) -> bool:
    """Return whether an element outside the candidate holds the key, and the candidate does not."""
    inside = (holders >= first) & (holders < last)
    return bool(len(holders)) and not inside.any()


def _lead_and_share(scores: Floats, best: int, beside: Flags) -> tuple[float, float]:
    others = scores[beside]
    if not len(others):
        return _WIDE, 1.0
    lead = float(scores[best] - others.max())
    share = 1.0 / (1.0 + float(np.exp(np.clip(others - scores[best], -50, 50)).sum()))
    return lead, share


def look_back(candidates: Ints, ends: Ints, scores: Floats, target: int, placed: Flags) -> Backward:
    """Return how the element does among the old ones, seen from a candidate.

    ``placed`` says of each old element whether a key placed it elsewhere on the new page.
    """
    mine = np.flatnonzero(candidates == target)
    if not len(mine):
        return Backward(lead=-_WIDE, share=0.0, rival_placed=False)
    me = int(mine[0])
    inside = (candidates >= target) & (candidates < ends[me])
    around = (candidates <= target) & (ends >= ends[me])
    beside = ~(inside | around)
    lead, share = _lead_and_share(scores, me, beside)
    others = np.flatnonzero(beside)
    rival = int(others[np.argmax(scores[others])]) if len(others) else me
    return Backward(lead=lead, share=share, rival_placed=bool(len(others)) and bool(placed[rival]))
