"""Fields: reads single fields of a parsed JSON object, with an error that names the field."""

from collections.abc import Mapping
from typing import Any, TypeVar

T = TypeVar("T")


def check_kind(value: Any, key: str, kind: type[T]) -> T:
    """Return the value as one of a kind; raises ``ValueError`` for another."""
    if kind is float and type(value) is int:
        value = float(value)
    # bool is an int in Python, but true is no number in JSON.
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        wanted = "an object" if kind is dict else f"of kind {kind.__name__}"
        raise ValueError(f"{key} must be {wanted}, got {cut(value)}")
    return value


def find_field(data: Mapping[str, object], key: str, kind: type[T]) -> T | None:
    """Return the field, None when it is missing or null; a field of another kind is an error."""
    value = data.get(key)
    return None if value is None else check_kind(value, key, kind)


def get_field(data: Mapping[str, object], key: str, kind: type[T]) -> T:
    """Return the field; a missing one or one of another kind is an error."""
    value = find_field(data, key, kind)
    if value is None:
        raise ValueError(f"{key} is missing")
    return value


def cut(value: object) -> str:
    """Return a value as an error shows it."""
    return repr(value)[:80]
