"""Processes that a test started, and those below them, as the system tells of them."""

from collections.abc import Iterator
from pathlib import Path

PROC = Path("/proc")


def descendants(process: int) -> Iterator[tuple[int, str]]:
    """Yield the processes below one, with the names that they gave themselves."""
    parents: dict[int, list[int]] = {}
    for one in PROC.iterdir():
        if one.name.isdecimal() and (fields := _fields(int(one.name))):
            parents.setdefault(int(fields[1]), []).append(int(one.name))
    below = list(parents.get(process, ()))
    for child in below:
        below.extend(parents.get(child, ()))
        try:
            yield child, (PROC / str(child) / "cmdline").read_text(errors="replace")
        except OSError:
            continue


def has_ended(process: int) -> bool:
    """Return whether a process runs no more; nobody may have asked yet how it ended."""
    fields = _fields(process)
    return not fields or fields[0] == "Z"


def _fields(process: int) -> list[str]:
    """Return state, parent and the rest of what the system tells of a process."""
    try:
        return (PROC / str(process) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
