"""Tables of a page: who has what; each question of a selector is one look into a table.

Describing an element tries dozens of selectors; asking the page's tree for each would cost a walk
through the whole page every time. A table is made when it is first asked for.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from holdfast.model.snapshot import Snapshot
from holdfast.page.grouping import grouped
from holdfast.page.index import PageIndex
from holdfast.page.keys import TEST_ID_ATTRIBUTES
from holdfast.page.page_cache import once_per_page

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


def fold(text: str) -> str:
    """Return the text as people compare it: white space collapsed, upper and lower case alike."""
    return " ".join(text.split()).casefold()


class Tables:
    """The tables of one page; every list of elements is in document order."""

    def __init__(self, page: PageIndex) -> None:
        self.page = page
        self.scopes: dict[int, str | None] = {}  # kept by `css.scope_of`
        self._traits: dict[tuple[int, Trait], Sequence[int]] = {}
        self._worded: dict[str, Mapping[str, Sequence[int]]] = {}
        self._named: dict[str, Mapping[str, Sequence[int]]] = {}

    def _in_frame(self, found: Sequence[int], frame: int) -> Sequence[int]:
        frames = self.page.frames
        if frames is None:
            return found if frame == 0 else ()
        return [index for index in found if frames[index] == frame]

    # ---------------------------------------------------------------------------------- by markup

    def with_trait(self, frame: int, trait: Trait) -> Sequence[int]:
        """Return the elements of a document that have a trait."""
        key = frame, trait
        if key not in self._traits:
            self._traits[key] = self._in_frame(self._having(trait), frame)
        return self._traits[key]

    def _having(self, trait: Trait) -> Sequence[int]:
        if trait.kind == "tag":
            return self.page.shape.by_tag.get(trait.name, ())
        if trait.kind == "class":
            return self.page.by_class.get(trait.name, ())
        if len(trait.value) > LONGEST_VALUE:
            return ()
        return self.page.columns.table(trait.name).get(trait.value, ())

    def with_id(self, frame: int, value: str) -> Sequence[int]:
        """Return the elements with exactly this id."""
        return self.with_trait(frame, Trait("attribute", "id", value))

    def labels_for(self, frame: int, value: str) -> Sequence[int]:
        """Return the labels of the field with this id."""
        return self.with_trait(frame, Trait("attribute", "for", value)) if value else ()

    def count(self, frame: int, traits: Sequence[Trait]) -> int:
        """Return how many elements have all the traits; too many to compare count as that many."""
        fewest, rest = self._fewest(frame, traits, -1)
        if not rest or len(fewest) > MOST_COMPARED:
            return len(fewest)
        return sum(self._has_all(index, rest) for index in fewest)

    def count_attribute(self, frame: int, name: str, value: str) -> int:
        """Return how many elements have the attribute with exactly this value."""
        return self.count(frame, (Trait("attribute", name, value),))

    def is_only(self, index: int, traits: Sequence[Trait], scope: int = -1) -> bool:
        """Return whether the element is the only one with the traits in its frame and the scope."""
        fewest, rest = self._fewest(self.page.frame_of(index), traits, scope)
        if not rest:
            return len(fewest) == 1 and fewest[0] == index
        if len(fewest) > MOST_COMPARED:
            return False
        return not any(other != index and self._has_all(other, rest) for other in fewest)

    def _fewest(
        self, frame: int, traits: Sequence[Trait], scope: int
    ) -> tuple[Sequence[int], Sequence[Trait]]:
        """Return the elements with the rarest of the traits, and the other traits."""
        lists = [self.with_trait(frame, trait) for trait in traits]
        if scope >= 0:
            lists = [self.within(found, scope) for found in lists]
        rarest = min(range(len(lists)), key=lambda place: len(lists[place]))
        return lists[rarest], [trait for place, trait in enumerate(traits) if place != rarest]

    def _has_all(self, index: int, traits: Sequence[Trait]) -> bool:
        return all(self._has(index, trait) for trait in traits)

    def _has(self, index: int, trait: Trait) -> bool:
        if trait.kind == "tag":
            return self.page.tags[index] == trait.name
        attributes = self.page.attributes[index]
        if trait.kind == "class":
            return trait.name in attributes.get("class", "").split()
        return attributes.get(trait.name) == trait.value

    def within(self, found: Sequence[int], scope: int) -> Sequence[int]:
        """Return those of the elements, given in document order, that stand inside the scope."""
        end = self.page.ends[scope]
        return found[bisect_left(found, scope + 1) : bisect_left(found, end)]

    # --------------------------------------------------------------------------- by role and words

    @cached_property
    def by_role(self) -> Mapping[str, Sequence[int]]:
        """Return the elements that assistive technology is told of, by role."""
        told = enumerate(zip(self.page.roles, self.page.exposed, strict=True))
        return grouped((role, index) for index, (role, exposed) in told if role and exposed)

    def by_folded_name(self, role: str) -> Mapping[str, Sequence[int]]:
        """Return the elements of a role by what they are called, whatever the case."""
        if role not in self._named:
            names, of_role = self.page.names, self.by_role.get(role, ())
            self._named[role] = grouped((fold(names[index]), index) for index in of_role)
        return self._named[role]

    def is_exposed(self, index: int) -> bool:
        """Return whether assistive technology is told of the element."""
        return self.page.exposed[index]

    def with_role(self, frame: int, role: str) -> Sequence[int]:
        """Return the elements that assistive technology knows by the role."""
        return self._in_frame(self.by_role.get(role, ()), frame)

    def with_role_and_name(self, frame: int, role: str, name: str) -> Sequence[int]:
        """Return the elements of that role and name, letter for letter."""
        names = self.page.names
        return [index for index in self.with_role(frame, role) if names[index] == name]

    def takes_label(self, index: int) -> bool:
        """Return whether an element is of those that labels are put on."""
        labelled = not LABELLING.isdisjoint(self.page.attributes[index])
        return labelled or self.page.tags[index] in LABELLED_TAGS

    @cached_property
    def by_label(self) -> Mapping[str, Sequence[int]]:
        """Return the fields, and whatever else carries a label, by folded accessible name."""
        page = self.page
        chosen = {*page.shape.places_of(LABELLED_TAGS), *page.columns.places_of(LABELLING)}
        return grouped((fold(page.names[i]), i) for i in sorted(chosen) if page.names[i])

    def with_label(self, frame: int, label: str) -> Sequence[int]:
        """Return the fields, and whatever else carries a label, of that label."""
        return self._in_frame(self.by_label.get(fold(label), ()), frame)

    def with_test_id(self, frame: int, value: str) -> Sequence[int]:
        """Return the elements with that test id, whatever its attribute is called."""
        tables = [self.page.columns.table(name) for name in TEST_ID_ATTRIBUTES]
        found = {index for table in tables for index in table.get(value, ())}
        return self._in_frame(sorted(found), frame)

    def by_words(self, attribute: str) -> Mapping[str, Sequence[int]]:
        """Return the elements by what an attribute of theirs says to people."""
        if attribute not in self._worded:
            places, values = self.page.columns.column(attribute)
            said = zip(map(fold, values), places, strict=True)
            self._worded[attribute] = grouped(said)
        return self._worded[attribute]

    def with_words(self, frame: int, attribute: str, value: str) -> Sequence[int]:
        """Return the elements whose placeholder, alt or title says that."""
        return self._in_frame(self.by_words(attribute).get(fold(value), ()), frame)

    def with_text(self, frame: int, text: str) -> list[int]:
        """Return the innermost elements in which a person reads exactly that."""
        found = self.page.text.places_of_folded(fold(text))
        return self._innermost(self._in_frame(found, frame))

    def with_content(self, frame: int, text: str) -> list[int]:
        """Return the innermost elements that hold exactly that text, shown or not."""
        return self._innermost(self._in_frame(self._contents.get(text, ()), frame))

    def _innermost(self, alike: Sequence[int]) -> list[int]:
        following = zip(alike, [*alike[1:], -1], strict=False)  # none at all: no pairs
        return [i for i, after in following if not i < after < self.page.ends[i]]

    def content_of(self, index: int) -> str:
        """Return all text in the element, shown or not, as the page's own scripts would read it.

        White space is collapsed, but borders of blocks add none; "" for a long text.
        """
        page = self.page
        if page.tags[index] == "input" and page.attributes[index].get("type") in _TEXT_INPUTS:
            return " ".join(page.attributes[index].get("value", "").split())
        pieces: list[str] = []
        length = 0
        for owner, _, text in page.runs.inside(index, page.ends[index]):
            if page.tags[owner] not in _UNREAD_TAGS:
                pieces.append(text)
                length += len(text)
            if length > _LONGEST_CONTENT:
                return ""
        return " ".join("".join(pieces).split())

    @cached_property
    def _contents(self) -> Mapping[str, Sequence[int]]:
        pairs = ((self.content_of(i), i) for i in range(len(self.page)))
        return grouped((text, i) for text, i in pairs if text)


@once_per_page
def tables_of(snapshot: Snapshot) -> Tables:
    """Return the page's tables; made once, kept as long as the page lives."""
    return Tables(snapshot.index)
