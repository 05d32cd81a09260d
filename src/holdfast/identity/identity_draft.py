"""A description in the making: elements of the page, and what must be inside them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from types import MappingProxyType

from holdfast.identity.anchors import AnchorChoice
from holdfast.identity.match import Level, Query, WantedNode, iter_answering, iter_matches
from holdfast.identity.scores import MAX_PATH_DEPTH
from holdfast.identity.semantics import NOTHING_SAID
from holdfast.identity.svg_shape import fingerprint_drawing
from holdfast.identity.voices import Voices

TRAITS_TRIED = 20  # rarest first; what these do not tell apart is hardly told apart by others
TRAITS_KEPT = 3  # of one node
LARGEST_CROWD = 500  # elements in one node; more is a whole page, and not what tells a node apart

Trait = str | int  # a text inside a node, or the number of the kind of an element inside it
Traits = Mapping[int, tuple[Trait, ...]]
_NONE: Traits = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityDraft:
    """An anchor, the steps from there inwards, the target, and the traits of each."""

    index: Voices
    target: int
    wanted: WantedNode  # the target, without what is inside it
    anchor: AnchorChoice
    steps: tuple[int, ...]
    traits: Traits = field(default_factory=lambda: _NONE)
    added: frozenset[int] = frozenset()

    @property
    def query(self) -> Query:
        """Return the draft as a question to the page."""
        voices, inner = self.inside(self.target)
        return Query(
            levels=tuple(self._level(node) for node in (self.anchor.node, *self.steps)),
            wanted=replace(
                self.wanted, contains=voices, has=tuple(map(self.index.like_kind, inner))
            ),
            frame=self.index.frame(self.target),
        )

    def _level(self, node: int) -> Level:
        if node == self.anchor.node and self.anchor.is_page:  # whatever it is dressed in today
            return Level(answer=self.index.with_tokens([("tag", self.index.tags[node])]))
        voices, inner = self.inside(node)
        return Level(
            answer=self.index.like(node),
            contains=voices,
            has=tuple(map(self.index.like_kind, inner)),
        )

    def inside(self, node: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """Return the texts, and the kinds of elements, that must be inside a node."""
        traits = self.traits.get(node, ())
        voices = sorted(trait for trait in traits if isinstance(trait, str))
        return tuple(voices), tuple(trait for trait in traits if isinstance(trait, int))

    def matches(self, most: int | None = None) -> list[int]:
        """Return the elements that answer, no more than so many."""
        return list(islice(iter_matches(self.index, self.query), most))

    def of(self, nodes: Sequence[int]) -> list[int]:
        """Return those of some elements that answer."""
        return list(iter_answering(self.index, self.query, nodes))

    def holding(self, node: int, trait: Trait) -> "IdentityDraft":
        """Return the draft with one more trait of one of its nodes."""
        held = (*self.traits.get(node, ()), trait)
        return replace(self, traits=MappingProxyType({**self.traits, node: held}))

    def with_step(self, node: int) -> "IdentityDraft":
        """Return the draft with a skipped node put back into the way."""
        if node in self.steps:
            return self
        steps = tuple(sorted((*self.steps, node)))  # what is around stands first
        return replace(self, steps=steps, added=self.added | {node})

    def without_step(self, node: int) -> "IdentityDraft":
        """Return the draft without an added node."""
        return replace(
            self,
            steps=tuple(step for step in self.steps if step != node),
            traits=MappingProxyType({n: held for n, held in self.traits.items() if n != node}),
            added=self.added - {node},
        )

    def taking_from(self, other: "IdentityDraft") -> "IdentityDraft":
        """Return the draft with the traits and added nodes of another, as far as its way goes."""
        added = {node for node in other.added if node > self.anchor.node}
        return replace(
            self,
            steps=tuple(sorted({*self.steps, *added})),
            traits=MappingProxyType(
                {n: traits for n, traits in other.traits.items() if n >= self.anchor.node}
            ),
            added=frozenset(added),
        )

    def iter_between(self) -> Iterator[int]:
        """Yield the elements between target and anchor, nearest to the target first."""
        for node in self.index.iter_ancestors(self.target):
            if node == self.anchor.node:
                return
            yield node


def shortest_drafts(
    index: Voices, target: int, anchors: Sequence[AnchorChoice]
) -> list[IdentityDraft]:
    """Return a draft for each anchor, with the meaningful nodes only."""
    wanted = WantedNode(
        answer=index.like(target),
        text=index.said_by(target),
        label=index.labels.get(target, ""),
        svg=fingerprint_drawing(index, target),
    )
    above = [node for node in index.iter_ancestors(target) if index.is_step(node)]
    return [
        IdentityDraft(
            index=index,
            target=target,
            wanted=wanted,
            anchor=anchor,
            steps=tuple(sorted(node for node in above if node > anchor.node)),
        )
        for anchor in anchors
    ]


def narrow_by_content(draft: IdentityDraft, left: list[int]) -> tuple[IdentityDraft, list[int]]:
    """Return the draft with what tells its nodes apart, and the elements that still answer.

    Nearest to the target first. A node around all that is left can tell nothing apart, nor can
    those around it.
    """
    for node in (draft.target, *reversed(draft.steps), draft.anchor.node):
        if len(left) == 1 or _is_around(draft.index, node, left):
            break
        draft, left = _with_traits(draft, node, left)
    return draft, left


def narrow_by_wrappers(draft: IdentityDraft, left: list[int]) -> tuple[IdentityDraft, list[int]]:
    """Return the draft with those skipped nodes put back that narrow it, nearest first.

    They tell elements apart by being there at all, or by what is inside them. All are put back at
    first, because a wrapper alone could be any of those around it; then the farthest are taken out
    again as long as that changes nothing.
    """
    skipped = [node for node in draft.iter_between() if not draft.index.is_step(node)]
    full = draft
    for node in skipped[:MAX_PATH_DEPTH]:
        full = full.with_step(node)
    fewer = full.of(left)
    for node in skipped[:MAX_PATH_DEPTH]:
        if len(fewer) == 1 or _is_around(draft.index, node, fewer):
            break
        full, fewer = _with_traits(full, node, fewer)
    if len(fewer) == len(left):
        return draft, left
    for node in reversed(skipped[:MAX_PATH_DEPTH]):
        trial = full.without_step(node)
        if len(trial.of(left)) == len(fewer):
            full = trial
    return full, fewer


def _is_around(index: Voices, node: int, others: Sequence[int]) -> bool:
    return node <= others[0] and others[-1] < index.ends[node]


def _with_traits(
    draft: IdentityDraft, node: int, left: list[int]
) -> tuple[IdentityDraft, list[int]]:
    """Return the draft with the traits of one node that leave the fewest, and these."""
    if draft.anchor.is_page and node == draft.anchor.node:
        return draft, left
    for traits in (_rarest_voices(draft, node), _rarest_kinds(draft, node)):
        for _ in range(TRAITS_KEPT):
            better, fewer = _best_trait(draft, node, traits, left)
            if better is draft:
                break
            draft, left = better, fewer
    return draft, left


def _best_trait(
    draft: IdentityDraft, node: int, traits: Sequence[Trait], left: list[int]
) -> tuple[IdentityDraft, list[int]]:
    best, fewest = draft, left
    for trait in traits:
        if len(fewest) == 1:
            break
        trial = draft.holding(node, trait)
        if len(fewer := trial.of(left)) < len(fewest):
            best, fewest = trial, fewer
    return best, fewest


def _rarest_voices(draft: IdentityDraft, node: int) -> Sequence[Trait]:
    """Return texts inside a node: rare on the page, without numbers that change, short."""
    index = draft.index
    if index.count_speakers(node) > LARGEST_CROWD:
        return ()
    said = {index.voice_of[speaker] for speaker in index.iter_speakers(node)}
    said.discard(index.said_by(draft.target))

    def rarity(voice: str) -> tuple[int, bool, int, str]:
        return len(index.voices[voice]), any(map(str.isdigit, voice)), len(voice), voice

    return sorted(said, key=rarity)[:TRAITS_TRIED]


def _rarest_kinds(draft: IdentityDraft, node: int) -> Sequence[Trait]:
    """Return kinds of elements inside a node that mean something: rare on the page."""
    index = draft.index
    if index.has_more_steps(node, LARGEST_CROWD):
        return ()
    kinds = {index.kind_number(inner) for inner in range(node + 1, index.ends[node])}
    telling = [number for number in kinds if index.kinds[number].semantics != NOTHING_SAID]

    def rarity(number: int) -> tuple[int, str]:
        return index.like_kind(number).size, repr(index.kinds[number])

    return sorted(telling, key=rarity)[:TRAITS_TRIED]
