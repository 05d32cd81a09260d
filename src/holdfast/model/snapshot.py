"""A page at one moment, as plain immutable data: the only thing the rest of Holdfast looks at.

A snapshot keeps its elements as columns (one tuple per property, in document order), because a page
has tens of thousands of them and most questions are asked of all. ``Node`` is a view of one row.

What can be derived from the columns (where a subtree ends, the text a person sees, role and
accessible name, XPath) is in the page's index, made when it is first asked for, in the same way for
live pages and for saved ones. Handing it out is the one step from here up to ``page``.
"""

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from holdfast.model.rendering import Rendering
from holdfast.model.runs import TextRun as TextRun  # part of a snapshot's vocabulary
from holdfast.model.runs import TextRuns
from holdfast.model.saved import SavedPage, read_json

if TYPE_CHECKING:
    from holdfast.page.index import PageIndex

# A page joined from its frames; edition 1, which is still read, has no stored index.
SNAPSHOT_FORMAT = "holdfast-snapshot/2"
MEASUREMENT_FORMAT = "holdfast-measurement/1"  # one frame, as measure.js measured it


class Box(NamedTuple):
    """Where an element stands, in CSS pixels of the document."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """Return the middle of the box."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def area(self) -> float:
        """Return width times height, 0 for a box that shows nothing."""
        return max(self.width, 0.0) * max(self.height, 0.0)


class Scope(NamedTuple):
    """A tree inside the page: the document, a frame's document, or an open shadow root.

    ``owner`` is the index of the frame element or of the shadow host; -1 for the document.
    """

    kind: str
    owner: int
    url: str


class Size(NamedTuple):
    """Width and height in CSS pixels."""

    width: float
    height: float


class Point(NamedTuple):
    """A place in CSS pixels."""

    x: float
    y: float


class TrailPoint(NamedTuple):
    """One sample of the mouse: where, in CSS pixels, and when, in milliseconds."""

    x: float
    y: float
    timestamp_ms: float


