"""Fingerprints as JSON: ``holdfast-fingerprint/1``.

``{"format", "target", "strategies": [{"type", "selector"?, "confidence", "metadata"}], "identity":
"content" | "slot", "page": {…snapshot…}}``. A page that many fingerprints share is stored once and
named by ``pageRef`` instead. Fields that this version does not know are kept.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from holdfast.errors import ForeignFormat
from holdfast.model.fingerprint import FINGERPRINT_FORMAT, Fingerprint, IdentityMeaning
from holdfast.model.json_fields import find_field, get_field
from holdfast.model.snapshot import Snapshot
from holdfast.model.snapshot_json import check_format, snapshot_from_json, snapshot_to_json
from holdfast.model.strategy import LocatorStrategy, StrategyType

Json = dict[str, Any]
_KNOWN = frozenset({"format", "target", "strategies", "identity", "page", "pageRef", "hasPage"})
_TYPES = frozenset(StrategyType)


def fingerprint_to_json(fingerprint: Fingerprint, *, page_ref: str | None = None) -> Json:
    """Return the fingerprint as plain JSON values, with its page, or with ``page_ref`` for it."""
    data: Json = {
        "format": FINGERPRINT_FORMAT,
        "target": fingerprint.target,
        "strategies": [
            *(one.to_json() for one in fingerprint.strategies),
            *map(dict, fingerprint.unknown_strategies),
        ],
        "identity": str(fingerprint.meaning),
    }
    if not fingerprint.has_page:
        data["hasPage"] = False
    if page_ref is None:
        data["page"] = snapshot_to_json(fingerprint.page)
    else:
        data["pageRef"] = page_ref
    return data | dict(fingerprint.extra)


def fingerprint_from_json(
    data: object, *, pages: Mapping[str, Snapshot] | None = None
) -> Fingerprint:
    """Return the fingerprint; raises ``ForeignFormat`` for damaged, foreign or newer data.

    ``pages`` are the stored pages that a ``pageRef`` may name.
    """
    if not isinstance(data, dict):
        raise ForeignFormat(f"a {FINGERPRINT_FORMAT} object", f"a {type(data).__name__}")
    check_format(data.get("format"), FINGERPRINT_FORMAT)
    page = _read_page(data, pages or {})
    try:
        return _read(data, page)
    except (TypeError, ValueError) as exc:
        raise ForeignFormat(f"a whole {FINGERPRINT_FORMAT}", f"a damaged one ({exc})") from exc


def _read_page(data: Json, pages: Mapping[str, Snapshot]) -> Snapshot:
    ref = data.get("pageRef")
    if ref is None:
        return snapshot_from_json(data.get("page"))
    if ref not in pages:
        raise ForeignFormat(
            f"the page {str(ref)[:80]!r} of the fingerprint",
            "no such page",
            "keep the stored pages beside the fingerprints",
        )
    return pages[ref]


def _read(data: Json, page: Snapshot) -> Fingerprint:
    given = [_read_object(item) for item in get_field(data, "strategies", list)]
    known = [item for item in given if item.get("type") in _TYPES]
    return Fingerprint(
        page=page,
        target=get_field(data, "target", int),
        strategies=tuple(map(LocatorStrategy.from_json, known)),
        meaning=IdentityMeaning(find_field(data, "identity", str) or IdentityMeaning.CONTENT),
        has_page=find_field(data, "hasPage", bool) is not False,
        unknown_strategies=tuple(
            MappingProxyType(item) for item in given if item.get("type") not in _TYPES
        ),
        extra=MappingProxyType({key: data[key] for key in data if key not in _KNOWN}),
    )


def _read_object(item: object) -> Json:
    if not isinstance(item, dict) or not isinstance(item.get("type"), str):
        raise TypeError(f"a strategy must be an object with a type, got {item!r:.80}")
    return item
