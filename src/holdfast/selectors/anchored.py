"""Anchors: name the row, list item, dialog or region in which an element is the only one.

In a fingerprint: ``within`` {role, name} (its whole name), {role, words} (words that stand in it),
or {css} where no such container tells them apart.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from holdfast.model.placeholders import MASK
from holdfast.model.snapshot import Node
from holdfast.model.strategy import JsonObject
from holdfast.page.metadata import find_text
from holdfast.page.tables import Tables, fold
from holdfast.selectors import playwright_code as code
from holdfast.selectors.css import iter_scopes

WITHIN = "within"
# What stands in these tells one from its neighbours; only a row has it in its name.
_TOLD_BY_WORDS = frozenset({"row", "listitem", "article"})
_TOLD_BY_NAME = frozenset(
    "alertdialog complementary dialog form grid group list menu navigation radiogroup region "
    "search table tablist tabpanel toolbar tree treegrid".split()
)
_MODAL = frozenset({"dialog", "alertdialog"})  # there is rarely more than one, named or not
# A person calls a row by its header, and a card by its heading.
_HEADING = frozenset({"rowheader", "heading"})
_LONGEST_WORDS = 60
_MOST_WORDS = 8  # of one row that are tried
_MOST_INSIDE = 200  # elements of a row or card in which they are looked for
_FARTHEST = 12  # levels above the element at which an anchor is still one that people see


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """A container that people see as one thing: by its name, by words that stand in it, by CSS."""

    role: str = ""
    name: str = ""
    words: str = ""
    css: str = ""

    def to_json(self) -> dict[str, str]:
        """Return what is recorded of it."""
        return {key: value for key, value in asdict(self).items() if value}

    @classmethod
    def read(cls, metadata: JsonObject) -> "Anchor | None":
        """Return the anchor of a recorded selector, None without one."""
        given = metadata.get(WITHIN)
        if given is None:
            return None
        if not isinstance(given, Mapping):
            raise ValueError(f"{WITHIN} must be an object such as {{role: row, words: Milk}}")
        told = {key: find_text(given, key) or "" for key in ("role", "name", "words", "css")}
        if not told["role"] and not told["css"]:
            raise ValueError(f"{WITHIN} must name a role or a CSS selector")
        return cls(**told)

    def call(self) -> str:
        """Return the call that finds it."""
        if self.css:
            return code.by_css(self.css)
        if not self.words:
            return code.by_role(self.role, self.name)
        if self.role == "row":
            return f"get_by_role({code.literal(self.role)}, name={code.literal(self.words)})"
        return f"{code.by_role(self.role)}.filter(has_text={code.literal(self.words)})"

    def say(self) -> str:
        """Return the anchor in words."""
        told = self.name or self.words
        return self.css or (f"{self.role} {told!r}" if told else self.role)

    def find_inside(self, page: Tables, frame: int, found: Sequence[int]) -> Sequence[int]:
        """Return those of the elements, given in document order, that stand in such a container."""
        inside = {i for one in self._containers(page, frame) for i in page.within(found, one)}
        return sorted(inside)

    def _containers(self, page: Tables, frame: int) -> Iterator[int]:
        if self.css:
            yield from page.page.find_css(self.css, frame)
        wanted, names = fold(self.words), page.page.names
        text, content = page.page.text_of, page.content_of
        for index in page.with_role(frame, self.role):
            if self.words:
                said = [names[index]] if self.role == "row" else [text(index), content(index)]
                if any(wanted in fold(one) for one in said):
                    yield index
            elif not self.name or names[index] == self.name:
                yield index


def iter_anchors(page: Tables, node: Node) -> Iterator[Anchor]:
    """Yield the containers around an element that people would name, nearest first."""
    for level, around in enumerate(node.iter_ancestors()):
        if level >= _FARTHEST or around.frame != node.frame:
            return
        if not page.is_exposed(around.index):
            continue
        if around.role in _TOLD_BY_WORDS:
            for words in _telling_words(page, around, node):
                yield Anchor(role=around.role, words=words)
            if _is_telling(around.name):  # "Order 1" stands in "Order 11" too; whole names do not
                yield Anchor(role=around.role, name=around.name)
        elif around.role in _TOLD_BY_NAME and (around.name or around.role in _MODAL):
            yield Anchor(role=around.role, name=around.name)


def find_anchor(page: Tables, node: Node, alike: Sequence[int]) -> Anchor | None:
    """Return the nearest container in which the element is the only one of those alike."""
    for anchor in iter_anchors(page, node):
        if list(anchor.find_inside(page, node.frame, alike)) == [node.index]:
            return anchor
    for scope, css in iter_scopes(page, node):
        if len(page.within(alike, scope)) == 1:
            return Anchor(css=css)
    return None


def _telling_words(page: Tables, around: Node, node: Node) -> list[str]:
    """Return words of a container that could tell it from others, the best first.

    Not those of the element itself: what it says is asked of it already.
    """
    index, end = around.index, around.snapshot.index.ends[around.index]
    told: dict[str, tuple[bool, bool]] = {}
    for inner in around.snapshot.nodes[index + 1 : min(end, index + _MOST_INSIDE)]:
        is_part = inner.index <= node.index < around.snapshot.index.ends[inner.index]
        if is_part or node.index < inner.index < around.snapshot.index.ends[node.index]:
            continue
        words = inner.text
        if _is_telling(words) and words != node.name:
            worse = inner.role not in _HEADING, not any(map(str.isalpha, words))
            told[words] = min(told.get(words, worse), worse)
    inner_words = sorted(told, key=lambda words: told[words])[:_MOST_WORDS]
    # All that it says, at last: "Task 1" stands in "Task 10" too, "Task 1 Edit" does not.
    itself = (around.own_text, *inner_words, page.content_of(around.index))
    return [words for words in dict.fromkeys(itself) if _is_telling(words) and words != node.name]


def _is_telling(words: str) -> bool:
    is_short = len(words) <= _LONGEST_WORDS and words.isprintable() and MASK not in words
    # A number of one or two digits stands in many rows, and says which one in a row it is.
    return is_short and len(words) > (2 if words.isdecimal() else 1)
