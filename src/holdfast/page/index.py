"""The index of a page: everything that is read from its columns, once, when it is first asked for.

Identity, selectors, matcher, export and queries all ask this one; a snapshot hands it out as
``snapshot.index``. It keeps columns and not the snapshot, which must be free to go.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from holdfast.model.rendering import Rendering
from holdfast.model.runs import TextRuns
from holdfast.model.snapshot import Scope
from holdfast.page.attributes import AttributeColumns
from holdfast.page.css_match import find_css, matches_css
from holdfast.page.documents import Documents
from holdfast.page.excerpt import name_alone, text_alone
from holdfast.page.names import Namer, find_speaking, is_aria_hidden
from holdfast.page.query import QueryTree
from holdfast.page.roles import all_roles, role_of
from holdfast.page.selectable_text import SelectableText
from holdfast.page.stored import RULES, fill_in, read_names, read_roles, to_stored
from holdfast.page.text import WORDLESS_TAGS, PageText, Pieces
from holdfast.page.visibility import Attributes, hide, is_closed, shown_by_markup

# Who asks for more texts or names than this gets the columns of the whole page, which is cheaper.
_ASKED_ALONE = 32
# What is hidden and one of these has a name when it is laid open.
_NAMED_WHEN_OPEN = frozenset({"label", "option", "optgroup", "button", "output"})


class PageIndex(Documents):
    """One page, read once; index i speaks of element i.

    ``measured`` is what a browser says is shown; without one (None) the markup tells.
    Raises ``ValueError``, when first asked, if the columns are not in the order of a document.
    """

    def __init__(  # noqa: PLR0913  # the columns of a page
        self,
        *,
        tags: Sequence[str],
        parents: Sequence[int],
        attributes: Sequence[Attributes],
        runs: TextRuns,
        measured: Sequence[bool] | None = None,
        scope_of: Sequence[int] | None = None,
        scopes: Sequence[Scope] = (),
        rendering: Rendering | None = None,
    ) -> None:
        super().__init__(tags, parents, scope_of, scopes)
        self.attributes, self.runs, self.measured = attributes, runs, measured
        self.rendering = rendering or Rendering()
        self._unusual_names: Mapping[int, str | None] | None = None  # as stored, laid open
        self._names_asked: dict[int, str] = {}
        self._texts_asked: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self.tags)

    # -------------------------------------------------------------------------- shape and markup

    @property
    def ends(self) -> Sequence[int]:
        """Return the first index after each subtree."""
        return self.shape.ends

    @property
    def depths(self) -> Sequence[int]:
        """Return how many elements stand around each."""
        return self.shape.depths

    @property
    def children(self) -> Sequence[Sequence[int]]:
        """Return the elements directly inside each."""
        return self.shape.children

    @cached_property
    def columns(self) -> AttributeColumns:
        """Return the attributes by name."""
        return AttributeColumns(self.attributes)

    @cached_property
    def by_class(self) -> Mapping[str, Sequence[int]]:
        """Return the elements by class."""
        places: dict[str, list[int]] = {}
        for value, having in self.columns.table("class").items():
            for name in set(value.split()):
                places.setdefault(name, []).extend(having)
        return {name: sorted(having) for name, having in places.items()}

    @cached_property
    def shown(self) -> Sequence[bool]:
        """Return which elements a person can see, measured or worked out from the markup."""
        if self.measured is not None:
            return self.measured
        return shown_by_markup(self.shape, self.attributes, self.columns)

    @cached_property
    def exposed(self) -> Sequence[bool]:
        """Return which elements assistive technology is told of: shown, and not aria-hidden."""
        exposed = list(self.shown)
        for index in self.columns.column("aria-hidden").places:
            if exposed[index] and is_aria_hidden(self.attributes[index]):
                hide(exposed, index, self.ends[index])
        return exposed

    # ---------------------------------------------------------------------------- text and names

    @cached_property
    def wordless(self) -> Collection[int]:
        """Return the elements whose own text nobody reads; closed details show their summary."""
        wordless = set(self.shape.places_of(WORDLESS_TAGS))
        details = self.shape.by_tag.get("details", ())
        wordless.update(index for index in details if is_closed(self.attributes[index]))
        return wordless

    @cached_property
    def _pieces(self) -> Pieces:
        return Pieces(self.shape, self.runs, self.wordless, self.rendering.apart)

    @cached_property
    def text(self) -> PageText:
        """Return the text a person sees."""
        return PageText(self._pieces, self.shown)

    @property
    def own_texts(self) -> Mapping[int, str]:
        """Return the text of the elements that have some of their own, white space collapsed."""
        return self._pieces.own

    @cached_property
    def is_blank(self) -> Sequence[bool]:
        """Return which of the texts are white space."""
        blank: list[bool] = self._pieces.is_blank.tolist()
        return blank

    def own_text_of(self, index: int) -> str:
        """Return the text directly in one element, white space collapsed."""
        return self.own_texts.get(index, "")

    @property
    def page_text(self) -> str:
        """Return the text of the whole page, white space collapsed."""
        return self.text.page

    @property
    def text_starts(self) -> Sequence[int]:
        """Return where each element's stretch of the page's text starts."""
        return self.text.starts

    @property
    def text_ends(self) -> Sequence[int]:
        """Return where each element's stretch of the page's text ends."""
        return self.text.ends

    def text_of(self, index: int) -> str:
        """Return the text a person sees in one element; a few are read without the whole page."""
        asked = self._texts_asked
        if "text" in self.__dict__ or len(asked) >= _ASKED_ALONE:
            return self.text.of(index)
        if index not in asked:
            asked[index] = text_alone(self, index)
        return asked[index]

    @cached_property
    def selectable_text(self) -> SelectableText:
        """Return what text selectors ask for."""
        return SelectableText(self)

    @cached_property
    def roles(self) -> Sequence[str]:
        """Return the ARIA role of every element, "" for none."""
        return all_roles(self.shape, self.attributes, self.columns)

    def role_of(self, index: int) -> str:
        """Return the role of one element, without working out those of the others."""
        if "roles" in self.__dict__:
            return self.roles[index]
        return role_of(index, self.tags, self.parents, self.attributes)

    @cached_property
    def speaking(self) -> Sequence[int]:
        """Return the elements that may say something else than their text."""
        return find_speaking(self)

    @cached_property
    def names(self) -> Sequence[str]:
        """Return the accessible name of every element, "" for none."""
        return Namer(self).names(self.exposed)

    def name_of(self, index: int) -> str:
        """Return the name of one element; a few are worked out without the whole page."""
        asked = self._names_asked
        if "names" in self.__dict__ or len(asked) >= _ASKED_ALONE:
            return self.names[index]
        if index not in asked:
            asked[index] = name_alone(self, index)
        return asked[index]

    # ---------------------------------------------------------------------------- parts and views

    def cut_out(self, start: int, end: int, *, without: str) -> "PageIndex":
        """Return a subtree as a page of its own, all of it shown, without one attribute."""
        inner = PageIndex(
            tags=self.tags[start:end],
            parents=[-1, *(parent - start for parent in self.parents[start + 1 : end])],
            attributes=[_without(given, without) for given in self.attributes[start:end]],
            runs=type(self.runs).of(
                (owner - start, at - start, text)
                for owner, at, text in self.runs.inside(start, end)
            ),
            measured=[True] * (end - start),
            rendering=self.rendering.moved({i: i - start for i in range(start, end)}),
        )
        inner.__dict__["roles"] = self.roles[start:end]  # they depend on what is around it
        return inner

    @cached_property
    def laid_open(self) -> "PageIndex":
        """Return the same page with everything shown: closed menus and tabs speak, too."""
        page = PageIndex(
            tags=self.tags,
            parents=self.parents,
            attributes=self.attributes,
            runs=self.runs,
            measured=[True] * len(self),
            scope_of=self.scope_of,
            scopes=self.scopes,
            rendering=self.rendering,
        )
        shared = ["shape", "columns", "wordless", "_pieces", "roles", "speaking"]
        if self._is_open:
            shared += ["text"] if self._unusual_names else ["text", "names"]
        page.__dict__.update({name: getattr(self, name) for name in shared})
        if self._unusual_names is not None:
            page.__dict__["names"] = fill_in(page, self._unusual_names)
        return page

    @cached_property
    def _is_open(self) -> bool:
        """Return whether laying the page open changes neither texts nor names."""
        hidden = [index for index, shown in enumerate(self.shown) if not shown]
        silent = self._pieces.is_silent
        if not all(silent[hidden].tolist()):
            return False
        named = {*self.speaking, *self.columns.column("aria-placeholder").places}
        if not named.isdisjoint(hidden):
            return False
        if any(self.tags[index] in _NAMED_WHEN_OPEN for index in hidden):
            return False
        referred = set(" ".join(self.columns.column("aria-labelledby").values).split())
        return not any(self.attributes[index].get("id") in referred for index in hidden)

    def find_css(self, selector: str, frame: int) -> list[int]:
        """Return what a CSS selector finds in one document. Raises ``InvalidSelector``."""
        return find_css(self, selector, frame)

    def matches_css(self, selector: str, index: int) -> bool:
        """Return whether a CSS selector finds an element. Raises ``InvalidSelector``."""
        return matches_css(self, selector, index)

    @cached_property
    def query_tree(self) -> QueryTree:
        """Return the tree that XPath questions are asked of."""
        return QueryTree.of(self.tags, self.parents, self.attributes, self.runs, self.frames)

    # ----------------------------------------------------------------------------- stored with it

    def stored(self) -> dict[str, Any]:
        """Return what is stored with a recorded page, as plain JSON values."""
        return to_stored(self)

    def restore(
        self,
        columns: Mapping[str, tuple[Sequence[int], Sequence[str]]],
        stored: Mapping[str, Any] | None,
    ) -> None:
        """Take over what was stored, if by the same rules; raises ``ValueError`` for damage."""
        self.__dict__["columns"] = AttributeColumns.of(columns)
        if stored is not None and stored["rules"] == RULES:
            self.__dict__["roles"] = read_roles(stored, self.tags)
            self._unusual_names = read_names(stored, len(self))


def _without(attributes: Attributes, name: str) -> Attributes:
    if name not in attributes:
        return attributes
    return {other: value for other, value in attributes.items() if other != name}
