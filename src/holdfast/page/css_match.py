"""CSS: who matches a selector, by the page's tables and a look at each candidate.

All selectors that browsers know, and Playwright's ``:visible``, ``:has-text()``, ``:text()`` and
``:text-is()``. Open shadow roots are entered, as Playwright does. Nobody points at, has visited or
typed into a saved page, so ``:hover`` and its like match nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from contextlib import suppress
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from holdfast.errors import InvalidSelector
from holdfast.page.css_states import STATES, direction_of, language_of
from holdfast.page.selectable_text import normal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from holdfast.page.index import PageIndex

Matcher: TypeAlias = "Callable[[PageIndex, int], bool]"
Pool: TypeAlias = "Callable[[PageIndex], Sequence[int]]"
# HTML compares the values of these without regard to case.
_CASELESS = frozenset(
    "accept align charset checked color dir direction disabled enctype face frame hreflang "
    "http-equiv lang language media method multiple readonly rel rev rules scope scrolling "
    "selected shape target type valign".split()
)


class _Step(NamedTuple):
    """One compound of a selector, and how it stands to the one before it ("" for the first)."""

    combinator: str
    matches: Matcher


class _Way(NamedTuple):
    """One selector of a list: where to look, and its compounds from the last to the first."""

    pool: Pool
    steps: tuple[_Step, ...]

    def matches(self, page: PageIndex, index: int, anchor: int | None = None) -> bool:
        """Return whether an element matches; with an ``anchor``, as seen from that element."""
        return _matches(page, index, self.steps, anchor)


def find_css(page: PageIndex, selector: str, frame: int) -> list[int]:
    """Return what a selector finds in a document, in its order; raises ``InvalidSelector``."""
    ways = _compile(selector)
    found = {i for way in ways for i in way.pool(page) if way.matches(page, i)}
    return sorted(index for index in found if page.frame_of(index) == frame)


def matches_css(page: PageIndex, selector: str, index: int) -> bool:
    """Return whether a selector finds an element; raises ``InvalidSelector``."""
    return any(way.matches(page, index) for way in _compile(selector))


@lru_cache(maxsize=1024)
def _compile(selector: str) -> Sequence[_Way]:
    from cssselect2 import SelectorError, parser  # not everybody asks
    from tinycss2 import parse_component_value_list

    try:
        read = list(parser.parse(parse_component_value_list(selector, skip_comments=True)))
        return [_way(one.parsed_tree) for one in read if one.pseudo_element is None]
    except SelectorError as exc:
        raise InvalidSelector(selector, str(exc.args[-1]).rstrip(".")) from exc
    except RecursionError as exc:
        raise InvalidSelector(selector[:80], "it is nested too deeply") from exc
    except ValueError as exc:
        raise InvalidSelector(selector, str(exc)) from exc


def words_in(page: PageIndex, words: str, *, whole: bool) -> list[int]:
    """Return the innermost elements that hold words, or those with just such a text."""
    matches = (_saying if whole else _innermost_containing)(words)
    return [i for i in range(len(page)) if page.frame_of(i) == 0 and matches(page, i)]


def _way(tree: Any, first: str = "") -> _Way:
    """Return a selector as it is matched, from its last compound to its first."""
    last = tree.right if hasattr(tree, "combinator") else tree
    steps = []
    while hasattr(tree, "combinator"):
        steps.append(_Step(tree.combinator, _compound(tree.right)))
        tree = tree.left
    return _Way(_pool(last), (*steps, _Step(first, _compound(tree))))


# ------------------------------------------------------------------------------------- candidates


def _pool(compound: Any) -> Pool:
    """Return where to look: whoever has the rarest trait that the last compound asks for."""
    places = list(_iter_places(compound))

    def pool(page: PageIndex) -> Sequence[int]:
        return min((having(page) for having in places), key=len, default=range(len(page)))

    return pool


def _iter_places(compound: Any) -> Iterator[Pool]:
    for simple in compound.simple_selectors:
        if (place := _PLACES.get(type(simple).__name__)) is not None:
            yield partial(place, simple)


_PLACES: Mapping[str, Callable[[Any, PageIndex], Sequence[int]]] = {
    "LocalNameSelector": lambda one, page: page.shape.by_tag.get(one.lower_local_name, ()),
    "IDSelector": lambda one, page: page.columns.table("id").get(one.ident, ()),
    "ClassSelector": lambda one, page: page.by_class.get(one.class_name, ()),
    "AttributeSelector": lambda one, page: page.columns.column(one.lower_name).places,
}


# ---------------------------------------------------------------------------------------- matching


def _matches(
    page: PageIndex, index: int, steps: Sequence[_Step], anchor: int | None, at: int = 0
) -> bool:
    """Return whether a compound matches an element, and those after it what stands before.

    One after the other as long as only one element can be meant: paths may be hundreds deep.
    """
    while steps[at].matches(page, index):
        is_last = at + 1 == len(steps)
        if is_last and anchor is None:
            return True
        related = _related(page, index, steps[at].combinator)
        if is_last:
            return anchor in related
        at += 1
        if len(related) != 1:
            return any(_matches(page, other, steps, anchor, at) for other in related)
        (index,) = related
    return False


def _related(page: PageIndex, index: int, combinator: str) -> Sequence[int]:
    """Return who stands to an element as a combinator says: around it, or before it."""
    if combinator == " ":
        return page.ancestors_in_document(index)
    if combinator == ">":
        return page.ancestors_in_document(index)[:1]
    family = _siblings(page, index)
    before = family[: family.index(index)]
    return before if combinator == "~" else before[-1:]


def _siblings(page: PageIndex, index: int) -> Sequence[int]:
    """Return an element and its siblings in the same document or shadow root."""
    family = page.family_of(index)
    if page.scope_of is None:
        return family
    return [i for i in family if page.scope_of[i] == page.scope_of[index]]


def _compound(tree: Any) -> Matcher:
    tests = [_SIMPLE[type(simple).__name__](simple) for simple in tree.simple_selectors]
    if len(tests) == 1:
        return tests[0]
    return lambda page, index: all(test(page, index) for test in tests)


def _tag(simple: Any) -> Matcher:
    tag = simple.lower_local_name
    return lambda page, index: page.tags[index] == tag


def _id(simple: Any) -> Matcher:
    return lambda page, index: page.attributes[index].get("id") == simple.ident


def _class(simple: Any) -> Matcher:
    name = simple.class_name
    return lambda page, index: name in page.attributes[index].get("class", "").split()


def _attribute(simple: Any) -> Matcher:
    name, wanted = simple.lower_name, simple.value
    if simple.operator is None:
        return lambda page, index: name in page.attributes[index]
    compare = _OPERATORS[simple.operator]
    exact = simple.case_sensitive
    if exact is False or (exact is None and name in _CASELESS):
        folded = wanted.lower()
        return lambda page, i: compare(page.attributes[i].get(name, "\0").lower(), folded)
    # No attribute at all compares as a character that no attribute holds.
    return lambda page, index: compare(page.attributes[index].get(name, "\0"), wanted)


_OPERATORS: Mapping[str, Callable[[str, str], bool]] = {
    "=": lambda given, wanted: given == wanted,
    "~=": lambda given, wanted: wanted in given.split(),
    "|=": lambda given, wanted: given == wanted or given.startswith(f"{wanted}-"),
    "^=": lambda given, wanted: bool(wanted) and given.startswith(wanted),
    "$=": lambda given, wanted: bool(wanted) and given.endswith(wanted),
    "*=": lambda given, wanted: bool(wanted) and wanted in given,
}


def _any_of(simple: Any) -> Matcher:
    """Return the test for ``:is()``: what is unknown in its list is passed over, as browsers do."""
    ways = []
    for one in simple.selector_list:
        with suppress(ValueError):
            ways.append(_way(one.parsed_tree))
    return lambda page, index: any(way.matches(page, index) for way in ways)


def _none_of(simple: Any) -> Matcher:
    ways = [_way(one.parsed_tree) for one in simple.selector_list]
    return lambda page, index: not any(way.matches(page, index) for way in ways)


def _has(simple: Any) -> Matcher:
    ways = [(one.combinator, _way(one.selector.parsed_tree, one.combinator))
            for one in simple.selector_list]  # fmt: skip

    def has(page: PageIndex, index: int) -> bool:
        return any(
            way.matches(page, inner, index)
            for combinator, way in ways
            for inner in _reached(page, index, combinator, way.pool(page))
        )

    return has


def _reached(page: PageIndex, index: int, combinator: str, pool: Sequence[int]) -> Sequence[int]:
    """Return who of a pool may be meant by a relative selector: what is inside, or comes after."""
    start, end = index + 1, page.ends[index]
    if combinator in {"+", "~"}:
        start, end = end, page.ends[page.parents[index]] if page.parents[index] >= 0 else len(page)
    return pool[bisect_left(pool, start) : bisect_left(pool, end)]


# ----------------------------------------------------------------------------------- pseudo-classes


def _pseudo(simple: Any) -> Matcher:
    of_type = simple.name.endswith("-of-type")
    which = simple.name.removesuffix("-of-type").removesuffix("-child")
    if which == simple.name or which not in {"first", "last", "only"}:
        if simple.name not in STATES:
            raise ValueError(f"there is no :{simple.name} in CSS")
        return STATES[simple.name]

    def has(page: PageIndex, index: int) -> bool:
        before, after = _around(page, index, _alike(page, index) if of_type else None)
        return (which == "last" or before == 0) and (which == "first" or after == 0)

    return has


def _alike(page: PageIndex, index: int) -> Matcher:
    tag = page.tags[index]
    return lambda page, other: page.tags[other] == tag


def _around(page: PageIndex, index: int, counted: Matcher | None) -> tuple[int, int]:
    """Return how many siblings stand before and after an element, of those that count."""
    here = [i for i in _siblings(page, index) if counted is None or counted(page, i)]
    place = here.index(index)
    return place, len(here) - place - 1


def _function(simple: Any) -> Matcher:
    if simple.name.startswith("nth-"):
        return _nth(simple)
    if simple.name not in _WORDED:
        raise ValueError(f"there is no :{simple.name}() in CSS")
    given = [token for token in simple.arguments if token.type not in {"whitespace", "comment"}]
    if len(given) != 1 or given[0].type not in {"string", "ident"}:
        raise ValueError(f":{simple.name}() takes one text in quotes")
    return _WORDED[simple.name](" ".join(given[0].value.split()))


def _nth(simple: Any) -> Matcher:
    """Return the test for ``:nth-child(2n+1)``, from either end, of a type or of a selector."""
    from cssselect2 import parser
    from tinycss2.nth import parse_nth

    which = simple.name.removeprefix("nth-").removeprefix("last-")
    words = [getattr(token, "lower_value", "") for token in simple.arguments]
    cut = words.index("of") if "of" in words and which == "child" else len(words)
    try:
        series = parse_nth(simple.arguments[:cut])
    except AttributeError:  # "2n+": its reader looks behind the end
        series = None
    if series is None or which not in {"child", "of-type"}:
        raise ValueError(f":{simple.name}() takes a number, even, odd, or such as 2n+1")
    step, first = series
    of = (
        [_way(one.parsed_tree) for one in parser.parse(simple.arguments[cut + 1 :])]
        if (cut < len(words))
        else []
    )

    def counts(page: PageIndex, index: int) -> bool:
        return any(way.matches(page, index) for way in of)

    def has(page: PageIndex, index: int) -> bool:
        if of and not counts(page, index):
            return False
        counted = _alike(page, index) if which == "of-type" else counts if of else None
        ahead = _around(page, index, counted)["last-" in simple.name] + 1 - first
        return bool(ahead == 0 if step == 0 else ahead % step == 0 and ahead // step >= 0)

    return has


def _containing(words: str) -> Matcher:
    wanted = normal(words).lower()
    return lambda page, index: wanted in page.selectable_text.whole(index).lower()


def _innermost_containing(words: str) -> Matcher:
    holds = _containing(words)

    def has(page: PageIndex, index: int) -> bool:
        return holds(page, index) and not any(holds(page, i) for i in page.children[index])

    return has


def _saying(words: str) -> Matcher:
    wanted = normal(words)
    return lambda page, index: wanted in page.selectable_text.parts(index)


def _in_language(words: str) -> Matcher:
    speaks = _OPERATORS["|="]
    return lambda page, index: speaks(language_of(page, index), words.lower())


def _in_direction(words: str) -> Matcher:
    return lambda page, index: direction_of(page, index) == words.lower()


_WORDED: Mapping[str, Callable[[str], Matcher]] = {
    "has-text": _containing,
    "contains": _containing,
    "text": _innermost_containing,
    "text-is": _saying,
    "lang": _in_language,
    "dir": _in_direction,
}
_SIMPLE: Mapping[str, Callable[[Any], Matcher]] = {
    "LocalNameSelector": _tag,
    "NamespaceSelector": lambda _: lambda _page, _index: False,
    "IDSelector": _id,
    "ClassSelector": _class,
    "AttributeSelector": _attribute,
    "MatchesAnySelector": _any_of,
    "SpecificityAdjustmentSelector": _any_of,
    "NegationSelector": _none_of,
    "RelationalSelector": _has,
    "PseudoClassSelector": _pseudo,
    "FunctionalPseudoClassSelector": _function,
}
