"""Pytest layout: breaks long lines of code where formatters of Python break them."""

import io
import tokenize
from dataclasses import dataclass, field

INDENT = "    "
LONGEST_LINE = 88  # what formatters take for granted


def fit(line: str) -> list[str]:
    """Return the line, or several: the arguments of one call on a line of their own, or one each.

    The last call that has arguments is opened first, then those before it. If that is not enough,
    the last one is opened all the same, and what is in it in turn.
    """
    if len(line) <= LONGEST_LINE:
        return [line]
    calls = [call for call in reversed(_calls(line)) if call.start < call.end]
    for is_list in (False, True):
        for call in calls:
            broken = _open(line, call, is_list=is_list)
            if all(len(part) <= LONGEST_LINE for part in broken):
                return broken
    if not calls:
        return [line]
    # What stands before the last call may be too long by itself.
    call = next((one for one in calls if one.start <= LONGEST_LINE), calls[0])
    first, *inner, last = _open(line, call, is_list=bool(call.commas))
    return [first, *(part for one in inner for part in fit(one)), last]


def _open(line: str, call: "_Call", *, is_list: bool) -> list[str]:
    indent = line[: len(line) - len(line.lstrip())]
    inner = _arguments(line, call) if is_list else [line[call.start : call.end]]
    ends = "," if is_list else ""
    return [
        line[: call.start],
        *(f"{indent}{INDENT}{one}{ends}" for one in inner),
        f"{indent}{line[call.end :]}",
    ]


@dataclass(slots=True)
class _Call:
    """Where the arguments of an outer call begin and end, and the commas between them."""

    start: int
    end: int = 0
    commas: list[int] = field(default_factory=list)


def _arguments(line: str, call: _Call) -> list[str]:
    starts = [call.start, *(comma + 1 for comma in call.commas)]
    ends = [*call.commas, call.end]
    return [line[start:end].strip() for start, end in zip(starts, ends, strict=True)]


def _calls(line: str) -> list[_Call]:
    offset = len(line) - len(line.lstrip())
    found: list[_Call] = []
    depth = 0
    for token in tokenize.generate_tokens(io.StringIO(line.lstrip()).readline):
        if token.type is not tokenize.OP:
            continue
        start, end = token.start[1] + offset, token.end[1] + offset
        if token.string in "([{":
            depth += 1
            if depth == 1:
                found.append(_Call(start=end))
        elif token.string in ")]}":
            depth -= 1
            if depth == 0:
                found[-1].end = start
        elif token.string == "," and depth == 1:
            found[-1].commas.append(start)
    return found
