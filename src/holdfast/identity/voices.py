"""Voices: who answers a description; elements by kind and by what they say.

Elements that look alike (same tag, id, role, stable classes and attributes) are of one *kind*. A
description is a set of *tokens* of a kind; the page's tables say who has each of them, and only
those who are asked for are looked at closely.

A *voice* is the text directly in one element. Wrappers and reordering do not change voices.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from holdfast.identity.semantics import (
    LONGEST_TEXT,
    PAGE_TAGS,
    SEMANTIC_TAGS,
    Kind,
    describe_kind,
    has_meaning,
    is_writable,
    keeps_meaning,
    normalise,
)
from holdfast.model.element_identity import TextContent
from holdfast.model.snapshot import Box, Snapshot
from holdfast.page.index import PageIndex
from holdfast.page.page_cache import once_per_page
from holdfast.page.text import WORDLESS_TAGS

Token: TypeAlias = tuple[Hashable, ...]
Places: TypeAlias = Mapping[str, Sequence[int]]

_FIELDS = frozenset({"input", "select", "textarea", "meter", "output", "progress"})
# The words inside are choices or the whole page, not what the element says.
_MUTE_TAGS = frozenset({"select", "datalist", "html", "head", "body"})
_SMALL = 8  # meaningful elements; in something larger, the only text is that of a part
_LABEL_REACH = 20  # levels from a field up to the label around it
_NOWHERE: Sequence[int] = ()


def look_tokens(kind: Kind) -> Iterator[Token]:
    """Yield what a CSS selector would ask for: tag, id, role, classes."""
    yield "tag", kind.tag
    if kind.semantics.id:
        yield "id", kind.semantics.id
    if kind.semantics.role:
        yield "role", kind.semantics.role
    for name in kind.semantics.classes:
        yield "class", name


def all_tokens(kind: Kind) -> Iterator[Token]:
    """Yield everything that a kind is asked for."""
    yield from look_tokens(kind)
    for name, value in kind.semantics.attributes:
        yield "attribute", name, value


class Answer(NamedTuple):
    """The elements that answer a description, in document order."""

    nodes: Sequence[int]
    members: frozenset[int]

    @property
    def size(self) -> int:
        """Return how many elements answer."""
        return len(self.nodes)


class Voices:
    """Kinds and voices of one page; each is worked out when it is asked for."""

    def __init__(self, page: PageIndex, boxes: Sequence[Box | None] | None) -> None:
        self._page, self.boxes = page, boxes
        self.tags, self.attributes = page.tags, page.attributes
        self.ends, self.shown = page.ends, page.shown
        self._above = _parents_in_document(page.parents, page.frames)
        self.kinds: list[Kind] = []
        self._numbers: dict[Kind, int] = {}
        self._kind_of: dict[int, int] = {}
        self._described: dict[tuple[str, tuple[tuple[str, str], ...]], int] = {}
        self._answers: dict[frozenset[Token], Answer] = {}
        self._listen()

    def _listen(self) -> None:
        """Note every voice."""
        self.voice_of: dict[int, str] = {}
        self.voices: dict[str, list[int]] = {}
        own = self._page.own_texts
        for owner in sorted(own):
            words = own[owner]
            if is_writable(words):
                voice = self.voice_of[owner] = words[:LONGEST_TEXT]
                if voice in self.voices:
                    self.voices[voice].append(owner)
                else:
                    self.voices[voice] = [owner]
        self.speakers = list(self.voice_of)

    # ------------------------------------------------------------------------------- one element

    def kind_number(self, index: int) -> int:
        """Return the number of an element's kind; numbers are given as kinds are met."""
        number = self._kind_of.get(index)
        if number is None:
            tag, attributes = self.tags[index], self.attributes[index]
            written = (tag, tuple(attributes.items()))
            number = self._described.get(written)
            if number is None:
                number = self._described[written] = self._number(describe_kind(tag, attributes))
            self._kind_of[index] = number
        return number

    def _number(self, kind: Kind) -> int:
        number = self._numbers.setdefault(kind, len(self.kinds))
        if number == len(self.kinds):
            self.kinds.append(kind)
        return number

    def kind(self, index: int) -> Kind:
        """Return the kind of an element."""
        return self.kinds[self.kind_number(index)]

    def is_step(self, index: int) -> bool:
        """Return whether the element counts as a level; a plain wrapper does not."""
        tag = self.tags[index]
        if tag in SEMANTIC_TAGS or tag in PAGE_TAGS or not self.attributes[index]:
            return tag in SEMANTIC_TAGS
        return self.kind(index).is_meaningful

    def frame(self, index: int) -> int:
        """Return the document that the element is in."""
        return self._page.frame_of(index)

    def parent(self, index: int) -> int:
        """Return the element around it in the same document, -1 at the top."""
        return self._above[index]

    def iter_ancestors(self, index: int) -> Iterator[int]:
        """Yield the elements around it, nearest first, without leaving the document."""
        above = self.parent(index)
        while above >= 0:
            yield above
            above = self.parent(above)

    def step_depth(self, index: int) -> int:
        """Return how many meaningful elements are around an element, itself included."""
        return sum(map(self.is_step, (index, *self.iter_ancestors(index))))

    def iter_speakers(self, index: int) -> Sequence[int]:
        """Return the elements with text of their own in a subtree, in document order."""
        first = bisect_left(self.speakers, index)
        return self.speakers[first : bisect_left(self.speakers, self.ends[index], first)]

    def has_more_steps(self, index: int, most: int) -> bool:
        """Return whether more elements of a subtree than so many are more than plain wrappers."""
        left = most
        for inner in range(index, self.ends[index]):
            left -= self.is_step(inner)
            if left < 0:
                return True
        return False

    def count_speakers(self, index: int) -> int:
        """Return how many elements of a subtree have text of their own."""
        first = bisect_left(self.speakers, index)
        return bisect_left(self.speakers, self.ends[index], first) - first

    def said_by(self, index: int) -> str:
        """Return what the element itself says: its own text, or the only one inside it."""
        if index in self.voice_of:
            return self.voice_of[index]
        if self.tags[index] in _MUTE_TAGS or self.count_speakers(index) != 1:
            return ""
        if self.has_more_steps(index, _SMALL):
            return ""
        return self.voice_of[self.iter_speakers(index)[0]]

    def seen_in(self, index: int) -> str:
        """Return all that a person reads in the element, "" when that is more than a label."""
        text = self._page.text
        start, end = text.starts[index], text.ends[index]
        if self.tags[index] in _MUTE_TAGS or not start < end <= start + LONGEST_TEXT:
            return ""
        seen = text.page[start:end]
        return seen if is_writable(seen) else ""

    def text_content(self, index: int) -> TextContent | None:
        """Return what the element itself says, raw and normalised; None when it says nothing."""
        said = self.said_by(index)
        if not said:
            return None
        owner = index if index in self.voice_of else self.iter_speakers(index)[0]
        raw = self._raw(owner) or said
        return TextContent(raw=raw if is_writable(raw) else said, normalized=said)

    def says(self, index: int, voice: str) -> bool:
        """Return whether the voice is heard anywhere in the element, in the same document."""
        owners = self.voices.get(voice, _NOWHERE)
        return self._is_inside(index, owners, bisect_left(owners, index))

    def has(self, index: int, answer: Answer) -> bool:
        """Return whether one of those that answer is inside the element, in the same document."""
        return self._is_inside(index, answer.nodes, bisect_right(answer.nodes, index))

    def _is_inside(self, index: int, nodes: Sequence[int], at: int) -> bool:
        end, frame = self.ends[index], self.frame(index)
        while at < len(nodes) and nodes[at] < end:
            if self.frame(nodes[at]) == frame:
                return True
            at += 1
        return False

    # -------------------------------------------------------------------------------- all of them

    def with_tokens(self, tokens: Iterable[Token]) -> Answer:
        """Return the elements whose kind has all of these."""
        wanted = frozenset(tokens)
        if wanted not in self._answers:
            self._answers[wanted] = self._find(wanted)
        return self._answers[wanted]

    def _find(self, wanted: frozenset[Token]) -> Answer:
        if len(wanted) == 1:
            nodes = self._with_token(*wanted)
            return Answer(nodes, frozenset(nodes))
        found = [self.with_tokens((token,)) for token in wanted]
        fewest, *others = sorted(found, key=lambda answer: answer.size)
        members = fewest.members.intersection(*(other.members for other in others))
        return Answer(sorted(members), members)

    def _with_token(self, token: Token) -> Sequence[int]:
        """Return the elements whose kind has one token."""
        name, *values = map(str, token)
        if name == "attribute":
            return self._with_attribute(*values)
        page, (value,) = self._page, values
        if name == "tag":
            return page.shape.by_tag.get(value, _NOWHERE)
        if name == "role":
            return self._by_role.get(value, _NOWHERE)
        if not has_meaning(name, value):
            return _NOWHERE
        table = page.by_class if name == "class" else page.columns.table(name)
        return table.get(value, _NOWHERE)

    @cached_property
    def _by_role(self) -> Places:
        """Return elements by the role that their kind has."""
        having = self._page.columns.column("role").places
        return _grouped((self.kind(index).semantics.role, index) for index in having)

    def _with_attribute(self, name: str, value: str) -> Sequence[int]:
        """Return the elements whose kind has this value of an attribute, white space collapsed."""
        if name not in self._spellings:
            spellings = self._spellings[name] = {}
            for written in self._page.columns.table(name):
                spellings.setdefault(normalise(written), []).append(written)
        table, tags = self._page.columns.table(name), self.tags
        return sorted(
            index
            for written in self._spellings[name].get(value, ())
            for index in table[written]
            if keeps_meaning(tags[index], name, written)
        )

    @cached_property
    def _spellings(self) -> dict[str, dict[str, list[str]]]:
        """Return how values are written, by attribute and by value with white space collapsed."""
        return {}

    def like(self, index: int) -> Answer:
        """Return the elements that have everything that the element's kind has."""
        return self.like_kind(self.kind_number(index))

    def like_kind(self, number: int) -> Answer:
        """Return the elements that have everything that this kind has."""
        return self.with_tokens(all_tokens(self.kinds[number]))

    def with_text(self, text: str) -> Sequence[int]:
        """Return the elements that say it, or in which a person reads it."""
        if text not in self._texts:
            found = {*self._page.text.places_of(text), *self._saying(text)}
            self._texts[text] = sorted(
                i for i in found if text in (self.said_by(i), self.seen_in(i))
            )
        return self._texts[text]

    @cached_property
    def _texts(self) -> dict[str, Sequence[int]]:
        return {}

    def _saying(self, voice: str) -> Iterator[int]:
        """Yield the elements in which a voice is the only one."""
        for owner in self.voices.get(voice, _NOWHERE):
            index = owner
            while index >= 0 and (index == owner or self.count_speakers(index) == 1):
                yield index
                index = self._page.parents[index]

    @cached_property
    def labels(self) -> Mapping[int, str]:
        """Return the text of each field's label."""
        named = self._page.columns.table("for")
        labels = frozenset(self._page.shape.by_tag.get("label", _NOWHERE))
        around = self._labels_around(labels)
        texts = {}
        for index in sorted(self._page.shape.places_of(_FIELDS)):
            own = named.get(self.attributes[index].get("id", ""), _NOWHERE)
            speaking = [label for label in own if label in labels]
            if index in around and "for" not in self.attributes[around[index]]:
                speaking.append(around[index])
            if text := " ".join(sorted(filter(None, map(self.said_by, speaking)))):
                texts[index] = text[:LONGEST_TEXT]
        return texts

    def _labels_around(self, labels: Iterable[int]) -> Mapping[int, int]:
        """Return the nearest label around each element inside one, if it is not too far."""
        depths, around = self._page.depths, {}
        for label in sorted(labels):
            for inner in range(label + 1, self.ends[label]):
                if self.frame(inner) == self.frame(label):
                    around[inner] = label
        return {i: up for i, up in around.items() if depths[i] - depths[up] <= _LABEL_REACH}

    @cached_property
    def by_label(self) -> Places:
        """Return fields by the text of their label."""
        return _grouped((text, index) for index, text in self.labels.items())

    def _raw(self, owner: int) -> str:
        """Return the text of a speaker as it is written."""
        if self.tags[owner] in WORDLESS_TAGS:
            return ""
        runs = self._page.runs.inside(owner, self.ends[owner])
        raw = " ".join(text for holder, _, text in runs if holder == owner)
        return raw if len(raw) <= LONGEST_TEXT else raw.lstrip()[:LONGEST_TEXT]


def _grouped(pairs: Iterable[tuple[str, int]]) -> Places:
    groups: dict[str, list[int]] = {}
    for value, index in pairs:
        groups.setdefault(value, []).append(index)
    return groups


def _parents_in_document(parents: Sequence[int], frames: Sequence[int] | None) -> Sequence[int]:
    if frames is None:
        return parents
    return [
        up if up >= 0 and frames[up] == frames[index] else -1 for index, up in enumerate(parents)
    ]


@once_per_page
def voices_of(snapshot: Snapshot) -> Voices:
    """Return the page's kinds and voices, the same object each time."""
    return Voices(snapshot.index, snapshot.boxes)
