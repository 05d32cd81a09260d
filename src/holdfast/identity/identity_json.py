"""Identity JSON: writes an identity and reads it back; what is not one is refused with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import orjson

from holdfast.errors import ForeignFormat
from holdfast.identity.constraints import (
    DISTANCE,
    MODE,
    MODES,
    POSITIONS,
    REFERENCE,
    STRATEGY,
)
from holdfast.identity.scores import band_of
from holdfast.model.element_identity import (
    IDENTITY_VERSION,
    AnchorNode,
    Constraint,
    ConstraintType,
    FallbackRules,
    Identity,
    IdentityMeta,
    IdentityNode,
    InnerNode,
    NodeSemantics,
    OnMissing,
    Parameter,
    Resolution,
    SvgFingerprint,
    TextContent,
)
from holdfast.model.json_fields import find_field, get_field, get_names

if TYPE_CHECKING:
    from holdfast.model.snapshot import Snapshot

WANTED = f"an identity of version {IDENTITY_VERSION}"
_ADVICE = "make it anew with: holdfast identity PAGE --target SELECTOR --json"
JsonDict = dict[str, object]


def to_json(identity: Identity) -> str:
    """Return the identity as one line of JSON; equal identities give equal text."""
    return orjson.dumps(to_data(identity)).decode()


def to_data(identity: Identity) -> JsonDict:
    """Return the identity as plain data, what is empty left out of the semantics."""
    anchor = _node_data(identity.anchor) | {"degraded": identity.anchor.degraded}
    meta: JsonDict = {"confidence": identity.meta.confidence, "degraded": identity.meta.degraded}
    if identity.meta.degraded:
        meta["degradationReason"] = identity.meta.degradation_reason
    if identity.meta.added_nodes:
        meta["addedNodes"] = identity.meta.added_nodes
    return {
        "version": identity.version,
        "anchor": anchor,
        "path": [_node_data(node) for node in identity.path],
        "target": _node_data(identity.target),
        "constraints": [
            {
                "type": str(one.type),
                "params": dict(sorted(one.params.items())),
                "priority": one.priority,
            }
            for one in identity.constraints
        ],
        "fallback": {
            "onMissing": str(identity.fallback.on_missing),
            "maxDepth": identity.fallback.max_depth,
        },
        "meta": meta,
    }


def _node_data(node: IdentityNode) -> JsonDict:
    return {"tag": node.tag, "semantics": _semantics_data(node.semantics), "score": node.score}


def _semantics_data(semantics: NodeSemantics) -> JsonDict:
    text, svg = semantics.text, semantics.svg
    data: JsonDict = {
        "id": semantics.id,
        "role": semantics.role,
        "classes": list(semantics.classes),
        "attributes": dict(semantics.attributes),
        "label": semantics.label,
        "contains": list(semantics.contains),
    }
    data = {key: value for key, value in data.items() if value}
    if semantics.has:
        data["has"] = [
            {"tag": inner.tag, "semantics": _semantics_data(inner.semantics)}
            for inner in semantics.has
        ]
    if text is not None:
        data["text"] = {"raw": text.raw, "normalized": text.normalized}
    if svg is not None:
        drawn = {"dHash": svg.draws, "titleText": svg.title, "role": svg.role}
        data["svg"] = {"shape": svg.shape} | {key: value for key, value in drawn.items() if value}
    return data


def resolution_data(resolution: Resolution, snapshot: Snapshot) -> JsonDict:
    """Return the result of a resolution as plain data, elements named by their XPath."""
    return {
        "status": str(resolution.status),
        "element": None if resolution.node is None else _element(snapshot, resolution.node),
        "candidates": [_element(snapshot, node) for node in resolution.candidates],
        "confidence": resolution.confidence,
        "band": str(band_of(resolution.confidence)),
        "warnings": list(resolution.warnings),
        "degradationReason": resolution.degradation_reason or None,
        "error": resolution.error or None,
        "originalDSL": to_data(resolution.identity),
    }


def _element(snapshot: Snapshot, index: int) -> JsonDict:
    node = snapshot.nodes[index]
    return {"index": index, "tag": node.tag, "xpath": node.xpath, "text": node.text[:80]}


# ------------------------------------------------------------------------------------------ reading


def from_json(text: str | bytes) -> Identity:
    """Return the identity in a JSON text; raises ``ForeignFormat`` for anything else."""
    try:
        data = orjson.loads(text)
    except ValueError as exc:
        raise ForeignFormat(WANTED, f"a text that is no JSON: {exc}", _ADVICE) from exc
    return from_data(data)


def from_data(data: object) -> Identity:
    """Return the identity in plain data, unknown keys left aside; raises ``ForeignFormat``."""
    if not isinstance(data, Mapping):
        raise ForeignFormat(WANTED, f"a {type(data).__name__}, not an object", _ADVICE)
    version = data.get("version")
    if version != IDENTITY_VERSION:
        raise ForeignFormat(WANTED, f"version {version!r:.80}", _ADVICE)
    try:
        return _identity(data)
    except ValueError as exc:
        raise ForeignFormat(WANTED, f"one that is damaged: {exc}", _ADVICE) from exc


def _identity(data: Mapping[str, object]) -> Identity:
    anchor = _object(data, "anchor")
    fallback, meta = _object(data, "fallback"), _object(data, "meta")
    node = _node(anchor, "anchor")
    return Identity(
        anchor=AnchorNode(
            tag=node.tag,
            score=node.score,
            semantics=node.semantics,
            degraded=find_field(anchor, "degraded", bool) or False,
        ),
        path=tuple(
            _node(_as_object(item, f"path[{at}]"), f"path[{at}]")
            for at, item in enumerate(get_field(data, "path", list))
        ),
        target=_node(_object(data, "target"), "target"),
        constraints=tuple(
            _constraint(_as_object(item, f"constraints[{at}]"))
            for at, item in enumerate(get_field(data, "constraints", list))
        ),
        fallback=FallbackRules(
            on_missing=OnMissing(get_field(fallback, "onMissing", str)),
            max_depth=get_field(fallback, "maxDepth", int),
        ),
        meta=IdentityMeta(
            confidence=get_field(meta, "confidence", float),
            degraded=get_field(meta, "degraded", bool),
            degradation_reason=find_field(meta, "degradationReason", str) or "",
            added_nodes=find_field(meta, "addedNodes", int) or 0,
        ),
    )


def _object(data: Mapping[str, object], key: str) -> Mapping[str, object]:
    if key not in data:
        raise ValueError(f"{key} is missing")
    return _as_object(data[key], key)


def _find_object(data: Mapping[str, object], key: str) -> Mapping[str, object]:
    return {} if data.get(key) is None else _as_object(data[key], key)


def _as_object(value: object, key: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise ValueError(f"{key} must be an object, got {value!r:.80}")
    return value


def _node(data: Mapping[str, object], key: str) -> IdentityNode:
    try:
        return IdentityNode(
            tag=get_field(data, "tag", str),
            score=get_field(data, "score", float),
            semantics=_semantics(_object(data, "semantics")),
        )
    except ValueError as exc:
        raise ValueError(f"{key}: {exc}") from exc


def _semantics(data: Mapping[str, object]) -> NodeSemantics:
    attributes = _find_object(data, "attributes")
    if not all(isinstance(value, str) for value in attributes.values()):
        raise ValueError(f"attributes must hold texts, got {attributes!r:.80}")
    return NodeSemantics(
        id=find_field(data, "id", str) or "",
        role=find_field(data, "role", str) or "",
        classes=tuple(sorted(set(get_names(data, "classes")))),
        attributes=tuple(sorted((name, str(value)) for name, value in attributes.items())),
        label=find_field(data, "label", str) or "",
        contains=get_names(data, "contains"),
        has=tuple(_inner(_as_object(item, "has")) for item in find_field(data, "has", list) or ()),
        text=_text(data) if data.get("text") is not None else None,
        svg=_svg(data) if data.get("svg") is not None else None,
    )


def _inner(data: Mapping[str, object]) -> InnerNode:
    semantics = _semantics(_object(data, "semantics"))
    return InnerNode(tag=get_field(data, "tag", str), semantics=semantics)


def _text(data: Mapping[str, object]) -> TextContent:
    text = _object(data, "text")
    return TextContent(
        raw=get_field(text, "raw", str), normalized=get_field(text, "normalized", str)
    )


def _svg(data: Mapping[str, object]) -> SvgFingerprint:
    svg = _object(data, "svg")
    return SvgFingerprint(
        shape=get_field(svg, "shape", str),
        draws=find_field(svg, "dHash", str) or "",
        title=find_field(svg, "titleText", str) or "",
        role=find_field(svg, "role", str) or "",
    )


def _constraint(data: Mapping[str, object]) -> Constraint:
    kind = ConstraintType(get_field(data, "type", str))
    params = _find_object(data, "params")
    return Constraint(
        type=kind,
        priority=get_field(data, "priority", int),
        params=checked_parameters(kind, params),
    )


def checked_parameters(
    kind: ConstraintType, params: Mapping[str, object]
) -> Mapping[str, Parameter]:
    """Return the parameters that a kind of constraint has; raises ``ValueError`` for bad ones."""
    match kind:
        case ConstraintType.UNIQUENESS:
            return MappingProxyType({MODE: _one_of(params, MODE, MODES)})
        case ConstraintType.POSITION:
            return MappingProxyType({STRATEGY: _one_of(params, STRATEGY, POSITIONS)})
        case ConstraintType.TEXT_PROXIMITY:
            return _proximity(params)
        case ConstraintType.VISIBILITY:
            return MappingProxyType({})


def _proximity(params: Mapping[str, object]) -> Mapping[str, Parameter]:
    distance = get_field(params, DISTANCE, int)
    if distance < 0:
        raise ValueError(f"{DISTANCE} must be 0 or more, got {distance}")
    return MappingProxyType({DISTANCE: distance, REFERENCE: get_field(params, REFERENCE, str)})


def _one_of(params: Mapping[str, object], key: str, allowed: tuple[str, ...]) -> str:
    value = get_field(params, key, str)
    if value not in allowed:
        raise ValueError(f"{key} must be one of {', '.join(allowed)}, got {value!r:.80}")
    return value
