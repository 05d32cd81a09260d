"""The one door through which every snapshot is made, so that nothing private slips in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from holdfast.model.privacy import mask_url, without_private_values
from holdfast.model.snapshot import Box, Point, Scope, Size, Snapshot, TextRun

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
    """Return the snapshot of a page given as columns, without what people typed and without tokens."""
    kept = [
        without_private_values(tag, attribute) if attribute else _EMPTY
        for tag, attribute in zip(tags, attributes, strict=True)
    ]
    return Snapshot(
        tags=tuple(tags),
        parents=tuple(parents),
        attributes=tuple(kept),
        runs=tuple(_without_typed_text(runs, tags)),
        boxes=None if boxes is None else tuple(boxes),
        shown=None if shown is None else tuple(shown),
        scope_of=None if scope_of is None or len(scopes) == 1 else tuple(scope_of),
        scopes=tuple(Scope(s.kind, s.owner, mask_url(s.url)) for s in scopes),
        url=mask_url(url),
        title=title,
        viewport=viewport,
        scroll=scroll,
        device_scale=device_scale,
    )


def _without_typed_text(runs: Sequence[TextRun], tags: Sequence[str]) -> Sequence[TextRun]:
    """Return the runs with the content of text areas blanked: as many spaces, so offsets hold."""
    if "textarea" not in tags:
        return runs
    return [
        TextRun(run.owner, run.at, " " * len(run.text))
        if run.owner >= 0 and tags[run.owner] == "textarea"
        else run
        for run in runs
    ]
