"""Static HTML → Snapshot: whatever the markup is like, as HTML 5 reads it."""

import gc
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from holdfast.adapters.html.charset import decode, encode
from holdfast.adapters.html.html_columns import read_columns
from holdfast.adapters.html.tree_columns import Columns, read_tree
from holdfast.adapters.html.unfolding import unfolds
from holdfast.errors import NoDocument
from holdfast.model.snapshot import Box, Scope, Size, Snapshot
from holdfast.page.build import build_snapshot

_START = re.compile(rb"<[a-z]", re.IGNORECASE)
Boxes = Mapping[str, Mapping[str, float | bool]]


def parse(
    html: str | bytes,
    *,
    boxes: Boxes | None = None,
    url: str = "",
    viewport: tuple[float, float] | None = None,
    encoding: str | None = None,
) -> Snapshot:
    """Return the snapshot of a saved page; raises ``NoDocument`` if there is none in the input.

    ``boxes`` maps XPaths to ``{"x", "y", "w", "h", "visible"}`` in CSS pixels of the document.
    """
    data = encode(html if isinstance(html, str) else decode(html, encoding))
    with _without_collecting():
        columns = read(data)
        snapshot = build_snapshot(
            tags=columns.tags,
            parents=columns.parents,
            attributes=columns.attributes,
            runs=columns.runs,
            scopes=(Scope("document", -1, url),),
            url=url,
            title=_title(columns),
            viewport=None if viewport is None else Size(*viewport),
        )
    return snapshot if boxes is None else with_boxes(snapshot, boxes)


def read(data: bytes) -> Columns:
    """Return the columns of a page; raises ``NoDocument`` when it has neither element nor text."""
    if unfolds(data):
        return read_columns(data)
    columns = read_tree(data)
    if not columns.runs.texts and _START.search(data) is None:
        raise NoDocument(len(data))
    return columns


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Keep Python from looking for garbage: hundreds of thousands of new objects, and all stay."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def with_boxes(snapshot: Snapshot, boxes: Boxes) -> Snapshot:
    """Return the snapshot with measured places and visibility; elements not named have none."""
    placed: list[Box | None] = []
    shown: list[bool] = []
    for index, by_markup in enumerate(snapshot.visibility):
        measured = boxes.get(snapshot.path_of(index))
        if measured is None:
            placed.append(None)
            shown.append(by_markup)
        else:
            x, y, width, height = (float(measured[side]) for side in ("x", "y", "w", "h"))
            placed.append(Box(x, y, width, height))
            shown.append(bool(measured.get("visible", by_markup)))
    return build_snapshot(
        tags=snapshot.tags,
        parents=snapshot.parents,
        attributes=snapshot.attributes,
        runs=snapshot.runs,
        boxes=placed,
        shown=shown,
        scopes=snapshot.scopes,
        url=snapshot.url,
        title=snapshot.title,
        viewport=snapshot.viewport,
    )


def _title(columns: Columns) -> str:
    tags, parents, _, runs = columns
    if "title" not in tags:
        return ""
    title = tags.index("title")
    rest = range(title + 1, len(tags))
    end = next((index for index in rest if parents[index] < title), len(tags))
    said = (text for owner, _, text in runs.inside(title, end) if owner == title)
    return " ".join("".join(said).split())
