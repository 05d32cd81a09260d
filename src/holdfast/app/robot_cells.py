"""Robot cells: where a healed locator stands in a source of Robot Framework."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.app.patch_expressions import Standing
from holdfast.app.written import Healed

SUFFIXES = (".robot", ".resource")
_CELL = re.compile(r"[^\s|](?:[^\s|]| (?! )| ?\|(?! ))*")
_VARIABLE = re.compile(r"\$\{([^${}]+)\}")
_SECTION = re.compile(r"\*{1,40} *+(\w{1,40})")


class _Cell(NamedTuple):
    text: str
    start: int
    line: int


def find_locator(source: str, healed: Healed) -> Standing | str | None:
    """Return where the healed locator stands; why it is not to be touched; None if it is gone.

    In the call itself, which may go on in lines that begin with dots; else as the value of the
    variable that stands there, if the same file has it.
    """
    lines = [list(_iter_cells(line)) for line in _iter_lines(source)]
    call = list(_iter_call(lines, healed.line))
    for cell in call:
        if (found := _standing(cell, healed.expression)) is not None:
            return found
    names = {_plain(name) for cell in call for name in _VARIABLE.findall(cell.text)}
    if not names:
        return None
    for cell in _iter_values(lines, names):
        if (found := _standing(cell, healed.expression)) is not None:
            return found
    return "it is in a variable that this file does not set"


def escaped(locator: str) -> str:
    """Return a locator as it is written in a cell."""
    text = locator.replace("\\", "\\\\").replace("  ", " \\ ")
    text = re.sub(r"([$@&%])\{", r"\\\1{", text)
    return f"\\{text}" if text.startswith("#") else text


def _standing(cell: _Cell, locator: str) -> Standing | None:
    """Return where a locator stands in a cell: by itself, or as a named argument."""
    for wanted in (escaped(locator), locator):
        name, _, value = cell.text.partition("=")
        if cell.text == wanted or (name == "locator" and value == wanted):
            end = cell.start + len(cell.text)
            start = end - len(wanted)
            return Standing(start=start, end=end, line=cell.line, root="", is_cell=True)
    return None


def _iter_lines(source: str) -> Iterator[tuple[int, int, str]]:
    start = 0
    for number, line in enumerate(source.splitlines(keepends=True), 1):
        yield number, start, line
        start += len(line)


def _iter_cells(line: tuple[int, int, str]) -> Iterator[_Cell]:
    number, start, text = line
    for found in _CELL.finditer(text.rstrip()):
        yield _Cell(found[0], start + found.start(), number)


def _iter_call(lines: list[list[_Cell]], line: int) -> Iterator[_Cell]:
    """Yield the cells of the call that begins on a line."""
    for place, cells in enumerate(lines[line - 1 :]):
        if place and not (cells and cells[0].text == "..."):
            return
        yield from cells


def _iter_values(lines: list[list[_Cell]], names: set[str]) -> Iterator[_Cell]:
    """Yield the values of variables in the file's own table."""
    section = ""
    for cells in lines:
        if cells and (found := _SECTION.match(cells[0].text)):
            section = found[1].casefold()
        elif len(cells) > 1 and section == "variables":
            named = _VARIABLE.match(cells[0].text)
            if named and _plain(named[1]) in names:
                yield cells[1]


def _plain(name: str) -> str:
    return re.sub(r"[ _]", "", name).casefold()
