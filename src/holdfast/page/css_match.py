"""CSS without a tree: who matches a selector, by the page's tables and a look at each candidate.

Tags, ids, classes, attributes, descendants, children and places among siblings are answered here;
what else CSS can ask for needs the tree (``query.QueryTree``).
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from cssselect import parser

    from holdfast.page.index import PageIndex

Matcher: TypeAlias = "Callable[[PageIndex, int], bool]"
Pool: TypeAlias = "Callable[[PageIndex], Sequence[int]]"


class _NotHere(Exception):
    """The selector asks for what only the whole page can answer."""


def find_css(page: PageIndex, selector: str, frame: int) -> list[int] | None:
    """Return what a selector finds in a document; None if it asks for more than is known here."""
    ways = _compile(selector)
    if ways is None or page.has_many_roots(frame):
        return None
    found = {i for pool, matches in ways for i in pool(page) if matches(page, i)}
    return sorted(index for index in found if page.frame_of(index) == frame)


def matches_css(page: PageIndex, selector: str, index: int) -> bool | None:
    """Return whether a selector finds an element; None if it asks for more than is known here."""
    ways = _compile(selector)
    if ways is None or page.has_many_roots(page.frame_of(index)):
        return None
    return any(matches(page, index) for _, matches in ways)


@lru_cache(maxsize=1024)
def _compile(selector: str) -> Sequence[tuple[Pool, Matcher]] | None:
    from cssselect import SelectorError, parser  # a tenth of a second, and not everybody asks

    try:
        read = parser.parse(selector)
        if any(one.pseudo_element for one in read):
            return None
        return [(_pool(one.parsed_tree), _matcher(one.parsed_tree)) for one in read]
    except (_NotHere, SelectorError, ValueError, RecursionError):
        return None  # the tree knows, or says what is wrong


# ------------------------------------------------------------------------------------- candidates


def _pool(tree: parser.Tree) -> Pool:
    """Return where to look: whoever has the rarest trait that the last compound asks for."""
    places = list(_iter_places(tree))

    def pool(page: PageIndex) -> Sequence[int]:
        return min((having(page) for having in places), key=len, default=range(len(page)))

    return pool


def _iter_places(tree: Any) -> Iterator[Pool]:
    kind = type(tree).__name__
    if kind == "CombinedSelector":
        yield from _iter_places(tree.subselector)
    elif kind == "Element":
        if tree.element is not None:
            yield lambda page: page.shape.by_tag.get(tree.element.lower(), ())
    else:
        yield from _iter_places(tree.selector)
        if kind == "Hash":
            yield lambda page: page.columns.table("id").get(tree.id, ())
        elif kind == "Class":
            yield lambda page: page.by_class.get(tree.class_name, ())
        elif kind == "Attrib" and tree.operator == "=":
            yield lambda page: page.columns.table(tree.attrib.lower()).get(tree.value.value, ())
        elif kind == "Attrib":
            yield lambda page: page.columns.column(tree.attrib.lower()).places


# ---------------------------------------------------------------------------------------- matching


def _matcher(tree: Any) -> Matcher:
    """Return the test for one element; raises ``_NotHere``."""
    kind = type(tree).__name__
    if getattr(tree, "namespace", None) is not None or kind not in _MATCHERS:
        raise _NotHere
    return _MATCHERS[kind](tree)


def _element(tree: parser.Element) -> Matcher:
    if tree.element is None:
        return lambda _page, _index: True
    tag = tree.element.lower()
    return lambda page, index: page.tags[index] == tag


def _both(tree: Any, own: Matcher) -> Matcher:
    rest = _matcher(tree.selector)
    return lambda page, index: own(page, index) and rest(page, index)


def _hash(tree: parser.Hash) -> Matcher:
    return _both(tree, lambda page, index: page.attributes[index].get("id") == tree.id)


def _class(tree: parser.Class) -> Matcher:
    def has(page: PageIndex, index: int) -> bool:
        return tree.class_name in page.attributes[index].get("class", "").split()

    return _both(tree, has)


def _attribute(tree: parser.Attrib) -> Matcher:
    name, compare = tree.attrib.lower(), _OPERATORS.get(tree.operator)
    if tree.operator == "exists":
        return _both(tree, lambda page, index: name in page.attributes[index])
    if compare is None or tree.value is None or tree.value.value is None:
        raise _NotHere
    wanted = tree.value.value

    def has(page: PageIndex, index: int) -> bool:
        given = page.attributes[index].get(name)
        return given is not None and compare(given, wanted)

    return _both(tree, has)


_OPERATORS: Mapping[str, Callable[[str, str], bool]] = MappingProxyType(
    {
        "=": lambda given, wanted: given == wanted,
        "~=": lambda given, wanted: wanted in given.split(),
        "^=": lambda given, wanted: bool(wanted) and given.startswith(wanted),
        "$=": lambda given, wanted: bool(wanted) and given.endswith(wanted),
        "*=": lambda given, wanted: bool(wanted) and wanted in given,
    }
)


def _related(tree: parser.CombinedSelector) -> Matcher:
    last, first = _matcher(tree.subselector), _matcher(tree.selector)
    if tree.combinator not in {" ", ">"}:
        raise _NotHere
    reach = 1 if tree.combinator == ">" else None

    def has(page: PageIndex, index: int) -> bool:
        above = page.ancestors_in_document(index)[:reach] if last(page, index) else ()
        return any(first(page, up) for up in above)

    return has


def _pseudo(tree: parser.Pseudo) -> Matcher:
    """Return whether an element is first or last among its siblings, or those of its tag."""
    of_type = tree.ident.endswith("-of-type")
    which = tree.ident.removesuffix("-of-type").removesuffix("-child")
    if which == tree.ident or which not in {"first", "last", "only"}:
        raise _NotHere

    def has(page: PageIndex, index: int) -> bool:
        before, after = _siblings(page, index, of_type=of_type)
        return (which == "last" or before == 0) and (which == "first" or after == 0)

    return _both(tree, has)


def _nth(tree: parser.Function) -> Matcher:
    from cssselect.parser import parse_series

    if tree.name not in {"nth-child", "nth-of-type"}:
        raise _NotHere
    step, first = parse_series(tree.arguments)

    def has(page: PageIndex, index: int) -> bool:
        before, _ = _siblings(page, index, of_type=tree.name == "nth-of-type")
        ahead = before + 1 - first
        return ahead == 0 if step == 0 else ahead % step == 0 and ahead // step >= 0

    return _both(tree, has)


def _siblings(page: PageIndex, index: int, *, of_type: bool) -> tuple[int, int]:
    """Return how many siblings stand before and after an element."""
    family = page.family_of(index)
    here = [i for i in family if not of_type or page.tags[i] == page.tags[index]]
    place = here.index(index)
    return place, len(here) - place - 1


_MATCHERS: Mapping[str, Callable[[Any], Matcher]] = MappingProxyType(
    {
        "Element": _element,
        "Hash": _hash,
        "Class": _class,
        "Attrib": _attribute,
        "CombinedSelector": _related,
        "Pseudo": _pseudo,
        "Function": _nth,
    }
)
