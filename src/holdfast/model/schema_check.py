"""Checks plain data against a JSON Schema: the part of the language that our schemas use."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
Schema: TypeAlias = Mapping[str, Any]
_KINDS: Mapping[str, type | tuple[type, ...]] = {
    "object": dict, "array": list, "string": str, "boolean": bool, "integer": int,
    "number": (int, float), "null": type(None),
}  # fmt: skip


class Problem(NamedTuple):
    """What is wrong, and where in the document."""

    path: Path
    message: str


def find_problems(value: object, schema: Schema) -> Iterator[Problem]:
    """Yield what in the value is not as the schema says, in document order."""
    yield from _check(value, schema, (), schema)


def _check(value: object, schema: Schema, path: Path, root: Schema) -> Iterator[Problem]:
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    mistake = _own_mistake(value, schema)
    if mistake is not None:
        yield Problem(path, mistake)
        return
    if isinstance(value, dict):
        yield from _check_object(value, schema, path, root)
    if isinstance(value, list) and "items" in schema:
        for place, item in enumerate(value):
            yield from _check(item, schema["items"], (*path, place), root)
    for condition in schema.get("allOf", ()):
        if not any(_check(value, condition["if"], path, root)):
            yield from _check(value, condition["then"], path, root)


def _own_mistake(value: object, schema: Schema) -> str | None:
    """Return what is wrong with the value itself, None when nothing is."""
    if "type" in schema and not _is_of(value, schema["type"]):
        wanted = schema["type"] if isinstance(schema["type"], str) else " or ".join(schema["type"])
        return f"must be of kind {wanted}, got {_shown(value)}"
    allowed = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if allowed is not None and value not in allowed:
        return f"must be one of {', '.join(map(str, allowed))}, got {_shown(value)}"
    if isinstance(value, str) and "pattern" in schema and not re.search(schema["pattern"], value):
        return f"must look like {schema['pattern']}, got {_shown(value)}"
    return _range_mistake(value, schema)


def _range_mistake(value: object, schema: Schema) -> str | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if value < schema.get("minimum", value):
        return f"must not be below {schema['minimum']}, got {value}"
    if value > schema.get("maximum", value):
        return f"must not be above {schema['maximum']}, got {value}"
    return None


def _check_object(
    value: dict[str, object], schema: Schema, path: Path, root: Schema
) -> Iterator[Problem]:
    for name in schema.get("required", ()):
        if name not in value:
            yield Problem(path, f"has no {name}")
    known = schema.get("properties", {})
    others = schema.get("additionalProperties")
    for name, item in value.items():
        inner = known.get(name, others)
        if inner is not None:
            yield from _check(item, inner, (*path, name), root)


def _is_of(value: object, kinds: str | list[str]) -> bool:
    # bool is an int in Python, but true is no number in JSON.
    return any(
        isinstance(value, _KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool))
        for kind in ([kinds] if isinstance(kinds, str) else kinds)
    )


def _shown(value: object) -> str:
    if isinstance(value, dict | list):
        return f"an {'object' if isinstance(value, dict) else 'array'}"
    return repr(value)[:80]
