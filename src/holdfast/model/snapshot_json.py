"""Snapshots as JSON: columns again, so that a page of thousands of elements stays small.

``{"format": "holdfast-snapshot/2", "tags": [...], "up": [...], "attributes": {name: {"at",
"values"}}, "runs": {"at", "up", "texts"}, …}``. ``up`` counts how many elements close before an
element or a text begins; ``at`` holds distances from the entry before, which compress better than
places.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from math import isfinite
from typing import Any

from holdfast.errors import ForeignFormat
from holdfast.model.rendering import Rendering
from holdfast.model.runs import TextRuns
from holdfast.model.snapshot import SNAPSHOT_FORMAT, Box, Point, Scope, Size, Snapshot

Json = dict[str, Any]
Columns = Mapping[str, tuple[Sequence[int], Sequence[str]]]
_KIND = SNAPSHOT_FORMAT.rpartition("/")[0]


def snapshot_to_json(snapshot: Snapshot) -> Json:
    """Return the snapshot as plain JSON values; ``snapshot_from_json`` gives an equal one back."""
    depths = _depths(snapshot.parents)
    data: Json = {
        "format": SNAPSHOT_FORMAT,
        "url": snapshot.url,
        "title": snapshot.title,
        "viewport": snapshot.viewport and list(snapshot.viewport),
        "scroll": list(snapshot.scroll),
        "deviceScale": snapshot.device_scale,
        "compact": snapshot.is_compact,
        "tags": list(snapshot.tags),
        "up": _ups(depths),
        "attributes": _attribute_columns(snapshot.attributes),
        "runs": _run_columns(snapshot.text_runs, depths),
    }
    if snapshot.is_compact:
        data["index"] = snapshot.index.stored()
    if snapshot.boxes is not None:
        data["boxes"] = [_flat_box(box) for box in snapshot.boxes]
    if snapshot.shown is not None:
        data["hidden"] = gaps_of(i for i, shown in enumerate(snapshot.shown) if not shown)
    if snapshot.rendering is not None:
        data["rendering"] = snapshot.rendering.to_json()
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
    except (TypeError, ValueError, LookupError, AttributeError, OverflowError) as exc:
        seen = f"a damaged one ({type(exc).__name__}: {exc})"
        raise ForeignFormat(f"a whole {SNAPSHOT_FORMAT}", seen) from exc


def check_format(seen: object, wanted: str) -> None:
    """Raise ``ForeignFormat`` unless ``seen`` is the wanted format or an older one of its kind."""
    kind, _, version = wanted.rpartition("/")
    seen_kind, _, seen_version = str(seen).rpartition("/")
    if seen_kind != kind or not seen_version.isdecimal():
        raise ForeignFormat(f"format {wanted!r}", f"format {str(seen)[:80]!r}")
    if len(seen_version) > 9 or int(seen_version) > int(version):  # Python reads no endless number
        raise ForeignFormat(
            f"format {wanted!r}",
            f"the newer {str(seen)[:80]!r}",
            "update Holdfast: pip install -U holdfast",
        )


def _read(data: Mapping[str, Any]) -> Snapshot:
    tags = tuple(sys.intern(_string(tag)) for tag in data["tags"])
    parents = _parents(data["up"])
    url = _string(data.get("url", ""))
    boxes, hidden, scope_of = data.get("boxes"), data.get("hidden"), data.get("scopeOf")
    viewport, rendering = data.get("viewport"), data.get("rendering")
    scopes = data.get("scopes") or [["document", -1, url]]
    columns = _attribute_places(data["attributes"], len(tags))
    snapshot = Snapshot(
        tags=tags,
        parents=parents,
        attributes=_attributes(columns, len(tags)),
        runs=_runs(data["runs"], parents),
        boxes=None if boxes is None else tuple(None if b is None else _box(b) for b in boxes),
        shown=None if hidden is None else _shown(hidden, len(tags)),
        scope_of=None if scope_of is None else tuple(map(int, scope_of)),
        rendering=None if rendering is None else Rendering.from_json(rendering, len(tags)),
        scopes=tuple(Scope(_string(kind), int(owner), _string(at)) for kind, owner, at in scopes),
        url=url,
        title=_string(data.get("title", "")),
        viewport=None if viewport is None else Size(*map(_number, viewport)),
        scroll=Point(*map(_number, data.get("scroll", (0, 0)))),
        device_scale=_number(data.get("deviceScale", 1.0)),
        is_compact=bool(data.get("compact", False)),
    )
    snapshot.index.restore(columns, data.get("index"))
    return snapshot


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"wanted a text, got {value!r:.40}")
    return value


def _number(value: object) -> float:
    if not isinstance(value, int | float) or not isfinite(value):
        raise TypeError(f"wanted a number, got {value!r:.40}")
    return value


def _box(sides: Sequence[object]) -> Box:
    return Box(*map(_number, sides))


# ---------------------------------------------------------------------------- places as distances


def gaps_of(places: Iterable[int]) -> list[int]:
    """Return how far each place is from the one before."""
    gaps, last = [], 0
    for place in places:
        gaps.append(place - last)
        last = place
    return gaps


def places_of(gaps: Sequence[int], last: int) -> Iterator[int]:
    """Return what the distances lead to; raises ``ValueError`` backwards or after the last."""
    if any(gap < 0 for gap in gaps) or (gaps and sum(gaps) > last):
        raise ValueError("something stands outside the page")
    return accumulate(gaps)


def _depths(parents: Sequence[int]) -> list[int]:
    depths: list[int] = []
    for parent in parents:
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
    return depths


def _ups(depths: Sequence[int]) -> list[int]:
    """Return for each element how many levels it stands above being a child of the one before."""
    return [0, *(before + 1 - depth for before, depth in pairwise(depths))] if depths else []


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
    return {name: {"at": gaps_of(at), "values": values[name]} for name, at in places.items()}


def _attribute_places(data: Mapping[str, Any], count: int) -> Columns:
    """Return the attributes by name, with places instead of distances."""
    return {
        _string(name): ([*places_of(column["at"], count)], [*map(_string, column["values"])])
        for name, column in data.items()
    }


def _attributes(columns: Columns, count: int) -> tuple[Mapping[str, str], ...]:
    attributes: list[dict[str, str]] = [{} for _ in range(count)]
    for name, (places, values) in columns.items():
        for place, value in zip(places, values, strict=True):
            attributes[place][name] = value
    return tuple(attributes)


def _run_columns(runs: TextRuns, depths: Sequence[int]) -> Json:
    level = [-1, *depths]  # of the element before a place; of nothing before the first
    ups = [level[at] - level[owner + 1] for owner, at in zip(runs.owners, runs.places, strict=True)]
    return {"at": gaps_of(runs.places), "up": ups, "texts": list(runs.texts)}


def _runs(columns: Mapping[str, Any], parents: Sequence[int]) -> TextRuns:
    places = tuple(places_of(columns["at"], len(parents)))
    owners: list[int] = []
    last, owner, climbed = -1, -1, 0
    for at, up in zip(places, columns["up"], strict=True):
        if at != last or up < climbed:
            last, owner, climbed = at, at - 1, 0
        if up > at or up < 0:
            raise ValueError("a text stands above the page")
        while climbed < up:  # on from the text before: nesting may be deep
            owner, climbed = (parents[owner] if owner >= 0 else -1), climbed + 1
        owners.append(owner)
    texts = tuple(map(_string, columns["texts"]))
    if len(texts) != len(owners):
        raise ValueError("more places than texts, or fewer")
    return TextRuns(tuple(owners), places, texts)


def _shown(hidden: Sequence[int], count: int) -> tuple[bool, ...]:
    shown = [True] * count
    for place in places_of(hidden, count):
        shown[place] = False
    return tuple(shown)


def _flat_box(box: Box | None) -> list[float | int] | None:
    if box is None:
        return None
    return [int(side) if side == int(side) else side for side in box]
