"""Column types that mean the same on both databases."""

import json
import re
from datetime import UTC, datetime

from sqlalchemy import DateTime, Dialect, Text
from sqlalchemy.types import TypeDecorator

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


class JsonText(TypeDecorator[object]):
    """Plain data as ASCII JSON: every character comes back, also those that SafeText replaces."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: object | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - theirs
        """Return the JSON text."""
        return None if value is None else _encode(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> object | None:  # noqa: ARG002 - theirs
        """Return the data."""
        return None if value is None else json.loads(value)


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
