"""Records: turns a value into plain JSON data and back, by one rule for all of them.

A dataclass or named tuple is an object whose keys are its fields in camelCase (or as ``named``
says); an enum is its value, a moment ISO 8601, bytes are base64, a tuple is a list. A field
called ``extra`` keeps the keys that nobody here knows. Errors name the field.
"""

import types
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import MISSING, field, fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from functools import cache, partial
from itertools import repeat
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, Union, get_args, get_origin
from typing import get_type_hints as hints_of

from holdfast.model.json_fields import check_kind, cut

T = TypeVar("T")
Reader = Callable[[Any, str], Any]
_KEY = "json"  # in a field's metadata: its key, None for a field that is not written
EXTRA = "extra"


class Record:
    """A value with the rule as methods.

    ``ALSO`` are properties that are written and not read; a ``SPARSE`` one leaves out what is None
    or as it is by default; of a ``WHOLE`` one every field must be there.
    """

    __slots__ = ()
    ALSO: ClassVar[tuple[str, ...]] = ()
    SPARSE: ClassVar[bool] = False
    WHOLE: ClassVar[bool] = False

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return write(self)

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the value; raises ``ValueError`` that names a missing or impossible field."""
        return read(cls, data)


def named(key: str | None, **options: Any) -> Any:
    """Return a dataclass field with this key in JSON; None for one that is not written."""
    return field(metadata={_KEY: key}, **options)


def camel(name: str) -> str:
    """Return a field's name as it is written in JSON."""
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def plain(value: Any) -> Any:
    """Return a value as plain JSON data."""
    if value is None or type(value) in _PLAIN:
        return value
    if isinstance(value, Record):
        return value.to_json()
    if is_dataclass(value) or hasattr(value, "_fields"):
        return write(value)
    return next((write(value) for kind, write in _WRITERS if isinstance(value, kind)), value)


_PLAIN = frozenset({str, int, float, bool})
_WRITERS: tuple[tuple[Any, Callable[[Any], Any]], ...] = (
    (Enum, lambda value: value.value),
    (date, lambda value: value.isoformat()),
    (bytes, lambda value: b64encode(value).decode()),
    (Mapping, lambda value: {plain(key): plain(one) for key, one in value.items()}),
    (list | tuple | frozenset, lambda value: [plain(one) for one in value]),
)


def some(value: object, names: str) -> dict[str, Any]:
    """Return these fields and properties of a value as plain data."""
    return {camel(name): plain(getattr(value, name)) for name in names.split()}


def made_of(kind: type[T], *sources: object, **more: object) -> T:
    """Return a dataclass whose fields are ``more``, or what the first source has by their names."""
    names = [one.name for one in fields(kind) if one.name not in more]  # type: ignore[arg-type] # all are dataclasses
    found = ((name, one) for name in names for one in reversed(sources) if hasattr(one, name))
    return kind(**{name: getattr(one, name) for name, one in found}, **more)


def write(value: Any) -> dict[str, Any]:
    """Return a record as plain data by the rule, also one with a ``to_json`` of its own."""
    kind: Any = type(value)
    data = {}
    for one in _fields_of(kind):
        found = getattr(value, one.name)
        if one.key is not None and not (getattr(kind, "SPARSE", False) and one.is_usual(found)):
            data[one.key] = plain(found)
    for name in getattr(kind, "ALSO", ()):
        data[camel(name)] = plain(getattr(value, name))
    return data | dict(getattr(value, EXTRA, {}))


class _Field(NamedTuple):
    """One field of a record: how it is called here and in JSON, and how it is read."""

    name: str
    key: str | None
    reader: Reader
    optional: bool
    default: Any
    factory: Any

    def is_usual(self, value: object) -> bool:
        """Return whether a value goes without saying."""
        return value is None or value in (self.default, ())

    def value_in(self, data: Mapping[str, Any]) -> Any:
        """Return the field's value in an object, MISSING for its default."""
        key = self.key or self.name
        value = data.get(key)
        if value is not None:
            return self.reader(value, key)
        if self.default is MISSING and self.factory is MISSING and not self.optional:
            raise ValueError(f"{key} is missing")
        return None if self.default is MISSING and self.factory is MISSING else MISSING


@cache
def _fields_of(kind: Any) -> tuple[_Field, ...]:
    hints = hints_of(kind)
    if not is_dataclass(kind):
        defaults = kind._field_defaults
        return tuple(
            _field(name, camel(name), hints[name], defaults.get(name, MISSING)) for name in hints
        )
    return tuple(
        _field(
            one.name,
            one.metadata.get(_KEY, camel(one.name)),
            hints[one.name],
            one.default,
            one.default_factory,
        )
        for one in fields(kind)
        if one.name != EXTRA
    )


