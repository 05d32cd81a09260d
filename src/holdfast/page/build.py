"""Building a snapshot: the one door for all of them, so that nothing private slips in."""

import sys
from collections.abc import Mapping, Sequence
from math import isfinite

from holdfast.model.privacy import find_private, find_typed, is_field, mask_script, mask_url
from holdfast.model.rendering import Rendering
from holdfast.model.runs import TextRun, TextRuns
from holdfast.model.snapshot import Box, Point, Scope, Size, Snapshot
from holdfast.page.attributes import AttributeColumns


def build_snapshot(  # noqa: PLR0913  # one argument per thing a page consists of
    *,
    tags: Sequence[str],
    parents: Sequence[int],
    attributes: Sequence[Mapping[str, str]],
    runs: Sequence[TextRun],
    boxes: Sequence[Box | None] | None = None,
    shown: Sequence[bool] | None = None,
    scope_of: Sequence[int] | None = None,
    rendering: Rendering | None = None,
    scopes: Sequence[Scope] = (Scope("document", -1, ""),),
    url: str = "",
    title: str = "",
    viewport: Size | None = None,
    scroll: Point = Point(0, 0),  # noqa: B008  # immutable
    device_scale: float = 1.0,
) -> Snapshot:
    """Return the snapshot of a page given as columns, without what was typed and without tokens."""
    columns = AttributeColumns(attributes)
    snapshot = Snapshot(
        tags=tuple(map(sys.intern, tags)),  # a few words, tens of thousands of times
        parents=tuple(parents),
        attributes=_kept_attributes(tags, parents, attributes, columns),
        runs=_kept_runs(TextRuns.of(runs), tags, parents, columns),
        boxes=None if boxes is None else tuple(map(_finite, boxes)),
        shown=None if shown is None else tuple(shown),
        scope_of=None if scope_of is None or len(scopes) == 1 else tuple(scope_of),
        rendering=rendering or None,
        scopes=tuple(Scope(s.kind, s.owner, mask_url(s.url)) for s in scopes),
        url=mask_url(url),
        title=title,
        viewport=viewport,
        scroll=scroll,
        device_scale=device_scale,
    )
    snapshot.index.columns = columns  # read already
    return snapshot


def _finite(box: Box | None) -> Box | None:
    """Return the box, None for one that a page placed at infinity."""
    return box if box is not None and all(map(isfinite, box)) else None


def _kept_attributes(
    tags: Sequence[str],
    parents: Sequence[int],
    attributes: Sequence[Mapping[str, str]],
    columns: AttributeColumns,
) -> tuple[Mapping[str, str], ...]:
    """Return the attributes without what is private; ``columns`` is changed alike."""
    changes = {
        name: changed
        for name in columns.names
        if (changed := find_private(name, columns.column(name), tags, attributes))
    }
    if repeating := _repeating(tags, parents, attributes, columns):
        changes["data-value"] = {**changes.get("data-value", {}), **repeating}
    kept = list(attributes)
    for name, changed in changes.items():
        columns.put(name, changed)
        for index, value in changed.items():
            others = {n: v for n, v in kept[index].items() if n != name or value is not None}
            kept[index] = others if value is None else {**others, name: value}
    return tuple(kept)


def _repeating(
    tags: Sequence[str],
    parents: Sequence[int],
    attributes: Sequence[Mapping[str, str]],
    columns: AttributeColumns,
) -> dict[int, None]:
    """Return the elements that repeat what is typed inside them, to be as wide as it."""
    wide = set(columns.column("data-value").places)
    if not wide:
        return {}
    return {
        parents[index]: None
        for index, tag in enumerate(tags)
        if tag in {"input", "textarea"}
        and parents[index] in wide
        and is_field(tag, attributes[index])
    }


def _kept_runs(
    runs: TextRuns,
    tags: Sequence[str],
    parents: Sequence[int],
    columns: AttributeColumns,
) -> TextRuns:
    """Return the runs without what was typed and without secrets of programs; offsets hold."""
    typed = find_typed(tags, columns.column("contenteditable"))
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
