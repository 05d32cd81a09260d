"""Identity JSON: writes an identity and reads it back; what is not one is refused with a reason."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import orjson

from holdfast.errors import ForeignFormat
from holdfast.identity.constraints import DISTANCE, MODE, MODES, POSITIONS, REFERENCE, STRATEGY
from holdfast.identity.scores import band_of
from holdfast.model.element_identity import (
    IDENTITY_VERSION,
    ConstraintType,
    Identity,
    Parameter,
    Resolution,
)
from holdfast.model.json_fields import get_field
from holdfast.model.snapshot import Snapshot

WANTED = f"an identity of version {IDENTITY_VERSION}"
_ADVICE = "make it anew with: holdfast identity PAGE --target SELECTOR --json"
JsonDict = dict[str, object]


def to_json(identity: Identity) -> str:
    """Return the identity as one line of JSON; equal identities give equal text."""
    return orjson.dumps(identity.to_json()).decode()


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
        "originalDSL": resolution.identity.to_json(),
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
        made = Identity.from_json(data)
        checked = (
            replace(o, params=checked_parameters(o.type, o.params)) for o in made.constraints
        )
        return replace(made, constraints=tuple(checked))
    except (TypeError, ValueError, RecursionError) as exc:
        raise ForeignFormat(WANTED, f"one that is damaged: {exc}", _ADVICE) from exc


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
