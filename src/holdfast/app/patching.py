"""A patch for `git apply` from what was healed: each old expression replaced by the new one."""

import contextlib
import difflib
import os
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import orjson

from holdfast.app.call_site import relative_to
from holdfast.app.patch_expressions import Standing, find_expression, lines_of
from holdfast.app.robot_cells import SUFFIXES, escaped, find_locator
from holdfast.app.written import Healed
from holdfast.errors import HoldfastError

_COUNTS = re.compile(r"^nth\(|:nth-|:first-|:last-|\[\d+\]|nth=")
Read = Callable[[Path], bytes]
NO_NEWLINE = "\n\\ No newline at end of file\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceChange:
    """One expression to be replaced."""

    healed: Healed
    file: str
    line: int
    standing: Standing

    @property
    def new(self) -> str:
        """Return what will stand there."""
        instead = self.healed.instead
        if self.standing.is_cell:
            return escaped(instead)
        if self.standing.is_pair:
            return instead[instead.index("(") + 1 : -1]
        return f"{self.standing.root}.{instead.partition('.')[2]}{self.standing.tail}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHand:
    """A healed locator that is not patched, and why."""

    healed: Healed
    file: str
    reason: str

    @property
    def comment(self) -> str:
        """Return what is written above the line."""
        return f"# holdfast: healed to {self.healed.instead} ({self.reason})"


@dataclass(slots=True)
class Plan:
    """What can be patched, what a person has to do, and what has been done already."""

    changes: list[SourceChange] = field(default_factory=list)
    by_hand: list[ByHand] = field(default_factory=list)
    outdated: list[Path] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is healed any more."""
        return not self.changes and not self.by_hand


def load_healed(folder: Path, read: Read) -> Iterator[tuple[Path, Healed]]:
    """Yield what was healed; damaged files are left out."""
    for file in sorted(folder.glob("*.json")):
        with contextlib.suppress(HoldfastError, ValueError, TypeError, KeyError):
            yield file, Healed.from_json(orjson.loads(read(file)))


def plan(healed: Iterable[tuple[Path, Healed]], root: Path, read: Read) -> Plan:
    """Return what to do with everything that was healed; ``read`` reads a file."""
    made = Plan()
    for record, one in healed:
        name = relative_to(root, one.file)
        found = _find(root / name, one, read)
        if found is None:
            made.outdated.append(record)
        elif isinstance(found, str):
            made.by_hand.append(ByHand(healed=one, file=name, reason=found))
        else:
            change = SourceChange(healed=one, file=name, line=found.line, standing=found)
            made.changes.append(change)
    _take_out_torn(made)
    return made


def _find(path: Path, healed: Healed, read: Read) -> Standing | str | None:
    if not path.is_file():
        return f"{healed.file} is not in the project"
    find = find_locator if path.suffix in SUFFIXES else find_expression
    try:
        found = find(_read(path, read)[0], healed)
    except (SyntaxError, UnicodeDecodeError):
        return "its file cannot be read as Python"
    if isinstance(found, Standing):
        return _doubt(healed) or found
    return found


def _doubt(healed: Healed) -> str | None:
    """Return why a person should write it, though it could be patched."""
    if healed.among > 1:
        return f"it picked one of {healed.among} elements by its place"
    if any(_COUNTS.search(call) for call in healed.calls):
        return "it goes by place, and a place stays a place"
    if not healed.succeeded:
        return "its test failed later"
    if ":nth-" in healed.instead:
        return "only a path finds the element, which would break again soon"
    return None


def _take_out_torn(made: Plan) -> None:
    """Leave expressions that were healed to different elements to a person."""
    places: dict[tuple[str, int], set[str]] = {}
    for change in made.changes:
        places.setdefault((change.file, change.standing.start), set()).add(change.healed.instead)
    once: dict[tuple[str, int], SourceChange] = {}
    for change in made.changes:
        key = change.file, change.standing.start
        if len(places[key]) == 1:
            once[key] = change
        else:
            reason = "it was healed to different elements in different tests"
            made.by_hand.append(ByHand(healed=change.healed, file=change.file, reason=reason))
    made.changes = sorted(once.values(), key=lambda change: (change.file, change.standing.start))


# --------------------------------------------------------------------------------------------- diff


def diff(made: Plan, root: Path, read: Read) -> bytes:
    """Return the patch, to be applied in the project's folder."""
    parts = []
    files = {one.file for one in made.changes} | {one.file for one in made.by_hand}
    for file in sorted(one for one in files if (root / one).is_file()):
        # One that is no text is left as it is: the plan says so.
        with contextlib.suppress(SyntaxError, UnicodeDecodeError):
            text, encoding = _read(root / file, read)
            own = [change for change in made.changes if change.file == file]
            commented = _commented(text, [one for one in made.by_hand if one.file == file])
            new = _changed(text, own, commented)
            mark = "\ufeff" * (encoding == "utf-8-sig")  # of the file, and not of the patch
            parts.append(_diff(file, mark + text, mark + new, encoding.removesuffix("-sig")))
    return b"".join(parts)


def _commented(text: str, by_hand: Sequence[ByHand]) -> list[tuple[int, str]]:
    """Return the comments for what a person has to write, each with where its line begins."""
    lines, made = ["", *lines_of(text)], dict[int, list[str]]()
    for one in by_hand:
        number = one.healed.line
        is_there = 0 < number < len(lines) and one.comment not in text
        if is_there and not lines[number - 1].rstrip().endswith("\\"):
            made.setdefault(number, []).append(one.comment)
    found = []
    for number, comments in made.items():
        line = lines[number]
        indent = line[: len(line) - len(line.lstrip())]
        end = line[len(line.rstrip("\r\n")) :] or "\n"  # the last line may have none
        start = sum(map(len, lines[:number]))
        found.append((start, "".join(f"{indent}{one}{end}" for one in dict.fromkeys(comments))))
    return found


def _changed(
    text: str, changes: Sequence[SourceChange], comments: Sequence[tuple[int, str]]
) -> str:
    edits = [(one.standing.start, one.standing.end, one.new) for one in changes]
    edits += [(start, start, comment) for start, comment in comments]
    done = len(text) + 1
    for start, end, new in sorted(edits, reverse=True):
        if end <= done:  # one inside another is replaced with it
            text = text[:start] + new + text[end:]
            done = start
    return text


def _diff(file: str, old: str, new: str, encoding: str) -> bytes:
    """Return the patch of a file: its name as the disk has it, its lines as they are in it."""
    lines = list(difflib.unified_diff(_lines(old), _lines(new)))[2:]
    if not lines:
        return b""
    text = "".join(line if line.endswith("\n") else line + NO_NEWLINE for line in lines)
    # What the encoding of a file has no letter for is written as Python escapes it.
    changed = text.encode(encoding, "backslashreplace")
    return os.fsencode(f"--- a/{file}\n+++ b/{file}\n") + changed


def _lines(text: str) -> list[str]:
    """Return the lines as git counts them."""
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _read(path: Path, read: Read) -> tuple[str, str]:
    """Return a source and its encoding; line ends stay as they are."""
    data = read(path)
    encoding, _ = tokenize.detect_encoding(BytesIO(data).readline)
    return data.decode(encoding), encoding
