"""Saved values: are written to a file as JSON, and read back with errors that name the file.

The core opens no files: the front door gives it who does (`use_files`).
"""

from collections.abc import Callable, Mapping
from os import PathLike, fspath
from typing import Any, Protocol, Self

from holdfast.errors import ForeignFormat


class Files(Protocol):
    """Who reads and writes files: as a whole, or not at all."""

    def read_bytes(self, path: str) -> bytes:
        """Return the file's bytes; raises ``EnvironmentFailure`` when it cannot be read."""

    def write_atomic(self, path: str, data: bytes, *, private: bool = False) -> None:
        """Write the file; raises ``EnvironmentFailure`` and leaves the old one when it cannot."""


_given: list[Callable[[], Files]] = []


def use_files(files: Callable[[], Files]) -> None:
    """Let saved values be written and read by this from now on; it is asked when first needed."""
    _given[:] = [files]


class Saved:
    """A value that can be kept: as plain JSON values, and in a file."""

    __slots__ = ()
    PRIVATE = False  # whether a new file is its owner's only

    def to_json(self) -> dict[str, Any]:
        """Return the value as plain JSON values, its format among them."""
        raise NotImplementedError

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the value from its JSON; raises ``ForeignFormat`` for damaged or foreign data."""
        raise NotImplementedError

    def save(self, path: str | PathLike[str]) -> None:
        """Write it into a file, whole or not at all; raises ``EnvironmentFailure``."""
        _given[0]().write_atomic(
            fspath(path), write_document(self.stored_json()), private=self.PRIVATE
        )

    def stored_json(self) -> dict[str, Any]:
        """Return the JSON as it may be stored or handed out; in memory it stays as it is."""
        return self.to_json()

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Return what ``save`` wrote; raises ``ForeignFormat`` or ``EnvironmentFailure``."""
        name = fspath(path)
        data = _given[0]().read_bytes(name)
        try:
            return cls.from_json(data)
        except ForeignFormat as exc:
            seen = f"{exc.seen[:110]} in {name[-80:]!r}"
            raise ForeignFormat(exc.wanted, seen, exc.advice) from exc


class SavedPage(Saved):
    """A page, or what holds one: it may show what is nobody's to keep."""

    __slots__ = ()

    def stored_json(self) -> dict[str, Any]:
        """Return the JSON without the card numbers, web tokens, keys and codes that it shows."""
        from holdfast.model.redaction import mask_shown  # here: every import of holdfast comes by

        return mask_shown(self.to_json())


def read_json(data: object, wanted: str) -> object:
    """Return JSON text as plain values, and plain values as they are; raises ``ForeignFormat``."""
    if not isinstance(data, str | bytes | bytearray):
        return data
    if not data.strip():
        raise ForeignFormat(f"a {wanted}", "nothing: it is empty")
    import orjson  # here: every import of holdfast comes by

    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as exc:
        raise ForeignFormat(f"a {wanted}", f"no JSON (line {exc.lineno}: {exc.msg})") from exc


def write_document(document: Mapping[str, object]) -> bytes:
    """Return a document as text: a line for each field, for each field of a step, for each page.

    People read and compare steps; a page is thousands of numbers that nobody reads.
    """
    fields = []
    for name, value in document.items():
        if name == "steps" and isinstance(value, list):
            steps = ",\n".join(_indented(step, 4) for step in value)
            text = f"[\n{steps}\n  ]" if value else "[]"
        elif name == "pages" and isinstance(value, dict) and value:
            text = _indented(value, 2).lstrip()
        else:
            text = _line(value)
        fields.append(f"  {_line(name)}: {text}")
    return ("{\n" + ",\n".join(fields) + "\n}\n").encode()


def _indented(value: object, indent: int) -> str:
    """Return an object with one line for each of its fields; anything else on one line."""
    space = " " * indent
    if not isinstance(value, dict) or not value:
        return f"{space}{_line(value)}"
    fields = [f"{space}  {_line(name)}: {_line(inner)}" for name, inner in value.items()]
    return f"{space}{{\n" + ",\n".join(fields) + f"\n{space}}}"


def _line(value: object) -> str:
    import orjson

    return orjson.dumps(value).decode()
