"""Where in the source a locator was written: file, function, and the very characters."""

import re
import sys
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from types import CodeType
from typing import NamedTuple, Protocol

_OURS = str(Path(__file__).parents[1] / "doors" / "playwright")


class Span(NamedTuple):
    """A stretch of a source file: lines from 1, columns in bytes from 0; None when not known."""

    line: int
    end_line: int | None
    column: int | None
    end_column: int | None


class SourceSite(Protocol):
    """A place in a source, of whichever language."""

    @property
    def file(self) -> str:
        """Return the path of the source file."""

    @property
    def function(self) -> str:
        """Return what it stands in: a function, a test or a keyword."""

    @property
    def line(self) -> int:
        """Return its line, from 1."""

    @property
    def span(self) -> Span:
        """Return which characters it is."""


@dataclass(frozen=True)
class CallSite:
    """One place in the source where a locator was made."""

    code: CodeType
    instruction: int
    line: int

    @property
    def file(self) -> str:
        """Return the path of the source file."""
        return self.code.co_filename

    @property
    def function(self) -> str:
        """Return the name of the function, with its class."""
        return self.code.co_qualname

    @cached_property
    def span(self) -> Span:
        """Return which characters made it."""
        positions = islice(self.code.co_positions(), self.instruction // 2, None)
        line, end_line, column, end_column = next(positions, (None,) * 4)
        return Span(line or self.line, end_line, column, end_column)


def here() -> CallSite:
    """Return the nearest place in the source that is not ours."""
    frame = sys._getframe(1)  # a door's
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_OURS):
        frame = frame.f_back
    return CallSite(frame.f_code, frame.f_lasti, frame.f_lineno)


def place_of(site: SourceSite, expression: str, root: Path) -> str:
    """Return the name of a written locator: file, function and expression, without the line.

    It stays when lines move, and is a path, so that a person finds the element's file.
    """
    file = relative_to(root, site.file)
    function = re.sub(r"[^\w.]+", "_", site.function)[:60]
    written = blake2b(expression.encode(), digest_size=5).hexdigest()
    return f"{file}/{function}/{written}"


def in_any_function(place: str) -> str:
    """Return the name for the same expression anywhere in its file."""
    file, _, expression = place.rsplit("/", 2)
    return f"{file}/*/{expression}"


def relative_to(root: Path, file: str) -> str:
    """Return the path of a source file within the project; its name if it is outside."""
    path = Path(file)
    inside = path.relative_to(root) if path.is_relative_to(root) else Path(path.name)
    return inside.as_posix()
