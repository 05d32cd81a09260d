"""Snapshots as JSON: columns again, so that a page of thousands of elements stays small.

``{"format": "holdfast-snapshot/1", "tags": [...], "up": [...], "attributes": {name: {"at", "values"}},
"runs": {"at", "up", "texts"}, …}``. ``up`` counts how many elements close before an element or a
text begins; ``at`` holds distances from the entry before, which compress better than places.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from holdfast.errors import ForeignFormat
from holdfast.model.snapshot import (
    SNAPSHOT_FORMAT,
    Box,
    Point,
    Scope,
    Size,
    Snapshot,
    TextRun,
)

Json = dict[str, Any]
_KIND = SNAPSHOT_FORMAT.rpartition("/")[0]


def snapshot_to_json(snapshot: Snapshot) -> Json:
    """Return the snapshot as plain JSON values; ``snapshot_from_json`` gives an equal one back."""
    data: Json = {
        "format": SNAPSHOT_FORMAT,
        "url": snapshot.url,
        "title": snapshot.title,
        "viewport": snapshot.viewport and list(snapshot.viewport),
        "scroll": list(snapshot.scroll),
        "deviceScale": snapshot.device_scale,
        "compact": snapshot.is_compact,
        "tags": list(snapshot.tags),
        "up": _ups(snapshot.parents),
        "attributes": _attribute_columns(snapshot.attributes),
        "runs": _run_columns(snapshot),
    }
    if snapshot.boxes is not None:
        data["boxes"] = [_flat_box(box) for box in snapshot.boxes]
    if snapshot.shown is not None:
        data["hidden"] = _gaps(i for i, shown in enumerate(snapshot.shown) if not shown)
    if snapshot.scope_of is not None:
        data["scopeOf"] = list(snapshot.scope_of)
    if snapshot.scope_of is not None or snapshot.scopes[0].url != snapshot.url:
        data["scopes"] = [list(scope) for scope in snapshot.scopes]
    return data


def snapshot_from_json(data: object) -> Snapshot:
    """Return the snapshot; raises ``ForeignFormat`` for damaged, foreign or newer data."""
    if not isinstance(data, Mapping):
        raise ForeignFormat(f"a {_KIND} object", f"a {type(data).__name__}")
    check_format(data.get("format"), SNAPSHOT_FORMAT)
    try:
        return _read(data)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as exc:
        seen = f"a damaged one ({type(exc).__name__}: {exc})"
        raise ForeignFormat(f"a whole {SNAPSHOT_FORMAT}", seen) from exc


def check_format(seen: object, wanted: str) -> None:
    """Raise ``ForeignFormat`` unless ``seen`` is the wanted format or an older one of its kind."""
    kind, _, version = wanted.rpartition("/")
    seen_kind, _, seen_version = str(seen).rpartition("/")
    if seen_kind != kind or not seen_version.isdecimal():
        raise ForeignFormat(f"format {wanted!r}", f"format {str(seen)[:80]!r}")
    if int(seen_version) > int(version):
        raise ForeignFormat(
            f"format {wanted!r}", f"the newer {str(seen)!r}", "update Holdfast: pip install -U holdfast"
        )


def _read(data: Mapping[str, Any]) -> Snapshot:
    tags = tuple(map(_string, data["tags"]))
    parents = _parents(data["up"])
    url = _string(data.get("url", ""))
    boxes, hidden, scope_of = data.get("boxes"), data.get("hidden"), data.get("scopeOf")
    viewport = data.get("viewport")
    scopes = data.get("scopes") or [["document", -1, url]]
    snapshot = Snapshot(
        tags=tags,
        parents=parents,
        attributes=_attributes(data["attributes"], len(tags)),
        runs=_runs(data["runs"], parents),
        boxes=None if boxes is None else tuple(b and Box(*map(float, b)) for b in boxes),
        shown=None if hidden is None else _shown(hidden, len(tags)),
        scope_of=None if scope_of is None else tuple(map(int, scope_of)),
        scopes=tuple(Scope(_string(kind), int(owner), _string(at)) for kind, owner, at in scopes),
        url=url,
        title=_string(data.get("title", "")),
        viewport=None if viewport is None else Size(*viewport),
        scroll=Point(*data.get("scroll", (0, 0))),
        device_scale=float(data.get("deviceScale", 1.0)),
        is_compact=bool(data.get("compact", False)),
    )
    if snapshot.scope_of and not all(0 <= s < len(scopes) for s in snapshot.scope_of):
        raise ValueError("an element names a scope that is not there")
    return snapshot


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"wanted a text, got {value!r:.40}")
    return value


# ---------------------------------------------------------------------------- places as distances


def _gaps(places: Iterable[int]) -> list[int]:
    gaps, last = [], 0
    for place in places:
        gaps.append(place - last)
        last = place
    return gaps


def _ups(parents: Sequence[int]) -> list[int]:
    """Return for each element how many levels it stands above being a child of the one before."""
    depth: list[int] = []
    ups = []
    for index, parent in enumerate(parents):
        depth.append(depth[parent] + 1 if parent >= 0 else 0)
        ups.append(depth[index - 1] + 1 - depth[index] if index else 0)
    return ups


def _parents(ups: Sequence[int]) -> tuple[int, ...]:
    line: list[int] = []  # the element before and those around it
    parents = []
    for index, up in enumerate(ups):
        if not 0 <= up <= len(line):
            raise ValueError("elements close that were never open")
        del line[len(line) - up :]
        parents.append(line[-1] if line else -1)
        line.append(index)
    return tuple(parents)


# ------------------------------------------------------------------------------- attributes, texts


def _attribute_columns(attributes: Sequence[Mapping[str, str]]) -> Json:
    places: dict[str, list[int]] = {}
    values: dict[str, list[str]] = {}
    for index, attribute in enumerate(attributes):
        for name, value in attribute.items():
            places.setdefault(name, []).append(index)
            values.setdefault(name, []).append(value)
    return {name: {"at": _gaps(at), "values": values[name]} for name, at in places.items()}


def _attributes(columns: Mapping[str, Any], count: int) -> tuple[Mapping[str, str], ...]:
    attributes: list[dict[str, str]] = [{} for _ in range(count)]
    for name, column in columns.items():
        for place, value in zip(accumulate(column["at"]), column["values"], strict=True):
            if place < 0:
                raise ValueError(f"{name} stands before the page")
            attributes[place][_string(name)] = _string(value)
    return tuple(attributes)


def _run_columns(snapshot: Snapshot) -> Json:
    ups = []
    for owner, at, _ in snapshot.runs:
        up, here = 0, at - 1
        while here != owner and here >= 0:
            here, up = snapshot.parents[here], up + 1
        ups.append(up)
    texts = [run.text for run in snapshot.runs]
    return {"at": _gaps(run.at for run in snapshot.runs), "up": ups, "texts": texts}


def _runs(columns: Mapping[str, Any], parents: Sequence[int]) -> tuple[TextRun, ...]:
    runs = []
    for at, up, text in zip(accumulate(columns["at"]), columns["up"], columns["texts"], strict=True):
        if not 0 <= at <= len(parents):
            raise ValueError("a text stands outside the page")
        owner = at - 1
        for _ in range(up):
            owner = parents[owner] if owner >= 0 else -1
        runs.append(TextRun(owner, at, _string(text)))
    return tuple(runs)


def _shown(hidden: Sequence[int], count: int) -> tuple[bool, ...]:
    shown = [True] * count
    for place in accumulate(hidden):
        shown[place] = False
    return tuple(shown)


def _flat_box(box: Box | None) -> list[float | int] | None:
    if box is None:
        return None
    return [int(side) if side == int(side) else round(side, 1) for side in box]
