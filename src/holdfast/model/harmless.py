"""Harmless: lets text of pages and files through, and nothing in it that steers what shows it.

A terminal obeys control characters, a build server obeys lines that look like its own commands
(``::error::``, ``##vso[…]``), a reader's eye follows marks that turn the order of words around. All
of them are written as escapes, which JSON reads as what they stand for.
"""

import re

_TURNS = "\u202a-\u202e\u2066-\u2069"
_CONTROLS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
_STEERING = re.compile(rf"[{_CONTROLS}\r\u061c\u200e\u200f{_TURNS}]")
_ON_A_PAGE = re.compile(f"[{_CONTROLS}{_TURNS}]")
_COMMANDS = re.compile(
    r"^(?P<indent>[ \t]*):(?=:[a-z][\w-]*(?: [^\n]*)?::)|#(?=#(?:vso|teamcity)?\[)",
    re.IGNORECASE | re.MULTILINE,
)


def harmless(text: str) -> str:
    """Return the text with all that steers a terminal or a build server written as an escape."""
    return _COMMANDS.sub(_broken, _STEERING.sub(_written, text))


def harmless_page(html: str) -> str:
    """Return a page of ours with controls and turns of direction written as escapes."""
    return _ON_A_PAGE.sub(_written, html)


def _written(found: re.Match[str]) -> str:
    sign = ord(found[0])
    return f"\\x{sign:02x}" if sign < 0x20 else f"\\u{sign:04x}"


def _broken(found: re.Match[str]) -> str:
    indent = found["indent"]
    return "\\u0023" if indent is None else f"{indent}\\u003a"
