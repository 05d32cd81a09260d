"""Nearby elements: an element and what stands right around it, where the whole page is not kept."""

from dataclasses import replace

from holdfast.model.snapshot import Snapshot, TextRun
from holdfast.page.compact import compact

_MOST = 60  # elements kept inside the element, and siblings kept
_INSIDE = 5  # elements kept of each sibling


def nearby(snapshot: Snapshot, target: int) -> tuple[Snapshot, int]:
    """Return a page of the element, its ancestors, its inside and its siblings; and its index."""
    page = compact(snapshot)
    kept = sorted(_kept(page, target))
    place = {index: new for new, index in enumerate(kept)}
    starts = [0] * (len(page) + 1)  # how many kept elements start before each place
    for index in range(len(page)):
        starts[index + 1] = starts[index] + (index in place)
    small = replace(
        page,
        tags=tuple(page.tags[i] for i in kept),
        parents=tuple(place[page.parents[i]] if page.parents[i] >= 0 else -1 for i in kept),
        attributes=tuple(page.attributes[i] for i in kept),
        runs=tuple(
            TextRun(place[run.owner], starts[run.at], run.text)
            for run in page.runs
            if run.owner in place
        ),
        boxes=None if page.boxes is None else tuple(page.boxes[i] for i in kept),
        shown=None if page.shown is None else tuple(page.shown[i] for i in kept),
        scope_of=None,
        scopes=page.scopes[:1],
    )
    return small, place[target]


def _kept(page: Snapshot, target: int) -> set[int]:
    ends = page.index.ends
    kept = set(range(target, min(ends[target], target + _MOST)))
    parent = page.parents[target]
    if parent >= 0:
        siblings = page.children[parent]
        at = siblings.index(target)
        for sibling in siblings[max(0, at - _MOST // 2) : at + _MOST // 2]:
            kept.update(range(sibling, min(ends[sibling], sibling + _INSIDE)))
    above = target
    while above >= 0:
        kept.add(above)
        above = page.parents[above]
    return kept  # a range in document order never holds an element without its parent
