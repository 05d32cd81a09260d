"""The part of a page that one element's text or name depends on: a check of one costs little.

Both answer exactly what the columns of the whole page would; a test compares them.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from holdfast.model.accessibility import find_exposed
from holdfast.model.names import LABELABLE, Namer, may_have_name
from holdfast.model.outline import Attributes, draw_outline, shown_by_markup
from holdfast.model.roles import all_roles, role_of
from holdfast.model.runs import TextRuns

_LEVELS = 3  # the element, what it refers to, and the labels of that


@dataclass(frozen=True, kw_only=True)
class Page:
    """The columns of a page; ``shown`` as measured, None without a browser."""

    tags: Sequence[str]
    parents: Sequence[int]
    attributes: Sequence[Attributes]
    runs: TextRuns
    shown: Sequence[bool] | None
    scope_of: Sequence[int] | None

    def end_of(self, index: int) -> int:
        """Return the first index after a subtree."""
        end = index + 1
        while end < len(self.parents) and self.parents[end] >= index:
            end += 1
        return end

    def around(self, index: int) -> Iterator[int]:
        """Yield parent, grandparent, … up to the top."""
        above = self.parents[index]
        while above >= 0:
            yield above
            above = self.parents[above]

    def scope(self, index: int) -> int:
        """Return the document or shadow root that an element is in."""
        return 0 if self.scope_of is None else self.scope_of[index]


def name_alone(page: Page, index: int) -> str:
    """Return the accessible name of one element without working out those of the others."""
    role = role_of(index, page.tags, page.parents, page.attributes)
    if not may_have_name(role, page.tags[index], page.attributes[index]):
        return ""
    tops = sorted(_tops(page, index))
    rows = sorted(
        {i for top in tops for i in range(top, page.end_of(top))}
        | {above for top in tops for above in page.around(top)}
    )
    part = _pick(page, rows, _runs_in(page, tops))
    place = bisect_left(rows, index)
    shown = part.shown or shown_by_markup(part.tags, part.parents, part.attributes)
    outline = draw_outline(part.tags, part.parents, part.attributes, part.runs, shown)
    if not find_exposed(part.attributes, outline)[place]:
        return ""
    namer = Namer(
        tags=part.tags,
        parents=part.parents,
        attributes=part.attributes,
        runs=part.runs,
        roles=all_roles(part.tags, part.parents, part.attributes),
        outline=outline,
        scope_of=part.scope_of,
    )
    return namer.name(place)


def text_alone(page: Page, index: int) -> str:
    """Return the text a person sees in one element without reading the whole page."""
    around = sorted(page.around(index))
    rows = [*around, *range(index, page.end_of(index))]
    part = _pick(page, rows, _runs_in(page, [index]))
    shown = part.shown or shown_by_markup(part.tags, part.parents, part.attributes)
    outline = draw_outline(part.tags, part.parents, part.attributes, part.runs, shown)
    return outline.text_of(len(around))


def _pick(page: Page, rows: Sequence[int], runs: Iterable[tuple[int, int, str]]) -> Page:
    """Return the columns of some elements; those around them must be among them."""
    place = {index: new for new, index in enumerate(rows)}
    return Page(
        tags=[page.tags[i] for i in rows],
        parents=[place.get(page.parents[i], -1) for i in rows],  # -1 at the top
        attributes=[page.attributes[i] for i in rows],
        runs=TextRuns.of((place[owner], bisect_left(rows, at), text) for owner, at, text in runs),
        shown=None if page.shown is None else [page.shown[i] for i in rows],
        scope_of=None if page.scope_of is None else [page.scope_of[i] for i in rows],
    )


def _runs_in(page: Page, tops: Iterable[int]) -> Iterator[tuple[int, int, str]]:
    """Yield the texts inside some subtrees, given in document order."""
    passed = 0
    for top in tops:
        end = page.end_of(top)
        if end <= passed:  # inside the one before
            continue
        yield from page.runs.inside(top, end)
        passed = end


def _tops(page: Page, index: int) -> set[int]:
    """Return the subtrees that a name is made of."""
    tops, latest = {index}, {index}
    for _ in range(_LEVELS):
        inside = {i for top in latest for i in range(top, page.end_of(top))}
        latest = set(_references(page, inside)) - tops
        tops |= latest
    return tops


def _references(page: Page, inside: Iterable[int]) -> Iterator[int]:
    """Yield what the names of some elements refer to: by id, by label, by standing in a label."""
    identifiers: set[tuple[int, str]] = set()
    fields: set[tuple[int, str]] = set()
    for index in inside:
        attribute, scope = page.attributes[index], page.scope(index)
        identifiers.update((scope, w) for w in attribute.get("aria-labelledby", "").split())
        if page.tags[index] in LABELABLE:
            yield from (above for above in page.around(index) if page.tags[above] == "label")
            if "id" in attribute:
                fields.add((scope, attribute["id"]))
    yield from _find(page, identifiers | fields, "id")
    yield from _find(page, fields, "for")


def _find(page: Page, wanted: set[tuple[int, str]], name: str) -> Iterator[int]:
    """Yield the elements with a wanted value of an attribute, in their document or shadow root."""
    if not wanted:
        return
    for index, attribute in enumerate(page.attributes):
        if name in attribute and (page.scope(index), attribute[name]) in wanted:
            yield index
