"""Where what stands on a page: each question of a selector is one look into a table.

Describing an element tries dozens of selectors; asking the page's tree for each would cost a walk
through the whole page every time. The tables are made once, when they are first asked for.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from holdfast.page.keys import TEST_ID_ATTRIBUTES
from holdfast.page.page_cache import once_per_page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from holdfast.model.snapshot import Snapshot

# Longer values and texts are no selectors that people would write.
LONGEST_VALUE = 100
# More elements than this share a trait: then it does not tell them apart, and is not looked into.
MOST_COMPARED = 300
_LONGEST_CONTENT = 4 * LONGEST_VALUE  # leaves room for white space that collapses
_TEXT_INPUTS = frozenset({"submit", "button"})  # their value is what they say
_UNREAD_TAGS = frozenset({"script", "style", "noscript", "head"})
LABELLED_TAGS = frozenset({"input", "select", "textarea", "button", "meter", "output", "progress"})
LABELLING = frozenset({"aria-label", "aria-labelledby"})


class Trait(NamedTuple):
    """One thing that a selector can ask for: a tag, a class, or an attribute with its value."""

    kind: str
    name: str
    value: str = ""


Table = dict[tuple[int, object], list[int]]


def fold(text: str) -> str:
    """Return the text as people compare it: white space collapsed, upper and lower case alike."""
    return " ".join(text.split()).casefold()


class PageIndex:
    """The tables of one page; every list of elements is in document order."""

    def __init__(self, snapshot: Snapshot) -> None:
        # Columns only: a reference to the page would keep it alive for ever.
        self.tags, self.attributes = snapshot.tags, snapshot.attributes
        self.roles, self.names = snapshot.roles, snapshot.names
        self._exposed = snapshot.index.exposed
        self.outline, self._runs = snapshot.outline, snapshot.runs
        frames = snapshot.scope_of is not None
        count = range(len(snapshot))
        self.frame_of: Sequence[int] = [snapshot.frame_of(i) if frames else 0 for i in count]
        self.scopes: dict[int, str | None] = {}  # kept by `css.scope_of`

    @cached_property
    def _traits(self) -> Table:
        return _grouped(self._iter_traits())

    def _iter_traits(self) -> Iterator[tuple[tuple[int, object], int]]:
        columns = zip(self.tags, self.attributes, self.frame_of, strict=True)
        for index, (tag, attributes, frame) in enumerate(columns):
            yield (frame, Trait("tag", tag)), index
            for name, value in attributes.items():
                if name == "class":
                    for word in set(value.split()):
                        yield (frame, Trait("class", word)), index
                elif len(value) <= LONGEST_VALUE:
                    yield (frame, Trait("attribute", name, value)), index

    @cached_property
    def _roles(self) -> Table:
        told = enumerate(zip(self.roles, self._exposed, self.frame_of, strict=True))
        return _grouped(((frame, role), i) for i, (role, seen, frame) in told if role and seen)

    @cached_property
    def _named_roles(self) -> Table:
        told = enumerate(zip(self.roles, self.names, self.frame_of, strict=True))
        return _grouped(((frame, (role, name)), i) for i, (role, name, frame) in told if name)

    @cached_property
    def _labels(self) -> Table:
        told = enumerate(zip(self.names, self.frame_of, strict=True))
        return _grouped(
            ((frame, fold(name)), i) for i, (name, frame) in told if name and self.takes_label(i)
        )

    @cached_property
    def _texts(self) -> Table:
        outline = self.outline
        stretches = enumerate(zip(outline.text_starts, outline.text_ends, strict=True))
        return _grouped(
            ((self.frame_of[i], text), i)
            for i, (start, end) in stretches
            if start < end <= start + _LONGEST_CONTENT
            and (text := fold(outline.page_text[start:end]))
        )

    @cached_property
    def _run_places(self) -> Sequence[int]:
        return [run.at for run in self._runs]

    def content_of(self, index: int) -> str:
        """Return all text in the element, shown or not, as the page's own scripts would read it.

        White space is collapsed, but borders of blocks add none; "" for a long text.
        """
        if self.tags[index] == "input" and self.attributes[index].get("type") in _TEXT_INPUTS:
            return " ".join(self.attributes[index].get("value", "").split())
        end = self.outline.ends[index]
        pieces: list[str] = []
        length = 0
        for place in range(bisect_left(self._run_places, index + 1), len(self._runs)):
            run = self._runs[place]
            if not index <= run.owner < end:
                break
            if self.tags[run.owner] not in _UNREAD_TAGS:
                pieces.append(run.text)
                length += len(run.text)
            if length > _LONGEST_CONTENT:
                return ""
        return " ".join("".join(pieces).split())

    @cached_property
    def _contents(self) -> Table:
        pairs = ((i, self.content_of(i)) for i in range(len(self.tags)))
        return _grouped(((self.frame_of[i], text), i) for i, text in pairs if text)

    @cached_property
    def _folded(self) -> Table:
        kinds = ("placeholder", "alt", "title")
        return _grouped(
            ((self.frame_of[i], (kind, fold(attributes[kind]))), i)
            for i, attributes in enumerate(self.attributes)
            for kind in kinds
            if kind in attributes
        )

    @cached_property
    def _test_ids(self) -> Table:
        return _grouped(
            ((self.frame_of[i], value), i)
            for i, attributes in enumerate(self.attributes)
            if "data-" in "".join(attributes)
            for value in {attributes[name] for name in TEST_ID_ATTRIBUTES if name in attributes}
        )

    def is_exposed(self, index: int) -> bool:
        """Return whether assistive technology is told of the element."""
        return self._exposed[index]

    def takes_label(self, index: int) -> bool:
        """Return whether an element is of those that labels are put on."""
        return self.tags[index] in LABELLED_TAGS or not LABELLING.isdisjoint(self.attributes[index])

    def with_role(self, frame: int, role: str) -> Sequence[int]:
        """Return the elements that assistive technology knows by the role."""
        return self._roles.get((frame, role), ())

    def with_role_and_name(self, frame: int, role: str, name: str) -> Sequence[int]:
        """Return the elements of that role and name, letter for letter."""
        return self._named_roles.get((frame, (role, name)), ())

    def with_label(self, frame: int, label: str) -> Sequence[int]:
        """Return the fields, and whatever else carries a label, of that label."""
        return self._labels.get((frame, fold(label)), ())

    def with_test_id(self, frame: int, value: str) -> Sequence[int]:
        """Return the elements with that test id, whatever its attribute is called."""
        return self._test_ids.get((frame, value), ())

    def with_words(self, frame: int, attribute: str, value: str) -> Sequence[int]:
        """Return the elements whose placeholder, alt or title says that."""
        return self._folded.get((frame, (attribute, fold(value))), ())

    def with_text(self, frame: int, text: str) -> list[int]:
        """Return the innermost elements in which a person reads exactly that."""
        return self._innermost(self._texts.get((frame, fold(text)), ()))

    def with_content(self, frame: int, text: str) -> list[int]:
        """Return the innermost elements that hold exactly that text, shown or not."""
        return self._innermost(self._contents.get((frame, text), ()))

    def _innermost(self, alike: Sequence[int]) -> list[int]:
        following = zip(alike, [*alike[1:], -1], strict=False)  # none at all: no pairs
        return [i for i, after in following if not i < after < self.outline.ends[i]]

    def within(self, found: Sequence[int], scope: int) -> Sequence[int]:
        """Return those of the elements, given in document order, that stand inside the scope."""
        end = self.outline.ends[scope]
        return found[bisect_left(found, scope + 1) : bisect_left(found, end)]

    def count(self, frame: int, traits: Sequence[Trait]) -> int:
        """Return how many elements have all the traits; too many to compare count as that many."""
        fewest, rest = self._fewest(frame, traits, -1)
        if not rest or len(fewest) > MOST_COMPARED:
            return len(fewest)
        return sum(self._has_all(index, rest) for index in fewest)

    def count_attribute(self, frame: int, name: str, value: str) -> int:
        """Return how many elements have the attribute with exactly this value."""
        return self.count(frame, (Trait("attribute", name, value),))

    def with_id(self, frame: int, value: str) -> Sequence[int]:
        """Return the elements with exactly this id."""
        return self._traits.get((frame, Trait("attribute", "id", value)), ())

    def labels_for(self, frame: int, value: str) -> Sequence[int]:
        """Return the labels of the field with this id."""
        return self._traits.get((frame, Trait("attribute", "for", value)), ()) if value else ()

    def is_only(self, index: int, traits: Sequence[Trait], scope: int = -1) -> bool:
        """Return whether the element is the only one with the traits in its frame and the scope."""
        fewest, rest = self._fewest(self.frame_of[index], traits, scope)
        if not rest:
            return len(fewest) == 1 and fewest[0] == index
        if len(fewest) > MOST_COMPARED:
            return False
        return not any(other != index and self._has_all(other, rest) for other in fewest)

    def _fewest(
        self, frame: int, traits: Sequence[Trait], scope: int
    ) -> tuple[Sequence[int], Sequence[Trait]]:
        """Return the elements with the rarest of the traits, and the other traits."""
        lists: list[Sequence[int]] = [self._traits.get((frame, trait), ()) for trait in traits]
        if scope >= 0:
            lists = [self.within(found, scope) for found in lists]
        rarest = min(range(len(lists)), key=lambda place: len(lists[place]))
        return lists[rarest], [trait for place, trait in enumerate(traits) if place != rarest]

    def _has_all(self, index: int, traits: Sequence[Trait]) -> bool:
        return all(self._has(index, trait) for trait in traits)

    def _has(self, index: int, trait: Trait) -> bool:
        if trait.kind == "tag":
            return self.tags[index] == trait.name
        attributes = self.attributes[index]
        if trait.kind == "class":
            return trait.name in attributes.get("class", "").split()
        return attributes.get(trait.name) == trait.value


@once_per_page
def index_of(snapshot: Snapshot) -> PageIndex:
    """Return the page's tables; made once, kept as long as the page lives."""
    return PageIndex(snapshot)


def _grouped(pairs: Iterable[tuple[tuple[int, object], int]]) -> Table:
    groups: Table = {}
    for key, index in pairs:
        groups.setdefault(key, []).append(index)
    return groups
