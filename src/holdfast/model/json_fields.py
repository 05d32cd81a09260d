"""JSON fields: read one field of a parsed object, with an error that names it."""

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")


def find_field(data: Mapping[str, object], key: str, kind: type[T]) -> T | None:
    """Return the field, None when it is missing or null; a field of another kind is an error."""
    value = data.get(key)
    if value is None:
        return None
    if kind is float and isinstance(value, int):
        value = float(value) if not isinstance(value, bool) else value
    # bool is an int in Python, but true is no number in JSON.
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise ValueError(f"{key} must be of kind {kind.__name__}, got {_cut(value)}")
    return value


def get_field(data: Mapping[str, object], key: str, kind: type[T]) -> T:
    """Return the field; a missing one or one of another kind is an error."""
    value = find_field(data, key, kind)
    if value is None:
        raise ValueError(f"{key} is missing")
    return value


def get_names(data: Mapping[str, object], key: str) -> tuple[str, ...]:
    """Return a list of names; a missing list is an empty one."""
    names = find_field(data, key, list) or []
    if not all(isinstance(name, str) for name in names):
        raise ValueError(f"{key} must be a list of names, got {_cut(names)}")
    return tuple(names)


def _cut(value: object) -> str:
    return repr(value)[:80]
