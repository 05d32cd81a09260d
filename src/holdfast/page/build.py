"""The one door through which every snapshot is made, so that nothing private slips in."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite

from holdfast.model.privacy import (
    find_typed,
    is_field,
    mask_script,
    mask_url,
    without_private_values,
)
from holdfast.model.runs import TextRun, TextRuns
from holdfast.model.snapshot import Box, Point, Scope, Size, Snapshot

_EMPTY: Mapping[str, str] = {}


def build_snapshot(  # noqa: PLR0913  # one argument per thing a page consists of
    *,
    tags: Sequence[str],
    parents: Sequence[int],
    attributes: Sequence[Mapping[str, str]],
    runs: Sequence[TextRun],
    boxes: Sequence[Box | None] | None = None,
    shown: Sequence[bool] | None = None,
    scope_of: Sequence[int] | None = None,
    scopes: Sequence[Scope] = (Scope("document", -1, ""),),
    url: str = "",
    title: str = "",
    viewport: Size | None = None,
    scroll: Point = Point(0, 0),  # noqa: B008  # immutable
    device_scale: float = 1.0,
) -> Snapshot:
    """Return the snapshot of a page given as columns, without what was typed and without tokens."""
    return Snapshot(
        tags=tuple(map(sys.intern, tags)),  # a few words, tens of thousands of times
        parents=tuple(parents),
        attributes=tuple(_kept_attributes(tags, parents, attributes)),
        runs=_kept_runs(TextRuns.of(runs), tags, parents, attributes),
        boxes=None if boxes is None else tuple(map(_finite, boxes)),
        shown=None if shown is None else tuple(shown),
        scope_of=None if scope_of is None or len(scopes) == 1 else tuple(scope_of),
        scopes=tuple(Scope(s.kind, s.owner, mask_url(s.url)) for s in scopes),
        url=mask_url(url),
        title=title,
        viewport=viewport,
        scroll=scroll,
        device_scale=device_scale,
    )


def _finite(box: Box | None) -> Box | None:
    """Return the box, None for one that a page placed at infinity."""
    return box if box is not None and all(map(isfinite, box)) else None


def _kept_attributes(
    tags: Sequence[str], parents: Sequence[int], attributes: Sequence[Mapping[str, str]]
) -> Sequence[Mapping[str, str]]:
    kept = [
        without_private_values(tag, attribute) if attribute else _EMPTY
        for tag, attribute in zip(tags, attributes, strict=True)
    ]
    for index in _repeating(tags, parents, attributes):
        kept[index] = {name: value for name, value in kept[index].items() if name != "data-value"}
    return kept


def _repeating(
    tags: Sequence[str], parents: Sequence[int], attributes: Sequence[Mapping[str, str]]
) -> Iterator[int]:
    """Yield the elements that repeat what is typed inside them, to be as wide as it."""
    for index, tag in enumerate(tags):
        if tag in {"input", "textarea"} and is_field(tag, attributes[index]):
            above = parents[index]
            if above >= 0 and "data-value" in attributes[above]:
                yield above


def _kept_runs(
    runs: TextRuns,
    tags: Sequence[str],
    parents: Sequence[int],
    attributes: Sequence[Mapping[str, str]],
) -> TextRuns:
    """Return the runs without what was typed and without secrets of programs; offsets hold."""
    typed = find_typed(tags, attributes)
    if not typed and "script" not in tags:
        return runs
    for index in range(min(typed, default=len(tags)), len(tags)):
        if parents[index] in typed:
            typed.add(index)
    programs = {index for index, tag in enumerate(tags) if tag == "script"}
    texts = list(runs.texts)
    for place, owner in enumerate(runs.owners):
        if owner in typed:
            texts[place] = " " * len(texts[place])
        elif owner in programs:
            texts[place] = mask_script(texts[place])
    return TextRuns(runs.owners, runs.places, tuple(texts))
