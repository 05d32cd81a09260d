"""Terminal: lets text and colours through to a terminal, and nothing else that steers one.

Whatever a page, a file or a name says, a command's output cannot move the cursor, set a title, fill
the clipboard or turn the order of words around.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from rich.console import Console

_STEERING = re.compile(
    # Colours, bold and the like; hidden, blinking and turned round (5 to 8) are nobody's business.
    r"\x1b\[(?:(?:[0-4]|2[1-4]|(?:[349]|10)[0-7]|[34]9|[34]8;5;\d{1,3}|[34]8;2(?:;\d{1,3}){3})"
    r"(?:;(?=\d)|(?=m))){0,8}m"
    r"|[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)


def harmless(text: str) -> str:
    """Return the text with everything that steers a terminal, except colours, written as escape."""
    return _STEERING.sub(_written, text)


def _written(found: re.Match[str]) -> str:
    sign = found[0]
    if len(sign) > 1:
        return sign
    return f"\\x{ord(sign):02x}" if ord(sign) < 256 else f"\\u{ord(sign):04x}"


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


@contextmanager
def harmless_output() -> Iterator[None]:
    """Let everything that is printed inside pass through harmless streams."""
    out, err = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = HarmlessStream(out), HarmlessStream(err)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = out, err


def moving_console(stream: TextIO) -> Console:
    """Return a console for progress that is drawn again and again: for words of ours only."""
    plain = stream.stream if isinstance(stream, HarmlessStream) else stream
    return Console(file=plain, highlight=False, soft_wrap=True)
