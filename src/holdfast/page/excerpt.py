"""The part of a page that one element's text or name depends on: a check of one costs little.

Both answer exactly what the columns of the whole page would; a test compares them.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from holdfast.model.runs import TextRuns
from holdfast.page.names import LABELABLE, Namer, may_have_name
from holdfast.page.roles import role_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from holdfast.page.index import PageIndex

_LEVELS = 3  # the element, what it refers to, and the labels of that


def name_alone(page: PageIndex, index: int) -> str:
    """Return the accessible name of one element without working out those of the others."""
    role = role_of(index, page.tags, page.parents, page.attributes)
    if not may_have_name(role, page.tags[index], page.attributes[index]):
        return ""
    if page.rendering.slots:  # a name may come from anywhere
        return page.names[index]
    tops = sorted(_tops(page, index))
    rows = sorted(
        {i for top in tops for i in range(top, _end_of(page, top))}
        | {above for top in tops for above in _around(page, top)}
    )
    part = _pick(page, rows, _runs_in(page, tops))
    place = bisect_left(rows, index)
    return Namer(part).name(place) if part.exposed[place] else ""


def text_alone(page: PageIndex, index: int) -> str:
    """Return the text a person sees in one element without reading the whole page."""
    around = sorted(_around(page, index))
    rows = [*around, *range(index, _end_of(page, index))]
    return _pick(page, rows, _runs_in(page, [index])).text.of(len(around))


def _end_of(page: PageIndex, index: int) -> int:
    """Return the first index after a subtree."""
    end, parents = index + 1, page.parents
    while end < len(parents) and parents[end] >= index:
        end += 1
    return end


def _around(page: PageIndex, index: int) -> Iterator[int]:
    """Yield parent, grandparent, … up to the top."""
    above = page.parents[index]
    while above >= 0:
        yield above
        above = page.parents[above]


def _pick(page: PageIndex, rows: Sequence[int], runs: Iterable[tuple[int, int, str]]) -> PageIndex:
    """Return a page of some elements; those around them must be among them."""
    place = {index: new for new, index in enumerate(rows)}
    return type(page)(
        tags=[page.tags[i] for i in rows],
        parents=[place.get(page.parents[i], -1) for i in rows],  # -1 at the top
        attributes=[page.attributes[i] for i in rows],
        runs=TextRuns.of((place[owner], bisect_left(rows, at), text) for owner, at, text in runs),
        measured=None if page.measured is None else [page.measured[i] for i in rows],
        scope_of=None if page.scope_of is None else [page.scope_of[i] for i in rows],
        rendering=page.rendering.moved(place),
    )


def _runs_in(page: PageIndex, tops: Iterable[int]) -> Iterator[tuple[int, int, str]]:
    """Yield the texts inside some subtrees, given in document order."""
    passed = 0
    for top in tops:
        end = _end_of(page, top)
        if end <= passed:  # inside the one before
            continue
        yield from page.runs.inside(top, end)
        passed = end


def _tops(page: PageIndex, index: int) -> set[int]:
    """Return the subtrees that a name is made of."""
    tops, latest = {index}, {index}
    for _ in range(_LEVELS):
        inside = {i for top in latest for i in range(top, _end_of(page, top))}
        latest = set(_references(page, inside)) - tops
        tops |= latest
    return tops


def _references(page: PageIndex, inside: Iterable[int]) -> Iterator[int]:
    """Yield what the names of some elements refer to: by id, by label, by standing in a label."""
    identifiers: set[tuple[int, str]] = set()
    fields: set[tuple[int, str]] = set()
    own: set[str] = set()
    for index in inside:
        attribute, scope = page.attributes[index], page.scope(index)
        for name in ("aria-labelledby", "aria-owns"):
            identifiers.update((scope, word) for word in attribute.get(name, "").split())
        if "id" in attribute:
            own.add(attribute["id"])
        if page.tags[index] in LABELABLE:
            yield from (above for above in _around(page, index) if page.tags[above] == "label")
            if "id" in attribute:
                fields.add((scope, attribute["id"]))
    yield from _find(page, identifiers | fields, "id")
    yield from _find(page, fields, "for")
    if own:  # what another one owns is not said here
        yield from (i for i, a in enumerate(page.attributes) if not own.isdisjoint(_owned(a)))


def _owned(attribute: Mapping[str, str]) -> Sequence[str]:
    return attribute["aria-owns"].split() if "aria-owns" in attribute else ()


def _find(page: PageIndex, wanted: set[tuple[int, str]], name: str) -> Iterator[int]:
    """Yield the elements with a wanted value of an attribute, in their document or shadow root."""
    if not wanted:
        return
    for index, attribute in enumerate(page.attributes):
        if name in attribute and (page.scope(index), attribute[name]) in wanted:
            yield index