@dataclass(frozen=True, kw_only=True)
class Snapshot(SavedPage):
    """One page, frozen. Make one with ``holdfast.parse`` or by capturing a live page.

    ``parents`` is composed: the document element of a frame hangs below its frame element, the
    content of a shadow root below its host; ``scope_of`` tells the trees apart.
    ``shown`` is what a browser measured; without one (None) it is worked out from the markup.
    ``rendering`` is what its style sheets add; without one, or where they add nothing, None.
    """

    tags: tuple[str, ...]
    parents: tuple[int, ...]
    attributes: tuple[Mapping[str, str], ...]
    runs: Sequence[TextRun] = TextRuns()
    boxes: tuple[Box | None, ...] | None = None
    shown: tuple[bool, ...] | None = None
    scope_of: tuple[int, ...] | None = None
    rendering: Rendering | None = None
    scopes: tuple[Scope, ...] = (Scope("document", -1, ""),)
    url: str = ""
    title: str = ""
    viewport: Size | None = None
    scroll: Point = Point(0, 0)  # noqa: RUF009  # immutable
    device_scale: float = 1.0
    is_compact: bool = field(default=False)

    def __post_init__(self) -> None:
        """Refuse columns that do not fit together, and what stands before its holder."""
        object.__setattr__(self, "runs", TextRuns.of(self.runs))
        count = len(self.tags)
        for name in ("parents", "attributes", "boxes", "shown", "scope_of"):
            column = getattr(self, name)
            if column is not None and len(column) != count:
                raise ValueError(f"{name} has {len(column)} entries for {count} elements")
        if not all(map(operator.lt, self.parents, range(count))):
            raise ValueError("an element stands before its parent")
        if not self.scopes or self.scopes[0].owner != -1:
            raise ValueError("the first scope is the document")
        if self.scope_of is not None:
            self._check_scopes(self.scope_of)

    def _check_scopes(self, scope_of: Sequence[int]) -> None:
        known = len(self.scopes)
        if not all(0 <= scope < known for scope in set(scope_of)):
            raise ValueError("an element names a scope that is not there")
        for number, scope in enumerate(self.scopes[1:], 1):
            if not 0 <= scope.owner < len(scope_of) or scope_of[scope.owner] >= number:
                raise ValueError("a scope has no owner outside itself")

    def __len__(self) -> int:
        return len(self.tags)

    def to_json(self) -> dict[str, Any]:
        """Return the page as plain JSON values; what was typed into it was never in it."""
        from holdfast.model.snapshot_json import snapshot_to_json

        return snapshot_to_json(self)

    @classmethod
    def from_json(cls, data: object) -> "Snapshot":
        """Return the page from its JSON, text or values; raises ``ForeignFormat``."""
        from holdfast.model.snapshot_json import snapshot_from_json

        return snapshot_from_json(read_json(data, SNAPSHOT_FORMAT))

    @property
    def nodes(self) -> "Nodes":
        """Return all elements in document order."""
        return Nodes(self)

    @property
    def text_runs(self) -> TextRuns:
        """Return the texts as columns."""
        return TextRuns.of(self.runs)

    @cached_property
    def index(self) -> "PageIndex":
        """Return what is read from the columns: shape, text, roles, names, tables."""
        from holdfast.page.index import PageIndex  # see the head of this file

        return PageIndex(
            tags=self.tags,
            parents=self.parents,
            attributes=self.attributes,
            runs=self.text_runs,
            measured=self.shown,
            scope_of=self.scope_of,
            scopes=self.scopes,
            rendering=self.rendering,
        )

    @cached_property
    def kept(self) -> dict[object, object]:
        """Return what others worked out about the page, by who did: see ``once_per_page``."""
        return {}

    @property
    def visibility(self) -> Sequence[bool]:
        """Return which elements a person can see, measured or worked out from the markup."""
        return self.index.shown

    @cached_property
    def laid_open(self) -> "Snapshot":
        """Return the same page with everything shown: closed menus and tabs speak, too."""
        page = replace(self, shown=(True,) * len(self.tags))
        page.__dict__["index"] = self.index.laid_open  # shares what does not depend on it
        return page

    @property
    def roles(self) -> Sequence[str]:
        """Return the ARIA role of every element, "" for none."""
        return self.index.roles

    @property
    def names(self) -> Sequence[str]:
        """Return the accessible name of every element, "" for none."""
        return self.index.names

    def role_of(self, index: int) -> str:
        """Return the role of one element, without working out those of the others."""
        return self.index.role_of(index)

    def name_of(self, index: int) -> str:
        """Return the accessible name of one element, without working out those of the others."""
        return self.index.name_of(index)

    def text_of(self, index: int) -> str:
        """Return the text a person sees in one element, without reading the whole page."""
        return self.index.text_of(index)

    @property
    def children(self) -> Sequence[Sequence[int]]:
        """Return the indices of every element's children, in order."""
        return self.index.children

    def frame_of(self, index: int) -> int:
        """Return the scope of the document that the element is in: 0, or that of its frame."""
        return self.index.frame_of(index)

    def scope_path(self, index: int) -> tuple[int, ...]:
        """Return the frame elements and shadow hosts around an element, outermost first."""
        path: list[int] = []
        scope = self.scope_of[index] if self.scope_of is not None else 0
        while (owner := self.scopes[scope].owner) >= 0 and self.scope_of is not None:
            path.append(owner)
            scope = self.scope_of[owner]
        return tuple(reversed(path))

    def select(self, css: str, *, frame: int = 0) -> list["Node"]:
        """Return the elements that a CSS selector finds in one document, in document order.

        Open shadow roots are entered, other frames are not. Raises ``InvalidSelector``.
        """
        return [Node(self, index) for index in self.index.find_css(css, frame)]

    def query_xpath(self, expression: str, *, frame: int = 0) -> list["Node"]:
        """Return the elements that an XPath finds in one document. Raises ``InvalidSelector``."""
        plain = self.find_xpath(expression, frame=frame)  # needs no tree
        if plain is not None:
            return [plain]
        return [Node(self, index) for index in self.index.query_tree.xpath(expression, frame)]

    def find_xpath(self, path: str, *, frame: int = 0) -> "Node | None":
        """Return the element that has exactly this ``Node.xpath``, or None."""
        index = self.index.find_path(path, frame)
        return None if index is None else Node(self, index)

    def path_of(self, index: int) -> str:
        """Return the element's XPath within its frame, as lxml's ``getpath`` gives it."""
        return self.index.path_of(index)


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One element of a snapshot; equal only to itself in the same snapshot."""

    snapshot: Snapshot
    index: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return self.snapshot is other.snapshot and self.index == other.index

    def __hash__(self) -> int:
        return hash((id(self.snapshot), self.index))

    def __repr__(self) -> str:
        return f"<Node {self.index} {self.tag!r} {self.text[:40]!r}>"

    @property
    def tag(self) -> str:
        """Return the tag name, lower case."""
        return self.snapshot.tags[self.index]

    @property
    def attributes(self) -> Mapping[str, str]:
        """Return the attributes, read only."""
        return MappingProxyType(self.snapshot.attributes[self.index])

    def get(self, name: str, default: str = "") -> str:
        """Return one attribute's value."""
        return self.snapshot.attributes[self.index].get(name, default)

    @property
    def classes(self) -> tuple[str, ...]:
        """Return the class names in the order they are written."""
        return tuple(self.get("class").split())

    @property
    def parent(self) -> "Node | None":
        """Return the element around this one, or None at the top."""
        parent = self.snapshot.parents[self.index]
        return None if parent < 0 else Node(self.snapshot, parent)

    @property
    def children(self) -> tuple["Node", ...]:
        """Return the elements directly inside this one."""
        return tuple(Node(self.snapshot, i) for i in self.snapshot.children[self.index])

    def iter_ancestors(self) -> Iterator["Node"]:
        """Yield parent, grandparent, … up to the top."""
        index = self.snapshot.parents[self.index]
        while index >= 0:
            yield Node(self.snapshot, index)
            index = self.snapshot.parents[index]

    def iter_descendants(self) -> Iterator["Node"]:
        """Yield every element inside this one, in document order."""
        for index in range(self.index + 1, self.snapshot.index.ends[self.index]):
            yield Node(self.snapshot, index)

    def contains(self, other: "Node") -> bool:
        """Return whether the other element is inside this one (or is this one)."""
        end = self.snapshot.index.ends[self.index]
        return self.snapshot is other.snapshot and self.index <= other.index < end

    @property
    def depth(self) -> int:
        """Return how many elements stand around this one."""
        return self.snapshot.index.depths[self.index]

    @property
    def text(self) -> str:
        """Return the text a person sees in the element, white space collapsed."""
        return self.snapshot.index.text_of(self.index)

    @property
    def own_text(self) -> str:
        """Return the text directly in the element, white space collapsed."""
        return self.snapshot.index.own_text_of(self.index)

    @property
    def role(self) -> str:
        """Return the ARIA role, "" for none."""
        return self.snapshot.index.role_of(self.index)

    @property
    def name(self) -> str:
        """Return the accessible name, "" for none."""
        return self.snapshot.index.name_of(self.index)

    @property
    def is_visible(self) -> bool:
        """Return whether a person can see the element, as far as is known."""
        return self.snapshot.visibility[self.index]

    @property
    def is_exposed(self) -> bool:
        """Return whether assistive technology is told of the element: shown, not aria-hidden."""
        return self.snapshot.index.exposed[self.index]

    @property
    def box(self) -> Box | None:
        """Return where the element stands, or None if nothing measured it."""
        return None if self.snapshot.boxes is None else self.snapshot.boxes[self.index]

    @property
    def xpath(self) -> str:
        """Return the XPath within the element's frame, as lxml's ``getpath`` gives it."""
        return self.snapshot.index.path_of(self.index)

    @property
    def frame(self) -> int:
        """Return the scope of the document that the element is in."""
        return self.snapshot.index.frame_of(self.index)


@dataclass(frozen=True, slots=True)
class Nodes(Sequence[Node]):
    """All elements of a snapshot as a sequence of views; costs nothing until it is read."""

    snapshot: Snapshot

    @overload
    def __getitem__(self, index: int) -> Node: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Node, ...]: ...
    def __getitem__(self, index: int | slice) -> Node | tuple[Node, ...]:
        places = range(len(self.snapshot.tags))[index]
        if isinstance(places, int):
            return Node(self.snapshot, places)
        return tuple(Node(self.snapshot, place) for place in places)

    def __len__(self) -> int:
        return len(self.snapshot.tags)
