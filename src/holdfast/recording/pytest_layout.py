"""Lines of code that are not too long, broken where formatters of Python break them."""

import io
import tokenize

INDENT = "    "
LONGEST_LINE = 88  # what formatters take for granted


def fit(line: str) -> list[str]:
    """Return the line, or three: the arguments of one call on a line of their own.

    The last call that has arguments is opened first, then those before it. A line that no call
    makes short enough stays as it is.
    """
    if len(line) <= LONGEST_LINE:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    for start, end in reversed(_arguments(line)):
        broken = [line[:start], f"{indent}{INDENT}{line[start:end]}", f"{indent}{line[end:]}"]
        if all(len(part) <= LONGEST_LINE for part in broken):
            return broken
    return [line]


def _arguments(line: str) -> list[tuple[int, int]]:
    """Return where the arguments of each outer call begin and end, those without any left out."""
    offset = len(line) - len(line.lstrip())
    found: list[tuple[int, int]] = []
    opened: list[int] = []
    for token in tokenize.generate_tokens(io.StringIO(line.lstrip()).readline):
        if token.type is not tokenize.OP:
            continue
        if token.string in "([{":
            opened.append(token.end[1] + offset)
        elif token.string in ")]}":
            start, end = opened.pop(), token.start[1] + offset
            if not opened and token.string == ")" and start < end:
                found.append((start, end))
    return found
