"""CSS on one node: says whether a selector selects it, without a tree of the page."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from cssselect import SelectorError, parser

from holdfast.errors import InvalidSelector
from holdfast.model.snapshot import Node


class _NotHere(Exception):
    """The selector asks for what only the whole page can answer."""


def selects_css(selector: str, node: Node) -> bool:
    """Return whether a CSS selector selects the node. Raises ``InvalidSelector``."""
    try:
        return any(_matches(tree, node) for tree in _parse(selector))
    except _NotHere:
        return node in node.snapshot.select(selector, frame=node.frame)


@lru_cache(maxsize=1024)
def _parse(selector: str) -> Sequence[parser.Tree]:
    try:
        return [one.parsed_tree for one in parser.parse(selector)]
    except (SelectorError, ValueError, RecursionError) as exc:
        raise InvalidSelector(selector[:80], str(exc)) from exc


def _matches(tree: parser.Tree, node: Node) -> bool:
    if isinstance(tree, parser.Element):
        return tree.element in {None, "*"} or tree.element.lower() == node.tag
    if isinstance(tree, parser.CombinedSelector):
        return _is_related(tree, node)
    answer = _ANSWERS.get(type(tree))
    if answer is None:
        raise _NotHere
    return answer(tree, node) and _matches(tree.selector, node)


def _has_attribute(tree: parser.Attrib, node: Node) -> bool:
    given = node.snapshot.attributes[node.index].get(tree.attrib.lower())
    if given is None or tree.operator == "exists":
        return given is not None
    compare = _OPERATORS.get(tree.operator)
    if compare is None or tree.value is None or tree.value.value is None:
        raise _NotHere
    return compare(given, tree.value.value)


_OPERATORS: Mapping[str, Callable[[str, str], bool]] = MappingProxyType(
    {
        "=": lambda given, wanted: given == wanted,
        "~=": lambda given, wanted: wanted in given.split(),
        "^=": lambda given, wanted: bool(wanted) and given.startswith(wanted),
        "$=": lambda given, wanted: bool(wanted) and given.endswith(wanted),
        "*=": lambda given, wanted: bool(wanted) and wanted in given,
    }
)


def _is_related(tree: parser.CombinedSelector, node: Node) -> bool:
    if not _matches(tree.subselector, node):
        return False
    above = [one for one in node.iter_ancestors() if one.frame == node.frame]
    if tree.combinator == " ":
        return any(_matches(tree.selector, one) for one in above)
    if tree.combinator == ">":
        return bool(above) and _matches(tree.selector, above[0])
    raise _NotHere


# ------------------------------------------------------------------------------- counting siblings


def _counts(ident: str, node: Node) -> bool:
    """Return whether a node is first or last among its siblings, or those of its tag."""
    of_type = ident.endswith("-of-type")
    before, after = _siblings(node, of_type=of_type)
    match ident.removesuffix("-of-type").removesuffix("-child"):
        case "first":
            return before == 0
        case "last":
            return after == 0
        case "only":
            return before == after == 0
        case _:
            raise _NotHere


def _is_nth(tree: parser.Function, node: Node) -> bool:
    if tree.name not in {"nth-child", "nth-of-type"}:
        raise _NotHere
    step, first = parser.parse_series(tree.arguments)
    before, _ = _siblings(node, of_type=tree.name == "nth-of-type")
    ahead = before + 1 - first
    return ahead == 0 if step == 0 else ahead % step == 0 and ahead // step >= 0


def _siblings(node: Node, *, of_type: bool) -> tuple[int, int]:
    """Return how many siblings stand before and after a node."""
    snapshot, parent = node.snapshot, node.parent
    if parent is None or parent.frame != node.frame:
        return 0, 0
    here = [
        i
        for i in snapshot.children[parent.index]
        if snapshot.frame_of(i) == node.frame and (not of_type or snapshot.tags[i] == node.tag)
    ]
    place = here.index(node.index)
    return place, len(here) - place - 1


_ANSWERS: Mapping[type, Callable[[Any, Node], bool]] = MappingProxyType(
    {
        parser.Class: lambda tree, node: tree.class_name in node.classes,
        parser.Hash: lambda tree, node: node.get("id") == tree.id,
        parser.Attrib: _has_attribute,
        parser.Pseudo: lambda tree, node: _counts(tree.ident, node),
        parser.Function: _is_nth,
    }
)
