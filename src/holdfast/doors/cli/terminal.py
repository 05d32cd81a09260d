"""Terminal: lets text through to a terminal, and nothing in it that steers or colours one.

Whatever a page, a file or a name says, a command's output cannot move the cursor, set a title, fill
the clipboard, turn the order of words around or look like something of ours. Our own colours are
put around words that were made harmless before.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from holdfast.model.harmless import harmless


class HarmlessStream:
    """A text stream through which only harmless text passes; all else is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write the text, made harmless; return how much of it was taken, which is all."""
        self.stream.write(harmless(text))
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        """Write lines, made harmless."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


class HarmlessConsole(Console):
    """A console whose own colours and moves reach the terminal; those in what it prints do not."""

    def __init__(self, *, stderr: bool = False) -> None:
        stream = sys.stderr if stderr else sys.stdout
        # A path or a name in brackets is no markup, and :x: no emoji; whoever prints some says so.
        super().__init__(
            file=_beneath(stream), highlight=False, soft_wrap=True, markup=False, emoji=False
        )

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Yield what is to be written, the words made harmless."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=harmless(segment.text))


def _beneath(stream: TextIO) -> TextIO:
    return stream.stream if isinstance(stream, HarmlessStream) else stream


@contextmanager
def harmless_output() -> Iterator[None]:
    """Let everything that is printed inside pass through harmless streams."""
    with _printing_to(HarmlessStream(sys.stdout), HarmlessStream(sys.stderr)):
        yield


@contextmanager
def our_words_only() -> Iterator[None]:
    """Let what is printed inside keep its colours: for text in which no one else has a word."""
    with _printing_to(_beneath(sys.stdout), _beneath(sys.stderr)):
        yield


@contextmanager
def _printing_to(out: Any, err: Any) -> Iterator[None]:
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = out, err
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
