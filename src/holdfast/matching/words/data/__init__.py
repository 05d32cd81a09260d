"""Data: the tables beside this file, as lines and as words."""

from collections.abc import Iterator
from importlib.resources import files


def lines(name: str) -> Iterator[str]:
    """Return the lines of a table without its remarks."""
    text = content(name).decode("utf-8")
    return (line for line in text.splitlines() if line and not line.startswith("#"))


def words(name: str) -> frozenset[str]:
    """Return the words of a table."""
    return frozenset(word for line in lines(name) for word in line.split())


def content(name: str) -> bytes:
    """Return a table as it is stored."""
    return files(__package__).joinpath(name).read_bytes()
