"""Static HTML → Snapshot: whatever the markup is like, by libxml2's forgiving parser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lxml import etree

from holdfast.adapters.html.charset import decode
from holdfast.errors import NoDocument
from holdfast.model.build import build_snapshot
from holdfast.model.snapshot import Box, Scope, Size, Snapshot, TextRun

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
    text = html if isinstance(html, str) else decode(html, encoding)
    columns = _Columns()
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, target=columns)
    data = text.replace("\x00", "\ufffd").encode("utf-8", "replace")
    try:
        etree.fromstring(data or b" ", parser)
    except (etree.XMLSyntaxError, AssertionError) as exc:  # lxml asserts on an empty document
        raise NoDocument(len(data)) from exc
    if not columns.tags:
        raise NoDocument(len(data))
    snapshot = build_snapshot(
        tags=columns.tags,
        parents=columns.parents,
        attributes=columns.attributes,
        runs=columns.runs,
        scopes=(Scope("document", -1, url),),
        url=url,
        title=_title(columns.tags, columns.runs),
        viewport=None if viewport is None else Size(*viewport),
    )
    return snapshot if boxes is None else with_boxes(snapshot, boxes)


def with_boxes(snapshot: Snapshot, boxes: Boxes) -> Snapshot:
    """Return the snapshot with measured places and visibility; elements not named have none."""
    placed: list[Box | None] = []
    shown: list[bool] = []
    by_markup = snapshot.visibility
    for index, path in enumerate(_all_paths(snapshot)):
        measured = boxes.get(path)
        if measured is None:
            placed.append(None)
            shown.append(by_markup[index])
        else:
            x, y, width, height = (float(measured[side]) for side in ("x", "y", "w", "h"))
            placed.append(Box(x, y, width, height))
            shown.append(bool(measured.get("visible", by_markup[index])))
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


def _all_paths(snapshot: Snapshot) -> list[str]:
    """Return every element's XPath, cheaper than one at a time."""
    paths = [""] * len(snapshot)
    for index, below in enumerate((_roots(snapshot), *snapshot.children)):
        above = paths[index - 1] if index else ""
        counts: dict[str, int] = {}
        for child in below:
            counts[snapshot.tags[child]] = counts.get(snapshot.tags[child], 0) + 1
        places: dict[str, int] = {}
        for child in below:
            tag = snapshot.tags[child]
            places[tag] = places.get(tag, 0) + 1
            place = f"[{places[tag]}]" if counts[tag] > 1 else ""
            paths[child] = f"{above}/{tag}{place}"
    return paths


def _roots(snapshot: Snapshot) -> tuple[int, ...]:
    return tuple(index for index, parent in enumerate(snapshot.parents) if parent < 0)


def _title(tags: Sequence[str], runs: Sequence[TextRun]) -> str:
    owner = next((i for i, tag in enumerate(tags) if tag == "title"), None)
    return " ".join("".join(r.text for r in runs if r.owner == owner).split()) if owner else ""


class _Columns:
    """Takes the parser's events and keeps them as columns; cheaper than a tree and its proxies."""

    def __init__(self) -> None:
        self.tags: list[str] = []
        self.parents: list[int] = []
        self.attributes: list[Mapping[str, str]] = []
        self.runs: list[TextRun] = []
        self._open: list[int] = [-1]
        self._flows_on = False  # the next text belongs to the run before it
        self._more: list[str] = []  # such texts, joined when the run ends
        self._begins_pre = False  # a line break here is not part of the page

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if self._more:
            self._end_run()
        self._flows_on = False
        self.parents.append(self._open[-1])
        self._open.append(len(self.tags))
        self.tags.append(tag)
        self.attributes.append(attributes)
        self._begins_pre = tag == "pre"

    def end(self, _tag: str) -> None:
        if self._more:
            self._end_run()
        self._flows_on = self._begins_pre = False
        self._open.pop()

    def data(self, text: str) -> None:
        if self._flows_on:
            self._more.append(text)
            return
        if self._begins_pre:  # https://html.spec.whatwg.org/#parsing-main-inbody
            text = text.removeprefix("\n")
            self._begins_pre = False
        if text:
            self.runs.append(TextRun(self._open[-1], len(self.tags), text))
            self._flows_on = True

    def comment(self, _text: str) -> None:
        self._end_run()

    def pi(self, _target: str, _data: str | None = None) -> None:
        self._end_run()

    def close(self) -> None:
        self._end_run()

    def _end_run(self) -> None:
        if self._more:
            last = self.runs[-1]
            self.runs[-1] = TextRun(last.owner, last.at, "".join((last.text, *self._more)))
            self._more.clear()
        self._flows_on = False
