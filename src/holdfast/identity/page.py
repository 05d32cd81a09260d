"""One index per page: elements by kind and by what they say; generating and resolving ask it.

Elements that look alike (same tag, id, role, stable classes and attributes) are of one *kind*; a
page of ten thousand elements has some hundred kinds. A description is answered by kinds first, and
only the elements of those kinds are looked at.

A *voice* is the text directly in one element. Wrappers and reordering do not change voices.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from holdfast.identity.semantics import (
    LONGEST_TEXT,
    Kind,
    describe_kind,
    is_writable,
    normalise,
)
from holdfast.model.identity import TextContent
from holdfast.page.page_cache import once_per_page
from holdfast.page.text import WORDLESS_TAGS

if TYPE_CHECKING:
    from holdfast.model.snapshot import Box, Snapshot

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
    """The kinds that answer a description, and how many elements are of these kinds."""

    kinds: frozenset[int]
    size: int


class PageIndex:
    """The index of one page. It keeps the columns, not the page, which must be free to go."""

    def __init__(self, snapshot: Snapshot) -> None:
        outline = snapshot.outline
        self.tags = snapshot.tags
        self.attributes = snapshot.attributes
        self.ends, self.shown = outline.ends, outline.shown
        self.boxes: Sequence[Box | None] | None = snapshot.boxes
        self._frames = _frames(snapshot)
        self._above = _parents_in_document(snapshot.parents, self._frames)
        self._outline, self._runs = outline, snapshot.runs
        self.kinds: list[Kind] = []
        self.kind_of: list[int] = []
        self.nodes_of: list[list[int]] = []
        self._sort_into_kinds()
        self._kinds_with: dict[Token, set[int]] = {}
        for number, kind in enumerate(self.kinds):
            for token in all_tokens(kind):
                self._kinds_with.setdefault(token, set()).add(number)
        self._answers: dict[int, Answer] = {}
        self._is_step = [kind.is_meaningful for kind in self.kinds]
        self._steps_before = _running_count(map(self.is_step, range(len(self.tags))))
        self.step_depths = self._step_depths()
        self._listen()

    def _sort_into_kinds(self) -> None:
        numbers: dict[Kind, int] = {}
        known: dict[tuple[str, tuple[tuple[str, str], ...]], int] = {}
        for index, (tag, attributes) in enumerate(zip(self.tags, self.attributes, strict=True)):
            written = (tag, tuple(attributes.items()))
            number = known.get(written)
            if number is None:
                kind = describe_kind(tag, attributes)
                number = known[written] = numbers.setdefault(kind, len(numbers))
                if number == len(self.kinds):
                    self.kinds.append(kind)
                    self.nodes_of.append([])
            self.kind_of.append(number)
            self.nodes_of[number].append(index)

    def _step_depths(self) -> list[int]:
        """Return how many meaningful elements are around each, itself included."""
        depths: list[int] = []
        for index, above in enumerate(self._above):
            depths.append(self.is_step(index) + (depths[above] if above >= 0 else 0))
        return depths

    def _listen(self) -> None:
        """Note every voice, and how many there are before each element."""
        self.voice_of: dict[int, str] = {}
        self.voices: dict[str, list[int]] = {}
        for owner, words in sorted(self._outline.own_texts.items()):
            if words and is_writable(words):
                voice = words[:LONGEST_TEXT]
                self.voice_of[owner] = voice
                self.voices.setdefault(voice, []).append(owner)
        self.speakers = list(self.voice_of)
        speaks = self.voice_of.__contains__
        self._speakers_before = _running_count(map(speaks, range(len(self.tags))))

    # ------------------------------------------------------------------------------- one element

    def kind(self, index: int) -> Kind:
        """Return the kind of an element."""
        return self.kinds[self.kind_of[index]]

    def is_step(self, index: int) -> bool:
        """Return whether the element counts as a level; a plain wrapper does not."""
        return self._is_step[self.kind_of[index]]

    def frame(self, index: int) -> int:
        """Return the document that the element is in."""
        return 0 if self._frames is None else self._frames[index]

    def parent(self, index: int) -> int:
        """Return the element around it in the same document, -1 at the top."""
        return self._above[index]

    def iter_ancestors(self, index: int) -> Iterator[int]:
        """Yield the elements around it, nearest first, without leaving the document."""
        above = self.parent(index)
        while above >= 0:
            yield above
            above = self.parent(above)

    def iter_speakers(self, index: int) -> Sequence[int]:
        """Return the elements with text of their own in a subtree, in document order."""
        before = self._speakers_before
        return self.speakers[before[index] : before[self.ends[index]]]

    def count_steps(self, index: int) -> int:
        """Return how many elements of a subtree are more than plain wrappers."""
        return self._steps_before[self.ends[index]] - self._steps_before[index]

    def count_speakers(self, index: int) -> int:
        """Return how many elements of a subtree have text of their own."""
        return self._speakers_before[self.ends[index]] - self._speakers_before[index]

    def said_by(self, index: int) -> str:
        """Return what the element itself says: its own text, or the only one inside it."""
        if index in self.voice_of:
            return self.voice_of[index]
        if self.tags[index] in _MUTE_TAGS or self.count_speakers(index) != 1:
            return ""
        if self.count_steps(index) > _SMALL:
            return ""
        return self.voice_of[self.speakers[self._speakers_before[index]]]

    def seen_in(self, index: int) -> str:
        """Return all that a person reads in the element, "" when that is more than a label."""
        start, end = self._outline.text_starts[index], self._outline.text_ends[index]
        if self.tags[index] in _MUTE_TAGS or not start < end <= start + 4 * LONGEST_TEXT:
            return ""
        text = normalise(self._outline.page_text[start:end])
        return text if len(text) <= LONGEST_TEXT and is_writable(text) else ""

    def text_content(self, index: int) -> TextContent | None:
        """Return what the element itself says, raw and normalised; None when it says nothing."""
        said = self.said_by(index)
        if not said:
            return None
        owner = index if index in self.voice_of else self.iter_speakers(index)[0]
        raw = self._raw.get(owner, said)
        return TextContent(raw=raw if is_writable(raw) else said, normalized=said)

    def says(self, index: int, voice: str) -> bool:
        """Return whether the voice is heard anywhere in the element, in the same document."""
        owners = self.voices.get(voice, _NOWHERE)
        at, end, frame = bisect_left(owners, index), self.ends[index], self.frame(index)
        while at < len(owners) and owners[at] < end:
            if self.frame(owners[at]) == frame:
                return True
            at += 1
        return False

    def has(self, index: int, answer: Answer) -> bool:
        """Return whether an element of these kinds is inside the element, in the same document."""
        end, frame = self.ends[index], self.frame(index)
        for number in answer.kinds:
            nodes = self.nodes_of[number]
            at = bisect_right(nodes, index)
            while at < len(nodes) and nodes[at] < end:
                if self.frame(nodes[at]) == frame:
                    return True
                at += 1
        return False

    # -------------------------------------------------------------------------------- all of them

    def with_tokens(self, tokens: Iterable[Token]) -> Answer:
        """Return the kinds that have all of these."""
        found = [self._kinds_with.get(token, set()) for token in tokens]
        smallest, *others = sorted(found, key=len)
        kinds = frozenset(smallest.intersection(*others))
        return Answer(kinds, sum(len(self.nodes_of[number]) for number in kinds))

    def like(self, index: int) -> Answer:
        """Return the kinds that have everything that the element's kind has."""
        return self.like_kind(self.kind_of[index])

    def like_kind(self, number: int) -> Answer:
        """Return the kinds that have everything that this kind has."""
        if number not in self._answers:
            self._answers[number] = self.with_tokens(all_tokens(self.kinds[number]))
        return self._answers[number]

    def nodes(self, kinds: Iterable[int]) -> list[int]:
        """Return the elements of these kinds, in document order."""
        return sorted(index for number in kinds for index in self.nodes_of[number])

    @cached_property
    def by_text(self) -> Places:
        """Return elements by what they say, or by what a person reads in them."""
        places: dict[str, list[int]] = {}
        for index in range(len(self.tags)):
            for text in {self.said_by(index), self.seen_in(index)}:
                if text:
                    places.setdefault(text, []).append(index)
        return places

    @cached_property
    def labels(self) -> Mapping[int, str]:
        """Return the text of each field's label."""
        named: dict[str, list[int]] = {}
        for index, tag in enumerate(self.tags):
            if tag == "label" and (points_at := self.attributes[index].get("for")):
                named.setdefault(points_at, []).append(index)
        fields = (index for index, tag in enumerate(self.tags) if tag in _FIELDS)
        texts = ((index, self._label_text(index, named)) for index in fields)
        return {index: text for index, text in texts if text}

    def _label_text(self, index: int, named: Mapping[str, Sequence[int]]) -> str:
        above = zip(self.iter_ancestors(index), range(_LABEL_REACH), strict=False)
        around = next((up for up, _ in above if self.tags[up] == "label"), None)
        labels = list(named.get(self.attributes[index].get("id", ""), _NOWHERE))
        if around is not None and "for" not in self.attributes[around]:
            labels.append(around)
        return " ".join(sorted(filter(None, map(self.said_by, labels))))[:LONGEST_TEXT]

    @cached_property
    def by_label(self) -> Places:
        """Return fields by the text of their label."""
        places: dict[str, list[int]] = {}
        for index, text in self.labels.items():
            places.setdefault(text, []).append(index)
        return places

    @cached_property
    def _raw(self) -> Mapping[int, str]:
        """Return the text of each speaker as it is written."""
        pieces: dict[int, list[str]] = {}
        for owner, _, text in self._runs:
            if owner >= 0 and self.tags[owner] not in WORDLESS_TAGS:
                pieces.setdefault(owner, []).append(text)
        return {owner: _cut(" ".join(texts)) for owner, texts in pieces.items()}


def _running_count(flags: Iterable[bool]) -> list[int]:
    return list(accumulate(flags, initial=0))


def _cut(raw: str) -> str:
    return raw if len(raw) <= LONGEST_TEXT else raw.lstrip()[:LONGEST_TEXT]


def _frames(snapshot: Snapshot) -> Sequence[int] | None:
    if snapshot.scope_of is None:
        return None
    return [snapshot.frame_of(index) for index in range(len(snapshot))]


def _parents_in_document(parents: Sequence[int], frames: Sequence[int] | None) -> Sequence[int]:
    if frames is None:
        return parents
    return [
        up if up >= 0 and frames[up] == frames[index] else -1 for index, up in enumerate(parents)
    ]


@once_per_page
def index_page(snapshot: Snapshot) -> PageIndex:
    """Return the page's index, the same object each time."""
    return PageIndex(snapshot)