def _field(
    name: str, key: str | None, hint: Any, default: object, factory: object = MISSING
) -> _Field:
    is_optional = type(None) in get_args(hint)
    return _Field(name, key, _reader(hint), is_optional, default, factory)


def read(kind: type[T], data: object) -> T:
    """Return the value of plain data by the rule, also for a kind with a ``from_json`` of its own.

    Raises ``ValueError`` that names the field.
    """
    found: T = _read_record(kind, data, kind.__name__[0].lower() + kind.__name__[1:])
    return found


def read_as(hint: Any, data: object, key: str = "value") -> Any:
    """Return the value of a type, such as a tuple of records, in plain data."""
    return _reader(hint)(data, key)


def _read_record(kind: Any, data: Any, key: str) -> Any:
    check_kind(data, key, dict)
    known = [one for one in _fields_of(kind) if one.key is not None]
    missing = [one.key for one in known if data.get(one.key) is None]
    if missing and getattr(kind, "WHOLE", False):
        raise ValueError(f"{key}: {', '.join(map(str, missing))} is missing")
    values = {one.name: one.value_in(data) for one in known}
    given = {name: value for name, value in values.items() if value is not MISSING}
    if is_dataclass(kind) and any(one.name == EXTRA for one in fields(kind)):
        keys = {one.key for one in known} | {camel(name) for name in getattr(kind, "ALSO", ())}
        others = {name: value for name, value in data.items() if name not in keys}
        given[EXTRA] = types.MappingProxyType(others)
    return kind(**given)


@cache
def _reader(hint: Any) -> Reader:
    """Return what reads values of a type."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        choices = [one for one in inner if one is not type(None)]
        return _reader(choices[0]) if len(choices) == 1 else _union_reader(choices)
    if origin in (tuple, frozenset):
        return _sequence_reader(origin, inner)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping_reader(*inner)
    return _plain_reader(hint)


def _union_reader(choices: list[Any]) -> Reader:
    def read_one(value: Any, key: str) -> Any:
        if type(value) not in choices:
            kinds = " or ".join(one.__name__ for one in choices)
            raise ValueError(f"{key} must be of kind {kinds}, got {cut(value)}")
        return value

    return read_one


def _plain_reader(hint: Any) -> Reader:
    if not isinstance(hint, type) or hint is object:
        return _as_is
    if issubclass(hint, Record) and "from_json" in vars(hint):
        return lambda value, _: hint.from_json(value)
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return lambda value, key: _read_record(hint, value, key)
    for kind, reader in _READERS:
        if issubclass(hint, kind):
            return partial(reader, hint)
    return lambda value, key: check_kind(value, key, hint)


def _sequence_reader(origin: type, inner: tuple[Any, ...]) -> Reader:
    """Return what reads a list of many alike, or of as many as the types name."""
    many = Ellipsis in inner or origin is frozenset
    readers = repeat(_reader(inner[0])) if many else [_reader(one) for one in inner]

    def read_all(value: Any, key: str) -> Any:
        given = check_kind(value, key, list)
        if not many and len(given) != len(inner):
            raise ValueError(f"{key} must hold {len(inner)} values, got {cut(value)}")
        pairs = enumerate(zip(readers, given, strict=False))
        return origin(each(one, f"{key}[{at}]") for at, (each, one) in pairs)

    return read_all


def _mapping_reader(keys: Any, values: Any) -> Reader:
    first, second = _reader(keys), _reader(values)
    if (first, second) == (_as_is, _as_is) or values in (object, Any):
        return lambda value, key: check_kind(value, key, dict)
    return lambda value, key: {
        first(name, key): second(one, key) for name, one in check_kind(value, key, dict).items()
    }


def _read_moment(_: type, value: object, key: str) -> datetime:
    try:
        return datetime.fromisoformat(check_kind(value, key, str))
    except ValueError:
        raise ValueError(f"{key} must be a moment as ISO 8601, got {cut(value)}") from None


def _read_enum(kind: type[Enum], value: object, key: str) -> Enum:
    try:
        return kind(value)
    except ValueError:
        allowed = ", ".join(str(one.value) for one in kind)
        raise ValueError(f"{key} must be one of {allowed}, got {cut(value)}") from None


def _read_bytes(_: type, value: object, key: str) -> bytes:
    return b64decode(check_kind(value, key, str), validate=True)


_READERS: tuple[tuple[type, Callable[..., Any]], ...] = (
    (Enum, _read_enum),
    (datetime, _read_moment),
    (bytes, _read_bytes),
)


def _as_is(value: Any, key: str) -> Any:  # noqa: ARG001 - a reader like the others
    return value
