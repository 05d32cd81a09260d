"""Column types: mean the same on both databases."""

import json
import re
from collections.abc import Hashable
from datetime import UTC, datetime
from enum import Enum

from sqlalchemy import DateTime, Dialect, Text
from sqlalchemy.types import TypeDecorator

from holdfast.model.records import plain, read_as

# Neither database takes lone surrogates, and PostgreSQL takes no NUL; a page may hold both.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")

# Made once: json.dumps would make an encoder for every value.
_encode = json.JSONEncoder(separators=(",", ":")).encode


def storable(text: str) -> str:
    """Return the text as both databases hold it: what they cannot hold becomes U+FFFD."""
    return _UNSTORABLE.sub("\ufffd", text)


class SafeText(TypeDecorator[str]):
    """Text from anywhere; what a database cannot hold becomes U+FFFD."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - theirs
        """Return the text as it is stored."""
        return None if value is None else storable(value)


class Word(TypeDecorator[Enum]):
    """One of the words of an enum."""

    impl = Text
    cache_ok = True

    def __init__(self, kind: type[Enum]) -> None:
        super().__init__()
        self.kind = kind
        # An enum is looked up by value half as fast.
        self._words = {one.value: one for one in kind}

    def process_bind_param(self, value: Enum | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - theirs
        """Return the word."""
        return None if value is None else value.value

    def process_result_value(self, value: str | None, dialect: Dialect) -> Enum | None:  # noqa: ARG002 - theirs
        """Return what the word stands for."""
        return None if value is None else self._words[value]


class JsonText(TypeDecorator[object]):
    """Records and plain data as ASCII JSON: every character comes back, unlike from SafeText.

    ``kind`` is the type of what is held; without one it is plain data.
    """

    impl = Text
    cache_ok = True

    def __init__(self, kind: Hashable = object) -> None:
        super().__init__()
        self.kind = kind

    def process_bind_param(self, value: object | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - theirs
        """Return the JSON text."""
        return None if value is None else _encode(plain(value))

    def process_result_value(self, value: str | None, dialect: Dialect) -> object | None:  # noqa: ARG002 - theirs
        """Return the data."""
        return None if value is None else read_as(self.kind, json.loads(value))


class UtcTime(TypeDecorator[datetime]):
    """A moment; stored in UTC, so that text (SQLite) sorts as time does."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time in UTC; one without a zone is a bug of the caller."""
        if value is None:
            return None
        assert value.tzinfo is not None, "a stored time needs a zone"
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - theirs
        """Return the time with its zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
